"""The catalogues: every sentence a user reads, in English, French and Russian (Fluent)."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Literal, get_args

from babel import Locale as CldrLocale
from babel.dates import format_date, format_interval, format_skeleton, get_day_names
from babel.lists import format_list
from babel.numbers import format_decimal
from fluent.runtime import FluentBundle, FluentResource

Locale = Literal["en", "fr", "ru"]
LOCALES: tuple[Locale, ...] = get_args(Locale)
DEFAULT: Locale = "en"
_KNOWN_TAGS = 100
"""Language tags that are remembered; Discord has about thirty."""

Value = str | int

_CACHED_SENTENCES = 16_384
"""The most sentences cached for each language: a dozen for each of a thousand games."""

_ENTRY_PATTERN = re.compile(r"^-?[a-zA-Z][\w-]* *=", re.MULTILINE)
"""The beginning of a message or a term in a file; nothing else begins a line like this."""

_REFERENCE = re.compile(r"\{\s*(-?[a-zA-Z][\w-]*)")
"""A reference to another message or term."""

_MAX_VALUE_LENGTH = 2_000
"""The most characters of a value.

Fluent refuses more than 2,500, and a name in a transcript can have any length.
"""

_UNGROUPED_FROM = 10**15
"""The number from which on digits are not grouped by the language's format.

The formats do not reach much further, and a number in a transcript can have thousands of digits.
"""

_COMMAND_PATTERN = re.compile(r"`/([^`]+)`")

_PRIVATE_CHARACTERS = (0xF0000, 0xFFFFE)
"""Private-use characters that stand for long texts while Fluent formats a message."""


def format_signed_number(number: int) -> str:
    return f"{number:+d}".replace("-", "−")


def _replace_hyphens_with_minus_signs(text: str, inserted_values: Iterable[Value], locale: Locale) -> str:
    """Replace the hyphens before negative `inserted_values` in a text with typographic minus signs."""
    for value in inserted_values:
        if isinstance(value, int) and value < 0:
            for digits in (str(-value), format_decimal(-value, locale=locale)):
                text = text.replace(f"-{digits}", f"−{digits}")
    return text


class Translations:
    """All texts for users in one language. A missing key raises `KeyError`."""

    def __init__(self, locale: Locale) -> None:
        self.locale = locale
        self._cldr_locale = CldrLocale.parse(locale)
        # Names are data: isolation marks would show up in Discord's search and in copied text.
        self._bundle = FluentBundle([locale], use_isolating=False)
        # Boards repeat most of their sentences, and plurals and numbers take long to format.
        self._cached_format = lru_cache(_CACHED_SENTENCES)(self._format_message_by_key)
        self._mentions: Mapping[str, str] = {}
        self._entries = {
            id: entry for text in _load_locale_files(locale) for id, entry in _iterate_fluent_messages(text)
        }
        self._unread = dict(self._entries)

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def list_explained_rule_ids(self) -> list[str]:
        return [key.removeprefix("rule-").upper() for key in self._entries if key[:5] == "rule-"]

    def __call__(self, key: str, /, **values: Value) -> str:
        for name, value in values.items():
            if isinstance(value, int) and abs(value) >= _UNGROUPED_FROM:
                return self(key, **{**values, name: str(value)})
            if isinstance(value, str) and len(value) > _MAX_VALUE_LENGTH:
                return self._format_message_with_long_values(key, values)
        return self._cached_format(key, *values.items())

    def _format_message_with_long_values(self, message_key: str, values: Mapping[str, Value]) -> str:
        """Return a message with values inserted that are too long for Fluent."""
        taken = set("".join(map(str, values.values())))
        free = (chr(number) for number in range(*_PRIVATE_CHARACTERS) if chr(number) not in taken)
        blanks = dict(values)
        marks = dict[str, str]()
        for name, value in values.items():
            if isinstance(value, str) and len(value) > _MAX_VALUE_LENGTH:
                blanks[name] = mark = next(free)
                marks[mark] = value
        text = self._format_message_by_key(message_key, *blanks.items())
        for mark, value in marks.items():
            text = text.replace(mark, value)
        return text

    def format_date_range(self, first_day: date, last_day: date) -> str:
        """Return a range of days in the language of these translations."""
        return format_interval(first_day, last_day, "yMMMd", locale=self._cldr_locale)

    def format_date(self, day: date, *, include_year: bool = True) -> str:
        if not include_year:
            return format_skeleton("MMMd", day, locale=self._cldr_locale)
        return format_date(day, "medium", locale=self._cldr_locale)

    def format_day_and_month(self, day: date) -> str:
        """Return a day and month in the language of these translations, such as `27 November`."""
        return format_date(day, "d MMMM", locale=self._cldr_locale)

    def format_weekday(self, weekday: int) -> str:
        """Return the name of a weekday in the language of these translations; 0 is Monday."""
        names: Mapping[int, str] = get_day_names("wide", "stand-alone", locale=self._cldr_locale)
        return names[weekday]

    def format_date_and_time(self, local_time: datetime) -> str:
        """Return weekday, date and time in the language of these translations."""
        day = format_skeleton("yMMMEd", local_time, locale=self._cldr_locale)
        return f"{day}, {local_time:%H:%M}"

    def join_names_with_and(self, names: Sequence[str]) -> str:
        return format_list(names, locale=self._cldr_locale)

    def join_names_with_or(self, names: Sequence[str]) -> str:
        return format_list(names, style="or", locale=self._cldr_locale)

    def join_clauses_with_semicolons(self, clauses: Sequence[str]) -> str:
        joined = ""
        for clause in clauses:
            joined = self("clauses", first=joined, second=clause) if joined else clause
        return joined

    def format_label_and_value(self, label: str, value: str) -> str:
        return self("labelled", label=label, value=value)

    def set_command_mentions(self, mention_by_command_path: Mapping[str, str]) -> None:
        """Set the clickable mentions that replace commands in backticks, such as `/pod open`.

        `mention_by_command_path` are keyed by command path, such as `pod open`. Commands stand in backticks only where
        Discord renders Markdown.
        """
        self._mentions = mention_by_command_path
        self.clear_formatted_messages()

    def clear_formatted_messages(self) -> None:
        """Clear the cache of formatted messages, because they contain players' names."""
        self._cached_format.cache_clear()

    def _parse_message_with_references(self, message_key: str) -> None:
        """Parse a message, and the messages to which it refers.

        Parsing all messages of a language would take longer than the rest of the start.
        """
        if (entry := self._unread.get(message_key)) is not None:
            for quoted in _REFERENCE.findall(entry):
                self._parse_message_with_references(quoted)
            self._bundle.add_resource(FluentResource(entry))
            self._unread.pop(message_key, None)  # last, because another thread may look meanwhile

    def _format_message_by_key(self, message_key: str, *variables: tuple[str, Value]) -> str:
        self._parse_message_with_references(message_key)
        values = dict(variables)
        pattern = self._bundle.get_message(message_key).value
        if pattern is None:
            raise KeyError(message_key)
        text, errors = self._bundle.format_pattern(pattern, values)
        if errors:
            raise KeyError(f"{message_key} in {self.locale}: {errors[0]}")
        said = _replace_hyphens_with_minus_signs(str(text), values.values(), self.locale)
        return _COMMAND_PATTERN.sub(lambda found: self._mentions.get(found[1], found[0]), said)


