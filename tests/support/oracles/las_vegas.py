"""An independent oracle for the dice game Las Vegas, written from the rules digest alone (ids LV-1 .. LV-17).

Plain objects and lists, standard library only: written to be read beside the rules, not to be fast.
It never rolls or shuffles: `pending` names the pending chance event, and `apply_chance` is given its outcome.
All money is in thousands.
"""

CHIP_COLOURS = 5
MOST_NOTES_PER_CASINO = 5
FIRST_CHIP_ACTION = 6  # 0..5 place the dice showing face 1..6; 6..10 take a chip of colour 0..4
TAKE_NO_CHIP = 11
BAG_BITS = 4
WHITE_SHIFT = 24


class Casino:
    """LV-1: one casino with its notes (LV-3), the dice placed in it, and its chip cards (LV-15)."""

    def __init__(self, players: int):
        self.notes: list[int] = []
        self.dice = [0] * players
        self.white = 0
        self.chips = [0] * CHIP_COLOURS

    def add_note(self, value: int) -> None:
        """LV-3: the notes of a casino, sorted descending."""
        self.notes.append(value)
        self.notes.sort(reverse=True)

    def ranking(self) -> list[int | None]:
        """LV-7, LV-8: who may win a note here, most dice first; None stands for the white player of LV-14.

        Groups with the same number of dice have been removed, and so is everyone without dice (LV-9).
        """
        groups: dict[int, list[int | None]] = {}
        for seat, count in enumerate(self.dice):
            groups.setdefault(count, []).append(seat)
        groups.setdefault(self.white, []).append(None)
        groups.pop(0, None)
        return [groups[count][0] for count in sorted(groups, reverse=True) if len(groups[count]) == 1]

    def clear(self) -> None:
        """After payout: the dice are back with the players and the notes are gone; chip cards stay (LV-15)."""
        self.notes = []
        self.dice = [0] * len(self.dice)
        self.white = 0


class Player:
    """A seat: dice in hand, notes won (LV-10) and chip cards taken (LV-16)."""

    def __init__(self) -> None:
        self.own_dice = 0
        self.white_dice = 0
        self.notes: list[int] = []
        self.chips = [0] * CHIP_COLOURS
        self.chip_money = 0  # stays 0 until the game ends (LV-17)

    @property
    def money(self) -> int:
        return sum(self.notes) + self.chip_money

    @property
    def has_dice(self) -> bool:
        """LV-13: a player with only white dice left still takes turns."""
        return self.own_dice + self.white_dice > 0

    @property
    def standing(self) -> tuple[int, int]:
        """LV-11: richest first; ties are broken by the number of notes held (chips are no notes, LV-17)."""
        return self.money, len(self.notes)


