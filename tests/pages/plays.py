"""Views of tables where nobody sits, as the server sends them. Written by hand: nothing here computes a
rule."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.pages import views
from tests.pages.views import PEOPLE, View

EUROPEAN = (
    "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
).split()
AMERICAN = (
    "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
).split()
RED = "1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split()
HISTORY = "8 31 0 17 17 24 36 5 12 29 22 1 33".split()
MORE = ("ねこまる", "tatsu", "Aoi", "もちもち", "Sora", "けんた", "mika_777")


def viewer(number: int) -> dict[str, Any]:
    """Somebody who plays: the same people as at the seats, and a few more."""
    if number <= len(PEOPLE):
        name, rank, _ = PEOPLE[number - 1]
        return {"id": 16 + number, "name": name, "rank": rank}
    return {"id": 16 + number, "name": MORE[number - len(PEOPLE) - 1], "rank": "plain"}


def unseated(kind: str, style: str, ja: str, en: str, **play: Any) -> View:
    """A table of that game before anybody has played."""
    view = views.nobody()
    view["table"] |= {
        "id": kind, "name": {"ja": ja, "en": en}, "game": kind, "seats": 0, "style": style, "moves": [],
        "exit": "never", "seat_minutes": None,
    }  # fmt: skip
    view |= {
        "seats": [],
        "queue": [],
        "play": {"kind": kind} | play,
        "limits": {"min": 1, "max": 10000, "step": 1},
    }
    view["say"] = ["points", "help"]
    return view


def bet(number: int, *spots: tuple[str, float], returned: tuple[float, ...] | None = None) -> dict[str, Any]:
    """What one viewer has on the spots, and what came back for each."""
    back = returned or (None,) * len(spots)
    return {
        "player": viewer(number),
        "spots": [
            {"spot": spot, "amount": amount, "returned": one}
            for (spot, amount), one in zip(spots, back, strict=True)
        ],
        "staked": sum(amount for _, amount in spots),
        "returned": None if returned is None else sum(returned),
    }


def spot(name: str, amount: float, players: int = 1, won: bool | None = None) -> dict[str, Any]:
    """What lies on a spot, all players together."""
    return {"spot": name, "amount": amount, "players": players, "won": won}


def clockless(what: str, **more: Any) -> dict[str, Any]:
    """Something that is awaited without a clock."""
    return {"what": what, "seats": [], "hand": 0, "slot": None, "left": None, "total": None} | more


# --- roulette --------------------------------------------------------------------------------------------


def wheel_idle() -> View:
    """European roulette, nobody has bet yet."""
    return unseated(
        "roulette", "spots", "ヨーロピアンルーレット", "European Roulette",
        wheel=EUROPEAN, red=RED, pocket=None, history=[], spots=[], bets=[], jackpot=None, runs=[],
    )  # fmt: skip


def wheel_betting() -> View:
    """Bets are open; seven have bet on all sorts of spots."""
    view = wheel_idle()
    view |= {"round": 128, "phase": "betting", "say": ["spot", "again", "cancel"], "next": {"verb": "spin"}}
    view["awaiting"] = clockless("bets", left=21.4, total=30)
    view["play"] |= {
        "history": list(HISTORY),
        "spots": [
            spot("red", 12500, 3), spot("17", 600, 2), spot("dozen-2", 500), spot("0", 300),
            spot("1-2-4-5", 200),
            spot("column-1", 150), spot("8-11", 100), spot("31-32-33-34-35-36", 60), spot("0-1-2", 50),
            spot("19-20-21", 40), spot("even", 30), spot("35", 1200),
        ],
        "bets": [
            bet(1, ("17", 500), ("red", 500)),
            bet(2, ("dozen-2", 500), ("column-1", 150)),
            bet(3, ("0", 300), ("0-1-2", 50), ("8-11", 100), ("1-2-4-5", 200)),
            bet(4, ("red", 11500)),
            bet(5, ("35", 1200)),
            bet(6, ("17", 100), ("red", 500)),
            bet(8, ("31-32-33-34-35-36", 60), ("19-20-21", 40), ("even", 30)),
        ],
    }  # fmt: skip
    return view


def wheel_spinning() -> View:
    """No more bets; the ball has not been thrown yet."""
    view = wheel_betting()
    view |= {"phase": "spinning", "say": [], "next": {"verb": "spin"}}
    view["awaiting"] = clockless("spin")
    return view


def wheel_fell(pocket: str = "17") -> View:
    """Seventeen, black: two have hit it."""
    view = wheel_spinning()
    view |= {"phase": "idle", "say": ["points", "help"], "next": {"verb": "open"}}
    view["awaiting"] = clockless("nothing")
    play = view["play"]
    play |= {"pocket": pocket, "history": [pocket, *HISTORY][:13]}
    won = {"17": True, "dozen-2": True}
    for one in play["spots"]:
        one["won"] = won.get(one["spot"], False)
    play["bets"] = [
        bet(1, ("17", 500), ("red", 500), returned=(18000, 0)),
        bet(2, ("dozen-2", 500), ("column-1", 150), returned=(1500, 0)),
        bet(3, ("0", 300), ("0-1-2", 50), ("8-11", 100), ("1-2-4-5", 200), returned=(0, 0, 0, 0)),
        bet(4, ("red", 11500), returned=(0,)),
        bet(5, ("35", 1200), returned=(0,)),
        bet(6, ("17", 100), ("red", 500), returned=(3600, 0)),
        bet(8, ("31-32-33-34-35-36", 60), ("19-20-21", 40), ("even", 30), returned=(0, 0, 0)),
    ]
    return view


def wheel_progressive() -> View:
    """The same with a jackpot; one has hit 17 four times running."""
    view = wheel_betting()
    view["table"]["name"] = {"ja": "プログレッシブルーレット", "en": "Progressive Roulette"}
    view["play"] |= {
        "jackpot": 5123,
        "runs": [
            {"player": viewer(1), "number": "17", "length": 4},
            {"player": viewer(6), "number": "17", "length": 2},
        ],
    }
    return view


def wheel_jackpot() -> View:
    """The fifth time running: the jackpot is theirs and begins anew."""
    view = wheel_fell()
    view["table"]["name"] = wheel_progressive()["table"]["name"]
    view["play"] |= {"jackpot": 5000, "runs": [{"player": viewer(6), "number": "17", "length": 3}]}
    view["play"]["bets"][0]["returned"] += 5123
    return view


def wheel_american() -> View:
    """American roulette: a double zero."""
    view = wheel_betting()
    view["table"]["name"] = {"ja": "アメリカンルーレット", "en": "American Roulette"}
    view["play"] |= {"wheel": AMERICAN, "history": ["00", *HISTORY[:12]]}
    view["play"]["spots"] += [spot("0-00-1-2-3", 20), spot("0-00", 70), spot("00-2-3", 80), spot("00", 90)]
    return view


# --- baccarat --------------------------------------------------------------------------------------------


BEADS = "banker player player tie banker banker banker player banker player player banker tie player".split()


def coup_idle() -> View:
    """Baccarat, nobody has bet yet."""
    nothing = {"cards": [], "total": 0}
    return unseated(
        "baccarat", "spots", "バカラ", "Baccarat",
        player=dict(nothing), banker=dict(nothing), outcome=None, natural=False, history=[], spots=[],
        bets=[],
    )  # fmt: skip


def coup_betting() -> View:
    """Bets are open on all three spots."""
    view = coup_idle()
    view |= {"round": 57, "phase": "betting", "say": ["spot", "again", "cancel"], "next": {"verb": "deal"}}
    view["awaiting"] = clockless("bets", left=12.6, total=30)
    view["play"] |= {
        "history": list(BEADS),
        "spots": [spot("banker", 12000, 3), spot("player", 3400, 2), spot("tie", 60, 2)],
        "bets": [
            bet(1, ("banker", 1000), ("tie", 50)),
            bet(2, ("player", 3000)),
            bet(3, ("tie", 10), ("player", 400)),
            bet(4, ("banker", 10000)),
            bet(5, ("banker", 1000)),
        ],
    }
    return view


def coup_dealing() -> View:
    """Four cards lie; the player draws a third."""
    view = coup_betting()
    view |= {"phase": "dealing", "say": [], "next": {"verb": "next", "seat": None}}
    view["awaiting"] = clockless("card", slot="seat 1 hand 1 card 3")
    view["play"] |= {
        "player": {"cards": ["2S", "3D"], "total": 5},
        "banker": {"cards": ["KH", "4C"], "total": 4},
    }
    return view


def coup_over() -> View:
    """The banker has won by 7 to 6."""
    view = coup_dealing()
    view |= {"phase": "idle", "say": ["points", "help"], "next": {"verb": "open"}}
    view["awaiting"] = clockless("nothing")
    play = view["play"]
    play |= {
        "player": {"cards": ["2S", "3D", "AC"], "total": 6},
        "banker": {"cards": ["KH", "4C", "3S"], "total": 7},
        "outcome": "banker",
        "history": ["banker", *BEADS],
    }
    for one in play["spots"]:
        one["won"] = one["spot"] == "banker"
    play["bets"] = [
        bet(1, ("banker", 1000), ("tie", 50), returned=(1950, 0)),
        bet(2, ("player", 3000), returned=(0,)),
        bet(3, ("tie", 10), ("player", 400), returned=(0, 0)),
        bet(4, ("banker", 10000), returned=(19500,)),
        bet(5, ("banker", 1000), returned=(1950,)),
    ]
    return view


def coup_tie() -> View:
    """Eight to eight."""
    view = coup_over()
    play = view["play"]
    play |= {
        "player": {"cards": ["2S", "6D"], "total": 8},
        "banker": {"cards": ["KH", "8C"], "total": 8},
        "outcome": "tie", "natural": True, "history": ["tie", *BEADS],
    }  # fmt: skip
    for one in play["spots"]:
        one["won"] = True if one["spot"] == "tie" else None
    play["bets"] = [
        bet(1, ("banker", 1000), ("tie", 50), returned=(1000, 450)),
        bet(2, ("player", 3000), returned=(3000,)),
        bet(3, ("tie", 10), ("player", 400), returned=(90, 400)),
        bet(4, ("banker", 10000), returned=(10000,)),
        bet(5, ("banker", 1000), returned=(1000,)),
    ]
    return view


# --- each alone ------------------------------------------------------------------------------------------


def alone(kind: str, ja: str, en: str, games: list[dict[str, Any]], said: list[str]) -> View:
    """A table where each plays alone, with these games on it."""
    view = unseated(kind, "alone", ja, en, games=games)
    asked = [one["game"] for one in games if one["state"] == "asked"]
    view |= {"round": 31, "phase": "playing" if games else "idle", "say": said}
    if asked:
        view["awaiting"] = clockless("players", seats=asked, left=22.0, total=30)
        view["next"] = {"verb": "timeout", "seat": asked[0] if len(asked) == 1 else None}
    return view


def game(
    number: int, state: str = "asked", *, stake: float = 5, returned: float | None = None, **more: Any
) -> dict[str, Any]:
    """One viewer's game."""
    return {
        "game": number,
        "player": viewer(number),
        "state": state,
        "stake": stake,
        "returned": returned,
    } | more


