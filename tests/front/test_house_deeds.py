"""Deeds that a server names itself: naming, claiming, disputing, and what they bring."""

from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.care.exporting import export_game_history
from bot.front.standings.deed_points import parse_achievement_points
from bot.i18n import load_translations
from bot.rules.house_deeds import compute_achievement_id
from bot.storage.engine import schema
from bot.storage.servers.server_settings import ServerSettings
from tests.front.playing import Table, let_count, list_more, picks, press_more, read_board, said
from tests.front.simulated import Server, answer
from tests.front.test_house_variants import app_of
from tests.front.test_me import exported
from tests.front.test_seasons import board, season, standing
from tests.storage.store import rows

TEXT = load_translations("en")
DEEDS = "Five casts of a commander ×2\n\n  Concede   a tie"


async def name_deeds(server: Server, typed: str) -> simcord.InteractionResult:
    """Ana names the server's own deeds in the settings."""
    page = answer(await server.ana.slash(server.channel, "setup server"))
    await server.ana.select(page, ["group:seasons"])
    await server.ana.select(page, ["house_deeds"])
    modal = await server.ana.click(page, label="Lines…")
    return await server.ana.submit_modal(modal, {"lines": typed})


async def read_settings(server: Server) -> ServerSettings:
    return await app_of(server).client.services.guilds.load_server_settings(server.guild.id)


async def claim(table: Table, who: simcord.MemberActor, name: str) -> simcord.InteractionResult:
    """Somebody claims a deed by the board's last button."""
    asked = answer(await press_more(who, table.board, "Claim a deed"))
    named = {each.name: each.deed for each in (await read_settings(table.server)).house_deeds}
    return await who.select(asked, [named[name]])


async def play_to_the_end(table: Table) -> None:
    for loser in ("Bo", "Cy", "Di"):
        await table.reports(table.server.ana, loser, "Ana")


async def test_deeds_are_named_a_line_each_and_can_be_renumbered_and_taken_away(server: Server) -> None:
    await name_deeds(server, DEEDS)
    named = (await read_settings(server)).house_deeds
    found = [(each.name, each.times) for each in named]
    assert found == [("Five casts of a commander", 2), ("Concede a tie", 1)]
    page = answer(await server.gil.slash(server.channel, "rules", rule="deeds")).embeds[0]
    assert "📌 Five casts of a commander · up to 2 times a game" in str(page.description)
    await name_deeds(server, "Five casts of a commander")
    (kept,) = (await read_settings(server)).house_deeds
    assert (kept.deed, kept.times) == (named[0].deed, 1)
    trail = str(answer(await server.ana.slash(server.channel, "audit")).embeds[0].description)
    assert "Five casts of a commander ×2, Concede a tie → Five casts of a commander" in trail


NO_DEEDS = [
    ("x" * 81, "deed-line"),
    ("x ×0", "deed-line"),
    ("x ×10", "deed-line"),
    ("x ×2 = voted", "deed-line"),
    ("\n".join(f"deed {n} of many" for n in range(101)), "deeds-many"),
]


async def test_lines_that_are_no_deeds_are_refused(server: Server, subtests: pytest.Subtests) -> None:
    for typed, code in NO_DEEDS:
        with subtests.test(typed[:20]):
            told = said(await name_deeds(server, typed))
            assert told.startswith(f"🚫 {TEXT(f'refusal-{code}', longest=80, most=9)}"[:30])
            assert (await read_settings(server)).house_deeds == ()


async def test_a_deed_is_claimed_undone_and_counts_for_the_season(server: Server) -> None:
    await name_deeds(server, DEEDS)
    await season(server, "start")
    shown = await season(server, "rules", deeds="five casts of a commander 3, mill 1, most 5")
    await server.ana.click(answer(shown), label="Set these rules")
    assert "📌 Five casts of a commander +3" in str(answer(shown).content)
    table = await Table(server).started(*server.everybody[:4])
    told = await claim(table, server.bo, "Five casts of a commander")
    assert answer(told).content == "✅ Bo claims a deed: Five casts of a commander"
    await server.bo.click(answer(told), label="Undo")
    for _ in range(2):
        await claim(table, server.bo, "Five casts of a commander")
    refused = said(await claim(table, server.bo, "Five casts of a commander"))
    assert refused.startswith("🚫 You have claimed this deed as often as a game allows (2).")
    await play_to_the_end(table)
    assert "📌 Five casts of a commander: Bo ×2" in str(table.embed.description)
    await let_count(server, 80)
    assert standing(await board(server), "Bo").startswith("6 pts · 👑0 ⛓️1 🎲1 🎖️5")
    shown = await server.gil.slash(server.channel, "stats", player=server.bo)
    page = answer(await server.gil.click(answer(shown), label="Deeds")).embeds[0]
    assert "📌 Five casts of a commander ×2" in str(page.description)


