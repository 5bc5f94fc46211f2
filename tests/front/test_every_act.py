"""Whoever asks whatever, while a season runs and after it: what the season gate promises.

What counts in a season that is over changes only through a moderator who was asked about it. Every
act by a moderator's right stands in the audit. Every act that changes the result of a game can be
disputed by its players, or is a moderator's.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Literal

import discord
import pytest
from simcord import MemberActor

from bot.front.gateway.client import SuzerainBot
from bot.front.gateway.features import ACCESS
from bot.joust.duel import Duel
from bot.rulebooks import Game
from bot.rules.confirmation import DisputeGameReport
from bot.rules.decide import create_pod_event
from bot.rules.overrides import GameOverriddenByModerator
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.story import GameReportsCorrected
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.record.codec import decode_event_of_any_schema
from tests.effort import EFFORT, SEED
from tests.front import rights_page
from tests.front.playing import end
from tests.front.simulated import Server, pass_quietly
from tests.front.test_season_gate import find_unaudited
from tests.front.ways import LASTING, WAYS, Cast, Scene, Stage, State, make_cast, name_of, read_written, set_scene

When = Literal["running", "over"]

KINDS = ("player", "loser", "host", "maker", "bringer", "moderator", "referee", "administrator")
"""Who asks. Eve is the maker, and brought the guest; the referee began the decision."""

MODERATING = ("moderator", "referee", "administrator")

ASKED = ("really", "override:really")
"""Rows that a moderator presses who was asked about the season."""

ROWS = sorted(row for row in WAYS if not row.startswith("me"))
"""All rows but those by which somebody is forgotten."""


def compute_pairing_sort_key(row: str) -> tuple[bool, str]:
    """Rows of one scene stand together, and those that change the server come last."""
    return row.startswith(LASTING), WAYS[row][0]


def read(file: Path, query: str, *values: object) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute(query, values).fetchall()


class Closed:
    """The seasons that are over at some moment, and what counts in them whenever it is read."""

    def __init__(self, file: Path) -> None:
        self._file = file
        found = "SELECT guild, number, start, end FROM seasons WHERE end IS NOT NULL"
        self._spans = read(file, found)

    def read(self) -> list[tuple[Any, ...]]:
        """The results in these seasons, and who is excluded from them."""
        rows = []
        for guild, number, start, until in self._spans:
            counted = "SELECT * FROM results WHERE guild = ? AND ? <= at AND at < ? ORDER BY 1, 2, 3"
            rows += read(self._file, counted, guild, start, until)
            out = "SELECT * FROM exclusions WHERE guild = ? AND season = ? ORDER BY 1, 2, 3"
            rows += read(self._file, out, guild, number)
        return rows


def result_of(game: Game | None) -> object:
    return None if game is None else game.result


def can_dispute(pod: Pod) -> bool:
    """Whether every player can object, or has objected, to something that is open."""

    def may(player: str, version: int) -> bool:
        try:
            create_pod_event(pod, DisputeGameReport(version, player))
        except Refusal as refusal:
            return refusal.code in ("disputed", "disputed-once")
        return True

    versions = [each.needed_confirmation.version for each in pod.reports_open_to_dispute]
    return all(any(may(player, each) for each in versions) for player in pod.players)


def is_open_to_all(before: Game | None, after: Game | None) -> bool:
    """Whether all players can dispute a result that changed; of a duel, or agreed to it."""
    if isinstance(after, Duel):
        agreed = isinstance(before, Duel) and before.proposal is not None
        return agreed if after.result is None else after.final_result is None
    return isinstance(after, Pod) and can_dispute(after)


class Watch:
    """What is written down before an act, to compare with what is there after it."""

    def __init__(self, file: Path, server: Server) -> None:
        self._file, self._server = file, server
        self._closed = Closed(file)
        self._was = self._closed.read()
        self._known = {row[:2] for row in self._read_events()}
        self._written = read_written(file)
        self._audited = len(read(file, "SELECT id FROM audit"))
        self._before: dict[int, Game | None] = {}

    def _read_events(self) -> list[tuple[Any, ...]]:
        columns = "channel, version, pod, type, schema, payload, interaction"
        return read(self._file, f"SELECT {columns} FROM events ORDER BY channel, version")

    async def note(self, scene: Scene) -> None:
        """Remember the game that the scene is about."""
        self._before = {scene.number: (await self._find(scene, scene.number)).game}

    async def _find(self, scene: Scene, number: int) -> LiveGame:
        client = self._server.bot.app.client
        assert isinstance(client, SuzerainBot)
        place = ChannelAddress(self._server.guild.id, scene.channel.id)
        return await client.services.service.load_game_by_number(place, number)

    async def check(self, scene: Scene, row: str, kind: str) -> None:
        """Compare, after somebody of a kind asked for a row."""
        said = f"{row} by {kind}"
        fresh = [each for each in self._read_events() if each[:2] not in self._known]
        if self._closed.read() != self._was:
            assert row in ASKED, said
            assert kind in MODERATING, said
        assert find_unaudited(self._file) == [], said
        told = {id for (id,) in read(self._file, "SELECT id FROM audit")}
        by_right = kind in MODERATING and rights_page.refusal(ACCESS[name_of(row)], ())
        if by_right and read_written(self._file) != self._written:
            assert len(told) > self._audited, said
        for channel, _, number, name, schema, payload, interaction in fresh:
            if channel != scene.channel.id:
                continue
            if by_right:
                assert interaction in told, f"{said}: {name}"
            before = self._before.get(number)
            after = (await self._find(scene, number)).game
            decided = isinstance(
                decode_event_of_any_schema(name, schema, payload), GameOverriddenByModerator | GameReportsCorrected
            )
            if not decided and interaction not in told and result_of(before) != result_of(after):
                assert is_open_to_all(before, after), f"{said}: {name}"


class Seasons:
    """Sets each scene in a season, which is then over for as long as a result can be disputed.

    While one runs, another is over, in which a game counts.
    """

    def __init__(self, server: Server, file: Path, when: When) -> None:
        self._server, self._file, self._when = server, file, when
        self._office = server.guild.create_text_channel("office")

    async def begin(self, cast: Cast) -> None:
        await self.set_scene(cast, "counted", over=True)

    async def _end(self) -> None:
        if read(self._file, "SELECT 1 FROM seasons WHERE end IS NULL"):
            await end(self._server.ana, self._office, "season end")

    async def set_scene(self, cast: Cast, state: State, *, over: bool = False) -> Scene:
        if state == "season-rules":  # which are changed in every such season once
            await self._end()
        await self._server.ana.slash(self._office, "season start")
        found = await set_scene(cast, state)
        if over or self._when == "over":
            await self._end()
            await pass_quietly(self._server, 20 * 60)
            if isinstance(found.on, discord.Message):  # the board, which may be another one now
                found.on = found.table.board
        return found


def find_person(cast: Cast, row: str, kind: str) -> MemberActor:
    return cast.take_part_in(WAYS[row][0])[kind]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("when", ["running", "over"])
async def test_every_act_keeps_what_the_season_gate_promises(
    server: Server, tmp_path: Path, when: When, kind: str
) -> None:
    cast, file = make_cast(server), tmp_path / "games.db"
    chance = Random(f"{SEED} {when} {kind}")
    rows = chance.sample(ROWS, min(EFFORT.acts, len(ROWS)))
    seasons = Seasons(server, file, when)
    await seasons.begin(cast)
    stage = Stage(cast, file, seasons.set_scene)
    for row in sorted(rows, key=compute_pairing_sort_key):
        scene = await stage.set(row)
        watch = Watch(file, server)
        await watch.note(scene)
        await WAYS[row][1](scene, find_person(cast, row, kind))
        await watch.check(scene, row, kind)
