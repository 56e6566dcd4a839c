"""The game state of Cash & Run: capacities, action numbers, the record of a game and that of its rules.

Rule ids (CR-1 …) are explained in docs/rules/cash_and_run.md.  The unit of money is 50,000.  Casino c has the colour
c // 3 and the symbol c % 3 (CR-2).  Sets of casinos or seats are bit masks: bit c for casino c.
"""

from __future__ import annotations

import numpy as np

# Capacities: one compiled game serves every configuration within them.
SEATS = 6
CASINOS = 15
SPACES = 36
SYMBOLS = 3  # roulette, die, card
COLOURS = 5
KINDS = 4  # of bluff cards: the symbols, and blank
BLUFF_CARDS = 32
HAND = 5  # highest limit of bluff cards in hand
COMBINATIONS = SYMBOLS + COLOURS
STAKES, RAISES, BIDS = 16, 8, 16  # rungs of the ladders (CR-41)
DEPTH = 4  # nested situations
SLAM_STEPS = 3
LONGEST_GAME = 30_000  # turns
MOST_CASH, MOST_BANK = 300, 3_000  # at the start; six times the total fits into 16 bits
MOST_MONEY = SEATS * MOST_CASH + MOST_BANK
NOBODY = -1  # also: no casino, no card, nothing

# The games (CR-11), by symbol and game: equally likely numbers, winning ones, and the prize as a multiple of the stake.
NUMBERS = np.array([36, 6, 52])
WINNING = np.array([[18, 12, 6], [3, 2, 1], [26, 16, 13]])
PAYS = np.array([[1, 2, 5], [1, 2, 5], [1, 2, 3]])
POT_GAME = 1  # CR-16
THROWS = np.array([36, 6, 13])  # CR-17: equally likely results of a throw, by symbol
CARDS, SPADES = 52, 13  # CR-30

