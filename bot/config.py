"""Settings from `config.toml` and from the environment, which takes precedence; fixed shards."""

import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_type_hints

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from bot.basics.typed_values import InvalidValueError, convert_value_to_type
from bot.i18n import DEFAULT, load_translations
from bot.rules.variants import (
    LONGEST_NAME,
    POINTS,
    QUESTIONS,
    VARIANTS,
    Variant,
    find_variant_problems,
    list_variant_field_values,
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
    """The settings for Discord. The token is secret and is never shown."""

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
    """The settings for privacy: a secret key, which is never shown and may be empty."""

    key: Annotated[str, Meta(pattern=r"\A(?s:.{32,})?\Z", extra={"accepted": "at least 32 characters, or none"})] = ""

    def __repr__(self) -> str:
        return "PrivacySettings(key=…)"


class HealthEndpointSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings for the HTTP endpoint with health and metrics; port 0 disables the endpoint."""

    host: Annotated[str, Meta(min_length=1)] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 0


class CardIndexSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of the card index. `download` says if card data is fetched from Scryfall."""

    download: bool = False
    other_languages: bool = False
    file: str = ""


class UserGuideSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings for the user guide: `url` is the web address of its pages, or empty."""

    url: Annotated[
        str,
        Meta(
            pattern=r"\A(https?://[^\s()<>]+)?\Z",
            max_length=200,
            extra={"accepted": "an address that begins with https://, or none"},
        ),
    ] = ""


class BotSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings of the bot. `config.example.toml` explains them."""

    discord: DiscordSettings = DiscordSettings()
    database: DatabaseSettings = DatabaseSettings()
    logging: LoggingSettings = LoggingSettings()
    watch: HealthEndpointSettings = HealthEndpointSettings()
    privacy: PrivacySettings = PrivacySettings()
    cards: CardIndexSettings = CardIndexSettings()
    docs: UserGuideSettings = UserGuideSettings()
    variants: Mapping[str, Variant] = {}


class InvalidSettingError(Exception):
    """The error that a setting is invalid. The message names the setting and the accepted values."""


def load_config(path: Path | None, environment: Mapping[str, str]) -> BotSettings:
    """Load the settings from a file and the environment. Raises `InvalidSettingError`.

    Without a path, `config.toml` among systemd's credentials, else in the current folder, is read if it exists.
    """
    file = path or find_default_settings_file(environment)
    found = _load_toml_file(file) if path is not None or file.exists() else {}
    variants = _parse_configured_variants(found.pop("variants", {}), str(file))
    settings = _parse_settings(found, str(file), requires_exact_types=True)
    settings = _parse_settings(
        _override_settings_from_environment(settings, environment), "environment", requires_exact_types=False
    )
    return replace(settings, variants=variants)


def find_default_settings_file(environment: Mapping[str, str]) -> Path:
    """Return the path of the settings file to read if the user names none."""
    if folder := environment.get(CREDENTIALS):
        credential = Path(folder, DEFAULT_FILE.name)
        if credential.exists():
            return credential
    return DEFAULT_FILE


_SECRETS = (("discord", "token"), ("privacy", "key"))
"""The settings that are secrets, by section and name."""


def find_exposed_settings_file(settings_path: Path | None, environment: Mapping[str, str]) -> Path | None:
    """Return the settings file if other users of the system can read its secrets; otherwise None."""
    file = settings_path or find_default_settings_file(environment)
    try:
        if os.name == "nt" or not file.stat().st_mode & 0o077:
            return None
        settings = _load_toml_file(file)
    except (OSError, InvalidSettingError):
        return None
    url = settings.get("database", {}).get("url", "")
    secrets = (settings.get(section, {}).get(name) for section, name in _SECRETS)
    return file if any(secrets) or "@" in url else None


def _load_toml_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InvalidSettingError(f"{path}: cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError:
        raise InvalidSettingError(f"{path}: not a text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise InvalidSettingError(f"{path}: not TOML ({error})") from None


def _parse_settings(raw_settings: object, source_name: str, *, requires_exact_types: bool) -> BotSettings:
    try:
        return convert_value_to_type(raw_settings, BotSettings, strict=requires_exact_types)
    except InvalidValueError as error:
        raise InvalidSettingError(f"{source_name}: {error}") from None


def _override_settings_from_environment(
    settings: BotSettings, environment: Mapping[str, str]
) -> dict[str, dict[str, Any]]:
    sections = get_type_hints(BotSettings)
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
            known = [f"{PREFIX}{s}{SECTION_SEPARATOR}{f}".upper() for s, fs in raw.items() for f in fs]
            raise InvalidSettingError(f"{variable}: no such setting; accepted: {', '.join(known)}")
        raw[section][field] = value
    return raw


# House variants: the answers that differ from those of a built-in variant


def _parse_configured_variants(raw_variants: object, source_name: str) -> dict[str, Variant]:
    try:
        return {
            name: _parse_configured_variant(name, given)
            for name, given in convert_value_to_type(raw_variants, _Named).items()
        }
    except InvalidValueError as error:
        field = ".".join(filter(None, ("variants", error.field)))
        raise InvalidSettingError(f"{source_name}: {field}: {error.problem}") from None


_Named = dict[str, Any]


def _parse_configured_variant(variant_name: str, raw_variant: object) -> Variant:
    """Parse a variant of the rules that the bot's operator has defined. Raises `InvalidValueError`."""
    if not isinstance(raw_variant, dict):
        raise InvalidValueError(variant_name, "not a table; accepted: like, and the answers that differ")
    if (
        not 1 <= len(variant_name) <= LONGEST_NAME
        or variant_name != " ".join(variant_name.split())
        or variant_name in VARIANTS
    ):
        built_in = ", ".join(VARIANTS)
        problem = f"no name for a variant; accepted: 1 to {LONGEST_NAME} characters, not {built_in}"
        raise InvalidValueError(variant_name, problem)
    like = str(raw_variant.get("like"))
    answers = {key: raw_variant[key] for key in raw_variant if key != "like"}
    if like not in VARIANTS:
        raise InvalidValueError(f"{variant_name}.like", f"not a variant; accepted: {', '.join(VARIANTS)}")
    _require_known_variant_fields(variant_name, answers, ["like", *QUESTIONS.values()])
    points = answers.pop("points", {})
    if not isinstance(points, dict):
        raise InvalidValueError(f"{variant_name}.points", f"not a table; accepted: {', '.join(POINTS)}")
    _require_known_variant_fields(f"{variant_name}.points", points, POINTS)
    known = to_builtins(VARIANTS[like])
    points = {**known.get("points", {}), **points}
    try:
        variant = convert_value_to_type({**known, **answers, "points": points}, Variant)
    except InvalidValueError as error:
        problem = (
            f"{error.problem.partition('; accepted')[0]}; accepted: {_describe_accepted_field_values(error.field)}"
        )
        raise InvalidValueError(f"{variant_name}.{error.field}", problem) from None
    for reason in find_variant_problems(variant):
        raise InvalidValueError(variant_name, load_translations(DEFAULT)(f"impossible-{reason}"))
    return variant


def _require_known_variant_fields(
    setting_path: str, given_fields: Mapping[str, Any], accepted_fields: Iterable[str]
) -> None:
    for key in given_fields:
        if key not in accepted_fields:
            raise InvalidValueError(f"{setting_path}.{key}", f"no such answer; accepted: {', '.join(accepted_fields)}")


def _describe_accepted_field_values(variant_field: str) -> str:
    """Return the accepted values of a variant's field as text, such as `1 to 999, team, format`."""
    possible = list_variant_field_values(variant_field.rpartition(".")[2])
    numbers = [value for value in possible if type(value) is int]
    words = [str(value).lower() for value in possible if type(value) in (str, bool)]
    ends = [f"{min(numbers)} to {max(numbers)}"] if numbers else []
    return ", ".join(ends + words)


# Shards


class ShardAssignment(NamedTuple):
    """The Discord shards of one process, and the number of all shards."""

    shards: frozenset[int]
    shard_count: int


def parse_shard_ids(shard_text: str, shard_count: int) -> ShardAssignment:
    """Return the shard numbers in text such as `0-3` or `0,4,8`.

    Raises `ValueError`, whose message says what is accepted.
    """
    accepted = f"accepted: numbers of 0 to {shard_count - 1}, such as 0-3 or 0,4,8"
    found = set[int]()
    for part in shard_text.split(","):
        first, dash, last = part.strip().partition("-")
        if not (_is_short_number(first) and (_is_short_number(last) or not dash)):
            raise ValueError(f"{shard_text!r} are no shards; {accepted}")
        found.update(range(int(first), int(last or first) + 1))
        if not int(first) <= int(last or first) < shard_count:
            raise ValueError(f"{part!r} is beyond the shards that there are; {accepted}")
    return ShardAssignment(frozenset(found), shard_count)


def _is_short_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 6
