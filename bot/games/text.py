"""Events as one-line texts (the journal and the transcript) and as JSON (the pages), for every game.

``dealt seat=3 hand=1 index=2 card=KD``: the class's name in snake case, then each field. Values have no
spaces; tuples are comma-separated, a side bet is ``sm:300``, an unknown card ``?``, nothing at all ``-``.
The same fields become the JSON keys, amounts as numbers of points.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from bot.amounts import Amount, points, to_number, to_text
from bot.cards import Card, parse_card
from bot.games import registry
from bot.games.contract import Event, PlayerId, Returned, Staked


@dataclass(frozen=True, slots=True)
class _Codec:
    """How values of one type are written, read and shown."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]
    show: Callable[[Any], Any]


def _or_else(word: str, value: Any, codec: _Codec) -> _Codec:
    """``word`` stands for ``value``; everything else is the codec's."""
    return _Codec(
        lambda given: word if given == value else codec.write(given),
        lambda text: value if text == word else codec.read(text),
        codec.show,
    )


def _words(codec: _Codec) -> _Codec:
    several = _Codec(
        lambda values: ",".join(map(codec.write, values)),
        lambda text: tuple(map(codec.read, text.split(","))),
        lambda values: [codec.show(value) for value in values],
    )
    return _or_else("-", (), several)


def _read_bool(text: str) -> bool:
    return {"yes": True, "no": False}[text]


def _read_side(text: str) -> tuple[str, Amount]:
    name, amount = text.split(":")
    return name, points(amount)


_SIDE = _words(_Codec(lambda side: f"{side[0]}:{to_text(side[1])}", _read_side, lambda side: side))

_CODECS: Mapping[Any, _Codec] = {
    int: _Codec(str, int, int),
    PlayerId: _Codec(str, int, int),
    Amount: _Codec(to_text, points, to_number),
    str: _Codec(str, str, str),
    str | None: _or_else("-", None, _Codec(str, str, lambda word: word)),
    bool: _Codec(lambda value: "yes" if value else "no", _read_bool, bool),
    Card: _Codec(str, parse_card, str),
    Card | None: _or_else(
        "?", None, _Codec(str, parse_card, lambda card: "?" if card is None else str(card))
    ),
    tuple[tuple[str, Amount], ...]: _Codec(
        _SIDE.write, _SIDE.read, lambda sides: {name: to_number(amount) for name, amount in sides}
    ),
}


def _codec(hint: Any) -> _Codec:
    """The codec of a field's type; enums and tuples of known types need no line of their own."""
    if hint in _CODECS:
        return _CODECS[hint]
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _Codec(str, hint, str)
    if get_origin(hint) is tuple and get_args(hint)[1:] == (Ellipsis,):
        return _words(_codec(get_args(hint)[0]))
    raise TypeError(f"no text form for {hint}")


@cache
def _plan(event: type[Event]) -> tuple[str, tuple[tuple[str, _Codec], ...]]:
    """The class's word, and its fields with their codecs."""
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()
    hints = get_type_hints(event)
    return name, tuple((field.name, _codec(hints[field.name])) for field in fields(event))  # type: ignore[arg-type]


@cache
def event_classes() -> dict[str, type[Event]]:
    """Every event class of every game by its word."""
    known: list[type[Event]] = [Staked, Returned]
    for game in registry.GAMES.values():
        known += [event for event in game.events if event not in known]
    return {_plan(event)[0]: event for event in known}


def event_text(event: Event) -> str:
    """The event in one line; :func:`parse_event` reads it back to an equal value."""
    name, plan = _plan(type(event))
    return " ".join([name, *(f"{key}={codec.write(getattr(event, key))}" for key, codec in plan)])


def parse_event(text: str) -> Event:
    """The event of its text form.

    Raises:
        ValueError: the text is none.
    """
    name, *words = text.split(" ")
    event = event_classes().get(name)
    given = dict(word.partition("=")[::2] for word in words)
    if event is None or set(given) != {key for key, _ in _plan(event)[1]}:
        raise ValueError(f"not an event: {text!r}")
    try:
        return event(**{key: codec.read(given[key]) for key, codec in _plan(event)[1]})
    except (KeyError, ValueError) as error:
        raise ValueError(f"not an event: {text!r}") from error


def event_json(event: Event) -> dict[str, Any]:
    """The event for the pages: ``{"type": "dealt", "seat": 3, …}``."""
    name, plan = _plan(type(event))
    return {"type": name, **{key: codec.show(getattr(event, key)) for key, codec in plan}}
