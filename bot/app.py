"""The composition root: settings in, a running floor out (design 1)."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import shutil
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Any

import structlog
from aiohttp.http_exceptions import HttpProcessingError
from rich.console import Console

from bot.chat import Connector
from bot.chat.bystanders import commands_of
from bot.chat.crowd import Crowd
from bot.chat.sources import Sources, Unanswered
from bot.chat.status import ConnectionStatus, Monitor, of_twitch
from bot.chat.twitch.desk import Preset, TwitchDesk
from bot.chat.twitch.vault import FILE as TWITCH_FILE
from bot.chat.twitch.vault import Account, Held, Vault
from bot.commands import Vocabulary
from bot.games.registry import load_sheet
from bot.lock import FloorLock
from bot.pit.floor import Floor
from bot.pit.floor_settings import DELAYS, FloorSettings
from bot.pit.messages import Reply
from bot.points import RankTable, Store, StoreError
from bot.settings import Settings
from bot.table_ids import room_of, sheet_of
from bot.texts import text
from bot.web import WebServer
from bot.web.setup import CALLBACK
from bot.web.tokens import FILE as TOKENS_FILE
from bot.web.tokens import link_token
from bot.web.tokens import load as load_tokens

if TYPE_CHECKING:
    from bot.chat.bouyomi import Bouyomi
    from bot.chat.nair import NAir
    from bot.chat.obs import ObsLink
    from bot.web.lobby import LobbyServer

log = structlog.get_logger(__name__)

DAY_S = 24 * 3_600
BACKUP_AFTER_S = 60
"""So long after the start, when the stream has found its feet."""
LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}


@dataclass(frozen=True, slots=True)
class Running:
    """A floor that is open."""

    settings: Settings
    floor: Floor
    server: WebServer
    lobby: LobbyServer | None = None


def run(settings: Settings, rehearsal: Crowd | None = None) -> None:
    """Opens the floor and keeps it open until Ctrl-C, or until the window is closed.

    Args:
        rehearsal: make-believe viewers to practise with, on a database of their own (:func:`for_rehearsal`).

    Raises:
        AlreadyRunning, OSError, StoreError, SheetError, CannotListen: why it could not be opened; nothing
        is lost.
    """
    set_up_logging(settings)
    asyncio.run(_serve(settings, rehearsal))


async def _serve(settings: Settings, rehearsal: Crowd | None) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def ask_to_stop(_number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(stop.set)

    # signal.signal, not loop.add_signal_handler: that one does not exist on Windows.
    for name in ("SIGINT", "SIGTERM", "SIGBREAK"):
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, ask_to_stop)
    async with opened(settings) as running:
        greet(running, rehearsal)
        if rehearsal is not None:
            await rehearsal.start(running.floor)
        ticking = asyncio.create_task(_tick())
        await stop.wait()
        ticking.cancel()
        if rehearsal is not None:
            await rehearsal.stop()


async def _tick() -> None:
    """Lets Python look at pending signals: on Windows a quiet event loop would not notice Ctrl-C."""
    while True:  # noqa: ASYNC110 - there is no event to wait for: the wake-up itself is the point
        await asyncio.sleep(0.25)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Running]:
    """A floor that is open inside the ``with`` block.

    The port is taken before the tables go on, so a floor that cannot be reached changes nothing.

    Raises:
        AlreadyRunning, OSError, StoreError, SheetError, CannotListen: why it could not be opened.
    """
    with FloorLock(settings.data_dir) as lock:
        vocabulary = Vocabulary.load(*own_vocabulary(settings))
        rules = overrides(settings)
        ids = [sheet_of(table) for table in settings.tables]
        spoken = [load_sheet(sheet, rules.get(sheet), settings.custom_dir).words for sheet in ids]
        async with contextlib.AsyncExitStack() as stack:
            store = await stack.enter_async_context(await Store.open(settings.database))
            floor = await Floor.open(
                store,
                settings.tables,
                FloorSettings(
                    language=settings.spoken,
                    rules=rules,
                    custom=settings.custom_dir,
                    source=settings.source,
                    points=settings.points,
                    rebuy_minutes=settings.rebuy_minutes,
                    delays={**DELAYS, **measured_delays(settings)},
                    save_delays=lambda delays: _save_delays(settings, delays),
                ),
                vocabulary=vocabulary,
                ranks=RankTable.load(folder=settings.custom_dir),
            )
            stack.push_async_callback(floor.close)
            twitch = TwitchDesk(
                Vault(settings.data_dir / TWITCH_FILE),
                lambda: f"http://localhost:{server.port}{CALLBACK}",
                _twitch_preset(settings),
                named=lambda held: _answer_to(floor, held),
            )
            sources = Sources()
            readers, nair = _readers(
                settings, floor, commands_of(vocabulary, spoken), lambda reply: server.hub.notice(reply)
            )
            obs = _obs(settings, floor)
            monitor = Monitor(lambda: floor.away)
            voice = _voice(settings, floor)
            monitor.watch(lambda: [of_twitch(twitch.status()), *readers, *_told(obs), *_told(voice)])
            server = WebServer(
                floor,
                host=settings.host,
                port=settings.port,
                tokens=load_tokens(settings.data_dir / "tokens.json"),
                language=settings.spoken,
                allowed_hosts=settings.allowed_hosts,
                read_only=Unanswered(sources, readers),
                twitch=twitch,
                nair=nair,
                nair_token=link_token(settings.data_dir / TOKENS_FILE, "nair") if nair is not None else "",
                monitor=monitor,
            )
            await server.start()
            stack.push_async_callback(server.stop)
            lobby = await stack.enter_async_context(_lobby(settings, floor))
            await floor.start()
            backing_up = asyncio.create_task(_back_up_daily(store))
            stack.callback(backing_up.cancel)
            await twitch.start(sources.ear(floor, "twitch"))
            stack.push_async_callback(twitch.stop)
            for reader in readers:
                await reader.start(sources.ear(floor, reader.name, hub=len(reader.platforms) > 1))
                stack.push_async_callback(reader.stop)
            if obs is not None:
                await obs.start(floor)
                stack.push_async_callback(obs.stop)
            if voice is not None:
                await voice.start(floor)
                stack.push_async_callback(voice.stop)
            lock.announce(f"http://{settings.host}:{server.port}/")
            settle_memory()
            yield Running(settings, floor, server, lobby)


@asynccontextmanager
async def _lobby(settings: Settings, floor: Floor) -> AsyncIterator[LobbyServer | None]:
    """The public pages, if they are switched on."""
    if settings.lobby_address is None:
        yield None
        return
    from bot.web.lobby import Gatherer, LobbyServer, of_floor

    house = of_floor(floor)
    host, port = settings.lobby_address
    server = LobbyServer(
        Gatherer(house, link_token(settings.data_dir / TOKENS_FILE, "lobby")),
        host=host,
        port=port,
        allowed_hosts=settings.lobby_hosts,
        language=settings.spoken,
    )
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(house.books.close)
        await server.start()
        stack.push_async_callback(server.stop)
        stack.callback(floor.subscribe(server.held))
        yield server


def for_rehearsal(settings: Settings) -> Settings:
    """The same floor in a folder of its own, so practice never touches anybody's points; the pages keep their
    addresses."""
    folder = settings.data_dir / "rehearsal"
    folder.mkdir(parents=True, exist_ok=True)
    load_tokens(settings.data_dir / "tokens.json")
    shutil.copy(settings.data_dir / "tokens.json", folder / "tokens.json")
    alone: dict[str, Any] = {
        "twitch_client_id": "",
        "twitch_client_secret": "",
        "twitch_channels": (),
        "twitch_bot": "",
    }
    alone |= {"onecomme": "", "niconico": "", "nair": False, "lobby": ""}
    return settings.model_copy(update={"data_dir": folder, **alone})


def _readers(
    settings: Settings, floor: Floor, plays: Callable[[str], bool], show: Callable[[Reply], None]
) -> tuple[list[Connector], NAir | None]:
    """The connectors that only read, as far as they are set up; what is not is not even loaded.

    Args:
        plays: whether a text is a command at one of the tables.
        show: shows a reply on the overlay.
    """
    if not (settings.onecomme or settings.niconico or settings.nair):
        return [], None
    from bot.chat.bystanders import Bystanders
    from bot.chat.handles import Handles
    from bot.chat.intake import Intake
    from bot.chat.readers import readers

    def reserved() -> tuple[str, ...]:
        return (*floor.settings.bots, *floor.settings.dealers)

    handles = Handles(settings.data_dir / "handles.json", settings.spoken, reserved)
    bystanders = Bystanders(show, plays, settings.spoken)

    def intake(source: str) -> Intake:
        return Intake(source, handles, bystanders)

    return readers(settings.onecomme, settings.niconico, intake, nair=settings.nair)


def _obs(settings: Settings, floor: Floor) -> ObsLink | None:
    """The link to OBS, if one is set up."""
    if not settings.obs_url:
        return None
    from bot.chat.obs import Moment, ObsLink

    scenes = {Moment(moment): scene for moment, scene in settings.obs_scenes.items()}
    return ObsLink(settings.obs_url, settings.obs_password, scenes, lambda table: table == floor.focus)


def _voice(settings: Settings, floor: Floor) -> Bouyomi | None:
    """What speaks the dealer's calls, if it is set up."""
    if not settings.bouyomi:
        return None
    from bot.chat.bouyomi import Bouyomi

    return Bouyomi(settings.bouyomi, lambda table: table == floor.focus)


