"""Journal things in a person's words: what the dock says that undo would take back, and the log of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.amounts import Amount
from bot.games.blackjack.actions import Bet, Play, Reply
from bot.games.contract import Action, Begins, DealCard
from bot.games.spots import Lay
from bot.pit.entries import (
    Act,
    AutoAdvance,
    Ban,
    CardSource,
    Claim,
    Closing,
    Correct,
    DropOrders,
    Give,
    HouseSeat,
    Join,
    KeepFollow,
    Kick,
    Leave,
    MoveInQueue,
    NewShoe,
    NextGame,
    Open,
    Order,
    Pause,
    Promote,
    SeatAt,
    ShuffleDue,
    TableOpen,
    Thing,
    TimedOut,
    Void,
)
from bot.pit.people import People
from bot.pit.replies import bet_words, say
from bot.texts import Language


class Wording:
    """Says what a thing is, without ever naming a card that may lie face down."""

    def __init__(self, people: People, language: Language) -> None:
        self.people = people
        self.language: Language = language

    def of(self, thing: Thing | None) -> str:
        """A few words; empty for nothing."""
        if thing is None:
            return ""
        code, params = self._code(thing)
        return say(f"thing.{code}", params, self.language)

    def _code(self, thing: Thing) -> tuple[str, dict[str, object]]:
        if isinstance(thing, Act):
            return self._action(thing.action, drawn=thing.drawn)
        code = _CODES.get(type(thing), lambda _thing: "other")(thing)
        params = {name: getattr(thing, name) for name in _FIELDS if hasattr(thing, name)}
        if isinstance(thing, Order):
            params["moves"] = [move for _, move in thing.moves]
        if "player" in params:
            params["who"] = self.people.name(params.pop("player"))
        return code, params

    def _action(self, action: Action, *, drawn: bool) -> tuple[str, dict[str, object]]:
        if action.kind in _OF_A_PLAYER:
            return action.kind, {"who": self.people.name(action.player)}  # type: ignore[attr-defined]
        match action:
            case Bet(seat=seat):
                side, lies = bet_words(action)
                return f"bet{side}", {"seat": seat, **lies}
            case Play(seat=seat, move=move) | Reply(seat=seat, move=move):
                return "play", {"seat": seat, "move": move}
            case Lay(player=player, spots=spots):
                return "spots", {"who": self.people.name(player), "spots": spots}
            case Begins(player=player, parts=parts):
                return "game_begun", {"who": self.people.name(player), "amount": Amount(sum(parts))}
            case DealCard():
                return "card_drawn", {}  # it may lie face down
            case _:
                said = _SAID.get(action.kind)
                return (
                    ("other", {})
                    if said is None
                    else (action.kind, {one: getattr(action, one) for one in said})
                )


_SAID: Mapping[str, tuple[str, ...]] = {
    "withdraw": ("seat",),
    "house": ("seat",),
    "reveal": ("card",),
    "look": (),
    "roll": ("value",),
    "spin": ("pocket",),
    "reels": (),
    "close": (),
    "behind": ("seat", "amount"),
    "pair": ("seat", "amount"),
    "retract": (),
}
"""What is said of an action, by its kind, which is also the text's code."""

_OF_A_PLAYER = ("lift", "hold", "raise", "pass")
"""What a player without a seat may do, by the action's kind."""

_FIELDS = ("player", "seat", "amount", "place", "card", "sheet")


def _always(code: str) -> Callable[[Any], str]:
    return lambda _thing: code


_CODES: Mapping[type, Callable[[Any], str]] = {
    Join: _always("join"),
    Claim: _always("claim"),
    KeepFollow: _always("follow"),
    Leave: _always("leave"),
    SeatAt: _always("seat_at"),
    Kick: _always("kick"),
    HouseSeat: _always("house"),
    Ban: lambda ban: "ban" if ban.on else "unban",
    MoveInQueue: _always("queue"),
    Give: lambda give: give.kind,
    Promote: _always("promote"),
    Open: _always("open"),
    # A shoe is brought by the opening that follows it in the same step.
    NewShoe: lambda shoe: "refill" if shoe.without else "open",
    Closing: _always("closing"),
    Order: _always("order"),
    DropOrders: _always("drop"),
    TimedOut: lambda timeout: "game_timeout" if timeout.hands == (0,) else "timeout",
    ShuffleDue: _always("shuffle"),
    Void: _always("void"),
    Correct: _always("correct"),
    AutoAdvance: lambda auto: "auto_on" if auto.on else "auto_off",
    TableOpen: lambda table: "table_open" if table.on else "table_closed",
    Pause: lambda pause: "pause_on" if pause.on else "pause_off",
    CardSource: lambda source: f"source_{source.source}",
    NextGame: _always("game"),
}
"""The text's code of each kind of thing."""
