"""Which language the computer speaks."""

from __future__ import annotations

import os
import sys

from bot.texts import Language

_JAPANESE = 0x11  # Windows' number of the primary language


def system_language() -> Language:
    """Japanese where the computer speaks Japanese, else English."""
    if sys.platform == "win32":
        import ctypes

        return "ja" if ctypes.windll.kernel32.GetUserDefaultUILanguage() & 0x3FF == _JAPANESE else "en"
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    spoken = next((value for name in names if (value := os.environ.get(name))), "")
    return "ja" if spoken.lower().startswith("ja") else "en"
