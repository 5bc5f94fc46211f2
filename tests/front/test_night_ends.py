"""The end of a night: its final table with a picture, and the file that proves its pods."""

import json
import re

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.basics.typed_values import convert_value_to_type
from bot.draws.night_proofs import PairingFairnessProof, recompute_round_pairings, verify_pairing_fairness_proof
from tests.front import forging
from tests.front.playing import Table, does, end, list_more, press_more, said
from tests.front.simulated import answer
from tests.front.test_keeping_apart import avoids
from tests.front.test_merging import both_agree, merges
from tests.front.test_nights import Evening, evening, name_of
from tests.front.test_nights import seated as seated_at

__all__ = ["evening"]  # pytest finds the fixture here

pytestmark = pytest.mark.usefixtures("still")

CHECK = "Check the draw"


async def begins(evening: Evening, people: int = 8, **options: object) -> list[Table]:
    """Eight people are there, or so many, and the first round is seated; returns its pods."""
    await evening.gathers(people, **{"rounds": 2, **options})
    return await seats(evening)


async def seats(evening: Evening) -> list[Table]:
    """The host seats the next round; returns its pods."""
    before = len(evening.pods)
    await evening.seats()
    await evening.passes(1)
    return evening.pods[before:]


async def wins(evening: Evening, table: Table) -> MemberActor:
    """The first member at a table begins the game and wins it; returns who that is."""
    await evening.press_here(table)
    winner = evening.find_seated(table)[0]
    await table.starts(winner)
    await end(winner, table.channel, "win", table.keys[name_of(winner)])
    await evening.passes(1)
    return winner


async def closes(evening: Evening, minutes: int = 12) -> None:
    """The night is closed, and so long ago that nobody can take that back."""
    await evening.closes()
    await evening.passes(minutes)


async def read_file(pressed: InteractionResult) -> PairingFairnessProof:
    (file,) = answer(pressed).message.attachments
    assert file.filename == "night.json"
    return convert_value_to_type(json.loads(await file.read()), PairingFairnessProof)


def find_wrong(proof: PairingFairnessProof) -> list[str]:
    return [check.what for check in verify_pairing_fairness_proof(proof) if not check.is_valid]


def find_picture(board: discord.Message) -> tuple[int, str]:
    """The picture on a night's board, and its description."""
    (file,) = board.attachments
    (shown,) = [each for each in board.components if isinstance(each, discord.Container)]
    galleries = [e for e in shown.children if isinstance(e, discord.MediaGalleryComponent)]
    (about,) = [item.description for gallery in galleries for item in gallery.items]
    return file.id, about or ""


def find_points(evening: Evening, player: MemberActor) -> int | None:
    """The points of a player in the standings of a night's board."""
    standings = evening.shown.split("Standings\n")[1].splitlines()
    lines = (re.fullmatch(r"(.+) · \*\*(\d+)\*\*.*", each) for each in standings)
    known = {line[1]: int(line[2]) for line in lines if line}
    has = re.compile(rf"\b{name_of(player)}\b")
    return next((points for names, points in known.items() if has.search(names)), None)


async def test_players_of_one_place_and_equal_points_share_a_line(evening: Evening) -> None:
    first, second = await begins(evening)
    best = {name_of(await wins(evening, table)) for table in (first, second)}
    lines = evening.shown.split("Standings\n")[1].splitlines()
    assert lines[0].startswith("**1.** ")
    assert {*lines[0].split(" · ")[0].removeprefix("**1.** ").split(", ")} == best
    assert lines[1].startswith("**3.** ")
    assert lines[1].count(",") == 5


async def test_board_names_who_joins_the_next_round_beside_those_who_play(evening: Evening) -> None:
    late = evening.people[-1]
    await begins(evening)
    assert "Joining the next round" not in evening.shown
    await evening.comes(late)
    assert f"Joining the next round\n{name_of(late)}" in evening.shown


# The file


async def test_anybody_can_check_the_pods_once_the_night_is_over(evening: Evening) -> None:
    first = await begins(evening)
    sealed = await press_more(evening.server.bo, evening.message, CHECK)
    assert answer(sealed).message.attachments == []
    shown = answer(sealed).message.embeds[0].description or ""
    for table in first:
        await wins(evening, table)
    await seats(evening)
    await closes(evening)
    pressed = await evening.server.gil.click(evening.message, label=CHECK)
    proof = await read_file(pressed)
    assert proof.recipe == "night-3"
    assert proof.commitment in shown
    assert proof.secret_hash in shown
    assert proof.secret is not None
    assert proof.secret not in shown
    assert find_wrong(proof) == []
    assert [again is not None for again in recompute_round_pairings(proof)] == [True, True]
    assert {seat.name for seat in proof.roster} >= {"Ana", "Bo", "Hal"}
    assert {seat.account for seat in proof.roster} == {f"{each.user.id}" for each in evening.people}
    assert sorted(each.points for each in proof.rounds[1].here) == [0] * 6 + [3, 3]


