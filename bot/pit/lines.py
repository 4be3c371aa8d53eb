"""The dealer's log: who did what, in the floor's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.amounts import Amount, format_points
from bot.cards import Card
from bot.games.blackjack.events import Acted, BesidePlaced, BesideReturned, BetPlaced
from bot.games.contract import PlayerId
from bot.games.sheet import SheetError
from bot.pit.entries import Thing
from bot.pit.events import OrderKept, Promoted, ShoeBrought
from bot.pit.messages import LogLine
from bot.pit.people import People
from bot.pit.replies import bet_words, say, spot
from bot.pit.step import Step
from bot.pit.wording import Wording
from bot.points import RankTable
from bot.texts import Language, text

_BY_ITSELF = frozenset(
    {
        "settled",
        "dealer_done",
        "looked",
        "shoe",
        "burnt",
        "order_dropped",
        "beside_returned",
        "slip_settled",
        "ball_fell",
        "run_paid",
        "jackpot_hit",
        "coup_decided",
        "game_settled",
    }
)
"""What follows from the cards or the queue, whoever's word came last."""
_OF_THE_SEAT = frozenset({"acted", "answered"})
"""What a viewer's word may bring on at other seats, too: their kept words, the broadcast dealer's rule."""
_ACTORS = {
    "dealer": "log.dealer",
    "dock": "log.dealer",
    "api": "log.dealer",
    "clock": "log.clock",
    "house": "log.house",
}
_SHOWN = {
    "Seated": "seated",
    "Queued": "queued",
    "Unqueued": "unqueued",
    "SeatFreed": "seat_freed",
    "SeatLeaving": "seat_leaving",
    "SeatStays": "seat_stays",
    "HouseTookSeat": "house_seat",
    "RoundOpened": "opened",
    "RoundClosing": "closing",
    "RoundVoided": "voided",
    "OrderKept": "order_kept",
    "OrderDropped": "order_dropped",
    "SeatTimedOut": "timed_out",
    "GameTimedOut": "game_timed_out",
    "ShoeBrought": "shoe",
    "Paused": "paused",
    "TableOpened": "table",
    "Banned": "banned",
    "QueueMoved": "queue_moved",
    "GameChosen": "game",
    "Given": "given",
    "Promoted": "promoted",
    "BetPlaced": "bet",
    "BetWithdrawn": "bet_withdrawn",
    "BesidePlaced": "beside",
    "BesideReturned": "beside_returned",
    "FollowerAnswered": "follower_answered",
    "Converted": "converted",
    "Burnt": "burnt",
    "BetsClosed": "closed",
    "Answered": "answered",
    "Looked": "looked",
    "Acted": "acted",
    "HandSettled": "settled",
    "SpotsLaid": "spots_laid",
    "SpotsLifted": "spots_lifted",
    "SpotsClosed": "closed",
    "SlipSettled": "slip_settled",
    "BallFell": "ball_fell",
    "RunPaid": "run_paid",
    "JackpotHit": "jackpot_hit",
    "CoupDecided": "coup_decided",
    "GameBegun": "game_begun",
    "GameWithdrawn": "game_withdrawn",
    "GameSettled": "game_settled",
    "DealerDone": "dealer_done",
}
"""Events worth a line; cards fall too fast to read."""


MOST_LINES = 100
"""Of one step: thousands of settled bets are for the ledger, not for reading."""


