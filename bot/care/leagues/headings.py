"""Headings and words in a league's spreadsheet, in all languages, and the columns they stand for.

The words are in the catalogues as `sheet-column-<column>`, `sheet-won-<outcome>` and `sheet-how-<how>`, separated by
commas; German words, for which there is no catalogue, are in this module. A heading that is a column's own name wins. A
heading that may be two columns is a question for the user.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple, get_args

from bot.i18n import Locale, load_message_catalogue, normalize_word_for_comparison

Won = Literal["won", "lost", "draw"]

OUTCOMES: tuple[Won, ...] = get_args(Won)

SEAT_COLUMNS = (*("player", "won", "place", "points", "master", "deck", "commander", "partner", "bracket"),)
"""Columns that a table with a row a game has for each seat, with its number."""

_LABELS = {"variant": "variant", "table": "table", "format": "base", "scoring": "scoring"}
"""Columns whose words are named in the catalogues, and the prefix of these names."""

_NUMBERED_HEADING = re.compile(r"(.*?)[\s_#-]*(\d{1,2})")

_NAME_SEPARATOR = re.compile(r"\s*[,;/&+]\s*|\s+(?:and|et|и)\s+")


IGNORED_COLUMN = "-"
"""Stands for no column, in an answer about a heading."""

_AMBIGUOUS_HEADINGS: Mapping[tuple[str, ...], tuple[str, ...]] = {
    ("place", "seat"): (
        *("position", "pos", "pos.", "order", "ordre", "позиция", "порядок", "platz"),
        *("player position", "final position", "platzierung/sitz", "reihenfolge"),
    ),
    ("seat", IGNORED_COLUMN): ("turn", "tour", "ход", "zug"),
}
"""Headings that may be one column or another, by what they may be."""

_GERMAN_HEADINGS: Mapping[str, tuple[str, ...]] = {
    "game": ("spiel", "partie", "spielnummer", "nr", "nr."),
    "player": ("spieler", "spielerin", "spielername"),
    "played": ("datum", "tag", "gespielt am"),
    "time": ("uhrzeit",),
    "variant": ("variante", "modus"),
    "won": ("gewonnen", "sieg", "ergebnis", "s/n"),
    "winner": ("sieger", "siegerin", "gewinner", "gewinnerin"),
    "place": ("rang", "platzierung", "endplatz"),
    "seat": ("sitz", "sitzplatz", "startplatz", "sitzposition", "zugreihenfolge"),
    "points": ("punkte",),
    "deck": ("deckname",),
    "commander": ("kommandeur", "kommandant", "commander name"),
    "bracket": ("stufe",),
    "players": ("mitspieler",),
    "how": ("wie", "ursache"),
    "by": ("durch", "besiegt von", "ausgeschaltet von"),
    "card": ("karte",),
}

_GERMAN_OUTCOMES: Mapping[Won, tuple[str, ...]] = {
    "won": ("ja", "j", "x", "1", "gewonnen", "sieg", "sieger", "s"),
    "lost": ("nein", "n", "0", "-", "verloren", "niederlage"),
    "draw": ("unentschieden", "u", "remis"),
}


class IgnoredSpreadsheetColumn(NamedTuple):
    """A kind of spreadsheet column that the bot ignores: its headings, and what gets lost."""

    headings: tuple[str, ...]
    loss: str


_IGNORED_COLUMNS = (
    IgnoredSpreadsheetColumn(
        (
            *("colours", "colors", "colour identity", "color identity", "ci", "couleurs"),
            *("identité", "identité de couleur", "цвета", "цвет", "farben", "farbidentität"),
        ),
        "colours follow from the commanders, if the index of card names knows them",
    ),
    IgnoredSpreadsheetColumn(
        (
            *("turns", "turn of death", "turn eliminated", "turn out", "last turn", "game length"),
            *("turn won", "win turn", "winning turn", "tours", "tour d'élimination", "ходы"),
            *("ход выбывания", "züge", "zug des ausscheidens", "ending turn", "number of turns"),
        ),
        "on which turn somebody left or won is not kept",
    ),
    IgnoredSpreadsheetColumn(
        (
            *("duration", "length", "minutes", "game time", "time (min)", "durée", "длительность"),
            *("dauer", "spieldauer", "start time", "end time", "start", "end"),
        ),
        "how long a game took is not kept",
    ),
    IgnoredSpreadsheetColumn(
        (
            *("killed by", "eliminated by", "defeated by", "killer", "killed", "tué par"),
            *("éliminé par", "кем выбит", "ausgeschaltet von", "besiegt von", "knocked out by"),
            *("kills", "eliminations", "knockouts", "kos", "éliminations", "выбил", "kopfgelder"),
        ),
        "who defeated whom is read from the table --defeats alone",
    ),
    IgnoredSpreadsheetColumn(
        ("round", "ronde", "раунд", "тур", "runde", "match round", "week", "semaine", "woche"),
        "rounds are not kept; the column game tells the games apart",
    ),
    IgnoredSpreadsheetColumn(
        ("timestamp", "horodateur", "отметка времени", "zeitstempel"),
        "it may be when the row was written; --column Timestamp=played reads it as the date",
    ),
    IgnoredSpreadsheetColumn(
        ("turn order roll", "first player", "went first", "premier joueur", "startspieler"),
        "who began is not kept; a column seat says who sat where",
    ),
)


class AmbiguousHeading(NamedTuple):
    """A heading of a spreadsheet that may mean several columns; `place` is its index."""

    heading: str
    place: int
    meanings: tuple[str, ...]


class SpreadsheetColumn(NamedTuple):
    """A column of a spreadsheet; with a `seat`, the column is about the player in that seat."""

    name: str
    seat: int = 0


def normalise_column_heading(heading: str) -> str:
    """Return a heading without case, underscores and final punctuation, for comparison."""
    return normalize_word_for_comparison(" ".join(heading.replace("_", " ").split()).rstrip(":. "))


def map_headings_to_columns(
    headings: Sequence[str], known_columns: Collection[str], columns_chosen_by_user: Mapping[str, str] = {}
) -> list[SpreadsheetColumn | None]:
    """Return for each heading the known column that it means; None for an unknown heading.

    `columns_chosen_by_user` are the user's columns for normalised headings.
    """
    folded = [normalise_column_heading(heading) for heading in headings]
    named = {*folded}.intersection(known_columns) | {*columns_chosen_by_user.values()}
    return [
        _parse_column_from_user_answer(columns_chosen_by_user[each], known_columns)
        if each in columns_chosen_by_user
        else _find_column_of_heading(each, known_columns, named, folded)
        for each in folded
    ]


def _parse_column_from_user_answer(answer: str, known_columns: Collection[str]) -> SpreadsheetColumn | None:
    name, _, seat = answer.rpartition(" ")
    if name in known_columns and seat.isdecimal():
        return SpreadsheetColumn(name, int(seat))
    return SpreadsheetColumn(answer) if answer in known_columns else None


def find_ambiguous_headings(
    headings: Sequence[str], known_columns: Collection[str], columns_chosen_by_user: Mapping[str, str]
) -> list[AmbiguousHeading]:
    """Return the headings that may mean several columns and that the user has not explained.

    If another heading can be only one of the columns, the heading is no longer ambiguous.
    """
    folded = [normalise_column_heading(heading) for heading in headings]
    taken = {
        column.name for column in map_headings_to_columns(headings, known_columns, columns_chosen_by_user) if column
    }
    found = []
    for place, heading in enumerate(folded):
        meanings = _list_columns_heading_may_mean(heading, known_columns)
        open_meanings = [each for each in meanings if each not in taken]
        if heading not in columns_chosen_by_user and len(open_meanings) > 1:
            found.append(AmbiguousHeading(headings[place], place, meanings))
    return found


def _list_columns_heading_may_mean(heading: str, known_columns: Collection[str]) -> tuple[str, ...]:
    """Return the columns that an ambiguous heading may mean; an empty list for other headings."""
    if heading in known_columns or "won" not in known_columns:  # only the table of results has seats
        return ()
    return next((each for each, words in _AMBIGUOUS_HEADINGS.items() if heading in words), ())


def describe_data_lost_with_ignored_column(heading: str) -> str | None:
    """Return which data get lost because the bot ignores a column; None for an unknown heading."""
    folded = normalise_column_heading(heading)
    return next((each.loss for each in _IGNORED_COLUMNS if folded in each.headings), None)


def _find_column_of_heading(
    heading: str, known_columns: Collection[str], named_columns: Collection[str], all_headings: Sequence[str]
) -> SpreadsheetColumn | None:
    if heading in known_columns:
        return SpreadsheetColumn(heading)
    words = _map_translated_headings_to_columns()
    column = words.get(heading, "")
    if column in known_columns and column not in named_columns:
        return SpreadsheetColumn(column)
    if meanings := _list_columns_heading_may_mean(heading, known_columns):
        others = {words.get(each, each) for each in all_headings}
        left = [each for each in meanings if each not in others]
        return SpreadsheetColumn(left[0]) if len(left) == 1 and left[0] in known_columns else None
    found = _NUMBERED_HEADING.fullmatch(heading)
    if found is None or "won" not in known_columns:  # only the table of results has seats
        return None
    column = found[1] if found[1] in SEAT_COLUMNS else words.get(found[1], "")
    if "place" in _list_columns_heading_may_mean(found[1], known_columns):  # the number is that of the seat
        column = "place"
    return SpreadsheetColumn(column, int(found[2])) if column in SEAT_COLUMNS else None


@cache
def _map_translated_headings_to_columns() -> Mapping[str, str]:
    """Return the column of each translated and normalised heading, in any language."""
    names = ("game", "player", "played", "time", *_LABELS, "won", "winner", "place", "points")
    names = (*names, "master", "deck", "players", "how", "by", "card")
    names = (*names, "seat", "commander", "partner", "bracket")
    german = {normalize_word_for_comparison(word): name for name, words in _GERMAN_HEADINGS.items() for word in words}
    return german | {
        word: name
        for locale in get_args(Locale)
        for name in names
        for word in _list_translated_words(f"sheet-column-{name}", locale)
    }


def _list_translated_words(catalogue_key: str, locale: Locale) -> list[str]:
    return [
        normalize_word_for_comparison(word.strip()) for word in load_message_catalogue(locale)(catalogue_key).split(",")
    ]


@cache
def _map_translated_words_to_outcomes(locale: Locale) -> Mapping[str, Won]:
    return {word: won for won in OUTCOMES for word in _list_translated_words(f"sheet-won-{won}", locale)}


def map_cell_words_to_outcomes(cells: Iterable[str]) -> Mapping[str, Won]:
    """Return the outcome (won, lost or draw) that each word in a column means.

    The language is one that has all `cells`: `d` is a draw in English, a defeat in French. Words on which such
    languages disagree mean nothing.
    """
    typed = {normalize_word_for_comparison(cell) for cell in cells if cell}
    german = {word: won for won, words in _GERMAN_OUTCOMES.items() for word in words}
    every = [*(_map_translated_words_to_outcomes(locale) for locale in get_args(Locale)), german]
    fitting = [words for words in every if typed <= words.keys()]
    agreed: dict[str, Won] = {}
    for words in fitting or every:
        agreed.update(words)
    return {word: won for word, won in agreed.items() if all(words.get(word, won) == won for words in fitting or every)}


@cache
def map_words_to_defeat_causes() -> Mapping[str, str]:
    """Return the cause of a defeat by the words for it in any language."""
    ways = ("life", "poison", "library", "effect", "commander", "concede", "choose", "win", "draw")
    return {
        word: way
        for locale in get_args(Locale)
        for way in ways
        for word in (*_list_translated_words(f"sheet-how-{way}", locale), way)
    }


@cache
def map_labels_to_column_values(column: str, values: tuple[str, ...]) -> Mapping[str, str]:
    """Return the values of a column by their labels in any language, and by themselves."""
    prefix = _LABELS[column]
    named = {}
    for locale in get_args(Locale):
        text = load_message_catalogue(locale)
        keys = ((f"{prefix}-{word}", word) for word in values)
        named.update({normalize_word_for_comparison(text(key)): word for key, word in keys if key in text})
    return {**named, **{normalize_word_for_comparison(word): word for word in values}}


def split_cell_into_player_names(cell: str) -> list[str]:
    return [name for name in _NAME_SEPARATOR.split(cell) if name]
