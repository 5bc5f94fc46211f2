"""`/leaderboard export:`: what it shows, of everybody, as a file for whoever asks."""

import csv
import io
import json
from typing import Any

import discord
import pytest

from bot.i18n import load_translations
from tests.front.playing import said
from tests.front.simulated import Server, answer
from tests.front.test_seasons import season, won


async def exported(server: Server, kind: str, **options: object) -> bytes:
    """The file that Gil is sent."""
    result = await server.gil.slash(server.channel, "leaderboard", export=kind, **options)
    assert result.ephemeral
    (file,) = answer(result).message.attachments
    assert file.filename == f"suzerain-standings.{kind}"
    return await file.read()


async def as_json(server: Server, **options: object) -> Any:
    return json.loads(await exported(server, "json", **options))


def ranks(document: Any) -> list[tuple[int, str | None]]:
    return [(line["rank"], line["player"]) for line in document["lines"]]


async def test_the_file_has_everybody_and_opens_in_a_spreadsheet(server: Server) -> None:
    await won(server)
    content = await exported(server, "csv")
    assert content.startswith(b"\xef\xbb\xbfrank,player,points,")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert [(row["rank"], row["player"], row["points"]) for row in rows[:1]] == [("1", "Ana", "3")]
    assert len(rows) == 4
    told = await server.gil.slash(server.channel, "leaderboard", export="csv")
    assert "4 players" in said(told)


async def test_a_file_counts_what_the_other_options_choose(server: Server) -> None:
    await won(server)
    await season(server, "start", name="Spring")
    await won(server, "Bo")
    running = await as_json(server)
    assert running["season"] == {"number": 1, "name": "Spring"}
    assert ranks(running)[0] == (1, "Bo")
    ever = await as_json(server, season="ever")
    assert ever["season"] is None
    assert [line["games"] for line in ever["lines"]] == [2, 2, 2, 2]
    assert set(ranks(ever)) == {(1, "Ana"), (1, "Bo"), (3, "Cy"), (4, "Di")}
    assert (await as_json(server, variant="elimination"))["lines"] == []
    assert (await as_json(server, days=1))["from"] == "2026-01-01T00:00:00Z"


async def test_who_was_forgotten_has_no_name_in_it(server: Server) -> None:
    await won(server)
    asked = await server.ana.slash(server.channel, "me forget")
    await server.ana.click(answer(asked), custom_id="me:forget:sure")
    await server.ana.click(answer(asked), custom_id="me:forget:really")
    assert ranks(await as_json(server))[0] == (1, None)


async def test_a_file_that_discord_would_not_take_is_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    await won(server)
    original = discord.Interaction._from_data

    def _from_data(self: Any, data: Any) -> None:
        original(self, data | {"attachment_size_limit": 300})

    monkeypatch.setattr(discord.Interaction, "_from_data", _from_data)
    result = await server.gil.slash(server.channel, "leaderboard", export="json")
    assert said(result) == f"🚫 {load_translations('en')('refusal-export-large')}"
    assert answer(result).attachments == []


async def test_a_season_that_is_not_there_is_refused(server: Server) -> None:
    result = await server.gil.slash(server.channel, "leaderboard", export="csv", season="nine")
    assert said(result) == f"🚫 {load_translations('en')('refusal-no-season')}"
