"""Settings: the file, the environment that overrides it, and one-line errors."""

import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.config import (
    BotSettings,
    DatabaseSettings,
    DiscordSettings,
    HealthEndpointSettings,
    InvalidSettingError,
    LoggingSettings,
    find_exposed_settings_file,
    load_config,
)
from bot.rules.variants import VARIANTS, Scoring

ROOT = Path(__file__).parents[1]
NOWHERE: dict[str, str] = {}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(text: str | bytes, name: str = "config.toml") -> Path:
    path = Path(name)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def wrong(path: Path | None = None, **environment: str) -> str:
    """Return the line about an error in the settings."""
    with pytest.raises(InvalidSettingError) as refused:
        load_config(path, environment)
    line = str(refused.value)
    assert len(line.splitlines()) == 1
    return line


def test_nothing_needs_to_be_set() -> None:
    assert load_config(None, NOWHERE) == BotSettings()


def test_the_file_in_the_current_folder_is_read_unless_another_is_named() -> None:
    written('[logging]\nlevel = "debug"\n')
    other = written('[database]\nurl = "sqlite:///other.sqlite3"\n', "other.toml")
    assert load_config(None, NOWHERE) == BotSettings(logging=LoggingSettings("debug"))
    assert load_config(other, NOWHERE) == BotSettings(database=DatabaseSettings("sqlite:///other.sqlite3"))


def test_the_environment_prevails_over_the_file() -> None:
    path = written('[discord]\ntoken = "filed"\n[logging]\nlevel = "debug"\n')
    found = load_config(path, {"SUZERAIN_LOGGING__LEVEL": "error", "PATH": "/bin", "SUZERAIN_HOME": "x"})
    assert found == BotSettings(discord=DiscordSettings("filed"), logging=LoggingSettings("error"))


def test_a_token_of_digits_is_still_a_text_from_the_environment() -> None:
    assert load_config(None, {"SUZERAIN_DISCORD__TOKEN": "123"}).discord.token == "123"


def test_a_port_comes_from_the_environment_as_well() -> None:
    assert load_config(None, {"SUZERAIN_WATCH__PORT": "9464"}).watch == HealthEndpointSettings("127.0.0.1", 9464)


def test_the_example_names_every_setting_and_changes_none() -> None:
    text = (ROOT / "config.example.toml").read_text("utf-8")
    assert load_config(ROOT / "config.example.toml", NOWHERE) == BotSettings()
    known = {name: set(getattr(BotSettings(), name).__struct_fields__) for name in tomllib.loads(text)}
    assert {name: set(section) for name, section in tomllib.loads(text).items()} == known
    assert {*known, "variants"} == set(BotSettings.__struct_fields__)
    for section, fields in known.items():
        for field in fields:
            assert f"SUZERAIN_{section}__{field}".upper() in text


def test_a_key_is_long_or_none_and_is_never_shown() -> None:
    key = "k" * 32
    assert load_config(None, {"SUZERAIN_PRIVACY__KEY": key}).privacy.key == key
    assert key not in repr(load_config(None, {"SUZERAIN_PRIVACY__KEY": key}))
    line = wrong(SUZERAIN_PRIVACY__KEY=key[1:])
    assert "privacy.key: " in line
    assert line.endswith("accepted: at least 32 characters, or none")


def test_a_file_with_a_key_that_others_can_read_is_named() -> None:
    path = written(f'[privacy]\nkey = "{"k" * 32}"\n')
    path.chmod(0o644)
    assert find_exposed_settings_file(path, {}) == path
    path.chmod(0o600)
    assert find_exposed_settings_file(path, {}) is None


# Variants


def test_the_example_of_a_variant_is_one() -> None:
    lines = (ROOT / "config.example.toml").read_text("utf-8").splitlines()
    start = lines.index('# [variants."Long night"]')
    path = written("\n".join(line.removeprefix("# ") for line in lines[start:]))
    points = Scoring(won_as_master=5, draw=1)
    night = replace(VARIANTS["necromancer"], hand_after=5, life_after=20, points=points)
    assert load_config(path, NOWHERE) == BotSettings(variants={"Long night": night})


def test_a_variant_of_a_league_has_points_for_beats_and_places() -> None:
    points = "{ won_as_master = 0, per_beat = 1, places = [5, 3], at_most = 9 }"
    path = written(f'[variants.Ours]\nlike = "elimination"\npoints = {points}\n')
    assert load_config(path, NOWHERE).variants["Ours"].points == Scoring(per_beat=1, places=(5, 3), at_most=9)


