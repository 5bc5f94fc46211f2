"""A report while it is being written, without Discord."""

import pytest

from bot.front.reports.quick_report import is_plain
from bot.front.reports.report_draft import DefeatEntry, Part, ReportDraft, make_entry
from bot.rules.facts import Report, Source
from bot.rules.pod import Pod
from bot.rules.records import Setup, Standing
from bot.rules.refusals import Refusal
from bot.service.live_game import Place

PLAYERS = ("ana", "bo", "cy", "di", "eve")
POD = Pod(
    Setup(),
    "ana",
    PLAYERS,
    {
        "ana": Standing("ana"),
        "bo": Standing("bo"),
        "cy": Standing("cy"),
        "di": Standing("di", "servant", "ana", served=((0, "di"),)),
        "eve": Standing("eve", "out", out_as="master"),
    },
)
BOLT = Report("bo", "life", (Source("ana", "Lightning Bolt", amount=3),))


def draft(*entries: DefeatEntry) -> ReportDraft:
    return ReportDraft(Place(1, 2), 3, 1, entries or (DefeatEntry(),))


def objects(draft: ReportDraft) -> list[list[str | None]]:
    return [[part.object for part in entry.parts] for entry in draft.entries]


def looking_at(draft: ReportDraft) -> tuple[int, int]:
    return draft.entry_at, draft.part_at


# What is plain


