"""A report while it is being written, without Discord."""

import pytest

from bot.front.reports.quick_report import is_defeat_by_single_card
from bot.front.reports.report_draft import (
    DefeatFormInput,
    DefeatReportDraft,
    DefeatSourceInput,
    convert_report_to_form_input,
)
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.pod import Pod
from bot.rules.records import PlayerState, PodSetup
from bot.rules.refusals import Refusal
from bot.service.live_game import ChannelAddress

PLAYERS = ("ana", "bo", "cy", "di", "eve")
POD = Pod(
    PodSetup(),
    "ana",
    PLAYERS,
    {
        "ana": PlayerState("ana"),
        "bo": PlayerState("bo"),
        "cy": PlayerState("cy"),
        "di": PlayerState("di", "servant", "ana", served=((0, "di"),)),
        "eve": PlayerState("eve", "out", out_as="master"),
    },
)
BOLT = DefeatReport("bo", "life", (DefeatSource("ana", "Lightning Bolt", amount=3),))


def draft(*entries: DefeatFormInput) -> DefeatReportDraft:
    return DefeatReportDraft(ChannelAddress(1, 2), 3, 1, entries or (DefeatFormInput(),))


def objects(draft: DefeatReportDraft) -> list[list[str | None]]:
    return [[part.object for part in entry.parts] for entry in draft.entries]


def looking_at(draft: DefeatReportDraft) -> tuple[int, int]:
    return draft.entry_at, draft.part_at


# What is plain


@pytest.mark.parametrize(
    "report",
    [
        BOLT,
        DefeatReport("bo", "poison", (DefeatSource("ana"),)),
        DefeatReport("bo", "effect", (DefeatSource("ana"),)),
        DefeatReport("bo", "commander", (DefeatSource("ana"),)),
        DefeatReport("bo", "life", (DefeatSource("di"),)),
        DefeatReport("bo", "life", (DefeatSource("eve"),)),
        DefeatReport("bo", "life", (DefeatSource("zoe"),)),
        DefeatReport("zoe", "life", (DefeatSource("ana"),)),
    ],
    ids=[
        "the usual",
        "poison",
        "an effect",
        "commander damage",
        "another's thrall did it",
        "somebody who is out: the rules refuse it",
        "a source that nobody knows: the rules refuse it",
        "a loser whom nobody knows: the rules refuse it",
    ],
)
def test_a_master_beaten_by_one_object_of_an_opponent_is_plain(report: DefeatReport) -> None:
    assert is_defeat_by_single_card(POD, report)


@pytest.mark.parametrize(
    "report",
    [
        DefeatReport("bo", "library", (DefeatSource("ana"),)),
        DefeatReport("bo", "life", (DefeatSource("bo"),)),
        DefeatReport("ana", "life", (DefeatSource("di"),)),
        DefeatReport("di", "life", (DefeatSource("bo"),)),
        DefeatReport("eve", "life", (DefeatSource("bo"),)),
    ],
    ids=[
        "an empty library",
        "the loser's own source",
        "their own thrall's source",
        "a thrall who loses",
        "somebody who is out already",
    ],
)
def test_anything_else_gets_a_second_look(report: DefeatReport) -> None:
    assert not is_defeat_by_single_card(POD, report)


# What a draft reports


def test_a_draft_reports_what_was_written() -> None:
    written = DefeatFormInput("bo", "poison", (DefeatSourceInput("ana", "Blightsteel Colossus", amount=11),))
    source = DefeatSource("ana", "Blightsteel Colossus", amount=11)
    assert draft(written).build_defeat_reports() == (DefeatReport("bo", "poison", (source,)),)


def test_a_draft_without_a_loser_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        draft(DefeatFormInput("bo"), DefeatFormInput()).build_defeat_reports()
    assert refused.value.code == "draft-loser"


def test_an_object_without_a_controller_is_not_reported() -> None:
    (report,) = draft(
        DefeatFormInput("bo", parts=(DefeatSourceInput(object="Bolt"), DefeatSourceInput("ana")))
    ).build_defeat_reports()
    assert report.sources == (DefeatSource("ana"),)


def test_an_owner_who_is_the_controller_is_not_named() -> None:
    parts = (DefeatSourceInput("ana", owner="ana"), DefeatSourceInput("ana", owner="cy"))
    (report,) = draft(DefeatFormInput("bo", parts=parts)).build_defeat_reports()
    assert [source.owner for source in report.sources] == [None, "cy"]


def test_a_forced_draw_is_reported_of_an_empty_library_alone() -> None:
    entry = DefeatFormInput("bo", "library", (DefeatSourceInput("ana", forced_draw=True),))
    (report,) = draft(entry).build_defeat_reports()
    assert report.sources[0].forced_draw
    (report,) = draft(DefeatFormInput("bo", "life", entry.parts)).build_defeat_reports()
    assert not report.sources[0].forced_draw


