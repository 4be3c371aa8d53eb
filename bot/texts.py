"""Every text a person reads, in Japanese and English, by code.

The texts live in ``data/text/<area>.<language>.toml`` as flat tables; a code is ``area.key``
(``reply.bet_too_small``). Parameters are ``str.format`` fields. A text missing in one language is a test
failure, never an English sentence in a Japanese stream.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, get_args

from bot import resources

Language = Literal["ja", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@cache
def catalogue(language: Language) -> Mapping[str, str]:
    """All texts of a language, keyed ``area.key``."""
    found: dict[str, str] = {}
    for path in sorted((resources.data() / "text").glob(f"*.{language}.toml")):
        area = path.name.split(".")[0]
        with path.open("rb") as file:
            _collect(area, tomllib.load(file), found)
    return found


def _collect(prefix: str, table: Mapping[str, Any], found: dict[str, str]) -> None:
    for key, value in table.items():
        name = f"{prefix}.{key}"
        if isinstance(value, str):
            found[name] = value
        else:
            _collect(name, value, found)


def text(code: str, language: Language, **parameters: object) -> str:
    """The text of ``code`` in ``language``.

    An unknown code is our own mistake; it must not take a stream down, so the code itself is returned.
    """
    template = catalogue(language).get(code)
    if template is None:
        return code
    try:
        return template.format(**parameters)
    except (KeyError, IndexError, ValueError):
        return template
