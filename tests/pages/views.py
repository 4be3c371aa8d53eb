"""Views as the server sends them, for the pages' tests. Written by hand; nothing here computes a rule."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

View = dict[str, Any]

PEOPLE = (
    ("ほしの", "heart", 47250),
    ("kuro_maru", "diamond", 29900),
    ("みかん箱", "plain", 22280),
    ("Ren", "club", 88000),
    ("とても長い名前の視聴者さん@配信", "spade", 214000),
    ("yuzu", "plain", 500),
    ("ねむいねこ", "heart", 12000.5),
)


TOURNAMENT_MOVES = ["hit", "stand", "double", "split", "surrender", "insurance", "even_money", "no"]
SWITCH_MOVES = ["hit", "stand", "double", "split", "switch", "insurance", "even_money", "no"]
EVERY_MOVE = ["hit", "stand", "double", "split", "surrender", "switch", "insurance", "even_money", "no"]
RANKS = (
    ("plain", "無印", ""),
    ("heart", "ハート", "♥"),
    ("diamond", "ダイヤ", "♦"),
    ("club", "クラブ", "♣"),
    ("spade", "スペード", "♠"),
)
UNTOUCHED = {"insurance_lost": 0, "decided": {}, "may_switch": False, "switched": False, "award": 0}


def hand(cards: str, total: int, *, number: int = 1, **more: Any) -> dict[str, Any]:
    """A hand, open and undecided unless told otherwise."""
    made = {
        "hand": number, "cards": cards.split(), "total": total, "soft": False, "stake": 500, "doubled": False,
        "open": True, "order": None, "auto": False, "outcome": None, "returned": 0, "premium": None,
        "natural": False, "makes": None, "moves": ["hit", "stand", "double"],
    }  # fmt: skip
    return made | more


def hands(*written: tuple[str, int] | tuple[str, int, dict[str, Any]]) -> list[dict[str, Any]]:
    """Several hands of one seat, numbered from 1."""
    return [
        hand(one[0], one[1], number=index, **(one[2] if len(one) > 2 else {}))
        for index, one in enumerate(written, 1)
    ]


def seat(number: int, *, bet: float = 500, state: str = "playing", **more: Any) -> dict[str, Any]:
    """A taken seat."""
    name, rank, points = PEOPLE[number - 1]
    made = {
        "seat": number,
        "player": {"id": 16 + number, "name": name, "platform": "practice", "rank": rank, "points": points},
        "state": state, "bet": bet, "side": {}, "insurance": 0, "hands": [], "orders": [],
        "moves": ["hit", "stand", "double"] if state == "playing" else [], "minutes_left": 12,
    } | UNTOUCHED  # fmt: skip
    return made | more


def empty(number: int) -> dict[str, Any]:
    """A free seat."""
    return {
        "seat": number, "player": None, "state": "empty", "bet": 0, "side": {}, "insurance": 0,
        "hands": [], "orders": [], "moves": [], "minutes_left": None,
    } | UNTOUCHED  # fmt: skip


def house(number: int, *written: tuple[str, int] | tuple[str, int, dict[str, Any]]) -> dict[str, Any]:
    """A seat the house plays."""
    return empty(number) | {
        "state": "house",
        "hands": hands(
            *((one[0], one[1], {"stake": 0} | (one[2] if len(one) > 2 else {})) for one in written)
        ),
    }


def nobody() -> View:
    """The table before anyone sat down."""
    return {
        "table": {
            "id": "tournament", "name": {"ja": "大会テーブル", "en": "Tournament"},
            "game": "blackjack", "seats": 7, "full": False, "house_seats": False,
            "exit": "time", "seat_minutes": 30, "moves": TOURNAMENT_MOVES,
        },
        "round": 127, "phase": "idle", "closing": False, "paused": False,
        "awaiting": {"what": "nothing", "seats": [], "hand": 0, "slot": None, "left": None, "total": None},
        "dealer": {"cards": [], "total": None, "soft": False, "outcome": None}, "die": None,
        "seats": [empty(number) for number in range(1, 8)],
        "queue": [],
        "ranking": [
            {"name": name, "points": points, "rank": rank}
            for name, rank, points in sorted(PEOPLE, key=lambda person: -person[2])
        ],
        "say": ["join", "points", "help"],
        "limits": {"min": 10, "max": None, "step": 10},
        "shoe": {
            "commitment": "7f3a" + "0" * 56 + "c91d", "cards_left": 312, "decks": 6, "last_round": False,
            "source": "shoe",
        },
        "next": {"verb": "open"}, "step": 500, "undo": {"step": 500, "text": "受付開始"},
        "auto_advance": True, "season": None,
        "season_rules": {"begin": "carry", "end": "carry", "ranks": "keep"},
        "ranks": [
            {"id": rank, "name": {"ja": ja, "en": rank.title()}, "mark": mark}
            for rank, ja, mark in RANKS
        ],
        "redo": None, "banned": [], "calibrate": None, "delays": {}, "game": "tournament",
        "games": [
            {"id": "tournament", "name": {"ja": "大会テーブル", "en": "Tournament"}},
            {"id": "unknown-dealer", "name": {"ja": "アンノウンディーラー", "en": "Unknown Dealer"}},
            {"id": "switch", "name": {"ja": "スイッチ", "en": "Switch"}},
        ],
    }  # fmt: skip


def betting() -> View:
    """Bets are open; two have bet, one not yet, one is away."""
    view = nobody()
    view |= {"round": 128, "phase": "betting", "say": ["bet", "again", "cancel", "join", "leave"]}
    view["awaiting"] = {"what": "bets", "seats": [], "hand": 0, "slot": None, "left": 21.4, "total": 30}
    view["next"] = {"verb": "deal"}
    view["seats"][:4] = [
        seat(1, state="betting", hands=hands(("", 0))),
        seat(2, state="betting", bet=1000, hands=hands(("", 0, {"stake": 1000}))),
        seat(3, state="seated", bet=0),
        seat(4, state="sitting_out", bet=0),
    ]
    view["queue"] = [{"id": 21, "name": "ねこまる"}, {"id": 22, "name": "tatsu"}, {"id": 23, "name": "Aoi"}]
    return view


def playing() -> View:
    """Seat 1 is to act; three seats are in."""
    view = betting()
    view |= {"phase": "playing", "say": ["hit", "stand", "double", "split", "surrender"], "step": 512}
    view["awaiting"] = {"what": "players", "seats": [1], "hand": 1, "slot": None, "left": 18.2, "total": 30}
    view["next"] = {"verb": "timeout", "seat": 1}
    view["undo"] = {"step": 512, "text": "ほしの: ヒット"}
    view["dealer"] = {"cards": ["9D", "?"], "total": 9, "soft": False, "outcome": None}
    for one in view["seats"][:3]:
        one["moves"] = ["hit", "stand", "double"]
    view["seats"][0] |= {"state": "playing", "hands": hands(("KS 2H 4C", 16))}
    view["seats"][1] |= {"state": "playing", "hands": hands(("AS KC", 21, {"stake": 1000, "natural": True}))}
    view["seats"][2] |= {"state": "playing", "bet": 100, "hands": hands(("AD 6H", 17, {"soft": True}))}
    view["seats"][2]["orders"] = ["hit"]
    view["seats"][2]["hands"][0]["order"] = "hit"
    return view


def every_move() -> View:
    """A table that has every move there is, and seat 1 may make any of them."""
    view = playing()
    view["table"] |= {"moves": EVERY_MOVE}
    view["seats"][0]["moves"] = EVERY_MOVE
    return view


def full_switch() -> View:
    """Seven seats with two hands each and more: as full as a Switch table gets."""
    view = playing()
    view["table"] |= {
        "id": "switch", "name": {"ja": "スイッチ", "en": "Blackjack Switch"}, "moves": SWITCH_MOVES,
    }  # fmt: skip
    view["say"] = ["hit", "stand", "double", "split", "switch"]
    won = {"outcome": "win", "returned": 3500, "premium": "777"}
    bust = {"outcome": "bust", "stake": 5000}
    view["seats"] = [
        seat(1, side={"sm": 300}, hands=hands(("KS 2H 4C", 16), ("KD 3C 2H", 15))),
        seat(2, bet=1000, hands=hands(
            ("AS KC", 21, {"stake": 1000, "outcome": "blackjack", "returned": 2500, "natural": True}),
            ("9D 9H", 18, {"stake": 1000}))),
        seat(3, hands=hands(("7S 7D 7H", 21, won), ("KD QH", 20, {"stake": 500}))),
        seat(4, bet=2000, hands=hands(
            ("8S 3C", 11, {"stake": 2000}), ("8D TC", 18, {"stake": 2000}),
            ("KD 9H", 19, {"stake": 2000, "order": "stand"}), ("5D 5H 6C", 16, {"stake": 4000}))),
        seat(5, bet=5000, hands=hands(("TH 4C 9S", 23, bust), ("6D JC", 16, {"stake": 5000}))),
        seat(6, bet=100, hands=hands(
            ("2D 3H 2S 4C", 11, {"stake": 100}), ("AD 6H", 17, {"stake": 100, "soft": True}),
            ("3C TS", 13, {"stake": 100}))),
        seat(7, hands=hands(("AC 2C 3C 4D 5H", 15), ("JH JS", 20, {"doubled": True, "stake": 1000}))),
    ]  # fmt: skip
    return view


def crowded() -> View:
    """More than any table of ours holds: four hands of many cards in the middle, ten on one seat."""
    view = full_switch()
    view["seats"][3]["hands"] = hands(
        ("2S 3C 2D 4H 5S", 16), ("8D 2C 3S 4S", 17), ("2D 2H 3D 3H", 10), ("5D 5H 6C 2H 2S", 20)
    )
    view["seats"][5]["hands"] = hands(*[("2S 3C 4D", 9)] * 10)
    view["seats"][0]["hands"] = hands(("AC 2C 3C AD 2H 3S AH", 13))
    return view


def insurance() -> View:
    """The dealer shows an ace: two are asked, one has insured."""
    view = playing()
    view |= {"phase": "insurance", "say": ["insurance", "even_money", "no"]}
    for one in view["seats"]:
        one["moves"] = ["insurance", "no"] if one["hands"] else []
    view["seats"][1]["moves"] = ["insurance", "even_money", "no"]
    view["awaiting"] = {"what": "players", "seats": [2, 3], "hand": 0, "slot": None, "left": 8.7, "total": 30}
    view["next"] = {"verb": "timeout"}
    view["dealer"] = {"cards": ["AH", "?"], "total": 11, "soft": True, "outcome": None}
    view["seats"][0] |= {"insurance": 250, "hands": hands(("KS 6H", 16))}
    return view


def result() -> View:
    """The round is settled, the hands still lie."""
    view = playing()
    view |= {"phase": "idle", "say": ["join", "leave", "points", "ranking"], "next": {"verb": "open"}}
    view["awaiting"] = {"what": "nothing", "seats": [], "hand": 0, "slot": None, "left": None, "total": None}
    view["dealer"] = {"cards": ["9D", "6S", "4H"], "total": 19, "soft": False, "outcome": "stand"}
    decided = {"open": False}
    view["seats"][0]["hands"] = hands(("KS 2H 4C", 16, decided | {"outcome": "lose"}))
    view["seats"][1]["hands"] = hands(
        ("AS KC", 21, decided | {"stake": 1000, "outcome": "blackjack", "returned": 2500})
    )
    view["seats"][2]["hands"] = hands(
        ("AD 6H 2S", 19, decided | {"stake": 100, "outcome": "push", "returned": 100})
    )
    view["seats"][2]["orders"] = []
    view["seats"][3] = seat(4, bet=2000, hands=hands(
        ("8S 3C 9D", 20, decided | {"stake": 4000, "doubled": True, "outcome": "win", "returned": 8000}),
        ("8D 8C 9H", 25, decided | {"stake": 2000, "outcome": "bust"})))  # fmt: skip
    return view


def hand_mode(what: str = "card") -> View:
    """Real cards: the dealer is asked for one, for a look or for the hole card."""
    view = playing()
    slot = {"seat": 1, "hand": 1, "index": 3, "face_down": False}
    if what != "card":
        slot = {"seat": 0, "hand": 1, "index": 1, "face_down": what == "look"}
    view["awaiting"] = {"what": what, "seats": [], "hand": 0, "slot": slot, "left": None, "total": None}
    view["next"] = {"verb": what}
    view["shoe"] |= {"source": "hand", "commitment": None}
    return view


UNKNOWN = {
    "id": "unknown-dealer", "name": {"ja": "アンノウンディーラー", "en": "Unknown Dealer"},
    "game": "blackjack", "seats": 6, "full": True, "house_seats": True, "exit": "joker", "seat_minutes": None,
    "moves": ["hit", "stand", "double", "split"],
}  # fmt: skip
LADDER = [0, 0.5, 1, 1.5, 2, 4]


def recruiting() -> View:
    """Unknown Dealer with two seats to fill."""
    view = betting()
    view |= {"table": UNKNOWN, "die": {"value": None, "hand": None, "beaten": None, "pays": LADDER}}
    view["seats"] = [*view["seats"][:3], house(4), empty(5), empty(6)]
    return view


def unknown() -> View:
    """Unknown Dealer: six hands are played, one of them by the house, one holds 777 already."""
    view = recruiting()
    view |= {"phase": "playing", "say": ["hit", "stand", "double"], "queue": []}
    view["awaiting"] = {"what": "players", "seats": [3], "hand": 1, "slot": None, "left": 14.0, "total": 30}
    view["seats"] = [
        seat(1, hands=hands(("7S 7D 7H", 21, {"open": False, "makes": "777"}))),
        seat(2, bet=1000, hands=hands(("TS KC", 20, {"stake": 1000, "open": False}))),
        seat(3, bet=100, hands=hands(("AD 6H", 17, {"stake": 100, "soft": True}))),
        house(4, ("9S 9C", 18, {"open": False})),
        seat(5, bet=5000, hands=hands(("TH 4C 9S", 23, {"stake": 5000, "open": False}))),
        seat(6, hands=hands(("8S 2C", 10), ("8D 9H", 17))),
    ]
    return view


def rolling() -> View:
    """Every hand is final; the die is awaited."""
    view = unknown()
    view |= {"phase": "rolling", "say": [], "next": {"verb": "next", "seat": None}}
    view["awaiting"] = {"what": "roll", "seats": [], "hand": 0, "slot": None, "left": None, "total": None}
    for one in view["seats"]:
        for held in one["hands"]:
            held["open"] = False
    return view


def rolled(value: int = 2) -> View:
    """Seat 2 holds the dealer hand: it beat three; the 777 is paid all the same."""
    view = rolling()
    view |= {"phase": "idle", "say": ["join", "leave", "points"], "next": {"verb": "open"}}
    view["awaiting"] = nobody()["awaiting"]
    view["die"] = {"value": value, "hand": 1, "beaten": 4, "pays": LADDER}
    results = [
        [{"outcome": "win", "returned": 4500, "premium": "777", "makes": None}],
        [{"outcome": "win", "returned": 2000}],
        [{"outcome": "lose"}],
        [{"outcome": "lose"}],
        [{"outcome": "bust"}],
        [{"outcome": "lose"}, {"outcome": "lose"}],
    ]
    for one, decided in zip(view["seats"], results, strict=True):
        for held, outcome in zip(one["hands"], decided, strict=True):
            held |= outcome
    return view


def before_switch() -> View:
    """Switch: seat 1 is to decide; seat 3's Super Match is won, seat 2's lost."""
    view = full_switch()
    view |= {"say": ["switch", "hit", "stand", "double"]}
    view["seats"] = [
        seat(1, side={"sm": 300}, may_switch=True, hands=hands(("KS 5H", 15), ("6D AC", 17, {"soft": True}))),
        seat(2, bet=1000, side={"sm": 100}, decided={"sm": {"result": "lose", "returned": 0}},
             hands=hands(("9S 4C", 13, {"stake": 1000}), ("2D TH", 12, {"stake": 1000}))),
        seat(3, side={"sm": 200}, decided={"sm": {"result": "two_pair", "returned": 2000}},
             hands=hands(("8S 3C", 11), ("8D 3H", 11))),
        *map(empty, (4, 5, 6, 7)),
    ]  # fmt: skip
    return view


def after_switch() -> View:
    """Seat 1 has switched: the five and the ace have changed places, and the left hand is an ace-ten."""
    view = before_switch()
    made = {"natural": True, "open": False, "outcome": "blackjack", "returned": 1000}
    view["seats"][0] |= {
        "may_switch": False, "switched": True, "hands": hands(("KS AC", 21, made), ("6D 5H", 11)),
    }  # fmt: skip
    view["awaiting"] |= {"seats": [1], "hand": 2}
    return view


def player_joker() -> View:
    """Seat 1 drew a joker: the points are given, the seat is free for the next."""
    view = playing()
    view["seats"][0] |= {"award": 5000, "state": "leaving", "hands": hands(
        ("KS 2H JK", 12, {"open": False, "outcome": "joker", "returned": 500}))}  # fmt: skip
    view["awaiting"] |= {"seats": [3]}
    return view


def dealer_joker() -> View:
    """The dealer's first card was a joker: everything comes back, everybody has left."""
    view = result()
    view["dealer"] = {"cards": ["JK", "?"], "total": 0, "soft": False, "outcome": None}
    for number, one in enumerate(view["seats"][:4], start=1):
        one |= {"state": "empty", "award": 1000 + 500 * number}
        for held in one["hands"]:
            held |= {"outcome": "push", "returned": held["stake"], "natural": False}
    return view


