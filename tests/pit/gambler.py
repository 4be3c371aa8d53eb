"""Viewers and a dealer who do anything, sensible or not, as hypothesis or a seeded random chooses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.games.contract import Await
from bot.pit.table import Table

VIEWERS = ("aya", "ben", "cho", "dai", "恵美", "f😀", "gus", "hana", "iwao")
"""More than any table seats, so that a queue forms."""

BETS = ("bet 100", "bet 10", "100", "bet half", "ベット５０", "bet 20", "bet 50%")
SIDE_BETS = ("bet 100 sm 50", "bet50-sm10", "bet 20 sm 20")
ODD_BETS = ("bet 15", "bet 99999999", "bet -5", "bet abc", "0", "bet all", "bet 100 sm 50", "bet 100,200")
SEAT_BETS = ("bet 100", "席1 100", "seat 2 bet 50", "席3 20", "seat 2 bet 10", "bet half", "again")
BESIDE = (
    "behind 1 50",
    "後ろ1 20",
    "behind 2 100",
    "pair 1 10",
    "ペア2 50",
    "後ろ3 all",
    "pair 3 half",
    "cancel",
)
FOLLOWS = ("follow", "フォロー", "no", "yes", "ins 1", "1ht 2st")
MOVES = ("ht", "st", "hit", "スタンド", "dd", "sp", "サレ", "sw", "no", "ht st", "st st", "1ht 2st", "2st")
OFFERS = ("ins", "保険", "em", "no", "なし", "yes")
OTHER = (
    "join",
    "参加",
    "leave",
    "退席",
    "cancel",
    "points",
    "rank",
    "ranking",
    "history",
    "rebuy",
    "help",
    "again",
)
SPOTS = (
    *("17 10", "red 50", "赤100 黒20", "1-2 5, 偶数 half", "1st12 10", "0 all", "17 20", "列2 30", "前半 40"),
    *("player 100", "バンカー50", "tie 10, player 20", "プレイヤー half"),
)
ODD_SPOTS = (
    "1-9 10",
    "17 10, 17 20",
    "red 99999999",
    "red 0",
    "37 10",
    "player 10, red 10",
    "17 -5",
    "again",
)
GAMES = (
    *(
        "deal 5",
        "deal 1",
        "deal 2x10",
        "deal 5xhalf",
        "ante 10",
        "ante 50",
        "ante half",
        "spin",
        "spin 2 lines 9",
    ),
    *("maxbet", "again"),
)
ANSWERS = ("hold none", "hold 1 3", "hold all", "raise", "pass", "レイズ", "パス", "ホールド 2 5")
ODD_GAMES = ("deal 9", "deal 5x99999999", "hold 7", "ante all", "spin 5 lines 99", "deal 0", "ante 0")
CHATTER = ("hit song!", "www", "888", "🎉", "<img src=x onerror=alert(1)>", "スプリットしたいな〜", "‮bet 100")
CARDS = ("AS", "KH", "TD", "9C", "5S", "2H", "8D", "8C", "JK", "?")


@dataclass(frozen=True, slots=True)
class Said:
    """A viewer types."""

    who: str
    text: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """The dealer presses."""

    verb: str
    args: tuple[str | int, ...] = ()


Step = Said | Pressed
Pick = Callable[[Sequence[Any]], Any]


def anything(pick: Pick, table: Table, *, amends: bool = True) -> Step:
    """One step: mostly one that moves the evening on, sometimes one that should be refused.

    Args:
        amends: undo, redo and corrections, too.
    """
    match pick("ppppppppppvvddxca" if amends else "ppppppppppvvddxc"):
        case "p":
            return sensible_step(pick, table)
        case "v":
            return odd_line(pick, table)
        case "d":
            return sensible_press(pick, table)
        case "x":
            return odd_press(pick, table)
        case "c":
            return Said(pick(VIEWERS), pick(CHATTER))
        case _:
            return Pressed(pick(("undo", "undo", "undo", "redo", "redo", "void")))


def sensible_step(pick: Pick, table: Table) -> Step:
    """What somebody would do now who wants to play."""
    if table.style != "seats":
        return seatless_step(pick, table)
    live = table.live
    players = {seat for seat, held in table.seats.items() if not held.house}
    if table.by_betting and table.phase == "betting" and (not live or pick((True, True, False))):
        return Said(pick(VIEWERS), pick((*SEAT_BETS, *SEAT_BETS, *BESIDE)))
    if live is not None and live.followers and (not live.awaiting.seats or pick((True, False))):
        return Said(NAMES.get(pick(live.followers)[1], VIEWERS[0]), pick((*FOLLOWS, "ins")))
    if live is None:
        if len(players) < 2 or (len(players) < table.sheet.seats and pick((True, False, False))):
            return Said(pick(VIEWERS), pick(("join", "参加")))
        return Pressed(pick(("open", "next")))
    if live.phase == "betting":
        without = sorted(players - set(live.boxes))
        if without and (not live.boxes or pick((True, True, False))):
            bets = (*BETS, *SIDE_BETS) if "sm" in side_bets(table) else BETS
            return Said(name_at(table, pick(without)), pick(bets))
        return sensible_press(pick, table)
    if live.awaiting.what is not Await.PLAYERS:
        return sensible_press(pick, table)
    said = getattr(live, "say", lambda: ())()
    return Said(name_at(table, pick(live.awaiting.seats)), str(pick((*said, *said, *MOVES))))


def seatless_step(pick: Pick, table: Table) -> Step:
    """The same where nobody sits."""
    if table.style == "spots":
        if table.live is None:
            return Pressed(pick(("open", "next")))
        if table.live.phase == "betting" and pick((True, True, True, False)):
            return Said(pick(VIEWERS), pick(SPOTS))
        return sensible_press(pick, table)
    if table.live is not None and pick((True, False)):
        waiting = getattr(table.live, "waiting", ())
        who = NAMES.get(table.live.player_of(pick(waiting)), VIEWERS[0]) if waiting else pick(VIEWERS)  # type: ignore[attr-defined]
        return Said(who, pick(ANSWERS)) if pick((True, True, False)) else sensible_press(pick, table)
    return Said(pick(VIEWERS), pick(GAMES)) if pick((True, True, True, False)) else Pressed("open")


def odd_line(pick: Pick, table: Table) -> Said:
    """What anybody might say now, whether or not it can be."""
    words = (*BETS, *SIDE_BETS, *ODD_BETS, *MOVES, *OFFERS, *OTHER)
    if table.by_betting:
        words = (*words, *SEAT_BETS, *BESIDE, *FOLLOWS)
    if table.style != "seats":
        words = (*SPOTS, *ODD_SPOTS, *GAMES, *ANSWERS, *ODD_GAMES, *BETS, *MOVES, *OTHER)
    return Said(pick(VIEWERS), pick(words))


def side_bets(table: Table) -> Sequence[str]:
    """The side bets of the table's game."""
    return tuple(getattr(table.sheet, "side_bets", ()))


