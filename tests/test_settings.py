"""Settings: where they come from, who wins, and how a wrong one is named."""

from __future__ import annotations

import re
from pathlib import Path

import platformdirs
import pytest

from bot import resources, settings
from bot.settings import Place, Settings, SettingsError, load, load_with_origins
from bot.texts import LANGUAGES

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / ".env.example"
LINE = re.compile(r"# (CHATJACK_[A-Z_]+)=(.*)")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """A working folder and an environment without settings; the data folder is ``data`` in it."""
    work = tmp_path / "作業 folder"
    work.mkdir()
    monkeypatch.chdir(work)
    for name in Settings.model_fields:
        monkeypatch.delenv(f"CHATJACK_{name.upper()}", raising=False)
    monkeypatch.setattr(resources, "is_checkout", lambda: False)
    monkeypatch.setattr(platformdirs, "user_data_path", lambda *_, **__: work / "data")
    (work / "data").mkdir()
    return work


def refused(**options: object) -> SettingsError:
    with pytest.raises(SettingsError) as caught:
        load(**options)
    return caught.value


# -- what there is ------------------------------------------------------------------------------------------


def examples() -> dict[str, str]:
    return dict(
        match.groups() for line in EXAMPLE.read_text("utf-8").splitlines() if (match := LINE.fullmatch(line))
    )


def test_the_example_lists_exactly_the_settings_there_are():
    assert list(examples()) == [f"CHATJACK_{name.upper()}" for name in Settings.model_fields]


def test_the_example_shows_the_defaults(elsewhere):
    (elsewhere / ".env").write_text("\n".join(f"{k}={v}" for k, v in examples().items()), "utf-8")
    assert load() == Settings(data_dir=elsewhere / "data")


def test_the_example_explains_each_setting_in_both_languages():
    for block in EXAMPLE.read_text("utf-8").split("\n\n")[2:]:
        *comments, last = block.strip().splitlines()
        assert LINE.fullmatch(last), block
        assert any(re.search(r"[\u3040-\u30ff]", line) for line in comments), block
        assert any(line.isascii() for line in comments), block


def test_the_example_does_nothing_until_it_is_edited(elsewhere):
    (elsewhere / ".env").write_bytes(EXAMPLE.read_bytes())
    assert load() == Settings(data_dir=elsewhere / "data")


# -- who wins -----------------------------------------------------------------------------------------------


def test_the_first_place_wins(elsewhere, monkeypatch):
    assert load().port == 7788
    (elsewhere / "data" / "settings.toml").write_text("port = 1001", "utf-8")
    assert load().port == 1001
    (elsewhere / "data" / ".env").write_text("CHATJACK_PORT=1002", "utf-8")
    assert load().port == 1002
    (elsewhere / ".env").write_text("CHATJACK_PORT=1003", "utf-8")
    assert load().port == 1003
    monkeypatch.setenv("CHATJACK_PORT", "1004")
    assert load().port == 1004
    assert load(port="1005").port == 1005
    assert load(port=None).port == 1004


def test_each_setting_is_looked_for_by_itself(elsewhere, monkeypatch):
    (elsewhere / "data" / "settings.toml").write_text('port = 1001\nlanguage = "ja"', "utf-8")
    monkeypatch.setenv("CHATJACK_PORT", "1004")
    assert (load().port, load().language) == (1004, "ja")


def test_an_empty_variable_sets_nothing(elsewhere, monkeypatch):
    (elsewhere / ".env").write_text("CHATJACK_PORT=1003\nCHATJACK_CLOCK_SECONDS=", "utf-8")
    monkeypatch.setenv("CHATJACK_PORT", "")
    assert (load().port, load().clock_seconds) == (1003, None)


def test_the_data_folder_named_outside_brings_its_own_settings(elsewhere):
    other = elsewhere / "引っ越し先"
    other.mkdir()
    (other / "settings.toml").write_text('clock_seconds = 45\nallowed_hosts = ["Studio.local"]', "utf-8")
    (elsewhere / ".env").write_text("CHATJACK_DATA_DIR=引っ越し先", "utf-8")
    found = load()
    assert found.data_dir == other
    assert found.custom_dir == other / "custom"
    assert (found.clock_seconds, found.allowed_hosts) == (45, ("studio.local",))


