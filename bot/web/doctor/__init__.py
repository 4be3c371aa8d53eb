"""What ``chatjack doctor`` looks at, and what it finds.

Everything here only looks: no file is made, mended or moved, and nothing waits for long. A floor that runs is
asked through its own door, ``GET /api/status``; without one the files are looked at. Each part is a function
from the premises to findings; the texts are in ``data/text/doctor.*.toml``.
"""

from bot.web.doctor.check import examine
from bot.web.doctor.findings import Finding, Level, Premises, as_json, as_lines, is_wrong

__all__ = ["Finding", "Level", "Premises", "as_json", "as_lines", "examine", "is_wrong"]
