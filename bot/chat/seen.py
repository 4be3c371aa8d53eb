"""Which messages were here before."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

REMEMBERED = 20_000
"""Enough for hours of a busy chat; the floor knows ids for a day, this spares it the work."""


class Seen:
    """Remembers the newest keys.

    Args:
        most: keys kept; beyond that the oldest is forgotten.
    """

    def __init__(self, most: int = REMEMBERED) -> None:
        self._most = most
        self._keys: OrderedDict[Hashable, None] = OrderedDict()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._keys

    def first(self, key: Hashable) -> bool:
        """Whether ``key`` is new; it no longer is."""
        if key in self._keys:
            return False
        self._keys[key] = None
        if len(self._keys) > self._most:
            self._keys.popitem(last=False)
        return True
