"""Fair draws: what decides the seats is settled in the lobby, and everybody can check it after."""

import json
import re
from pathlib import Path
from typing import Any

import discord
import pytest
from msgspec.json import encode as encode_json
from simcord import InteractionResult, MemberActor
from sqlalchemy import select, update

from bot.app import BotApplication
from bot.basics.typed_values import convert_value_to_type
from bot.cli import main
from bot.draws.proofs import RandomSeatingFairnessProof, recompute_random_seating, verify_random_seating_fairness_proof
from bot.draws.seating import draw_seats_from_secret, draw_seats_of_pod, hash_random_draw_secret
from bot.i18n import LOCALES, Locale, load_translations
from bot.projections.history import find_lobby_and_start_event
from bot.rules.draws import LONGEST_WORD, RandomSeatingCommitment, compute_seating_commitment_hash
from bot.rules.joining import JoinPod
from bot.rules.lobby import StartGame
from bot.rules.records import PodSetup
from bot.service.game_requests import CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.live_game import LiveGame as Seats
from bot.service.service import GameService
from bot.storage.engine.schema import events
from bot.storage.record.log import EventLog
from bot.storage.record.people import AccountNames, PeopleRepository
from tests.front import forging
from tests.front.playing import Table, acts, add_word, does, end, forced, let_count, list_more, press_more, said
from tests.front.simulated import Server, answer, pass_quietly
from tests.front.test_history import private
from tests.front.test_me import forgets
from tests.front.test_threads import opened as open_in_thread
from tests.front.test_threads import sets_threads
from tests.storage.store import column, execute

SECRET = "5" * 64


def place(table: Table) -> ChannelAddress:
    return ChannelAddress(table.server.guild.id, table.channel.id)


def app(server: Server) -> BotApplication:
    assert isinstance(server.bot.app, BotApplication)
    return server.bot.app


async def seal_of(table: Table) -> RandomSeatingCommitment:
    """What only the bot knows: what the newest pod's draw is bound to."""
    seats = await app(table.server).service.load_current_game(place(table))
    assert seats.pod is not None
    assert seats.pod.draw is not None
    return seats.pod.draw.seal


async def mark(table: Table) -> tuple[int, str]:
    """The number of the draw on the board, and how its commitment begins by *Check the draw*."""
    found = re.search(r"🎲 [^·]*?(\d+)", table.embed.footer.text or "")
    assert found is not None, table.embed.footer.text
    (embed,) = answer(await checks(table, table.server.gil)).embeds
    (commitment,) = re.findall(r"```\n([0-9a-f]{64})\n```", embed.description or "")
    return int(found[1]), commitment[:16]


async def checks(table: Table, who: MemberActor) -> InteractionResult:
    """Presses Check the draw below their own view of the board, or behind its last button."""
    status = await who.slash(table.channel, "pod status")
    if "⋯" in str(answer(status).components) and ":fair" not in str(answer(status).components):
        status = await who.click(answer(status), label="⋯")
    return await who.click(answer(status), custom_id=button(status))


def button(status: InteractionResult) -> str:
    (found,) = (
        str(item["custom_id"])
        for row in answer(status).components
        for item in row["components"]
        if str(item["custom_id"]).endswith(":fair")
    )
    return found


def shown(result: InteractionResult) -> str:
    """What a private answer has for copying, first."""
    assert result.ephemeral
    (embed,) = answer(result).embeds
    block, *_ = re.findall(r"```(?:json)?\n(.*?)\n?```", embed.description or "", re.DOTALL)
    return str(block)


async def proven(result: InteractionResult) -> dict[str, Any]:
    """The file that proves a draw."""
    assert result.ephemeral
    (file,) = answer(result).message.attachments
    assert file.filename == "draw.json"
    found: dict[str, Any] = json.loads(await file.read())
    return found


def is_sound(proof: dict[str, Any]) -> bool:
    return all(
        check.is_valid
        for check in verify_random_seating_fairness_proof(convert_value_to_type(proof, RandomSeatingFairnessProof))
    )


def named(proof: dict[str, Any], key: str = "seats") -> list[str]:
    return [proof["roster"][place]["name"] for place in proof[key]]


def drawn_on(table: Table) -> list[str]:
    """The seats on the board, from the first player on."""
    return table.turn[1]


