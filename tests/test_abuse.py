"""The benchmark of cheating: its model decides as the bot itself does."""

import asyncio
import re
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

from msgspec import convert, to_builtins

from bot.rules.refusals import Refusal
from bot.season_rules.rules import USUAL_RULES, SeasonRules
from bot.service.game_requests import CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import upgrade_database_schema
from bot.storage.engine.row_changes import Row
from bot.storage.engine.schema import results
from bot.storage.record.log import EventLog
from bot.storage.record.people import AccountNames, PeopleRepository, Person, build_people_upserts
from tests.benchmarks.abuse import arms, stage
from tests.benchmarks.abuse.duels import play_duels
from tests.benchmarks.abuse.measuring import PRIZE
from tests.benchmarks.abuse.own_accounts import How, play_alone
from tests.benchmarks.abuse.people import CHEATER, gather, plan_evenings
from tests.benchmarks.abuse.season import play_evening
from tests.benchmarks.abuse.sitting import MODERATORS, Asked, Sitting
from tests.storage.store import opened, rows, url_of

LEAGUE = gather(seed=7, weeks=1, people=12)
NAMES = (*LEAGUE.honest, CHEATER, *MODERATORS, *stage.ACCOUNTS)


def play_everything() -> list[Sitting]:
    """Play an evening of each trick, each kind of game with own accounts, and a duel."""
    evening = next(each for each in plan_evenings(LEAGUE, cheater=True) if CHEATER in each.players)
    tried = [play_evening(LEAGUE, evening, number, trick()) for number, trick in enumerate(arms.AT_TABLES.values(), 1)]
    for how in get_args(How):
        tried += play_alone(stage.ACCOUNTS, how, 1, 1, LEAGUE.seed)
    found = {sitting.live.place.channel: sitting for sitting in tried}
    duel = next(iter(play_duels(LEAGUE)))
    return [*found.values(), duel]


async def test_what_is_asked_of_a_sitting_the_service_answers_and_stores_alike(tmp_path: Path) -> None:
    sittings = await asyncio.to_thread(play_everything)
    async with opened(url_of(tmp_path / "games.sqlite3")) as database:
        await upgrade_database_schema(database)
        known = [Person(name, number, name) for number, name in enumerate(NAMES, 1)]
        await database.commit_changes(*build_people_upserts(known))
        for sitting in sittings:
            refused = [each.refused for each in sitting.asked]
            assert await _ask_service(database, sitting) == refused
        stored = [dict(zip(results.c.keys(), row, strict=True)) for row in await rows(database, results)]
    unrated = dict.fromkeys(RATINGS)
    expected = [{**row, **unrated} for sitting in sittings for row in sitting.rows]
    assert sorted(stored, key=_name_seat) == sorted(expected, key=_name_seat)
    assert len(stored) > 100


RATINGS = ("mu", "sigma", "chance")


def _name_seat(row: Row) -> tuple[Any, ...]:
    return row["channel"], row["pod"], row["player"]


async def _ask_service(database: Database, sitting: Sitting) -> list[str | None]:
    """Send a sitting's commands to the service, at the same times; return the refusals."""
    now = sitting.asked[0].at

    def tell_time() -> datetime:
        return now

    service, place = (GameService(EventLog(database), PeopleRepository(database), tell_time), sitting.live.place)
    refused: list[str | None] = []
    for asked in sitting.asked:
        now = asked.at
        try:
            await service.execute_command(_make_request(place, asked))
            refused.append(None)
        except Refusal as refusal:
            refused.append(refusal.code)
    return refused


def _make_request(place: ChannelAddress, asked: Asked) -> GameCommandRequest:
    actor = None
    if asked.by is not None:
        number = NAMES.index(asked.by) + 1
        actor = CommandUser(number, AccountNames(asked.by), moderator=asked.by in MODERATORS)
    return GameCommandRequest(place, actor, lambda *_: asked.command)


def test_what_organisers_are_advised_is_what_is_measured() -> None:
    page = (Path(__file__).parents[1] / "docs/en/seasons.md").read_text()
    advised = re.search(r"^\| \*League with a prize\* \| (.+?) \|", page, re.MULTILINE)
    assert advised is not None
    options = dict(option.split(":") for option in advised[1].replace("`", "").split())
    said = {**to_builtins(USUAL_RULES), **options, "preset": "prize"}
    assert convert(said, SeasonRules, strict=False) == PRIZE
    assert set(options) <= set(SeasonRules.__struct_fields__)
