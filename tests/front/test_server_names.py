"""A nickname stays on its server: no other server reads, shows or keeps it."""

import json
import re
from pathlib import Path
from random import Random

from sqlalchemy import select

from bot.care.exporting import export_game_history
from bot.rulebooks import is_game_over
from bot.service.live_game import ChannelAddress
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from tests.effort import EFFORT, SEED
from tests.front.playing import Table, does, end
from tests.front.simulated import Server
from tests.front.test_me import app_of, exported, forgets
from tests.storage.store import rows

SEATS = ("ana", "bo", "cy", "di")


class Twin:
    """Two servers with the same people, who have a nickname of its own on each."""

    def __init__(self, here: Server) -> None:
        there = here.env.create_guild("The Attic")
        channel = there.create_text_channel("table-two")
        people = {name: there.add_member(here.people[name].user) for name in here.people}
        attic = Server(here.env, here.bot, there, channel, people, here.spoken)
        self.servers = {"Cellar": here, "Attic": attic}
        self.tables = {name: Table(server) for name, server in self.servers.items()}
        self.renames = 0

    def rename(self, place: str, name: str) -> None:
        """Give a person a new nickname on a server; it begins with the server's name."""
        self.renames += 1
        changes = {"nick": f"{place}{name.title()}{self.renames}"}
        server = self.servers[place]
        server.env.backend.edit_member(server.guild.id, server.people[name].id, changes)

    async def act(self, place: str, chance: Random) -> None:
        """Do something random on a server."""
        table, server = self.tables[place], self.servers[place]
        who = server.people[chance.choice(SEATS)]
        kind = chance.choice(("play", "play", "play", "look", "look", "record"))
        if kind == "look":
            looks = ("log", "pod status", "leaderboard", "stats", "rivals", "history", "audit")
            look = chance.choice(looks) if who.user.id == server.ana.user.id else looks[0]
            await does(who, server.channel, look)
        elif kind == "record":
            other = server.people[chance.choice(("eve", "fay"))]
            await server.ana.slash(server.channel, "stats", player=other)
        else:
            await self._play(table, server, chance)

    async def _play(self, table: Table, server: Server, chance: Random) -> None:
        service = app_of(server).client.services.service
        live = await service.load_current_game(ChannelAddress(server.guild.id, server.channel.id))
        if is_game_over(live.game):
            await table.started(*(server.people[name] for name in SEATS), title="Friday")
            return
        loser, killer = chance.sample(list(table.keys.values()), 2)
        who = server.people[chance.choice(SEATS)]
        await who.slash(server.channel, "defeat", loser=loser, controller=killer)
        if chance.random() < 0.2:
            await who.slash(server.channel, "undo")

    def check_sent(self, since: int, acted: str) -> int:
        """Check all requests from number `since` on; return how many there are."""
        env = self.servers[acted].env
        requests = env.http_requests
        homes = {server.channel.id: place for place, server in self.servers.items()}
        for request in requests[since:]:
            found = re.search(r"/channels/(\d+)", request.path)
            place = homes[int(found[1])] if found and int(found[1]) in homes else acted
            other = next(each for each in self.servers if each != place)
            said = json.dumps(request.json, default=str)
            assert other not in said.replace("The Attic", ""), (place, request.path, said)
        return len(requests)


async def keep(database: Database, guild: int) -> str:
    """All rows that are about a server."""
    tables = [each for each in schema.metadata.sorted_tables if "guild" in each.c]
    kept = [await database.fetch_rows(select(of).where(of.c.guild == guild)) for of in tables]
    return repr(kept)


async def test_no_nickname_is_sent_or_kept_for_another_server(server: Server, tmp_path: Path) -> None:
    chance = Random(SEED)
    twin = Twin(server)
    await server.env.settle()
    for place in twin.servers:
        for name in server.people:
            twin.rename(place, name)
    since = len(server.env.http_requests)
    for step in range(max(60, EFFORT.restarts // 4)):
        place = chance.choice(list(twin.servers))
        if chance.random() < 0.2:
            twin.rename(place, chance.choice(SEATS))
        await twin.act(place, chance)
        since = twin.check_sent(since, place)
        if step % 20 == 19:
            await server.restart()
            await server.env.settle()
            since = twin.check_sent(since, place)
    database = app_of(server).database
    for place, there in twin.servers.items():
        other = next(each for each in twin.servers if each != place)
        assert other not in await keep(database, there.guild.id)
        file = tmp_path / f"{place}.jsonl"
        await export_game_history(database, str(file), there.guild.id)
        said = file.read_text("utf-8")
        assert other not in said
        assert place in said
    assert not re.search("Cellar|Attic", repr(await rows(database, schema.people)))


async def test_each_server_calls_a_member_as_it_knows_them(server: Server) -> None:
    twin = Twin(server)
    await server.env.settle()
    twin.rename("Attic", "bo")
    for place, table in twin.tables.items():
        there = twin.servers[place]
        await table.started(*(there.people[name] for name in SEATS))
    assert "Bo" in twin.tables["Cellar"].keys
    assert "AtticBo1" in twin.tables["Attic"].keys
    await server.restart()
    await server.env.settle()
    history = await server.ana.slash(server.channel, "pod status")
    assert "Bo" in str(history.response) or "Bo" in str(twin.tables["Cellar"].embed.to_dict())


async def test_the_export_has_the_nicknames_and_forgetting_removes_them(server: Server) -> None:
    twin = Twin(server)
    await server.env.settle()
    twin.rename("Attic", "bo")
    there = twin.servers["Attic"]
    title = "Beat AtticBo1"
    await twin.tables["Attic"].opened(there.bo, title=title)
    await end(there.bo, there.channel, "close")
    written = await exported(server.bo, server)
    assert written["person"]["name"] == "Bo"
    assert [(row["guild"], row["name"]) for row in written["nicknames"]] == [(there.guild.id, "AtticBo1")]
    await forgets(server.bo, server)
    database = app_of(server).database
    assert await rows(database, schema.nicknames) == []
    assert "AtticBo1" not in await keep(database, there.guild.id)
