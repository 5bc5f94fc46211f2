"""Style of the catalogues: unique keys, inflected numbers, each language's punctuation."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from fluent.syntax import FluentParser, ast

from bot.front.duels import duel_board
from bot.front.nights import plan_buttons
from bot.front.ui import components
from bot.i18n import LOCALES, Locale, Translations, load_translations
from tests.effort import SEED
from tests.messages import list_variables_by_message_key, read_entries, read_messages

FOLDER = Path(__file__).parents[1] / "bot" / "locales"
EACH = pytest.mark.parametrize("locale", LOCALES)

PLURALS = frozenset({"zero", "one", "two", "few", "many"})
ALWAYS_NUMBERS = frozenset(
    {
        *("count", "games", "points", "days", "times", "turns", "cards", "plans", "hours", "ahead"),
        *("most", "least", "needed", "have", "fewest", "free", "loyalty", "low", "high", "life"),
    }
)
"""Blanks that hold a number wherever they stand; others do in texts that inflect by them."""

UNINFLECTED: dict[Locale, str] = {
    "en": "a|of|to|from|was|and|best|more|won|lost|drawn|at|in|h|KB|life|poison|loyalty|damage|responsible|loser",
    "fr": "sur|à|et|de|il|h|au|en|Ko|pour|exactement|fois|autres|compte|comptent",
    "ru": "из|до|в|дают|ч|оч|КБ|ответственному|проигравшему",
}
"""What can follow any number as it is: words that join, and words that have one form."""

NEVER_ONE = {
    "deck-rate": "games of a rate: twenty or more",
    "deck-legend": "twenty games",
    "refusal-decks-full": "hundreds of decks",
    "refusal-bad-link": "characters: hundreds",
    "refusal-many-commanders": "three commanders, hundreds of characters",
    "refusal-night-points": "points: dozens",
    "week-record-seats": "players of the largest table: five or more",
    "refusal-full": "seats of a table: two or more",
    "refusal-never-full": "players that a variant needs: two or more",
    "refusal-too-few": "players that a game needs: two or more",
    "refusal-seats-unpressed": "players that a game needs: two or more",
    "refusal-recorded-too-few": "players that a game needs: two or more",
    "refusal-duel-players": "always two",
    "refusal-no-such-team": "teams of a table: two or more",
    "refusal-many-open": "a hundred, unless the operator chooses otherwise",
    "refusal-house-most": "ten variants",
    "refusal-house-places": "ten places",
    "refusal-house-long": "characters of a name: dozens",
    "refusal-too-long": "characters: dozens",
    "refusal-word": "characters: dozens",
    "refusal-guest-name": "characters: dozens",
    "refusal-claim-many": "ten games",
    "refusal-unclaim-many": "ten games",
    "refusal-reason": "characters: hundreds",
    "refusal-draft-full": "a dozen sources",
    "refusal-entered-long": "lines: hundreds",
    "refusal-entry-few": "players that a game needs: two or more",
    "refusal-entry-old": "days: a week or more",
    "event-draw-sealed": "the number of a draw, no count",
    "draw-handed-about": "the number of a draw, no count",
    "draw-kept-about": "the number of a draw, no count",
    "refusal-draw-handed-on": "the number of a draw, no count",
    "refusal-formula": "the longest formula: several steps",
    "refusal-pay-also": "four formulas",
    "refusal-judge-sources": "dozens of ways",
    "deck-copies": "copies are counted once there are more than three",
    "lobby-remark": "the best size of a table: several players",
    "var-13-number": "the smallest number of players: two or more",
    "week-shared": "who shares a throne is not alone",
    "week-duel": "told from the second defeat on",
    "week-upset": "one chance in two or more",
    "claim-by-each": "names, no number",
    "refusal-not-yours-to-confirm": "names, no number",
}
"""Texts in which a number stands before a word that does not inflect, and why it need not."""


@EACH
def test_a_key_stands_once_in_a_language(locale: Locale) -> None:
    keys = [entry.id.name for entry in read_entries(locale) if isinstance(entry, ast.Message)]
    assert sorted(keys) == sorted({*keys})


# Numbers


def find_variable(node: object) -> str:
    match node:
        case ast.VariableReference():
            return node.id.name
        case ast.FunctionReference():
            return find_variable(node.arguments.positional[0])
    return ""


def find_numbers(pattern: ast.Pattern) -> Iterator[str]:
    """Return the placeables that a text treats as numbers: in a plural, or by `NUMBER`."""
    for element in pattern.elements:
        match element:
            case ast.Placeable(expression=ast.SelectExpression() as choice):
                if {getattr(each.key, "name", "") for each in choice.variants} & PLURALS:
                    yield find_variable(choice.selector)
                for each in choice.variants:
                    yield from find_numbers(each.value)
            case ast.Placeable(expression=ast.FunctionReference() as number):
                yield find_variable(number)


@cache
def find_numbers_of(key: str) -> frozenset[str]:
    """Return the placeables that a text treats as numbers in any language."""
    found = (read_messages(locale)[key].value for locale in LOCALES)
    return frozenset(name for each in found if each for name in find_numbers(each))


def find_bare(pattern: ast.Pattern, chosen: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield each placeable that the text does not select by, with the text after it."""
    for element, after in zip(pattern.elements, [*pattern.elements[1:], None], strict=True):
        if not isinstance(element, ast.Placeable):
            continue
        if isinstance(choice := element.expression, ast.SelectExpression):
            for each in choice.variants:
                yield from find_bare(each.value, chosen | {find_variable(choice.selector)})
        elif (name := find_variable(element.expression)) and name not in chosen:
            yield name, after.value or "" if isinstance(after, ast.TextElement) else ""


