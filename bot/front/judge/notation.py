"""The syntax of questions to the judge: names, and items with clauses in the reader's own words.

An item is the text before the first comma, then clauses that each begin with a word of the
catalogues: `Galvanic Blast 2, by Norbert, instead 4`. A comma before anything else belongs to the
name: `Jace, the Mind Sculptor`. Everybody may also use the English words.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from bot.front.ui.escaping import (
    clean_user_input,
    escape_markdown,
    fold_user_input,
    isolate_right_to_left,
)
from bot.front.ui.player_names import DisplayName
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
    """The names of players and things in a question, in one language.

    In a pod a question uses the keys of `players`, and shows these names for them. Without a
    pod it calls the person `player`, and shows `asker`.
    """

    text: Catalogue
    players: Mapping[Player, DisplayName]
    asker: str

    def format_name_for_message(self, name: str) -> str:
        """Return the display name of a player or a thing for a message, with Markdown
        escaped.
        """
        return (
            self.players[name].format_escaped()
            if name in self.players
            else escape_markdown(self.format_name_for_label(name))
        )

    def format_name_for_label(self, name: str) -> str:
        """Return the display name of a player or a thing for a field or a menu: one line,
        not escaped.
        """
        if name in self.players:
            return self.players[name].format_plain()
        if name == PLAYER:
            return isolate_right_to_left(clean_user_input(self.asker))
        return self.text(_KEYS_OF_UNNAMED[name]) if name in _KEYS_OF_UNNAMED else name

    def find_name(self, typed_name: str) -> str:
        """Return the question's name for a typed name; an unknown name stays as it is."""
        wanted = fold_user_input(typed_name).removeprefix("@")
        for key, called in self.players.items():
            if wanted in (key.casefold(), fold_user_input(called.format_plain())):
                return key
        if not self.players and wanted in (PLAYER, fold_user_input(self.asker)):
            return PLAYER
        for name, key in _KEYS_OF_UNNAMED.items():
            spelled = {text(key).casefold() for text in (self.text, load_catalogue(DEFAULT))}
            if wanted in spelled or f"@{wanted}" == name:
                return name
        return " ".join(typed_name.split())

    def with_language(self, catalogue: Catalogue) -> "QuestionNames":
        """Return the same names in another language."""
        return QuestionNames(catalogue, self.players, self.asker)


class QuestionFormTexts(Struct, frozen=True):
    """The texts of a question's form by the custom ids of their fields; `None` omits a field."""


class SyntaxMismatch(Exception):
    """An error that a typed item does not follow the syntax of questions."""


ClauseKind = Literal["flag", "number", "numbers", "name", "names", "text", "other"]


class SyntaxClause(NamedTuple):
    """A clause that a typed item may have: its `word`, and the field that the clause sets.

    `kind` says what follows the word. Nothing follows a `flag`: the field is `value`. `numbers`
    and `names` stand between plus signs. `other` is parsed and formatted by its item. A field
    that is `unwritten` has no clause.
    """

    word: str
    field: str = ""
    kind: ClauseKind = "flag"
    value: object = True
    unwritten: object = None


def list_clause_words(clauses: Iterable[SyntaxClause]) -> list[str]:
    """Return the words with which the clauses begin."""
    return [clause.word for clause in clauses]


class SyntaxItem(NamedTuple):
    """A parsed item: `head` is the text before the clauses; `clauses` maps words to their text."""

    head: str
    clauses: Mapping[str, str]