def normalize_word_for_comparison(word: str) -> str:
    """Return a word normalised for comparison: without case, with one kind of apostrophe, ё as е."""
    return word.casefold().replace("'", "’").replace("ё", "е")


def strip_accents(text: str) -> str:
    """Return a text without accents; the Russian letters ё and й stay."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", decomposed.translate(_ACCENTS))


_ACCENTS = dict.fromkeys((0x300, 0x301, 0x302, 0x303, 0x327))
"""Combining grave, acute, circumflex, tilde and cedilla."""


@cache
def load_translations(locale: Locale) -> Translations:
    """Return the translations into a language, which are loaded only once."""
    return Translations(locale)


def clear_all_formatted_messages() -> None:
    """Clear the cached messages of all languages, because they contain players' names."""
    for locale in LOCALES:
        load_translations(locale).clear_formatted_messages()


@lru_cache(_KNOWN_TAGS)
def find_supported_locale(language_tag: str | None) -> Locale | None:
    """Return the bot's language for a tag such as `en-US`; None if the bot does not have that language."""
    language = (language_tag or "").replace("_", "-").split("-")[0].lower()
    return next((locale for locale in LOCALES if locale == language), None)


def _iterate_fluent_messages(file_text: str) -> Iterable[tuple[str, str]]:
    """Yield the messages and terms (`-name`) in a Fluent file by name."""
    starts = [match.start() for match in _ENTRY_PATTERN.finditer(file_text)]
    for start, end in pairwise([*starts, len(file_text)]):
        entry = file_text[start:end]
        yield entry[: entry.index("=")].rstrip(), entry


def _load_locale_files(locale: Locale) -> list[str]:
    folder = files("bot") / "locales" / locale
    parts = sorted(folder.iterdir(), key=lambda part: part.name)
    return [part.read_text("utf-8") for part in parts if part.name.endswith(".ftl")]
