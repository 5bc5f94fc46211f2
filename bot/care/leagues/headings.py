"""Words that people write into a league's tables, in all languages: headings and cells.

The words stand in the catalogues as `sheet-column-<column>`, `sheet-won-<outcome>` and
`sheet-how-<how>`, separated by commas; those of German, which the bot does not speak, stand here. A
heading that is a column's own name wins. A heading that may be two columns is a question.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple, get_args

from bot.i18n import Locale, fold_word, load_catalogue

Won = Literal["won", "lost", "draw"]

OUTCOMES: tuple[Won, ...] = get_args(Won)

SEAT_COLUMNS = (
    *("player", "won", "place", "points", "master", "deck", "commander", "partner", "bracket"),
)
"""Columns that a table with a row a game has for each seat, with its number."""

_LABELS = {"variant": "variant", "table": "table", "format": "base", "scoring": "scoring"}
"""Columns whose words are named in the catalogues, and the prefix of these names."""

_NUMBERED_HEADING = re.compile(r"(.*?)[\s_#-]*(\d{1,2})")

_NAME_SEPARATOR = re.compile(r"\s*[,;/&+]\s*|\s+(?:and|et|и)\s+")


NOT_READ = "-"
"""Stands for no column, in an answer about a heading."""

_AMBIGUOUS: Mapping[tuple[str, ...], tuple[str, ...]] = {
    ("place", "seat"): (
        *("position", "pos", "pos.", "order", "ordre", "позиция", "порядок", "platz"),
        *("player position", "final position", "platzierung/sitz", "reihenfolge"),
    ),
    ("seat", NOT_READ): ("turn", "tour", "ход", "zug"),
}
"""Headings that may be one column or another, by what they may be."""

_GERMAN: Mapping[str, tuple[str, ...]] = {
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


class LeftColumn(NamedTuple):
    """A column that leagues keep and the bot does not: its headings, and what is lost."""

    headings: tuple[str, ...]
    loss: str


_LEFT_COLUMNS = (
    LeftColumn(
        (
            *("colours", "colors", "colour identity", "color identity", "ci", "couleurs"),
            *("identité", "identité de couleur", "цвета", "цвет", "farben", "farbidentität"),
        ),
        "colours follow from the commanders, if the index of card names knows them",
    ),
    LeftColumn(
        (
            *("turns", "turn of death", "turn eliminated", "turn out", "last turn", "game length"),
            *("turn won", "win turn", "winning turn", "tours", "tour d'élimination", "ходы"),
            *("ход выбывания", "züge", "zug des ausscheidens", "ending turn", "number of turns"),
        ),
        "on which turn somebody left or won is not kept",
    ),
    LeftColumn(
        (
            *("duration", "length", "minutes", "game time", "time (min)", "durée", "длительность"),
            *("dauer", "spieldauer", "start time", "end time", "start", "end"),
        ),
        "how long a game took is not kept",
    ),
    LeftColumn(
        (
            *("killed by", "eliminated by", "defeated by", "killer", "killed", "tué par"),
            *("éliminé par", "кем выбит", "ausgeschaltet von", "besiegt von", "knocked out by"),
            *("kills", "eliminations", "knockouts", "kos", "éliminations", "выбил", "kopfgelder"),
        ),
        "who defeated whom is read from the table --defeats alone",
    ),
    LeftColumn(
        ("round", "ronde", "раунд", "тур", "runde", "match round", "week", "semaine", "woche"),
        "rounds are not kept; the column game tells the games apart",
    ),
    LeftColumn(
        ("timestamp", "horodateur", "отметка времени", "zeitstempel"),
        "it may be when the row was written; --column Timestamp=played reads it as the date",
    ),
    LeftColumn(
        ("turn order roll", "first player", "went first", "premier joueur", "startspieler"),
        "who began is not kept; a column seat says who sat where",
    ),
)


class Question(NamedTuple):
    """A heading that may be several columns, in the `place` from 0 among the headings."""

    heading: str
    place: int
    meanings: tuple[str, ...]


class Column(NamedTuple):
    """A column of a table; with a `seat` it is about the player in that seat."""

    name: str
    seat: int = 0


def fold_heading(heading: str) -> str:
    """Return a heading folded for comparison."""
    return fold_word(" ".join(heading.replace("_", " ").split()).rstrip(":. "))


def find_columns(
    headings: Sequence[str], known: Collection[str], answers: Mapping[str, str] = {}
) -> list[Column | None]:
    """Return the column of each heading; None if it is none of the `known` ones.

    `answers` say what folded headings are.
    """
    folded = [fold_heading(heading) for heading in headings]
    named = {*folded}.intersection(known) | {*answers.values()}
    return [
        _read_answer(answers[each], known)
        if each in answers
        else _find_column(each, known, named, folded)
        for each in folded
    ]


def _read_answer(answer: str, known: Collection[str]) -> Column | None:
    name, _, seat = answer.rpartition(" ")
    if name in known and seat.isdecimal():
        return Column(name, int(seat))
    return Column(answer) if answer in known else None


def find_questions(
    headings: Sequence[str], known: Collection[str], answers: Mapping[str, str]
) -> list[Question]:
    """Return the headings that may be several of the known columns, and are not answered.

    Another heading that can be only one of the meanings settles the question.
    """
    folded = [fold_heading(heading) for heading in headings]
    taken = {column.name for column in find_columns(headings, known, answers) if column}
    found = []
    for place, heading in enumerate(folded):
        meanings = _list_meanings(heading, known)
        open_meanings = [each for each in meanings if each not in taken]
        if heading not in answers and len(open_meanings) > 1:
            found.append(Question(headings[place], place, meanings))
    return found


def _list_meanings(heading: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the columns that an ambiguous heading may be; none for any other heading."""
    if heading in known or "won" not in known:  # only the table of results has seats
        return ()
    return next((each for each, words in _AMBIGUOUS.items() if heading in words), ())