def test_an_editors_byte_order_mark_does_not_matter(elsewhere):
    (elsewhere / ".env").write_text("CHATJACK_PORT=1003", "utf-8-sig")
    (elsewhere / "data" / "settings.toml").write_text('language = "en"', "utf-8-sig")
    assert (load().port, load().language) == (1003, "en")


def test_other_programs_variables_are_left_alone(elsewhere, monkeypatch):
    (elsewhere / ".env").write_text("TWITCH_TOKEN=x\nOTHERJACK_PORT=1", "utf-8")
    monkeypatch.setenv("PORT", "80")
    assert load() == Settings(data_dir=elsewhere / "data")


def test_lists_are_written_with_commas(monkeypatch):
    monkeypatch.setenv("CHATJACK_ALLOWED_HOSTS", "studio.local, 10.0.0.7")
    assert load().allowed_hosts == ("studio.local", "10.0.0.7")


def test_scenes_are_pairs_or_a_table(elsewhere, monkeypatch):
    (elsewhere / "data" / "settings.toml").write_text('[obs_scenes]\nopen = "Table, live"', "utf-8")
    assert load().obs_scenes == {"open": "Table, live"}
    monkeypatch.setenv("CHATJACK_OBS_SCENES", "open=テーブル, end = 待機,")
    assert load().obs_scenes == {"open": "テーブル", "end": "待機"}


def test_the_address_of_obs_may_come_without_its_scheme(monkeypatch):
    monkeypatch.setenv("CHATJACK_OBS_URL", "127.0.0.1:4455/")
    assert load().obs_url == "ws://127.0.0.1:4455"


def test_each_setting_is_told_with_the_place_it_came_from(elsewhere, monkeypatch):
    (elsewhere / "data" / "settings.toml").write_text("port = 1001\nrebuy_minutes = 3", "utf-8")
    monkeypatch.setenv("CHATJACK_PORT", "1002")
    found, origins = load_with_origins(language="ja")
    assert found == load(language="ja")
    assert {key: origin.place for key, origin in origins.items()} == {
        "language": Place.OPTION,
        "port": Place.ENVIRONMENT,
        "rebuy_minutes": Place.TOML,
    }


# -- what is refused ----------------------------------------------------------------------------------------

WRONG = [
    ("port", "abc"),
    ("port", "65536"),
    ("port", "-1"),
    ("port", "77.5"),
    ("language", "fr"),
    ("host", "example.com"),
    ("host", "http://127.0.0.1"),
    ("source", "cards"),
    ("clock_seconds", "4"),
    ("clock_seconds", "601"),
    ("rebuy_minutes", "-1"),
    ("rebuy_minutes", "10081"),
    ("log_level", "loud"),
    ("allowed_hosts", "http://studio.local"),
    ("allowed_hosts", "studio.local:80"),
    ("allowed_hosts", "a,,b"),
    ("tables", "no-such-table"),
    ("tables", "tournament,tournament"),
    ("tables", ","),
    ("tables", "kuro/no-such-table"),
    ("tables", "tournament,/switch"),
    ("tables", "kuro/switch,KURO/switch"),
    ("tables", "practice/switch"),
    ("tables", "../switch"),
    ("tables", "a/b c/switch"),
    ("points", "kuro=club"),
    ("points", "kuro"),
    ("lobby", "example.com"),
    ("lobby", "example.com:7789"),
    ("lobby", "127.0.0.1:99999"),
    ("lobby", "127.0.0.1"),
    ("lobby_hosts", "https://casino.example.com"),
    ("obs_url", "http://127.0.0.1:4455"),
    ("obs_url", "127.0.0.1:99999"),
    ("obs_scenes", "jackpot=Party"),
    ("obs_scenes", "open"),
    ("obs_scenes", "open="),
    ("onecomme", "11180"),
    ("onecomme", "http://127.0.0.1:11180"),
    ("onecomme", "127.0.0.1:0"),
    ("niconico", "さら"),
    ("niconico", "https://www.nicovideo.jp/watch/sm9"),
    ("niconico", "https://evil.example/watch/lv1"),
    ("nair", "maybe"),
    ("bouyomi", "127.0.0.1"),
    ("bouyomi", "127.0.0.1:99999"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "value"), WRONG)
