"""A finding: what was looked at, how it is, and how to mend it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from bot.texts import Language, catalogue, text


class Level(StrEnum):
    """How a finding is."""

    OK = "ok"
    NOTE = "note"
    """Worth knowing; nothing to do."""
    WARN = "warn"
    """It works, but not for sure or not for long."""
    WRONG = "wrong"


_MARKS = {Level.OK: "○", Level.NOTE: "–", Level.WARN: "△", Level.WRONG: "×"}


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report. ``code`` names the text ``doctor.<code>``; how to mend it is
    ``doctor.<code>_mend``, where there is anything to do.

    Attributes:
        about: what was looked at: the heading is ``doctor.about.<about>``.
        params: the text's figures and names. A value that is a :class:`Said` is a text itself.
    """

    about: str
    level: Level
    code: str
    params: Mapping[str, object] = field(default_factory=dict)

    def sentence(self, language: Language) -> str:
        """What was found."""
        return _say(f"doctor.{self.code}", self.params, language)

    def mend(self, language: Language) -> str:
        """How to mend it; empty where there is nothing to do."""
        code = f"doctor.{self.code}_mend"
        return _say(code, self.params, language) if code in catalogue(language) else ""


@dataclass(frozen=True, slots=True)
class Said:
    """A text inside a text, said in the report's language; with ``otherwise`` in place of an unknown one."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)
    otherwise: str = ""

    def say(self, language: Language) -> str:
        """The words."""
        code = self.code if not self.otherwise or self.code in catalogue(language) else self.otherwise
        return _say(code, self.params, language)


def _say(code: str, params: Mapping[str, object], language: Language) -> str:
    shown = {key: _shown(value, language) for key, value in params.items()}
    return text(code, language, **shown)


def _shown(value: object, language: Language) -> object:
    if isinstance(value, Said):
        return value.say(language)
    if isinstance(value, tuple):
        between = text("doctor.comma", language)
        return between.join(str(_shown(one, language)) for one in value)
    return value


class Premises(Protocol):
    """The settings that are looked at (:class:`bot.settings.Settings`)."""

    @property
    def data_dir(self) -> Path: ...

    @property
    def database(self) -> Path: ...

    @property
    def host(self) -> str: ...

    @property
    def port(self) -> int: ...


def is_wrong(findings: Collection[Finding]) -> bool:
    """Whether anything is wrong, rather than worth knowing."""
    return any(one.level is Level.WRONG for one in findings)


def as_json(findings: Sequence[Finding], language: Language) -> dict[str, Any]:
    """The report for programs."""
    return {
        "ok": not is_wrong(findings),
        "findings": [
            {
                "about": one.about,
                "level": one.level.value,
                "code": one.code,
                "text": one.sentence(language),
                "mend": one.mend(language) or None,
            }
            for one in findings
        ],
    }


def as_lines(findings: Sequence[Finding], language: Language) -> Iterator[tuple[Level | None, str]]:
    """The report for people, line by line; headings have no level."""
    about = ""
    for one in findings:
        if one.about != about:
            about = one.about
            yield None, text(f"doctor.about.{about}", language)
        yield one.level, f"  {_MARKS[one.level]} {one.sentence(language)}"
        mend = one.mend(language)
        if mend and one.level is not Level.OK:
            yield one.level, f"      → {mend}"
    wrong = sum(one.level is Level.WRONG for one in findings)
    worth = sum(one.level is Level.WARN for one in findings)
    summary = "some_wrong" if wrong else "some_warnings" if worth else "all_well"
    yield None, text(f"doctor.{summary}", language, wrong=wrong, warnings=worth)