def hold(number: int, cards: str, state: str = "asked", **more: Any) -> dict[str, Any]:
    """A game of video poker."""
    made = {"cards": cards.split(), "held": None, "hand": None, "coins": 5, "coin": 1}
    return game(number, state, **(made | more))


POKER = (
    hold(1, "KS KD 4C 9H 2S", hand="jacks_or_better"),
    hold(2, "AH KH QH JH TH", "done", held=[1, 2, 3, 4], hand="royal_flush", stake=500,
         returned=300000, coin=100),
    hold(3, "7S 7D 2C 9H JD", "done", held=[1, 2], hand=None, returned=0),
    hold(4, "3C 4C 5C 9H 6C", "dealing", held=[1, 2, 3, 5]),
    hold(5, "AS AD 4C 4H 2S", "done", held=[1, 2, 3, 4], hand="two_pair", returned=10),
    hold(6, "TS JD QC KH 2S"),
    hold(7, "9S 9D 9C 9H 2S", "done", held=[1, 2, 3, 4], hand="four", returned=100),
    hold(8, "3S 8D TC KH 2S"),
    hold(9, "JS JD 4C 9H 2D", "done", held=[1, 2], hand="jacks_or_better", returned=5),
    hold(10, "5S 6D 7C 8H 2S"),
    hold(11, "AS 8D TC 3H 2C", "done", held=[], returned=0),
    hold(12, "QS QD QC 4H 4S", "done", held=[1, 2, 3], hand="full_house", returned=30),
)  # fmt: skip


