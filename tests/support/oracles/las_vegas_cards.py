"""An independent oracle for "Las Vegas, the card game", written from the rules digest alone (ids LC-1 .. LC-13).

Plain objects and lists, standard library only: written to be read beside the rules, not to be fast.
It never draws or shuffles: `pending` names the pending chance event, and `apply_chance` is given its outcome.
Chip cards follow LV-15 .. LV-17 of the dice game. All money is in thousands.

INTERFACE
=========
Config keys (all required except the last two): players 2..5, sequential, chips (only with sequential: else
ValueError), singles and doubles (six counts each, by value), hand (1..15), turns, limit, rounds, notes_per_casino,
notes {value: count}, chip_copies, chip_values, random_start; reward and hidden_money are not used.

Values, casinos and seats count from 0. A KIND of card is 2 * value + is_double (12 kinds). A PILE of cards is a list of
12 counts by kind.

Actions (186, the numbering is fixed)
    v * 20 + k      same-value selection, v = 0..5: s singles and d doubles of value v, 1 <= s + d <= 5. The 20 pairs
                    (s, d) are ordered by s + d ascending, then d ascending: k = 0 (1,0), 1 (0,1), 2 (2,0), 3 (1,1),
                    4 (0,2), 5 (3,0), 6 (2,1), 7 (1,2), 8 (0,3), 9 (4,0), ... 19 (0,5).
    120 + p * 4 + q one card each of two values v < w; p = place of (v, w) in (0,1), (0,2), .. (0,5), (1,2), .. (4,5);
                    q = 2 * (card of v is double) + (card of w is double).
    180 + c         take a chip of colour c = 0..4 from the offered casino.
    185             take no chip.
    A selection is legal if the hand holds those cards. While a chip is offered only 180..185 can be legal.

Chance events and their codes (an impossible code is a ValueError)
    "start"  a seat, uniform. Only with random_start AND sequential, once, before everything else.
    "note"   index among the distinct values of config notes, ascending (a value with count 0 keeps its index); drawn
             in proportion to the counts left in the stack.
    "chip"   colour; drawn in proportion to the counts left in the chip stack.
    "draw"   the whole new hand of `seat`: sum of count[kind] << (4 * kind). Exactly min(hand, cards in his pile)
             cards, multivariate hypergeometric over his pile.
    An event with a single possible outcome is still an event.

Order
    Round set-up: notes_per_casino notes to casino 0, then to casino 1, and so on; an empty stack stops the dealing
    for this round. With chips: one chip to each casino 0..5 in order; an empty chip stack stops that.
    Simultaneous: a turn is a draw for every seat still in, in ascending seat order; then every seat still in chooses,
    in ascending seat order (kept in "chosen"). With the last choice, at once: all of them place, their other hand
    cards go under the glasses, their turn counts rise by one and the OUT rule is applied to each of them.
    Sequential: at the round's start a draw for every seat, in the order 0, 1, 2, .. whoever starts. Then from the start
    seat on clockwise, the next seat still in takes a turn: choose and place at once; for each casino, lower
    first, at which at least two dice were placed in this turn and which has at least one chip, a chip decision;
    the remaining hand goes under the glass; the turn count rises by one; the OUT rule; if still in, a draw.
    OUT rule: a seat is out of the round when it has placed `limit` or more cards, or has taken `turns` turns, or its
    pile is empty (no hand to come). Going out for any of these reasons puts the whole pile under the glass. The rule is
    also applied before the first draw of a round (matters only for an empty deck). With nobody in the round ends.
    Round end (no events): payout casino 0..5, notes not won into the box; all cards back into the piles; seats all in,
    turn counts 0; round + 1. Unless that was the last round: in sequential play start + 1 modulo players (in
    simultaneous play start is always 0), next set-up. At the end of the game chips become money: n of a colour are
    worth chip_values[n - 1], more than the row is long its last value.

Members
    pending  name of the chance event due, or None.
    over     True at the end of the game.
    seat     the seat to decide, or in a "draw" the seat that draws; None during "start", "note", "chip" and when over.
    apply_chance(code), apply(action); legal(): sorted, empty while an event is pending or when over.
    shares() of the win and payoffs(reward), per seat. "win": share - 1 / players; "rank": +1 (first) to -1 (last),
             tied places averaged; both 0 before the end. "money", at any time: (own money - mean of the others) / 100.

facts()
    round    0-based; equals config rounds when over.
    turn     turns already ended by `seat` in this round (so a hand for turn t is drawn, chosen from and its chips are
             taken while turn == t); 0 while seat is None.
    start    start seat of this round (when over: of the last round).
    offer    casino whose chips are offered now, or None.
    casinos  per casino: notes (descending), dice [per seat], cards [per seat], chips [5].
    players  per seat: in (still in this round; True again after each payout, so also when over); hand, pile (left to
             draw), discards (under the glass), placed (on casinos) and chosen (not yet revealed, no longer in hand),
             five piles that together are always the whole deck; cards_placed; money (chip money only when over);
             notes (number won); held {value: count}, only values held; chips [5].
             From a payout to the next draws, and when over, the whole deck is in pile.
             During a chip decision the cards not chosen are still in hand.
    stack    {value: count left}; box {value: count gone for good}: both with every value of config notes, zeros too.
    chip_stack [5] (zeros without chips).
"""

