"""The notation of questions to the judge: names, and items with clauses in the reader's own words.

An item is the text before the first comma, then clauses that each begin with a word of the
catalogues: `Galvanic Blast 2, by Norbert, instead 4`. A comma before anything else belongs to the
name: `Jace, the Mind Sculptor`. Everybody may also use the English words.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from bot.front.rendering.escaping import clean_typed, escape, fold_typed, isolate
from bot.front.rendering.names import DisplayName
from bot.i18n import DEFAULT, Catalogue, fold_word, load_catalogue
from bot.judge.question import PLAYER
from bot.rules.facts import Player
from bot.rules.refusals import Refusal

Data = dict[str, Any]
"""A part of a question as a file of `suzerain judge` has it, not yet checked."""

OPPONENT = "@opponent"
TEAMMATE = "@teammate"
SOURCE = "@source"
WALKER = "@planeswalker"

_KEYS_OF_UNNAMED: Mapping[str, str] = {
    OPPONENT: "judge-opponent",
    TEAMMATE: "judge-teammate",
    SOURCE: "judge-source",
    WALKER: "judge-planeswalker",
}
"""People and things without a name, and the catalogue's word for each."""

_NUMBERED_PATTERN = re.compile(r"(?:(?P<name>.*\S)[\s:×]+)?(?P<number>[0-9]{1,4})", re.DOTALL)
"""A name, perhaps empty, and a number; no field of a question takes a longer number."""


class QuestionNames(Struct, frozen=True):
    """The names in a question, in one language.

    In a pod a question uses the keys of `players`, and shows these names for them. Without a pod
    it calls the asker `player`, and shows `asker`.
    """

    text: Catalogue
    players: Mapping[Player, DisplayName]
    asker: str

    def write(self, name: str) -> str:
        """Return a name for a message, escaped."""
        return self.players[name].write_safe() if name in self.players else escape(self.label(name))

    def label(self, name: str) -> str:
        """Return a name for a field or a menu: one line, not escaped."""
        if name in self.players:
            return self.players[name].write()
        if name == PLAYER:
            return isolate(clean_typed(self.asker))
        return self.text(_KEYS_OF_UNNAMED[name]) if name in _KEYS_OF_UNNAMED else name

    def find(self, typed: str) -> str:
        """Return the name in the question for a typed name; an unknown name stays as it is."""
        wanted = fold_typed(typed).removeprefix("@")
        for key, called in self.players.items():
            if wanted in (key.casefold(), fold_typed(called.write())):
                return key
        if not self.players and wanted in (PLAYER, fold_typed(self.asker)):
            return PLAYER
        for name, key in _KEYS_OF_UNNAMED.items():
            spelled = {text(key).casefold() for text in (self.text, load_catalogue(DEFAULT))}
            if wanted in spelled or f"@{wanted}" == name:
                return name
        return " ".join(typed.split())

    def translate(self, text: Catalogue) -> "QuestionNames":
        """Return the names in another language."""
        return QuestionNames(text, self.players, self.asker)


class TypedQuestion(Struct, frozen=True):
    """The texts of a question's form by the custom ids of their fields; `None` omits a field."""


class Unfit(Exception):
    """An error that an item does not follow the notation."""


ClauseKind = Literal["flag", "number", "numbers", "name", "names", "text", "other"]


class Clause(NamedTuple):
    """A clause that an item may have: its `word`, and the field that it sets.

    `kind` says what follows the word. Nothing follows a `flag`: the field is `value`. `numbers`
    and `names` stand between plus signs. `other` is read and written by its item. A field that is
    `unwritten` has no clause.
    """

    word: str
    field: str = ""
    kind: ClauseKind = "flag"
    value: object = True
    unwritten: object = None


def list_words(clauses: Iterable[Clause]) -> list[str]:
    """Return the words that begin clauses."""
    return [clause.word for clause in clauses]


class Item(NamedTuple):
    """A typed item: `head` is the text before the clauses; `clauses` maps words to their text."""

    head: str
    clauses: Mapping[str, str]


