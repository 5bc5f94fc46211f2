"""Every table at its largest and at its smallest, with the longest names, through every form.

The gate plays each table at one of the two sizes.
"""

import json

import pytest
from simcord import InteractionResult, MemberActor

from bot.front.gateway.background_services import BackgroundServices
from bot.front.gateway.client import SuzerainBot
from bot.front.pods import life_totals
from bot.i18n import LOCALES, Locale
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.reporting import DefeatsReported
from bot.rules.tables import LARGEST_TABLE, MIN_TEAM_SIZE, TABLES, TEAM_NAMES, list_player_counts_of_table_format
from bot.rules.teams import list_players_in_game
from bot.rules.variants import VARIANTS
from bot.service.live_game import ChannelAddress
from bot.storage.record.people import NOWHERE
from tests import effort
from tests.front import forging, judging
from tests.front.crawling import Crawler, list_public, walk
from tests.front.playing import Table, acts, mention, opens
from tests.front.simulated import Server, answer, in_flight
from tests.front.test_entering import Entry, ago, sends

SIGNS = "漢ꙮ𝕎ﷺ👑ЖWm"
LONGEST = 32  # characters that a name can have
CLIENTS: dict[Locale, str] = {"en": "en-GB", "fr": "fr", "ru": "ru"}
LANGUAGES: list[Locale] = list(LOCALES)

MENUS = ("loser", "cause", "controller", "owner", "controlled", "flags")
OPENED = {
    *("pod:report", "pod:reported", "form:card", "form:filled", "form:details"),
    *("form:source", "form:another", "form:next", "form:remove", "form:send"),
    *(f"form:menu:{menu}" for menu in MENUS),
    *(
        f"life:{life_totals.show_life_and_damage_of_selected_player.__name__}",
        f"life:{life_totals.show_damage_of_selected_commander.__name__}",
        f"life:{life_totals.open_life_change_form.__name__}",
        f"life:{life_totals.change_life_by_amount_in_modal.__name__}",
    ),
    *("judge:defeat:more", "judge:defeat:filled", "judge:damage:more", "judge:damage:filled"),
    *("claim:responsible", "claim:ruled", "claim:undone"),
}
"""What has to be opened and sent at every table, whatever else there is."""


class Crowd:
    """Many people with the longest names, who play in one channel after the other."""

    def __init__(self, server: Server, most: int, language: Locale) -> None:
        self.server = server
        self.people: list[MemberActor] = []
        for number in range(most):
            name = f"{number:02}" + SIGNS[number % len(SIGNS)] * (LONGEST - 2)
            user = server.env.create_user(f"user{number}", global_name=name)
            self.people.append(server.guild.add_member(user))
        for member in (*self.people, server.ana):
            server.speaks(member, CLIENTS[language])

    @property
    def services(self) -> BackgroundServices:
        client = self.server.bot.app.client
        assert isinstance(client, SuzerainBot)
        return client.services

    async def open(self, of: str, size: int, teams: int) -> Table:
        """A full lobby of so many, in a new channel."""
        host, *guests = self.people[:size]
        table = Table(self.server, self.server.guild.create_text_channel(f"{of}-{size}"))
        options: dict[str, object] = {"table": of, "title": "Ж" * 80, "life": True}
        alone = TABLES[of].sides == "alone" and not TABLES[of].markers
        serves = alone and size >= VARIANTS["esclave"].min_players
        options |= {"choose_master": True} if serves else {"variant": "elimination"}
        options |= {"teams": teams} if TABLES[of].sides == "alternate" else {}
        opened = answer(await opens(host, table.channel, "pod open", **options))
        assert opened.content.startswith("✅"), opened.content
        with in_flight(self.server.env):
            for guest in guests:
                await press(guest, table, ":join")
        await self.server.env.settle()
        return table

    async def find_pod(self, table: Table) -> Pod:
        """The pod of a table, as the bot has it."""
        place = ChannelAddress(self.server.guild.id, table.channel.id)
        pod = (await self.services.service.load_current_game(place)).pod
        assert pod is not None
        return pod

    async def find_members(self, table: Table) -> dict[Player, MemberActor]:
        """Who plays, in seat order."""
        pod = await self.find_pod(table)
        people = await self.services.people.with_nicknames_of_server(NOWHERE).load_people_by_id(pod.players)
        members = {member.id: member for member in self.people}
        return {player: members[people[player].discord_id] for player in pod.players}