def _told(link: ObsLink | Bouyomi | None) -> list[ConnectionStatus]:
    return [link.status()] if link is not None else []


def _answer_to(floor: Floor, held: Held) -> None:
    """Whoever speaks to the bot or the streamer by name speaks to the table (rulings 5.14); and channels are
    called by their names where tables belong to one."""
    for account in held.channels:
        floor.call_channel("twitch", account.user_id, account.login)
    bot = [held.bot] if held.bot is not None else []
    floor.answer_to(_names(bot), _names(channel for channel in held.channels if channel not in bot))


def _names(accounts: Iterable[Account]) -> list[str]:
    return [name for account in accounts for name in (account.login, account.display_name)]


def _twitch_preset(settings: Settings) -> Preset:
    return Preset(
        client_id=settings.twitch_client_id,
        client_secret=settings.twitch_client_secret,
        channels=settings.twitch_channels,
        bot=settings.twitch_bot,
        service=settings.twitch_service,
        timeouts=settings.twitch_timeouts,
    )


async def _back_up_daily(store: Store) -> None:
    """A copy of the database for each day the floor is open, the newest five kept; the first soon after the
    start, unless there is one of today. A copy that cannot be made is logged, and the evening goes on."""
    await asyncio.sleep(BACKUP_AFTER_S)
    while True:
        await back_up_once_a_day(store)
        await asyncio.sleep(DAY_S / 24)


