"""What EventSub's socket says, as values (dev.twitch.tv/docs/eventsub/websocket-reference)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.pit.messages import ChatMessage

PLATFORM = "twitch"
CHAT = "channel.chat.message"
"""The subscription whose notifications are chat messages. All subscriptions here are version 1."""
CLEARED = "channel.chat.clear_user_messages"
"""Somebody's messages were cleared, which Twitch does when they are banned or timed out; whoever reads a chat
may know it, but not for how long."""
BAN, UNBAN = "channel.ban", "channel.unban"
"""A ban or a time-out and its length, and that it was lifted; the broadcaster's to know."""

ROLES: Mapping[str, str] = {
    "broadcaster": "broadcaster",
    "moderator": "moderator",
    "lead_moderator": "moderator",
    "vip": "vip",
    "subscriber": "subscriber",
    "founder": "subscriber",
}
"""Which badge set means which role; all other badges are decoration."""


@dataclass(frozen=True, slots=True)
class Welcome:
    """The first frame. ``keepalive``: the longest silence to expect, in seconds."""

    session: str
    keepalive: float


@dataclass(frozen=True, slots=True)
class Keepalive:
    """Nothing happened, and the connection is well."""


@dataclass(frozen=True, slots=True)
class Move:
    """``session_reconnect``: connect to ``url`` within 30 seconds; subscriptions move along."""

    url: str


@dataclass(frozen=True, slots=True)
class Revoked:
    """A subscription ended: ``status`` says why (``authorization_revoked``, ``user_removed``, ...)."""

    channel: str
    status: str


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat message. ``by`` is the sender's id; ``copy`` marks one that another channel of a shared chat
    brought here."""

    message: ChatMessage
    copy: bool = False

    @property
    def by(self) -> str:
        return self.message.user_id

    @property
    def channel(self) -> str:
        return self.message.channel


@dataclass(frozen=True, slots=True)
class Banned:
    """A viewer was banned or timed out.

    Attributes:
        key: of this piece of news, which may come twice.
        at: when, epoch seconds of Twitch's clock.
        seconds: for how long; ``None`` is for ever, or not known.
    """

    key: str
    channel: str
    user_id: str
    at: float
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Unbanned:
    """A viewer may write again."""

    key: str
    channel: str
    user_id: str


@dataclass(frozen=True, slots=True)
class Other:
    """Something this program does not ask for."""

    kind: str


News = Chat | Banned | Unbanned
"""What a channel brings, in its order."""

Frame = Welcome | Keepalive | Move | Revoked | News | Other


class BadFrame(Exception):
    """Not what the documentation promises. The connection itself may be well."""


def read(raw: str | bytes) -> Frame:
    """One frame.

    Raises:
        BadFrame: it cannot be understood.
    """
    try:
        data = json.loads(raw)
        return _read(data["metadata"], data["payload"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadFrame(f"{type(error).__name__}: {error}") from error


def _read(metadata: Mapping[str, Any], payload: Mapping[str, Any]) -> Frame:
    kind = metadata["message_type"]
    match kind:
        case "session_welcome":
            session = payload["session"]
            return Welcome(_text(session["id"]), float(session["keepalive_timeout_seconds"]))
        case "session_keepalive":
            return Keepalive()
        case "session_reconnect":
            return Move(_text(payload["session"]["reconnect_url"]))
        case "revocation":
            subscription = payload["subscription"]
            if subscription["type"] == CHAT:
                return Revoked(
                    _text(subscription["condition"]["broadcaster_user_id"]), _text(subscription["status"])
                )
        case "notification":
            return _news(metadata, payload["event"])
    return Other(str(kind))


def _news(metadata: Mapping[str, Any], event: Mapping[str, Any]) -> Frame:
    kind, sent = metadata["subscription_type"], metadata["message_timestamp"]
    if kind == CHAT:
        return _chat(event, sent)
    if kind not in (CLEARED, BAN, UNBAN):
        return Other(str(kind))
    key, channel = _text(metadata["message_id"]), _text(event["broadcaster_user_id"])
    if kind == CLEARED:
        return Banned(key, channel, _text(event["target_user_id"]), _seconds(sent))
    user_id = _text(event["user_id"])
    if kind == UNBAN:
        return Unbanned(key, channel, user_id)
    at, ends = _seconds(event["banned_at"]), event["ends_at"]
    return Banned(key, channel, user_id, at, None if ends is None else max(0.0, _seconds(ends) - at))


def _chat(event: Mapping[str, Any], sent: str) -> Chat:
    channel, user = _text(event["broadcaster_user_id"]), _text(event["chatter_user_id"])
    roles = {ROLES[name] for badge in event.get("badges") or () if (name := badge.get("set_id")) in ROLES}
    if user == channel:
        roles.add("broadcaster")
    source = event.get("source_broadcaster_user_id")
    return Chat(
        ChatMessage(
            platform=PLATFORM,
            channel=channel,
            source=PLATFORM,
            message_id=_text(event["message_id"]),
            user_id=user,
            login=_text(event["chatter_user_login"]),
            display_name=_text(event["chatter_user_name"]) or _text(event["chatter_user_login"]),
            text=_text(event["message"]["text"]),
            roles=frozenset(roles),
            sent_at=_seconds(sent),
        ),
        copy=source is not None and source != channel,
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def _seconds(stamp: str) -> float:
    """RFC 3339 with nanoseconds, which Python up to 3.12 reads only to six digits; 0 if it is none."""
    try:
        whole, _, rest = stamp.removesuffix("Z").partition(".")
        return datetime.fromisoformat(f"{whole}.{rest[:6]:0<6}+00:00").timestamp()
    except (ValueError, AttributeError):
        return 0.0