async def test_where_circles_lift_nobody_a_deed_brings_points_once_another_player_confirms_it(server: Server) -> None:
    await name_deeds(server, DEEDS)
    await season(server, "start")
    shown = await season(server, "rules", circles=True, deeds="five casts of a commander 3")
    await server.ana.click(answer(shown), label="Set these rules")
    table = await Table(server).started(*server.everybody[:4])
    await claim(table, server.bo, "Five casts of a commander")
    assert "only once another player confirms it" in str(table.embed.to_dict())
    refused = said(await server.bo.click(table.board, label="Confirm"))
    assert refused.startswith("🚫 It is up to Ana, Cy, Di to confirm this.")
    told = said(await server.cy.click(table.board, label="Confirm"))
    assert told == "☑️ Confirmed: a deed of Bo: Five casts of a commander."
    assert "only once another player confirms it" not in str(table.embed.to_dict())
    await claim(table, server.bo, "Five casts of a commander")
    await play_to_the_end(table)
    assert "📌 Five casts of a commander: Bo ×2" in str(table.embed.description)
    await let_count(server, 80)
    assert "🎖️3" in standing(await board(server), "Bo")


async def test_a_deed_that_was_worth_nothing_when_its_game_began_brings_nothing_later(server: Server) -> None:
    await name_deeds(server, DEEDS)
    await season(server, "start")
    table = await Table(server).started(*server.everybody[:4])
    await claim(table, server.bo, "Concede a tie")
    await play_to_the_end(table)
    await let_count(server, 80)
    before = standing(await board(server), "Bo")
    shown = answer(await season(server, "rules", deeds="concede a tie 3, most 5"))
    assert "Nobody’s rank or points would change." in str(shown.embeds[0].fields[0].value)
    await server.ana.click(shown, label="Set these rules")
    assert standing(await board(server), "Bo") == before
    table = await Table(server).started(*server.everybody[:4])
    await claim(table, server.bo, "Concede a tie")
    await play_to_the_end(table)
    await let_count(server, 80)
    assert "🎖️3" in standing(await board(server), "Bo")


async def test_nobody_claims_a_deed_where_the_server_has_none(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4])
    assert "Claim a deed" not in await list_more(server.bo, table.board)
    await name_deeds(server, DEEDS)
    assert "Claim a deed" in await list_more(server.bo, table.board)
    assert "Claim a deed" not in await list_more(server.gil, table.board)
    asked = answer(await press_more(server.bo, table.board, "Claim a deed"))
    await name_deeds(server, "")
    assert said(await server.bo.select(asked, [compute_achievement_id("Concede a tie")])).startswith(
        "🚫 This server has no deeds"
    )


async def test_a_disputed_deed_waits_for_a_moderator_who_takes_it_back(server: Server) -> None:
    await name_deeds(server, DEEDS)
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    await claim(table, server.bo, "Concede a tie")
    for loser in ("Cy", "Di", "Eve"):
        await table.reports(server.bo, loser, "Bo")
    asked = answer(await server.cy.click(table.board, label="Dispute"))
    told = said(await picks(server.cy, asked, "a deed of Bo"))
    assert told.startswith("✋ You disputed a deed of Bo: Concede a tie.")
    assert "📌 Concede a tie: Bo" in str(table.embed.description)
    shown = await server.ana.click(table.board, label="Undo the report")
    reason = await server.ana.submit_modal(shown, {"reason": "there was no tie"})
    await server.ana.click(answer(reason), label="Apply")
    assert "📌" not in str(table.embed.description)


VOTED = "Best play = vote\nSlow play ×3 = given\nConcede a tie"


async def choose(table: Table, who: simcord.MemberActor, deed: str, whom: str) -> str:
    """Somebody votes for a player to earn a deed."""
    asked = answer(await claim(table, who, deed))
    menu = asked.components[0]["components"][0]
    keys = {option["label"]: option["value"] for option in menu["options"]}
    assert who.user.global_name not in keys
    return str(answer(await who.select(asked, [keys[whom]], custom_id=menu["custom_id"])).content)


