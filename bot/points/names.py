"""Text on its way into the database: what can be stored, shown and looked up."""

from __future__ import annotations

import unicodedata

_NAME_LENGTH = 200


def storable(text: str) -> str:
    """Text as it is, if the database can hold it: half a surrogate pair, which JSON may carry, cannot be
    stored."""
    if not text.isascii():
        text.encode()
    return text


def word(text: str) -> str:
    """A non-empty key."""
    if not text:
        raise ValueError("an empty key")
    return storable(text)


def displayable(name: str) -> str:
    """A display name that can be stored: no half characters, no line breaks, not endless."""
    if not name.isascii():
        name = name.encode("utf-8", "replace").decode()
    return " ".join(name.split())[:_NAME_LENGTH]


def name_key(name: str) -> str:
    """The form names are looked up by: width, case and a leading @ do not matter."""
    return unicodedata.normalize("NFKC", name).strip().removeprefix("@").casefold()