@EACH
def test_a_word_after_a_number_inflects(locale: Locale) -> None:
    word = re.compile(rf"[ \u00a0\u202f](?!(?:{UNINFLECTED[locale]})\b)\w")
    bare = {
        key
        for key, message in read_messages(locale).items()
        for name, after in find_bare(message.value or ast.Pattern([]), frozenset())
        if name in ALWAYS_NUMBERS | find_numbers_of(key) and word.match(after)
    }
    assert bare - NEVER_ONE.keys() == set()


# Marks

TYPED = frozenset(
    {
        *("option-judge-cost-about", "judge-form-cost-about", "option-pay_formula-about"),
        *("joust-form-what-about", "option-change_what-about", "judge-form-teams-about"),
        *("option-judge-effects-about", "refusal-change-what", "option-cost-about", "joust-form-cost-about"),
    }
)
"""Examples of what people type, in a notation that knows no typography."""

LETTERS: dict[Locale, str] = {"en": "A-Za-z", "fr": "A-Za-zÀ-ÿ", "ru": "А-Яа-яЁё"}


def read_prose(locale: Locale) -> dict[str, str]:
    """Return every text without its placeables and its code."""
    text = load_translations(locale)
    said = {key: text(key, **dict.fromkeys(blanks, 2)) for key, blanks in list_variables_by_message_key(locale).items()}
    return {key: re.sub(r"`[^`]*`", "", words) for key, words in said.items()}


@EACH
def test_an_apostrophe_is_curved_and_a_minus_is_a_minus(locale: Locale) -> None:
    letter = f"[{LETTERS[locale]}]"
    wrong = re.compile(rf"{letter}'{letter}|(?<![\w-])-(?=\d)|\.\.\.")
    found = {key for key, words in read_prose(locale).items() if wrong.search(words)}
    assert found - TYPED == set()


def test_french_has_narrow_spaces_before_its_marks() -> None:
    plain = re.compile(r"[^\s\u202f] ?[;!?](?=\s|$)|« |[^\u202f]»|«[^\u202f]|[^\u00a0]:(?=\s)")
    spaced = re.compile(r"[\u202f\u00a0][;!?»:]|«\u202f")
    found = {
        key: words
        for key, words in read_prose("fr").items()
        if key not in TYPED and plain.search(spaced.sub("", words))
    }
    assert found == {}


