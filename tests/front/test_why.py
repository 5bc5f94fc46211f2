"""`/why`: a verdict with the facts and the rules it comes from."""

import discord
import msgspec
import pytest
from simcord import MemberActor

from bot.front.game_texts.story import render_rule_text_without_remarks
from bot.i18n import LOCALES, Locale, load_translations
from bot.rules.settlement import list_verdict_rules
from bot.transcripts import pods
from tests.front.playing import Form, Table, said
from tests.front.simulated import Server, answer
from tests.rules.notation import Line, at_once, choose, effect, killed, library, life, of, opened, poison


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


@pytest.mark.parametrize("locale", LOCALES)
def test_asides_about_the_original_stand_in_the_rules_alone(locale: Locale) -> None:
    text = load_translations(locale)
    assert "(" in text("rule-esc-3")
    assert "(" not in render_rule_text_without_remarks("ESC-3", text)
    for rule in text.list_explained_rule_ids():
        brief = render_rule_text_without_remarks(rule, text)
        assert text(f"rule-{rule.lower()}").startswith(brief[:40].removesuffix("…"))
        assert len(brief) > 20


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
    await ana.click(answer(shown), label="Apply")
    embed = await why(table, server.gil)
    assert "decided that Bo is responsible" in (embed.description or "")
    assert rules(embed) == ["ESC-21, overridden by a moderator", "ESC-3"]


async def test_without_a_verdict_there_is_nothing_to_explain(server: Server) -> None:
    table = await four(server)
    assert "No defeat has been judged" in said(await server.bo.slash(table.channel, "why"))
    await table.reports(server.cy, "Cy", "Di")
    for line in ("1", "0:1", "junk"):
        told = said(await server.bo.slash(table.channel, "why", line=line))
        assert "no such verdict" in told


@pytest.mark.parametrize(("language", "title"), [("fr", "🔎 Pourquoi\u202f?"), ("ru", "🔎 Почему?")])
async def test_it_is_explained_in_the_reader_s_language(server: Server, language: str, title: str) -> None:
    table = await four(server)
    await table.reports(server.cy, "Cy", "Di")
    server.speaks(server.gil, language)
    embed = await why(table, server.gil)
    assert embed.title == title
    assert rules(embed) == ["ESC-21", "ESC-3"]


FOUR = opened("ana bo cy di")
BO_SERVES_ANA = killed("bo", "ana")
PACT = of("ana", owner="bo", object="Demonic Pact")


@pytest.mark.parametrize(
    ("lines", "cited"),
    [
        ([BO_SERVES_ANA, killed("ana", "cy")], ("ESC-21", "ESC-3", "ESC-8")),
        ([poison("ana", of("bo", 2), of("cy", 1))], ("ESC-24", "ESC-3")),
        ([effect("ana", PACT)], ("ESC-25", "ESC-35", "ESC-3")),
        ([BO_SERVES_ANA, effect("cy", of("cy"), kindslaver="bo")],
         ("ESC-25", "ESC-42", "ESC-40", "ESC-3")),
        ([life("ana", of("bo", 2), of("ana", 2))], ("ESC-22", "ESC-36", "ESC-3")),
        ([life("ana", of("bo", 2), of("ana", 2), of("bo", 2), of("cy", 2))],
         ("ESC-36", "ESC-22", "ESC-3")),
        ([BO_SERVES_ANA, life("di", of("bo", 2), of("cy", 2)), choose("di", "ana")],
         ("ESC-40", "ESC-22", "ESC-3")),
        ([library("ana", of("bo", forced_draw=True))], ("ESC-D4", "ESC-3")),
        ([life("ana", of("cy"), protection_ended_by=of("bo"))], ("ESC-43", "ESC-3")),
        ([library("ana")], ("ESC-33", "ESC-D1")),
        ([library("ana", controlled_by="bo")], ("ESC-33", "ESC-41", "ESC-3")),
        ([BO_SERVES_ANA, poison("bo", of("cy"))], ("ESC-23", "ESC-D3")),
        ([BO_SERVES_ANA, poison("ana", of("bo"))], ("ESC-23", "ESC-D3", "ESC-D1")),
        ([effect("ana", of("ana", owner="bo"), of("ana", owner="bo"), of("ana", owner="cy"))],
         ("ESC-25", "ESC-35", "ESC-D11", "ESC-3")),
        ([at_once(killed("ana", "bo"), killed("bo", "cy"))], ("ESC-21", "ESC-D6", "ESC-3")),
        ([BO_SERVES_ANA, killed("cy", "ana"), killed("di", "cy")], ("ESC-21", "ESC-40", "ESC-9")),
    ],
)  # fmt: skip
def test_the_rules_are_cited_in_the_order_they_are_needed(lines: list[Line], cited: tuple[str, ...]) -> None:
    assert cited_for([FOUR, *lines]) == cited


@pytest.mark.parametrize(("variant", "cited"), [("elimination", ("NEC-D1",)), ("necromancer", ("NEC-D1", "NEC-2"))])
def test_where_nobody_s_team_is_one_side_the_source_and_the_fate_are_all(variant: str, cited: tuple[str, ...]) -> None:
    assert cited_for([{**FOUR, "variant": variant}, killed("ana", "bo")]) == cited


def cited_for(lines: list[Line]) -> tuple[str, ...]:
    """The rules of the first verdict of the last report, on the teams that it was judged on."""
    written = [msgspec.json.encode(line).decode() for line in lines]
    pod = pods.replay_pod_transcript(written, load_translations("en"))
    before = pod.before
    while before is not None and (before.pending or len(before.verdicts) == len(pod.verdicts)):
        before = before.before
    assert before is not None
    first = pod.verdicts[len(before.verdicts)]
    return list_verdict_rules(pod.setup, before.standings, first)
