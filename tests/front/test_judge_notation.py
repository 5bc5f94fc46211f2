"""What is typed of a question to the judge: whatever can be asked can be written and read again."""

from contextlib import suppress
from random import Random

import pytest

from bot.basics.typed_values import InvalidValueError, convert_value_to_type
from bot.front.duels.duel_requests import parse_required_card_cost
from bot.front.judge.damage_notation import DamageQuestionFormTexts, DamageQuestionSyntax
from bot.front.judge.defeat_notation import DefeatQuestionFormTexts, DefeatQuestionSyntax
from bot.front.judge.loyalty_notation import PlaneswalkerQuestionFormTexts, PlaneswalkerQuestionSyntax
from bot.front.judge.notation import OPPONENT, NamesInJudgeQuestion
from bot.i18n import LOCALES, Locale, load_translations
from bot.judge.question import DamageQuestion
from bot.judge.validation import validate_damage_question
from bot.rules.refusals import Refusal
from tests.effort import SEED
from tests.front.test_fuzz import typed as type_anything
from tests.judge.asking import make_question

QUESTIONS, TEXTS = 300, 300
EACH = pytest.mark.parametrize("locale", LOCALES)


def names_in(locale: Locale) -> NamesInJudgeQuestion:
    return NamesInJudgeQuestion(load_translations(locale), {}, "Zoe")


@EACH
def test_any_question_about_damage_is_read_as_it_was_written(locale: Locale) -> None:
    random, notation = Random(SEED), DamageQuestionSyntax(names_in(locale))
    compared = 0
    for _ in range(QUESTIONS):
        asked = make_question(random, parts=random.randint(1, 4), effects=random.randint(0, 2))
        try:
            question = convert_value_to_type(asked, DamageQuestion)
            validate_damage_question(question)
        except InvalidValueError:
            continue
        typed = notation.format_damage_question_as_form_texts(question)
        again = notation.parse_damage_question_from_form_texts(typed, question.player, question.era)
        assert again == question, typed
        compared += 1
    assert compared > QUESTIONS // 2


@EACH
def test_whatever_is_typed_is_a_question_or_refused_in_words(locale: Locale) -> None:
    random, names = Random(SEED), names_in(locale)
    known = ["Bolt 3, by Bo", "20, poison 3", "Jace 2, Garruk 3", "Salve: next 3, on Jace, once"]
    known += ["-X 3, emblem", "main phase, stack 1", "Bo, library, controlled by Cy", "Cy: Ana"]
    for _ in range(TEXTS):
        one, two, three, four = (type_anything(random, known) for _ in range(4))
        with suppress(Refusal):
            DamageQuestionSyntax(names).parse_damage_question_from_form_texts(
                DamageQuestionFormTexts(one, two, three, four), "player", "2013"
            )
        with suppress(Refusal):
            PlaneswalkerQuestionSyntax(names).parse_question_from_form_texts(
                PlaneswalkerQuestionFormTexts(one, two, three, four), "player", "2013"
            )
        with suppress(Refusal):
            DefeatQuestionSyntax(names).parse_defeat_report_from_form_texts(DefeatQuestionFormTexts(one, two))
        with suppress(Refusal):
            DefeatQuestionSyntax(names).parse_masters_of_servants(three, "esclave", None)


@EACH
def test_words_may_be_english_or_the_readers_own_in_any_case(locale: Locale) -> None:
    text, notation = load_translations(locale), DamageQuestionSyntax(names_in(locale))
    own = f"Bolt 3, {text('judge-word-by')} Cy, {text('judge-word-lifelink')}".upper()
    [mine], [english] = (notation.parse_damage_sources(own), notation.parse_damage_sources("BOLT 3, By CY, LIFELINK"))
    assert mine == english
    assert mine["controller"] == "CY"
    [me] = notation.parse_damage_sources(f"3, {text('judge-word-by')} {text('judge-word-me')}")
    assert me["controller"] == "player"
    [unnamed] = notation.parse_damage_sources(f"3, {text('judge-word-by')} {text('judge-opponent')}")
    assert unnamed["controller"] == OPPONENT


def test_an_apostrophe_and_a_yo_may_be_what_keyboards_type() -> None:
    notation = DamageQuestionSyntax(names_in("fr"))
    [straight] = notation.parse_damage_sources("Ninja 2, combat, doit m'attaquer")
    assert notation.parse_damage_sources("Ninja 2, combat, doit m’attaquer") == [straight]
    assert parse_required_card_cost("bleu n'importe", "cost", load_translations("fr")) == ("blue", "any")
    assert parse_required_card_cost("желтая ЖЁЛТАЯ", "cost", load_translations("ru")) == ("yellow", "yellow")


def test_a_comma_belongs_to_the_name_unless_a_word_follows() -> None:
    notation = DamageQuestionSyntax(names_in("en"))
    assert notation.parse_planeswalkers("Jace, the Mind Sculptor 3, Garruk 2") == [
        {"name": "Jace, the Mind Sculptor", "loyalty": 3},
        {"name": "Garruk", "loyalty": 2},
    ]
    [source] = notation.parse_damage_sources("Borborygmos, Enraged 7, by Ana, the Great, to Jace, Unbound")
    assert source["object"] == "Borborygmos, Enraged"
    assert source["controller"] == "Ana, the Great"
    assert source["to"] == "Jace, Unbound"
    [effect] = notation.parse_damage_effects("Circle of Protection: Red: all, from Bolt")
    assert effect == {"name": "Circle of Protection: Red", "kind": "all", "from": "Bolt"}


def test_another_planeswalker_with_two_controllers_is_refused() -> None:
    typed = PlaneswalkerQuestionFormTexts("Jace 3", "cast", "", "Garruk, by Ana, by Bo")
    with pytest.raises(Refusal) as refused:
        PlaneswalkerQuestionSyntax(names_in("en")).parse_question_from_form_texts(typed, "player", "2013")
    assert refused.value.code == "judge-others"
