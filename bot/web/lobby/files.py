"""The lobby's page and what it is made of, read once: the same files for the listener and for the export."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bot.texts import LANGUAGES, catalogue
from bot.web.lobby.docs import Doc
from bot.web.pages import MIME_TYPES

INDEX = "index.html"
FOLDERS = ("lobby", "shared")
"""Of the pages' folders these are public, as ``static/<folder>/...``."""
TEXTS = (
    "lobby.",
    "page.premium.",
    "page.outcome.",
    "page.phase.",
    "page.side.",
    "page.seat.",
    "page.hidden_name",
)


def site(root: Path) -> dict[str, Doc]:
    """Every file of the site that holds no figures, by its address relative to the page."""
    found = {INDEX: Doc((root / "lobby" / INDEX).read_bytes(), "text/html; charset=utf-8")}
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            mime_type = MIME_TYPES.get(path.suffix)
            if path.is_file() and mime_type is not None and not path.name.startswith("."):
                found[f"static/{path.relative_to(root).as_posix()}"] = Doc(path.read_bytes(), mime_type)
    for language in LANGUAGES:
        found[f"texts/{language}.json"] = Doc.of(_texts(catalogue(language)))
    return found


def _texts(texts: Mapping[str, str]) -> dict[str, str]:
    return {code: said for code, said in texts.items() if code.startswith(TEXTS)}