class LasVegasOracle:
    """One game of Las Vegas."""

    def __init__(self, config: dict):
        if config["players"] == 5 and (config["white_dice"] or config["white_left"]):
            raise ValueError("the neutral dice variant (LV-12) is for 2 to 4 players")
        self.config = config
        self.note_values = sorted(config["notes"])
        self.stack = {value: config["notes"][value] for value in self.note_values}  # LV-2, the shuffled part
        self.bottom: list[int] = []  # LV-9, in the order in which they come off
        self.chip_stack = [config["chip_copies"] if config["chips"] else 0] * CHIP_COLOURS  # LV-15
        self.casinos = [Casino(config["players"]) for _ in range(config["casinos"])]
        self.players = [Player() for _ in range(config["players"])]
        self.round = 0
        self.start = 0  # LV-4
        self.seat: int | None = None
        self.pending: str | None = None
        self.over = False
        self.offer: int | None = None  # casino whose chips the deciding seat may take from
        self._dealing_to = 0  # casino that is being dealt to
        self._clear_roll()
        self._fill_hands()
        if config["random_start"]:
            self.pending = "start"
        else:
            self._begin_round()

    # ---------------------------------------------------------------- what callers use

    def apply_chance(self, code: int) -> None:
        """Apply an outcome of the pending chance event; ValueError if it is impossible."""
        if self.pending is None:
            raise ValueError("no chance event is pending")
        events = {
            "start": self._start_drawn,
            "note": self._note_drawn,
            "chip": self._chip_drawn,
            "left_white": self._left_white_thrown,
            "roll": self._rolled,
        }
        events[self.pending](code)

    def legal(self) -> list[int]:
        """The legal actions, sorted; none at the end or while a chance event is pending."""
        if self.over or self.pending is not None:
            return []
        if self.offer is not None:  # LV-16: any one of the chips lying there, or none
            chips = self.casinos[self.offer].chips
            return [FIRST_CHIP_ACTION + colour for colour in range(CHIP_COLOURS) if chips[colour]] + [TAKE_NO_CHIP]
        # LV-5, LV-13: any face rolled, be it only by white dice
        return [face for face in range(len(self.casinos)) if self.roll_own[face] or self.roll_white[face]]

    def apply(self, action: int) -> None:
        """Take a legal action of the deciding seat; ValueError if it is illegal."""
        if action not in self.legal():
            raise ValueError(f"illegal action {action}: legal are {self.legal()}")
        if self.offer is not None:
            self._take_chip(action)
        else:
            self._place(action)

    def shares(self) -> list[float]:
        """LV-11: each seat's share of the win; zeros before the end."""
        if not self.over:
            return [0.0] * len(self.players)
        best = max(player.standing for player in self.players)
        winners = sum(player.standing == best for player in self.players)
        return [1.0 / winners if player.standing == best else 0.0 for player in self.players]

    def payoffs(self, reward: str) -> list[float]:
        """The payoff of each seat under the reward "win", "rank" or "money"."""
        count = len(self.players)
        if reward == "money":
            total = sum(player.money for player in self.players)
            return [(player.money - (total - player.money) / (count - 1)) / 100 for player in self.players]
        if reward not in ("win", "rank"):
            raise ValueError(f"unknown reward {reward!r}")
        if not self.over:
            return [0.0] * count
        if reward == "win":
            return [share - 1.0 / count for share in self.shares()]
        return [self._rank_value(player) for player in self.players]

    def facts(self) -> dict:
        """The whole position in plain Python values."""
        return {
            "round": self.round,
            "start": self.start,
            "offer": self.offer,
            "casinos": [
                {"notes": list(c.notes), "dice": list(c.dice), "white": c.white, "chips": list(c.chips)}
                for c in self.casinos
            ],
            "players": [
                {
                    "own_dice": p.own_dice,
                    "white_dice": p.white_dice,
                    "money": p.money,
                    "notes": len(p.notes),
                    "held": {value: p.notes.count(value) for value in set(p.notes)},
                    "chips": list(p.chips),
                }
                for p in self.players
            ],
            "roll": {"own": list(self.roll_own), "white": list(self.roll_white)},
            "stack": dict(self.stack),
            "bottom": list(self.bottom),
            "chip_stack": list(self.chip_stack),
        }

    # ---------------------------------------------------------------- round set-up

    def _start_drawn(self, seat: int) -> None:
        """LV-4, option: a random seat starts round 1."""
        if not 0 <= seat < len(self.players):
            raise ValueError(f"there is no seat {seat}")
        self.start = seat
        self._begin_round()

    def _begin_round(self) -> None:
        self._dealing_to = 0
        self._deal_notes()

    def _deal_notes(self) -> None:
        """LV-3: casinos in order draw until each shows the minimum; the notes of LV-9 come last, in their order."""
        self.pending = None
        while self._dealing_to < len(self.casinos):
            casino = self.casinos[self._dealing_to]
            if sum(casino.notes) >= self.config["minimum"] or len(casino.notes) == MOST_NOTES_PER_CASINO:
                self._dealing_to += 1
            elif any(self.stack.values()):
                self.pending = "note"
                return
            elif self.bottom:
                casino.add_note(self.bottom.pop(0))
            else:
                break  # the stack is empty: dealing stops
        self._dealing_to = 0
        self._deal_chips()

    def _note_drawn(self, index: int) -> None:
        if not 0 <= index < len(self.note_values) or self.stack[self.note_values[index]] == 0:
            raise ValueError(f"no note of index {index} in the shuffled stack")
        value = self.note_values[index]
        self.stack[value] -= 1
        self.casinos[self._dealing_to].add_note(value)
        self._deal_notes()

    def _deal_chips(self) -> None:
        """LV-15: one chip card to each casino in order, as long as there are any."""
        self.pending = None
        if self._dealing_to < len(self.casinos) and any(self.chip_stack):
            self.pending = "chip"
        else:
            self._throw_left_white()

    def _chip_drawn(self, colour: int) -> None:
        if not 0 <= colour < CHIP_COLOURS or self.chip_stack[colour] == 0:
            raise ValueError(f"no chip of colour {colour} in the stack")
        self.chip_stack[colour] -= 1
        self.casinos[self._dealing_to].chips[colour] += 1
        self._dealing_to += 1
        self._deal_chips()

    def _throw_left_white(self) -> None:
        """LV-12: the start player throws the white dice left over before the first turn."""
        if self.config["white_left"]:
            self.pending = "left_white"
        else:
            self._turn_of_first_with_dice(self.start)

    def _left_white_thrown(self, code: int) -> None:
        """LV-12: each is placed in its casino; this earns no chip (LV-16)."""
        for casino, count in zip(self.casinos, self._open_bag(code, self.config["white_left"]), strict=True):
            casino.white += count
        self._turn_of_first_with_dice(self.start)

    # ---------------------------------------------------------------- a turn

    def _turn_of_first_with_dice(self, first: int) -> None:
        """LV-6: from seat `first` on clockwise, the next player with dice rolls; without any the round ends."""
        self.pending = None
        for step in range(len(self.players)):
            seat = (first + step) % len(self.players)
            if self.players[seat].has_dice:
                self.seat = seat
                self.pending = "roll"
                return
        self._end_round()

    def _rolled(self, code: int) -> None:
        """LV-5, LV-13: all dice still in hand are rolled, own and white ones together."""
        assert self.seat is not None
        player = self.players[self.seat]
        own = self._open_bag(code & ((1 << WHITE_SHIFT) - 1), player.own_dice)
        white = self._open_bag(code >> WHITE_SHIFT, player.white_dice)
        self.roll_own, self.roll_white = own, white
        self.pending = None

    def _place(self, face: int) -> None:
        """LV-5, LV-13: all dice showing the face, own and white, go to the casino of that number."""
        assert self.seat is not None
        player, casino = self.players[self.seat], self.casinos[face]
        own, white = self.roll_own[face], self.roll_white[face]
        player.own_dice -= own
        player.white_dice -= white
        casino.dice[self.seat] += own
        casino.white += white
        self._clear_roll()
        if own + white >= 2 and any(casino.chips):  # LV-16
            self.offer = face
        else:
            self._end_turn()

    def _take_chip(self, action: int) -> None:
        """LV-16: take one of the chips offered, or none."""
        assert self.seat is not None
        assert self.offer is not None
        if action != TAKE_NO_CHIP:
            colour = action - FIRST_CHIP_ACTION
            self.casinos[self.offer].chips[colour] -= 1
            self.players[self.seat].chips[colour] += 1
        self.offer = None
        self._end_turn()

    def _end_turn(self) -> None:
        assert self.seat is not None
        self._turn_of_first_with_dice(self.seat + 1)

    # ---------------------------------------------------------------- payout and end

    def _end_round(self) -> None:
        self.seat = None
        for casino in self.casinos:
            self._pay_out(casino)
        self._fill_hands()
        self.round += 1
        if self.round == self.config["rounds"]:
            self._end_game()
        else:
            self.start = (self.start + 1) % len(self.players)  # LV-4
            self._begin_round()

    def _pay_out(self, casino: Casino) -> None:
        """LV-7 to LV-9, LV-14: notes highest first to the ranking; what no player wins goes under the stack."""
        ranking = casino.ranking()
        for place, note in enumerate(casino.notes):
            winner = ranking[place] if place < len(ranking) else None
            if winner is None:
                self.bottom.append(note)
            else:
                self.players[winner].notes.append(note)
        casino.clear()

    def _fill_hands(self) -> None:
        """LV-1, LV-12: everyone holds all own dice and the white dice of a round."""
        for player in self.players:
            player.own_dice = self.config["dice"]
            player.white_dice = self.config["white_dice"]

    def _end_game(self) -> None:
        """LV-17: a colour of chips is worth money by the number held."""
        self.over = True
        values = self.config["chip_values"]
        for player in self.players:
            player.chip_money = sum(values[min(count, len(values)) - 1] for count in player.chips if count)

    # ---------------------------------------------------------------- helpers

    def _clear_roll(self) -> None:
        self.roll_own = [0] * len(self.casinos)
        self.roll_white = [0] * len(self.casinos)

    def _open_bag(self, code: int, dice: int) -> list[int]:
        """Counts per face from a bag code; ValueError unless it holds exactly that many dice of these faces."""
        counts = [(code >> (BAG_BITS * face)) & 15 for face in range(len(self.casinos))]
        if code < 0 or code >> (BAG_BITS * len(self.casinos)) or sum(counts) != dice:
            raise ValueError(f"{code:#x} is not a bag of {dice} dice with {len(self.casinos)} faces")
        return counts

    def _rank_value(self, player: Player) -> float:
        """+1 for the first place down to -1 for the last, the places of tied players averaged (order of LV-11)."""
        better = sum(other.standing > player.standing for other in self.players)
        equal = sum(other.standing == player.standing for other in self.players)
        place = better + (equal - 1) / 2
        return 1.0 - 2.0 * place / (len(self.players) - 1)