async def test_nobody_gets_the_file_while_the_night_can_still_go_on(evening: Evening) -> None:
    await evening.gathers(8)
    await avoids(evening.server, evening.server.bo, evening.server.cy)
    await closes(evening, minutes=9)  # no round tells yet that somebody avoids somebody
    pressed = await evening.server.bo.click(evening.message, label=CHECK)
    assert answer(pressed).message.attachments == []
    assert "can still be taken back" in (answer(pressed).message.embeds[0].description or "")


async def test_night_does_not_go_on_once_its_file_can_be_had(evening: Evening) -> None:
    await begins(evening)
    asked = await evening.host.slash(evening.channel, "night close")
    closed = await evening.host.click(answer(asked), label="End it all the same")
    await evening.passes(12)
    assert "has been over for 10 minutes" in said(await evening.host.click(answer(closed), label="Undo"))
    assert (await read_file(await evening.server.bo.click(evening.message, label=CHECK))).secret


async def test_where_somebody_avoids_somebody_only_neutral_moderators_see_whom(evening: Evening) -> None:
    server = evening.server
    tidy = server.guild.create_role("Tidy", permissions=discord.Permissions(manage_messages=True))
    user = server.env.create_user("mo", global_name="Mo")
    moderator = server.guild.add_member(user, roles=[tidy])
    stranger = evening.people[-1]
    await avoids(server, server.bo, server.cy)
    await begins(evening)
    await closes(evening)
    for player in (server.bo, server.cy, server.ana, stranger):
        pressed = await player.click(evening.message, label=CHECK)
        proof = await read_file(pressed)
        assert proof.secret is None
        assert [told.apart for told in proof.rounds] == [None]
        assert find_wrong(proof) == []
        assert "leaves out the secret" in (answer(pressed).message.embeds[0].description or "")
    pressed = await moderator.click(evening.message, label=CHECK)
    proof = await read_file(pressed)
    (told,) = proof.rounds
    assert told.apart is not None
    ((one, other),) = told.apart
    assert {proof.roster[one].name, proof.roster[other].name} == {"Bo", "Cy"}
    assert not any({one, other} <= set(pod) for pod in told.pods)
    assert find_wrong(proof) == []
    assert recompute_round_pairings(proof) != [None]


async def test_the_public_file_hides_the_secret_though_nobody_of_the_night_avoids_anybody(evening: Evening) -> None:
    server = evening.server
    await avoids(server, evening.people[-1], evening.people[-2])
    await begins(evening)
    await closes(evening)
    proof = await read_file(await server.bo.click(evening.message, label=CHECK))
    assert proof.secret is None


# The final table


async def test_a_picture_shows_the_standings_once_all_pods_of_a_round_are_over(evening: Evening) -> None:
    first, second = await begins(evening)
    winner = await wins(evening, first)
    assert evening.message.attachments == []
    await wins(evening, second)
    _, about = find_picture(evening.message)
    assert about.startswith("Standings, round by round")
    assert f"1. {name_of(winner)} · 3" in about
    assert "then the places after rounds 1." in about


async def test_the_end_posts_the_final_table_at_the_end_of_the_channel(evening: Evening) -> None:
    for table in await begins(evening):
        await wins(evening, table)
    before = evening.message
    await evening.server.bo.send(evening.server.channel, "good games")
    await closes(evening)
    assert evening.message.id > before.id
    assert "The night is over" in evening.shown
    assert [each.filename for each in evening.message.attachments] == ["night.png"]
    posted = evening.message
    await evening.passes(30)
    assert evening.message.id == posted.id


async def test_a_correction_after_the_end_changes_the_final_table(evening: Evening) -> None:
    first, second = await begins(evening)
    winner = await wins(evening, first)
    await wins(evening, second)
    await closes(evening)
    posted = evening.message
    before = find_picture(posted)
    assert find_points(evening, winner) == 3
    assert "Undone" in said(await does(winner, first.channel, "undo"))
    await evening.passes(1)
    assert evening.message.id == posted.id
    assert find_points(evening, winner) != 3
    assert find_picture(evening.message) != before


