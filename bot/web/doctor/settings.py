"""The settings: where each came from, and which connections they ask for."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from bot.chat.twitch.vault import FILE as TWITCH_FILE
from bot.web.doctor.findings import Finding, Level, Said

REACH_SECONDS = 1.0
_PROGRAMS = {"onecomme": 11180, "bouyomi": 50001, "obs_url": 4455}
"""Settings that are the address of a program on the streamer's computer, with its usual port."""
_SWITCHES = ("niconico", "nair")


def sources(places: Mapping[str, str]) -> Iterator[Finding]:
    """Where each setting that is set came from; never its value, which may be a secret."""
    if not places:
        yield Finding("settings", Level.OK, "settings_default", {})
    for key, place in sorted(places.items()):
        yield Finding("settings", Level.OK, "setting_from", {"key": key, "place": place})


def configured(values: Mapping[str, object], data_dir: Path) -> Iterator[Finding]:
    """Without a floor: what will be connected, and whether the programs on this computer are there.

    Args:
        values: the settings by name; those that a version does not have are missing.
    """
    yield twitch(data_dir, bool(values.get("twitch_client_id")))
    for key, usual in _PROGRAMS.items():
        if address := str(values.get(key) or ""):
            yield _program(key, address, usual)
    if lobby := values.get("lobby"):
        code = "lobby_on" if values.get("lobby_hosts") else "lobby_here"
        yield Finding("connections", Level.OK, code, {"address": lobby})
    for key in _SWITCHES:
        if values.get(key):
            yield Finding("connections", Level.OK, "configured", {"name": Said(f"doctor.name.{key}")})


def twitch(data_dir: Path, preset: bool) -> Finding:
    """How far Twitch is set up, read from its file as it is."""
    held = _read(data_dir / TWITCH_FILE)
    if held is None:
        return Finding("connections", Level.WARN, "twitch_unreadable", {"file": data_dir / TWITCH_FILE})
    bot, grants = held.get("bot"), held.get("grants")
    if isinstance(bot, dict) and isinstance(grants, dict) and bot.get("user_id") in grants:
        return Finding("connections", Level.OK, "twitch_set", {"login": bot.get("login", "")})
    if preset or held.get("client_id"):
        return Finding("connections", Level.WARN, "twitch_half", {})
    return Finding("connections", Level.NOTE, "twitch_off", {})


def _read(path: Path) -> dict[str, object] | None:
    try:
        held = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError):
        return None
    return held if isinstance(held, dict) else None


def _program(key: str, address: str, usual: int) -> Finding:
    name = Said(f"doctor.name.{key.removesuffix('_url')}")
    params = {"name": name, "address": address}
    try:
        parts = urlsplit(address if "//" in address else f"//{address}")
        where = (parts.hostname or "127.0.0.1", parts.port or usual)
        with socket.create_connection(where, timeout=REACH_SECONDS):
            return Finding("connections", Level.OK, "program_there", params)
    except (OSError, ValueError):
        return Finding("connections", Level.WARN, "program_missing", params)