def poker(count: int = 12) -> View:
    """Video poker with that many games."""
    said = ["deal", *(["hold"] if count else [])]
    return alone("video_poker", "ビデオポーカー", "Video Poker", deepcopy(list(POKER[:count])), said)


def ante(number: int, cards: str, dealer: str, state: str = "asked", **more: Any) -> dict[str, Any]:
    """A game of stud."""
    made = {
        "cards": cards.split(), "dealer": dealer.split(), "hand": None, "dealer_hand": None,
        "qualified": None,
        "ante": 100, "raise": 0, "outcome": None, "stake": 100,
    }  # fmt: skip
    return game(number, state, **(made | more))


STUD = (
    ante(1, "KS KD 4C 9H 2S", "7C ? ? ? ?", hand="pair"),
    ante(2, "AH AC QH JH TH", "KC KD 4S 2C 9D", "done", hand="pair", dealer_hand="pair", qualified=True,
         outcome="win", **{"raise": 200}, stake=300, returned=600),
    ante(3, "7S 7D 2C 9H JD", "AC KD 4S 2C 9D", "done", hand="pair", dealer_hand="ace_king", qualified=True,
         outcome="win", **{"raise": 200}, stake=300, returned=600),
    ante(4, "3C 4C 5C 9H 6C", "KC QD 4S 2C 9D", "done", hand="high_card", dealer_hand="high_card",
         qualified=False, outcome="not_qualified", **{"raise": 200}, stake=300, returned=400),
    ante(5, "AS AD 4C 4H 2S", "KC ? ? ? ?", "done", hand="two_pair", outcome="lose", returned=0),
    ante(6, "TS JD QC KH AS", "3H 3D 3S 2C 9D", "done", hand="straight", dealer_hand="three", qualified=True,
         outcome="win", **{"raise": 200}, stake=300, returned=1400),
    ante(7, "9S 9D", "2H", "dealing"),
    ante(8, "", "", "waiting"),
    ante(9, "JS JD 4C 9H 2D", "4H ? ? ? ?", hand="pair"),
    ante(10, "5S 6D 7C 8H 2S", "QH ? ? ? ?", hand="high_card"),
    ante(11, "AS 8D TC 3H 2C", "AH KD QS JC 9D", "done", hand="high_card", dealer_hand="ace_king",
         qualified=True, outcome="lose", **{"raise": 200}, stake=300, returned=0),
    ante(12, "QS QD QC 4H 4S", "TH ? ? ? ?", "dealing", hand="full_house", **{"raise": 200}, stake=300),
)  # fmt: skip