def test_russian_has_a_dash_where_a_hyphen_would_stand_between_words() -> None:
    wrong = re.compile(r"\s[-–]\s|\s—(?=\S)|\"")
    found = {key for key, words in read_prose("ru").items() if wrong.search(words)}
    assert found - TYPED == set()


# Room

ROOM = {
    r"form-(title|card-title|card-name|card-amount|more)": 45,
    r"life-amount|dispute-(which|responsible|reason)|button-(takeback|responsible)": 45,
    r"joust-(form-\w+|bonus|die|mine|theirs|my-die|their-die|work)": 45,
    r"judge-form-\w+|judge-title-\w+|var-\d+-name": 45,
    r"(command|option|flag|form|joust|judge)-.+-about": 100,
    r"command-(?!.*-about).+|menu-.+": 32,
    r"(.*-)?button-.+|override-(do|leave|cancel|really|replace)": 80,
    r".+-placeholder|form-pick-[a-z]+|leaderboard-picker|history-open|override-instead": 30,
    r"unsettled-bring|life-whose|life-commander|setup-(groups|menu)": 30,
    r"house-(pick|start-menu|ask)": 30,
    r"judge-which|strike-which|desk-which": 30,
}
"""Characters that Discord, or for a menu's placeholder a phone of 390 pixels, has room for."""


@EACH
def test_what_stands_in_a_form_a_menu_or_a_button_has_room(locale: Locale) -> None:
    blanks = list_variables_by_message_key(locale)
    text = load_translations(locale)
    sentences = ("how-", "joust-about", "joust-work-about", "command-me")
    long = {
        f"{key}: {len(said)}"
        for pattern, most in ROOM.items()
        for key in blanks
        if re.fullmatch(pattern, key) and not key.startswith(sentences)
        if len(said := text(key, **dict.fromkeys(blanks[key], "Archibald"))) > most
    }
    assert long == set()


# Buttons that a text quotes

_OF_PODS = components.BUTTON_LOOKS | components.ANSWER_LOOKS | components.DECISION_LOOKS
SIGNS = {f"button-{name}": "" if name in components.WITHOUT_EMOJI else sign for name, (_, sign) in _OF_PODS.items()}
DUELLING = {f"joust-button-{name}": sign for name, (_, sign) in duel_board.BUTTON_LOOKS.items()}
PLANNING = {f"plan-button-{name}": sign for name, (_, sign) in plan_buttons.BUTTON_LOOKS.items()}
PLANNING["night-button-leave"] = components.BUTTON_LOOKS["leave"][1]
QUOTED = SIGNS | DUELLING | PLANNING


def find_quoted(pattern: ast.Pattern) -> Iterator[tuple[str, str]]:
    """Return each button that a text references, with the text before it."""
    before = ""
    for element in pattern.elements:
        match element:
            case ast.TextElement():
                before = element.value
            case ast.Placeable(expression=ast.MessageReference() as quoted):
                yield quoted.id.name, before
            case ast.Placeable(expression=ast.SelectExpression() as choice):
                for each in choice.variants:
                    yield from find_quoted(each.value)


@EACH
def test_a_text_that_quotes_a_button_says_its_word_by_reference_and_its_sign(locale: Locale) -> None:
    words = {load_translations(locale)(key): key for key in QUOTED if key in list_variables_by_message_key(locale)}
    for key, message in read_messages(locale).items():
        source = "".join(_read_plain(message.value or ast.Pattern([])))
        for quoted in re.findall(r"\*([^*\n]+)\*", source):
            assert quoted not in words, f"{key} quotes { {words.get(quoted)} } by its words"
        for button, before in find_quoted(message.value or ast.Pattern([])):
            if sign := QUOTED.get(button):
                assert before.endswith(f"{sign} *"), f"{key}: {sign} before {button}"