def premium(key: str, cards: str, returned: float) -> View:
    """Seat 3 has made a premium hand."""
    view = playing()
    view["seats"][2]["hands"] = hands(
        (cards, 21, {"stake": 100, "open": False, "outcome": "win", "returned": returned, "premium": key})
    )
    return view


PREMIUMS = {
    "bj": ("AD KC", 250), "argine": ("AD QC", 300), "pure_bj": ("AS JS", 500), "678": ("6S 7D 8H", 300),
    "flush_678": ("6H 7H 8H", 3200), "777": ("7S 7D 7H", 700), "flush_777": ("7D 7D 7D", 77700),
    "6_under": ("2S 2D 3H 3C 4S 5D", 500), "6_card": ("2S 2D 3H 3C 5S 6D", 500),
    "7_under": ("AS 2D 2H 2C 3S 3D 4H", 1500), "7_card": ("AS 2D 2H 3C 3S 4D 6H", 3200),
    "a_to_6": ("AS 2D 3H 4C 5S 6D", 5000),
}  # fmt: skip
"""Each premium hand of the data, by its key: cards that make it, and what comes back for 100."""


def in_season(view: View, state: str = "running", **more: Any) -> View:
    """The same while a season is on."""
    season = {"name": "夏の陣", "state": state, "since": 1790000000.0, "ranking": "points", "tables": []}
    return view | {"season": season | more}


def named(view: View, name: str) -> View:
    """The same with another name on seat 1."""
    changed = deepcopy(view)
    changed["seats"][0]["player"]["name"] = name
    return changed
