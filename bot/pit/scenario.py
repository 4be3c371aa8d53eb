"""A scenario file as data (design 7): who plays, the cards, the steps, what is expected."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.amounts import points
from bot.cards import Card, parse_card

_STEP = re.compile(r"(?P<name>[^:#@][^:#]*)(?:#(?P<id>[^:]+))?:[ 　]?(?P<text>.*)", re.DOTALL)


class ScenarioError(ValueError):
    """The file is no scenario; the message names the file, the key and what is allowed."""


class Given(BaseModel):
    """A player before the first step."""

    model_config = ConfigDict(extra="forbid")

    points: int | float = 0
    rank: str | None = None


class Expect(BaseModel):
    """What must hold after the last step; only what is named is compared.

    Of ``refused`` those listed must be among the refusals; an empty list means that there are none.
    """

    model_config = ConfigDict(extra="forbid")

    points: Mapping[str, int | float] | None = None
    ranks: Mapping[str, str] | None = None
    seats: Mapping[str, str | None] | None = None
    phase: str | None = None
    hands: list[dict[str, Any]] | None = None
    replies: Mapping[str, str] | None = None
    refused: list[tuple[int, str]] | None = None


class Scenario(BaseModel):
    """One file."""

    model_config = ConfigDict(extra="forbid")

    about: str = ""
    table: str
    rules: dict[str, Any] = Field(default_factory=dict)
    players: dict[str, Given] = Field(default_factory=dict)
    cards: str | None = None
    dice: list[int] | None = None
    wheel: list[int | Literal["00"]] | None = None
    reels: list[list[int]] | None = None
    seed: int | str | None = None
    steps: list[str] = Field(min_length=1)
    expect: Expect = Field(default_factory=Expect)

    @property
    def listed_cards(self) -> tuple[Card, ...]:
        """The cards in dealing order."""
        return tuple(parse_card(text) for text in (self.cards or "").split())

    @property
    def listed(self) -> tuple[Sequence[Card], Sequence[int], Sequence[str], Sequence[Sequence[int]]]:
        """The cards, dice, pockets and stops it lists, as the supply takes them."""
        return self.listed_cards, self.dice or (), [str(one) for one in self.wheel or ()], self.reels or ()

    @property
    def fixed(self) -> bool:
        """Whether it lists what falls, rather than leaving that to a seed."""
        return self.seed is None or any(
            one is not None for one in (self.cards, self.dice, self.wheel, self.reels)
        )

    @property
    def by_hand(self) -> bool:
        """Whether every card is dealt by a step (``@card KS``): nothing else says where they come from."""
        verbs = {step.verb for step in map(read_step, self.steps) if isinstance(step, Verb)}
        return self.cards is None and self.seed is None and "card" in verbs and "source" not in verbs


@dataclass(frozen=True, slots=True)
class Said:
    """A chat message of a step; ``id`` fixes its message id."""

    name: str
    id: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Verb:
    """A dealer control of a step."""

    verb: str
    args: tuple[str, ...]


def read(path: Path) -> Scenario:
    """The scenario of a file.

    Raises:
        ScenarioError: it is none.
    """
    try:
        held = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise ScenarioError(f"{path.name}: {error}") from error
    return parse(held, path.name)


def parse(held: object, name: str) -> Scenario:
    """The scenario of its JSON form.

    Raises:
        ScenarioError: it is none.
    """
    try:
        scenario = Scenario.model_validate(held)
        for player in scenario.players.values():
            points(player.points)
        _ = scenario.listed_cards, [read_step(step) for step in scenario.steps]
    except ValidationError as error:
        found = error.errors()[0]
        key = ".".join(map(str, found["loc"]))
        raise ScenarioError(f"{name}: {key}: {found['msg']}") from error
    except ValueError as error:
        raise ScenarioError(f"{name}: {error}") from error
    return scenario


def read_step(step: str) -> Said | Verb:
    """A step's text: ``name: text``, ``name#id: text`` or ``@verb args``.

    Raises:
        ValueError: it is neither.
    """
    if step.startswith("@"):
        verb, *args = step[1:].split()
        return Verb(verb, tuple(args))
    found = _STEP.fullmatch(step)
    if found is None:
        raise ValueError(f"not a step: {step!r} (write 'name: text' or '@verb args')")
    return Said(found["name"].strip(), found["id"], found["text"])


def failures(expect: Expect, report: Mapping[str, Any]) -> list[str]:
    """Which expectations do not hold, each in a sentence."""
    wrong: list[str] = []
    for key in ("points", "ranks", "seats"):
        for name, value in (getattr(expect, key) or {}).items():
            got = report[key].get(name)
            if got != value:
                wrong.append(f"{key}.{name} is {got}, not {value}")
    if expect.phase is not None and report["phase"] != expect.phase:
        wrong.append(f"phase is {report['phase']}, not {expect.phase}")
    if expect.hands is not None:
        wrong += _hands(expect.hands, report["hands"])
    for name, part in (expect.replies or {}).items():
        heard = report["replies"].get(name, [])
        if not any(part in one for one in heard):
            wrong.append(f"replies.{name}: {part!r} is in none of {heard}")
    if expect.refused == [] and report["refused"]:
        wrong.append(f"refused: {report['refused']}, though nothing should be")
    for step, code in expect.refused or ():
        if [step, code] not in report["refused"]:
            wrong.append(f"refused: {[step, code]} is not in {report['refused']}")
    return wrong


def _hands(expected: Sequence[Mapping[str, Any]], got: Sequence[Mapping[str, Any]]) -> list[str]:
    """Each expected hand is the next that was played by the ``player`` and as the ``hand`` it names. Where
    all name their players there may be others; where they do not, these are all."""
    some = bool(expected) and all("player" in want for want in expected)
    if len(expected) != len(got) and not some:
        return [f"hands: {len(got)} were played, not {len(expected)}"]
    wrong, left = [], list(got)
    for number, want in enumerate(expected, start=1):
        named = {key: want[key] for key in ("player", "hand") if key in want}
        have = next((one for one in left if all(one.get(key) == named[key] for key in named)), None)
        if have is None:
            wrong.append(f"hands[{number}]: none was played with {named}")
            continue
        left.remove(have)
        for key, value in want.items():
            value = value.split() if key == "cards" and isinstance(value, str) else value
            if key == "cards":
                value = [parse_card(card).text for card in value]
            if have.get(key) != value:
                wrong.append(f"hands[{number}].{key} is {have.get(key)}, not {value}")
    return wrong