class QuestionSyntax:
    """The syntax of questions in one reader's language, with the names of their question."""

    def __init__(self, names: QuestionNames) -> None:
        self.names = names

    def format_clause(self, word: str, value: object = "") -> str:
        """Return a clause as the reader would type it, with the word in the reader's
        language.
        """
        return f"{self.names.text(f'judge-word-{word}')} {value}".rstrip()

    def format_item(self, head: str, clause_texts: Iterable[str]) -> str:
        """Return an item as the reader would type it; empty clauses are left out."""
        return ", ".join(each for each in (head, *clause_texts) if each)

    def split_leading_word(self, user_input: str, words: Collection[str]) -> tuple[str, str] | None:
        """Return the word at the beginning of a text, the longest that fits, and the rest;
        else None.
        """
        spelled = sorted(self._iterate_word_spellings(words), key=lambda each: -len(each[0]))
        for spelling, word in spelled:
            rest = user_input[len(spelling) :]
            begins = fold_word(user_input[: len(spelling)]) == spelling
            if begins and (not rest or rest[0].isspace()):
                return word, rest.strip()
        return None

    def is_word(self, user_input: str, word: str) -> bool:
        """Return whether a text is exactly this word, in the reader's language or in
        English.
        """
        return self.split_leading_word(user_input, [word]) == (word, "")

    def parse_item(self, user_input: str, clauses: Sequence[SyntaxClause]) -> SyntaxItem:
        """Parse an item. Raises `SyntaxMismatch` for a repeated clause, or for text after a
        flag.
        """
        words = list_clause_words(clauses)
        head, *fragments = user_input.split(",")
        given: dict[str, str] = {}
        last = None
        for fragment in fragments:
            found = self.split_leading_word(fragment.strip(), words)
            if found is not None and found[0] not in given:
                last = found[0]
                given[last] = found[1]
            elif found is not None:
                raise SyntaxMismatch
            elif last is None:
                head += f",{fragment}"
            else:
                given[last] += f",{fragment}"
        if any(given.get(clause.word) for clause in clauses if clause.kind == "flag"):
            raise SyntaxMismatch
        return SyntaxItem(head.strip(), given)

    def parse_clauses(self, syntax_item: SyntaxItem, clauses: Iterable[SyntaxClause]) -> Data:
        """Return the fields that an item's clauses set. Raises `SyntaxMismatch`."""
        found: Data = {}
        for clause in clauses:
            rest = syntax_item.clauses.get(clause.word)
            if rest is None:
                continue
            match clause.kind:
                case "flag":
                    found[clause.field] = clause.value
                case "number":
                    found[clause.field] = parse_bare_number(rest)
                case "numbers":
                    found[clause.field] = [
                        parse_bare_number(each) for each in split_joined_names(rest)
                    ]
                case "name" if rest:
                    found[clause.field] = self.names.find_name(rest)
                case "names" if rest:
                    found[clause.field] = [
                        self.names.find_name(name) for name in split_joined_names(rest)
                    ]
                case "text":
                    found[clause.field] = rest
        return found

    def format_clauses(
        self, question_part: object, clauses: Iterable[SyntaxClause]
    ) -> Iterator[str]:
        """Yield the clauses for the fields of a part of the question."""
        for word, field, kind, value, unwritten in clauses:
            held: Any = getattr(question_part, field, unwritten)
            match kind:
                case "flag" if held == value:
                    yield self.format_clause(word)
                case "flag" | "other":
                    continue
                case _ if held == unwritten:
                    continue
                case "numbers":
                    yield self.format_clause(word, join_names_with_plus(held))
                case "name":
                    yield self.format_clause(word, self.names.format_name_for_label(held))
                case "names":
                    yield self.format_clause(
                        word, join_names_with_plus(map(self.names.format_name_for_label, held))
                    )
                case _:
                    yield self.format_clause(word, held)

    def _iterate_word_spellings(self, words: Collection[str]) -> Iterable[tuple[str, str]]:
        for word in words:
            for text in (self.names.text, load_catalogue(DEFAULT)):
                yield fold_word(text(f"judge-word-{word}")), word


@contextmanager
def refuse_on_mismatch(refusal_code: str, user_input: str, **values: int) -> Iterator[None]:
    """Raise the refusal with this code if the block raises `SyntaxMismatch`.

    The refusal quotes `user_input`.
    """
    try:
        yield
    except SyntaxMismatch:
        raise Refusal(refusal_code, typed=escape_markdown(user_input), **values) from None


def split_items(user_input: str) -> list[str]:
    """Return the items between semicolons or line breaks, without empty items."""
    return [" ".join(each.split()) for each in re.split(r"[;\n]", user_input) if each.strip()]


def split_joined_names(user_input: str) -> list[str]:
    """Return the names between plus signs."""
    return [" ".join(each.split()) for each in user_input.split("+") if each.strip()]


def join_names_with_plus(names: Iterable[object]) -> str:
    """Return the names joined by plus signs, the inverse of `split_joined_names`."""
    return " + ".join(map(str, names))


def split_numbered_items(user_input: str) -> list[str]:
    """Return items that each end in a number; a comma may separate them: `Jace 2, Garruk 3`."""
    return [
        part.strip(" ,")
        for item in split_items(user_input)
        for part in re.split(r"(?<=[0-9])\s*,", item)
        if part.strip(" ,")
    ]


def parse_name_and_number(user_input: str) -> tuple[str, int]:
    """Return a name, perhaps empty, and the number after it. Raises `SyntaxMismatch` without a
    number.
    """
    found = _NUMBERED_PATTERN.fullmatch(user_input.strip())
    if found is None:
        raise SyntaxMismatch
    return (found["name"] or "").rstrip(" :"), int(found["number"])


def parse_bare_number(user_input: str) -> int:
    """Return a number without a name. Raises `SyntaxMismatch`."""
    name, number = parse_name_and_number(user_input)
    if name:
        raise SyntaxMismatch
    return number