async def press(who: MemberActor, table: Table, ending: str, *values: str) -> InteractionResult:
    """Presses what the board offers by the end of its custom id."""
    offered = [(on, component["custom_id"]) for on, component in list_public(table)]
    on, custom_id = next(each for each in offered if each[1].endswith(ending))
    return await forging.press(who, table.channel, on, custom_id, *values)


QUESTIONS = {"defeat": {"objects": "the source, by an opponent"}, "damage": {"sources": "2", "you": "1"}}
"""What is asked the judge, in the fields of its forms."""


async def play(crowd: Crowd, of: str, size: int, teams: int) -> set[str]:
    """A game of so many from its lobby to the lobby of its rematch; returns what was pressed."""
    table, ana = await crowd.open(of, size, teams), crowd.server.ana
    host = crowd.people[0]
    crawler = Crawler(table, [host])
    await crawler.crawl()
    await press(host, table, ":start")
    await crowd.server.env.settle()
    members = await crowd.find_members(table)
    assert len(members) == size
    keys, first = list(members), next(iter(members.values()))
    asked: dict[str, dict[str, object]] = {"pod status": {}, "defeat": {"loser": keys[-1]}, "life": {"amount": "-1"}}
    for name, options in asked.items():
        crawler.look(first, await first.slash(table.channel, name, **options))
    for question, fields in QUESTIONS.items():
        told = await judging.ask(first, table.channel, question, player=keys[-1], **fields)
        crawler.look(first, told)
    for act in ("log", "effects", "end", "removal"):
        crawler.look(first, await acts(first, table.channel, act))
    crawler.look(first, await acts(first, table.channel, "remove", keys[-1]))
    await crawler.crawl()
    await dispute(crowd, table, crawler)
    await press(ana, table, ":stands")
    await conclude(crowd, table, Crawler(table, [ana]))
    return crawler.pressed


async def conclude(crowd: Crowd, table: Table, moderating: Crawler) -> None:
    """A moderator looks at what they could decide, ends the game, and its rematch is opened."""
    ana, player = crowd.server.ana, (await crowd.find_pod(table)).players[0]
    for name, option in (("status", {"player": player}), ("remove", {"player": player}), ("end", {})):
        options = {**option, "reason": "Щ" * 200}
        moderating.look(ana, await ana.slash(table.channel, f"override {name}", **options))
    await moderating.crawl()
    decided = answer(await ana.slash(table.channel, "override end", reason="They agreed."))
    for action in ("do", "really"):
        for component in walk(decided.components):
            if component["custom_id"].endswith(f":{action}"):
                await ana.click(decided, custom_id=component["custom_id"])
    assert (await crowd.find_pod(table)).state == "finished"
    await moderating.crawl()
    await press(crowd.people[0], table, ":rematch")
    assert (await crowd.find_pod(table)).state == "lobby"
    await Crawler(table, [crowd.people[0]]).crawl()


async def report(who: MemberActor, table: Table, loser: Player, winner: Player) -> None:
    """Reports a defeat, be it plain or not."""
    result = await who.slash(table.channel, "defeat", loser=loser, controller=winner)
    for component in walk(answer(result).components):
        if component["custom_id"].endswith(":send"):
            await who.click(answer(result), custom_id=component["custom_id"])


