"""What Twitch sends, built field by field from its documentation. The source stands beside each; the names
and the order of the fields are the documentation's, the values are made up.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

Json = dict[str, Any]

BADGES: Mapping[str, Json] = {
    name: {"set_id": name, "id": "1", "info": ""}
    for name in ("broadcaster", "moderator", "lead_moderator", "vip", "founder", "premium", "sub-gifter")
} | {"subscriber": {"set_id": "subscriber", "id": "12", "info": "16"}}
"""dev.twitch.tv/docs/eventsub/eventsub-subscription-types, channel.chat.message: ``info`` is the number of
months for subscribers and empty otherwise. lead_moderator: the badge that a lead moderator wears instead."""


def stamp(at: datetime | None = None) -> str:
    """RFC 3339 with nanoseconds (dev.twitch.tv/docs/eventsub/websocket-reference, the note at its head)."""
    return (at or datetime.now(UTC)).strftime("%Y-%m-%dT%H:%M:%S.%f") + "000Z"


def metadata(kind: str, subscription: str = "") -> Json:
    """dev.twitch.tv/docs/eventsub/websocket-reference: ``metadata`` of every message; the two fields about
    the subscription stand in notifications and revocations only."""
    about = {"subscription_type": subscription, "subscription_version": "1"} if subscription else {}
    return {
        "message_id": str(uuid.uuid4()),
        "message_type": kind,
        "message_timestamp": stamp(),
        **about,
    }


def welcome(session: str, keepalive: float) -> Json:
    """dev.twitch.tv/docs/eventsub/websocket-reference#welcome-message"""
    return {
        "metadata": metadata("session_welcome"),
        "payload": {
            "session": {
                "id": session,
                "status": "connected",
                "keepalive_timeout_seconds": keepalive,
                "reconnect_url": None,
                "connected_at": stamp(),
            }
        },
    }


def keepalive() -> Json:
    """dev.twitch.tv/docs/eventsub/websocket-reference#keepalive-message"""
    return {"metadata": metadata("session_keepalive"), "payload": {}}


def reconnect(session: str, url: str) -> Json:
    """dev.twitch.tv/docs/eventsub/websocket-reference#reconnect-message"""
    return {
        "metadata": metadata("session_reconnect"),
        "payload": {
            "session": {
                "id": session,
                "status": "reconnecting",
                "keepalive_timeout_seconds": None,
                "reconnect_url": url,
                "connected_at": stamp(),
            }
        },
    }


CHAT = "channel.chat.message"
CLEARED = "channel.chat.clear_user_messages"
DELETED = "channel.chat.message_delete"
BAN, UNBAN = "channel.ban", "channel.unban"


def subscription(session: str, channel: str, reader: str, kind: str = CHAT) -> Json:
    """dev.twitch.tv/docs/api/reference#create-eventsub-subscription (an element of ``data``), and
    ``payload.subscription`` of dev.twitch.tv/docs/eventsub/websocket-reference#notification-message; what
    stands in ``condition``: dev.twitch.tv/docs/eventsub/eventsub-reference#conditions"""
    reads = {} if kind in (BAN, UNBAN) else {"user_id": reader}
    return {
        "id": str(uuid.uuid4()),
        "status": "enabled",
        "type": kind,
        "version": "1",
        "condition": {"broadcaster_user_id": channel, **reads},
        "transport": {"method": "websocket", "session_id": session},
        "created_at": stamp(),
        "cost": 0,
    }


def revocation(subscribed: Json, status: str) -> Json:
    """dev.twitch.tv/docs/eventsub/websocket-reference#revocation-message: ``status`` is
    ``authorization_revoked``, ``user_removed`` or ``version_removed``."""
    return {
        "metadata": metadata("revocation", subscribed["type"]),
        "payload": {"subscription": {**subscribed, "status": status}},
    }


def notification(subscribed: Json, event: Json) -> Json:
    """dev.twitch.tv/docs/eventsub/websocket-reference#notification-message"""
    return {
        "metadata": metadata("notification", subscribed["type"]),
        "payload": {"subscription": subscribed, "event": event},
    }


def chat(
    channel: Json,
    chatter: Json,
    text: str,
    *,
    message_id: str | None = None,
    badges: Sequence[str] = (),
    source: Json | None = None,
) -> Json:
    """dev.twitch.tv/docs/eventsub/eventsub-reference#channel-chat-message-event; ``source`` is the channel of
    a shared chat in which it was said."""
    return {
        "broadcaster_user_id": channel["id"],
        "broadcaster_user_login": channel["login"],
        "broadcaster_user_name": channel["display_name"],
        "source_broadcaster_user_id": source["id"] if source else None,
        "source_broadcaster_user_login": source["login"] if source else None,
        "source_broadcaster_user_name": source["display_name"] if source else None,
        "chatter_user_id": chatter["id"],
        "chatter_user_login": chatter["login"],
        "chatter_user_name": chatter["display_name"],
        "message_id": message_id or str(uuid.uuid4()),
        "source_message_id": str(uuid.uuid4()) if source else None,
        "is_source_only": False if source else None,
        "message": {
            "text": text,
            "fragments": [
                {"type": "text", "text": text, "cheermote": None, "emote": None, "mention": None},
            ],
        },
        "color": "#00FF7F",
        "badges": [BADGES[name] for name in badges],
        "source_badges": [] if source else None,
        "message_type": "text",
        "cheer": None,
        "reply": None,
        "channel_points_custom_reward_id": None,
        "channel_points_animation_id": None,
    }


