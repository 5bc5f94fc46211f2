"""`/why`: a verdict with the facts and the rules it comes from."""

import discord
import pytest
from simcord import MemberActor

from bot.rules.citing import chain
from bot.rules.events import Setup, Standing, Verdict
from bot.rules.facts import Report, Source
from tests.front.playing import Form, Table, said
from tests.front.simulated import Server, answer


async def four(server: Server, **options: object) -> Table:
    """Bo hosts for Bo, Cy, Di and Eve; Ana moderates and looks on with Fay and Gil."""
    return await Table(server).started(server.bo, server.cy, server.di, server.eve, **options)


async def why(table: Table, who: MemberActor, **options: object) -> discord.Embed:
    result = await who.slash(table.channel, "why", **options)
    assert result.ephemeral
    (embed,) = answer(result).embeds
    return embed


def field(embed: discord.Embed, name: str) -> str:
    return next(f.value or "" for f in embed.fields if f.name == name)


def rules(embed: discord.Embed) -> list[str]:
    """The names of the fields after facts and teams."""
    return [f.name or "" for f in embed.fields][2:]


async def test_the_last_verdict_is_explained_to_anybody(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di", card="Lightning Bolt")
    await table.reports(server.eve, "Eve", "Cy", card="Shock")
    embed = await why(table, server.gil)
    assert (embed.description or "").startswith("**Eve now serves Di.** Cy controlled Shock")
    assert field(embed, "What was reported") == "Eve: 0 life · Shock (controlled by Cy)"
    assert "Di ← Cy" in field(embed, "The teams then").splitlines()
    assert "Eve" in field(embed, "The teams then").splitlines()
    assert rules(embed) == ["ESC-21", "ESC-40", "ESC-3"]
    assert "their master is responsible instead" in field(embed, "ESC-40")


async def test_an_older_verdict_is_chosen_from_the_list(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    await table.reports(server.eve, "Eve", "Bo")
    offered = await server.gil.autocomplete(table.channel, "why", "line", "")
    assert [each["name"] for each in offered] == ["2. Eve now serves Bo.", "1. Cy now serves Di."]
    embed = await why(table, server.gil, line=offered[1]["value"])
    assert (embed.description or "").startswith("**Cy now serves Di.**")
    assert "←" not in field(embed, "The teams then")


async def test_a_choice_is_among_the_facts(server: Server) -> None:
    table = await four(server, choose_master=True)
    form = Form(table, server.di, await table.reports(server.di, "Cy", cause="library"))
    await form.press("send")
    await table.chooses(server.cy, "Eve")
    embed = await why(table, server.di)
    facts = field(embed, "What was reported").splitlines()
    assert facts == ["Cy: Empty library", "Cy chose Eve."]
    assert rules(embed) == ["ESC-33", "ESC-60", "ESC-3"]


async def test_a_rule_that_a_moderator_overrode_says_so(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    ana, bo = server.ana, table.keys["Bo"]
    (cys,) = await ana.autocomplete(table.channel, "override responsible", "report", "")
    options = {"report": cys["value"], "player": bo, "reason": "it was Bo"}
    shown = await ana.slash(table.channel, "override responsible", **options)
    await ana.click(answer(shown), label="Do it")
    embed = await why(table, server.gil)
    assert "decided that Bo is responsible" in (embed.description or "")
    assert rules(embed) == ["ESC-21, overridden by a moderator", "ESC-3"]


async def test_without_a_verdict_there_is_nothing_to_explain(server: Server) -> None:
    table = await four(server)
    assert "no such verdict" in said(await server.bo.slash(table.channel, "why"))
    await table.reports(server.cy, "Cy", "Di")
    for line in ("1", "0:1", "junk"):
        told = said(await server.bo.slash(table.channel, "why", line=line))
        assert "no such verdict" in told


@pytest.mark.parametrize(("language", "title"), [("fr", "🔎 Pourquoi ?"), ("ru", "🔎 Почему?")])
async def test_it_is_explained_in_the_reader_s_language(
    server: Server, language: str, title: str
) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    server.speaks(server.gil, language)
    embed = await why(table, server.gil)
    assert embed.title == title
    assert rules(embed) == ["ESC-21", "ESC-3"]


BOLT = Source("b", "Bolt")
OWN = Source("a", "Pact", owner="b")
FREE = {p: Standing(p) for p in "abcd"}
SERVED = {**FREE, "c": Standing("c", "servant", "a")}


@pytest.mark.parametrize(
    ("report", "verdict", "teams", "cited"),
    [
        (
            Report("a", "life", (BOLT,)),
            Verdict("a", "b", "servant", "ESC-21", "controller"),
            SERVED,
            ("ESC-21", "ESC-3", "ESC-8"),
        ),
        (
            Report("a", "poison", (BOLT, BOLT)),
            Verdict("a", "b", "servant", "ESC-24", "controller", "most"),
            FREE,
            ("ESC-24", "ESC-3"),
        ),
        (
            Report("a", "effect", (OWN,)),
            Verdict("a", "b", "servant", "ESC-35", "owner"),
            FREE,
            ("ESC-25", "ESC-35", "ESC-3"),
        ),
        (
            Report("a", "effect", (OWN,), kindslaver="d"),
            Verdict("a", "b", "servant", "ESC-40", "kindslaver-served"),
            FREE,
            ("ESC-25", "ESC-42", "ESC-40", "ESC-3"),
        ),
        (
            Report("a", "life", (BOLT, OWN)),
            Verdict("a", "b", "servant", "ESC-36", "controller", "others"),
            FREE,
            ("ESC-22", "ESC-36", "ESC-3"),
        ),
        (
            Report("a", "library", (Source("b", forced_draw=True),)),
            Verdict("a", "b", "servant", "ESC-D4", "controller", "forced"),
            FREE,
            ("ESC-D4", "ESC-3"),
        ),
        (
            Report("a", "life", (BOLT,), protection_ended_by=BOLT),
            Verdict("a", "b", "servant", "ESC-43", "controller", "protection"),
            FREE,
            ("ESC-43", "ESC-3"),
        ),
        (
            Report("a", "library"),
            Verdict("a", None, "out", "ESC-33", "library"),
            FREE,
            ("ESC-33", "ESC-D1"),
        ),
        (
            Report("c", "poison", (BOLT,)),
            Verdict("c", "b", "servant", "ESC-23", "controller"),
            SERVED,
            ("ESC-23", "ESC-D3"),
        ),
        (
            Report("a", "life", (BOLT,)),
            Verdict("a", "b", "beaten", "ESC-9", "controller", "last"),
            FREE,
            ("ESC-21", "ESC-9"),
        ),
    ],
)
def test_the_rules_are_cited_in_the_order_they_are_needed(
    report: Report, verdict: Verdict, teams: dict[str, Standing], cited: tuple[str, ...]
) -> None:
    assert chain(Setup(), teams, report, verdict) == cited


def test_elimination_needs_one_rule() -> None:
    verdict = Verdict("a", "b", "out", "NEC-D1", "controller")
    report = Report("a", "life", (BOLT,))
    assert chain(Setup(variant="elimination"), FREE, report, verdict) == ("NEC-D1",)
