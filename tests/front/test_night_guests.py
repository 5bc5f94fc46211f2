"""Guests in nights: the organiser adds them, whoever brought them acts for them, in every pod."""

import pytest
from simcord import MemberActor

from tests.front.playing import Table, end, find_detail, press_more, said
from tests.front.simulated import answer
from tests.front.test_claims import claims, opens_claims
from tests.front.test_me import forgets
from tests.front.test_night_ends import CHECK, closes, find_wrong, read_file, wins
from tests.front.test_night_ends import seats as seats_round
from tests.front.test_nights import Evening, evening, name_of, seated

__all__ = ["evening"]  # pytest finds the fixture here

pytestmark = pytest.mark.usefixtures("still")

GUS = "Gus (guest)"


async def gathers(evening: Evening, people: int = 7, **options: object) -> str:
    """Gather so many members and add Gus, whom Cy brings; return what the organiser is told."""
    await evening.gathers(people, **{"rounds": 2, **options})
    return await evening.does("add", member=evening.server.cy, guest="Gus")


async def seats(evening: Evening, bringer: MemberActor | None = None) -> list[Table]:
    """Seat a round, in which whoever brought Gus takes the seat that is kept for him."""
    tables = await seats_round(evening)
    await evening.press_here(*tables)
    return await presses(bringer or evening.server.cy, tables)


async def presses(bringer: MemberActor, tables: list[Table]) -> list[Table]:
    for table in tables:
        if GUS in table.kept:
            await bringer.click(table.board, label="I am here")
    return tables


def find_pod(tables: list[Table], name: str) -> Table:
    return next(table for table in tables if name in seated(table))


async def test_seven_members_and_a_guest_play_two_rounds_that_anybody_can_check(evening: Evening) -> None:
    server = evening.server
    assert f"{GUS} plays from the next round on. Cy acts for them." in await gathers(evening)
    first = await seats(evening)
    assert sorted(len(seated(table)) for table in first) == [4, 4]
    table = find_pod(first, GUS)
    assert await find_detail(table, "🎟️ Guests") == f"Cy brought {GUS} and acts for them."
    winner = next(each for each in evening.find_seated(table) if each is not evening.host)  # who may call no draw
    await table.starts(winner)
    await table.reports(winner, GUS, name_of(winner))
    assert f"💀 ~~{GUS}~~" in (table.embed.description or "")
    await end(winner, table.channel, "draw")
    await evening.draws(*(each for each in first if each is not table))
    second = await seats(evening)
    assert GUS in {name for each in second for name in seated(each)}
    for each in second:
        await wins(evening, each)
    await closes(evening)
    assert GUS in evening.shown.split("Standings\n")[1]
    proof = await read_file(await server.fay.click(evening.message, label=CHECK))
    assert find_wrong(proof) == []
    accounts = {seat.name: seat.account for seat in proof.roster}
    assert accounts.pop(GUS) is None
    assert None not in accounts.values()


async def test_guest_is_named_with_their_bringer_where_everybody_is(evening: Evening) -> None:
    await gathers(evening)
    assert GUS in evening.shown
    listed = answer(await press_more(evening.server.di, evening.message, "Everybody")).content
    assert f"Cy brought {GUS} and acts for them." in listed


async def test_pod_calls_whoever_brought_a_guest_and_names_the_guest(evening: Evening) -> None:
    await gathers(evening)
    table = find_pod(await seats(evening), GUS)
    assert f"<@{evening.server.cy.user.id}>" in table.call
    posts = [each.json or {} for each in evening.server.env.http_requests if each.method == "POST"]
    calls = [str(each["components"]) for each in posts if "Your pod is open" in str(each.get("components"))]
    [announced] = [each for each in calls if GUS in each]
    assert "  " not in announced


async def test_organiser_without_a_member_brings_the_guest_themself(evening: Evening) -> None:
    await evening.gathers(7)
    assert "Bo acts for them" in await evening.does("add", guest="Gus")
    assert "here already" in await evening.does("add", guest="GUS")
    assert "You named nobody" in await evening.does("add")


async def test_only_who_leads_the_night_adds_a_guest(evening: Evening) -> None:
    await evening.gathers(7)
    told = await evening.does("add", evening.server.di, guest="Gus")
    assert "who opened this night" in told
    assert "Gus" not in evening.shown


