"""`/pod status`: whom one may attack and reach, in words and as a picture, and on the board."""

import asyncio
from io import BytesIO
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest
from discord import Embed
from PIL import Image
from simcord import InteractionResult

from bot import app
from bot.formatters.messages import PodMessageFormatter
from bot.front.game_texts import table_view
from bot.i18n import LOCALES, Locale, load_translations
from bot.pictures.figures import build_players_in_picture
from bot.pictures.picture_queue import PictureQueue
from bot.pictures.scene import SeatInPicture, TablePictureScene
from bot.rules.facts import Player
from bot.rules.next_turn import list_current_and_next_turns
from bot.rules.pod import Pod
from bot.rules.ranges import RangeOfInfluence
from bot.rules.records import PlayerState, PodSetup, Turn
from bot.rules.tables import TABLES, TableId
from bot.service.live_game import ChannelAddress
from bot.workers.worker import WorkerProcess
from tests.front.playing import Table, acts, end, find_detail
from tests.front.simulated import Server, answer, in_flight, waits_known

ENGLISH = PodMessageFormatter(load_translations("en"), str)
PEOPLE = ("ana", "bo", "cy", "di", "eve", "fay")


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy with other tests draws as well, only later."""
    monkeypatch.setattr(table_view, "PICTURE_TIMEOUT", 60.0)


def studio_of(server: Server) -> PictureQueue:
    assert isinstance(server.bot.app, app.BotApplication)
    return server.bot.app.client.services.studio


def process_of(server: Server) -> psutil.Process:
    number = studio_of(server).process_id
    assert number is not None
    return psutil.Process(number)


async def pod_of(table: Table) -> Pod:
    assert isinstance(table.server.bot.app, app.BotApplication)
    place = ChannelAddress(table.server.guild.id, table.channel.id)
    pod = (await table.server.bot.app.service.load_current_game(place)).pod
    assert pod is not None
    return pod


def shown(result: InteractionResult) -> Embed:
    """The embed of a private answer."""
    assert result.ephemeral
    (embed,) = answer(result).embeds
    return embed


def told(result: InteractionResult, title: str = "🪑 The table") -> list[str]:
    """What the answer says of the table."""
    values = [field.value or "" for field in shown(result).fields if str(field.name).startswith(title)]
    return values[0].splitlines() if values else []


def has_picture(result: InteractionResult) -> bool:
    attached = [each.filename for each in answer(result).attachments]
    image = shown(result).image.url
    assert bool(attached) == bool(image)
    return attached == ["table.png"]


async def answered(result: InteractionResult) -> None:
    """Wait for an answer while something else does not come to rest."""
    async with asyncio.timeout(60):
        while True:
            if result.response is not None:
                return
            await asyncio.sleep(0)


async def play(server: Server, **options: object) -> Table:
    """A game of six."""
    host, *guests = (server.people[name] for name in PEOPLE)
    return await Table(server).started(host, *guests, **options)


# The answer


async def test_the_answer_is_private_and_has_the_picture_and_the_words(server: Server) -> None:
    table = await play(server, variant="esclave")
    await table.reports(server.bo, "Bo", "Ana")
    result = await server.ana.slash(table.channel, "pod status")
    assert has_picture(result)
    with Image.open(BytesIO(await answer(result).message.attachments[0].read())) as picture:
        picture.load()
        assert (picture.format, picture.width) == ("PNG", 640)
        assert 500 < picture.height < 1200
    lines = told(result)
    assert lines[0].startswith("Turn order: ")
    assert lines[-1].startswith("⏳ Until the next turn, teams, seats and range count")


async def test_without_turns_a_new_thrall_is_spared_at_once(server: Server) -> None:
    table = await play(server, variant="esclave", turns=False)
    await table.reports(server.bo, "Bo", "Ana")
    order, attack, reach = told(await server.ana.slash(table.channel, "pod status"))
    assert "▶️" not in order
    assert "Bo" not in attack
    assert reach == "🎯 Everyone is in your range."


async def test_no_arrow_goes_to_a_thrall_of_one_s_own_nor_back(server: Server) -> None:
    """ESC-D13: in the turn in which they come to serve, and in those that follow."""
    table = await play(server, variant="esclave")
    await table.reports(server.bo, "Bo", "Ana")
    for lines in (4, 3):
        said = told(await server.ana.slash(table.channel, "pod status"))
        assert (len(said), "Bo" in said[1]) == (lines, False)
        pod = await pod_of(table)
        ana, bo = (pod.players.index(table.keys[name]) for name in ("Ana", "Bo"))
        assert bo not in see(pod, table.keys["Ana"]).attack
        assert ana not in see(pod, table.keys["Bo"]).attack
        await server.ana.click(table.board, label="Next turn")


@pytest.mark.parametrize("which", TABLES)
async def test_the_words_say_what_the_rules_do_at_every_table(server: Server, which: TableId) -> None:
    count = {"grand-melee": 11, "pentagon": 5, "two-headed-giant": 4}.get(which, 6)
    more = [f"p{number}" for number in range(7, count + 1)]
    people = {each.capitalize(): server.people[each] for each in PEOPLE[:count]}
    for each in more:
        people[each] = server.guild.add_member(server.env.create_user(each, global_name=each))
    table = await Table(server).started(*people.values(), variant="elimination", table=which)
    await acts(server.ana, table.channel, "turn")
    names = {key: shown for shown, key in table.keys.items()}
    pod = await pod_of(table)
    reach = RangeOfInfluence(pod)

    def said(players: tuple[Player, ...]) -> str:
        return ", ".join(names[each] for each in players) or "nobody"

    order = f"Turn order: ▶️ {' → '.join(said(turn.active) for turn in list_current_and_next_turns(pod))}"
    for name in list(people)[:4]:
        who, key = people[name], table.keys[name]
        near = reach.find_players_in_range(key)
        result = await who.slash(table.channel, "pod status")
        assert has_picture(result)
        assert told(result) == [
            order,
            f"⚔️ You may attack: {said(reach.find_attackable_players(key))}",
            "🎯 Everyone is in your range." if near is None else f"🎯 In your range: {said(near)}",
        ]
    outsider = await server.gil.slash(table.channel, "pod status")
    assert has_picture(outsider)
    assert told(outsider) == [order]


async def test_who_is_out_is_told_so_and_has_no_turn(server: Server) -> None:
    table = await play(server, variant="elimination", table="melee")
    await table.reports(server.bo, "Bo", "Ana")
    result = await server.bo.slash(table.channel, "pod status")
    assert has_picture(result)
    assert "Bo" not in told(result)[0]
    assert told(result)[1:] == ["💀 You are out of the game."]


async def test_a_thrall_has_a_turn_with_the_master_and_none_of_their_own(server: Server) -> None:
    """ESC-D13: the status lists the turn of the team in the master's place."""
    table = await play(server, variant="esclave")
    await table.reports(server.bo, "Bo", "Ana")
    await table.reports(server.cy, "Cy", "Ana")
    order, *_ = told(await server.di.slash(table.channel, "pod status"))
    turns = order.removeprefix("Turn order: ").removeprefix("▶️ ").split(" → ")
    assert {*turns} - {"Ana"} == {"Ana, Bo, Cy", "Di", "Eve", "Fay"}  # her present turn is hers alone


