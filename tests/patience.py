"""How long tests wait for what must come."""

from __future__ import annotations

PATIENCE = 60.0
"""Seconds after which something counts as never coming: far more than the busiest machine needs, as no test
measures time."""
