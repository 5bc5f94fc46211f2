"""What the judge says in words: a line for each outcome and reason, in three languages."""

import json
import re
from pathlib import Path

import pytest

from bot.cli import main
from bot.i18n import LOCALES, Locale, load_translations
from bot.transcripts.judge_questions import answer_rules_question_file
from tests.judge import test_damage, test_loyalty
from tests.judge.notation import Data, activate, attack, cast, effect, other, part, question, rule
from tests.messages import list_variables_by_message_key

SPHERE = effect("half", "Dark Sphere", once=True)
DEADLY = question(part(4), life=2, jace=2, effects=(SPHERE,), variant="esclave")


def tell(asked: Data, locale: Locale = "en") -> list[str]:
    return answer_rules_question_file(json.dumps(asked), load_translations(locale)).tell().split("\n")


def test_each_outcome_is_a_line_with_its_rules() -> None:
    heading, *lines = tell(DEADLY)
    assert heading == ("By the rules of January 2013 there are 3 possible outcomes (PW-4, PW-5, PW-9, PW-10)")
    assert lines == [
        "1. Archibald: 2 life · Jace goes to the graveyard — Archibald picks Dark Sphere,"
        " then Norbert redirects 2 to Jace (PW-4, PW-5, PW-9, PW-10)",
        "2. Archibald: 2 life · Jace goes to the graveyard — Norbert redirects 4 to Jace (PW-4, PW-5, PW-9)",
        "3. Archibald: 0 life · Jace: 2 loyalty · Archibald is defeated: no life left —"
        " Norbert does not redirect, then Dark Sphere applies (PW-9, PW-10)",
        "ESC-21: Norbert controlled Bolt and is responsible.",
        "Whether Archibald is defeated depends on the choices made.",
        "Can force the defeat alone: Norbert",
        "Can prevent the defeat alone: Norbert",
        "By today’s rules the answer would be different.",
    ]


def test_each_reason_is_a_line_with_its_rule() -> None:
    assert tell(activate(active=["Bo"], stack=2, era="current")) == [
        "By today’s rules, Archibald may not activate this ability of Jace now",
        "PW-13: It is not Archibald’s turn.",
        "PW-13: The stack is not empty.",
    ]


def test_what_follows_is_a_line_each() -> None:
    assert tell(activate("-3", 3, makes_emblem=True)) == [
        "By the rules of January 2013, Archibald may activate this ability of Jace now"
        " (PW-4, PW-12, PW-13, PW-14, PW-15, PW-16)",
        "Jace then has loyalty 0.",
        "Jace goes to the graveyard; its ability stays on the stack.",
        "The emblem is owned and controlled by Archibald.",
    ]
    assert tell(cast(others=(other(),)))[1:] == [
        "Jace enters with loyalty 3.",
        "Jace does not stay on the battlefield.",
        "To the graveyard: Jace and Jace Beleren",
        "Archibald can’t activate Jace right away.",
        "By today’s rules the answer would be different.",
    ]


def test_what_cannot_be_is_a_line_and_several_parts_are_told_apart() -> None:
    told = tell(question(part(1, targeted=True), part(2), hexproof=True, jace=9))
    assert told[1] == "PW-9: Archibald has hexproof, so Norbert can’t target them with Bolt."
    assert told[2].endswith("— no. 2: Norbert redirects 2 to Jace (PW-5, PW-9)")


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        (question(part(), jace=9), True),
        (question(part(), jace=9, era="current"), True),
        (question(part()), False),
        (question(attack(2, "Jace"), jace=9), False),
        (question(part(to="Jace", targeted=True), jace=9), True),
        (activate(), False),
        (cast(), False),
        (cast(others=(other(),)), True),
        (cast(others=(other("Jace", ("Tezzeret",), controller="Archibald"),)), True),
    ],
)
def test_a_line_says_so_where_the_other_era_would_answer_otherwise(asked: Data, other: bool) -> None:
    era = "January 2013" if asked.get("era") == "current" else "today’s rules"
    last = tell(asked)[-1]
    assert ("would be different" in last) == other
    assert not other or era in last


@pytest.mark.parametrize("locale", LOCALES)
def test_every_question_is_answered_in_sentences_of_every_language(locale: Locale) -> None:
    asked = [case.question for case in test_damage.CASES]
    asked += [row[2] for row in (*test_loyalty.MAY, *test_loyalty.MAY_NOT)]
    asked += [row[1] for row in test_damage.IMPOSSIBLE] + [row[1] for row in test_damage.POWERS]
    for one in asked:
        for line in tell(one, locale):
            assert line
            assert not re.search(r"[{}$]|\s\s|\(\)", line), line
            assert not re.search(r"(?<![\dA-Z])-\d", line), line  # a minus sign is none


def test_more_outcomes_than_are_shown_are_counted() -> None:
    parts = [part(5, f"P{number}") for number in range(4)]
    walkers = [{"name": f"W{number}", "loyalty": 9} for number in range(4)]
    told = tell(question(*parts, planeswalkers=walkers))
    assert "… and 525 more outcomes." in told
    assert len([line for line in told if re.match(r"\d+\. ", line)]) == 100


def test_a_name_that_breaks_its_line_does_not_get_to() -> None:
    told = tell(question(part(controller="Nor\nbert"), jace=9))
    assert any("Nor bert" in line for line in told)


def test_the_command_prints_words_or_one_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "case.json"
    path.write_text(json.dumps(DEADLY), "utf-8")
    assert main(["judge", str(path)]) == 0
    assert capsys.readouterr().out == "\n".join(tell(DEADLY)) + "\n"
    assert main(["judge", str(path), "--json"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("\n") == 1
    assert json.loads(printed) == json.loads(json.dumps(rule(DEADLY).document))


def test_every_rule_that_players_can_read_has_a_case() -> None:
    cited = {rule for case in test_damage.CASES for rule in case.rules.split()}
    cited |= {rule for fate in test_damage.FATES for rule in fate[0].split()}
    for row in (*test_loyalty.MAY, *test_loyalty.MAY_NOT):
        cited |= set(row[0].split())
    cited |= {"PW-D1"}  # a test of its own, of either question
    readable = {
        key.removeprefix("rule-").upper() for key in list_variables_by_message_key("en") if key.startswith("rule-pw-")
    }
    assert readable - cited == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_every_rule_names_its_source_and_a_decision_says_that_it_is_our_own(locale: Locale) -> None:
    text = load_translations(locale)
    rules = [rule for rule in text.list_explained_rule_ids() if rule.startswith("PW-")]
    assert len(rules) == 27
    for name in rules:
        said = text(f"rule-{name.lower()}")
        assert "Les planeswalkers" in said, name
        assert ("Suzerain" in said) == ("D" in name), name
