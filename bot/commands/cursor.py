"""A place in the tokens of one message, and the pieces every reader needs: numbers, amounts, tails."""

from __future__ import annotations

from bot.commands.amount_spec import AmountSpec, AmountWord, read_number
from bot.commands.lexer import Role, Token
from bot.commands.model import Context, Hint, HintCode

BETTING = "betting"
"""The phase in which a number alone is a bet (rulings 5.3)."""

_ALWAYS_TAIL = Role.MARK | Role.EMOJI
_DIGITS = frozenset("0123456789")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
_GRASS = "草"


class Cursor:
    """Readers move ``at`` forward over what they understood, and put it back when they did not."""

    __slots__ = ("at", "context", "end", "grammar", "hint", "rules", "text", "tokens", "whole")

    def __init__(self, tokens: list[Token], text: str, context: Context, *, whole: bool) -> None:
        self.tokens = tokens
        self.text = text
        self.context = context
        self.grammar = context.grammar
        self.rules = context.grammar.rules
        self.at = 0
        self.end = len(tokens)
        self.whole = whole
        """Whether the tokens are all of the text."""
        self.hint: Hint | None = None
        """Why a reader gave up, when it knows better than the general rule."""

    def peek(self, role: int, ahead: int = 0) -> bool:
        """Whether the next token (or one further on) may be ``role``."""
        at = self.at + ahead
        return at < self.end and self.tokens[at].roles & role != 0

    def take(self, role: int) -> Token | None:
        """The next token, if it may be ``role``; moves past it."""
        if self.at < self.end and self.tokens[self.at].roles & role:
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def skip(self, role: int) -> bool:
        """Moves past any run of ``role``; whether there was one."""
        before = self.at
        while self.take(role):
            pass
        return self.at > before

    def spaced(self) -> bool:
        """Whether a space stands before the next token."""
        return 0 < self.at < self.end and self.tokens[self.at].start > self.tokens[self.at - 1].end

    def refuse(self, code: HintCode, **params: int | str) -> None:
        """Remembers why this near miss is none; stakes nothing."""
        if self.hint is None:
            self.hint = Hint(code, params)

    def small(self, most: int) -> int | None:
        """A plain number from 1 to ``most``: a seat, a hand, a count."""
        if not self.peek(Role.NUMBER):
            return None
        key = self.tokens[self.at].key
        if not key.isdigit() or len(key) > 2 or key[0] == "0" or int(key) > most:
            return None
        self.at += 1
        return int(key)

    def amount(self) -> AmountSpec | None:
        """An amount with its unit; nothing is taken when it is none."""
        if self.at >= self.end:
            return None
        token = self.tokens[self.at]
        spec: AmountSpec | None = None
        if token.roles & Role.NUMBER:
            spec = read_number(token.key)
        elif token.roles & Role.SHARE:
            spec = AmountWord(self.grammar.value(token.key))
        if spec is None:
            return None
        self.at += 1
        self.take(Role.UNIT)
        return spec

    def tail(self, ending: int = 0) -> bool:
        """Whether all that is left does not matter after a complete command (rulings 5.9).

        Args:
            ending: a role that counts as a polite ending after this command (``Role.WISH``, ``Role.TAKEN``).
        """
        polite = Role.POLITE | ending
        after_de = after_laugh = False
        for at in range(self.at, self.end):
            token = self.tokens[at]
            roles = token.roles
            if roles & _ALWAYS_TAIL:
                after_laugh = False
                continue
            if roles & Role.LAUGH:
                # 「ダブルで草」 laughs at the double; 「ヒット草」 plays it.
                if (self._glued(token) and not after_laugh) or (after_de and token.key[0] == _GRASS):
                    return False
                after_laugh = True
            elif roles & polite:
                after_de, after_laugh = roles & Role.DE != 0, False
                continue
            elif not (roles & Role.WO and at + 1 < self.end and self.tokens[at + 1].roles & polite):
                return False
            after_de = False
        return True

    def _glued(self, laugh: Token) -> bool:
        """An ASCII word with laughter glued to it is another word; a number only with ASCII laughter."""
        before = self.text[laugh.start - 1] if laugh.start else " "
        return before in _LETTERS or (before in _DIGITS and laugh.key.isascii())