def test_who_made_the_decisions_did_so_directly_or_through_kindslaver() -> None:
    parts = (DefeatSourceInput("bo"),)
    (directly,) = draft(DefeatFormInput("bo", parts=parts, controlled_by="cy")).build_defeat_reports()
    assert (directly.controlled_by, directly.kindslaver) == ("cy", None)
    (through,) = draft(DefeatFormInput("bo", parts=parts, controlled_by="cy", kindslaver=True)).build_defeat_reports()
    assert (through.controlled_by, through.kindslaver) == (None, "cy")


def test_kindslaver_of_nobody_is_not_reported() -> None:
    (report,) = draft(DefeatFormInput("bo", parts=(DefeatSourceInput("ana"),), kindslaver=True)).build_defeat_reports()
    assert report == DefeatReport("bo", "life", (DefeatSource("ana"),))


def test_the_object_that_ended_a_protection_is_named_among_others() -> None:
    parts = (
        DefeatSourceInput(ended=True),
        DefeatSourceInput("ana", "Bolt"),
        DefeatSourceInput("cy", "Naturalize", ended=True),
    )
    (report,) = draft(DefeatFormInput("bo", parts=parts)).build_defeat_reports()
    assert report.protection_ended_by == DefeatSource("cy", "Naturalize")


# Writing more of it


def test_another_source_is_looked_at_on_the_first_page() -> None:
    first = draft(DefeatFormInput("bo", parts=(DefeatSourceInput("ana", "Bolt"),)))
    second = DefeatReportDraft.add_empty_defeat_source(
        DefeatReportDraft(first.place, 3, 1, first.entries, details=True)
    )
    assert objects(second) == [["Bolt", None]]
    assert looking_at(second) == (0, 1)
    assert not second.details
    assert objects(second.replace_shown_defeat_source(DefeatSourceInput(object="Shock"))) == [["Bolt", "Shock"]]


def test_another_loser_of_the_same_objects_is_looked_at() -> None:
    quake = DefeatFormInput(
        "bo",
        "effect",
        (DefeatSourceInput("ana", "Earthquake"), DefeatSourceInput("cy", "Fork")),
    )
    second = draft(quake).select_next_defeat_source().add_empty_loser()
    assert looking_at(second) == (1, 0)
    assert [entry.loser for entry in second.entries] == ["bo", None]
    assert second.shown_defeat.cause == "effect"
    assert objects(second) == [["Earthquake", "Fork"]] * 2


def test_onward_goes_round_all_objects_of_all_losers() -> None:
    at = draft(
        DefeatFormInput("bo", parts=(DefeatSourceInput(), DefeatSourceInput())),
        DefeatFormInput("cy"),
    )
    seen = []
    for _ in range(4):
        seen.append(looking_at(at))
        at = at.select_next_defeat_source()
    assert seen == [(0, 0), (0, 1), (1, 0), (0, 0)]


def test_removing_drops_the_object_that_is_looked_at() -> None:
    parts = (
        DefeatSourceInput(object="Bolt"),
        DefeatSourceInput(object="Shock"),
        DefeatSourceInput(object="Fork"),
    )
    left = draft(DefeatFormInput("bo", parts=parts)).select_next_defeat_source().remove_shown_defeat_source()
    assert objects(left) == [["Bolt", "Fork"]]
    assert looking_at(left) == (0, 0)


def test_removing_the_only_object_drops_its_loser() -> None:
    quake = DefeatFormInput("bo", parts=(DefeatSourceInput(object="Earthquake"),))
    left = draft(quake, DefeatFormInput("cy", parts=quake.parts)).remove_shown_defeat_source()
    assert [entry.loser for entry in left.entries] == ["cy"]
    assert looking_at(left) == (0, 0)


def test_removing_the_last_object_leaves_an_empty_draft() -> None:
    assert draft(DefeatFormInput("bo")).remove_shown_defeat_source().entries == (DefeatFormInput(),)


# Old reports


@pytest.mark.parametrize(
    "report",
    [
        BOLT,
        DefeatReport("bo", "poison"),
        DefeatReport("bo", "library", (DefeatSource("ana", "Mill", forced_draw=True), DefeatSource("cy"))),
        DefeatReport("bo", "effect", (DefeatSource("ana", "Pact", "cy", voluntary=True),), kindslaver="di"),
        DefeatReport("bo", "life", BOLT.sources, "di", protection_ended_by=BOLT.sources[0]),
    ],
)
def test_a_form_that_begins_with_an_old_report_reports_the_same(report: DefeatReport) -> None:
    assert draft(convert_report_to_form_input(report)).build_defeat_reports() == (report,)
