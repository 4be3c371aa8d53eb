"""The whole examination."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator, Mapping

import bot
from bot.web.doctor import files, floor, settings
from bot.web.doctor.findings import Finding, Level, Premises


def examine(
    premises: Premises,
    values: Mapping[str, object],
    places: Mapping[str, str],
    running: str | None,
    *,
    now_ms: int | None = None,
) -> list[Finding]:
    """Everything there is to find. Blocking; takes a few seconds at most, but for a large database.

    Args:
        premises: the settings in force.
        values: the same by name.
        places: where each setting that is set came from, for people.
        running: where a floor on this data folder answers; empty when that is not known; ``None`` without
            one.
        now_ms: the time, epoch milliseconds.
    """
    now_ms = files.wall_ms() if now_ms is None else now_ms
    found = [program(), *settings.sources(places), *files.folder(premises)]
    found += files.database(premises, now_ms)
    found += files.keys(premises)
    found += _floor(premises, values, running, now_ms / 1000)
    order = list(dict.fromkeys(one.about for one in found))  # each heading once
    return sorted(found, key=lambda one: order.index(one.about))


def _floor(
    premises: Premises, values: Mapping[str, object], running: str | None, now: float
) -> Iterator[Finding]:
    if running:
        yield from floor.running(premises, running, now)
        return
    if running is not None:
        yield Finding("floor", Level.WARN, "floor_starting", {})
    else:
        yield Finding("floor", Level.NOTE, "floor_closed", {})
        yield from floor.port(premises)
    yield from settings.configured(values, premises.data_dir)
    yield Finding("obs", Level.NOTE, "obs_hint", {})


def program() -> Finding:
    """What is running here; the first thing to ask for in a bug report."""
    python = ".".join(map(str, sys.version_info[:3]))
    params = {"version": bot.__version__, "python": python, "system": platform.platform(terse=True)}
    return Finding("program", Level.OK, "program", params)