async def test_whoever_is_phased_out_is_in_nobody_s_range(server: Server) -> None:
    """NEC-D9: from the moment they rise, in words and in the picture."""
    table = await play(server, variant="necromancer")
    await table.reports(server.bo, "Bo", "Ana")
    _, *mine = told(await server.bo.slash(table.channel, "pod status"))
    assert mine == [
        "💤 You are phased out: you attack nobody, and nobody attacks you. You are back when your turn comes around."
    ]
    _, attack, near = told(await server.cy.slash(table.channel, "pod status"))
    assert sorted(attack.removeprefix("⚔️ You may attack: ").split(", ")) == ["Ana", "Di", "Eve", "Fay"]
    assert sorted(near.removeprefix("🎯 In your range: ").split(", ")) == ["Ana", "Di", "Eve", "Fay"]
    pod = await pod_of(table)
    bo = pod.players.index(table.keys["Bo"])
    drawn = see(pod, table.keys["Cy"])
    assert drawn.reach is not None
    assert bo not in drawn.attack | drawn.reach
    assert not see(pod, table.keys["Bo"]).attack
    for _ in range(6):
        await server.ana.click(table.board, label="Next turn")
    assert "Bo" in told(await server.cy.slash(table.channel, "pod status"))[1]


async def test_a_pod_without_turns_counts_nobody_as_phased_out(server: Server) -> None:
    table = await play(server, variant="necromancer", turns=False)
    await table.reports(server.bo, "Bo", "Ana")
    _, attack, near = told(await server.cy.slash(table.channel, "pod status"))
    assert "Bo" in attack
    assert near == "🎯 Everyone is in your range."
    assert "Phased out" not in await find_detail(table, "⚖️ Reminders")


