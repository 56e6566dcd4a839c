"""The phases of Cash & Run and the transitions between them.

A game is always in one phase, which waits for a decision of one seat or for a chance event.  The table below documents
every phase; the other modules implement them, and a test checks that games make only the transitions listed here.  A
decision with a single legal action is taken automatically, so its phase may be skipped (`passes`).
"""

from __future__ import annotations

import dataclasses

import numpy as np

(
    DEAL_CASINO, DEAL_BLUFF, PLACE, START,
    TURN_START, ANNOUNCE, COMBINATION, LEAVE_OUT, DICE, MOVE,
    BUY_CASINO, PICK_GAME, STAKE, GAME, BLUFF_LAY, BLUFF_ANSWER,
    BUY_BLUFF, DRAW_BLUFF, DISCARD, POT, THROW, SLAM_OFFER, SLAM, SLAM_ON,
    TAKEOVER_OFFER, TAKEOVER, FORFEIT, SELL, BID, SEALED_BID, EXTRA_ROLL, UNDER, OVER,
) = range(33)  # fmt: skip

# Chance events (game.chance).
EVENTS = {
    1: "casino",
    2: "bluff",
    3: "start",
    4: "announce",
    5: "dice",
    6: "game",
    7: "takeover",
    8: "pot",
    9: "throw",
    10: "slam",
    11: "under",
}
(
    CASINO_EVENT, BLUFF_EVENT, START_EVENT, ANNOUNCE_EVENT, DICE_EVENT, GAME_EVENT, TAKEOVER_EVENT, POT_EVENT,
    THROW_EVENT, SLAM_EVENT, UNDER_EVENT,
) = EVENTS  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Phase:
    """One row of the table."""

    number: int
    name: str
    who: str  # who decides; "chance" or "nobody"
    question: str
    actions: str  # the legal actions, or the outcomes of the chance event
    following: tuple[int, ...]  # possible next phases
    event: int = 0  # number of the chance event
    passes: bool = False  # whether it is skipped when only one action is legal


# Next phases that several phases share.
_TURN_OVER = (TURN_START, OVER)
_AFTER_SPACE = (EXTRA_ROLL, *_TURN_OVER)
_SPACE = (
    BUY_CASINO, PICK_GAME, SELL, UNDER, BUY_BLUFF, POT, THROW, SLAM_OFFER, TAKEOVER_OFFER, *_AFTER_SPACE,
)  # fmt: skip
_AUCTION = (BID, SEALED_BID)
_AUCTION_OVER = (SELL, UNDER, PICK_GAME, *_AFTER_SPACE)
_SETTLED = (FORFEIT, *_AUCTION, *_AFTER_SPACE)

