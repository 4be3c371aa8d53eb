"""What a page may see of a table: the round's redacted view with names, clock and shoe around it.

The shape is docs/developers/protocol.md. Nothing here opens a card: hands come from ``round.view``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from bot.amounts import ZERO, Amount, to_number
from bot.games.contract import NOBODY, Audience, Await, PlayerId
from bot.games.registry import moves, start_round
from bot.games.sheet import TableSheet
from bot.pit.calibration import Calibration
from bot.pit.clock import Clock
from bot.pit.people import People, Person
from bot.pit.play_view import play_view
from bot.pit.rounds import AloneRound, slot_name
from bot.pit.sheets import house_rules
from bot.pit.state import Seat
from bot.pit.table import Table

TOP = 5
BIG_BUTTON = {
    Await.LOOK: "look",
    Await.REVEAL: "reveal",
    Await.ROLL: "roll",
    Await.SPIN: "spin",
    Await.REELS: "spin",
    Await.CARD: "card",
    Await.PLAYERS: "timeout",
}

BESIDE = {"sm": "super_match", "s7": "s7", "pair": "pair"}
"""How a side bet is told of, as a key of ``page.say``."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a view shows that the fold does not know."""

    people: People
    clock: Clock
    now: int
    commitment: str | None
    undo: tuple[int, str] | None
    redo: tuple[int, str] | None
    calibration: Calibration
    games: Sequence[Mapping[str, Any]] = ()
    heads: Sequence[tuple[PlayerId, Amount]] = ()
    season: Mapping[str, Any] | None = None
    season_rules: Mapping[str, Any] | None = None
    identity: Mapping[str, Any] | None = None


def table_views(table: Table, around: Surroundings) -> tuple[dict[str, Any], dict[str, Any]]:
    """The whole view of a table, for everybody and for the dealer, JSON-ready.

    What lies on the felt is the same in both: nobody, the dealer included, sees an unopened card (design 2).
    """
    public = _public(table, around)
    return public, {**public, **_dealers(table, around, public["seats"])}


def _public(table: Table, around: Surroundings) -> dict[str, Any]:
    shown = _shown(table)
    # Where each plays alone: after the last call nobody begins until bets are open again.
    resting = table.closing and table.style == "alone" and table.live is None
    return {
        "table": {
            "id": table.sheet.id,
            "name": {"ja": table.sheet.name.ja, "en": table.sheet.name.en},
            "game": table.sheet.game,
            "style": table.style,
            "seats": table.sheet.seats,
            "full": bool(getattr(table.sheet, "full_table", False)),
            "house_seats": table.house_allowed,
            "by_betting": table.by_betting,
            "exit": table.sheet.exit,
            "seat_minutes": table.sheet.seat_minutes if table.sheet.exit == "time" else None,
            "moves": [_called(table.sheet, move) for move in moves(table.sheet)],
        },
        "round": table.number,
        "phase": table.phase,
        "closing": table.closing and (table.phase == "betting" or (table.style == "alone" and not resting)),
        "resting": resting,
        "paused": table.paused,
        "closed": table.closed,
        "awaiting": _awaiting(table, around),
        "dealer": shown.get("dealer", {"cards": [], "total": 0, "soft": False, "outcome": None}),
        "die": shown.get("die"),
        "play": play_view(shown, around.people),
        "asked_behind": _asked_behind(table, around.people),
        "seats": [
            {
                **_seat(table, number, shown.get("boxes", {}), around.people),
                "behind": _named(shown.get("behind", {}).get(number, ()), around.people),
                "pairs": _named(shown.get("pairs", {}).get(number, ()), around.people),
            }
            for number in range(1, table.sheet.seats + 1)
        ],
        "queue": [
            {"id": player, "name": around.people.name(player), "rank": _rank(player, around.people)}
            for player in table.queue
        ],
        "ranking": [
            {
                "name": one.name,
                "points": to_number(figure),
                "rank": one.rank,
                "rebuys": one.rebuys,
            }
            for one, figure in ((around.people.get(player), figure) for player, figure in around.heads)
            if one is not None
        ],
        "say": say(table, shown.get("say", ())),
        "limits": _limits(table),
        "ranks": [
            {"id": one.id, "name": {"ja": one.ja, "en": one.en}, "mark": one.mark}
            for one in table.sheet.ranks
        ],
        "house_rules": house_rules(table.sheet),
        "season": around.season,
        "shoe": {
            "commitment": around.commitment,
            "cards_left": table.shoe.left if table.shoe.number and table.source == "shoe" else None,
            "decks": table.sheet.decks,
            "last_round": table.shoe.number > 0 and table.shoe.finished,
            "source": table.source,
        },
        "calibrate": around.calibration.code,
        "next": _next(table),
    }


