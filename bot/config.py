"""Settings from `config.toml` and from the environment, which takes precedence; fixed shards."""

import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_type_hints

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from bot.i18n import DEFAULT, load_catalogue
from bot.reading import Unreadable, read
from bot.rules.variants import (
    LONGEST_NAME,
    POINTS,
    QUESTIONS,
    VARIANTS,
    Variant,
    find_obstacles,
    list_values,
)

PREFIX = "SUZERAIN_"
SECTION_SEPARATOR = "__"
"""`SUZERAIN_DISCORD__TOKEN` is the setting `token` of the section `discord`."""

DEFAULT_FILE = Path("config.toml")

CREDENTIALS = "CREDENTIALS_DIRECTORY"
"""The variable in which systemd names the folder of a service's credentials."""

KEEP = "keep it to yourself: `chmod 600` it"
"""The advice about a settings file that other users of the machine can read."""


class DiscordSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of the connection to Discord; the token is a password and is never shown."""

    token: str = ""

    def __repr__(self) -> str:
        return "DiscordSettings(token=…)"


class DatabaseSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of the database."""

    url: str = "sqlite:///suzerain.sqlite3"


class LoggingSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of the log on standard error."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["text", "json"] = "text"


class PrivacySettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of privacy; the key is a secret and is never shown. Empty means none."""

    key: Annotated[
        str,
        Meta(pattern=r"\A(?s:.{32,})?\Z", extra={"accepted": "at least 32 characters, or none"}),
    ] = ""

    def __repr__(self) -> str:
        return "PrivacySettings(key=…)"


class WatchSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of the HTTP endpoint for health and metrics; a `port` of 0 means none."""

    host: Annotated[str, Meta(min_length=1)] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 0


class CardSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of the card index; `download` lets the bot fetch it from Scryfall by itself."""

    download: bool = False
    other_languages: bool = False
    file: str = ""


class DocsSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of the guide; `url` is the address of the folder `docs`, or empty."""

    url: Annotated[
        str,
        Meta(
            pattern=r"\A(https?://[^\s()<>]+)?\Z",
            max_length=200,
            extra={"accepted": "an address that begins with https://, or none"},
        ),
    ] = ""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings; `config.example.toml` explains them."""

    discord: DiscordSettings = DiscordSettings()
    database: DatabaseSettings = DatabaseSettings()
    logging: LoggingSettings = LoggingSettings()
    watch: WatchSettings = WatchSettings()
    privacy: PrivacySettings = PrivacySettings()
    cards: CardSettings = CardSettings()
    docs: DocsSettings = DocsSettings()
    variants: Mapping[str, Variant] = {}


class ConfigError(Exception):
    """An invalid setting; the text is a line that names it and says what is accepted."""


def load(path: Path | None, environment: Mapping[str, str]) -> Settings:
    """Return the settings of a file, overlaid with those of the environment. Raises `ConfigError`.

    Without a path, `config.toml` among systemd's credentials or else in the current folder is read
    if it exists.
    """
    file = path or find_default_file(environment)
    found = _read_file(file) if path is not None or file.exists() else {}
    variants = _read_variants(found.pop("variants", {}), str(file))
    settings = _convert_settings(found, str(file), strict=True)
    settings = _convert_settings(_overlay(settings, environment), "environment", strict=False)
    return replace(settings, variants=variants)


def find_default_file(environment: Mapping[str, str]) -> Path:
    """Return the settings file that is read if none is named."""
    if folder := environment.get(CREDENTIALS):
        credential = Path(folder, DEFAULT_FILE.name)
        if credential.exists():
            return credential
    return DEFAULT_FILE


_SECRETS = (("discord", "token"), ("privacy", "key"))
"""The settings that are secrets, by section and name."""


def find_exposed(path: Path | None, environment: Mapping[str, str]) -> Path | None:
    """Return the file that `load` reads if it holds a password and other users can read it."""
    file = path or find_default_file(environment)
    try:
        if os.name == "nt" or not file.stat().st_mode & 0o077:
            return None
        settings = _read_file(file)
    except (OSError, ConfigError):
        return None
    url = settings.get("database", {}).get("url", "")
    secrets = (settings.get(section, {}).get(name) for section, name in _SECRETS)
    return file if any(secrets) or "@" in url else None


def _read_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not a text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: not TOML ({error})") from None


def _convert_settings(raw: object, where: str, *, strict: bool) -> Settings:
    try:
        return read(raw, Settings, strict=strict)
    except Unreadable as error:
        raise ConfigError(f"{where}: {error}") from None


def _overlay(settings: Settings, environment: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Return the settings as plain data, with those of the environment put in."""
    sections = get_type_hints(Settings)
    del sections["variants"]
    raw = {
        name: {field: getattr(getattr(settings, name), field) for field in get_type_hints(kind)}
        for name, kind in sections.items()
    }
    for variable, value in environment.items():
        section, nested, field = variable.removeprefix(PREFIX).lower().partition(SECTION_SEPARATOR)
        if not variable.startswith(PREFIX) or not nested:
            continue
        if section not in raw or field not in raw[section]:
            known = [
                f"{PREFIX}{s}{SECTION_SEPARATOR}{f}".upper() for s, fs in raw.items() for f in fs
            ]
            raise ConfigError(f"{variable}: no such setting; accepted: {', '.join(known)}")
        raw[section][field] = value
    return raw