# Combinations (CR-6): the casinos of each symbol, then of each colour.
ALL_CASINOS = (1 << CASINOS) - 1
COMBINATION_MASKS = np.array(
    [sum(1 << c for c in range(CASINOS) if c % SYMBOLS == symbol) for symbol in range(SYMBOLS)]
    + [sum(1 << c for c in range(CASINOS) if c // SYMBOLS == colour) for colour in range(COLOURS)]
)

# Kinds of spaces (CR-3).
CASH_AND_RUN, CASINO_SPACE, BLUFF_SPACE, POT_SPACE, ALL_PLAY_SPACE, GRAND_SLAM_SPACE, TAKEOVER_SPACE = range(7)

# Actions.
ROLL, END_TURN, ANNOUNCE, BUY, DECLINE, ALL_IN, BREAK, NO_BLUFF, ACCEPT, CHALLENGE, TAKE, PLAY, STOP, GO_ON, PASS = (
    range(15)
)
PICK = 15  # + game
LAY = PICK + 3  # + kind
DISCARD = LAY + KINDS  # + kind
COMBINATION = DISCARD + KINDS  # + combination
RAISE = COMBINATION + COMBINATIONS  # + step
STAKE = RAISE + RAISES  # + rung
BID = STAKE + STAKES  # + rung
CASINO = BID + BIDS  # + casino
MOVE = CASINO + CASINOS  # + space
ACTIONS = MOVE + SPACES

# Situations that can be nested (game.stack).
FRAMES = {1: "turn", 2: "visit", 3: "takeover", 4: "all_play", 5: "debt", 6: "auction", 7: "bankruptcy"}
TURN_FRAME, VISIT_FRAME, TAKEOVER_FRAME, ALL_PLAY_FRAME, DEBT_FRAME, AUCTION_FRAME, BANKRUPTCY_FRAME = FRAMES

# Ends of a game; kinds of contests; stages of an All play.
BY_LAP, BY_SURVIVOR, BY_LIMIT = 1, 2, 3
VISIT, TAKEOVER = 1, 2
STAGE_ALL, STAGE_HIGH, STAGE_LOW = 1, 2, 3

GAME = np.dtype(
    [
        ("cash_and_run", np.int8),  # the tag of this ruleset
        ("over", np.int8),
        ("chance", np.int8),
        ("seat", np.int8),  # the seat that decides; -1 while a chance event is pending
        ("phase", np.int8),
        ("ended", np.int8),  # 0, or why the game ended
        ("lap_winner", np.int8),
        # open situations, the outermost first
        ("depth", np.int8),
        ("stack", np.int8, DEPTH),
        # the turn
        ("turn_seat", np.int8),
        ("extra", np.int8),  # 1: an extra roll is due after the space (CR-9)
        ("ran", np.int8),  # 1: the turn player was on a final lap when the turn began
        ("slam", np.int8),  # steps of the Grand Slam won so far (CR-18)
        ("turn", np.int16),  # number of the turn, from 1; 0 during set-up
        ("laying", np.int16),  # casinos being laid down (CR-30)
        # the table
        ("bank", np.int16),
        ("pot", np.int16),
        ("owner", np.int8, CASINOS),  # -1: free
        ("leaving", np.int8),  # the bankrupt seat whose cards go under the stack
        # the players
        ("cash", np.int16, SEATS),
        ("laid", np.int16, SEATS),  # casinos laid down for the final lap; 0: not on a lap
        ("position", np.int8, SEATS),  # space; -1 before placing and after bankruptcy
        ("lap_start", np.int8, SEATS),  # space; -1: not on a lap
        ("lap_steps", np.int8, SEATS),
        ("bankrupt", np.int8, SEATS),  # order of bankruptcy; 0 for a solvent seat
        ("hand_count", np.int8, SEATS),  # bluff cards in hand
        ("hand", np.int8, (SEATS, KINDS)),
        # the bluff cards: a shuffled stack, with cards in a fixed order under it
        ("bluff_stack", np.int8, KINDS),
        ("bluff_count", np.int8),
        ("bottom_count", np.int8),
        ("bottom", np.int8, BLUFF_CARDS),  # kinds, the next card first
        ("bottom_known", np.int8, BLUFF_CARDS),  # set of seats that know the card
        # a game for a casino: a visit or a takeover
        ("contest", np.int8),  # 0, VISIT or TAKEOVER
        ("challenger", np.int8),
        ("opponent", np.int8),
        ("casino", np.int8),
        ("symbol", np.int8),
        ("game", np.int8),  # -1 before the choice, and in a takeover
        ("won", np.int8),  # 1: the challenger has won; 0: lost; -1: not yet played
        ("card", np.int8),  # kind of the face-down bluff card; -1 for none
        ("stake", np.int16),
        # a debt
        ("debt", np.int16),  # the open amount
        ("debtor", np.int8),  # -1: no debt
        ("creditor", np.int8),
        ("first", np.int8),  # the casino that must be auctioned first; then -1
        # an auction
        ("lot", np.int8),  # the casino; -1: no auction
        ("seller", np.int8),
        ("leader", np.int8),
        ("still_in", np.int8),  # set of seats that have not passed, or not yet made their sealed bid
        ("price", np.int16),
        ("bids", np.int16, SEATS),  # sealed bids: -1 none yet, 0 pass
        # an All play
        ("stage", np.int8),  # 0: no All play
        ("play_symbol", np.int8),
        ("candidates", np.int8),  # set of seats that throw in this round
        ("prize_winner", np.int8),
        ("throws", np.int8, SEATS),  # of this round; -1 none yet
        ("scores", np.int8, SEATS),  # of the first round
    ],
    align=True,
)  # fmt: skip

RULES = np.dtype(
    [
        ("cash_and_run_rules", np.int64),
        ("players", np.int64),
        ("reward", np.int64),
        ("start_casinos", np.int64),
        ("start_money", np.int64),
        ("bank", np.int64),
        ("auction", np.int64),  # number of the format, see auctions.FORMATS
        ("creditor_bids", np.int64),
        ("must_roll", np.int64),
        ("turn_limit", np.int64),
        ("casino_price", np.int64),
        ("bluff_price", np.int64),
        ("takeover_price", np.int64),
        ("auction_minimum", np.int64),
        ("bank_price", np.int64),
        ("casino_value", np.int64),
        ("all_play_prize", np.int64),
        ("slam_gift", np.int64),
        ("slam_prizes", np.int64, SLAM_STEPS),
        ("hand_limit", np.int64),
        ("needed", np.int64),  # casinos needed for a combination
        ("stakes", np.int64, STAKES),  # ladders: rising amounts; unused rungs are auctions.UNUSED
        ("raises", np.int64, RAISES),
        ("bids", np.int64, BIDS),
        ("bluff_cards", np.int64, KINDS),
        ("space_kind", np.int64, SPACES),
        ("space_detail", np.int64, SPACES),  # the casino, or the symbol
        ("casino_space", np.int64, CASINOS),
        ("run_start", np.int64, SPACES),  # the nearest Cash & Run space (CR-30)
    ],
    align=True,
)
