"""A verdict's words call nobody responsible whom the rules do not hold so, also in a game's last moment."""

import re
from collections.abc import Mapping
from random import Random

import pytest

from tests.effort import EFFORT, SEED
from tests.literal.comparing import Pair
from tests.literal.loops import list_looped
from tests.rules.notation import at_once, killed, opened, played

NAMES = ("ana", "bo", "cy", "di", "eve")
VARIANTS = ("esclave", "necromancer", "elimination", "respawn")


def find_named(because: str) -> set[str]:
    """The players whom the words call responsible: "bo is responsible", "bo controlled a card and is responsible"."""
    called = r"(?: controlled [^,;]*? and| made [^,;]*? and)? is responsible\b"
    return {name for name in NAMES if re.search(rf"\b{name}{called}", because)}


def list_held(variant: str, masters: Mapping[str, str], beaten_by: Mapping[str, str | None]) -> dict[str, str | None]:
    """The players whom the rules hold responsible for each loser of a game's last moment (ESC-D6, NEC-D4)."""
    if variant == "esclave":
        looped = list_looped(beaten_by)
        held = dict(beaten_by)
        for loser in beaten_by:
            at: str | None = loser
            while at is not None and at in beaten_by and at not in looped:
                at = beaten_by[at]
            if at in looped:
                held[loser] = None
        return held
    if variant == "necromancer":
        out = [loser for loser, by in beaten_by.items() if by is not None and masters.get(loser) == by]
        looped = list_looped({loser: by for loser, by in beaten_by.items() if loser not in out})
        return {
            loser: None if loser in looped or (by in out and loser not in out) else by
            for loser, by in beaten_by.items()
        }
    return dict(beaten_by)


def test_words_name_as_responsible_only_whom_the_rules_hold_so() -> None:
    rings = named = 0
    for seed in range(SEED, SEED + EFFORT.transcripts):
        random = Random(seed)
        variant = random.choice(VARIANTS)
        players = NAMES[: random.choice((4, 4, 5))]
        pair = Pair(opened(" ".join(players), variant=variant))
        while not pair.pages.sheet.over and len(pair.accepted) < 4:
            present = pair.pages.sheet.present()
            masters = dict(pair.pages.sheet.master)
            losers = random.sample(present, random.randint(1, len(present)))
            before = len(pair.engine.write_document()["verdicts"])
            moment = at_once(*(killed(loser, random.choice(present)) for loser in losers))
            assert pair.tell(moment) is None
            verdicts = pair.engine.write_document()["verdicts"][before:]
            beaten_by = {verdict["loser"]: verdict["responsible"] for verdict in verdicts}
            held = list_held(variant, masters, beaten_by) if pair.pages.sheet.over else beaten_by
            for verdict in verdicts:
                called = find_named(verdict["because"])
                assert called <= {held[verdict["loser"]]}, (seed, verdict)
                named += len(called)
                rings += "no longer matters" in verdict["because"]
    assert rings
    assert named


@pytest.mark.parametrize("variant", ["esclave", "necromancer"])
def test_three_who_defeat_each_other_in_the_last_moment_are_called_a_circle(variant: str) -> None:
    document = played(
        [opened("ana bo cy di", variant=variant), at_once(killed("ana", "bo"), killed("bo", "cy"), killed("cy", "ana"))]
    )
    assert document["result"]["winners"] == ["di"]
    said = {verdict["because"] for verdict in document["verdicts"]}
    assert said == {"The losers defeated one another in a circle, and it no longer matters who is responsible."}
    assert [verdict["responsible"] for verdict in document["verdicts"]] == ["bo", "cy", "ana"]
