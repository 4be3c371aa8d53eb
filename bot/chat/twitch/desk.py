"""Setting Twitch up, and running it once all it needs is there.

What a streamer does on the set-up page ends up here; what Twitch sends a browser back with, too. Accounts
are allowed by id before they can be authorised: first their names are looked up, then only those ids are
taken. An authorisation must bring back a ``state`` that was given out here, minutes ago, for that very
account, once.

Does not import twitchio until there is something to ask Twitch.
"""

from __future__ import annotations

import asyncio
import importlib
import re
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import structlog

from bot.chat.connector import FloorEar
from bot.chat.twitch.machine import Timing
from bot.chat.twitch.vault import Account, Held, Vault

if TYPE_CHECKING:
    from bot.chat.twitch.api import TwitchApi
    from bot.chat.twitch.connector import TwitchConnector

_log = structlog.get_logger(__name__)
_LOGIN = re.compile(r"[a-z0-9_]{2,25}", re.ASCII)
_KEY = re.compile(r"[A-Za-z0-9]{10,64}", re.ASCII)

FIRST_WAIT = 2.0
"""Seconds until Twitch is asked again when it cannot be reached at the start; doubled up to a minute."""
STATE_SECONDS = 900.0
"""How long an authorisation may take."""
MOST_STATES = 50
MOST_CHANNELS = 10
"""A bot's chat subscriptions may cost ten in all, one for each channel that has not authorised it."""


