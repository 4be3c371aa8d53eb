"""Points: the double-entry ledger, ranks, and everything that is stored (design 3, 4; rulings 1, 3).

Everything above speaks to one :class:`~bot.points.store.Store` and never to a database: reads are methods of
the store, writes are units submitted to its one :class:`~bot.points.writer.Writer`. What belongs to SQLite
alone lies in :mod:`bot.points.sqlite`; tables and statements are portable. May import the
ranks and the reading of data files of :mod:`bot.games`, and the leaves.
"""

from bot.points import season_book
from bot.points.audit import AuditReport, Finding
from bot.points.public import PublicBooks, Seen, ShownShoe, ShownTable
from bot.points.ranks import RankError, RankTable
from bot.points.seasons import Season, SeasonLine, SeasonRefused, SeasonRules, Tally, load_rules, places
from bot.points.store import Store
from bot.points.tx import Tx
from bot.points.values import (
    MAIN_ECONOMY,
    PRACTICE_CHANNEL,
    AccountId,
    AccountKind,
    Alias,
    BadReversal,
    Faults,
    HandRow,
    InsufficientPoints,
    JournalRow,
    NotCounted,
    Posted,
    Reversal,
    Shoe,
    Silenced,
    Standing,
    StoreError,
    TableRow,
    Transfer,
    Viewer,
)
from bot.points.writer import Unit, Writer

__all__ = [
    "MAIN_ECONOMY",
    "PRACTICE_CHANNEL",
    "AccountId",
    "AccountKind",
    "Alias",
    "AuditReport",
    "BadReversal",
    "Faults",
    "Finding",
    "HandRow",
    "InsufficientPoints",
    "JournalRow",
    "NotCounted",
    "Posted",
    "PublicBooks",
    "RankError",
    "RankTable",
    "Reversal",
    "Season",
    "SeasonLine",
    "SeasonRefused",
    "SeasonRules",
    "Seen",
    "Shoe",
    "ShownShoe",
    "ShownTable",
    "Silenced",
    "Standing",
    "Store",
    "StoreError",
    "TableRow",
    "Tally",
    "Transfer",
    "Tx",
    "Unit",
    "Viewer",
    "Writer",
    "load_rules",
    "places",
    "season_book",
]
