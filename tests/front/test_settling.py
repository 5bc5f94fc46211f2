"""Standings at once: games that do not count yet, shown only to whoever asks."""

import pytest
from simcord import MemberActor

from tests.front.playing import Table, let_count
from tests.front.simulated import Server, answer
from tests.front.test_seasons import season

UNSETTLED = "Not settled yet"


async def shown(table: Table, who: MemberActor, command: str, **options: object) -> str:
    """Everything that a private answer says."""
    said = answer(await who.slash(table.channel, command, **options))
    return said.content + "".join(str(embed.to_dict()) for embed in said.embeds)


async def over(server: Server) -> Table:
    """A game of Ana, Bo, Cy and Di that Ana has just won; Bo and Cy fell to her."""
    ana, *others = server.everybody[:4]
    table = await Table(server).started(ana, *others)
    for name in ("Bo", "Cy", "Di"):
        await table.reports(server.people[name.lower()], name, "Ana")
    assert "Ana wins" in table.lines[0]
    return table


@pytest.mark.parametrize("command", ["leaderboard", "stats", "rivals"])
async def test_a_game_is_in_the_standings_before_it_settles_and_says_when_it_does(server: Server, command: str) -> None:
    table = await over(server)
    before = await shown(table, server.ana, command)
    assert UNSETTLED in before
    assert "Ana +3" in before
    assert "settles <t:" in before
    for denial in ("No finished game", "have not finished", "peace reigns"):
        assert denial not in before
    await let_count(server)
    assert UNSETTLED not in await shown(table, server.ana, command)


async def test_a_players_statistics_show_their_own_games_alone(server: Server) -> None:
    table = await over(server)
    assert UNSETTLED not in await shown(table, server.gil, "stats")


async def test_an_earlier_time_or_another_kind_of_game_shows_none(server: Server) -> None:
    await season(server, "start", name="Spring")
    await season(server, "end")
    table = await over(server)
    assert UNSETTLED not in await shown(table, server.ana, "leaderboard", season="Spring")
    assert UNSETTLED not in await shown(table, server.ana, "leaderboard", game="magicjoust")
    assert UNSETTLED not in await shown(table, server.ana, "leaderboard", variant="necromancer")
    assert UNSETTLED in await shown(table, server.ana, "leaderboard", variant="esclave")


async def test_a_file_of_the_standings_knows_only_games_that_count(server: Server) -> None:
    table = await over(server)
    assert "0 players" in await shown(table, server.ana, "leaderboard", export="json")
