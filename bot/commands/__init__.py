"""Chat text to commands: pure functions and data, no I/O in the parse path (design 5, rulings 5).

A message goes through :mod:`folding` (one spelling), :mod:`envelope` (``@bot``, ``!``, ``/me``), :mod:`lexer`
(words and numbers), a reader (:mod:`orders`, :mod:`bets`, :mod:`spots`, :mod:`solo`) and, when it was none,
:mod:`near_miss`. Words and tables are data in ``data/vocabulary/``. Imports only ``bot.amounts`` and
``bot.resources``.
"""

from bot.commands.amount_spec import (
    AmountError,
    AmountSpec,
    AmountWord,
    BetLimits,
    Percent,
    Resolved,
    resolve,
)
from bot.commands.grammar import Grammar, TableRules
from bot.commands.lines import cli_context, parse_lines, split_lines
from bot.commands.model import ACCOUNT_KINDS, Command, Context, Hint, HintCode, Kind, ParsedMessage
from bot.commands.parser import parse
from bot.commands.vocabulary import Vocabulary, VocabularyError

__all__ = [
    "ACCOUNT_KINDS",
    "AmountError",
    "AmountSpec",
    "AmountWord",
    "BetLimits",
    "Command",
    "Context",
    "Grammar",
    "Hint",
    "HintCode",
    "Kind",
    "ParsedMessage",
    "Percent",
    "Resolved",
    "TableRules",
    "Vocabulary",
    "VocabularyError",
    "cli_context",
    "parse",
    "parse_lines",
    "resolve",
    "split_lines",
]
