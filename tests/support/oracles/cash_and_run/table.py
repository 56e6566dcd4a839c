"""The state of a game: players, money, casinos, bluff cards and the situation in play.

The rules are in the other files, one topic each, as classes on top of Table. Every phase has its methods beside the
rule it belongs to: a decision has `_legal_<phase>` and `_apply_<phase>`, a chance event has `_outcomes_<phase>` and
`_happen_<phase>`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from tests.support.oracles.cash_and_run.config import CASINOS, KINDS, complete, read_board

PHASES = (
    "deal_casino",
    "deal_bluff",
    "place",
    "start",
    "turn_start",
    "announce",
    "combination",
    "leave_out",
    "dice",
    "move",
    "buy_casino",
    "pick_game",
    "stake",
    "game",
    "bluff_lay",
    "bluff_answer",
    "buy_bluff",
    "draw_bluff",
    "discard",
    "pot",
    "throw",
    "slam_offer",
    "slam",
    "slam_on",
    "takeover_offer",
    "takeover",
    "forfeit",
    "sell",
    "bid",
    "sealed_bid",
    "extra_roll",
    "under",
    "over",
)
CHANCE = {  # the phases that wait for a chance event, and its name
    "deal_casino": "casino",
    "deal_bluff": "bluff",
    "start": "start",
    "announce": "announce",
    "dice": "dice",
    "game": "game",
    "draw_bluff": "bluff",
    "pot": "pot",
    "throw": "throw",
    "slam": "slam",
    "takeover": "takeover",
    "under": "under",
}
ALWAYS_ASKED = "discard"  # made automatically, it would show that all cards of the hand are alike


@dataclass
class Lap:
    """CR-30, CR-31: a final lap: where it started, how far it went, and the casinos laid down."""

    start: int
    laid: list[int]
    steps: int = 0


@dataclass
class Player:
    """A seat. `bankrupt` is 0, or 1 for the first who went bankrupt, 2 for the second, and so on."""

    cash: int
    position: int | None = None
    bluff: list[int] = field(default_factory=lambda: [0] * len(KINDS))
    lap: Lap | None = None
    bankrupt: int = 0


@dataclass
class Contest:
    """CR-11, CR-19: a game between two players, the visitor of a casino or the challenger of a takeover first."""

    kind: str  # "visit" or "takeover"
    challenger: int
    opponent: int
    casino: int
    symbol: int
    game: int | None = None  # only in a visit
    stake: int = 0  # on the table
    won: bool | None = None  # by the challenger, as it stands
    laid: int | None = None  # kind of the bluff card lying face down

    @property
    def loser(self) -> int:
        return self.opponent if self.won else self.challenger

    @property
    def winner(self) -> int:
        return self.challenger if self.won else self.opponent


@dataclass
class Debt:
    """CR-28: what is still owed; `first` is the casino to be auctioned before any other (CR-13)."""

    debtor: int
    creditor: int
    amount: int
    first: int | None


@dataclass
class Auction:
    """CR-24, CR-27: `price` is the present price, one below the minimum before the first bid."""

    casino: int
    seller: int
    price: int
    leader: int | None
    still_in: list[int]  # english: who has not passed; sealed: who has yet to bid
    bids: list[int | None]  # sealed, per seat: None before the bid, 0 for no bid


@dataclass
class AllPlay:
    """CR-17: `candidates` throw in this order; `scores` are the first throws per seat."""

    symbol: int
    candidates: list[int]
    scores: list[int | None]
    stage: str = "all"  # then "high", "low"
    throws: list[int] = field(default_factory=list)
    winner: int | None = None


class Table:
    """The position, and the transfers of money and cards that all rules share."""

    def __init__(self, config: dict):
        self.config = complete(config)
        self.spaces = read_board(self.config)
        count = self.config["players"]
        self.players = [Player(self.config["start_money"]) for _ in range(count)]  # CR-5
        self.owner: list[int | None] = [None] * CASINOS
        self.bank: int = self.config["bank"]  # CR-4
        self.pot = 0
        self.bluff_stack: list[int] = list(self.config["bluff_cards"])  # the shuffled part, by kind
        self.bottom: list[tuple[int, int]] = []  # kind and who knows it (bit per seat), in the order of coming up
        self.phase = "deal_casino"
        self.pending: str | None = None
        self.seat: int | None = None
        self.options: list[int] = []  # what the deciding seat may do: nothing changes until it has decided
        self.over = False
        self.ended: str | None = None
        self.lap_winner: int | None = None
        self.stack: list[str] = []
        self.turn = 0
        self.turn_seat: int | None = None
        self.extra = False  # CR-9: another roll is due after this space
        self.ran = False  # CR-9: the turn player was on a lap when this turn began
        self.slam = 0  # CR-18: steps won
        self.laying: list[int] | None = None  # CR-30: casinos about to be laid down
        self.leaving: int | None = None  # CR-28: whose bluff cards go under the stack
        self.contest: Contest | None = None
        self.debt: Debt | None = None
        self.auction: Auction | None = None
        self.all_play: AllPlay | None = None

    # ---------------------------------------------------------------- asking and waiting

    def legal(self) -> list[int]:
        """The legal actions, sorted; none at the end or while a chance event is pending."""
        if self.over or self.pending is not None:
            return []
        return list(self.options)

    def apply(self, action: int) -> None:
        """Take a legal action of the deciding seat; ValueError if it is illegal."""
        if action not in self.legal():
            raise ValueError(f"illegal action {action} in {self.phase}: legal are {self.legal()}")
        getattr(self, f"_apply_{self.phase}")(action)

    def outcomes(self) -> dict[int, Fraction]:
        """Every outcome the pending chance event can have, with its exact probability."""
        if self.pending is None:
            return {}
        return getattr(self, f"_outcomes_{self.phase}")()

    def apply_chance(self, code: int) -> None:
        """Apply an outcome of the pending chance event; ValueError if it is impossible."""
        if self.pending is None:
            raise ValueError("no chance event is pending")
        if code not in self.outcomes():
            raise ValueError(f"{self.pending} cannot have the outcome {code}: possible are {sorted(self.outcomes())}")
        getattr(self, f"_happen_{self.phase}")(code)

    def _ask(self, phase: str, seat: int) -> None:
        """Wait for a decision; a forced one is made at once."""
        self.phase, self.seat, self.pending = phase, seat, None
        self.options = sorted(getattr(self, f"_legal_{phase}")())
        if len(self.options) == 1 and phase != ALWAYS_ASKED:
            self.apply(self.options[0])

    def _await(self, phase: str) -> None:
        """Wait for a chance event."""
        self.phase, self.seat, self.pending = phase, None, CHANCE[phase]

    def _leave(self, frame: str) -> None:
        """End the innermost situation, which must be this one."""
        assert self.stack[-1] == frame, (self.stack, frame)
        self.stack.pop()

    # ---------------------------------------------------------------- who and what

    def me(self) -> Player:
        """The player whose turn it is."""
        assert self.turn_seat is not None
        return self.players[self.turn_seat]

    def here(self) -> int:
        """Where the pawn of the player stands whose turn it is."""
        position = self.me().position
        assert position is not None
        return position

    def clockwise_after(self, seat: int) -> list[int]:
        """The players still in the game, from the left neighbour of `seat` on, that seat itself last."""
        count = len(self.players)
        order = [(seat + step) % count for step in range(1, count + 1)]
        return [other for other in order if not self.players[other].bankrupt]

    def living(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if not player.bankrupt]

    def casinos_of(self, seat: int) -> list[int]:
        return [casino for casino, owner in enumerate(self.owner) if owner == seat]

    def on_lap(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player.lap is not None]

    # ---------------------------------------------------------------- moving money, casinos and cards

    def _pay_pot(self, seat: int, amount: int) -> None:
        assert self.players[seat].cash >= amount
        self.players[seat].cash -= amount
        self.pot += amount

    def _bank_pays(self, seat: int, amount: int) -> int:
        """The bank pays what it has, if that is less; returns what it paid."""
        paid = min(amount, self.bank)
        self.bank -= paid
        self.players[seat].cash += paid
        return paid

    def _pay(self, payer: int, receiver: int, amount: int) -> None:
        assert 0 <= amount <= self.players[payer].cash
        self.players[payer].cash -= amount
        self.players[receiver].cash += amount

    def _give_casino(self, casino: int, to: int | None) -> None:
        """The casino changes hands (None: it is for sale again); CR-32: losing a laid one ends the lap at once."""
        before = self.owner[casino]
        self.owner[casino] = to
        if before is not None:
            lap = self.players[before].lap
            if lap is not None and casino in lap.laid:
                self.players[before].lap = None

    def _put_under(self, kind: int, known_to: Iterable[int]) -> None:
        """A bluff card goes under the stack; some seats have seen it."""
        self.bottom.append((kind, sum(1 << seat for seat in known_to)))

    def _stack_outcomes(self) -> dict[int, Fraction]:
        total = sum(self.bluff_stack)
        return {kind: Fraction(count, total) for kind, count in enumerate(self.bluff_stack) if count}

    # ---------------------------------------------------------------- where the topics meet

    def _begin_turn(self, seat: int) -> None:
        raise NotImplementedError("movement.py")

    def _start_of_turn(self) -> None:
        raise NotImplementedError("movement.py")

    def _after_space(self) -> None:
        raise NotImplementedError("movement.py")

    def _end_turn(self) -> None:
        raise NotImplementedError("movement.py")

    def _combinations_of(self, seat: int) -> list[int]:
        raise NotImplementedError("final_lap.py")

    def _visit(self, casino: int, owner: int) -> None:
        raise NotImplementedError("casino_games.py")

    def _raise_stake_money(self) -> None:
        raise NotImplementedError("casino_games.py")

    def _settle_contest(self) -> None:
        raise NotImplementedError("casino_games.py")

    def _replay_contest(self) -> None:
        raise NotImplementedError("casino_games.py")

    def _after_game(self) -> None:
        raise NotImplementedError("bluff.py")

    def _begin_auction(self, seller: int, casino: int) -> None:
        raise NotImplementedError("auctions.py")

    def _owe(self, debtor: int, creditor: int, amount: int, first: int | None) -> None:
        raise NotImplementedError("debts.py")

    def _go_bankrupt(self, seat: int) -> None:
        raise NotImplementedError("debts.py")

    def _resume(self) -> None:
        raise NotImplementedError("debts.py")

    def _end_game(self, reason: str) -> None:
        raise NotImplementedError("results.py")
