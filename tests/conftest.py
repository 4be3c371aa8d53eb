"""What every test shares."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# No test here measures time, and a busy machine must not turn a slow example into a failure.
settings.register_profile("default", deadline=None)
settings.register_profile(
    "ci", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci" if os.environ.get("CI") else "default")