async def test_players_vote_in_private_and_the_time_to_dispute_follows_the_result(server: Server) -> None:
    await name_deeds(server, VOTED)
    await season(server, "start")
    shown = await season(server, "rules", deeds="best play 2, slow play -3")
    await server.ana.click(answer(shown), label="Set these rules")
    assert "📌 Best play +2, 📌 Slow play −3" in str(answer(shown).content)
    table = await Table(server).started(*server.everybody[:4])
    assert (await choose(table, server.bo, "Best play", "Cy")).startswith("🗳️ Your ballot on Best play: Cy.")
    await choose(table, server.bo, "Best play", "Di")
    await choose(table, server.ana, "Best play", "Di")
    await play_to_the_end(table)
    assert "🗳️ vote behind ⋯: Best play" in str(table.embed.to_dict())
    await choose(table, server.cy, "Best play", "Bo")
    ballots = await rows(app_of(server).database, schema.ballots)
    assert len(ballots) == 3
    await let_count(server, 80)
    assert await rows(app_of(server).database, schema.ballots) == []
    assert "🎖️2" not in await board(server)  # the result of the vote can be disputed first
    assert "📌 Best play: Di" in str(table.embed.description)
    assert "vote behind" not in str(table.embed.to_dict())
    log = await rows(app_of(server).database, schema.events)
    assert sum("deed-voted" in str(each) for each in log) == 1
    await let_count(server, 80)
    assert "🎖️2" in standing(await board(server), "Di")
    assert "Claim a deed" not in await list_more(server.bo, table.board)


async def read_other_tables(server: Server) -> dict[str, list[Any]]:
    """All rows of the database but those of ballots."""
    database = app_of(server).database
    return {
        table.name: [*await rows(database, table)]
        for table in schema.metadata.sorted_tables
        if table is not schema.ballots
    }