from itertools import combinations

CASINOS = 6
KINDS = 2 * CASINOS
BAG_BITS = 4
MOST_CARDS_CHOSEN = 5
CHIP_COLOURS = 5
FIRST_CHIP_ACTION = 180
TAKE_NO_CHIP = 185


def kind_of(value: int, double: int) -> int:
    """LC-1: the kind of card with this value (0..5) that shows one die (double = 0) or two (double = 1)."""
    return 2 * value + double


def pile_of(*kinds: int) -> list[int]:
    """The pile of exactly these cards."""
    return [kinds.count(kind) for kind in range(KINDS)]


def list_selections() -> list[list[int]]:
    """LC-7: every selection there is, as a pile, at the index that is its action."""
    selections = []
    for value in range(CASINOS):
        single, double = kind_of(value, 0), kind_of(value, 1)
        for cards in range(1, MOST_CARDS_CHOSEN + 1):
            for doubles in range(cards + 1):
                selections.append(pile_of(*[single] * (cards - doubles), *[double] * doubles))
    for low, high in combinations(range(CASINOS), 2):
        for low_double in (0, 1):
            for high_double in (0, 1):
                selections.append(pile_of(kind_of(low, low_double), kind_of(high, high_double)))
    return selections


def needed_for(selection: list[int]) -> tuple[int, int, int, int]:
    """LC-7: a selection has one or two kinds of cards: the first and how many of it, the last and how many of it."""
    kinds = [kind for kind, count in enumerate(selection) if count]
    one, other = kinds[0], kinds[-1]
    assert selection[one] + (other != one) * selection[other] == sum(selection)
    return one, selection[one], other, selection[other]


SELECTIONS = list_selections()
NEEDED = [needed_for(selection) for selection in SELECTIONS]


class Casino:
    """One casino with its notes (LC-4), the cards at it and the dice on them (LC-8), and its chip cards (LC-13)."""

    def __init__(self, players: int):
        self.notes: list[int] = []
        self.dice = [0] * players
        self.cards = [0] * players
        self.chips = [0] * CHIP_COLOURS

    def add_note(self, value: int) -> None:
        """LC-4: notes are kept sorted descending."""
        self.notes.append(value)
        self.notes.sort(reverse=True)

    def ranking(self) -> list[int]:
        """LC-10: seats that may win a note, most dice first; equal numbers have cancelled, as have those without."""
        alone = [seat for seat, dice in enumerate(self.dice) if dice > 0 and self.dice.count(dice) == 1]
        return sorted(alone, key=lambda seat: -self.dice[seat])

    def clear(self) -> None:
        """After payout: cards are back with the players and notes are gone; chip cards stay (LV-15)."""
        self.notes = []
        self.dice = [0] * len(self.dice)
        self.cards = [0] * len(self.cards)


