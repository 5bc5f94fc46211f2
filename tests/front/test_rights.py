"""Every command and everything that can be pressed, by every kind of person: `docs/rights.md`."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
import simcord
from simcord.backend.errors import BackendError

from bot.front.gateway.features import ACCESS, COMMAND_ACCESS, ROUTE_ACCESS
from bot.front.interaction.modules import MODULES
from bot.rulebooks import RULEBOOKS
from bot.rules.rights import CommandRight
from bot.watch import TelemetryRecorder
from tests.front import forging, rights_page
from tests.front.playing import switch_on
from tests.front.simulated import Server, answer
from tests.front.ways import (
    SENSELESS,
    WAYS,
    Cast,
    Scene,
    Stage,
    choose_by_turns,
    find_allowed,
    keep_ours,
    list_worlds,
    make_cast,
    name_of,
    read_written,
    set_scene,
)

PAGE = Path(__file__).parents[2] / "docs" / "rights.md"


@pytest.fixture
def cast(server: Server) -> Cast:
    """Bo hosts; Ana administers; Meg and Nan moderate; Zoe administers another server."""
    return make_cast(server)


# Asking


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """Of each interaction what was asked, what came of it, and the code of a refusal."""
    seen: list[tuple[str, str, str]] = []

    def interaction(
        _: TelemetryRecorder, command: str, __: object, outcome: str, ___: float, refusal: str = ""
    ) -> None:
        seen.append((command, outcome, refusal))

    monkeypatch.setattr(TelemetryRecorder, "record_interaction", interaction)
    return seen


@pytest.mark.parametrize("world", list_worlds())
async def test_what_the_table_says_is_what_happens(
    cast: Cast, answered: list[tuple[str, str, str]], tmp_path: Path, world: str, subtests: pytest.Subtests
) -> None:
    rows = list_worlds()[world]
    cast = cast.take_part_in(WAYS[rows[0]][0])
    stage = Stage(cast, tmp_path / "games.db", set_scene)
    for row in rows:
        with subtests.test(row):
            await _play(cast, answered, stage, row)


async def _play(cast: Cast, answered: list[tuple[str, str, str]], stage: Stage, row: str) -> None:
    """Ask for a row as each kind of person: who may not is refused and changes nothing, who may is answered.

    In the gate, kinds of people take turns, but an outsider always asks.
    """
    name, (_, ask) = name_of(row), WAYS[row]
    senseless, access = SENSELESS.get(name, {}), ACCESS[name]
    codes = {kind: rights_page.refusal(access, is_) for kind, is_ in rights_page.KINDS.items()}
    refused = {kind: code for kind, code in codes.items() if code}
    here = await stage.set(row)
    # Those who are refused change nothing, and so can all ask at one table.
    for kind, code in refused.items():
        if kind == "outsider" or kind in choose_by_turns(row, refused):
            await ask(here, cast[kind])
            assert answered[-1] == (name, "refused", code), kind
    assert stage.is_as_it_was
    await _ask_elsewhere(cast, here, row)
    code = access.elsewhere or senseless.get("elsewhere", "")
    assert answered[-1] == (name, "refused" if code else "done", code)
    assert keep_ours(cast, stage.read()) == keep_ours(cast, stage.written)
    for who, kind in choose_by_turns(row, find_allowed(row)).items():
        await ask(await stage.set(row), cast[who])
        code = senseless.get(kind, "")
        assert answered[-1] == (name, "refused" if code else "done", code), kind


async def _ask_elsewhere(cast: Cast, here: Scene, row: str) -> None:
    """Somebody asks on another server, and presses a button on a message there."""
    channel, who = cast.elsewhere.create_text_channel("table"), cast["elsewhere"]
    on = here.on if name_of(row) in COMMAND_ACCESS else answer(await who.slash(channel, "leaderboard"))
    await WAYS[row][1](replace(here, channel=channel, on=on), who)


async def test_who_moderates_no_more_can_press_nothing_that_was_shown_to_them(
    cast: Cast, answered: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    found, referee = await set_scene(cast, "decision"), cast["referee"]
    trail = answer(await referee.slash(found.channel, "audit"))
    guild = cast.server.guild
    guild._env.backend.remove_member_role(guild.id, referee.id, guild.roles["Referees"].id)
    before = read_written(tmp_path / "games.db")
    await referee.click(found.on, custom_id=f"override:{found.token}:do")
    assert answered[-1] == ("override:do", "refused", "only-moderators")
    await forging.press(referee, found.channel, trail, "audit:0")
    assert answered[-1] == ("audit", "refused", "only-moderators")
    assert read_written(tmp_path / "games.db") == before


async def test_who_administers_no_more_can_press_nothing_of_the_wizard(
    cast: Cast, answered: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    found, ana = await set_scene(cast, "empty"), cast["administrator"]
    wizard = answer(await ana.slash(found.channel, "setup server"))
    guild = cast.server.guild
    guild._env.backend.remove_member_role(guild.id, ana.id, guild.roles["Moderators"].id)
    before = read_written(tmp_path / "games.db")
    await forging.press(ana, found.channel, wizard, "setup:language:set", "fr")
    assert answered[-1] == ("setup:set", "refused", "only-administrators")
    assert read_written(tmp_path / "games.db") == before


async def test_whose_form_it_is_does_not_matter_in_another_channel(
    cast: Cast, answered: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    form, decision = await set_scene(cast, "form"), await set_scene(cast, "decision")
    other = await set_scene(cast, "running")
    before = read_written(tmp_path / "games.db")
    await forging.press(cast["owner"], other.channel, other.on, f"form:{form.token}:send")
    assert answered[-1] == ("form:send", "refused", "form-other")
    custom_id = f"override:{decision.token}:do"
    await forging.press(cast["referee"], other.channel, other.on, custom_id)
    assert answered[-1] == ("override:do", "refused", "decision-gone")
    assert read_written(tmp_path / "games.db") == before


async def test_a_report_is_not_taken_back_by_who_could_not_correct_it(
    cast: Cast, answered: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    found = await set_scene(cast, "running")
    before = read_written(tmp_path / "games.db")
    await found.press(cast["moderator"], f"redo:{found.number}:{found.version}")
    assert answered[-1] == ("redo", "refused", "only-players")
    assert read_written(tmp_path / "games.db") == before


async def test_the_banned_can_ask_for_nothing(cast: Cast, tmp_path: Path) -> None:
    found, player = await set_scene(cast, "running"), cast["player"]
    before = read_written(tmp_path / "games.db")
    told = forging.commands(cast.server.env)
    names = [name for name in player.available_commands(found.channel) if not told[name]["options"]]
    assert "pod status" in names
    cast.server.guild.remove_member(player)
    for name in names:
        with pytest.raises((simcord.SetupError, BackendError)):
            await player.slash(found.channel, name)
    for label in found.table.buttons:
        with pytest.raises((simcord.SetupError, BackendError)):
            await player.click(found.table.board, label=label)
    assert read_written(tmp_path / "games.db") == before


# The table itself


async def test_every_command_has_its_row(server: Server) -> None:
    await switch_on(server, *MODULES)
    different = {*forging.commands(server.env)} ^ {*COMMAND_ACCESS}
    assert not different, f"COMMANDS in the __init__.py of a room of bot/front: add or remove {sorted(different)}"


@pytest.mark.parametrize("name", sorted({*COMMAND_ACCESS} & {*ROUTE_ACCESS}))
def test_a_command_and_a_route_of_one_name_have_the_same_access(name: str) -> None:
    assert COMMAND_ACCESS[name] == ROUTE_ACCESS[name]


def test_every_row_is_played() -> None:
    missing = {*ACCESS} - {name_of(row) for row in WAYS}
    rows = [f'"{name}": ' + ("_command(…)" if name in COMMAND_ACCESS else "_press(…)") for name in sorted(missing)]
    assert not missing, f"WAYS in tests/front/ways.py: say how to ask for these, in a row each: {rows}"
    gone = {row for row in WAYS if name_of(row) not in ACCESS}
    assert not gone, f"WAYS in tests/front/ways.py: remove the rows {sorted(gone)}, which no command or route has"


def test_every_command_of_the_rules_has_its_right() -> None:
    kinds = {kind for book in RULEBOOKS for kind in book.commands}
    missing = {kind for kind in kinds if not isinstance(kind.right, CommandRight)}
    assert not missing, f"give each of these classes a `right` where it is declared: {_list_places(missing)}"


def _list_places(kinds: Iterable[type]) -> list[str]:
    return sorted(f"{kind.__name__} in {kind.__module__.replace('.', '/')}.py" for kind in kinds)


def test_the_page_shows_the_rows() -> None:
    text = "run: python -m tests.front.rights_page > docs/rights.md"
    assert PAGE.read_text("utf-8") == rights_page.page(), text