@EACH
def test_a_message_is_said_though_none_that_it_quotes_was_said_before(locale: Locale) -> None:
    messages = read_messages(locale)
    quoting = [key for key, each in messages.items() if each.value and [*find_quoted(each.value)]]
    for key in Random(SEED).sample(quoting, 20):
        assert Translations(locale)(key, **dict.fromkeys(list_variables_by_message_key(locale)[key], 1))


def _read_plain(pattern: ast.Pattern) -> Iterator[str]:
    for element in pattern.elements:
        match element:
            case ast.TextElement():
                yield element.value
            case ast.Placeable(expression=ast.SelectExpression() as choice):
                for each in choice.variants:
                    yield from _read_plain(each.value)
            case _:
                yield "…"


@EACH
def test_a_negative_number_has_a_minus_and_no_hyphen(locale: Locale) -> None:
    text = load_translations(locale)
    assert text("var-14-draw", points=-2).endswith("−2")
    assert "−2" in text("series-line", rank="4.", player="Bo", points=-2)
    assert text("var-14-draw", points=2).endswith("2")


# Plans, which are games or nights

GAME_WORDS: dict[Locale, str] = {
    "en": r"\bgames?\b|/pod plan",
    "fr": r"\bparties?\b|/table prévoir",
    "ru": r"\bигр(?:[аеуы]|ой|ам|ах|ами)?\b|/стол назначить",
}
"""What a text about a night never says."""

SAID_OF_GAMES = frozenset(
    {
        *("plan-gathered", "refusal-plan-gathered", "plan-held-up", "plan-held-up-open"),
        *("command-plan", "command-plan-about"),
    }
)
"""Texts of plans that are never said of a night: one game is made, and waits for another."""


@EACH
def test_a_text_of_a_plan_that_can_be_a_night_does_not_call_it_a_game(locale: Locale) -> None:
    """Texts of plans choose their words by `$kind`, or say nothing that is true of games alone."""
    said = read_plan_texts(locale)
    wrong = {key: found for key, text in said.items() if (found := find_game_word(text, locale))}
    assert wrong == {}


@EACH
def test_every_text_that_chooses_by_kind_calls_a_game_and_a_night_different_things(locale: Locale) -> None:
    text = load_translations(locale)
    values = {"when": "…", "relative": "…", "until": "…", "place": "…", "players": "…"}
    keys = [key for key, blanks in list_variables_by_message_key(locale).items() if "kind" in blanks]
    chosen = [key for key in keys if key.startswith("plan-")]
    assert chosen
    for key in chosen:
        game, night = (text(key, kind=kind, weeks=2, count=2, **values) for kind in ("game", "night"))
        assert game != night, key


def read_plan_texts(locale: Locale) -> dict[str, str]:
    """Return what the texts of plans say of a night, as Fluent writes it."""
    file = FOLDER / locale / "plans.ftl"
    messages = [
        entry
        for entry in FluentParser().parse(file.read_text("utf-8")).body
        if isinstance(entry, ast.Message) and entry.id.name not in SAID_OF_GAMES
    ]
    return {entry.id.name: " ".join(say_of_night(entry.value)) for entry in messages if entry.value}


def say_of_night(pattern: ast.Pattern) -> Iterator[str]:
    """Yield the words of a pattern without those for a game."""
    for part in pattern.elements:
        if isinstance(part, ast.TextElement):
            yield part.value
        elif isinstance(part.expression, ast.SelectExpression):
            for variant in part.expression.variants:
                if not (isinstance(variant.key, ast.Identifier) and variant.key.name == "game"):
                    yield from say_of_night(variant.value)


def find_game_word(said: str, locale: Locale) -> str | None:
    """Return the first word by which a text calls a plan a game."""
    found = re.search(GAME_WORDS[locale], said, re.IGNORECASE)
    return None if found is None else found[0]