@pytest.mark.parametrize(
    "report",
    [
        BOLT,
        Report("bo", "poison", (Source("ana"),)),
        Report("bo", "effect", (Source("ana"),)),
        Report("bo", "commander", (Source("ana"),)),
        Report("bo", "life", (Source("di"),)),
        Report("bo", "life", (Source("eve"),)),
        Report("bo", "life", (Source("zoe"),)),
        Report("zoe", "life", (Source("ana"),)),
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
def test_a_master_beaten_by_one_object_of_an_opponent_is_plain(report: Report) -> None:
    assert is_plain(POD, report)


@pytest.mark.parametrize(
    "report",
    [
        Report("bo", "library", (Source("ana"),)),
        Report("bo", "life", (Source("bo"),)),
        Report("ana", "life", (Source("di"),)),
        Report("di", "life", (Source("bo"),)),
        Report("eve", "life", (Source("bo"),)),
    ],
    ids=[
        "an empty library",
        "the loser's own source",
        "their own thrall's source",
        "a thrall who loses",
        "somebody who is out already",
    ],
)
def test_anything_else_gets_a_second_look(report: Report) -> None:
    assert not is_plain(POD, report)


# What a draft reports


def test_a_draft_reports_what_was_written() -> None:
    written = DefeatEntry("bo", "poison", (Part("ana", "Blightsteel Colossus", amount=11),))
    source = Source("ana", "Blightsteel Colossus", amount=11)
    assert draft(written).make_reports() == (Report("bo", "poison", (source,)),)


def test_a_draft_without_a_loser_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        draft(DefeatEntry("bo"), DefeatEntry()).make_reports()
    assert refused.value.code == "draft-loser"


def test_an_object_without_a_controller_is_not_reported() -> None:
    (report,) = draft(DefeatEntry("bo", parts=(Part(object="Bolt"), Part("ana")))).make_reports()
    assert report.sources == (Source("ana"),)


def test_an_owner_who_is_the_controller_is_not_named() -> None:
    parts = (Part("ana", owner="ana"), Part("ana", owner="cy"))
    (report,) = draft(DefeatEntry("bo", parts=parts)).make_reports()
    assert [source.owner for source in report.sources] == [None, "cy"]


def test_a_forced_draw_is_reported_of_an_empty_library_alone() -> None:
    entry = DefeatEntry("bo", "library", (Part("ana", forced_draw=True),))
    (report,) = draft(entry).make_reports()
    assert report.sources[0].forced_draw
    (report,) = draft(DefeatEntry("bo", "life", entry.parts)).make_reports()
    assert not report.sources[0].forced_draw


def test_who_made_the_decisions_did_so_directly_or_through_kindslaver() -> None:
    parts = (Part("bo"),)
    (directly,) = draft(DefeatEntry("bo", parts=parts, controlled_by="cy")).make_reports()
    assert (directly.controlled_by, directly.kindslaver) == ("cy", None)
    (through,) = draft(
        DefeatEntry("bo", parts=parts, controlled_by="cy", kindslaver=True)
    ).make_reports()
    assert (through.controlled_by, through.kindslaver) == (None, "cy")


def test_kindslaver_of_nobody_is_not_reported() -> None:
    (report,) = draft(DefeatEntry("bo", parts=(Part("ana"),), kindslaver=True)).make_reports()
    assert report == Report("bo", "life", (Source("ana"),))


def test_the_object_that_ended_a_protection_is_named_among_others() -> None:
    parts = (Part(ended=True), Part("ana", "Bolt"), Part("cy", "Naturalize", ended=True))
    (report,) = draft(DefeatEntry("bo", parts=parts)).make_reports()
    assert report.protection_ended_by == Source("cy", "Naturalize")


# Writing more of it


def test_another_source_is_looked_at_on_the_first_page() -> None:
    first = draft(DefeatEntry("bo", parts=(Part("ana", "Bolt"),)))
    second = ReportDraft.add_part(ReportDraft(first.place, 3, 1, first.entries, details=True))
    assert objects(second) == [["Bolt", None]]
    assert looking_at(second) == (0, 1)
    assert not second.details
    assert objects(second.with_part(Part(object="Shock"))) == [["Bolt", "Shock"]]


def test_another_loser_of_the_same_objects_is_looked_at() -> None:
    quake = DefeatEntry("bo", "effect", (Part("ana", "Earthquake"), Part("cy", "Fork")))
    second = draft(quake).turn_to_next().add_entry()
    assert looking_at(second) == (1, 0)
    assert [entry.loser for entry in second.entries] == ["bo", None]
    assert second.entry.cause == "effect"
    assert objects(second) == [["Earthquake", "Fork"]] * 2


def test_onward_goes_round_all_objects_of_all_losers() -> None:
    at = draft(DefeatEntry("bo", parts=(Part(), Part())), DefeatEntry("cy"))
    seen = []
    for _ in range(4):
        seen.append(looking_at(at))
        at = at.turn_to_next()
    assert seen == [(0, 0), (0, 1), (1, 0), (0, 0)]


def test_removing_drops_the_object_that_is_looked_at() -> None:
    parts = (Part(object="Bolt"), Part(object="Shock"), Part(object="Fork"))
    left = draft(DefeatEntry("bo", parts=parts)).turn_to_next().without_part()
    assert objects(left) == [["Bolt", "Fork"]]
    assert looking_at(left) == (0, 0)


def test_removing_the_only_object_drops_its_loser() -> None:
    quake = DefeatEntry("bo", parts=(Part(object="Earthquake"),))
    left = draft(quake, DefeatEntry("cy", parts=quake.parts)).without_part()
    assert [entry.loser for entry in left.entries] == ["cy"]
    assert looking_at(left) == (0, 0)


def test_removing_the_last_object_leaves_an_empty_draft() -> None:
    assert draft(DefeatEntry("bo")).without_part().entries == (DefeatEntry(),)


# Old reports


@pytest.mark.parametrize(
    "report",
    [
        BOLT,
        Report("bo", "poison"),
        Report("bo", "library", (Source("ana", "Mill", forced_draw=True), Source("cy"))),
        Report("bo", "effect", (Source("ana", "Pact", "cy", voluntary=True),), kindslaver="di"),
        Report("bo", "life", BOLT.sources, "di", protection_ended_by=BOLT.sources[0]),
    ],
)
def test_a_form_that_begins_with_an_old_report_reports_the_same(report: Report) -> None:
    assert draft(make_entry(report)).make_reports() == (report,)
