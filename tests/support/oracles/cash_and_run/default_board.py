"""The printed components as data (CR-2 to CR-4): our own, because the rulebook text does not list them.

Casino number c is the c-th entry of CASINO_CARDS: colour c // 3, symbol c % 3.
"""

CASINO_CARDS = [
    ("Montreal", "blue", "roulette"),
    ("Las Vegas", "blue", "die"),
    ("Atlantic City", "blue", "card"),
    ("Monte Carlo", "red", "roulette"),
    ("Baden-Baden", "red", "die"),
    ("Venice", "red", "card"),
    ("Cairo", "yellow", "roulette"),
    ("Marrakesh", "yellow", "die"),
    ("Sun City", "yellow", "card"),
    ("Macau", "green", "roulette"),
    ("Singapore", "green", "die"),
    ("Sydney", "green", "card"),
    ("Buenos Aires", "purple", "roulette"),
    ("Havana", "purple", "die"),
    ("Punta del Este", "purple", "card"),
]

BOARD = [
    "cash_and_run",  # 0
    "casino:Montreal",
    "bluff",
    "casino:Las Vegas",
    "pot:roulette",
    "casino:Atlantic City",
    "grand_slam",
    "casino:Monte Carlo",
    "all_play:roulette",
    "cash_and_run",  # 9
    "casino:Baden-Baden",
    "takeover:roulette",
    "casino:Venice",
    "bluff",
    "casino:Cairo",
    "pot:die",
    "casino:Marrakesh",
    "bluff",
    "cash_and_run",  # 18
    "casino:Sun City",
    "grand_slam",
    "all_play:die",
    "casino:Macau",
    "takeover:die",
    "casino:Singapore",
    "bluff",
    "casino:Sydney",
    "cash_and_run",  # 27
    "casino:Buenos Aires",
    "pot:card",
    "grand_slam",
    "casino:Havana",
    "all_play:card",
    "casino:Punta del Este",
    "takeover:card",
    "bluff",
]

BLUFF_CARDS = [6, 6, 6, 7]  # roulette, die, card, blank