def test_a_wrong_value_is_named_with_its_variable_and_what_is_allowed(key, value, language, monkeypatch):
    monkeypatch.setenv(f"CHATJACK_{key.upper()}", value)
    error = refused()
    assert (error.code, error.key, error.origin.place) == ("setting_wrong", key, Place.ENVIRONMENT)
    sentence = error.sentence(language)
    assert f"CHATJACK_{key.upper()}" in sentence
    assert error._allowed(language)
    assert error._allowed(language) in sentence
    assert "startup." not in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize(("key", "value"), [(k, v) for k, v in WRONG if k != "data_dir"])
def test_a_wrong_value_is_named_with_its_file(key, value, elsewhere):
    for file, line, spelt in (
        (elsewhere / "data" / "settings.toml", f'{key} = "{value}"', key),
        (elsewhere / "data" / ".env", f"CHATJACK_{key.upper()}={value}", f"CHATJACK_{key.upper()}"),
        (elsewhere / ".env", f"CHATJACK_{key.upper()}={value}", f"CHATJACK_{key.upper()}"),
    ):
        file.write_text(line, "utf-8")
        error = refused()
        assert str(file) in error.sentence("en")
        assert f"sets {spelt} to {value!r}" in error.sentence("en")
        assert f"の {spelt} に「{value}」は使えません" in error.sentence("ja")


def test_a_wrong_option_is_named():
    assert "--port" in refused(port="x").sentence("ja")
    assert "コマンドライン" in refused(port="x").sentence("ja")


def test_a_wrong_value_that_something_stronger_overrides_does_no_harm(elsewhere):
    (elsewhere / "data" / "settings.toml").write_text('port = "abc"', "utf-8")
    assert load(port=1005).port == 1005


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_is_no_setting_is_refused(language, elsewhere, monkeypatch):
    file = elsewhere / "data" / "settings.toml"
    file.write_text("prot = 1001", "utf-8")
    error = refused()
    assert error.code == "setting_unknown"
    assert str(file) in error.sentence(language)
    assert "prot" in error.sentence(language)
    assert "port" in error.sentence(language)
    file.unlink()
    (elsewhere / ".env").write_text("CHATJACK_PROT=1001", "utf-8")
    assert "CHATJACK_PROT" in refused().sentence(language)
    (elsewhere / ".env").unlink()
    monkeypatch.setenv("CHATJACK_PROT", "1001")
    assert "CHATJACK_PROT" in refused().sentence(language)


@pytest.mark.parametrize(
    ("name", "line"), [("settings.toml", 'data_dir = "x"'), (".env", "CHATJACK_DATA_DIR=x")]
)
def test_the_data_folder_cannot_be_chosen_inside_itself(name, line, elsewhere):
    (elsewhere / "data" / name).write_text(line, "utf-8")
    error = refused()
    assert (error.code, error.key) == ("setting_unknown", "data_dir")
    assert "DATA_DIR" not in error.sentence("en").partition("there are")[2].upper()


@pytest.mark.parametrize("content", ["port = ", "port = [\n", "port: 1001", "language = ja"])
def test_a_file_that_is_no_toml_is_named(content, elsewhere):
    (elsewhere / "data" / "settings.toml").write_text(content, "utf-8")
    error = refused()
    assert error.code == "settings_malformed"
    for language in LANGUAGES:
        assert str(elsewhere / "data" / "settings.toml") in error.sentence(language)


@pytest.mark.parametrize("encoding", ["cp932", "utf-16"])
@pytest.mark.parametrize("name", [".env", "data/.env", "data/settings.toml"])
def test_a_file_in_another_encoding_is_named(name, encoding, elsewhere):
    (elsewhere / name).write_text("# 設定\n", encoding)
    error = refused()
    assert error.code == "settings_unreadable"
    assert Path(name).name in error.sentence("ja")
    assert "UTF-8" in error.sentence("ja")


