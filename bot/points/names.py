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
    """A display name that can be stored and shown: no half characters, no line breaks, not endless, nothing
    that turns the text around it, and empty if nothing of it can be seen."""
    if not name.isascii():
        name = name.encode("utf-8", "replace").decode()
        name = "".join(one for one in name if one in _JOINERS or unicodedata.category(one) not in _UNSEEN)
        if not any(_is_seen(one) for one in name):
            return ""
    return " ".join(name.split())[:_NAME_LENGTH]


_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cn"})
_JOINERS = frozenset("\u200d \t")
"""Kept though they are format characters: emoji of several people are joined by them."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u200d")
"""Letters and marks by category, and nothing to the eye."""


def _is_seen(one: str) -> bool:
    return one not in _BLANK and not one.isspace() and not unicodedata.category(one).startswith("M")


def name_key(name: str) -> str:
    """The form names are looked up by: width, case and a leading @ do not matter."""
    return unicodedata.normalize("NFKC", name).strip().removeprefix("@").casefold()