async def test_guest_is_swapped_and_dropped_like_anybody(evening: Evening) -> None:
    server = evening.server
    await gathers(evening)
    before = await seats(evening)
    other = seated(next(each for each in before if GUS not in seated(each)))[0]
    offered = await server.bo.autocomplete(evening.channel, "night swap", "player", "gus")
    assert [each["name"] for each in offered] == [GUS]
    assert "change places" in await evening.does("swap", server.ana, player="Gus", other=other)
    await evening.passes(1)
    assert other not in seated(find_pod(await presses(server.cy, evening.pods[2:]), GUS))
    assert "out of the rounds" in await evening.does("drop", server.ana, player="Gus")


async def test_undone_guest_is_no_longer_there(evening: Evening) -> None:
    await gathers(evening)
    await press_more(evening.host, evening.message, "Undo")
    await evening.passes(1)
    assert "Gus" not in evening.shown


async def test_organiser_reads_which_pods_have_too_many_guests_to_count(evening: Evening) -> None:
    await gathers(evening, 5)
    shown = await evening.seats()
    await presses(evening.server.cy, evening.pods)
    numbers = [number for number, pod in enumerate(evening.pods, 1) if GUS in seated(pod)]
    assert f"Too many guests to count in the server’s standings: pods {numbers[0]}." in shown


async def test_answer_about_pods_that_count_says_nothing_of_guests(evening: Evening) -> None:
    await gathers(evening)
    assert "Too many guests" not in await evening.seats()


async def test_whoever_is_said_to_bring_a_guest_is_forgotten_at_any_time(evening: Evening) -> None:
    server = evening.server
    late = evening.people[-1]
    await evening.gathers(7)
    await evening.does("add", member=late, guest="Gus")
    assert "Gus" in evening.shown
    assert "no longer know who you are" in answer(await forgets(late, server)).content
    await evening.passes(1)
    assert "Gus" not in evening.shown


async def test_whoever_brings_a_guest_themself_is_not_forgotten_before_the_guest_leaves(evening: Evening) -> None:
    server = evening.server
    await evening.gathers(7)
    await evening.does("add", who=server.ana, guest="Gus")
    assert "still in a game or a plan" in said(await server.ana.slash(server.channel, "me forget"))
    listed = await server.ana.slash(server.channel, "me games")
    assert "your guest Gus (guest) has a seat" in said(listed)


async def test_guest_is_claimed_once_the_night_is_over_and_then_brought_no_more(evening: Evening) -> None:
    server = evening.server
    late = evening.people[-1]
    await evening.gathers(7, rounds=1)
    await evening.does("add", guest="Gus")
    await seats(evening, evening.host)
    assert "A moderator will find your claim" in await claims(Table(server), late)
    page = await opens_claims(Table(server), server.ana)
    assert "not over" in said(await server.ana.click(page, label="1. That’s them"))
    for each in evening.pods:
        await wins(evening, each)
    await closes(evening)
    await evening.passes(24 * 60)
    page = await opens_claims(Table(server), server.ana)
    await server.ana.click(page, label="1. That’s them")
    await evening.opens(when="in 20 min")
    assert "has an account here" in await evening.does("add", guest="Gus")


async def test_guest_who_is_there_in_another_night_is_not_added(evening: Evening) -> None:
    server = evening.server
    await evening.gathers(7)
    await evening.does("add", guest="Gus")
    other = Evening(server, server.guild.create_text_channel("other"))
    await other.opens(when="in 20 min")
    told = await other.does("add", guest="Gus")
    assert "is in another night" in told


async def test_audit_says_that_somebody_was_added(evening: Evening) -> None:
    server = evening.server
    await gathers(evening)
    trail = answer(await server.ana.slash(server.channel, "audit")).embeds[0].description or ""
    assert "added a player to a night" in trail


async def test_whoever_brought_a_guest_acts_for_them_at_a_table_where_they_do_not_play(evening: Evening) -> None:
    late = evening.people[-1]
    await evening.gathers(7)
    await evening.does("add", member=late, guest="Gus")
    table = find_pod(await seats(evening, late), GUS)
    await table.starts(next(evening.find(name) for name in seated(table) if name != GUS))
    sure = await press_more(late, table.board, "Concede")
    await late.click(answer(sure), label=f"{GUS} concedes")
    assert f"~~{GUS}~~" in (table.embed.description or "")


async def test_guests_alone_at_a_table_play_under_whoever_brought_them(evening: Evening) -> None:
    await evening.gathers(3)
    for name in ("Gus", "Hal", "Ike", "Jim", "Kit"):
        await evening.does("add", guest=name)
    first = await seats(evening)
    assert sorted(len(seated(table)) for table in first) == [4, 4]