PHASES = (
    # Set-up (CR-5)
    Phase(DEAL_CASINO, "deal_casino", "chance", "Which casino is dealt?",
          "a casino", (DEAL_CASINO, DEAL_BLUFF), CASINO_EVENT),
    Phase(DEAL_BLUFF, "deal_bluff", "chance", "Which bluff card is dealt?",
          "a kind", (DEAL_BLUFF, PLACE), BLUFF_EVENT),
    Phase(PLACE, "place", "each seat in order", "Where does your pawn start?",
          "an own casino", (PLACE, START), passes=True),
    Phase(START, "start", "chance", "Who begins?", "a seat", (TURN_START,), START_EVENT),
    # A turn (CR-7 to CR-9)
    Phase(TURN_START, "turn_start", "turn seat", "Roll, announce Cash & Run, or auction a casino?",
          "roll, announce, an own casino", (DICE, ANNOUNCE, *_AUCTION), passes=True),
    Phase(ANNOUNCE, "announce", "chance", "Is the card a spade?",
          "yes or no", (COMBINATION, *_TURN_OVER), ANNOUNCE_EVENT),
    Phase(COMBINATION, "combination", "turn seat", "Which combination do you lay down?",
          "an own combination",
          (LEAVE_OUT, *_TURN_OVER), passes=True),
    Phase(LEAVE_OUT, "leave_out", "turn seat", "Which casino do you keep back?", "a casino of the combination",
          (LEAVE_OUT, *_TURN_OVER)),
    Phase(DICE, "dice", "chance", "What do the two dice show?", "two dice", (MOVE, *_SPACE), DICE_EVENT),
    Phase(MOVE, "move", "turn seat", "Cash & Run space: where to?",
          "any space but another Cash & Run", _SPACE),
    # Casinos (CR-11 to CR-14)
    Phase(BUY_CASINO, "buy_casino", "turn seat", "Buy this casino?", "buy, decline", _AFTER_SPACE),
    Phase(PICK_GAME, "pick_game", "visitor", "Which game do you play here?", "game 1, 2 or 3", (STAKE,)),
    Phase(STAKE, "stake", "visitor", "How much do you stake?",
          "a stake, all in, break", (GAME,), passes=True),
    Phase(GAME, "game", "chance", "Does the visitor win?",
          "yes or no", (BLUFF_LAY, *_AUCTION, *_AFTER_SPACE), GAME_EVENT),
    Phase(BLUFF_LAY, "bluff_lay", "loser of the game", "Lay a bluff card?", "a kind in hand, no bluff",
          (BLUFF_ANSWER, *_SETTLED)),
    Phase(BLUFF_ANSWER, "bluff_answer", "winner of the game", "Do you believe the card?", "accept, challenge",
          (GAME, TAKEOVER, *_SETTLED)),
    # Bluff, Pot, All play, Grand Slam, Takeover (CR-15 to CR-19)
    Phase(BUY_BLUFF, "buy_bluff", "turn seat", "Buy a bluff card?",
          "buy, decline", (DRAW_BLUFF, DISCARD, *_AFTER_SPACE)),
    Phase(DRAW_BLUFF, "draw_bluff", "chance", "Which bluff card is drawn?",
          "a kind", (DISCARD, *_AFTER_SPACE), BLUFF_EVENT),
    Phase(DISCARD, "discard", "turn seat", "Which bluff card goes under the stack?",
          "a kind in hand", _AFTER_SPACE),
    Phase(POT, "pot", "chance", "Is the pot won?", "yes or no", _AFTER_SPACE, POT_EVENT),
    Phase(THROW, "throw", "chance", "What does the next player throw?",
          "a number", (THROW, SELL, UNDER, *_AFTER_SPACE),
          THROW_EVENT),
    Phase(SLAM_OFFER, "slam_offer", "turn seat", "Take the gift, or play the Grand Slam?", "take, play",
          (SLAM, *_AFTER_SPACE)),
    Phase(SLAM, "slam", "chance", "Is this step won?", "yes or no", (SLAM_ON, *_AFTER_SPACE), SLAM_EVENT),
    Phase(SLAM_ON, "slam_on", "turn seat", "Stop, or play on?", "stop, go on", (SLAM, *_AFTER_SPACE)),
    Phase(TAKEOVER_OFFER, "takeover_offer", "turn seat", "Which casino do you want to take over?",
          "a casino of an opponent, decline", (TAKEOVER, *_AFTER_SPACE)),
    Phase(TAKEOVER, "takeover", "chance", "Does the challenger win?",
          "yes or no", (BLUFF_LAY, FORFEIT, *_AFTER_SPACE),
          TAKEOVER_EVENT),
    Phase(FORFEIT, "forfeit", "opponent in the takeover", "Which casino of the challenger do you take?",
          "a casino of the challenger", _AFTER_SPACE, passes=True),
    # Auctions, debts, bankruptcy (CR-13, CR-24 to CR-29)
    Phase(SELL, "sell", "debtor or visitor", "Which casino do you put up for auction?",
          "an own casino", _AUCTION,
          passes=True),
    Phase(BID, "bid", "bidder", "Raise or pass?",
          "a raise, pass", (BID, TURN_START, *_AUCTION_OVER), passes=True),
    Phase(SEALED_BID, "sealed_bid", "bidders, hidden from each other", "What do you bid?",
          "a bid, all in, pass",
          (SEALED_BID, TURN_START, *_AUCTION_OVER), passes=True),
    Phase(EXTRA_ROLL, "extra_roll", "turn seat", "Roll once more?",
          "roll, end the turn", (DICE, *_TURN_OVER), passes=True),
    Phase(UNDER, "under", "chance", "Which card of the bankrupt goes under next?",
          "a kind", (UNDER, *_AFTER_SPACE),
          UNDER_EVENT),
    Phase(OVER, "over", "nobody", "The game is over.", "none", ()),
)  # fmt: skip

EVENT_OF = np.array([phase.event for phase in PHASES], np.int8)  # (phases,) chance event of each phase; 0 for none


def phase_diagram() -> str:
    """The table as a Mermaid flowchart: decisions as boxes, chance events as rounded boxes."""
    lines = ["flowchart TD"]
    for phase in PHASES:
        left, right = ("([", "])") if phase.event else ("[", "]")
        decision = "" if phase.event or phase.number == OVER else f"<br/>{phase.who}: {phase.actions}"
        lines.append(f'    p{phase.number}{left}"{phase.name}{decision}"{right}')
    for phase in PHASES:
        for following in dict.fromkeys(phase.following):
            lines.append(f"    p{phase.number} --> p{following}")
    return "\n".join(lines) + "\n"
