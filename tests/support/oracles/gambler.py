"""An independent oracle for the dice game Gambler, written from the rules digest alone (ids GA-1 .. GA-18).

Plain objects and lists, standard library only: written to be read beside the rules, not to be fast.
It never rolls or shuffles: `pending` names the pending chance event, and `apply_chance` is given its outcome.

INTERFACE

Actions (38); seat = the player deciding, legal() is sorted, and is [] while an event is pending or at the end.
    0..35   r*6 + f: place one die of this roll showing face f+1 (f 0-based) on the leftmost empty square of row r.
            Legal while such a die is unplaced and fits. A single legal placement is still a decision.
    36      roll again with all unplaced dice of this turn. Legal once a die of this roll is placed, if dice of this
            turn are unplaced and fewer than `rolls` rolls were made. Legal even if more placements would fit.
    37      stop. Legal once a die of this roll is placed.
  After each placement, in this order: a row just finished is settled (points, floor 0); tableau full -> the round
  ends; no unplaced dice of this turn -> the turn ends; 37 would be the only legal action -> the turn ends.
  After each roll: nothing fits -> the turn ends. None of these ends is a decision.

Events (`pending`) and their codes (`apply_chance`); an impossible code raises ValueError and changes nothing.
    "tableau"  index into config["tableaus"] of the tableau of this round, uniform among those not in facts()["order"].
               seat is None. Due at the start of a round while unused tableaus remain (also if only one does), with
               order "shuffled" from round 0 on, with "beginner_first" from round 1 on (round 0 takes the first tableau
               marked beginner; ValueError in the constructor if there is none), with "given" never. Once all T
               tableaus have been used, round n takes order[n % T], without an event.
    "roll"     bag of faces, sum of count[f] << (4*f), face 1 lowest; holds exactly facts()["turn_dice"] dice.
               seat is the player rolling. Due at the start of each turn and after action 36.
  Order of events: round start ["tableau"], then turns from the starter on; per turn "roll", placements,
  [36, "roll", placements ...]. After the turn the next player clockwise with dice (perhaps the same one) rolls.
  If nobody has dice the round ends as well. After the last round nothing is pending: over is True, seat None.

Round end: the game is over if someone has `target` or more points, or `round_limit` rounds were played. Otherwise
round += 1, starter = left neighbour (seat + 1) of last_placer, dice split anew, next tableau.

facts()
    "round"             0-based; at the end of the game the index of the last round played
    "tableau"           index of the tableau in play, None while "tableau" is pending
    "rows"              six {"filled": [faces 1..6, left to right]}; all empty while "tableau" is pending
    "players"           {"points", "dice"}: dice not yet placed in this round, those of the current roll included
    "roll"              six counts, dice of this roll not yet placed; zeros while an event is pending and at the end
    "rolls_made"        rolls made in this turn: 0 at the first pending "roll" of a turn, while "tableau" is pending and
                        at the end; while a re-roll is pending the number of those made before it
    "placed_this_roll"  dice placed of the present roll; 0 while an event is pending and at the end
    "turn_dice"         dice of this turn not yet placed: set (GA-7) before the first roll of the turn;
                        0 while "tableau" is pending and at the end
    "order"             tableau indices used so far, the current one included, in order of first use
    "starter"           seat that starts or started this round (already the new one while "tableau" is pending)
    "last_placer"       seat that placed the latest die of this round, None before the first one
  At the end of the game round, tableau, rows, starter, last_placer and the players' dice stay as they are.

shares(), payoffs("win" | "rank"): zeros before the end; ranking by points, equal points share. payoffs("money"), at any
time: own points minus the mean of the others' points, in units of 100 points.
"""

FACES = 6
ROWS = 6
ROLL_AGAIN = 36  # 0..35 place a die
STOP = 37
BAG_BITS = 4
FULL_HOUSE_FIRST_GROUP = 3
FULL_HOUSE_LENGTH = 5