class Scribe:
    """Writes log lines."""

    def __init__(self, people: People, language: Language, ranks: RankTable) -> None:
        self.people = people
        self.language: Language = language
        self.ranks = ranks
        self.wording = Wording(people, language)

    def lines(self, step: Step, seats: Mapping[int, PlayerId]) -> list[LogLine]:
        """The lines of a step's events: who did it, and what happened to whom.

        Args:
            seats: who sits where, for events that name only a seat.
        """
        by = self.actor(step.actor)
        made: list[LogLine] = []
        played = {(e.seat, e.hand) for e in step.events if isinstance(e, Acted)}
        for event in step.events:
            kind = _SHOWN.get(type(event).__name__)
            at_once = isinstance(event, OrderKept) and (event.seat, event.hand) in played
            if kind is not None and not at_once:
                words = self._text(kind, event, self._about(event, seats))
                who = self.actor("house") if kind in _BY_ITSELF else by
                if kind in _OF_THE_SEAT and step.actor.isdigit():
                    who = self._about(event, seats)
                made.append(LogLine(step.at / 1000, who, words, step.number, kind))
        if len(made) <= MOST_LINES:
            return made
        more = text("log.more", self.language, count=len(made) - MOST_LINES)
        return [*made[:MOST_LINES], LogLine(step.at / 1000, "", more, step.number, "more")]

    def actor(self, actor: str) -> str:
        """Who did something: a viewer by name, or the dealer, the clock, the house."""
        if actor.isdigit():
            return self.people.name(PlayerId(int(actor)))
        code = _ACTORS.get(actor)
        return actor if code is None else text(code, self.language)

    def _about(self, event: Any, seats: Mapping[int, PlayerId]) -> str:
        player = getattr(event, "player", None) or seats.get(getattr(event, "seat", 0))
        return self.people.name(player) if player else text("page.seat.house", self.language)

    def _text(self, kind: str, event: Any, who: str) -> str:
        fields = {name: getattr(event, name) for name in event.__dataclass_fields__}
        params: dict[str, object] = {"who": who, **fields}
        shape = _PARAMS.get(kind)
        if shape is not None:
            params |= shape(event, self.language)
        if isinstance(event, BetPlaced):
            side, lies = bet_words(event)
            kind = f"bet{side}"
            params |= lies
        if isinstance(event, BesidePlaced | BesideReturned):
            kind = kind.replace("beside", event.what)
        if isinstance(event, ShoeBrought) and not event.cards:
            kind = "seed"
        if isinstance(event, Promoted):
            params["rank"] = self.ranks.get(event.rank)
        return say(f"log.{kind}", params, self.language)

    def refusal(self, at_ms: int, who: str, said: str, why: str) -> LogLine:
        """Something a viewer tried that did not count."""
        return LogLine(at_ms / 1000, who, f"「{said[:60]}」→ {why}", 0, "refused")

    def cover(self, at_ms: int, who: str, amount: Amount) -> LogLine:
        """Points taken back had already been spent; ``corrections`` paid (design 3)."""
        words = text("log.cover", self.language, who=who, amount=format_points(amount))
        return LogLine(at_ms / 1000, who, words, 0, "cover")

    def undone(self, at_ms: int, what: str, step: int) -> LogLine:
        """The dealer took a step back."""
        return LogLine(at_ms / 1000, "", text("log.undone", self.language, what=what), step, "undone")

    def redone(self, at_ms: int, what: str, step: int) -> LogLine:
        """A step counts again."""
        return LogLine(at_ms / 1000, "", text("log.redone", self.language, what=what), step, "redone")

    def season(self, at_ms: int, name: str, what: str) -> LogLine:
        """A season started, paused, went on or ended."""
        return LogLine(at_ms / 1000, "", text(f"log.season_{what}", self.language, season=name), 0, "season")

    def identity(self, at_ms: int, what: str, who: str) -> LogLine:
        """Accounts were linked or unlinked, somebody is ignored or forgotten."""
        return LogLine(at_ms / 1000, "", text(f"log.{what}", self.language, who=who), 0, "identity")

    def sheet_kept(self, at_ms: int, trouble: SheetError) -> LogLine:
        """A sheet has become bad; the round began with the last good one."""
        words = text("log.sheet_kept", self.language, problem=trouble.sentence(self.language))
        return LogLine(at_ms / 1000, "", words, 0, "failed")

    def corrected(self, at_ms: int, slot: str, card: Card | None, step: int) -> LogLine:
        """A card was put right; one that lies face down is not named."""
        words = text("log.corrected", self.language, slot=slot, card=card or "?")
        return LogLine(at_ms / 1000, "", words, step, "corrected")

    def dropped(self, at_ms: int, thing: Thing, step: int) -> LogLine:
        """An entry that no longer fitted after a correction."""
        words = text("log.dropped", self.language, what=self.thing(thing))
        return LogLine(at_ms / 1000, "", words, step, "dropped")

    def thing(self, thing: Thing | None) -> str:
        """What a step began with, in a few words."""
        return self.wording.of(thing)

    def failed(self, at_ms: int, job: str) -> LogLine:
        """Our own mistake: the table was put back, the stream goes on."""
        return LogLine(at_ms / 1000, "", text("log.failed", self.language, job=job), 0, "failed")


def _settled(event: Any, language: Language) -> dict[str, object]:
    return {"outcome": text(f"page.outcome.{event.outcome}", language), "points": event.returned}


def _looked(event: Any, language: Language) -> dict[str, object]:
    return {"result": text("log.looked_yes" if event.blackjack else "log.looked_no", language)}


def _dealer(event: Any, language: Language) -> dict[str, object]:
    return {"outcome": text(f"log.dealer_{event.outcome}", language)}


def _freed(event: Any, language: Language) -> dict[str, object]:
    return {"why": text(f"log.freed_{event.why}", language)}


def _given(event: Any, language: Language) -> dict[str, object]:
    return {"kind": text(f"log.given_{event.kind}", language)}


def _dropped(event: Any, language: Language) -> dict[str, object]:
    from_outside = event.why in ("cancelled", "silenced")
    return {"why": text(f"{'log' if from_outside else 'reply'}.{event.why}", language)}


def _on(words: str) -> Callable[[Any, Language], dict[str, object]]:
    return lambda event, language: {"what": text(f"log.{words}_{'on' if event.on else 'off'}", language)}


_PARAMS: Mapping[str, Callable[[Any, Language], dict[str, object]]] = {
    "settled": _settled,
    "game_settled": _settled,
    "slip_settled": lambda event, _language: {"points": event.returned},
    "coup_decided": lambda event, language: {"outcome": spot(event.outcome, language)},
    "looked": _looked,
    "dealer_done": _dealer,
    "seat_freed": _freed,
    "given": _given,
    "order_dropped": _dropped,
    "paused": _on("paused"),
    "table": _on("table"),
    "banned": _on("banned"),
}
