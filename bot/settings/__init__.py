"""What the streamer may set, read once at start.

A setting is looked for in this order, and the first place that has it wins:

1. the command line's option,
2. the environment, ``CHATJACK_<NAME>``,
3. ``.env`` in the working folder,
4. ``.env`` in the data folder,
5. ``settings.toml`` in the data folder.

Whatever cannot be used is refused with the place it came from, its name and what is allowed; a name that is
no setting is refused too, so a typing slip never passes in silence.
"""

from bot.settings.model import PREFIX, Settings, default_data_dir
from bot.settings.sources import Origin, Place, SettingsError, load, load_with_origins

__all__ = [
    "PREFIX",
    "Origin",
    "Place",
    "Settings",
    "SettingsError",
    "default_data_dir",
    "load",
    "load_with_origins",
]
