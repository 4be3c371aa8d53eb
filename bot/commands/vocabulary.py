"""The words of chat as data: the shipped list and a channel's own, merged and checked (rulings 5.2)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bot import resources
from bot.commands.folding import WIDE_W, fold
from bot.commands.grammar import Grammar, TableRules, WordConflict, Words
from bot.commands.model import Kind
from bot.games.problems import Problem, SheetError

MAX_WORD = 40

_WORDS_FILE = "words.toml"
_TABLES_FILE = "tables.toml"
_LETTER = "[a-z0-9぀-ヿ々㐀-鿿豈-﫿가-힣]"
_SPEAKABLE = re.compile(f"(?:{_LETTER}|[ '・-])+")
_EMOTICON = re.compile(f"(?:{_LETTER}|[ '・()!:;^_.<>-])+")
_EMOTICONS = frozenset({"laughter"})  # the one section whose words may be signs only


class VocabularyError(SheetError):
    """A vocabulary file cannot be used; the message names the file, the key and what is allowed."""

    def __init__(self, file: str, key: str, code: str, **params: object) -> None:
        super().__init__(file, [Problem(key, code, params)])


class Vocabulary:
    """All words, and from them the grammar of each table. Immutable once loaded; grammars are built once."""

    def __init__(self, words: Words, tables: Mapping[str, TableRules]) -> None:
        self._words = words
        self._grammars = {name: Grammar(rules, words) for name, rules in tables.items()}

    @classmethod
    def load(cls, *paths: Path) -> Vocabulary:
        """The shipped words with those of a channel's own files added.

        Raises:
            VocabularyError: a file is no TOML, names a key there is none of, holds something that is no
                word, or gives a word a second meaning at the same table.
            OSError: a file cannot be read.
        """
        shipped = resources.data() / "vocabulary"
        allowed = _shipped_keys(shipped / _WORDS_FILE)
        merged: dict[str, dict[str, tuple[str, ...]]] = {}
        vocabulary = None
        for path in (shipped / _WORDS_FILE, *paths):
            for section, key, words in _entries(path, allowed):
                known = merged.setdefault(section, {}).get(key, ())
                merged[section][key] = (*known, *(word for word in words if word not in known))
            try:
                vocabulary = cls(merged, _tables(shipped / _TABLES_FILE))
            except WordConflict as conflict:
                raise VocabularyError(str(path), conflict.key, "word_twice", **conflict.params) from conflict
        assert vocabulary is not None
        return vocabulary

    @property
    def tables(self) -> tuple[str, ...]:
        """The ids of the tables there is a grammar for."""
        return tuple(self._grammars)

    def words(self, section: str, key: str) -> tuple[str, ...]:
        """The words of one entry, as written (``words("commands", "hit")``)."""
        return self._words[section][key]

    def has(self, section: str, key: str) -> bool:
        """Whether there is such an entry."""
        return key in self._words.get(section, {})

    def grammar(self, table: str) -> Grammar:
        """The grammar of a table.

        Raises:
            KeyError: there is no such table.
        """
        return self._grammars[table]


def _read(path: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise VocabularyError(str(path), "(the whole file)", "not_toml", why=error) from error


def _shipped_keys(path: Path) -> Mapping[str, frozenset[str]]:
    return {section: frozenset(entries) for section, entries in _read(path).items()}


def _entries(path: Path, allowed: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The checked (section, key, words) of one file."""
    for section, entries in _read(path).items():
        if section not in allowed:
            raise VocabularyError(str(path), f"[{section}]", "word_section", known=_list(allowed))
        if not isinstance(entries, Mapping):
            raise VocabularyError(str(path), section, "word_no_section", section=section)
        for key, words in entries.items():
            where = f"[{section}] {key}"
            if key not in allowed[section]:
                raise VocabularyError(str(path), where, "word_key", known=_list(allowed[section]))
            if not isinstance(words, list) or not words:
                raise VocabularyError(str(path), where, "word_list")
            for word in words:
                problem = _problem(word, signs=section in _EMOTICONS)
                if problem:
                    raise VocabularyError(str(path), where, problem, word=repr(word), most=MAX_WORD)
            yield section, key, tuple(words)


def _problem(word: object, *, signs: bool) -> str | None:
    """Why something can be no word of the vocabulary: the code of a text."""
    if not isinstance(word, str):
        return "word_no_text"
    folded = fold(word).replace(WIDE_W, "w")
    if not folded or len(folded) > MAX_WORD:
        return "word_length"
    if not (_EMOTICON if signs else _SPEAKABLE).fullmatch(folded):
        return "word_letters"
    letters = "".join(re.findall(_LETTER, folded))
    if signs:
        return None
    if not letters or letters.isdigit():
        return "word_number"
    if len(letters) == 1 and not re.match("[㐀-鿿豈-﫿]", letters):
        return "word_single"
    return None


def _list(names: Mapping[str, Any] | frozenset[str]) -> str:
    return ", ".join(sorted(names))


def _tables(path: Path) -> Mapping[str, TableRules]:
    file = _read(path)
    groups: Mapping[str, list[str]] = file["groups"]
    found: dict[str, TableRules] = {}
    for name, entry in file["tables"].items():
        options = dict(entry)
        kinds = [kind for group in options.pop("groups", ()) for kind in groups[group]]
        kinds += options.pop("kinds", ())
        spots = tuple(options.pop("spots", ()))
        try:
            found[name] = TableRules(name, frozenset(map(Kind, kinds)), spots=spots, **options)
        except (TypeError, ValueError) as error:
            raise VocabularyError(str(path), f"[tables.{name}]", "plain", what=error) from error
    return found
