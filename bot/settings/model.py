"""What may be set, and what each setting may be."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import platformdirs
from pydantic import Field, ValidationInfo, field_validator
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from bot import resources
from bot.locale import system_language
from bot.table_ids import room_of, sheet_of, table_id
from bot.texts import Language

PREFIX = "CHATJACK_"
LOBBY_PORT = 7789
"""Of the public pages, where nothing else is said."""

_HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?", re.ASCII)
_LOGIN = re.compile(r"[a-z0-9_]{2,25}", re.ASCII)
"""A Twitch user name, in lower case."""
_CHANNEL = re.compile(r"(?!practice$|\.+$)[a-z0-9_.-]{1,64}", re.ASCII)
"""Whose table it is: a Twitch user name, or a platform such as ``niconico``."""
_PURSE = re.compile(r"[a-z0-9_-]{1,32}", re.ASCII)
_SOCKET = re.compile(r"[A-Za-z0-9.-]+:([0-9]{1,5})", re.ASCII)
_SERVICE = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?/?", re.ASCII)


def default_data_dir() -> Path:
    """``data`` in a checkout, else the folder the system keeps for a program's data."""
    if resources.is_checkout():
        return resources.data()
    return platformdirs.user_data_path("chatjack", appauthor=False)


class Settings(BaseSettings):
    """All settings; ``.env.example`` explains each to the streamer. Build them with :func:`load`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, extra="forbid", frozen=True, validate_default=False
    )

    data_dir: Path = Field(default_factory=default_data_dir)
    """Where the database, its backups and the tokens are kept."""
    language: Literal["auto", "ja", "en"] = "auto"
    """Of the replies, pages and messages; ``auto`` follows the computer."""
    host: str = "127.0.0.1"
    """The address the pages are served on: an IP address or ``localhost``."""
    port: int = Field(default=7788, ge=0, le=65535)
    """The pages' TCP port; 0 takes any free one."""
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = ()
    """Further names under which the pages may be opened (``Host`` without its port)."""
    tables: Annotated[tuple[str, ...], NoDecode] = ("tournament",)
    """The open tables' ids; chat speaks to the first where nothing else decides. ``kuro/switch`` belongs to
    the channel ``kuro`` alone."""
    points: Annotated[Mapping[str, str], NoDecode] = Field(default_factory=dict)
    """Which points are played for, by channel, where it is not everybody's; channels that name the same ones
    share them."""
    source: Literal["shoe", "hand"] = "shoe"
    """Where cards come from: the verifiable shoe, or the dealer's hand (real cards, entered by keypad)."""
    clock_seconds: int | None = Field(default=None, ge=5, le=600)
    """How long a player may think, for every table; ``None`` leaves it to each table's sheet."""
    rebuy_minutes: int = Field(default=10, ge=0, le=10_080)
    """How long a viewer waits between two restarts (rulings 3.5); 0 is not at all."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    twitch_client_id: str = ""
    """Of the streamer's own application at Twitch; empty leaves it to the set-up page."""
    twitch_client_secret: str = Field(default="", repr=False)
    twitch_channels: Annotated[tuple[str, ...], NoDecode] = ()
    """Login names; empty leaves them to the set-up page."""
    twitch_bot: str = ""
    """The login name of the account that answers; empty is the first channel's own."""
    twitch_timeouts: bool = False
    """Whether to ask for the lengths of time-outs, with a permission more, where bot and channel are one."""
    twitch_service: str = ""
    """The address of a stand-in for Twitch, to try things out; empty is Twitch itself."""
    onecomme: str = ""
    """``host:port`` of OneComme; empty is without it."""
    niconico: str = ""
    """The Niconico broadcast that is read directly, or whose: ``lv…``, ``user/…``, ``ch…``, or the page."""
    nair: bool = False
    """Whether N Air's HTTP link is open. Niconico's comments come one way only."""
    bouyomi: str = ""
    """``host:port`` of 棒読みちゃん, which speaks the table's calls; empty is without it."""
    obs_url: str = ""
    """The address of OBS's own WebSocket server, to switch scenes; empty is without it."""
    obs_password: str = Field(default="", repr=False)
    obs_scenes: Annotated[Mapping[str, str], NoDecode] = Field(default_factory=dict)
    """The scene in OBS by moment (:class:`bot.chat.obs.Moment`)."""
    lobby: str = ""
    """Where the public pages for viewers are served: ``on``, a port, or ``host:port``; empty is nowhere."""
    lobby_hosts: Annotated[tuple[str, ...], NoDecode] = ()
    """Names under which those may be opened from outside (``Host`` without its port)."""

    @property
    def database(self) -> Path:
        """The file of the ledger and the journal."""
        return self.data_dir / "chatjack.db"

    @property
    def custom_dir(self) -> Path:
        """Sheets and vocabulary of the streamer's own, laid out like the shipped ``data``."""
        return _custom_dir(self.data_dir)

    @property
    def lobby_address(self) -> tuple[str, int] | None:
        """Host and port of the public pages, if they are on."""
        host, _, port = self.lobby.rpartition(":")
        return (host, int(port)) if self.lobby else None

    @property
    def spoken(self) -> Language:
        """The language with ``auto`` resolved."""
        return system_language() if self.language == "auto" else self.language

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        *_others: PydanticBaseSettingsSource,
        **_named: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Only what :func:`load` gathered: it asks each source by itself, to know who said what."""
        return (init_settings,)

    @field_validator("allowed_hosts", "lobby_hosts", "tables", "twitch_channels", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return [part.strip() for part in value.split(",")] if isinstance(value, str) else value

    @field_validator("data_dir", mode="after")
    @classmethod
    def _absolute(cls, value: Path) -> Path:
        return Path(os.path.abspath(value.expanduser()))  # noqa: PTH100 - resolve() would follow a link

    @field_validator("host")
    @classmethod
    def _is_address(cls, value: str) -> str:
        if value != "localhost":
            ipaddress.ip_address(value)
        return value

    @field_validator("allowed_hosts", "lobby_hosts")
    @classmethod
    def _are_names(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not all(_HOST_NAME.fullmatch(name) for name in value):
            raise ValueError("not a host name")
        return tuple(name.lower() for name in value)

    @field_validator("twitch_channels")
    @classmethod
    def _are_logins(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        names = tuple(dict.fromkeys(name.lower() for name in value if name))
        if not all(_LOGIN.fullmatch(name) for name in names):
            raise ValueError("not a Twitch user name")
        return names

    @field_validator("twitch_bot")
    @classmethod
    def _is_login(cls, value: str) -> str:
        if value and not _LOGIN.fullmatch(value.lower()):
            raise ValueError("not a Twitch user name")
        return value.lower()

    @field_validator("twitch_service")
    @classmethod
    def _is_web_address(cls, value: str) -> str:
        if value and not _SERVICE.fullmatch(value):
            raise ValueError("not an address")
        return value

    @field_validator("onecomme", "bouyomi")
    @classmethod
    def _is_host_and_port(cls, value: str) -> str:
        found = _SOCKET.fullmatch(value.strip())
        if value and (found is None or not 0 < int(found[1]) < 65536):
            raise ValueError("not a host and a port")
        return value.strip()

    @field_validator("lobby", mode="before")
    @classmethod
    def _is_listener(cls, value: object) -> object:
        """As ``host:port``, the port the usual one and the host this computer where they are not given."""
        said = str(value).strip().lower()
        if value is False or said in ("", "off", "false"):
            return ""
        if value is True or said in ("on", "true"):
            return f"127.0.0.1:{LOBBY_PORT}"
        host, _, port = said.rpartition(":")
        host = host.strip("[]") or "127.0.0.1"
        if host != "localhost":
            ipaddress.ip_address(host)
        if not port.isdecimal() or int(port) > 65535:
            raise ValueError("not a port")
        return f"{host}:{int(port)}"

    @field_validator("obs_url")
    @classmethod
    def _is_socket_address(cls, value: str) -> str:
        address = value.strip().rstrip("/").removeprefix("ws://")
        found = _SOCKET.fullmatch(address)
        if address and (found is None or not 0 < int(found[1]) < 65536):
            raise ValueError("not the address of a WebSocket server")
        return f"ws://{address}" if address else ""

    @field_validator("obs_scenes", "points", mode="before")
    @classmethod
    def _pairs(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        pairs = [part.partition("=") for part in value.split(",") if part.strip()]
        if not all(key.strip() and held.strip() for key, _, held in pairs):
            raise ValueError("not pairs")
        return {key.strip(): held.strip() for key, _, held in pairs}

    @field_validator("obs_scenes")
    @classmethod
    def _are_moments(cls, value: Mapping[str, str]) -> Mapping[str, str]:
        from bot.chat.obs import Moment  # its WebSocket client is loaded only where a scene is named

        if value and not set(value) <= set(Moment):
            raise ValueError("no such moment")
        return value

    @field_validator("niconico")
    @classmethod
    def _is_broadcast(cls, value: str) -> str:
        from bot.chat.niconico.address import watch_page

        if value and watch_page(value) is None:
            raise ValueError("not a broadcast")
        return value.strip()

    @field_validator("nair")
    @classmethod
    def _is_alone(cls, value: bool, info: ValidationInfo) -> bool:
        if value and info.data.get("niconico"):
            raise ValueError("Niconico's comments would come twice")
        return value

    @field_validator("tables")
    @classmethod
    def _exist(cls, value: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        known = known_tables(info.data.get("data_dir", default_data_dir()))
        ids = tuple(table_id(room_of(one).lower(), sheet_of(one)) for one in value)
        if not ids or len(set(ids)) < len(ids) or not {sheet_of(one) for one in ids} <= set(known):
            raise ValueError("not a list of different tables")
        if not all(_CHANNEL.fullmatch(room_of(one).lower()) for one in value if "/" in one):
            raise ValueError("not the name of a channel")
        return ids

    @field_validator("points")
    @classmethod
    def _have_tables(cls, value: Mapping[str, str], info: ValidationInfo) -> Mapping[str, str]:
        rooms = {room_of(one) for one in info.data.get("tables", ())} - {""}
        named = {channel.lower(): points.lower() for channel, points in value.items()}
        if not set(named) <= rooms or not all(map(_PURSE.fullmatch, named.values())):
            raise ValueError("not channels that have tables")
        return named


def _custom_dir(data_dir: Path) -> Path:
    return data_dir / "custom"


def known_tables(data_dir: Path) -> tuple[str, ...]:
    """The tables there is a rule sheet for, the streamer's own included."""
    from bot.games import registry  # the games are loaded only where a table is named

    return registry.table_ids(_custom_dir(data_dir))