def _named(laid: Sequence[Mapping[str, Any]], people: People) -> list[dict[str, Any]]:
    """Bets beside a seat, with the names of whoever laid them."""
    found = []
    for one in laid:
        player = PlayerId(one["player"])
        whose = {"id": player, "name": people.name(player), "rank": _rank(player, people)}
        found.append({**one, "player": whose})
    return found


def _asked_behind(table: Table, people: People) -> list[dict[str, Any]]:
    """Who is asked about a bet behind a seat: insurance, or whether it follows (rulings 10.3, 10.5)."""
    if table.live is None:
        return []
    asked = "insurance" if table.live.phase == "insurance" else "follow"
    return [
        {"seat": seat, "player": {"id": player, "name": people.name(player)}, "moves": [asked, "no"]}
        for seat, player in table.live.followers
    ]


def _shown(table: Table) -> Mapping[str, Any]:
    """What the round shows. Where nobody sits the felt lies there before the first one, too."""
    if table.round is not None:
        return table.round.view(Audience.PUBLIC)
    if table.style == "seats":
        return {}
    return start_round(table.sheet, table.carried.get(table.sheet.id)).view(Audience.PUBLIC)


def _dealers(table: Table, around: Surroundings, seats: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What only the dealer sees: what undo and redo would do, kept words, who is banned."""
    shown = around.people.shown
    return {
        "seats": [_for_dealer(table, _told_apart(seat, around.people), around) for seat in seats],
        "queue": [
            {"id": player, "name": shown(player), "rank": _rank(player, around.people)}
            for player in table.queue
        ],
        "identity": around.identity,
        "step": around.undo[0] if around.undo else 0,
        "undo": {"step": around.undo[0], "text": around.undo[1]} if around.undo else None,
        "redo": {"step": around.redo[0], "text": around.redo[1]} if around.redo else None,
        "banned": [{"id": player, "name": shown(player)} for player in sorted(table.banned)],
        "game": table.game,
        "games": list(around.games),
        "delays": around.calibration.medians(),
        "auto_advance": table.auto_advance,
        "season_rules": around.season_rules,
    }


def _rank(player: PlayerId, people: People) -> str | None:
    person = people.get(player)
    return None if person is None else person.rank


def _told_apart(seat: Mapping[str, Any], people: People) -> Mapping[str, Any]:
    """The dealer must not mistake two viewers whose names look the same."""
    player = seat["player"]
    return seat if player is None else {**seat, "player": {**player, "name": people.shown(player["id"])}}


def _for_dealer(table: Table, seat: Mapping[str, Any], around: Surroundings) -> dict[str, Any]:
    number = seat["seat"]
    hands = [
        {
            **hand,
            "order": _next_word(table, number, hand["hand"]),
            "auto": (number, hand["hand"]) in table.auto,
            "moves": _moves(table, number, hand["hand"], around.people),
        }
        for hand in seat["hands"]
    ]
    held = table.seats.get(number)
    return {
        **seat,
        "hands": hands,
        "moves": _moves_of_seat(table, seat, hands, around.people),
        "orders": list(table.orders.of(number)),
        "sat_out": held.sat_out if held is not None else 0,
        "rounds": held.rounds if held is not None else 0,
        "minutes_left": None if held is None else table.minutes_left(held, around.now),
    }


def _moves_of_seat(
    table: Table, seat: Mapping[str, Any], hands: Sequence[Mapping[str, Any]], people: People
) -> list[str]:
    """An open offer is the whole seat's; else what any of its hands may do."""
    if seat["asked"]:
        return _moves(table, seat["seat"], 0, people)
    return list(dict.fromkeys(move for hand in hands for move in hand["moves"]))


def _moves(table: Table, seat: int, hand: int, people: People) -> list[str]:
    """What the dealer could say now for a hand, or for the seat as a whole (``hand`` 0)."""
    live = table.live
    if live is None or seat not in live.boxes:
        return []
    person = people.get(live.boxes[seat].player)
    means = person.points if person is not None else ZERO
    return [_called(table.sheet, move) for move in live.may(seat, hand, means)]


def _next_word(table: Table, seat: int, hand: int) -> str | None:
    """The kept word that this hand is to play; a list's next one is shown at the hand that comes first."""
    live = table.live
    if live is None or (not table.passes and live.open_hands(seat)[:1] != (hand,)):
        return None
    return table.orders.next(seat, hand)


def say(table: Table, moves: Sequence[str]) -> list[str]:
    """What a viewer may type now, as keys of ``page.say``."""
    match table.phase:
        case "idle" if table.style == "alone" and not table.closing:
            return [*_begins(table), "points"]
        case "idle" if table.style != "seats":
            return ["points"]
        case _ if table.style != "seats":
            return list(moves)
        case "idle":
            return ["join", "leave", "points"]
        case "betting" if table.by_betting:
            return ["seat_bet", *_more_bets(table.sheet), "cancel", "leave"]
        case "betting":
            return ["join", "bet", *_more_bets(table.sheet), "cancel", "leave"]
        case _:
            return [_called(table.sheet, move) for move in moves]


def _begins(table: Table) -> tuple[str, ...]:
    """The words that begin a game where each plays alone."""
    return cast(AloneRound, start_round(table.sheet)).opens


def _called(sheet: TableSheet, move: str) -> str:
    """A move by the word it has at this table: a surrender may be called ストップ (rulings 11)."""
    return str(getattr(sheet, "surrender_word", move)) if move == "surrender" else str(move)


def _more_bets(sheet: TableSheet) -> list[str]:
    """Forms of a bet that only some tables know: on several hands (rulings 11.1), with a side bet."""
    several = getattr(sheet, "hands", 1) > 1 and not getattr(sheet, "equal_hands", False)
    beside = [BESIDE[name] for name in getattr(sheet, "side_bets", ()) if name in BESIDE]
    behind = ["behind"] if getattr(sheet, "behind", False) else []
    return [*(["hands"] if several else []), *behind, *beside]


def _awaiting(table: Table, around: Surroundings) -> dict[str, Any]:
    if table.live is None:
        return {"what": "nothing", "seats": [], "hand": 0, "slot": None, "left": None, "total": None}
    awaiting = table.live.awaiting
    left = around.clock.left(around.now)
    return {
        "what": awaiting.what.value,
        "seats": list(awaiting.seats),
        "hand": awaiting.hand,
        "slot": slot_name(awaiting),
        "suits": bool(getattr(table.sheet, "suits_matter", False)),
        "left": left,
        "total": around.clock.total if left is not None else None,
    }


def _seat(table: Table, number: int, boxes: Any, people: People) -> dict[str, Any]:
    held = table.seats.get(number)
    box = boxes.get(number) or {}
    # A hand stays on the felt after its player has gone, and the name stays with it until the next round; but
    # it is not shown as the hand of whoever has taken the seat meanwhile.
    if held is not None and table.live is None and box.get("player", held.player) != held.player:
        box = {}
    player = held.player if held is not None else box.get("player", 0)
    person = people.get(PlayerId(player)) if player else None
    return {
        "seat": number,
        "player": _player(person) if person is not None else None,
        "state": _state(table, held, box),
        "asked": [] if table.live is None else [str(move) for move in table.live.offered(number)],
        "bet": box.get("bet", 0),
        "side": box.get("side", {}),
        "insurance": box.get("insurance", 0),
        "insurance_lost": box.get("insurance_lost", 0),
        "decided": box.get("decided", {}),
        "may_switch": box.get("may_switch", False),
        "switched": box.get("switched", False),
        "award": box.get("award", 0),
        "hands": list(box.get("hands", ())),
    }


def _player(person: Person) -> dict[str, Any]:
    return {
        "id": person.player,
        "name": person.name,
        "platform": person.platform,
        "rank": person.rank,
        "points": to_number(person.points),
    }


def _state(table: Table, held: Seat | None, box: Mapping[str, Any]) -> str:
    if held is None:
        return "empty"
    if held.house:
        return "house"
    if held.leaving:
        return "leaving"
    if table.live is None:
        return "seated"
    # The house plays for who sits there without a bet: they are not in the round (rulings 2.5).
    in_round = bool(box) and box["player"] != NOBODY
    if table.live.phase == "betting":
        return "betting" if in_round else "seated"
    return "playing" if in_round else "sitting_out"


def _limits(table: Table) -> dict[str, Any]:
    limits = table.sheet.limits_for(table.sheet.ranks[0].id)
    high = None if limits.high is None else to_number(limits.high)
    return {"min": to_number(limits.low), "max": high, "step": to_number(limits.step)}


def _next(table: Table) -> dict[str, Any] | None:
    """What the dock's big button does: it never means "wait" (design 6)."""
    if table.live is None:
        return {"verb": "open"}
    awaiting = table.live.awaiting
    if awaiting.what is Await.BETS and table.phase != "betting":
        return None  # whoever wants to play begins
    if awaiting.what is Await.BETS:
        # Beside a wheel on camera the bets are closed first: its pocket is the dealer's to tell.
        own_wheel = getattr(table.sheet, "wheel", None) and table.source == "shoe"
        return {"verb": "spin" if own_wheel else "deal"}
    verb = BIG_BUTTON.get(awaiting.what)
    if verb is None:
        return None
    seat = awaiting.seats[0] if len(awaiting.seats) == 1 else None
    of_house = seat is not None and seat in table.live.boxes and table.live.boxes[seat].player == NOBODY
    if of_house or (verb in ("card", "roll", "spin") and table.source == "shoe"):
        verb = "next"
    return {"verb": verb, "seat": seat}
