"""Where the shipped files lie: rule sheets and texts in ``data/``, pages in ``overlays/``.

In a checkout they are the folders at its root; in an installed wheel they lie inside the package.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_BUNDLE = _PACKAGE / "_bundled"


@cache
def root() -> Path:
    """The folder that holds ``data`` and ``overlays``."""
    return _BUNDLE if _BUNDLE.is_dir() else _PACKAGE.parent


def data() -> Path:
    """The shipped, read-only data: ``tables/``, ``vocabulary/``, ``text/``, ``ranks.toml``."""
    return root() / "data"


def overlays() -> Path:
    """The pages a browser loads."""
    return root() / "overlays"


def is_checkout() -> bool:
    """Whether the program runs from a source checkout rather than an installed wheel."""
    return root() == _PACKAGE.parent and (_PACKAGE.parent / "pyproject.toml").is_file()