NAMES: dict[int, str] = {}
"""Account numbers to viewers, kept by whoever plays."""


def name_at(table: Table, seat: int) -> str:
    """Who sits there, as far as is known."""
    held = table.seats.get(seat)
    return NAMES.get(held.player if held is not None else 0, VIEWERS[0])


def sensible_press(pick: Pick, table: Table) -> Pressed:
    """What a dealer would press now."""
    live = table.live
    if live is None:
        return Pressed(pick(("open", "next", "open", "open", "shuffle")))
    if live.phase == "betting":
        free = table.free_seats
        if getattr(table.sheet, "full_table", False) and free:
            return Pressed("house", (free[0],))
        return Pressed(
            pick(("deal", "deal", "next", "spin") if table.style == "spots" else ("deal", "deal", "next"))
        )
    match live.awaiting.what:
        case Await.CARD if table.source == "hand":
            return Pressed("card", (pick(CARDS),))
        case Await.LOOK:
            return Pressed("look", (pick(("yes", "no")),))
        case Await.REVEAL:
            return Pressed("reveal", (pick(CARDS),))
        case Await.ROLL:
            return Pressed("roll", pick(((), (pick((1, 2, 3, 4, 5, 6)),))))
        case Await.SPIN:
            return Pressed("spin", pick(((), (pick(("0", "17", "36", "00")),))))
        case Await.REELS:
            return Pressed("spin", pick(((), (0, 1, 2, 3, 4))))
        case Await.PLAYERS if table.style == "alone":
            return Pressed(*pick((("timeout", ()), ("act", (pick(live.awaiting.seats), pick(ANSWERS))))))
        case Await.PLAYERS:
            seat = pick(live.awaiting.seats or tuple(live.boxes))
            return Pressed(*pick((("timeout", ()), ("act", (seat, pick(MOVES))))))
        case _:
            return Pressed("next")


def odd_press(pick: Pick, table: Table) -> Pressed:
    """Anything a dock can send."""
    if table.source == "hand" and table.live is not None and pick((True, False)):
        return Pressed("correct", (*pick(SLOTS).split(), pick(CARDS[:-2])))
    seat, who = pick((0, 1, 2, 3, 6, 7, 8, 9999)), pick((*VIEWERS, "nobody", ""))
    verb = pick(ODD_VERBS)
    match verb:
        case "kick" | "house":
            return Pressed(verb, (seat,))
        case "seat" | "queue":
            return Pressed(verb, (who, seat))
        case "ban" | "unban":
            return Pressed(verb, (who,))
        case "give":
            return Pressed(
                verb, (who, pick((100, "12.5", "9,900", -50, "x", 0, 60_000)), "おめでとう\nline two")
            )
        case "auto":
            return Pressed(verb, (pick(("on", "off", "on", "?")),))
        case "source":
            return Pressed(verb, (pick(("shoe", "shoe", "hand")),))
        case "act":
            return Pressed(verb, (seat, pick((*MOVES, *BETS, "leave", "hello"))))
        case "card" | "reveal":
            return Pressed(verb, (pick(CARDS),))
        case "correct":
            return Pressed(verb, (*pick(SLOTS).split(), pick(CARDS)))
        case "roll":
            return Pressed(verb, (pick((0, 1, 6, 7)),))
        case _:
            return Pressed(verb)


SLOTS = (
    *("seat 1 hand 1 card 1", "seat 1 hand 1 card 2", "seat 2 hand 1 card 2"),
    *("dealer card 1", "dealer card 2", "x"),
)
ODD_VERBS = (
    *("kick", "house", "seat", "queue", "ban", "unban", "correct", "give", "auto", "source", "act", "card"),
    *("reveal", "correct", "roll", "void", "next", "deal", "open", "timeout", "look", "pause", "resume"),
    *("shuffle", "spin"),
)