def stud(count: int = 12) -> View:
    """Stud with that many games."""
    said = ["ante", *(["raise", "pass"] if count else [])]
    return alone("stud", "スタッドポーカー", "Caribbean Stud", deepcopy(list(STUD[:count])), said)


PARADE = {"name": {"ja": "ナイトパレード", "en": "Night Parade"}}


def reels(number: int, window: str, state: str = "done", **more: Any) -> dict[str, Any]:
    """A game of slots; the window reel by reel, parted by ``/``."""
    made = {
        "machine": PARADE, "window": [reel.split() for reel in window.split("/") if reel], "lines": 9,
        "coins": 1,
        "line_stake": 1, "wins": [], "scatters": 0, "free_left": 0, "spins": [0], "stake": 9, "returned": 0,
    }  # fmt: skip
    return game(number, state, **(made | more))


def line(number: int, rows: str, symbol: str, count: int, amount: float) -> dict[str, Any]:
    """A line that has won."""
    return {
        "line": number,
        "rows": [int(row) for row in rows],
        "symbol": symbol,
        "count": count,
        "amount": amount,
    }


SEVENS = "lemon seven cherry / plum seven bell / bar seven lemon / orange seven plum / bell wild cherry"
SLOTS = (
    reels(1, SEVENS, wins=[line(1, "22222", "seven", 5, 2000)], returned=2000, spins=[2000]),
    reels(2, "lemon cherry bar / plum orange bell / bar seven lemon / orange lemon plum / bell plum cherry"),
    reels(3, "scatter lemon bar / plum scatter bell / bar bar scatter / orange lemon plum / bell plum plum",
          "dealing", scatters=3, free_left=8, spins=[27], returned=None),
    reels(4, "cherry lemon bar / cherry plum bell / plum cherry lemon / orange lemon plum / bell plum cherry",
          wins=[line(2, "11111", "cherry", 2, 2), line(6, "11211", "cherry", 3, 5)], returned=7, spins=[7]),
    reels(5, "bell bell bar / plum bell bell / bar seven bell / orange lemon plum / bell plum cherry",
          wins=[line(4, "12321", "bell", 3, 20)], returned=20, spins=[20]),
    reels(6, "", "dealing", spins=[], returned=None),
    reels(7, "lemon orange plum / plum orange bell / wild orange lemon / orange lemon bar / bell plum cherry",
          wins=[line(1, "22222", "orange", 3, 8)], returned=8, spins=[8]),
    reels(8, "plum cherry bar / plum orange bell / bar seven lemon / orange lemon plum / bell plum cherry"),
)  # fmt: skip


def slots(count: int = 8) -> View:
    """Slots with that many games."""
    return alone("slots", "スロット", "Slots", deepcopy(list(SLOTS[:count])), ["spin", "max_bet"])