def find_loss(heading: str) -> str | None:
    """Return what is lost by not reading a column that leagues keep; None for any other one."""
    folded = fold_heading(heading)
    return next((each.loss for each in _LEFT_COLUMNS if folded in each.headings), None)


def _find_column(
    heading: str, known: Collection[str], named: Collection[str], every: Sequence[str]
) -> Column | None:
    if heading in known:
        return Column(heading)
    words = _list_columns()
    column = words.get(heading, "")
    if column in known and column not in named:
        return Column(column)
    if meanings := _list_meanings(heading, known):
        others = {words.get(each, each) for each in every}
        left = [each for each in meanings if each not in others]
        return Column(left[0]) if len(left) == 1 and left[0] in known else None
    found = _NUMBERED_HEADING.fullmatch(heading)
    if found is None or "won" not in known:  # only the table of results has seats
        return None
    column = found[1] if found[1] in SEAT_COLUMNS else words.get(found[1], "")
    if "place" in _list_meanings(found[1], known):  # the number is that of the seat
        column = "place"
    return Column(column, int(found[2])) if column in SEAT_COLUMNS else None


@cache
def _list_columns() -> Mapping[str, str]:
    """Return the column of each folded heading, in any language."""
    names = ("game", "player", "played", "time", *_LABELS, "won", "winner", "place", "points")
    names = (*names, "master", "deck", "players", "how", "by", "card")
    names = (*names, "seat", "commander", "partner", "bracket")
    german = {fold_word(word): name for name, words in _GERMAN.items() for word in words}
    return german | {
        word: name
        for locale in get_args(Locale)
        for name in names
        for word in _list_words(f"sheet-column-{name}", locale)
    }


def _list_words(key: str, locale: Locale) -> list[str]:
    return [fold_word(word.strip()) for word in load_catalogue(locale)(key).split(",")]


@cache
def _list_outcomes(locale: Locale) -> Mapping[str, Won]:
    return {word: won for won in OUTCOMES for word in _list_words(f"sheet-won-{won}", locale)}


def find_outcomes(cells: Iterable[str]) -> Mapping[str, Won]:
    """Return the meanings of a column's words: `d` is a draw in English, and a defeat in French.

    The languages that have all `cells` decide. Words about which they disagree mean nothing.
    """
    typed = {fold_word(cell) for cell in cells if cell}
    german = {word: won for won, words in _GERMAN_OUTCOMES.items() for word in words}
    every = [*(_list_outcomes(locale) for locale in get_args(Locale)), german]
    fitting = [words for words in every if typed <= words.keys()]
    agreed: dict[str, Won] = {}
    for words in fitting or every:
        agreed.update(words)
    return {
        word: won
        for word, won in agreed.items()
        if all(words.get(word, won) == won for words in fitting or every)
    }


@cache
def list_ways() -> Mapping[str, str]:
    """Return the value of the column `how` for each of its words, in any language."""
    ways = ("life", "poison", "library", "effect", "commander", "concede", "choose", "win", "draw")
    return {
        word: way
        for locale in get_args(Locale)
        for way in ways
        for word in (*_list_words(f"sheet-how-{way}", locale), way)
    }


@cache
def list_labels(column: str, words: tuple[str, ...]) -> Mapping[str, str]:
    """Return these words of a column by their names in any language, folded, and by themselves."""
    prefix = _LABELS[column]
    named = {}
    for locale in get_args(Locale):
        text = load_catalogue(locale)
        keys = ((f"{prefix}-{word}", word) for word in words)
        named.update({fold_word(text(key)): word for key, word in keys if key in text})
    return {**named, **{fold_word(word): word for word in words}}


def split_names(cell: str) -> list[str]:
    """Return the names in a cell that lists several."""
    return [name for name in _NAME_SEPARATOR.split(cell) if name]