async def test_corrected_result_changes_the_standings_and_lets_pods_be_paired_anew_that_have_not_begun(
    evening: Evening,
) -> None:
    """Ana, a moderator, pairs anew: the host plays."""
    first, second = await begins(evening)
    winner = await wins(evening, first)
    await wins(evening, second)
    await seats(evening)
    seated = [line for line in evening.shown.splitlines() if "<#" in line]
    await does(winner, first.channel, "undo")
    await evening.passes(1)
    assert find_points(evening, winner) != 3
    standings = evening.shown.split("Standings\n")[1].split("\nJoining")[0]
    told = said(await evening.server.ana.click(evening.message, label="⋯"))
    assert "A result has changed since round 2 was seated" in told
    assert all(name_of(each) in standings for each in evening.people)  # the game counts for nobody, but nobody is gone
    assert [line for line in evening.shown.splitlines() if "<#" in line] == seated
    waiting, begun = sorted(evening.pods[2:], key=lambda each: name_of(winner) not in seated_at(each))
    four = seated_at(waiting)
    await evening.press_here(begun)
    await begun.starts(evening.find_seated(begun)[0])
    told = said(await evening.host.click(evening.message, label="⋯"))
    assert "You play in it, so a moderator has to draw those pods again" in told
    assert "Pair anew" not in await list_more(evening.host, evening.message)
    form = await press_more(evening.server.ana, evening.message, "Pair anew")
    drawn = await evening.server.ana.submit_modal(form, {"reason": "A result was wrong"})
    assert "Round 2 is paired anew where it had not begun. Pods: 1." in answer(drawn).content
    await evening.passes(1)
    assert "Closed without a result." in waiting.teams
    assert sorted(seated_at(evening.pods[-1])) == sorted(four)
    assert "Ana drew it again: A result was wrong" in evening.shown
    assert begun.teams
    await evening.server.ana.click(evening.message, label="⋯")
    assert "A result has changed" not in said(await evening.server.ana.click(evening.message, label="⋯"))
    await wins(evening, evening.pods[-1])
    await closes(evening)
    proof = await read_file(await evening.server.bo.click(evening.message, label=CHECK))
    assert find_wrong(proof) == []
    assert [len(told.again) for told in proof.rounds] == [0, 1]


# Earlier nights


async def meets_again(evening: Evening) -> str:
    """Let the same people come to the next night of the series; seat its first round, and return the answer."""
    await evening.passes(6.9 * 24 * 60)
    for each in evening.people:
        if each is not evening.host:
            await each.click(evening.message, label="Join")
    await evening.passes(145)
    for each in evening.people:
        await each.click(evening.message, label="I’m here")
    await evening.passes(31)
    return await evening.seats()


async def test_people_of_the_last_night_of_a_series_count_as_met_before(evening: Evening) -> None:
    tables = await begins(evening, every="1")
    for table in tables:
        await wins(evening, table)
    await closes(evening, minutes=1)
    assert "4 from earlier nights" in await meets_again(evening)


# Merged accounts


async def press_past(evening: Evening, custom_id: str) -> InteractionResult:
    """The host presses what a message of a night offered that is not the newest any more."""
    return await forging.press(evening.host, evening.channel, evening.message, custom_id)


async def test_account_that_was_merged_has_met_whom_the_old_one_met_and_has_its_points(evening: Evening) -> None:
    server = evening.server
    old, new = server.cy, evening.people[-1]
    for table in await begins(evening, every="1", rounds=1):
        await wins(evening, table)
    number = Table(server).find_button("more").split(":")[1]
    await closes(evening, minutes=1)
    assert "one person here" in await both_agree(server, old, new)
    listed = answer(await press_past(evening, f"plan:{number}:all:0"))
    assert name_of(new) in listed.content
    assert name_of(old) not in listed.content
    evening.people = [new if each is old else each for each in evening.people]
    assert "4 from earlier nights" in await meets_again(evening)
    for table in evening.pods[-2:]:
        await wins(evening, table)
    number = Table(server).find_button("more").split(":")[1]
    await closes(evening)
    proof = await read_file(await press_past(evening, f"plan:{number}:fair"))
    assert find_wrong(proof) == []
    assert sum(len(pod) for pod in proof.earlier) == 8


@pytest.mark.parametrize("leaves", [False, True])
async def test_account_of_a_night_under_way_is_not_merged(evening: Evening, leaves: bool) -> None:
    server = evening.server
    await begins(evening)
    if leaves:
        await server.cy.click(evening.message, label="I’m leaving")
    told = said(await merges(server, server.cy, evening.people[-1]))
    assert "a game that is not over" in told
    assert f"<#{evening.channel.id}>" in told
