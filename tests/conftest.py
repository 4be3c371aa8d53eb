"""What every test shares."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# No test here measures time, and a busy machine must not turn a slow example into a failure.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# Hundreds of processes are started; each may read what the first of them compiled.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

WITH_A_BROWSER = ("tests/browser/", "tests/pages/")
"""What draws pages; a machine that draws for two at once is a slow one."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With ``-n``: a file's tests stay together and in order, and so do all that need a browser."""
    from xdist.scheduler import LoadFileScheduling

    class ByFile(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return "browser" if nodeid.startswith(WITH_A_BROWSER) else super()._split_scope(nodeid)

    return ByFile(config, log)
