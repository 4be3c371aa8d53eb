"""Twitch over HTTP, on twitchio's endpoints and models, with tokens of our own keeping.

twitchio's own token keeper is not used: it drops a token from memory when a refresh is refused for whatever
reason below 500, lets two requests refresh at once, and writes its file only at a clean end. Here a token is
refreshed once however many requests found it expired, is on disk before it is used, and stays there whatever
Twitch answers.

Errors carry a code and what Twitch said about it. The text of twitchio's exceptions goes nowhere: it holds
the address of the request, and with it the client secret and refresh tokens.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import aiohttp
import structlog
from twitchio.authentication import OAuth, Scopes
from twitchio.eventsub.enums import SubscriptionType
from twitchio.exceptions import HTTPException
from twitchio.http import Route

from bot.chat.twitch.frames import BAN, CHAT, UNBAN
from bot.chat.twitch.heads import Heads
from bot.chat.twitch.vault import Account, Grant, Vault

if TYPE_CHECKING:
    from twitchio.types_.conduits import Condition
    from twitchio.types_.responses import RawResponse

_T = TypeVar("_T")
_log = structlog.get_logger(__name__)

BOT_SCOPES = ("user:read:chat", "user:write:chat", "user:bot")
CHANNEL_SCOPES = ("channel:bot",)
BAN_SCOPE = "channel:moderate"
"""For the lengths of time-outs; asked for only where a streamer wants them (``twitch_timeouts``)."""
REQUEST_SECONDS = 10.0
RENEW_SECONDS = 4_000.0
"""A token that ends so soon does not last until the next hourly look, and is refreshed at this one."""


@dataclass(frozen=True, slots=True)
class Endpoints:
    """Where Twitch is; elsewhere only for tests."""

    api: str = "https://api.twitch.tv/helix/"
    login: str = "https://id.twitch.tv/"
    socket: str = "wss://eventsub.wss.twitch.tv/ws"

    @classmethod
    def at(cls, base: str) -> Endpoints:
        """A stand-in for all of Twitch at ``http://host:port``; Twitch itself for an empty address."""
        if not base:
            return cls()
        base = base.rstrip("/")
        return cls(f"{base}/helix/", f"{base}/", f"ws{base.removeprefix('http')}/ws")


