"""Paying a formula: what the engine says is what trying everything finds."""

from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.joust.formulas import format_card_cost, parse_card_cost, parse_card_cost_or_free
from bot.joust.paying import DuelCardPaymentChoices, choose_tokens_for_cost
from bot.joust.quadrants import build_sorted_token_zones
from bot.joust.table_types import Formula
from bot.rules.refusals import Refusal
from bot.transcripts.joust.payments import build_payment_options_json, find_payment_options_for_file
from tests.effort import examples
from tests.joust import brute

STEPS = ("blue", "red", "yellow", "any", "skip")
SINGULARITIES = ("blue", "blue!", "red", "red!", "yellow", "yellow!")

thoroughly = settings(max_examples=examples(600))


def formulas(most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(STEPS), min_size=1, max_size=most)


def quadrants(most: int) -> st.SearchStrategy[list[list[str]]]:
    """Mostly stable singularities, and some that must not be used."""
    lying = st.sampled_from([*SINGULARITIES, "blue", "red", "yellow"])
    return st.lists(st.lists(lying, max_size=most), min_size=4, max_size=4)


def asked(quadrant: Any, formula: str, **more: Any) -> Any:
    """The answer of `suzerain joust pay`, as whoever reads the JSON has it."""
    question = {"quadrant": quadrant, "formula": formula, **more}
    document = build_payment_options_json(find_payment_options_for_file(msgspec.json.encode(question).decode()))
    return msgspec.json.decode(msgspec.json.encode(document))


@thoroughly
@given(quadrants(4), formulas(6), st.lists(formulas(4), max_size=4), st.booleans())
def test_every_answer_is_what_trying_everything_finds(
    quadrant: list[list[str]], steps: list[str], also: list[list[str]], plan: bool
) -> None:
    found = asked(quadrant, " ".join(steps), also=[" ".join(each) for each in also], plan=plan)
    rules = ["MJ-12", "MJ-13"] if plan else ["MJ-12"]
    assert found == {**brute.answer(quadrant, steps, also, plan), "rules": rules}


@pytest.mark.parametrize(
    "quadrant",
    [[["blue"], ["red"], ["blue", "yellow"], []], [["blue", "blue!"], ["red", "red"], ["yellow!"], ["yellow", "blue"]]],
)
def test_every_formula_of_three_steps_is_paid_as_trying_everything_pays_it(quadrant: list[list[str]]) -> None:
    for steps in product(STEPS, repeat=3):
        found = asked(quadrant, " ".join(steps), also=["blue red", "any any"])
        expected = brute.answer(quadrant, [*steps], [["blue", "red"], ["any", "any"]])
        assert {key: found[key] for key in expected} == expected


def test_eight_times_any_on_a_full_quadrant_has_52488_ways() -> None:
    """As many as trying everything finds: each start and direction, and each choice of families."""
    full = [["blue", "red", "yellow"] * 6] * 4
    found = asked(full, "any " * 8, also=["blue " * 8])
    assert found["count"] == 8 * 3**8 == 52_488
    assert len(found["ways"]) == 50
    assert found["best"] == found["ways"][0]


def test_the_best_way_may_stand_far_behind_those_that_are_listed() -> None:
    """The last blue ones are kept for the next card: the first way of all that does so."""
    quadrant = [["blue", "blue", "red", "yellow"]] * 4
    steps, also = ["any"] * 5, [["blue"] * 8]
    expected = brute.answer(quadrant, steps, also)
    found = asked(quadrant, " ".join(steps), also=["blue " * 8])
    assert found["best"] == expected["best"]
    assert found["best"] not in found["ways"]


@thoroughly
@given(quadrants(3), formulas(5), st.data())
def test_a_payment_spends_what_all_ways_that_fit_it_spend(
    quadrant: list[list[str]], steps: list[str], data: st.DataObject
) -> None:
    """MJ-D11: nothing, if none fits or if they differ."""
    anys = st.lists(st.sampled_from(brute.FAMILIES), min_size=steps.count("any"))
    pay = data.draw(
        st.fixed_dictionaries(
            {},
            optional={
                "start": st.integers(1, 4),
                "direction": st.sampled_from([*brute.RINGS]),
                "any": anys.map(lambda each: each[: steps.count("any")]),
            },
        )
    )
    expected = brute.spendings(quadrant, steps, pay)
    formula, lying = parse_card_cost(" ".join(steps), ""), build_sorted_token_zones(quadrant)  # type: ignore[arg-type]
    said = msgspec.convert(pay, DuelCardPaymentChoices)
    if len(expected) == 1:
        assert choose_tokens_for_cost(lying, formula, said) == expected.pop()
        return
    with pytest.raises(Refusal) as refused:
        choose_tokens_for_cost(lying, formula, said)
    if expected:
        assert refused.value.code == "pay-which"
    else:
        payable = brute.all_ways(quadrant, steps)
        assert refused.value.code == ("pay-unfit" if payable else "unpayable")


@given(quadrants(3), formulas(4))
def test_what_has_to_be_said_of_a_payment_tells_the_ways_apart(quadrant: list[list[str]], steps: list[str]) -> None:
    formula, lying = parse_card_cost(" ".join(steps), ""), build_sorted_token_zones(quadrant)  # type: ignore[arg-type]
    try:
        choose_tokens_for_cost(lying, formula, None)
    except Refusal as refusal:
        if refusal.code != "pay-which":
            return
        way = brute.all_ways(quadrant, steps)[0]
        anys = [use for use, step in zip(way["uses"], steps, strict=True) if step == "any"]
        said = {"start": way["start"], "direction": way["direction"], "any": anys}
        differs = refusal.arguments["differs"]
        assert isinstance(differs, tuple)
        pay = msgspec.convert({key: said[key] for key in differs}, DuelCardPaymentChoices)
        assert choose_tokens_for_cost(lying, formula, pay)


# Formulas as texts


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("blue", "blue"),
        ("b r y * -", "blue red yellow any skip"),
        ("  BLUE   Red ", "blue red"),
        ("aNy SKIP B", "any skip blue"),
        ("skip", "skip"),
        (" ".join("b" * 8), " ".join(["blue"] * 8)),
    ],
)
def test_a_formula_is_read_from_words_and_signs_and_written_in_words(text: str, words: str) -> None:
    assert format_card_cost(parse_card_cost(text, "cost")) == words
    assert format_card_cost(parse_card_cost_or_free(text, "cost")) == words


@pytest.mark.parametrize(
    "text",
    ["", " ", "   ", "green", "blue,red", "blue\tred", "blue\u00a0red", "bluered", "b" * 9,
     " ".join("b" * 9), "**", "s\u212aip", "blue\n", "\u2212"],
)  # fmt: skip
def test_what_is_no_formula_is_refused_in_its_field(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_card_cost(text, "card.cost")
    assert (refused.value.code, refused.value.field) == ("formula", "card.cost")


def test_only_the_empty_text_is_free_and_never_spaces() -> None:
    free: Formula = ()
    assert parse_card_cost_or_free("", "cost") == free
    with pytest.raises(Refusal):
        parse_card_cost_or_free(" ", "cost")