class Row:
    """GA-2, GA-3: one row of a tableau and the dice placed in it, from left to right (GA-8)."""

    def __init__(self, data: dict):
        self.kind: str = data["kind"]
        self.faces: list[int] = list(data["faces"])
        self.length: int = data["length"]
        self.points: int = data["points"]
        self.filled: list[int] = []
        if self.kind not in ("faces", "stars", "full_house"):
            raise ValueError(f"unknown kind of row {self.kind!r}")
        if self.kind == "faces" and len(self.faces) != self.length:
            raise ValueError("a row of given faces is as long as its list of faces")
        if self.kind == "full_house" and self.length != FULL_HOUSE_LENGTH:
            raise ValueError("a full house has five squares")

    @property
    def full(self) -> bool:
        return len(self.filled) == self.length

    def fits(self, face: int) -> bool:
        """GA-2, GA-8: whether a die of this face (1..6) fits the leftmost empty square; GA-17 is not checked here."""
        if self.full:
            return False
        if self.kind == "faces":
            return face == self.faces[len(self.filled)]
        if self.kind == "stars":
            return self._fits_stars(face)
        return self._fits_full_house(face)

    def _fits_stars(self, face: int) -> bool:
        """GA-2: the first die is free, all others show the same face."""
        return not self.filled or face == self.filled[0]

    def _fits_full_house(self, face: int) -> bool:
        """GA-2, GA-E3: three alike, then two alike of another face."""
        square = len(self.filled)
        if square == 0:
            return True
        if square < FULL_HOUSE_FIRST_GROUP:
            return face == self.filled[0]
        if square == FULL_HOUSE_FIRST_GROUP:
            return face != self.filled[0]
        return face == self.filled[FULL_HOUSE_FIRST_GROUP]


class Player:
    """A seat: points (GA-1) and the dice not yet placed in this round (GA-5)."""

    def __init__(self, points: int):
        self.points = points
        self.dice = 0

    def settle(self, points: int) -> None:
        """GA-12, GA-E2: take the points of a row, or pay them as far as possible."""
        self.points = max(0, self.points + points)


