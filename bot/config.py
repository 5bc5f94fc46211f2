"""The settings: `config.toml`, and over it the environment."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

from msgspec import Meta, Struct

from bot.reading import Unreadable, read

PREFIX, NESTED = "SUZERAIN_", "__"
"""`SUZERAIN_DISCORD__TOKEN` is the setting `token` of the section `discord`."""


class Discord(Struct, frozen=True, forbid_unknown_fields=True):
    """The connection to Discord. The token is a password: it is never shown."""

    token: str = ""

    def __repr__(self) -> str:
        return "Discord(token=…)"


class Database(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the log is kept."""

    url: str = "sqlite:///suzerain.sqlite3"


class Logging(Struct, frozen=True, forbid_unknown_fields=True):
    """What is written to standard error while the bot runs."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["text", "json"] = "text"


class Watch(Struct, frozen=True, forbid_unknown_fields=True):
    """Where others can see how the bot fares, over HTTP; nowhere while `port` is 0."""

    host: Annotated[str, Meta(min_length=1)] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 0


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings, as `config.example.toml` explains them."""

    discord: Discord = Discord()
    database: Database = Database()
    logging: Logging = Logging()
    watch: Watch = Watch()


class ConfigError(Exception):
    """A setting is wrong: one line that names it and says what is accepted."""


def load(path: Path | None, environment: Mapping[str, str]) -> Settings:
    """The settings of a file and of the environment, which prevails. Raises `ConfigError`.

    Without a path, `config.toml` in the current folder is read if it is there.
    """
    file = path or Path("config.toml")
    found = _file(file) if path is not None or file.exists() else {}
    settings = _read(found, str(file), strict=True)
    return _read(_over(settings, environment), "environment", strict=False)


def _file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not a text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: not TOML ({error})") from None


def _read(raw: object, where: str, *, strict: bool) -> Settings:
    try:
        return read(raw, Settings, strict=strict)
    except Unreadable as error:
        raise ConfigError(f"{where}: {error}") from None


def _over(settings: Settings, environment: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The settings as plain data, with the environment's in their place."""
    sections = get_type_hints(Settings)
    raw = {
        name: {field: getattr(getattr(settings, name), field) for field in get_type_hints(kind)}
        for name, kind in sections.items()
    }
    for variable, value in environment.items():
        section, nested, field = variable.removeprefix(PREFIX).lower().partition(NESTED)
        if not variable.startswith(PREFIX) or not nested:
            continue
        if section not in raw or field not in raw[section]:
            known = [f"{PREFIX}{s}{NESTED}{f}".upper() for s, fs in raw.items() for f in fs]
            raise ConfigError(f"{variable}: no such setting; accepted: {', '.join(known)}")
        raw[section][field] = value
    return raw