async def adds(table: Table, who: MemberActor, word: str) -> InteractionResult:
    """Presses the button for a word, and sends the form."""
    await press_more(who, table.board, "Add a word")
    custom_id = f"pod:{await number_of(table)}:word:typed"
    return await forging.submit(who, table.channel, table.board, custom_id, {"word": word})


async def number_of(table: Table) -> int:
    return (await app(table.server).service.load_current_game(place(table))).number


# Before the start


async def test_the_commitment_stays_from_the_lobby_to_the_end(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy)
    number, beginning = await mark(table)
    assert f"`{beginning}`" in (table.embed.footer.text or "")
    sealed = shown(await press_more(server.gil, table.board, "Check the draw"))
    assert (number, beginning) == (1, sealed[:16])
    assert sealed == compute_seating_commitment_hash(await seal_of(table))
    await server.bo.click(table.board, label="Leave")
    await server.di.click(table.board, label="Join")
    await server.restart()
    for guest in (server.eve, server.bo):
        await guest.click(table.board, label="Join")
    assert await mark(table) == (1, beginning)
    await server.cy.click(table.board, label="Start")
    assert await mark(table) == (1, beginning)
    await end(server.cy, table.channel, "draw")
    assert await mark(table) == (1, beginning)
    assert "Check the draw" in await list_more(server.bo, table.board)


