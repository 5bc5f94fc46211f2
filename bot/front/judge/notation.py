"""The syntax of questions to the judge: names, and items with clauses in the reader's own words.

An item is the text before the first comma, then clauses that each begin with a word of the catalogues: `Galvanic Blast
2, by Norbert, instead 4`. A comma before anything else belongs to the name: `Jace, the Mind Sculptor`. Everybody may
also use the English words.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from bot.basics.similar_names import split_user_input_list
from bot.front.ui.escaping import (
    clean_user_input,
    escape_markdown,
    isolate_right_to_left_text,
    normalise_user_input_for_comparison,
)
from bot.front.ui.player_names import DisplayName
from bot.i18n import DEFAULT, Translations, load_translations, normalize_word_for_comparison
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


class NamesInJudgeQuestion(Struct, frozen=True):
    """The names of players and things in a question to the judge, in one language.

    In a pod a question uses the keys of `players`, and shows these names for them. Without a pod it calls the person
    `player`, and shows `asker`.
    """

    text: Translations
    players: Mapping[Player, DisplayName]
    asker: str

    def format_name_for_message(self, name: str) -> str:
        """Format a name for a message, with Markdown escaped."""
        return (
            self.players[name].format_for_message()
            if name in self.players
            else escape_markdown(self.format_name_for_label(name))
        )

    def format_name_for_label(self, name: str) -> str:
        """Format a name for a field or menu: on one line, without escapes."""
        if name in self.players:
            return self.players[name].format_without_markdown()
        if name == PLAYER:
            return isolate_right_to_left_text(clean_user_input(self.asker))
        return self.text(_KEYS_OF_UNNAMED[name]) if name in _KEYS_OF_UNNAMED else name

    def find_typed_name_in_question(self, user_input: str) -> str:
        """Return the question's name that equals the typed one; an unknown name is unchanged."""
        wanted = normalise_user_input_for_comparison(user_input).removeprefix("@")
        for key, called in self.players.items():
            if wanted in (key.casefold(), normalise_user_input_for_comparison(called.format_without_markdown())):
                return key
        if not self.players and wanted in (PLAYER, normalise_user_input_for_comparison(self.asker)):
            return PLAYER
        for name, key in _KEYS_OF_UNNAMED.items():
            spelled = {text(key).casefold() for text in (self.text, load_translations(DEFAULT))}
            if wanted in spelled or f"@{wanted}" == name:
                return name
        return " ".join(user_input.split())

    def with_language(self, translations: Translations) -> "NamesInJudgeQuestion":
        return NamesInJudgeQuestion(translations, self.players, self.asker)


class JudgeQuestionFormTexts(Struct, frozen=True):
    """The texts in a question's form by custom id; None hides a field."""


class QuestionSyntaxError(Exception):
    """The error that a typed question breaks the syntax for questions to the judge."""


ClauseKind = Literal["flag", "number", "numbers", "name", "names", "text", "other"]


class JudgeQuestionClause(NamedTuple):
    """A clause of typed questions, such as `by Norbert`: its first word, and the field that it sets.

    `kind` says what follows the word. Nothing follows a `flag`: the field is `value`. `numbers` and `names` stand
    between plus signs. `other` is parsed and formatted by its item. A field that is `unwritten` has no clause.
    """

    word: str
    field: str = ""
    kind: ClauseKind = "flag"
    value: object = True
    unwritten: object = None


def list_clause_keywords(question_clauses: Iterable[JudgeQuestionClause]) -> list[str]:
    return [clause.word for clause in question_clauses]


class ParsedQuestionItem(NamedTuple):
    """A parsed item of a typed question, such as `Galvanic Blast 2, by Norbert`.

    `head` is the text before the clauses; `clauses` maps the first words of the clauses to the text after them.
    """

    head: str
    clauses: Mapping[str, str]