def _of(prefix: str, who: Json) -> Json:
    """The three fields by which an event names a user."""
    names = {"id": who["id"], "login": who["login"], "name": who["display_name"]}
    return {f"{prefix}user_{key}": value for key, value in names.items()}


def cleared(channel: Json, who: Json) -> Json:
    """dev.twitch.tv/docs/eventsub/eventsub-reference#channel-chat-clear-user-messages-event: sent for a ban
    and for a time-out; it does not say which, nor for how long."""
    return _of("broadcaster_", channel) | _of("target_", who)


def deleted(channel: Json, who: Json, message_id: str) -> Json:
    """dev.twitch.tv/docs/eventsub/eventsub-reference#channel-chat-message-delete-event"""
    return _of("broadcaster_", channel) | _of("target_", who) | {"message_id": message_id}


def ban(channel: Json, who: Json, moderator: Json, seconds: float | None) -> Json:
    """dev.twitch.tv/docs/eventsub/eventsub-reference#channel-ban-event: ``ends_at`` is null for ever."""
    at = datetime.now(UTC)
    return (
        _of("", who)
        | _of("broadcaster_", channel)
        | _of("moderator_", moderator)
        | {
            "reason": "Offensive language",
            "banned_at": stamp(at),
            "ends_at": None if seconds is None else stamp(at + timedelta(seconds=seconds)),
            "is_permanent": seconds is None,
        }
    )


def unban(channel: Json, who: Json, moderator: Json) -> Json:
    """dev.twitch.tv/docs/eventsub/eventsub-reference#channel-unban-event"""
    return _of("", who) | _of("broadcaster_", channel) | _of("moderator_", moderator)


def user(user_id: str, login: str, display_name: str) -> Json:
    """dev.twitch.tv/docs/api/reference#get-users (an element of ``data``)"""
    return {
        "id": user_id,
        "login": login,
        "display_name": display_name,
        "type": "",
        "broadcaster_type": "",
        "description": "",
        "profile_image_url": "",
        "offline_image_url": "",
        "view_count": 0,
        "created_at": "2016-12-14T20:32:28Z",
    }


def subscribed_answer(subscribed: Json) -> Json:
    """dev.twitch.tv/docs/api/reference#create-eventsub-subscription, 202 Accepted"""
    return {"data": [subscribed], "total": 1, "total_cost": 0, "max_total_cost": 10}


def sent_answer(message_id: str, dropped: tuple[str, str] | None = None) -> Json:
    """dev.twitch.tv/docs/api/reference#send-chat-message, 200 OK"""
    reason = {"code": dropped[0], "message": dropped[1]} if dropped else None
    return {"data": [{"message_id": message_id, "is_sent": dropped is None, "drop_reason": reason}]}


def error(status: int, message: str) -> Json:
    """dev.twitch.tv/docs/api/guide#http-status-codes: the body of a Helix error"""
    names = {
        400: "Bad Request",
        401: "Unauthorized",
        403: "Forbidden",
        409: "Conflict",
        429: "Too Many Requests",
        500: "Internal Server Error",
        502: "Bad Gateway",
        503: "Service Unavailable",
    }
    return {"error": names.get(status, "Error"), "status": status, "message": message}


def token_answer(access: str, refresh: str, scopes: Sequence[str], expires_in: int = 14124) -> Json:
    """dev.twitch.tv/docs/authentication/getting-tokens-oauth#authorization-code-grant-flow and
    dev.twitch.tv/docs/authentication/refresh-tokens"""
    return {
        "access_token": access,
        "expires_in": expires_in,
        "refresh_token": refresh,
        "scope": list(scopes),
        "token_type": "bearer",
    }


def app_token_answer(access: str) -> Json:
    """dev.twitch.tv/docs/authentication/getting-tokens-oauth#client-credentials-grant-flow"""
    return {"access_token": access, "expires_in": 5011271, "token_type": "bearer"}


def validate_answer(client_id: str, who: Json, scopes: Sequence[str], expires_in: int = 5520838) -> Json:
    """dev.twitch.tv/docs/authentication/validate-tokens"""
    return {
        "client_id": client_id,
        "login": who["login"],
        "scopes": list(scopes),
        "user_id": who["id"],
        "expires_in": expires_in,
    }


CLOSES: Mapping[int, str] = {
    4000: "internal server error",
    4001: "sent inbound traffic",
    4002: "failed ping pong",
    4003: "connection unused",
    4004: "client reconnect grace time expired",
    4005: "network timeout",
    4006: "network error",
    4007: "invalid reconnect attempt",
}
"""dev.twitch.tv/docs/eventsub/handling-websocket-events#close-message; the words are those of twitch-cli's
mock (github.com/twitchdev/twitch-cli, internal/events/websocket/mock_server/close_messages.go)."""
