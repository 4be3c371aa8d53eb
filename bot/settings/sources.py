"""Where settings come from, and what is wrong with one that cannot be used."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import Literal, get_args, get_origin

from pydantic import ValidationError
from pydantic_settings import DotEnvSettingsSource, EnvSettingsSource

from bot.settings.model import PREFIX, Settings, default_data_dir, known_tables
from bot.texts import LANGUAGES, Language, text


class Place(Enum):
    """The kinds of place a setting can come from."""

    OPTION = "option"
    ENVIRONMENT = "environment"
    DOTENV = "dotenv"
    TOML = "toml"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a setting came from.

    Attributes:
        file: the file; none for the command line and the environment.
        inside: whether that file lies in the data folder, which can therefore not be chosen there.
    """

    place: Place
    file: Path | None = None
    inside: bool = False

    @property
    def settable(self) -> tuple[str, ...]:
        """The names that may stand here."""
        return tuple(name for name in Settings.model_fields if not (self.inside and name == "data_dir"))

    def spell(self, key: str) -> str:
        """The setting's name as it is written there."""
        match self.place:
            case Place.OPTION:
                return "--" + key.replace("_", "-")
            case Place.TOML:
                return key
            case _:
                return PREFIX + key.upper()

    def describe(self, language: Language) -> str:
        """For people: the file's path, "environment variable" or "command line"."""
        return str(self.file) if self.file else text(f"startup.place_{self.place.value}", language)


class SettingsError(Exception):
    """A setting that cannot be used; nothing has been started.

    Attributes:
        code: ``setting_wrong``, ``setting_unknown``, ``settings_unreadable`` or ``settings_malformed``.
        origin: where it was found.
        key: the setting's name, empty for a file that cannot be read at all.
        value: what was found there, or what the file's reader said.
        tables: the tables there are, where they are what is allowed.
        language: the one that is set, as far as it could be made out.
    """

    language: Language | None = None

    def __init__(
        self, code: str, origin: Origin, key: str = "", value: object = "", tables: tuple[str, ...] = ()
    ) -> None:
        super().__init__(code, origin, key, value)
        self.code = code
        self.origin = origin
        self.key = key
        self.value = value
        self.tables = tables

    def sentence(self, language: Language) -> str:
        """What is wrong, where, and what is allowed."""
        meant = get_close_matches(self.key, self.origin.settable, 1) if self.code == "setting_unknown" else ()
        if meant:
            names = {"key": self.origin.spell(self.key), "meant": self.origin.spell(meant[0])}
            return text("startup.setting_misspelt", language, where=self.origin.describe(language), **names)
        return text(
            f"startup.{self.code}",
            language,
            where=self.origin.describe(language),
            key=self.origin.spell(self.key),
            value=self.value,
            allowed=self._allowed(language),
        )

    def _allowed(self, language: Language) -> str:
        if self.code == "setting_unknown":
            return ", ".join(self.origin.spell(name) for name in self.origin.settable)
        if self.key not in Settings.model_fields:
            return ""
        annotation = Settings.model_fields[self.key].annotation
        if get_origin(annotation) is Literal:
            return ", ".join(get_args(annotation))
        return ", ".join(self.tables) or text(f"startup.allowed.{self.key}", language)


def load(**options: object) -> Settings:
    """The settings in force.

    Args:
        options: from the command line, by setting name; ``None`` is not given.

    Raises:
        SettingsError: the first thing that cannot be used.
    """
    return load_with_origins(**options)[0]


def load_with_origins(**options: object) -> tuple[Settings, Mapping[str, Origin]]:
    """The same, and where each setting that is set came from.

    Raises:
        SettingsError: the first thing that cannot be used.
    """
    given = {key: value for key, value in options.items() if value is not None}
    layers: list[_Layer] = [(Origin(Place.OPTION), given)]
    try:
        layers.append(_variables(Origin(Place.ENVIRONMENT), EnvSettingsSource(Settings)))
        layers.append(_dotenv(Origin(Place.DOTENV, Path.cwd() / ".env")))
        data_dir = _settings(_only("data_dir", layers))[0].data_dir
        if data_dir != Path.cwd():
            layers.append(_dotenv(Origin(Place.DOTENV, data_dir / ".env", inside=True)))
        layers.append(_toml(Origin(Place.TOML, data_dir / "settings.toml", inside=True)))
        return _settings(layers)
    except SettingsError as error:
        named = [values["language"] for _, values in layers if "language" in values]
        named += [] if error.language is None else [error.language]
        error.language = next((one for one in LANGUAGES if named[:1] == [one]), None)
        raise


_Layer = tuple[Origin, Mapping[str, object]]


def _only(key: str, layers: Iterable[_Layer]) -> Iterator[_Layer]:
    for origin, values in layers:
        yield origin, {name: value for name, value in values.items() if name == key}


def _variables(origin: Origin, source: EnvSettingsSource) -> _Layer:
    prefix = PREFIX.lower()
    values = {key: value for key, value in source().items() if key in Settings.model_fields}
    for name in source.env_vars:
        if name.lower().startswith(prefix):
            _check_known(origin, name.lower().removeprefix(prefix), values)
    return origin, values


def _dotenv(origin: Origin) -> _Layer:
    try:
        # An editor may have put a byte-order mark in front.
        source = DotEnvSettingsSource(Settings, env_file=origin.file, env_file_encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError("settings_unreadable", origin, value=error) from error
    return _variables(origin, source)


def _toml(origin: Origin) -> _Layer:
    path = origin.file
    try:
        values = tomllib.loads(path.read_text("utf-8-sig")) if path and path.exists() else {}
    except tomllib.TOMLDecodeError as error:
        raise SettingsError("settings_malformed", origin, value=error) from error
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError("settings_unreadable", origin, value=error) from error
    for key in values:
        _check_known(origin, key, values)
    return origin, values


def _check_known(origin: Origin, key: str, beside: Mapping[str, object]) -> None:
    if key not in origin.settable:
        error = SettingsError("setting_unknown", origin, key)
        error.language = next((one for one in LANGUAGES if one == beside.get("language")), None)
        raise error


def _settings(layers: Iterable[_Layer]) -> tuple[Settings, Mapping[str, Origin]]:
    values: dict[str, object] = {}
    origins: dict[str, Origin] = {}
    for origin, layer in layers:
        for key, value in layer.items():
            if key not in values:
                values[key] = value
                origins[key] = origin
    try:
        return Settings(**values), origins  # type: ignore[arg-type]  # validated right here
    except ValidationError as error:
        key = str(error.errors()[0]["loc"][0])
        value = values[key]
        shown: object = value
        if isinstance(value, Mapping):
            shown = ", ".join(f"{name}={held}" for name, held in value.items())
        elif isinstance(value, list | tuple):
            shown = ", ".join(map(str, value))
        tables = (
            known_tables(Path(str(values.get("data_dir") or default_data_dir()))) if key == "tables" else ()
        )
        raise SettingsError("setting_wrong", origins[key], key, shown, tables) from error