async def test_a_ballot_stands_nowhere_but_in_its_table_and_in_the_file_of_its_voter(
    server: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    await name_deeds(server, VOTED)
    table = await Table(server).started(*server.everybody[:4])
    archive = await read_archive(server, tmp_path)
    before, shown = await read_other_tables(server), table.embed.to_dict()
    caplog.clear()
    await choose(table, server.bo, "Best play", "Cy")
    assert not [word for word in (table.keys["Cy"], "Cy", "Best play") if word in caplog.text]
    assert await read_other_tables(server) == before
    assert table.embed.to_dict() == shown
    assert await read_archive(server, tmp_path) == archive
    (ballot,) = (await exported(server.bo, server))["ballots"]
    assert table.keys["Cy"] == ballot["choice"]
    assert (await exported(server.cy, server))["ballots"] == []


async def read_archive(server: Server, folder: Path) -> list[str]:
    """The lines of the archive of the server, without its header."""
    file = folder / "archive"
    file.unlink(missing_ok=True)
    await export_game_history(app_of(server).database, str(file))
    return file.read_text("utf-8").splitlines()[1:]


async def test_the_last_ballot_after_the_end_closes_the_vote_and_a_tie_gives_nothing(server: Server) -> None:
    await name_deeds(server, VOTED)
    table = await Table(server).started(*server.everybody[:4])
    await play_to_the_end(table)
    for who, whom in ((server.ana, "Bo"), (server.bo, "Ana"), (server.cy, "Ana")):
        await choose(table, who, "Best play", whom)
    told = await choose(table, server.di, "Best play", "Bo")
    assert told.endswith("The players have voted on Best play: nobody gets it")
    assert "Best play" not in str(table.embed.description)
    assert said(await claim(table, server.bo, "Best play")).startswith("🚫 The vote on this deed is over.")


async def test_an_organiser_who_does_not_play_gives_a_deed_with_a_reason(server: Server) -> None:
    await name_deeds(server, VOTED)
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    assert "Give a deed" not in await list_more(server.bo, table.board)
    assert "Claim a deed" not in await list_more(server.ana, table.board)
    for loser in ("Cy", "Di", "Eve"):
        await table.reports(server.bo, loser, "Bo")
    asked = answer(await press_more(server.ana, table.board, "Give a deed"))
    named = {each.name: each.deed for each in (await read_settings(server)).house_deeds}
    asked = answer(await server.ana.select(asked, [named["Slow play"]]))
    keys = {option["label"]: option["value"] for option in asked.components[0]["components"][0]["options"]}
    modal = await server.ana.select(asked, [keys["Cy"]])
    done = said(await server.ana.submit_modal(modal, {"reason": "An hour for one turn"}))
    assert done == "✅ Ana gives Cy a deed: Slow play (“An hour for one turn”)"
    trail = str(answer(await server.ana.slash(server.channel, "audit")).embeds[0].description)
    assert "gave a deed" in trail
    assert "An hour for one turn" in trail
    assert "📌 Slow play: Cy" in str(table.embed.description)
    asked = answer(await server.cy.click(table.board, label="Dispute"))
    assert said(await picks(server.cy, asked, "a deed of Cy")).startswith("✋ You disputed a deed of Cy: Slow play.")


async def test_deeds_of_a_game_are_claimed_and_voted_on_while_the_next_one_is_open(server: Server) -> None:
    await name_deeds(server, VOTED)
    table = await Table(server).started(*server.everybody[:4])
    await play_to_the_end(table)
    over = table.board
    await server.bo.click(over, label="Rematch")
    assert table.board.id != over.id
    house = {each.name: each.deed for each in (await read_settings(server)).house_deeds}
    asked = answer(await press_more(server.bo, over, "Claim a deed"))
    assert answer(await server.bo.select(asked, [house["Concede a tie"]])).content.startswith("✅ Bo claims a deed")
    asked = answer(await press_more(server.cy, over, "Claim a deed"))
    ballot = answer(await server.cy.select(asked, [house["Best play"]]))
    menu = ballot.components[0]["components"][0]
    await server.cy.select(ballot, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    await let_count(server, 80)
    boards = [str(read_board(each).description) for each in table.boards]
    assert any("📌 Best play: " in each and "📌 Concede a tie: Bo" in each for each in boards)


async def test_who_plays_at_a_table_gives_no_deed_there(server: Server) -> None:
    await name_deeds(server, VOTED)
    table = await Table(server).started(*server.everybody[:4])
    assert "Give a deed" not in await list_more(server.ana, table.board)


async def test_more_deeds_than_a_menu_holds_come_by_pages(server: Server) -> None:
    names = [f"Deed {chr(ord('a') + n // 26)}{chr(ord('a') + n % 26)} {'x' * 50}" for n in range(60)]
    await name_deeds(server, "\n".join(names))
    assert [each.name for each in (await read_settings(server)).house_deeds] == names
    page = answer(await server.ana.slash(server.channel, "setup server"))
    await server.ana.select(page, ["group:seasons"])
    await server.ana.select(page, ["house_deeds"])
    modal = await server.ana.click(page, label="Lines…")
    await server.ana.submit_modal(modal, {"lines": "", "lines2": "\n".join(names[30:])})
    assert [each.name for each in (await read_settings(server)).house_deeds] == names[30:]
    table = await Table(server).started(*server.everybody[:4])
    asked = answer(await press_more(server.bo, table.board, "Claim a deed"))
    assert len(asked.components[0]["components"][0]["options"]) == 25
    await server.bo.click(asked, custom_id=asked.components[1]["components"][1]["custom_id"])
    last = (await read_settings(server)).house_deeds[-1]
    told = answer(await server.bo.select(asked, [last.deed])).content
    assert told == f"✅ Bo claims a deed: {last.name}"
    page = answer(await server.gil.slash(server.channel, "rules", rule="deeds"))
    assert last.name not in str(page.embeds[0].description)
    await server.gil.click(page, custom_id="rules:deeds:1")
    assert last.name in str(page.embeds[0].description)


COMMAS = "Killed, drew, and laughed\nHat trick, part 2 ×3\nFirst"


async def test_every_deed_that_can_be_named_can_get_points(server: Server) -> None:
    await name_deeds(server, COMMAS)
    house = (await read_settings(server)).custom_achievement_names
    ids = {name: deed for deed, name in house.items()}
    both = {ids["Killed, drew, and laughed"]: 1, ids["Hat trick, part 2"]: 2}
    assert parse_achievement_points("hat trick, part 2: 2; killed, drew, and laughed 1", house)[0] == both
    for deed, name in house.items():
        assert parse_achievement_points(f"{name} 4", house)[0] == {deed: 4}
        assert parse_achievement_points(f"regicide 1, {name} 4; most 5", house) == ({"regicide": 1, deed: 4}, 5)


async def test_completion_offers_house_deeds(server: Server) -> None:
    await name_deeds(server, COMMAS)
    house = (await read_settings(server)).custom_achievement_names
    for typed in ("hat", "regicide 2, hat tr", "Killed, dr"):
        offered = await server.ana.autocomplete(server.channel, "season rules", "deeds", typed)
        assert offered
        for each in offered:
            points, _ = parse_achievement_points(str(each["value"]), house)
            assert points.keys() & house.keys()


async def test_names_are_declared_to_be_one_a_line_each_and_taken_back(server: Server) -> None:
    async def declare(typed: str) -> simcord.InteractionResult:
        page = answer(await server.ana.slash(server.channel, "setup server"))
        await server.ana.select(page, ["group:seasons"])
        await server.ana.select(page, ["same_names"])
        modal = await server.ana.click(page, label="Lines…")
        return await server.ana.submit_modal(modal, {"lines": typed})

    await declare("Birds = Kangee, Sky Warden\n\nT & T=Tymna + Thrasios")
    named = (await read_settings(server)).same_names
    assert [(each.text, each.name) for each in named] == [
        *(("Birds", "Kangee, Sky Warden"), ("T & T", "Tymna + Thrasios"))
    ]
    for wrong in ("Birds", "Birds = ", "= Kangee", "a = b = c", f"a = {'b' * 200}"):
        assert said(await declare(wrong)).startswith("🚫 “")
    assert (await read_settings(server)).same_names == named
    await declare("")
    assert (await read_settings(server)).same_names == ()
    trail = str(answer(await server.ana.slash(server.channel, "audit")).embeds[0].description)
    assert "Birds = Kangee, Sky Warden, T & T = Tymna + Thrasios → None" in trail