def test_a_variant_may_be_like_another_in_all_but_its_name() -> None:
    path = written('[variants.Ours]\nlike = "respawn"\n')
    assert load_config(path, NOWHERE).variants == {"Ours": VARIANTS["respawn"]}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("variants = 5", "variants: "),
        ("variants.Ours = 5", "variants.Ours: not a table; accepted: like,"),
        ("[variants.Ours]", "variants.Ours.like: not a variant; accepted: esclave, necromancer,"),
        (
            '[variants.esclave]\nlike = "esclave"',
            "variants.esclave: no name for a variant; accepted: 1 to 30 characters",
        ),
        (f'[variants.{"x" * 31}]\nlike = "esclave"', "accepted: 1 to 30 characters"),
        (
            '[variants.Ours]\nlike = "esclave"\nhand = 5',
            "variants.Ours.hand: no such answer; accepted: like, loser_becomes, responsibility,",
        ),
        (
            '[variants.Ours]\nlike = "esclave"\nhand_after = 21',
            "variants.Ours.hand_after: Expected 'int' <= 20; accepted: 0 to 20",
        ),
        ('[variants.Ours]\nlike = "esclave"\nloser_becomes = "king"', "accepted: out, rejoins, servant"),
        ('[variants.Ours]\nlike = "esclave"\nteam_is_one_side = 1', "accepted: true, false"),
        ('[variants.Ours]\nlike = "esclave"\nlife_after = "all"', "accepted: 1 to 999, format"),
        (
            '[variants.Ours]\nlike = "esclave"\npoints = { won = 5 }',
            "variants.Ours.points.won: no such answer; accepted: won_as_master,",
        ),
        (
            '[variants.Ours]\nlike = "esclave"\npoints = { draw = 100 }',
            "variants.Ours.points.draw: Expected 'int' <= 99; accepted: -99 to 99",
        ),
        (
            '[variants.Ours]\nlike = "esclave"\nsolo_turns = 1',
            "variants.Ours: A team that shares turns and life (VAR-7) takes its turns together",
        ),
    ],
)
def test_a_wrong_variant_is_told_with_what_would_be_accepted(text: str, said: str) -> None:
    line = wrong(written(text))
    assert line.startswith("config.toml: variants")
    assert said in line


def test_variants_do_not_come_from_the_environment() -> None:
    assert "no such setting" in wrong(None, SUZERAIN_VARIANTS__OURS="esclave")


def test_the_token_does_not_show_in_the_settings() -> None:
    assert "hunter2" not in repr(BotSettings(discord=DiscordSettings("hunter2")))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[discord\n", "not TOML"),
        ('discord = "hunter2"\n', "discord"),
        ("[discord]\ntoken = 5\n", "discord.token"),
        ('[discord]\ntokn = "hunter2"\n', "accepted: token"),
        ('[discrod]\ntoken = "hunter2"\n', "accepted: discord, database, logging, watch"),
        ('[logging]\nlevel = "loud"\n', "accepted: debug, info, warning, error"),
        ('[logging]\nformat = "xml"\n', "accepted: text, json"),
        ("[watch]\nport = 65536\n", "watch.port: "),
        ("[watch]\nport = -1\n", "watch.port: "),
        ('[watch]\nhost = ""\n', "watch.host: "),
        ("[discord]\ntoken = hunter2\n", "not TOML"),
        (b"[discord]\ntoken = '\xff'\n", "UTF-8"),
    ],
)
def test_a_wrong_file_is_told_with_its_name_and_never_the_token(text: str | bytes, said: str) -> None:
    line = wrong(written(text))
    assert line.startswith("config.toml: ")
    assert said in line
    assert "hunter2" not in line


def test_a_file_that_is_named_must_be_there() -> None:
    assert wrong(Path("nowhere.toml")) == ("nowhere.toml: cannot be read (No such file or directory)")


def test_a_folder_is_no_file(folder: Path) -> None:
    assert wrong(folder).startswith(f"{folder}: cannot be read")


def test_a_wrong_value_in_the_environment_says_what_is_accepted() -> None:
    line = wrong(SUZERAIN_LOGGING__LEVEL="loud")
    assert "environment: logging.level" in line
    assert line.endswith("accepted: debug, info, warning, error")


@pytest.mark.parametrize("name", ["SUZERAIN_DISCORD__TOKN", "SUZERAIN_DISCROD__TOKEN"])
def test_an_unknown_variable_is_told_from_those_that_are_known(name: str) -> None:
    line = wrong(None, **{name: "hunter2"})
    assert line.startswith(f"{name}: no such setting; accepted: SUZERAIN_DISCORD__TOKEN,")
    assert "hunter2" not in line


@pytest.mark.parametrize("url", ["docs", "ftp://example.org", "https://a b", "https://a)", "x" * 300])
def test_an_address_of_the_guide_is_one_that_can_be_linked_to(url: str) -> None:
    line = wrong(SUZERAIN_DOCS__URL=url)
    assert line.startswith("environment: docs.url")
    assert load_config(None, {"SUZERAIN_DOCS__URL": "https://example.org/docs"}).docs.url