async def test_what_is_shown_before_the_start_is_what_the_commitment_is_the_hash_of(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    (embed,) = answer(await checks(table, server.gil)).embeds
    sealed, lines = re.findall(r"```\n(.*?)```", embed.description or "", re.DOTALL)
    assert hash_random_draw_secret(lines) == sealed.strip()  # the SHA-256 of a text
    seal = await seal_of(table)
    assert f"server {server.guild.id}\nchannel {table.channel.id}\npod 1\nnumber 1\n" in lines
    assert f"secret {hash_random_draw_secret(seal.own.secret)}\n" in lines


async def test_the_secrets_of_a_lobby_were_sealed_before_it_was_asked_for(server: Server) -> None:
    """Also in a rematch: what opens a lobby decides nothing about its secrets any more."""
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    first = await seal_of(table)
    await end(server.bo, table.channel, "draw")
    await server.di.click(table.board, label="Rematch")
    second = await seal_of(table)
    assert second.own == first.following
    assert (second.number, second.before) == (2, compute_seating_commitment_hash(first))
    assert second.following not in (first.own, first.following)
    other = server.guild.create_text_channel("table-two")
    third = await seal_of(await Table(server, other).opened(server.eve))
    assert third.own == second.following
    assert (third.number, third.before) == (3, compute_seating_commitment_hash(second))


async def lists(table: Table) -> InteractionResult:
    """The list of all draws, from the button below a draw."""
    checked = answer(await acts(table.server.gil, table.channel, "fair"))
    return await table.server.gil.click(checked, label="All draws")


async def test_before_the_start_the_secret_leaves_the_bot_by_no_way(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    seal = await seal_of(table)
    await acts(server.bo, table.channel, "log")
    await end(server.bo, table.channel, "close")
    for name in ("log", "undo", "pod status"):
        await does(server.bo, table.channel, name)
    await lists(table)
    await checks(table, server.gil)
    await server.gil.slash(table.channel, "me export")

    def told(secret: str) -> bool:
        return any(secret in json.dumps(request.json) for request in server.env.http_requests)

    assert not any(map(told, (seal.own.secret, seal.own.veil or "", seal.following.secret)))
    await server.bo.click(table.board, label="Start")
    proof = await proven(await checks(table, server.gil))
    assert (proof["secret"], proof["veil"]) == (seal.own.secret, seal.own.veil)
    assert seal.following.secret not in json.dumps(proof)


async def test_the_story_has_the_seal_and_the_words_from_the_beginning(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    await server.cy.click(table.board, label="Join")
    await adds(table, server.cy, "`owl`")
    await adds(table, server.cy, "")
    (page,) = answer(await acts(server.bo, table.channel, "log")).embeds
    assert "🎲 Its draw no. 1 is sealed" in (page.description or "")
    assert "“\\`owl\\`”" in (page.description or "")
    assert "🎲 Cy takes their word out of the draw." in (page.description or "")


# Words


async def test_joining_is_one_press_and_whoever_wants_adds_a_word(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy)
    assert table.field("🎲 Words") == ""
    assert said(await adds(table, server.cy, "  a  barn   owl ")).startswith("✅ Your word is in")
    assert said(await server.di.click(table.board, label="Join")).startswith("✅")
    await adds(table, server.di, "*x*")
    assert table.field("🎲 Words") == "2. “a barn owl”\n3. “\\*x\\*”"
    await adds(table, server.di, "y")
    assert table.field("🎲 Words").endswith("3. “y”")
    assert said(await adds(table, server.cy, " ")) == "✅ Your word is out of the draw."
    assert table.field("🎲 Words") == "3. “y”"
    await server.di.click(table.board, label="Leave")
    await server.di.click(table.board, label="Join")
    assert table.field("🎲 Words") == ""  # it went with the seat


async def test_a_word_has_its_limits_and_its_time(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di)
    for wrong in ("x" * (LONGEST_WORD + 1), "\u202eabc", "a\u0007b"):
        told = said(await adds(table, server.cy, wrong))
        assert told.startswith("🚫 A word has 40 characters at most, on one line")
    custom_id = f"pod:{await number_of(table)}:word"
    pressed = await forging.press(server.eve, table.channel, table.board, custom_id)
    assert said(pressed).startswith("🚫 You have no seat here.")
    lobby = table.board
    await server.eve.click(lobby, label="Join")
    await server.bo.click(lobby, label="Start")
    custom_id = f"pod:{await number_of(table)}:word:typed"
    late = await forging.submit(server.cy, table.channel, table.board, custom_id, {"word": "late"})
    assert said(late).startswith("🚫 The draw of this pod is made")


async def test_each_word_changes_the_draw_s_key_and_a_struck_one_goes_on_counting(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    await adds(table, server.eve, "slur")
    seats = await app(server).service.load_current_game(place(table))
    before = draw_seats_of_pod(seats.pod)
    worded = events.c.type == "worded"
    [payload] = await column(app(server).database, select(events.c.payload).where(worded))
    struck = payload.replace('"slur"', '"▒▒▒"')
    await execute(app(server).database, update(events).where(worded).values(payload=struck))
    await server.restart()
    await server.bo.slash(table.channel, "pod status")
    seats = await app(server).service.load_current_game(place(table))
    assert draw_seats_of_pod(seats.pod) == before
    await server.bo.click(table.board, label="Start")
    proof = await proven(await checks(table, server.gil))
    assert is_sound(proof)
    assert "word" not in proof["roster"][3]
    assert proof["roster"][3]["word_hash"] in payload


# After it


async def test_what_is_shown_after_the_start_proves_the_draw(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the order of joining, which is not that of the alphabet, with somebody who left."""
    table = await Table(server).opened(server.bo, server.di, server.cy, server.fay, server.eve)
    _, beginning = await mark(table)
    await server.di.click(table.board, label="Leave")
    await server.di.click(table.board, label="Join")
    await adds(table, server.fay, "owl")
    await server.bo.click(table.board, label="Start")
    proof = await proven(await checks(table, server.gil))
    assert proof["commitment"].startswith(beginning)
    assert [seat["name"] for seat in proof["roster"]] == ["Bo", "Cy", "Fay", "Eve", "Di"]
    assert proof["roster"][2]["account"] == f"{server.fay.id}"
    assert proof["roster"][2]["word"] == "owl"
    assert (proof["pod"], proof["channel"]) == ("1", f"{table.channel.id}")
    drawn = recompute_random_seating(convert_value_to_type(proof, RandomSeatingFairnessProof))
    assert (list(drawn.seats), drawn.first) == (proof["seats"], proof["first"])
    at = proof["seats"].index(proof["first"])
    seats = named(proof)
    assert drawn_on(table) == [*seats[at:], *seats[:at]]
    file = tmp_path / "draw.json"
    file.write_bytes(encode_json(proof))
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.endswith("The draw is sound.\n")


async def test_a_second_proof_shows_that_the_draw_before_foretold_its_secrets(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    before = await proven(await checks(table, server.gil))
    assert "text_before" not in before
    await end(server.bo, table.channel, "draw")
    await server.di.click(table.board, label="Rematch")
    for guest in (server.bo, server.cy, server.eve):
        await guest.click(table.board, label="Join")
    await server.di.click(table.board, label="Start")
    proof = await proven(await checks(table, server.gil))
    assert (proof["number"], proof["before"]) == (2, before["commitment"])
    found = {
        check.what
        for check in verify_random_seating_fairness_proof(convert_value_to_type(proof, RandomSeatingFairnessProof))
        if check.is_valid
    }
    assert {"before", "foretold", "veil", "tags"} <= found
    assert is_sound(proof)
    for line in ("next-secret", "next-veil"):
        wrong = proof["text_before"].replace(f"{line} ", f"{line} 0")
        assert not is_sound({**proof, "text_before": wrong})


async def test_the_proof_stays_what_it_was_while_the_game_goes_on(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    before = await proven(await checks(table, server.bo))
    await table.reports(server.bo, "Bo", "Cy")
    await acts(server.bo, table.channel, "turn")
    await server.restart()
    assert await proven(await checks(table, server.gil)) == before


async def test_the_board_of_a_finished_game_lets_its_draw_be_checked_for_good(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    before = await proven(await checks(table, server.bo))
    await end(server.bo, table.channel, "draw")
    finished = table.board
    await server.bo.click(finished, label="Rematch")
    assert await proven(await press_more(server.gil, finished, "Check the draw")) == before


async def test_no_undo_takes_a_start_back(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    told = said(await server.bo.slash(table.channel, "undo"))
    assert told.startswith("🚫 There is nothing to undo.")
    assert "Report" in table.buttons


@pytest.mark.parametrize("name", ["`" * 32, '"\\' * 16, "```\n# Big", "\u202eoB\u200b", "\U0001f608" * 32])
async def test_no_name_gets_out_of_what_is_to_be_copied(server: Server, name: str) -> None:
    """And ten of one name are ten people all the same."""
    guests = [
        server.guild.add_member(server.env.create_user(f"guest-{number}", global_name=name)) for number in range(10)
    ]
    table = await Table(server).opened(*guests)
    await guests[0].click(table.board, label="Start")
    proof = await proven(await checks(table, server.gil))
    assert len({seat["name"] for seat in proof["roster"]}) == 10
    assert sorted(proof["seats"]) == list(range(10))
    assert is_sound(proof)


# Started once, whatever happens


async def test_a_start_that_another_process_came_before_draws_for_all_who_sit(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    bot = app(server)
    other = GameService(EventLog(bot.database), PeopleRepository(bot.database), discord.utils.utcnow)
    decided: list[StartGame] = []

    def start(_: str, seats: Seats) -> StartGame:
        decided.append(draw_seats_of_pod(seats.pod))
        return decided[-1]

    # Of this the bot's own copy of the pod knows nothing.
    fay = CommandUser(server.fay.id, AccountNames("Fay"))
    await other.execute_command(GameCommandRequest(place(table), fay, lambda me, _: JoinPod(me)))
    await bot.service.execute_command(
        GameCommandRequest(place(table), CommandUser(server.bo.id, AccountNames("Bo")), start, None)
    )
    assert [len(start.seats) for start in decided] == [4, 5]
    found = find_lobby_and_start_event((await bot.service.load_game_with_events(place(table))).events)
    assert found is not None
    lobby, started = found
    assert draw_seats_of_pod(lobby) == decided[-1]
    assert (started.seats, started.first) == (decided[-1].seats, decided[-1].first)


async def test_a_draw_can_be_repeated_and_is_the_same(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    seats = await app(server).service.load_current_game(place(table))
    assert draw_seats_of_pod(seats.pod) == draw_seats_of_pod(seats.pod)


# What passes from one lobby to the next


async def test_a_lobby_that_is_closed_unused_hands_its_secrets_to_the_next_one(server: Server) -> None:
    """A lobby elsewhere leaves them alone; and what was handed on starts only once."""
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    first = await seal_of(table)
    board = table.board
    await end(server.bo, table.channel, "close")
    other = Table(server, server.guild.create_text_channel("table-two"))
    elsewhere = await seal_of(await other.opened(server.fay))
    assert (elsewhere.own, elsewhere.source) == (first.following, None)
    await server.bo.slash(table.channel, "pod open")
    second = await seal_of(table)
    assert (second.own, second.source, second.number) == (first.own, 1, 3)
    assert second.following == elsewhere.following
    for guest in (server.cy, server.di, server.eve):
        await guest.click(table.board, label="Join")
    await server.bo.click(table.board, label="Start")
    proof = await proven(await checks(table, server.gil))
    assert is_sound(proof)
    assert proof["text_source"].startswith("suzerain-draw-2\n")
    assert not is_sound({**proof, "text_source": proof["text_before"]})
    # The first lobby comes back: everybody knows its secret by now.
    await end(server.bo, table.channel, "draw")
    await forging.command(server.ana, table.channel, "override reopen", pod="1", reason="They agreed.")
    pressed = await forging.press(server.bo, table.channel, board, "pod:1:start")
    assert "draw 3 has its secret" in said(pressed) or "🚫" in said(pressed)


async def test_in_threads_a_secret_passes_on_within_their_channel(server: Server) -> None:
    await sets_threads(server, "thread")
    table = await open_in_thread(server, server.bo)
    first = await seal_of(table)
    await end(server.bo, table.channel, "close")
    again = await seal_of(await open_in_thread(server, server.bo))
    assert (again.own, again.source, again.home) == (first.own, 1, server.channel.id)


async def _reopens(table: Table, *people: MemberActor) -> dict[str, Any]:
    """Closes the pod, opens another one with these, starts it, and has its proof."""
    await end(people[0], table.channel, "close")
    await table.opened(*people)
    await people[0].click(table.board, label="Start")
    return await proven(await checks(table, table.server.gil))


async def test_a_pod_that_is_closed_before_its_first_report_keeps_its_seats(server: Server) -> None:
    """As long as it is opened by the same people within the hour; in whichever order they sit."""
    bo, cy, di, eve, fay = (getattr(server, name) for name in ("bo", "cy", "di", "eve", "fay"))
    table = await Table(server).started(bo, cy, di, eve)
    seats = drawn_on(table)
    await acts(bo, table.channel, "turn")
    second = await _reopens(table, bo, eve, di, cy)
    assert drawn_on(table) == seats
    assert is_sound(second)
    assert second["kept"]["number"] == 1
    wrong = {**second, "seats": second["seats"][::-1]}
    assert not is_sound(wrong)
    third = await _reopens(table, bo, cy, di, eve)
    assert drawn_on(table) == seats
    assert third["kept"]["number"] == 1  # where they were drawn
    fourth = await _reopens(table, bo, cy, di, eve, fay)
    assert "kept" not in fourth
    assert is_sound(fourth)


async def test_after_a_report_or_an_hour_the_seats_are_drawn_anew(server: Server) -> None:
    bo, cy, di, eve = (getattr(server, name) for name in ("bo", "cy", "di", "eve"))
    table = await Table(server).started(bo, cy, di, eve)
    await table.reports(bo, "Cy", "Bo")
    assert "kept" not in await _reopens(table, bo, cy, di, eve)
    await end(bo, table.channel, "close")
    await pass_quietly(server, 61 * 60)
    await table.opened(bo, cy, di, eve)
    await bo.click(table.board, label="Start")
    assert "kept" not in await proven(await checks(table, server.gil))


# All draws


async def test_the_list_says_of_every_number_what_became_of_it(server: Server) -> None:
    secret = private(server, "ana")
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    used = (await mark(table))[1]
    await end(server.bo, table.channel, "draw")
    await server.bo.slash(table.channel, "pod open")
    await end(server.bo, table.channel, "close")
    await server.bo.slash(table.channel, "pod open")
    await forging.command(server.ana, secret, "pod open")
    listed = answer(await lists(table)).embeds[0]
    *lines, last = (listed.description or "").splitlines()
    here = f"<#{table.channel.id}>"
    assert [re.sub(r"`[0-9a-f]{16}` ", "", line) for line in lines] == [
        "**4** · ⏳ open",
        f"**3** · ⏳ open · {here}",
        f"**2** · ⚪ closed unused; draw 3 has its secret · {here}",
    ]
    assert last == f"`{used}` **1** · ✅ used · {here}"
    assert listed.footer.text == ("Each commitment holds the fingerprint of the one before. Page 1 of 1")


async def test_a_long_list_has_pages(server: Server) -> None:
    table = Table(server)
    for _ in range(11):
        await server.bo.slash(table.channel, "pod open")
        await end(server.bo, table.channel, "close")
    listed = await lists(table)
    assert len((answer(listed).embeds[0].description or "").splitlines()) == 10
    await server.gil.click(answer(listed), custom_id="draws:1")
    (line,) = (answer(listed).embeds[0].description or "").splitlines()
    assert "**1** · ⚪ closed unused; draw 2 has its secret" in line


# Who is forgotten


async def test_a_draw_is_proven_after_somebody_was_forgotten_and_names_no_account(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    await adds(table, server.cy, "Cy's word")
    await server.bo.click(table.board, label="Start")
    before = await proven(await checks(table, server.gil))
    await end(server.bo, table.channel, "draw")
    await let_count(server)
    await server.bo.click(table.board, label="Rematch")
    following = await seal_of(table)
    await forgets(server.cy, server)
    (finished, *_) = table.boards
    after = await proven(await press_more(server.gil, finished, "Check the draw"))
    assert is_sound(after)
    for key in ("commitment", "seats", "first", "secret"):
        assert after[key] == before[key]
    assert [seat["tag"] for seat in after["roster"]] == [seat["tag"] for seat in before["roster"]]
    assert "veil" not in after
    assert all("account" not in seat and "word" not in seat for seat in after["roster"])
    log = "".join(await column(app(server).database, select(events.c.payload)))
    assert before["veil"] not in log
    assert following.own.veil is not None
    assert following.own.veil in log  # of a lobby in which they never sat


# Pods from before


async def turn_old(table: Table, secret: str | None) -> None:
    """Make the newest lobby one from before there were seals, with a secret or without."""
    opened = (events.c.type == "opened") & (events.c.channel == table.channel.id)
    database = app(table.server).database
    [payload] = await column(database, select(events.c.payload).where(opened))
    event = json.loads(payload)
    del event["draw"], event["tags"]
    was: dict[str, Any] = {"schema": 1}
    if secret is not None:
        was, event["secret"] = {"schema": 3}, secret
    values = {**was, "payload": json.dumps(event)}
    await execute(database, update(events).where(opened).values(values))
    await table.server.restart()


async def test_a_pod_from_before_starts_and_says_why_it_cannot_be_checked(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di)
    await turn_old(table, None)
    await server.eve.click(table.board, label="Join")
    assert "🎲" not in str(table.embed.to_dict())
    before = said(await checks(table, server.bo))
    assert before.startswith("🚫 This pod was opened before draws could be checked.")
    await server.bo.click(table.board, label="Start")
    assert "Report" in table.buttons
    assert "🎲" not in table.field("▶️ Turn 1")
    assert said(await forced(table, server.bo, table.board, "pod:1:fair")) == before


async def test_a_lobby_from_before_there_were_seals_keeps_the_old_recipe(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di)
    await turn_old(table, SECRET)
    await acts(server.eve, table.channel, "join")
    assert f"`{hash_random_draw_secret(SECRET)[:16]}`" in (table.embed.footer.text or "")
    assert not {"Add a word", "Check the draw"} & {*table.buttons}
    refused = said(await add_word(table, server.eve, "owl"))
    assert refused.startswith("🚫 This lobby takes no words")
    await server.bo.click(table.board, label="Start")
    file = tmp_path / "draw.json"
    file.write_text(shown(await checks(table, server.gil)), "utf-8")
    proof = json.loads(file.read_text("utf-8"))
    start = draw_seats_from_secret(PodSetup(), proof["players"], SECRET)
    assert [list(start.seats), start.first] == [proof["seats"], proof["first"]]
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.endswith("The draw is sound.\n")


# In each language


@pytest.mark.parametrize("locale", LOCALES)
async def test_everybody_reads_in_their_own_language_how_to_check(server: Server, locale: Locale) -> None:
    text = load_translations(locale)
    for member in server.everybody:
        server.speaks(member, {"en": "en-GB"}.get(locale, locale))
    table = await Table(server).opened(server.bo)
    for guest in (server.cy, server.di, server.eve):
        await acts(guest, table.channel, "join")
    assert text("draw-mark", number=1, commitment="").split("·")[0] in (table.embed.footer.text or "")
    (before,) = answer(await checks(table, server.bo)).embeds
    await acts(server.bo, table.channel, "start")
    (after,) = answer(await checks(table, server.bo)).embeds
    assert [before.title, after.title] == [text("fair-title")] * 2
    assert (before.description or "").startswith(text("draw-sealed-about"))
    assert (after.description or "").startswith(text("draw-proof-about"))