def test_niconico_comes_one_way_only(elsewhere):
    (elsewhere / ".env").write_text("CHATJACK_NICONICO=lv1\nCHATJACK_NAIR=true", "utf-8")
    error = refused()
    assert (error.code, error.key) == ("setting_wrong", "nair")
    assert "CHATJACK_NICONICO" in error.sentence("ja")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("", None),
        ("off", None),
        ("on", ("127.0.0.1", 7789)),
        ("7790", ("127.0.0.1", 7790)),
        (":7790", ("127.0.0.1", 7790)),
        ("0.0.0.0:7790", ("0.0.0.0", 7790)),
        ("localhost:0", ("localhost", 0)),
        ("[::1]:7790", ("::1", 7790)),
    ],
)
def test_the_lobby_is_on_as_simply_as_can_be(said, meant, elsewhere):
    (elsewhere / ".env").write_text(f"CHATJACK_LOBBY={said}", "utf-8")
    assert load().lobby_address == meant


def test_the_lobby_may_be_a_number_or_a_switch_in_the_settings_file(elsewhere):
    for line, meant in (("true", 7789), ("7791", 7791)):
        (elsewhere / "data" / "settings.toml").write_text(f"lobby = {line}", "utf-8")
        assert load().lobby_address == ("127.0.0.1", meant)
    (elsewhere / "data" / "settings.toml").write_text("lobby = false", "utf-8")
    assert load().lobby_address is None


# -- language and folder ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_is_said_in_the_language_that_is_set(language, elsewhere, monkeypatch):
    monkeypatch.setenv("CHATJACK_LANGUAGE", language)
    (elsewhere / "data" / "settings.toml").write_text("port = 'abc'", "utf-8")
    assert refused().language == language
    (elsewhere / "data" / "settings.toml").write_text("port = ", "utf-8")
    assert refused().language == language
    monkeypatch.setenv("CHATJACK_LANGUAGE", "fr")
    assert refused().language is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(Settings.model_fields))
def test_of_every_setting_it_is_said_what_is_allowed(key, language):
    origin = settings.Origin(Place.ENVIRONMENT)
    tables = ("switch",) if key == "tables" else ()
    error = SettingsError("setting_wrong", origin, key, tables=tables)
    assert not error._allowed(language).startswith("startup.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_slip_of_the_keyboard_is_named_in_the_language_beside_it(language, elsewhere):
    (elsewhere / ".env").write_text(f"CHATJACK_PROT=1\nCHATJACK_LANGUAGE={language}\n", "utf-8")
    error = refused()
    assert error.language == language
    assert "CHATJACK_PROT" in error.sentence(language)
    assert "CHATJACK_PORT" in error.sentence(language)
    assert "CHATJACK_TABLES" not in error.sentence(language)


def test_auto_language_follows_the_computer(monkeypatch):
    monkeypatch.setattr(settings.model, "system_language", lambda: "ja")
    assert load().spoken == "ja"
    assert load(language="en").spoken == "en"


def test_the_data_folder_is_data_in_a_checkout_and_the_systems_own_once_installed(monkeypatch):
    monkeypatch.undo()
    assert settings.default_data_dir() == ROOT / "data"
    monkeypatch.setattr(resources, "is_checkout", lambda: False)
    installed = settings.default_data_dir()
    assert "chatjack" in installed.parts
    assert ROOT not in installed.parents


def test_settings_cannot_be_changed_afterwards():
    with pytest.raises(ValueError, match="frozen"):
        load().port = 1


def test_tables_and_points_of_channels(monkeypatch):
    monkeypatch.setenv("CHATJACK_TABLES", "tournament, Kuro/switch,shiro/tournament")
    monkeypatch.setenv("CHATJACK_POINTS", "Kuro=Club, shiro=club")
    found = load()
    assert found.tables == ("tournament", "kuro/switch", "shiro/tournament")
    assert found.points == {"kuro": "club", "shiro": "club"}