class SetupError(Exception):
    """A step that did not work and changed nothing.

    Attributes:
        code: a text ``setup.error.<code>``.
        detail: what the text names.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True, repr=False)
class Preset:
    """What the settings say; it wins over what was typed on the page.

    Attributes:
        channels: login names; empty leaves them to the page.
        bot: a login name; empty is the first channel's own account.
        service: the address of a stand-in for Twitch; empty is Twitch itself.
        timeouts: the lengths of time-outs are wanted, where bot and channel are one account.
    """

    client_id: str = ""
    client_secret: str = ""
    channels: tuple[str, ...] = ()
    bot: str = ""
    service: str = ""
    timeouts: bool = False


@dataclass(frozen=True, slots=True)
class _Pending:
    user_id: str
    until: float


class TwitchDesk:
    """Twitch's set-up and its connector, if there is one.

    Args:
        redirect: the address Twitch sends the browser back to.
        named: told who is who before a connector starts: by their names they are spoken to in chat.
        timing: the connector's patience.
        now: seconds that never go back.
    """

    def __init__(
        self,
        vault: Vault,
        redirect: Callable[[], str],
        preset: Preset | None = None,
        *,
        named: Callable[[Held], None] = lambda held: None,
        timing: Timing | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._vault = vault
        self._named = named
        self._redirect = redirect
        self._preset = preset or Preset()
        self._timing = timing
        self._now = now
        self._floor: FloorEar | None = None
        self._connector: TwitchConnector | None = None
        self._running: Held | None = None
        self._states: dict[str, _Pending] = {}
        self._lock = asyncio.Lock()
        self._opening: asyncio.Task[None] | None = None
        self._problem = ""

    # --- life ---------------------------------------------------------------------------------------------

    async def start(self, floor: FloorEar) -> None:
        """Run Twitch as soon as it is set up; returns at once, also when that takes Twitch's help."""
        self._floor = floor
        if self._preset != Preset(service=self._preset.service) or self._complete():
            self._opening = asyncio.create_task(self._open())

    async def stop(self) -> None:
        """Disconnect."""
        if self._opening is not None:
            self._opening.cancel()
            await asyncio.gather(self._opening, return_exceptions=True)
        async with self._lock:
            await self._hang_up()
            self._floor = None

    async def _open(self) -> None:
        """Take the settings over, ask Twitch for the names' ids if they are new, and connect."""
        wait = FIRST_WAIT
        while True:
            try:
                async with self._lock:
                    await self._take_preset()
                    await self._connect()
            except SetupError as error:
                self._problem = error.code
                if error.code != "unreachable":
                    _log.warning("Twitch is not set up", why=error.code, about=error.detail)
                    return
            except Exception:  # noqa: BLE001 - our own bug: the floor goes on without Twitch
                _log.exception("Twitch could not be set up")
                self._problem = "internal"
                return
            else:
                self._problem = ""
                return
            await asyncio.sleep(wait)
            wait = min(60.0, 2 * wait)

    async def _take_preset(self) -> None:
        preset, held = self._preset, self._vault.held
        application = (preset.client_id, preset.client_secret)
        if all(application) and application != (held.client_id, held.client_secret):
            held = self._vault.change(client_id=preset.client_id, client_secret=preset.client_secret)
        if preset.channels and held.client_id:
            bot = preset.bot or preset.channels[0]
            known = {account.login.lower() for account in held.channels}
            if known != set(preset.channels) or held.bot is None or held.bot.login.lower() != bot:
                await self._look_up(bot, preset.channels)

    async def _connect(self) -> None:
        """Have a connector that fits what is held, if that is enough for one."""
        if self._floor is None:
            return
        held = self._vault.held
        if self._connector is not None and self._running is not None and _alike(held, self._running):
            self._connector.retry()
            return
        await self._hang_up()
        if not self._complete():
            return
        module = await asyncio.to_thread(importlib.import_module, "bot.chat.twitch.connector")
        api = await self._api()
        connector = module.TwitchConnector(
            api, held, self._endpoints().socket, timing=self._timing, now=self._now
        )
        self._connector, self._running = connector, held
        self._named(held)
        await connector.start(self._floor)

    async def _hang_up(self) -> None:
        connector, self._connector, self._running = self._connector, None, None
        if connector is not None:
            await connector.stop()

    def _complete(self) -> bool:
        held = self._vault.held
        return bool(held.client_id and held.client_secret and held.channels) and (
            held.bot is not None and held.bot.user_id in held.grants
        )

    # --- what the page does -------------------------------------------------------------------------------

    async def keep_application(self, client_id: str, client_secret: str) -> None:
        """Keep the streamer's application, if Twitch knows it.

        Raises:
            SetupError: ``from_settings``, ``not_keys``, ``wrong_keys``, ``unreachable`` or ``not_stored``.
        """
        if self._preset.client_id:
            raise SetupError("from_settings")
        client_id, client_secret = client_id.strip(), client_secret.strip()
        if not _KEY.fullmatch(client_id) or not _KEY.fullmatch(client_secret):
            raise SetupError("not_keys")
        async with self._lock:
            before = self._vault.held
            self._change(client_id=client_id, client_secret=client_secret)
            try:
                await self._ask_users(["twitch"])
            except SetupError:
                self._change(client_id=before.client_id, client_secret=before.client_secret)
                raise
            await self._connect()

    async def keep_names(self, bot: str, channels: Sequence[str]) -> None:
        """Keep the accounts of these login names, if there are such.

        Args:
            bot: empty is the first channel's own account.

        Raises:
            SetupError: ``from_settings``, ``not_names``, ``unknown_names``, ``unreachable``, ``wrong_keys``
                or ``not_stored``.
        """
        if self._preset.channels:
            raise SetupError("from_settings")
        names = [_login(name) for name in channels if name.strip()]
        bot = _login(bot) if bot.strip() else (names[0] if names else "")
        if not names or len(names) > MOST_CHANNELS:
            raise SetupError("not_names", ", ".join(names))
        async with self._lock:
            await self._look_up(bot, list(dict.fromkeys(names)))
            await self._connect()

    async def authorise(self, user_id: str) -> str:
        """The address where the owner of an account lets this program use it.

        Raises:
            SetupError: ``not_allowed``: no account of those names.
        """
        held = self._vault.held
        if not held.allows(user_id) or not held.client_id:
            raise SetupError("not_allowed")
        module = await self._module()
        reads = held.bot is not None and held.bot.user_id == user_id
        hosts = any(channel.user_id == user_id for channel in held.channels)
        scopes = [*(module.BOT_SCOPES if reads else ()), *(module.CHANNEL_SCOPES if hosts else ())]
        if reads and hosts and self._preset.timeouts:
            scopes.append(module.BAN_SCOPE)
        now = self._now()
        self._states = {key: one for key, one in self._states.items() if one.until > now}
        while len(self._states) >= MOST_STATES:
            self._states.pop(next(iter(self._states)))
        state = secrets.token_urlsafe(32)
        self._states[state] = _Pending(user_id, now + STATE_SECONDS)
        api = await self._api()
        try:
            return str(api.address(self._redirect(), scopes, state))
        finally:
            await api.close()

    async def finish(self, query: Mapping[str, str]) -> Account:
        """Take what Twitch sent the browser back with.

        Raises:
            SetupError: ``state``, ``denied``, ``other_account``, ``unreachable`` or ``rejected``.
        """
        pending = self._states.pop(query.get("state", ""), None)
        if pending is None or pending.until <= self._now():
            raise SetupError("state")
        if "code" not in query:
            raise SetupError("denied" if query.get("error") == "access_denied" else "rejected")
        async with self._lock:
            api = await self._api()
            module = await self._module()
            try:
                user_id, login, grant = await api.exchange(query["code"], self._redirect())
            except module.TwitchError as error:
                raise SetupError("unreachable" if error.passing else "rejected", error.detail) from None
            finally:
                await api.close()
            account = next((one for one in self._vault.held.accounts if one.user_id == user_id), None)
            if account is None or user_id != pending.user_id:
                raise SetupError("other_account", login)
            self._vault.grant(user_id, grant)
            self._problem = ""
            await self._connect()
            return account

    async def forget(self, user_id: str) -> None:
        """Throw away an account's tokens.

        Raises:
            SetupError: ``not_allowed`` or ``not_stored``.
        """
        if user_id not in self._vault.held.grants:
            raise SetupError("not_allowed")
        async with self._lock:
            try:
                self._vault.forget(user_id)
            except OSError as error:
                raise SetupError("not_stored", error.strerror or "") from error
            await self._hang_up()
            await self._connect()

    def status(self) -> dict[str, Any]:
        """How far the set-up is and how the connection is doing, JSON-ready; no secret is in it."""
        held = self._vault.held
        report = self._connector.report() if self._connector is not None else None
        heard = report.heard if report is not None else frozenset()
        broken = report.broken if report is not None else frozenset()

        def shown(account: Account) -> dict[str, Any]:
            return {
                "id": account.user_id,
                "login": account.login,
                "name": account.display_name,
                "authorised": account.user_id in held.grants and account.user_id not in broken,
                "heard": account.user_id in heard,
                "moderated": report is not None and account.user_id in report.moderates,
            }

        return {
            "redirect": self._redirect(),
            "client_id": held.client_id,
            "application": bool(held.client_id and held.client_secret),
            "settings": {"application": bool(self._preset.client_id), "names": bool(self._preset.channels)},
            "bot": shown(held.bot) if held.bot is not None else None,
            "channels": [shown(channel) for channel in held.channels],
            "state": self._state(bool(heard)),
            "trouble": (report.trouble if report is not None else "") or self._problem,
            "refused": report.refused if report is not None else "",
            "waiting": report.waiting if report is not None else 0,
            "dropped": report.dropped if report is not None else 0,
            **(report.facts() if report is not None else {}),
        }

    def _state(self, heard: bool) -> str:
        held = self._vault.held
        if not held.client_id or not held.client_secret:
            return "application"
        if held.bot is None or not held.channels:
            return "names"
        if held.bot.user_id not in held.grants:
            return "authorise"
        return "live" if heard else "connecting"

    # --- Twitch -------------------------------------------------------------------------------------------

    async def _look_up(self, bot: str, channels: Sequence[str]) -> None:
        found = await self._ask_users(list(dict.fromkeys([bot, *channels])))
        unknown = [name for name in dict.fromkeys([bot, *channels]) if name not in found]
        if unknown:
            raise SetupError("unknown_names", ", ".join(unknown))
        self._change(bot=found[bot], channels=tuple(found[name] for name in channels))

    async def _ask_users(self, logins: list[str]) -> dict[str, Account]:
        module = await self._module()
        api = await self._api()
        try:
            return await api.users(logins)
        except module.TwitchError as error:
            raise SetupError("unreachable" if error.passing else "wrong_keys", error.detail) from None
        finally:
            await api.close()

    def _change(self, **changes: Any) -> None:
        try:
            self._vault.change(**changes)
        except OSError as error:
            raise SetupError("not_stored", error.strerror or "") from error

    async def _module(self) -> Any:
        # In a thread: loading twitchio takes a moment, and tables are running.
        return await asyncio.to_thread(importlib.import_module, "bot.chat.twitch.api")

    async def _api(self) -> TwitchApi:
        api: TwitchApi = (await self._module()).TwitchApi(self._vault, self._endpoints())
        return api

    def _endpoints(self) -> Any:
        from bot.chat.twitch.api import Endpoints

        return Endpoints.at(self._preset.service)


def _alike(one: Held, other: Held) -> bool:
    """Whether a connector for the one does for the other: a grant alone is picked up on the way."""

    def key(held: Held) -> tuple[object, ...]:
        ids = tuple(channel.user_id for channel in held.channels)
        return (held.client_id, held.client_secret, held.bot and held.bot.user_id, ids)

    return key(one) == key(other)


def _login(name: str) -> str:
    """A login name, also from a pasted address of a channel.

    Raises:
        SetupError: ``not_names``.
    """
    login = name.strip().lower().removeprefix("@")
    login = re.sub(r"^(https?://)?(www\.|m\.)?twitch\.tv/", "", login).rstrip("/")
    if not _LOGIN.fullmatch(login):
        raise SetupError("not_names", name.strip())
    return login