async def dispute(crowd: Crowd, table: Table, crawler: Crawler) -> None:
    """A defeat is reported, disputed by who lost, and weighed by a moderator."""
    ana = crowd.server.ana
    if (question := (await crowd.find_pod(table)).pending_player_choice) is not None:
        await press(ana, table, f"{question.by}", question.options[-1])
    members = await crowd.find_members(table)
    pod = await crowd.find_pod(table)
    if pod.state == "running":  # of two players one has lost already
        winner, loser, *_ = list_players_in_game(pod.current_game.standings)
        await report(members[winner], table, loser, winner)
    last = (await crowd.find_pod(table)).unconfirmed[-1].event
    assert isinstance(last, DefeatsReported)
    beaten = members[last.reports[0].loser]
    which = await press(beaten, table, ":dispute")
    if offered := [*walk(answer(which).components)]:  # more than one is yet to be confirmed
        last_one = offered[-1]
        if choices := last_one.get("options"):
            picked = [choices[-1]["value"]]
            await beaten.select(answer(which), picked, custom_id=last_one["custom_id"])
        else:
            await beaten.click(answer(which), custom_id=last_one["custom_id"])
    moderating = Crawler(table, [ana])
    await moderating.crawl()
    crawler.pressed |= moderating.pressed


def find_extremes(of: str) -> list[tuple[int, int]]:
    """The most and the fewest who can sit at a table, and in how many teams."""
    row = TABLES[of]
    teams = range(MIN_TEAM_SIZE, len(TEAM_NAMES) + 1) if row.sides == "alternate" else (MIN_TEAM_SIZE,)
    sizes = [(size, count) for count in teams for size in list_player_counts_of_table_format(row, count)]
    return [max(sizes), min(sizes)]


def choose_sizes(of: str) -> list[tuple[int, int]]:
    """The night plays each table at both sizes, the gate by turns at the largest or the smallest."""
    sizes = find_extremes(of)
    return sizes if effort.NAME == "nightly" else [sizes[([*TABLES].index(of) + effort.SEED) % 2]]


def list_languages(of: str) -> list[Locale]:
    """The gate plays each table in one language, the night in all."""
    return LANGUAGES if effort.NAME == "nightly" else [LANGUAGES[[*TABLES].index(of) % 3]]


@pytest.mark.parametrize(("of", "language"), [(of, language) for of in TABLES for language in list_languages(of)])
async def test_a_table_works_through_every_form(
    server: Server, of: str, language: Locale, caplog: pytest.LogCaptureFixture
) -> None:
    sizes = choose_sizes(of)
    crowd = Crowd(server, max(size for size, _ in sizes), language)
    wizard = answer(await server.ana.slash(server.channel, "setup server"))
    for setting, value in (("confirmation", "loser"), ("language", language)):
        custom_id = f"setup:{setting}:set"
        await forging.press(server.ana, server.channel, wizard, custom_id, value)
    for size, teams in sizes:
        pressed = await play(crowd, of, size, teams)
        assert pressed >= OPENED, (size, OPENED - pressed)
    wrong = [record.message for record in caplog.records if record.levelname == "ERROR"]
    assert wrong == []


async def test_the_largest_table_is_entered_as_a_transcript(server: Server) -> None:
    people = Crowd(server, LARGEST_TABLE, "en").people
    names = [f"<@{member.id}>" for member in people]
    begun = {"do": "open", "table": "grand-melee", "variant": "elimination", "players": names}
    lost = [{"do": "concede", "player": name} for name in names[1:]]
    file = "\n".join(json.dumps(line) for line in (begun, *lost)).encode()
    named = mention(*people[:2])
    opened = await sends(server, file, people[0], table="grand-melee", players=named)
    entry = Entry(server, people[0], opened)
    assert f"{len(lost)}. " in entry.shown
    assert (await entry.send()).startswith("✅")
    assert len(Table(server).boards) == 1


@pytest.mark.parametrize("language", effort.choose_for_gate(LANGUAGES, "largest game"))
async def test_the_largest_game_is_entered_in_every_language(
    server: Server, language: Locale, caplog: pytest.LogCaptureFixture
) -> None:
    people = Crowd(server, 10, language).people
    options = {"when": ago(hours=3), "players": mention(*people)}
    entry = Entry(server, people[0], await people[0].slash(server.channel, "pod record", **options))
    last, *others = entry.keys.values()
    for loser in others:
        await entry.press("who", loser)
        await entry.press("by", last)
        await entry.press("add")
    assert f"{len(others)}. " in entry.shown
    assert (await entry.send()).startswith("✅")
    assert len(Table(server).boards) == 1
    assert [each.message for each in caplog.records if each.levelname == "ERROR"] == []
