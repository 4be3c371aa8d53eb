"""Where the tests find a Chromium, and how they start it.

``CHATJACK_CHROMIUM`` names one; else the usual names in ``PATH`` and the usual places are tried. Without one
the browser tests are skipped, saying so; under CI they fail instead, so that nobody believes they ran.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "msedge")
_PLACES = (
    "/usr/bin/chromium",
    "/snap/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)

ARGUMENTS = (
    "--no-sandbox",  # the tests run as root in containers; they load nothing but our own pages
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
"""What the browser is started with."""


def find_chromium() -> str | None:
    """The path of a Chromium, or ``None``."""
    named = os.environ.get("CHATJACK_CHROMIUM")
    if named:
        return named if Path(named).is_file() else None
    for name in _NAMES:
        found = shutil.which(name)
        if found:
            return found
    return next((place for place in _PLACES if Path(place).is_file()), None)


def need_chromium() -> str:
    """The path of a Chromium. Skips the test where there is none, fails it under CI."""
    found = find_chromium()
    if found is None:
        reason = "no Chromium found: install one or set CHATJACK_CHROMIUM"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found