class Player:
    """A seat: where its cards are, notes won (LC-10) and chip cards taken (LC-13)."""

    def __init__(self, deck: list[int]):
        self.deck = deck
        self.notes: list[int] = []
        self.chips = [0] * CHIP_COLOURS
        self.chip_money = 0  # stays 0 until the game ends (LV-17)
        self.gather_cards()

    def gather_cards(self) -> None:
        """LC-5: all cards are in the draw pile again, for a new round."""
        self.pile = list(self.deck)
        self.hand = [0] * KINDS
        self.chosen = [0] * KINDS
        self.placed = [0] * KINDS
        self.glass = [0] * KINDS
        self.turns = 0
        self.is_in = True

    @property
    def cards_placed(self) -> int:
        """LC-9: cards, not dice."""
        return sum(self.placed)

    @property
    def money(self) -> int:
        return sum(self.notes) + self.chip_money

    @property
    def standing(self) -> tuple[int, int]:
        """LC-11: richest first; ties are broken by the number of notes held (chips are no notes, LV-17)."""
        return self.money, len(self.notes)


class LasVegasCardsOracle:
    """One game of Las Vegas, the card game."""

    def __init__(self, config: dict):
        if config["chips"] and not config["sequential"]:
            raise ValueError("chip cards (LC-13) need the sequential variant (LC-12)")
        if not 1 <= config["hand"] < 1 << BAG_BITS:
            raise ValueError(f"a hand of {config['hand']} cards cannot be coded")
        self.config = config
        self.note_values = sorted(config["notes"])
        self.stack = {value: config["notes"][value] for value in self.note_values}  # LC-2
        self.box = dict.fromkeys(self.note_values, 0)  # LC-10
        self.chip_stack = [config["chip_copies"] if config["chips"] else 0] * CHIP_COLOURS  # LC-3
        self.casinos = [Casino(config["players"]) for _ in range(CASINOS)]
        deck = [config["doubles" if double else "singles"][value] for value in range(CASINOS) for double in (0, 1)]
        self.players = [Player(deck) for _ in range(config["players"])]  # LC-1
        self.round = 0
        self.start = 0
        self.seat: int | None = None
        self.pending: str | None = None
        self.over = False
        self._dealing_to = 0  # casino that is being dealt to
        self._to_draw: list[int] = []  # seats that still draw before anyone plays
        self._plays_next = 0  # first seat to be considered for playing once the hands are drawn
        self._options: list[int] | None = None  # the legal actions, once computed
        self._offers: list[int] = []  # casinos whose chips the deciding seat may still take from, the first one now
        if config["random_start"] and config["sequential"]:
            self.pending = "start"
        else:
            self._deal_notes()

    # ---------------------------------------------------------------- what callers use

    @property
    def offer(self) -> int | None:
        """LC-13: the casino whose chips are offered now."""
        return self._offers[0] if self._offers else None

    def apply_chance(self, code: int) -> None:
        """Apply an outcome of the pending chance event; ValueError if it is impossible."""
        if self.pending is None:
            raise ValueError("no chance event is pending")
        events = {
            "start": self._start_drawn,
            "note": self._note_drawn,
            "chip": self._chip_drawn,
            "draw": self._hand_drawn,
        }
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
        if self.offer is not None:  # LV-16: any one of the chips lying there, or none
            chips = self.casinos[self.offer].chips
            return [FIRST_CHIP_ACTION + colour for colour in range(CHIP_COLOURS) if chips[colour]] + [TAKE_NO_CHIP]
        hand = self._deciding().hand
        return [action for action, (one, n, other, m) in enumerate(NEEDED) if hand[one] >= n and hand[other] >= m]

    def apply(self, action: int) -> None:
        """Take a legal action of the deciding seat; ValueError if it is illegal."""
        if action not in self.legal():
            raise ValueError(f"illegal action {action}: legal are {self.legal()}")
        self._options = None
        if self.offer is not None:
            self._take_chip(action)
        else:
            self._choose(SELECTIONS[action])

    def shares(self) -> list[float]:
        """LC-11: each seat's share of the win; zeros before the end."""
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
            "turn": 0 if self.seat is None else self._deciding().turns,
            "start": self.start,
            "offer": self.offer,
            "casinos": [
                {"notes": list(c.notes), "dice": list(c.dice), "cards": list(c.cards), "chips": list(c.chips)}
                for c in self.casinos
            ],
            "players": [
                {
                    "in": p.is_in,
                    "hand": list(p.hand),
                    "pile": list(p.pile),
                    "discards": list(p.glass),
                    "placed": list(p.placed),
                    "chosen": list(p.chosen),
                    "cards_placed": p.cards_placed,
                    "money": p.money,
                    "notes": len(p.notes),
                    "held": {value: p.notes.count(value) for value in set(p.notes)},
                    "chips": list(p.chips),
                }
                for p in self.players
            ],
            "stack": dict(self.stack),
            "box": dict(self.box),
            "chip_stack": list(self.chip_stack),
        }

    # ---------------------------------------------------------------- round set-up

    def _start_drawn(self, seat: int) -> None:
        """LC-12, option: a random seat starts round 1."""
        if not 0 <= seat < len(self.players):
            raise ValueError(f"there is no seat {seat}")
        self.start = seat
        self._deal_notes()

    def _deal_notes(self) -> None:
        """LC-4: two notes to each casino, casino by casino; without notes dealing stops."""
        self.pending = None
        while self._dealing_to < CASINOS and any(self.stack.values()):
            if len(self.casinos[self._dealing_to].notes) < self.config["notes_per_casino"]:
                self.pending = "note"
                return
            self._dealing_to += 1
        self._dealing_to = 0
        self._deal_chips()

    def _note_drawn(self, index: int) -> None:
        if not 0 <= index < len(self.note_values) or self.stack[self.note_values[index]] == 0:
            raise ValueError(f"no note of index {index} in the stack")
        value = self.note_values[index]
        self.stack[value] -= 1
        self.casinos[self._dealing_to].add_note(value)
        self._deal_notes()

    def _deal_chips(self) -> None:
        """LC-13, LV-15: one chip card to each casino in order, as long as there are any."""
        self.pending = None
        if self._dealing_to < CASINOS and any(self.chip_stack):
            self.pending = "chip"
        else:
            self._dealing_to = 0
            self._begin_play()

    def _chip_drawn(self, colour: int) -> None:
        if not 0 <= colour < CHIP_COLOURS or self.chip_stack[colour] == 0:
            raise ValueError(f"no chip of colour {colour} in the stack")
        self.chip_stack[colour] -= 1
        self.casinos[self._dealing_to].chips[colour] += 1
        self._dealing_to += 1
        self._deal_chips()

    # ---------------------------------------------------------------- drawing hands

    def _begin_play(self) -> None:
        """LC-5, LC-12: everyone draws a first hand; then seat 0 chooses first, or the start seat plays."""
        for player in self.players:
            self._leave_if_done(player)
        self._draw_hands(list(range(len(self.players))), then=self.start)

    def _draw_hands(self, seats: list[int], then: int) -> None:
        """LC-5, LC-9, LC-12: those of the seats still in draw, one by one; then `then` or the next one in plays."""
        self._to_draw = [seat for seat in seats if self.players[seat].is_in]
        self._plays_next = then
        self._draw_next()

    def _draw_next(self) -> None:
        if self._to_draw:
            self.seat = self._to_draw.pop(0)
            self.pending = "draw"
        else:
            self.pending = None
            self._turn_of_first_in(self._plays_next)

    def _hand_drawn(self, code: int) -> None:
        """LC-5: the top cards of the pile, five or what is left."""
        player = self._deciding()
        cards = [(code >> (BAG_BITS * kind)) & 15 for kind in range(KINDS)]
        size = min(self.config["hand"], sum(player.pile))
        too_many = any(card > left for card, left in zip(cards, player.pile, strict=True))
        if code < 0 or code >> (BAG_BITS * KINDS) or sum(cards) != size or too_many:
            raise ValueError(f"{code:#x} is not a hand of {size} cards from {player.pile}")
        self._move(cards, player.pile, player.hand)
        self._draw_next()

    # ---------------------------------------------------------------- a turn

    def _turn_of_first_in(self, first: int) -> None:
        """LC-9, LC-12: from seat `first` on clockwise, the next player still in chooses; without any the round ends."""
        for step in range(len(self.players)):
            seat = (first + step) % len(self.players)
            if self.players[seat].is_in:
                self.seat = seat
                return
        self._end_round()

    def _choose(self, cards: list[int]) -> None:
        """LC-6: choose hidden and reveal when all have chosen; LC-12: or place at once."""
        player = self._deciding()
        self._move(cards, player.hand, player.chosen)
        if self.config["sequential"]:
            self._place_in_turn()
        elif all(any(other.chosen) for other in self.players if other.is_in):
            self._reveal()
        else:
            assert self.seat is not None
            self._turn_of_first_in(self.seat + 1)

    def _reveal(self) -> None:
        """LC-8, LC-9: all place, put the rest under the glass and perhaps go out; the next turn opens with drawing."""
        for seat, player in enumerate(self.players):
            if player.is_in:
                self._place(seat)
                self._finish_turn(player)
        self._draw_hands(list(range(len(self.players))), then=0)

    def _place_in_turn(self) -> None:
        """LC-12, LC-13: place; casinos with two or more dice from this turn and with chips offer one, lower first."""
        assert self.seat is not None
        placed = self._place(self.seat)
        self._offers = [place for place in range(CASINOS) if placed[place] >= 2 and any(self.casinos[place].chips)]
        if not self._offers:
            self._end_turn_in_sequence()

    def _take_chip(self, action: int) -> None:
        """LC-13, LV-16: take one of the chips offered, or none."""
        casino = self.casinos[self._offers.pop(0)]
        if action != TAKE_NO_CHIP:
            colour = action - FIRST_CHIP_ACTION
            casino.chips[colour] -= 1
            self._deciding().chips[colour] += 1
        if not self._offers:
            self._end_turn_in_sequence()

    def _end_turn_in_sequence(self) -> None:
        """LC-12: the rest goes under the glass, the player draws five if he is still in, and the next one plays."""
        assert self.seat is not None
        self._finish_turn(self._deciding())
        self._draw_hands([self.seat], then=self.seat + 1)

    def _place(self, seat: int) -> list[int]:
        """LC-8: the chosen cards go to the casinos of their values; returns the dice placed per casino."""
        player = self.players[seat]
        dice = [0] * CASINOS
        for place, casino in enumerate(self.casinos):
            singles, doubles = player.chosen[kind_of(place, 0)], player.chosen[kind_of(place, 1)]
            dice[place] = singles + 2 * doubles  # LC-10
            casino.dice[seat] += dice[place]
            casino.cards[seat] += singles + doubles
        self._move(list(player.chosen), player.chosen, player.placed)
        return dice

    def _finish_turn(self, player: Player) -> None:
        """LC-8: unchosen cards leave play for this round."""
        self._move(list(player.hand), player.hand, player.glass)
        player.turns += 1
        self._leave_if_done(player)

    def _leave_if_done(self, player: Player) -> None:
        """LC-6, LC-9: out with eight cards placed, after six turns, or with no card to draw: the pile is put away."""
        full = player.cards_placed >= self.config["limit"]
        if full or player.turns >= self.config["turns"] or not any(player.pile):
            player.is_in = False
            self._move(list(player.pile), player.pile, player.glass)

    # ---------------------------------------------------------------- payout and end

    def _end_round(self) -> None:
        self.seat = None
        for casino in self.casinos:
            self._pay_out(casino)
        for player in self.players:
            player.gather_cards()
        self.round += 1
        if self.round == self.config["rounds"]:
            self._end_game()
        else:
            if self.config["sequential"]:
                self.start = (self.start + 1) % len(self.players)  # LC-12
            self._deal_notes()

    def _pay_out(self, casino: Casino) -> None:
        """LC-10: the higher note to the most dice, the next to the second most; what nobody wins goes to the box."""
        ranking = casino.ranking()
        for place, note in enumerate(casino.notes):
            if place < len(ranking):
                self.players[ranking[place]].notes.append(note)
            else:
                self.box[note] += 1
        casino.clear()

    def _end_game(self) -> None:
        """LV-17: a colour of chips is worth money by the number held."""
        self.over = True
        values = self.config["chip_values"]
        for player in self.players:
            player.chip_money = sum(values[min(count, len(values)) - 1] for count in player.chips if count)

    # ---------------------------------------------------------------- helpers

    def _deciding(self) -> Player:
        """The player who decides, or draws."""
        assert self.seat is not None
        return self.players[self.seat]

    @staticmethod
    def _move(cards: list[int], source: list[int], target: list[int]) -> None:
        """Move these cards from one pile to another."""
        for kind, count in enumerate(cards):
            if count:
                source[kind] -= count
                target[kind] += count

    def _rank_value(self, player: Player) -> float:
        """+1 for the first place down to -1 for the last, the places of tied players averaged (order of LC-11)."""
        better = sum(other.standing > player.standing for other in self.players)
        equal = sum(other.standing == player.standing for other in self.players)
        place = better + (equal - 1) / 2
        return 1.0 - 2.0 * place / (len(self.players) - 1)
