"""What passes between the floor and the world: chat in, replies out, dealer commands, published frames.

Connectors (:mod:`bot.chat`) and the web server (:mod:`bot.web`) know the floor by these values alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

MOST_TEXT = 500
"""Characters of a chat line that can be a command; the longest of any platform is Twitch's."""
MOST_ID = 255
"""Characters of a message's, a viewer's or a command's id."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One chat line as a connector heard it (design 5).

    ``platform`` is the service the viewer is on, ``channel`` where it was said, ``source`` the connector that
    brought it. ``(platform, channel, message_id)`` is unique: a message delivered twice acts once. Accounts
    are keyed by ``user_id``, never by a name. ``sent_at`` is in epoch seconds, 0 when the platform does not
    say.
    """

    platform: str
    channel: str
    source: str
    message_id: str
    user_id: str
    login: str
    display_name: str
    text: str
    roles: frozenset[str] = frozenset()
    sent_at: float = 0.0


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to one viewer, already in the floor's language. ``code`` is the text's code
    (``bet_too_small``);
    ``important`` ones go first when a platform's rate limit makes replies wait."""

    platform: str
    channel: str
    user_id: str
    display_name: str
    code: str
    text: str
    important: bool = False


@dataclass(frozen=True, slots=True)
class DealerCommand:
    """One dealer control. ``id`` is the client's: a repeated one acts once. ``expect`` (``step``, ``phase``,
    ``slot``) is checked before acting; a mismatch is refused as ``stale`` (design 6)."""

    id: str
    verb: str
    args: tuple[str | int, ...]
    actor: str
    expect: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Done:
    """A dealer command took effect; the table now stands at ``rev``."""

    id: str
    rev: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A dealer command changed nothing. ``text`` is already in the floor's language."""

    id: str
    code: str
    text: str
    rev: int


@dataclass(frozen=True, slots=True)
class Frame:
    """One committed step of a table: what happened and the whole view of it, per audience, JSON-ready."""

    table: str
    rev: int
    events: tuple[Mapping[str, Any], ...]
    public: Mapping[str, Any]
    dealer: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the dealer's log. ``at`` is in epoch seconds; ``step`` is what ``undo`` would name."""

    at: float
    who: str
    text: str
    step: int
    kind: str


def cleaned(message: ChatMessage) -> ChatMessage | None:
    """The message with a text and names that can be stored and sent on; ``None`` without usable ids, since
    such a line can neither be answered nor be told from another."""
    if not all(map(_is_id, (message.platform, message.channel, message.user_id, message.message_id))):
        return None
    return replace(
        message,
        login=whole(message.login),
        display_name=whole(message.display_name) or message.user_id,
        text=whole(message.text),
    )


def whole(text: str) -> str:
    """Text without half surrogate pairs, which JSON may carry and nothing else can."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def can_be_read(command: DealerCommand) -> bool:
    """Whether a dealer command is one at all, whatever a page has sent: ids, words and numbers of sane
    size."""
    expect: object = command.expect
    args: object = command.args
    if not all(map(_is_id, (command.id, command.verb, command.actor))) or not isinstance(expect, Mapping):
        return False
    return isinstance(args, list | tuple) and all(map(_is_argument, args))


def _is_id(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MOST_ID and value == whole(value)


def _is_argument(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= MOST_TEXT and value == whole(value)
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63


class Listener(Protocol):
    """Hears of each step after its commit. Called synchronously on the event loop: it must not block or
    await."""

    def frame(self, frame: Frame) -> None: ...

    def reply(self, reply: Reply) -> None: ...

    def said(self, message: ChatMessage) -> None: ...

    def line(self, table: str, line: LogLine) -> None: ...
