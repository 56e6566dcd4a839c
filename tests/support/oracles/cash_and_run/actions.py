"""The flat action space: 125 actions whose meaning depends neither on position nor on config."""

from tests.support.oracles.cash_and_run.config import CASINOS, COLOURS, KINDS, MOST_RAISES, MOST_RUNGS, SPACES, SYMBOLS

SINGLE = (
    "roll",
    "end_turn",
    "announce",
    "buy",
    "decline",
    "all_in",
    "break",
    "no_bluff",
    "accept",
    "challenge",
    "take",
    "play",
    "stop",
    "go_on",
    "pass",
)
(
    ROLL,
    END_TURN,
    ANNOUNCE,
    BUY,
    DECLINE,
    ALL_IN,
    BREAK,
    NO_BLUFF,
    ACCEPT,
    CHALLENGE,
    TAKE,
    PLAY,
    STOP,
    GO_ON,
    PASS,
) = range(len(SINGLE))

GAMES = 3  # games on offer in a casino
GAME = len(SINGLE)  # 15: pick game g of the casino visited
LAY = GAME + GAMES  # 18: lay a bluff card of kind k face down
DISCARD = LAY + len(KINDS)  # 22: put a bluff card of kind k under the stack
COMBINATION = DISCARD + len(KINDS)  # 26: lay down symbol 0..2 or colour 0..4
RAISE = COMBINATION + len(SYMBOLS) + COLOURS  # 34: raise by step j
STAKE = RAISE + MOST_RAISES  # 42: stake rung k
BID = STAKE + MOST_RUNGS  # 58: sealed bid of rung j
CASINO = BID + MOST_RUNGS  # 74: name casino c
MOVE = CASINO + CASINOS  # 89: go to space s
ACTIONS = MOVE + SPACES  # 125

_FAMILIES = (
    ("move", MOVE),
    ("casino", CASINO),
    ("bid", BID),
    ("stake", STAKE),
    ("raise", RAISE),
    ("combination", COMBINATION),
    ("discard", DISCARD),
    ("lay", LAY),
    ("game", GAME),
)


def action_name(action: int) -> str:
    """A short name: "roll", "stake 3", "casino 14"."""
    if not 0 <= action < ACTIONS:
        raise ValueError(f"there is no action {action}")
    if action < len(SINGLE):
        return SINGLE[action]
    family, first = next((name, first) for name, first in _FAMILIES if action >= first)
    return f"{family} {action - first}"