async def back_up_once_a_day(store: Store) -> None:
    """Makes a copy if the newest is older than a day."""
    assert store.path is not None
    folder = store.path.parent / "backups"
    newest = max((one.stat().st_mtime for one in folder.glob("*.db")), default=0.0)
    if time.time() - newest < DAY_S:
        return
    try:
        await store.make_backup(label="daily")
    except (StoreError, OSError) as error:
        log.warning("no backup could be made", error=repr(error))


def settle_memory() -> None:
    """What the start has made stays for the evening: the collector need not look through it again and again,
    which would hold up a frame for as long as it takes."""
    gc.collect()
    gc.freeze()


def overrides(settings: Settings) -> dict[str, Mapping[str, Any]]:
    """What the settings change in the tables' rule sheets."""
    if settings.clock_seconds is None:
        return {}
    return {sheet_of(table): {"clock": settings.clock_seconds} for table in settings.tables}


def measured_delays(settings: Settings) -> dict[str, float]:
    """What calibration measured earlier; a file that cannot be read is as good as none."""
    try:
        held = json.loads((settings.data_dir / "delays.json").read_text(encoding="utf-8"))
        return {str(platform): float(seconds) for platform, seconds in held.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def _save_delays(settings: Settings, delays: Mapping[str, float]) -> None:
    words = json.dumps(dict(delays), ensure_ascii=False, indent=1)
    (settings.data_dir / "delays.json").write_text(words, encoding="utf-8")


def own_vocabulary(settings: Settings) -> list[Any]:
    """The streamer's own words, if there are any."""
    own = settings.custom_dir / "words.toml"
    return [own] if own.is_file() else []


def greet(running: Running, rehearsal: Crowd | None = None) -> None:
    """Ready-to-click addresses, in the floor's language."""
    language = running.settings.spoken
    console = Console(stderr=True, soft_wrap=True, highlight=False, emoji=False, markup=False)
    console.print(text("app.open", language, tables=", ".join(running.floor.tables())), style="bold green")
    if rehearsal is not None:
        console.print(text("app.rehearsal", language, size=rehearsal.size), style="bold yellow")
    tables = running.floor.tables()
    for page, url in running.server.urls().items():
        console.print(f"  {text(f'app.{page}', language)}", style="bold")
        shown = _first_of_rooms(tables) if page == "chat" else tables
        if len(shown) == 1:
            console.print(f"    {url}", style="cyan")
            continue
        for table in shown:
            console.print(f"    {_called(table, tables)} {running.server.urls(table)[page]}", style="cyan")
    link = running.server.nair_address()
    if link is not None:
        console.print(f"  {text('app.nair', language)}", style="bold")
        console.print(f"    {link}", style="cyan")
    if running.lobby is not None:
        here = running.lobby.url.startswith("http://127.0.0.1:")
        console.print(f"  {text('app.lobby_here' if here else 'app.lobby', language)}", style="bold")
        console.print(f"    {running.lobby.url}", style="cyan")
    console.print(text("app.secret", language), style="yellow")
    console.print(text("app.stop", language))


def _first_of_rooms(tables: Sequence[str]) -> list[str]:
    """One table for each channel that has its own: a practice chat speaks to all that stand together."""
    return list({room_of(table): table for table in reversed(tables)}.values())[::-1]


def _called(table: str, tables: Sequence[str]) -> str:
    """``#2``, as viewers call the table; after its channel, if it belongs to one."""
    together = [one for one in tables if room_of(one) == room_of(table)]
    return f"{room_of(table)} #{together.index(table) + 1}".strip()


def is_our_fault(record: logging.LogRecord) -> bool:
    """Not so for what is no HTTP: anybody may send that, and the dealer's window is no place for it."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def set_up_logging(settings: Settings) -> None:
    """Our own log lines to the standard error, quiet libraries, no tokens."""
    level = LEVELS[settings.log_level]
    logging.basicConfig(level=max(level, logging.WARNING), stream=sys.stderr)
    logging.getLogger("aiohttp.server").addFilter(is_our_fault)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
    )
