"""The floor that runs, if one does: whether it answers, who is connected, how its connections are."""

from __future__ import annotations

import errno
import json
import os
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bot.chat.status import ConnectionState, ConnectionStatus
from bot.web.doctor.files import span
from bot.web.doctor.findings import Finding, Level, Premises, Said
from bot.web.guard import bracketed
from bot.web.tokens import FILE as TOKENS_FILE

ANSWER_SECONDS = 5.0
_IN_USE = frozenset({errno.EADDRINUSE, 10048})
_EVERYWHERE = frozenset({"0.0.0.0", "::", ""})
_DENIED = frozenset({errno.EACCES, errno.EPERM, 10013})
_LEVELS = {
    ConnectionState.ONLINE: Level.OK,
    ConnectionState.CONNECTING: Level.WARN,
    ConnectionState.OFF: Level.NOTE,
    ConnectionState.BROKEN: Level.WRONG,
}


def port(premises: Premises) -> Iterator[Finding]:
    """Without a floor: whether one could listen."""
    where = {"host": premises.host, "port": premises.port}
    family = socket.AF_INET6 if ":" in premises.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":  # on Windows it would let us in beside another program
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((premises.host, premises.port))
        except OSError as error:
            yield Finding("floor", Level.WRONG, _why(error), where)
        else:
            code = "port_free" if premises.port else "port_any"
            yield Finding("floor", Level.OK, code, where)


def _why(error: OSError) -> str:
    codes = {error.errno, getattr(error, "winerror", None)}
    if codes & _IN_USE:
        return "port_taken"
    return "port_denied" if codes & _DENIED else "host_wrong"


def running(premises: Premises, url: str, now: float) -> Iterator[Finding]:
    """With a floor at ``url``."""
    try:
        status = ask(url, dock_token(premises.data_dir))
    except (OSError, ValueError):
        yield Finding("floor", Level.WRONG, "floor_silent", {"url": url})
        return
    yield Finding("floor", Level.OK, "floor_runs", {"url": url})
    yield from pages(status)
    for raw in _list(status.get("connections")):
        try:
            yield from connection(ConnectionStatus.from_json(raw), now)
        except (TypeError, ValueError):
            continue  # of another version


def ask(url: str, token: str) -> Mapping[str, Any]:
    """``GET /api/status`` of the floor at ``url``.

    Raises:
        OSError, ValueError: no usable answer.
    """
    request = urllib.request.Request(
        f"{reachable(url)}/api/status", headers={"Authorization": f"Bearer {token}"}
    )
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # it is this computer
    with direct.open(request, timeout=ANSWER_SECONDS) as response:
        answer = json.loads(response.read())
    if not isinstance(answer, dict):
        raise ValueError("not a status")
    return answer


def reachable(url: str) -> str:
    """The address of a floor as it is opened on this computer: one that listens everywhere listens here."""
    host, _, port = url.removeprefix("http://").rstrip("/").rpartition(":")
    host = host.strip("[]")
    return f"http://{bracketed('127.0.0.1' if host in _EVERYWHERE else host)}:{port}"


def dock_token(data_dir: Path) -> str:
    """The dock's token, read and never made.

    Raises:
        OSError, ValueError: there is none.
    """
    held = json.loads((data_dir / TOKENS_FILE).read_bytes())
    if not isinstance(held, dict) or not isinstance(held.get("dock"), str):
        raise ValueError("no token")
    return str(held["dock"])


def pages(status: Mapping[str, Any]) -> Iterator[Finding]:
    """Which pages are open: a missing overlay is what is most often forgotten."""
    counts = status.get("pages")
    if not isinstance(counts, dict):
        return
    overlays = counts.get("overlay")
    if overlays:
        yield Finding("obs", Level.OK, "overlay_open", {"count": overlays})
    else:
        yield Finding("obs", Level.WARN, "overlay_missing", {})


def connection(status: ConnectionStatus, now: float, *, terse: bool = False) -> Iterator[Finding]:
    """One connection: how it is, then what is worth a word about it.

    Args:
        terse: its facts are shown beside it.
    """
    known = [] if terse else facts(status, now)
    more = Said("doctor.more", {"parts": tuple(known)}) if known else Said("doctor.more_none")
    name = Said(f"doctor.name.{status.name}", otherwise="doctor.name.other", params={"name": status.name})
    level = _LEVELS[status.state]
    if status.trouble and level is Level.OK:
        level = Level.WARN
    if status.trouble:
        why = Said(f"doctor.trouble.{status.trouble}", {"detail": status.detail}, "doctor.trouble.other")
        yield Finding("connections", level, "connection_trouble", {"name": name, "why": why, "more": more})
    else:
        yield Finding("connections", level, f"connection_{status.state.value}", {"name": name, "more": more})
    if status.waiting and status.rate_left == 0:
        yield Finding("connections", Level.NOTE, "rate_spent", {"name": name, "count": status.waiting})
    if status.skewed:
        seconds = f"{status.clock_skew:+.0f}"
        yield Finding("clock", Level.WRONG, "clock_skewed", {"name": name, "seconds": seconds})
    if status.expires_soon(now) and status.token_expires is not None:
        left = status.token_expires - now
        code = "token_ends" if left > 0 else "token_ended"
        level = Level.WARN if left > 0 else Level.WRONG
        yield Finding("connections", level, code, {"name": name, "left": span(left)})


def facts(status: ConnectionStatus, now: float) -> list[Said]:
    """What is known of a connection: when it was last heard, its token, its rate, its clock."""
    parts: list[Said] = []
    if status.last_received is not None:
        parts.append(Said("doctor.more_received", {"ago": span(now - status.last_received)}))
    if status.token_expires is not None:
        code = "doctor.more_token_renews" if status.renews else "doctor.more_token"
        parts.append(Said(code, {"left": span(status.token_expires - now)}))
    if status.rate_left is not None:
        rate = {"left": status.rate_left, "most": status.rate_most or status.rate_left}
        parts.append(Said("doctor.more_rate", rate))
    if status.requests_left is not None:
        requests = {"left": status.requests_left, "most": status.requests_most or status.requests_left}
        parts.append(Said("doctor.more_requests", requests))
    if status.clock_skew is not None and not status.skewed:
        parts.append(Said("doctor.more_clock"))
    if status.waiting:
        parts.append(Said("doctor.more_waiting", {"count": status.waiting}))
    return parts


def _list(value: object) -> list[Any]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