class TwitchError(Exception):
    """A request that did not work.

    Attributes:
        code: ``unreachable`` (no answer, or 5xx: try again), ``too_many`` (429), ``unauthorised`` (401: a
            person has to authorise the account again), ``forbidden`` (403), ``conflict`` (409) or
            ``rejected``.
        detail: what Twitch said.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail

    @property
    def passing(self) -> bool:
        """Whether trying again later may help."""
        return self.code in ("unreachable", "too_many")


@dataclass(frozen=True, slots=True)
class Sent:
    """Twitch took a message, or dropped it and says why (``msg_duplicate``, ``channel_settings``, ...)."""

    message_id: str
    dropped: str = ""


class TwitchApi(OAuth):
    """The requests this program makes. Close it with :meth:`close`.

    Args:
        wall: epoch seconds.

    Attributes:
        expires: when each account's token ends, epoch seconds, by user id, as far as Twitch has said.
        failing: accounts whose token could not be refreshed the last time.
        heads: what the heads of its answers tell of requests and clocks.
    """

    def __init__(
        self, vault: Vault, endpoints: Endpoints | None = None, wall: Callable[[], float] = time.time
    ) -> None:
        held = vault.held
        self._wall = wall
        self.heads = Heads(wall)
        self._http = self.heads.session()
        super().__init__(client_id=held.client_id, client_secret=held.client_secret, session=self._http)
        self.expires: dict[str, float] = {}
        self.failing: set[str] = set()
        self._vault = vault
        self._app_token = ""
        self._refreshing = asyncio.Lock()
        self._refreshes: set[asyncio.Task[str]] = set()
        where = endpoints or Endpoints()
        Route.BASE, Route.ID_BASE = where.api, where.login  # twitchio has one Twitch per process

    async def close(self) -> None:
        """Let refreshes under way end, and close the connections."""
        await asyncio.gather(*self._refreshes, return_exceptions=True)
        await self._http.close()

    # --- what is asked ------------------------------------------------------------------------------------

    async def users(self, logins: Sequence[str]) -> dict[str, Account]:
        """The accounts of these login names, by lower-case login; unknown ones are left out.

        Also shows whether the client id and secret are right: it needs no account's authorisation.
        """

        async def ask() -> dict[str, Account]:
            self._app_token = (await self.client_credentials_token()).access_token
            found = await self.get_users(logins=list(logins))
            accounts = [Account(user["id"], user["login"], user["display_name"]) for user in found["data"]]
            return {account.login.lower(): account for account in accounts}

        return await _asked(ask())

    def address(self, redirect: str, scopes: Sequence[str], state: str) -> str:
        """Where an account is authorised. Twitch shows who is logged in and lets it be changed."""
        return self.get_authorization_url(
            scopes=Scopes(list(scopes)), state=state, redirect_uri=redirect, force_verify=True
        ).url

    async def exchange(self, code: str, redirect: str) -> tuple[str, str, Grant]:
        """The user id, login and grant behind an authorisation's code. Nothing is kept yet."""

        async def ask() -> tuple[str, str, Grant]:
            got = await self.user_access_token(code, redirect_uri=redirect)
            who = await self.validate_token(got.access_token)
            grant = Grant(got.access_token, got.refresh_token, tuple(who.scopes))
            return who.user_id or "", who.login or "", grant

        return await _asked(ask())

    async def subscribe(self, session: str, channel: str, kind: str = CHAT) -> None:
        """Have the session hear a channel's chat, or a ``kind`` of its news, with the bot's eyes."""
        bot = self._bot_id()
        condition: Condition = {"broadcaster_user_id": channel}
        if kind not in (BAN, UNBAN):
            condition["user_id"] = bot
        await _asked(
            self.create_eventsub_subscription(
                type=SubscriptionType(kind),
                version="1",
                condition=condition,
                transport={"method": "websocket", "session_id": session},
                token_for=bot,
            )
        )

    def knows_bans(self, channel: str) -> bool:
        """Whether the bot may be told how long a channel's bans are: it is the channel's own account, which
        has granted it."""
        grant = self._vault.held.grants.get(channel)
        return channel == self._bot_id() and grant is not None and BAN_SCOPE in grant.scopes

    async def send(self, channel: str, text: str) -> Sent:
        """Say ``text``, of at most 500 characters, as the bot."""
        bot = self._bot_id()
        answer = await _asked(self.post_chat_message(channel, bot, text, bot))
        try:
            sent = answer["data"][0]
            if sent["is_sent"]:
                return Sent(sent["message_id"])
            reason = sent["drop_reason"]
            code = reason["code"] if isinstance(reason, dict) else None
            return Sent("", code or "dropped")
        except (KeyError, IndexError, TypeError) as error:
            raise TwitchError("rejected", "an answer without its fields") from error

    async def validate(self) -> dict[str, str]:
        """Look whether each grant still holds, as Twitch demands hourly, and refresh those that do not, or
        not for long.

        Returns the codes of those that a person has to authorise again, by user id. A Twitch that cannot be
        asked says nothing about a grant.
        """
        broken: dict[str, str] = {}
        for user_id, grant in self._vault.held.grants.items():
            try:
                try:
                    found = await _asked(self.validate_token(grant.access))
                except TwitchError as error:
                    if error.code != "unauthorised":
                        raise
                    await self._refresh(user_id, grant.access)
                else:
                    self.expires[user_id] = self._wall() + found.expires_in
                    if found.expires_in < RENEW_SECONDS:
                        await self._refresh(user_id, grant.access)
                    else:
                        self.failing.discard(user_id)
            except TwitchError as error:
                if not error.passing:
                    broken[user_id] = error.code
        return broken

    # --- tokens -------------------------------------------------------------------------------------------

    async def request(self, route: Route) -> RawResponse | str | None:
        """A request with the token it needs; an expired one is refreshed, once."""
        if route.use_id:
            return await super().request(route)
        if route.token_for in ("", "None"):  # twitchio writes the None it is given out as a word
            route.update_headers({"Authorization": f"Bearer {self._app_token}"})
            return await super().request(route)
        token = self._grant(route.token_for).access
        for last in (False, True):
            route.update_headers({"Authorization": f"Bearer {token}"})
            try:
                return await super().request(route)
            except HTTPException as error:
                if error.status != 401 or last:
                    raise
            token = await self._refresh(route.token_for, token)
        raise AssertionError("unreachable")

    async def _refresh(self, user_id: str, expired: str) -> str:
        """The account's token after ``expired``. Once begun it goes on when nobody waits any more, so that a
        new token is not lost between Twitch and the disk."""
        task = asyncio.create_task(self._refresh_now(user_id, expired))
        self._refreshes.add(task)
        task.add_done_callback(self._refreshes.discard)
        return await asyncio.shield(task)

    async def _refresh_now(self, user_id: str, expired: str) -> str:
        async with self._refreshing:
            grant = self._grant(user_id)
            if grant.access != expired:
                return grant.access  # somebody else's request has just done it
            try:
                got = await _asked(self.refresh_token(grant.refresh))
            except TwitchError as error:
                self.failing.add(user_id)
                if error.passing:
                    raise
                # 400 "Invalid refresh token": the password was changed or the application disconnected.
                raise TwitchError("unauthorised", error.detail) from None
            scopes = (got.scope,) if isinstance(got.scope, str) else tuple(got.scope)
            self._vault.grant(user_id, Grant(got.access_token, got.refresh_token or grant.refresh, scopes))
            self.failing.discard(user_id)
            self.expires[user_id] = self._wall() + got.expires_in
            return got.access_token

    def _grant(self, user_id: str) -> Grant:
        grant = self._vault.held.grants.get(user_id)
        if grant is None:
            raise TwitchError("unauthorised", "never authorised")
        return grant

    def _bot_id(self) -> str:
        bot = self._vault.held.bot
        if bot is None:
            raise TwitchError("unauthorised", "no bot account")
        return bot.user_id


async def _asked(request: Awaitable[_T]) -> _T:
    """The answer to a request, or a :class:`TwitchError`."""
    try:
        async with asyncio.timeout(REQUEST_SECONDS):
            return await request
    except HTTPException as error:
        said = error.extra.get("message")
        raise TwitchError(_code(error.status), said if isinstance(said, str) else "") from None
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise TwitchError("unreachable", type(error).__name__) from None
    except (ValueError, KeyError, TypeError) as error:
        raise TwitchError("rejected", f"an answer that cannot be read ({type(error).__name__})") from None


def _code(status: int) -> str:
    if status >= 500:
        return "unreachable"
    return {401: "unauthorised", 403: "forbidden", 409: "conflict", 429: "too_many"}.get(status, "rejected")
