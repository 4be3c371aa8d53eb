"""What the id of a table says: the rule sheet it is named after, and the channel it belongs to, if to one."""

from __future__ import annotations


def room_of(table: str) -> str:
    """The channel a table belongs to: ``kuro`` of ``kuro/switch``, nothing of ``switch``."""
    return table.rpartition("/")[0]


def sheet_of(table: str) -> str:
    """The rule sheet a table is named after: ``switch`` of ``kuro/switch``."""
    return table.rpartition("/")[2]


def table_id(room: str, sheet: str) -> str:
    """The other way round."""
    return f"{room}/{sheet}" if room else sheet