class JudgeQuestionSyntax:
    """A parser and formatter of users' questions to the judge, in one language."""

    def __init__(self, names: NamesInJudgeQuestion) -> None:
        self.names = names

    def format_clause(self, clause_keyword: str, clause_value: object = "") -> str:
        """Format a clause, such as `by Norbert`, as users type it."""
        return f"{self.names.text(f'judge-word-{clause_keyword}')} {clause_value}".rstrip()

    def format_question_item(self, head_text: str, clause_texts: Iterable[str]) -> str:
        """Format an item of a question as users type it, without empty clauses."""
        return ", ".join(each for each in (head_text, *clause_texts) if each)

    def split_leading_known_word(self, user_input: str, known_words: Collection[str]) -> tuple[str, str] | None:
        """Split the longest known word from the beginning of a text; None if there is none."""
        spelled = sorted(self._iterate_translations_of_words(known_words), key=lambda each: -len(each[0]))
        for spelling, word in spelled:
            rest = user_input[len(spelling) :]
            begins = normalize_word_for_comparison(user_input[: len(spelling)]) == spelling
            if begins and (not rest or rest[0].isspace()):
                return word, rest.strip()
        return None

    def is_same_word(self, user_input: str, known_word: str) -> bool:
        """Return True if a text is a known word, in the reader's language or in English."""
        return self.split_leading_known_word(user_input, [known_word]) == (known_word, "")

    def parse_question_item(
        self, user_input: str, allowed_clauses: Sequence[JudgeQuestionClause]
    ) -> ParsedQuestionItem:
        """Parse an item of a typed question into a head, such as a card and its damage, and clauses.

        Raises `QuestionSyntaxError` for a repeated clause, or for text after a flag.
        """
        words = list_clause_keywords(allowed_clauses)
        head, *fragments = user_input.split(",")
        given: dict[str, str] = {}
        last = None
        for fragment in fragments:
            found = self.split_leading_known_word(fragment.strip(), words)
            if found is not None and found[0] not in given:
                last = found[0]
                given[last] = found[1]
            elif found is not None:
                raise QuestionSyntaxError
            elif last is None:
                head += f",{fragment}"
            else:
                given[last] += f",{fragment}"
        if any(given.get(clause.word) for clause in allowed_clauses if clause.kind == "flag"):
            raise QuestionSyntaxError
        return ParsedQuestionItem(head.strip(), given)

    def convert_clauses_to_question_fields(
        self, question_item: ParsedQuestionItem, allowed_clauses: Iterable[JudgeQuestionClause]
    ) -> Data:
        """Convert the clauses of a typed item, such as `by Norbert`, to fields of a question.

        Raises `QuestionSyntaxError`.
        """
        found: Data = {}
        for clause in allowed_clauses:
            rest = question_item.clauses.get(clause.word)
            if rest is None:
                continue
            match clause.kind:
                case "flag":
                    found[clause.field] = clause.value
                case "number":
                    found[clause.field] = parse_number_without_name(rest)
                case "numbers":
                    found[clause.field] = [parse_number_without_name(each) for each in split_names_at_plus_signs(rest)]
                case "name" if rest:
                    found[clause.field] = self.names.find_typed_name_in_question(rest)
                case "names" if rest:
                    found[clause.field] = [
                        self.names.find_typed_name_in_question(name)
                        for name in self.split_player_names_at_plus_signs(rest)
                    ]
                case "text":
                    found[clause.field] = rest
        return found

    def split_player_names_at_plus_signs(self, user_input: str) -> list[str]:
        """Split names that are joined by plus signs; a player's name may contain a plus."""
        return split_user_input_list(
            user_input, lambda name: self.names.find_typed_name_in_question(name) in self.names.players, r"\+"
        )

    def format_fields_as_clauses(
        self, question_part: object, allowed_clauses: Iterable[JudgeQuestionClause]
    ) -> Iterator[str]:
        """Yield the clauses, such as `by Norbert`, for the fields of a part of a question."""
        for word, field, kind, value, unwritten in allowed_clauses:
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
                    yield self.format_clause(word, join_names_with_plus(map(self.names.format_name_for_label, held)))
                case _:
                    yield self.format_clause(word, held)

    def _iterate_translations_of_words(self, known_words: Collection[str]) -> Iterable[tuple[str, str]]:
        for word in known_words:
            for text in (self.names.text, load_translations(DEFAULT)):
                yield normalize_word_for_comparison(text(f"judge-word-{word}")), word


@contextmanager
def convert_question_syntax_error_to_refusal(refusal_code: str, user_input: str, **values: int) -> Iterator[None]:
    """Convert a syntax error in the `with` block to a `Refusal` that quotes `user_input`."""
    try:
        yield
    except QuestionSyntaxError:
        raise Refusal(refusal_code, typed=escape_markdown(user_input), **values) from None


def split_question_items(user_input: str) -> list[str]:
    """Split a text at semicolons and line breaks, without empty parts."""
    return [" ".join(each.split()) for each in re.split(r"[;\n]", user_input) if each.strip()]


def split_names_at_plus_signs(user_input: str) -> list[str]:
    return [" ".join(each.split()) for each in user_input.split("+") if each.strip()]


def join_names_with_plus(names: Iterable[object]) -> str:
    """Join names by plus signs, as `split_names_at_plus_signs` splits them."""
    return " + ".join(map(str, names))


def split_items_ending_in_numbers(user_input: str) -> list[str]:
    """Split a text into parts that end in numbers, such as `Jace 2, Garruk 3`."""
    return [
        part.strip(" ,")
        for item in split_question_items(user_input)
        for part in re.split(r"(?<=[0-9])\s*,", item)
        if part.strip(" ,")
    ]


def parse_name_and_number(user_input: str) -> tuple[str, int]:
    """Parse a name and a number from a text; the name may be empty.

    Raises `QuestionSyntaxError` without a number.
    """
    found = _NUMBERED_PATTERN.fullmatch(user_input.strip())
    if found is None:
        raise QuestionSyntaxError
    return (found["name"] or "").rstrip(" :"), int(found["number"])


def parse_number_without_name(user_input: str) -> int:
    """Parse a number that stands alone in a text. Raises `QuestionSyntaxError`."""
    name, number = parse_name_and_number(user_input)
    if name:
        raise QuestionSyntaxError
    return number