# House variants: the answers that differ from those of a built-in variant


def _read_variants(raw: object, where: str) -> dict[str, Variant]:
    try:
        return {name: _read_variant(name, given) for name, given in read(raw, _Named).items()}
    except Unreadable as error:
        field = ".".join(filter(None, ("variants", error.field)))
        raise ConfigError(f"{where}: {field}: {error.problem}") from None


_Named = dict[str, Any]


def _read_variant(name: str, given: object) -> Variant:
    """Return a house variant. Raises `Unreadable`."""
    if not isinstance(given, dict):
        raise Unreadable(name, "not a table; accepted: like, and the answers that differ")
    if not 1 <= len(name) <= LONGEST_NAME or name != " ".join(name.split()) or name in VARIANTS:
        built_in = ", ".join(VARIANTS)
        problem = f"no name for a variant; accepted: 1 to {LONGEST_NAME} characters, not {built_in}"
        raise Unreadable(name, problem)
    like = str(given.get("like"))
    answers = {key: given[key] for key in given if key != "like"}
    if like not in VARIANTS:
        raise Unreadable(f"{name}.like", f"not a variant; accepted: {', '.join(VARIANTS)}")
    _check_known(name, answers, ["like", *QUESTIONS.values()])
    points = answers.pop("points", {})
    if not isinstance(points, dict):
        raise Unreadable(f"{name}.points", f"not a table; accepted: {', '.join(POINTS)}")
    _check_known(f"{name}.points", points, POINTS)
    known = to_builtins(VARIANTS[like])
    points = {**known.get("points", {}), **points}
    try:
        variant = read({**known, **answers, "points": points}, Variant)
    except Unreadable as error:
        problem = (
            f"{error.problem.partition('; accepted')[0]}; accepted: {_list_accepted(error.field)}"
        )
        raise Unreadable(f"{name}.{error.field}", problem) from None
    for reason in find_obstacles(variant):
        raise Unreadable(name, load_catalogue(DEFAULT)(f"impossible-{reason}"))
    return variant


def _check_known(field: str, given: Mapping[str, Any], known: Iterable[str]) -> None:
    for key in given:
        if key not in known:
            raise Unreadable(f"{field}.{key}", f"no such answer; accepted: {', '.join(known)}")


def _list_accepted(field: str) -> str:
    """Return the values of an answer, such as `1 to 999, team, format`."""
    possible = list_values(field.rpartition(".")[2])
    numbers = [value for value in possible if type(value) is int]
    words = [str(value).lower() for value in possible if type(value) in (str, bool)]
    ends = [f"{min(numbers)} to {max(numbers)}"] if numbers else []
    return ", ".join(ends + words)


# Shards


class FixedShards(NamedTuple):
    """The shards that the operator gives to one process, and the number of all shards."""

    shards: frozenset[int]
    shard_count: int


def read_shards(written: str, shard_count: int) -> FixedShards:
    """Return shards written as `0-3` or `0,4,8`.

    Raises `ValueError`, whose text says what is accepted.
    """
    accepted = f"accepted: numbers of 0 to {shard_count - 1}, such as 0-3 or 0,4,8"
    found = set[int]()
    for part in written.split(","):
        first, dash, last = part.strip().partition("-")
        if not (_is_number(first) and (_is_number(last) or not dash)):
            raise ValueError(f"{written!r} are no shards; {accepted}")
        found.update(range(int(first), int(last or first) + 1))
        if not int(first) <= int(last or first) < shard_count:
            raise ValueError(f"{part!r} is beyond the shards that there are; {accepted}")
    return FixedShards(frozenset(found), shard_count)


def _is_number(written: str) -> bool:
    return written.isascii() and written.isdecimal() and len(written) <= 6
