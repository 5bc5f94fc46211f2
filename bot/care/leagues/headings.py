"""Headings and words in a league's spreadsheet, in all languages, and the columns they stand for.

The words are in the catalogues as `sheet-column-<column>`, `sheet-won-<outcome>` and `sheet-how-<how>`, separated by
commas; German words, for which there is no catalogue, are in this module. A heading that is a column's own name wins. A
heading that may be two columns is a question for the user.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple, get_args

from bot.basics.similar_names import split_user_input_list
from bot.i18n import Locale, load_translations, normalize_word_for_comparison

Won = Literal["won", "lost", "draw"]

OUTCOMES: tuple[Won, ...] = get_args(Won)

SEAT_COLUMNS = (
    *("player", "won", "place", "points", "master", "deck", "commander", "partner", "bracket", "colours"),
    *("seat", "by", "defeated", "out"),
)
"""Columns that a table with a row a game has for each seat, with its number."""

_LABELS = {"variant": "variant", "table": "table", "format": "base", "scoring": "scoring"}
"""Columns whose words are named in the catalogues, and the prefix of these names."""

_NUMBERED_HEADING = re.compile(r"(?P<column>.*?)[\s_#-]*(?P<seat>\d{1,2})")

_HEADING_OF_NUMBERED_PLAYER = re.compile(
    r"(?:p|(?P<player>[^\W\d]+))[\s_#-]*(?P<seat>\d{1,2})[\s_:'’-]*(?P<column>\D*)"
)
"""A heading such as `Player 1 Commander` or `P1 Deck`."""

_WORD_BOUNDARY_IN_CAMEL_CASE = re.compile(r"(?<=[a-z\d])(?=[A-Z])|(?<=[a-z])(?=\d)")

_BETWEEN_PLAYER_NAMES = r"[,;/&+]|\s(?:and|et|und|и)\s"

IGNORED_COLUMN = "-"
"""Stands for no column, in an answer about a heading."""

_AMBIGUOUS_HEADINGS: Mapping[tuple[str, ...], tuple[str, ...]] = {
    ("place", "seat"): (
        *("position", "pos", "pos.", "order", "ordre", "позиция", "порядок", "platz"),
        *("player position", "final position", "platzierung/sitz", "reihenfolge"),
    ),
    ("seat", "out", IGNORED_COLUMN): ("turn", "tour", "ход", "zug"),
    ("winner", "by"): ("кто победил",),
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
    "colours": ("farben", "farbe", "farbidentität"),
    "defeated": ("ausgeschaltet", "kopfgelder", "opfer"),
    "out": ("zug des ausscheidens", "ausgeschieden in zug"),
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
    """A kind of column that the bot ignores: its possible headings, and what is lost."""

    headings: tuple[str, ...]
    loss: str


_IGNORED_COLUMNS = (
    IgnoredSpreadsheetColumn(
        (
            *("turns", "last turn", "game length", "total turns", "turn count", "number of turns", "tours", "ходы"),
            *("turn won", "win turn", "winning turn", "ending turn", "züge", "turn of win", "nombre de tours"),
        ),
        "a game keeps no count of its turns, so no statistic tells how many it took",
    ),
    IgnoredSpreadsheetColumn(
        (
            *("duration", "length", "minutes", "game time", "time (min)", "durée", "длительность", "game time minutes"),
            *("dauer", "spieldauer", "duration minutes", "game duration", "duration (min)", "match length"),
        ),
        "a game that is entered has its end and no start, so no statistic tells how long it took",
    ),
    IgnoredSpreadsheetColumn(
        ("start time", "end time", "start", "end", "started", "ended", "heure de fin", "начало", "конец", "ende"),
        "the hour decides on which day and in which order games count; --column 'HEADING=time' reads it",
    ),
    IgnoredSpreadsheetColumn(
        (
            *("win condition", "wincon", "win con", "win type", "how won", "win method", "victory type"),
            *("cause of death", "death cause", "elimination method", "condition de victoire", "siegbedingung"),
        ),
        "deeds such as Venom and Mill count from the column how of --defeats alone",
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
        (
            *("turn order roll", "first player", "went first", "starting player", "premier joueur", "startspieler"),
            *("first", "on the play", "начинал"),
        ),
        "the first seat counts as the one that began; a column seat says who sat where",
    ),
    IgnoredSpreadsheetColumn(
        ("team", "teams", "team number", "équipe", "команда", "mannschaft"),
        "who plays together follows from the column table, such as two-headed-giant, and from the seats",
    ),
    IgnoredSpreadsheetColumn(
        ("winner color identity", "winning commander", "winner commander", "winning deck", "winner deck"),
        "the deck of each player is read, and so that of the winner",
    ),
)

LOSS_OF_COUNTED_DEFEATS = "how many somebody defeated does not say whom, so no defeat and no deed counts from it"
"""The loss that a preview names for a column which only counts defeats, such as `Kills`."""


class AmbiguousColumnHeading(NamedTuple):
    """A heading that can mean several columns, with its position in the header (`place`)."""

    heading: str
    place: int
    meanings: tuple[str, ...]


class SpreadsheetColumn(NamedTuple):
    """A column of a spreadsheet. With a `seat`, it describes the player in that seat."""

    name: str
    seat: int = 0


def normalise_column_heading(heading: str) -> str:
    """Return a heading normalised for comparison: without case, underscores and final punctuation.

    `Player1Commander` is the same as `player 1 commander`.
    """
    spaced = _WORD_BOUNDARY_IN_CAMEL_CASE.sub(" ", heading.replace("_", " "))
    return normalize_word_for_comparison(" ".join(spaced.split()).rstrip(":. "))


def map_headings_to_columns(
    headings: Sequence[str], known_columns: Collection[str], columns_chosen_by_user: Mapping[str, str] = {}
) -> list[SpreadsheetColumn | None]:
    """Return the column that each heading means, or None for an unknown heading.

    `columns_chosen_by_user` are the user's columns for normalised headings, also for those of all seats, without the
    number of the seat.
    """
    folded = [normalise_column_heading(heading) for heading in headings]
    named = {*folded}.intersection(known_columns) | {*columns_chosen_by_user.values()}
    found = []
    for each in folded:
        name, seat = split_seat_number_from_heading(each)
        answer = columns_chosen_by_user.get(each) or columns_chosen_by_user.get(name)
        if answer is None:
            found.append(_find_column_of_heading(each, known_columns, named, folded))
        else:
            found.append(_parse_column_from_user_answer(answer, known_columns, seat))
    return found


def _parse_column_from_user_answer(
    answer: str, column_names: Collection[str], seat_in_heading: int
) -> SpreadsheetColumn | None:
    name, _, seat = answer.rpartition(" ")
    if name in column_names and seat.isdecimal():
        return SpreadsheetColumn(name, int(seat))
    seat_number = seat_in_heading if answer in SEAT_COLUMNS else 0
    return SpreadsheetColumn(answer, seat_number) if answer in column_names else None


def find_ambiguous_headings(
    headings: Sequence[str], known_columns: Collection[str], columns_chosen_by_user: Mapping[str, str]
) -> list[AmbiguousColumnHeading]:
    """Return the headings that can mean several columns and that the user has not explained.

    If another heading can be only one of the columns, the heading is no longer ambiguous.
    """
    folded = [normalise_column_heading(heading) for heading in headings]
    taken = {
        column.name for column in map_headings_to_columns(headings, known_columns, columns_chosen_by_user) if column
    }
    found = []
    for place, heading in enumerate(folded):
        name, seat = split_seat_number_from_heading(heading)
        meanings = _list_possible_columns_of_heading(name, known_columns)
        open_meanings = [each for each in meanings if each not in taken]
        if not {heading, name}.intersection(columns_chosen_by_user) and len(open_meanings) > 1:
            found.append(AmbiguousColumnHeading(name if seat else headings[place], place, meanings))
    return found


def _list_possible_columns_of_heading(heading: str, known_columns: Collection[str]) -> tuple[str, ...]:
    """Return the possible columns of an ambiguous heading; empty for other headings."""
    if heading in known_columns or "won" not in known_columns:  # only the table of results has seats
        return ()
    return next((each for each, words in _AMBIGUOUS_HEADINGS.items() if heading in words), ())


def describe_data_lost_with_ignored_column(heading: str) -> str | None:
    """Return what is lost when the bot ignores a column; None if its heading is unknown."""
    folded = normalise_column_heading(heading)
    return next((each.loss for each in _IGNORED_COLUMNS if folded in each.headings), None)


def _find_column_of_heading(
    heading: str, known_columns: Collection[str], columns_named_by_user: Collection[str], all_headings: Sequence[str]
) -> SpreadsheetColumn | None:
    if heading in known_columns:
        return SpreadsheetColumn(heading)
    words = _map_translated_headings_to_columns()
    column = words.get(heading, "")
    is_ambiguous = bool(_list_possible_columns_of_heading(heading, known_columns))
    if column in known_columns and column not in columns_named_by_user and not is_ambiguous:
        return SpreadsheetColumn(column)
    heading, seat = (heading, 0) if "won" not in known_columns else split_seat_number_from_heading(heading)
    column = heading if heading in SEAT_COLUMNS else words.get(heading, "")
    if meanings := _list_possible_columns_of_heading(heading, known_columns):
        others = {split_seat_number_from_heading(each)[0] for each in all_headings}
        others = {words.get(each, each) for each in others - {heading}}
        left = [each for each in meanings if each not in others]
        column = left[0] if len(left) == 1 and left[0] in known_columns else ""
        return SpreadsheetColumn(column, seat) if column else None
    return SpreadsheetColumn(column, seat) if seat and column in SEAT_COLUMNS else None


def split_seat_number_from_heading(heading: str) -> tuple[str, int]:
    """Split a heading such as `Player 1 Commander` into its text and its seat number.

    The number is 0 if the heading has none.
    """
    if heading in _map_translated_headings_to_columns():
        return heading, 0
    named = _HEADING_OF_NUMBERED_PLAYER.fullmatch(heading)
    if named is not None:
        about = _map_translated_headings_to_columns().get(named["player"] or "player")
        if about == "player" or (about == "seat" and named["column"]):
            return named["column"].strip() or "player", int(named["seat"])
    found = _NUMBERED_HEADING.fullmatch(heading)
    return (heading, 0) if found is None else (found["column"], int(found["seat"]))


@cache
def _map_translated_headings_to_columns() -> Mapping[str, str]:
    """Map the normalised headings of all languages to columns."""
    names = ("game", "player", "played", "time", *_LABELS, "won", "winner", "place", "points")
    names = (*names, "master", "deck", "players", "how", "by", "card")
    names = (*names, "seat", "commander", "partner", "bracket", "colours", "defeated", "out")
    german = {normalize_word_for_comparison(word): name for name, words in _GERMAN_HEADINGS.items() for word in words}
    return german | {
        word: name
        for locale in get_args(Locale)
        for name in names
        for word in _list_translated_words(f"sheet-column-{name}", locale)
    }


def _list_translated_words(message_key: str, locale: Locale) -> list[str]:
    return [normalize_word_for_comparison(word.strip()) for word in load_translations(locale)(message_key).split(",")]


@cache
def _map_translated_outcome_words(locale: Locale) -> Mapping[str, Won]:
    return {word: won for won in OUTCOMES for word in _list_translated_words(f"sheet-won-{won}", locale)}


def map_cell_words_to_outcomes(column_cells: Iterable[str]) -> Mapping[str, Won]:
    """Return the outcome (won, lost or draw) that each word in a column means.

    The language is one that has all `column_cells`: `d` is a draw in English, a defeat in French. Words on which such
    languages disagree mean nothing.
    """
    typed = {normalize_word_for_comparison(cell) for cell in column_cells if cell}
    german = {word: won for won, words in _GERMAN_OUTCOMES.items() for word in words}
    every = [*(_map_translated_outcome_words(locale) for locale in get_args(Locale)), german]
    fitting = [words for words in every if typed <= words.keys()]
    agreed: dict[str, Won] = {}
    for words in fitting or every:
        agreed.update(words)
    return {word: won for word, won in agreed.items() if all(words.get(word, won) == won for words in fitting or every)}


@cache
def map_words_to_defeat_causes() -> Mapping[str, str]:
    """Map the words for causes of defeats, in all languages, to the causes."""
    ways = ("life", "poison", "library", "effect", "commander", "concede", "choose", "win", "draw")
    return {
        word: way
        for locale in get_args(Locale)
        for way in ways
        for word in (*_list_translated_words(f"sheet-how-{way}", locale), way)
    }


@cache
def map_cell_words_to_values(column: str, column_values: tuple[str, ...]) -> Mapping[str, str]:
    """Map the words that users may write in a column to the column's values.

    The words are the values themselves, and their labels in all languages.
    """
    prefix = _LABELS[column]
    named = {}
    for locale in get_args(Locale):
        text = load_translations(locale)
        keys = ((f"{prefix}-{word}", word) for word in column_values)
        named.update({normalize_word_for_comparison(text(key)): word for key, word in keys if key in text})
    return {**named, **{normalize_word_for_comparison(word): word for word in column_values}}


def split_cell_into_player_names(cell: str, is_known_player_name: Callable[[str], bool] = lambda _: False) -> list[str]:
    """Split a cell into players' names.

    A name for which `is_known_player_name` is true may contain a comma or an "and".
    """
    return split_user_input_list(cell, is_known_player_name, _BETWEEN_PLAYER_NAMES)