@pytest.mark.parametrize(
    ("locale", "title", "attack"),
    [
        ("en-US", "🪑 The table", "⚔️ You may attack: "),
        ("fr", "🪑 La table", "⚔️ Tu peux attaquer\u00a0: "),
        ("ru", "🪑 Стол", "⚔️ Кого можно атаковать: "),
    ],
)
async def test_everybody_is_answered_in_their_own_language(
    server: Server, locale: str, title: str, attack: str
) -> None:
    table = await play(server, variant="elimination", table="melee")
    server.speaks(server.cy, locale)
    result = await server.cy.slash(table.channel, "pod status")
    assert has_picture(result)
    assert told(result, title)[0].startswith(attack)


async def test_there_is_no_picture_before_the_start_and_after_the_end(server: Server) -> None:
    table = await Table(server).opened(server.ana, server.bo, variant="elimination")
    lobby = await server.ana.slash(table.channel, "pod status")
    await server.ana.click(table.board, label="Start")
    await end(server.bo, table.channel, "concede")
    over = await server.ana.slash(table.channel, "pod status")
    for result in (lobby, over):
        assert not has_picture(result)
        assert not told(result)
    assert studio_of(server).process_id is None


# The process that draws


@pytest.mark.worker_processes
async def test_without_the_renderer_the_words_are_there_alone(
    server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "sitecustomize.py").write_text("raise SystemExit(3)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    table = await play(server, variant="elimination", table="melee")
    result = await server.ana.slash(table.channel, "pod status")
    assert not has_picture(result)
    assert told(result)[0].startswith("⚔️ You may attack: ")
    assert "a picture was not drawn" in caplog.text


@pytest.mark.worker_processes
async def test_a_picture_that_takes_too_long_is_left_out_and_the_next_one_is_there(server: Server) -> None:
    table = await play(server, variant="elimination", table="melee")
    await server.ana.slash(table.channel, "pod status")
    process = process_of(server)
    process.suspend()
    with waits_known(
        server.env,
        (PictureQueue, PictureQueue.draw_picture),
        (PictureQueue, PictureQueue._draw_all_requested_pictures),
        (WorkerProcess, WorkerProcess._send_request_with_timeout),
    ):
        late = await server.ana.slash(table.channel, "pod status")
    assert not has_picture(late)
    assert told(late)[0].startswith("⚔️ You may attack: ")
    process.resume()
    assert has_picture(await server.ana.slash(table.channel, "pod status"))
    assert process_of(server).pid == process.pid


@pytest.mark.worker_processes
async def test_after_the_process_was_killed_the_next_answer_has_a_picture(server: Server) -> None:
    table = await play(server, variant="esclave")
    await server.ana.slash(table.channel, "pod status")
    process_of(server).kill()
    assert has_picture(await server.ana.slash(table.channel, "pod status"))


@pytest.mark.worker_processes
async def test_nobody_else_waits_while_a_picture_is_drawn(server: Server) -> None:
    table = await play(server, variant="esclave")
    await server.ana.slash(table.channel, "pod status")
    process = process_of(server)
    process.suspend()
    with in_flight(server.env):
        drawn = await server.bo.slash(table.channel, "pod status")
        quick = await server.cy.slash(table.channel, "leaderboard")
        await answered(quick)
    assert drawn.response is None
    process.resume()
    await server.env.settle()
    assert has_picture(drawn)


@pytest.mark.worker_processes
async def test_the_process_begins_with_the_first_picture_and_ends_with_the_bot(server: Server) -> None:
    table = await play(server, variant="esclave")
    assert studio_of(server).process_id is None
    await server.ana.slash(table.channel, "pod status")
    process = process_of(server)
    await server.restart()
    assert not process.is_running()
    assert has_picture(await server.ana.slash(table.channel, "pod status"))


# The board


async def test_the_board_has_no_picture_and_says_whom_the_active_player_may_attack(server: Server) -> None:
    table = await play(server, variant="elimination", table="melee")
    for _ in range(2):
        pod = await pod_of(table)
        assert pod.turn is not None
        (active,) = pod.turn.active
        (attacked,) = RangeOfInfluence(pod).find_attackable_players(active)
        names = {key: shown for shown, key in table.keys.items()}
        shown = await find_detail(table, "⚔️")
        assert shown == f"{names[active]} → {names[attacked]}"
        await server.ana.click(table.board, label="Next turn")
    assert not table.board.attachments
    assert not table.embed.image.url


async def test_where_anybody_may_attack_anybody_the_board_says_nothing(server: Server) -> None:
    table = await play(server, variant="esclave")
    assert not table.field("⚔️")


def seated(count: int, table: TableId, active: tuple[int, ...]) -> Pod:
    players = tuple(chr(ord("a") + at) for at in range(count))
    turn = Turn(tuple(players[at] for at in active), 1, players[active[0]])
    setup = PodSetup(table=table, variant="elimination", scoring="elimination")
    return Pod(setup, "a", players, {p: PlayerState(p) for p in players}, turn=turn)


def test_every_active_player_has_a_line() -> None:
    assert table_view.render_possible_attacks(seated(12, "grand-melee", (0, 4, 8)), ENGLISH) == [
        "a → b",
        "e → f",
        "i → j",
    ]


def test_heads_of_a_giant_have_a_line_each() -> None:
    pod = seated(4, "two-headed-giant", (0, 1))
    assert table_view.render_possible_attacks(pod, ENGLISH) == ["a → d", "b → c"]


def test_the_lines_on_the_board_are_few() -> None:
    pod = seated(12, "grand-melee", tuple(range(12)))
    lines = table_view.render_possible_attacks(pod, ENGLISH)
    assert len(lines) == table_view.MAX_ATTACK_LINES
    assert lines[-1] == "… for the others see `/pod status`"


def test_a_crowd_is_not_named_once_more() -> None:
    pod = seated(25, "grand-melee", (0, 4, 8))
    assert table_view.render_possible_attacks(pod, ENGLISH) == ["… for the others see `/pod status`"]


# What is drawn


def see(pod: Pod, player: str, locale: Locale = "en") -> TablePictureScene:
    figures = build_players_in_picture([(each, "") for each in pod.players])
    drawn = dict(zip(pod.players, figures, strict=True))
    return table_view.build_table_picture_scene(pod, player, drawn, load_translations(locale))


FIGURES = dict(zip("abcd", build_players_in_picture([(each, "") for each in "abcd"]), strict=True))


def test_a_team_of_esclave_is_a_group_and_a_thrall_is_bound_to_the_master() -> None:
    standings = {
        "a": PlayerState("a"),
        "b": PlayerState("b", "servant", "c"),
        "c": PlayerState("c"),
        "d": PlayerState("d", "out"),
    }
    pod = Pod(PodSetup(), "a", tuple(standings), standings, turn=Turn(("c", "b"), 3, "c"))
    drawn = see(pod, "b")
    assert drawn.seats == (
        SeatInPicture(FIGURES["a"], 0, "leader"),
        SeatInPicture(FIGURES["b"], 2, "thrall", active=True, serves=2),
        SeatInPicture(FIGURES["c"], 2, "leader", active=True),
        SeatInPicture(FIGURES["d"], None, "out"),
    )
    assert (drawn.viewer, drawn.attack, drawn.reach) == (1, frozenset({0}), None)
    assert drawn.words.thrall == "thrall"


def test_minions_have_no_group_and_bonds_alone() -> None:
    standings = {"a": PlayerState("a"), "b": PlayerState("b", "servant", "a"), "c": PlayerState("c", "masterless")}
    setup = PodSetup(variant="necromancer", scoring="necromancer")
    drawn = see(Pod(setup, "a", tuple(standings), standings), "b")
    assert drawn.seats == (
        SeatInPicture(FIGURES["a"], None, "leader"),
        SeatInPicture(FIGURES["b"], None, "thrall", serves=0),
        SeatInPicture(FIGURES["c"], None, "masterless"),
    )
    assert drawn.words.thrall == "minion"


def test_an_emperor_leads_a_team() -> None:
    drawn = see(seated(6, "emperor", (1,)), "c")
    assert [(seat.group, seat.standing) for seat in drawn.seats] == [
        (0, "playing"),
        (0, "leader"),
        (0, "playing"),
        (3, "playing"),
        (3, "leader"),
        (3, "playing"),
    ]
    assert (drawn.viewer, drawn.attack) == (2, frozenset({3, 4}))
    assert drawn.reach == frozenset({0, 1, 3, 4})
    assert drawn.words.leader == "emperor"


def test_an_outsider_sees_the_table_and_no_arrows() -> None:
    drawn = see(seated(6, "melee", (1,)), "z")
    assert (drawn.viewer, drawn.attack, drawn.reach) == (None, frozenset(), None)


@pytest.mark.parametrize("locale", LOCALES)
def test_each_sign_has_its_own_word(locale: Locale) -> None:
    words = see(seated(6, "melee", (0,)), "a", locale).words
    said = [getattr(words, field) for field in words.__struct_fields__]
    assert len({*said}) == len(said)