class Notation:
    """The notation of one reader: their language, and the names in their question."""

    def __init__(self, names: QuestionNames) -> None:
        self.names = names

    def write_clause(self, word: str, rest: object = "") -> str:
        """Return a clause as the reader types it."""
        return f"{self.names.text(f'judge-word-{word}')} {rest}".rstrip()

    def write_item(self, head: str, clauses: Iterable[str]) -> str:
        """Return an item as the reader types it; empty clauses are left out."""
        return ", ".join(each for each in (head, *clauses) if each)

    def find_word(self, typed: str, words: Collection[str]) -> tuple[str, str] | None:
        """Return the word at the beginning of a text, the longest that fits, and the rest."""
        spelled = sorted(self._list_spellings(words), key=lambda each: -len(each[0]))
        for spelling, word in spelled:
            rest = typed[len(spelling) :]
            begins = fold_word(typed[: len(spelling)]) == spelling
            if begins and (not rest or rest[0].isspace()):
                return word, rest.strip()
        return None

    def is_word(self, typed: str, word: str) -> bool:
        """Return whether a text is `word` and nothing else."""
        return self.find_word(typed, [word]) == (word, "")

    def read_item(self, typed: str, clauses: Sequence[Clause]) -> Item:
        """Read an item. Raises `Unfit` for a repeated clause, or for text after a flag."""
        words = list_words(clauses)
        head, *fragments = typed.split(",")
        given: dict[str, str] = {}
        last = None
        for fragment in fragments:
            found = self.find_word(fragment.strip(), words)
            if found is not None and found[0] not in given:
                last = found[0]
                given[last] = found[1]
            elif found is not None:
                raise Unfit
            elif last is None:
                head += f",{fragment}"
            else:
                given[last] += f",{fragment}"
        if any(given.get(clause.word) for clause in clauses if clause.kind == "flag"):
            raise Unfit
        return Item(head.strip(), given)

    def read_clauses(self, item: Item, clauses: Iterable[Clause]) -> Data:
        """Return the fields that an item's clauses set. Raises `Unfit`."""
        found: Data = {}
        for clause in clauses:
            rest = item.clauses.get(clause.word)
            if rest is None:
                continue
            match clause.kind:
                case "flag":
                    found[clause.field] = clause.value
                case "number":
                    found[clause.field] = read_number(rest)
                case "numbers":
                    found[clause.field] = [read_number(each) for each in split_names(rest)]
                case "name" if rest:
                    found[clause.field] = self.names.find(rest)
                case "names" if rest:
                    found[clause.field] = [self.names.find(name) for name in split_names(rest)]
                case "text":
                    found[clause.field] = rest
        return found

    def write_clauses(self, thing: object, clauses: Iterable[Clause]) -> Iterator[str]:
        """Yield the clauses for the fields of a thing."""
        for word, field, kind, value, unwritten in clauses:
            held: Any = getattr(thing, field, unwritten)
            match kind:
                case "flag" if held == value:
                    yield self.write_clause(word)
                case "flag" | "other":
                    continue
                case _ if held == unwritten:
                    continue
                case "numbers":
                    yield self.write_clause(word, join_names(held))
                case "name":
                    yield self.write_clause(word, self.names.label(held))
                case "names":
                    yield self.write_clause(word, join_names(map(self.names.label, held)))
                case _:
                    yield self.write_clause(word, held)

    def _list_spellings(self, words: Collection[str]) -> Iterable[tuple[str, str]]:
        for word in words:
            for text in (self.names.text, load_catalogue(DEFAULT)):
                yield fold_word(text(f"judge-word-{word}")), word


@contextmanager
def refuse_unfit(code: str, typed: str, **values: int) -> Iterator[None]:
    """Raise the refusal `code`, which quotes `typed`, where the block raises `Unfit`."""
    try:
        yield
    except Unfit:
        raise Refusal(code, typed=escape(typed), **values) from None


def split_items(typed: str) -> list[str]:
    """Return the items between semicolons or line breaks; empty ones are left out."""
    return [" ".join(each.split()) for each in re.split(r"[;\n]", typed) if each.strip()]


def split_names(typed: str) -> list[str]:
    """Return the names between plus signs."""
    return [" ".join(each.split()) for each in typed.split("+") if each.strip()]


def join_names(names: Iterable[object]) -> str:
    """Return names as `split_names` reads them."""
    return " + ".join(map(str, names))


def split_numbered(typed: str) -> list[str]:
    """Return items that each end in a number; a comma may separate them: `Jace 2, Garruk 3`."""
    return [
        part.strip(" ,")
        for item in split_items(typed)
        for part in re.split(r"(?<=[0-9])\s*,", item)
        if part.strip(" ,")
    ]


def read_numbered(typed: str) -> tuple[str, int]:
    """Return a name, perhaps empty, and the number after it. Raises `Unfit` without a number."""
    found = _NUMBERED_PATTERN.fullmatch(typed.strip())
    if found is None:
        raise Unfit
    return (found["name"] or "").rstrip(" :"), int(found["number"])


def read_number(typed: str) -> int:
    """Return a number without a name. Raises `Unfit`."""
    name, number = read_numbered(typed)
    if name:
        raise Unfit
    return number