class GamblerOracle:
    """One game of Gambler."""

    def __init__(self, config: dict):
        self.config = config
        self._check_config()
        self.players = [Player(config["start_points"]) for _ in range(config["players"])]
        self.round = 0
        self.starter = 0  # GA-6: the youngest
        self.order: list[int] = []  # GA-16: the stack as far as it is known
        self.tableau: int | None = None
        self.rows: list[Row] = []
        self.last_placer: int | None = None
        self.seat: int | None = None
        self.pending: str | None = None
        self.over = False
        self._options: list[int] | None = None  # the legal actions, once computed
        self._clear_turn()
        self._begin_round()

    def _check_config(self) -> None:
        config = self.config
        if not 2 <= config["players"] <= 6:
            raise ValueError("Gambler is for 2 to 6 players")
        if config["dice"] < config["players"]:
            raise ValueError("everybody needs at least one die")
        if not 1 <= config["roll_dice"] < 1 << BAG_BITS:
            raise ValueError("roll_dice must be 1 to 15")
        if min(config["rolls"], config["round_limit"]) < 1:
            raise ValueError("rolls and round_limit must be at least 1")
        if config["star_rows"] not in ("independent", "distinct"):
            raise ValueError(f"unknown star_rows {config['star_rows']!r}")
        if config["order"] not in ("shuffled", "given", "beginner_first"):
            raise ValueError(f"unknown order {config['order']!r}")
        if not config["tableaus"] or any(len(tableau["rows"]) != ROWS for tableau in config["tableaus"]):
            raise ValueError("there must be tableaus, each of six rows")
        if config["order"] == "beginner_first" and not any(tableau["beginner"] for tableau in config["tableaus"]):
            raise ValueError("no tableau is marked as the beginners' one")
        for tableau in config["tableaus"]:
            for data in tableau["rows"]:
                Row(data)  # checks itself

    # ---------------------------------------------------------------- what callers use

    def apply_chance(self, code: int) -> None:
        """Apply an outcome of the pending chance event; ValueError if it is impossible."""
        if self.pending is None:
            raise ValueError("no chance event is pending")
        events = {"tableau": self._tableau_drawn, "roll": self._rolled}
        self._options = None
        events[self.pending](code)

    def legal(self) -> list[int]:
        """The legal actions, sorted; none at the end or while a chance event is pending."""
        if self.over or self.pending is not None:
            return []
        if self._options is None:
            self._options = self._choices()
        return list(self._options)

    def _choices(self) -> list[int]:
        actions = self._placements()
        if self.placed_this_roll:  # GA-8: one must be placed; GA-10: then roll again or stop
            if self.turn_dice and self.rolls_made < self.config["rolls"]:
                actions.append(ROLL_AGAIN)
            actions.append(STOP)
        return actions

    def apply(self, action: int) -> None:
        """Take a legal action of the deciding seat; ValueError if it is illegal."""
        if action not in self.legal():
            raise ValueError(f"illegal action {action}: legal are {self.legal()}")
        self._options = None
        if action == STOP:
            self._end_turn()
        elif action == ROLL_AGAIN:
            self._ask_for_roll()
        else:
            self._place(self.rows[action // FACES], action % FACES)

    def shares(self) -> list[float]:
        """GA-15, GA-18: each seat's share of the win; zeros before the end."""
        if not self.over:
            return [0.0] * len(self.players)
        best = max(player.points for player in self.players)
        winners = sum(player.points == best for player in self.players)
        return [1.0 / winners if player.points == best else 0.0 for player in self.players]

    def payoffs(self, reward: str) -> list[float]:
        """The payoff of each seat under the reward "win", "rank" or "money"."""
        count = len(self.players)
        if reward == "money":
            total = sum(player.points for player in self.players)
            return [(player.points - (total - player.points) / (count - 1)) / 100 for player in self.players]
        if reward not in ("win", "rank"):
            raise ValueError(f"unknown reward {reward!r}")
        if not self.over:
            return [0.0] * count
        if reward == "win":
            return [share - 1.0 / count for share in self.shares()]
        return [self._rank_value(player) for player in self.players]

    def facts(self) -> dict:
        """The whole position in plain Python values."""
        filled = [list(row.filled) for row in self.rows] if self.rows else [[] for _ in range(ROWS)]
        return {
            "round": self.round,
            "tableau": self.tableau,
            "rows": [{"filled": faces} for faces in filled],
            "players": [{"points": p.points, "dice": p.dice} for p in self.players],
            "roll": list(self.roll),
            "rolls_made": self.rolls_made,
            "placed_this_roll": self.placed_this_roll,
            "turn_dice": self.turn_dice,
            "order": list(self.order),
            "starter": self.starter,
            "last_placer": self.last_placer,
        }

    # ---------------------------------------------------------------- round set-up

    def _begin_round(self) -> None:
        self.tableau = None
        self.rows = []
        self.last_placer = None
        self._split_dice()
        self._next_tableau()

    def _next_tableau(self) -> None:
        """GA-4, GA-16: one tableau per round; once all were used, they repeat in the same order."""
        tableaus = self.config["tableaus"]
        if self.round >= len(tableaus):
            self._lay_out(self.order[self.round % len(tableaus)])
        elif self.config["order"] == "given":
            self._lay_out(self.round)
        elif self.config["order"] == "beginner_first" and self.round == 0:
            self._lay_out([bool(tableau["beginner"]) for tableau in tableaus].index(True))
        else:
            self.pending = "tableau"

    def _tableau_drawn(self, index: int) -> None:
        """GA-4: the next one of the shuffled stack, none of those seen before."""
        if not 0 <= index < len(self.config["tableaus"]) or index in self.order:
            raise ValueError(f"no tableau {index} in the unknown part of the stack")
        self._lay_out(index)

    def _lay_out(self, index: int) -> None:
        self.tableau = index
        self.rows = [Row(data) for data in self.config["tableaus"][index]["rows"]]
        if index not in self.order:
            self.order.append(index)
        self._turn_of_first_with_dice(self.starter)

    def _split_dice(self) -> None:
        """GA-5: all dice are split equally; the remainder stays in the box."""
        for player in self.players:
            player.dice = self.config["dice"] // len(self.players)

    # ---------------------------------------------------------------- a turn

    def _turn_of_first_with_dice(self, first: int) -> None:
        """GA-13: from seat `first` on clockwise, the next player with dice; without any the round ends."""
        for step in range(len(self.players)):
            seat = (first + step) % len(self.players)
            if self.players[seat].dice:
                self._begin_turn(seat)
                return
        self._end_round()

    def _begin_turn(self, seat: int) -> None:
        """GA-7: take five dice, or all if fewer; the rest are reserve."""
        self.seat = seat
        self.turn_dice = min(self.config["roll_dice"], self.players[seat].dice)
        self._ask_for_roll()

    def _ask_for_roll(self) -> None:
        """GA-7, GA-10, GA-11: all unplaced dice of the turn are rolled."""
        self.roll = [0] * FACES
        self.placed_this_roll = 0
        self.pending = "roll"

    def _rolled(self, code: int) -> None:
        self.roll = self._open_bag(code, self.turn_dice)
        self.rolls_made += 1
        self.pending = None
        if not self._placements():  # GA-9
            self._end_turn()

    def _placements(self) -> list[int]:
        """GA-8: every fitting die of this roll, as actions."""
        rolled = [face for face in range(FACES) if self.roll[face]]
        return [
            number * FACES + face
            for number, row in enumerate(self.rows)
            if not row.full
            for face in rolled
            if row.fits(face + 1) and not self._blocked(row, face + 1)
        ]

    def _blocked(self, row: Row, face: int) -> bool:
        """GA-17: with "distinct", a star row must not begin with the face of another one begun in this round."""
        if self.config["star_rows"] == "independent" or row.kind != "stars" or row.filled:
            return False
        return any(other.kind == "stars" and face in other.filled for other in self.rows)

    def _place(self, row: Row, face: int) -> None:
        """GA-8: one die on the leftmost empty square; GA-12: who places the last die of a row settles it at once."""
        assert self.seat is not None
        player = self.players[self.seat]
        self.roll[face] -= 1
        self.turn_dice -= 1
        player.dice -= 1
        self.placed_this_roll += 1
        row.filled.append(face + 1)
        self.last_placer = self.seat
        if row.full:
            player.settle(row.points)
        if all(each.full for each in self.rows):  # GA-14, GA-E5
            self._end_round()
        elif self.turn_dice == 0 or self.legal() == [STOP]:  # GA-10, GA-E4
            self._end_turn()

    def _end_turn(self) -> None:
        """GA-9, GA-10: the unplaced dice are reserve again; the next player clockwise."""
        assert self.seat is not None
        self._clear_turn()
        self._turn_of_first_with_dice(self.seat + 1)

    # ---------------------------------------------------------------- end of a round, end of the game

    def _end_round(self) -> None:
        """GA-14, GA-15, GA-18: the game ends, or the left neighbour of the last placer (GA-6) starts the next round."""
        assert self.last_placer is not None
        self._clear_turn()
        self.seat = None
        reached = any(player.points >= self.config["target"] for player in self.players)
        if reached or self.round + 1 == self.config["round_limit"]:
            self.over = True
            return
        self.round += 1
        self.starter = (self.last_placer + 1) % len(self.players)
        self._begin_round()

    # ---------------------------------------------------------------- helpers

    def _clear_turn(self) -> None:
        self.roll = [0] * FACES
        self.rolls_made = 0
        self.placed_this_roll = 0
        self.turn_dice = 0

    def _open_bag(self, code: int, dice: int) -> list[int]:
        """Counts per face from a bag code; ValueError unless it holds exactly that many dice."""
        counts = [(code >> (BAG_BITS * face)) & 15 for face in range(FACES)]
        if code < 0 or code >> (BAG_BITS * FACES) or sum(counts) != dice:
            raise ValueError(f"{code:#x} is not a bag of {dice} dice")
        return counts

    def _rank_value(self, player: Player) -> float:
        """+1 for the first place down to -1 for the last, the places of tied players averaged (GA-15)."""
        better = sum(other.points > player.points for other in self.players)
        equal = sum(other.points == player.points for other in self.players)
        place = better + (equal - 1) / 2
        return 1.0 - 2.0 * place / (len(self.players) - 1)
