"""`/judge` about a defeat: what would happen if somebody lost; nothing is reported."""

import pytest
from simcord import InteractionResult

from bot.i18n import LOCALES, Locale, load_translations
from tests.front import judging
from tests.front.judging import CLIENTS, fill, labels, lines, press
from tests.front.playing import Form, Table, said
from tests.front.simulated import Server, answer


async def ask(server: Server) -> InteractionResult:
    return await judging.ask(server.bo, server.channel, "defeat", player="Ana", objects="the source, by Bo")


async def test_in_a_pod_it_is_judged_on_its_teams_and_can_be_reported(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    await table.reports(server.bo, "Cy", "Di")
    before = table.lines
    opened = await server.bo.slash(table.channel, "judge", question="defeat", player=table.keys["Eve"], card="Shock")
    held, asked = await judging.send(server.bo, opened, {"objects": "Shock, by Cy"})
    assert held == {"loser": "Eve, life", "objects": "Shock "}
    assert asked.ephemeral
    assert lines(asked)[0] == "-# Eve: 0 life · Shock (controlled by Cy)"
    assert lines(asked)[1].startswith("`ESC-40` **Eve now serves Di.** Cy controlled Shock")
    assert labels(asked)[:6] == ["More…", "Show everyone", "It happened", "ESC-21", "ESC-40", "ESC-3"]
    assert table.lines == before
    opened = await server.bo.click(answer(asked), label="It happened")
    form = Form(table, server.bo, opened)
    assert "Eve now serves Di." in form.verdict
    await form.press("send")
    assert table.lines != before


async def test_in_a_pod_the_answer_says_who_is_phased_out(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve, variant="necromancer")
    await table.reports(server.bo, "Cy", "Di")
    opened = await server.bo.slash(table.channel, "judge", question="defeat", player=table.keys["Eve"])
    _, asked = await judging.send(server.bo, opened, {"objects": "Shock, by Cy"})
    assert lines(asked)[-1] == "💤 Phased out until their next turn: Cy (NEC-5)."


async def test_without_a_pod_it_is_judged_in_one_as_it_is_imagined(server: Server) -> None:
    asked = await judging.ask(
        server.bo, server.channel, "defeat", loser="Ana, poison", objects="the source, by Norbert"
    )
    assert lines(asked) == [
        "-# Ana: Poison · the source (controlled by Norbert)",
        "-# Esclave, with three masters or more in the game.",
        "`ESC-23` **Ana now serves Norbert.** Norbert controlled the source and is responsible.",
    ]
    assert "It happened" not in labels(asked)
    held, answered = await fill(
        server.bo,
        asked,
        loser="Ana, controlled by Cy",
        objects="Pact, by Ana\nBolt 3, by Bo",
        teams="Bo: Cy",
        variant="necromancer",
    )
    assert held == {"loser": "Ana, poison", "objects": "the source, by Norbert", "teams": "", "variant": "esclave"}
    assert lines(answered)[1].startswith("-# Necromancer, with three masters or more")
    assert "Cy" in lines(answered)[1]


async def test_without_a_pod_whoever_is_typed_is_offered(server: Server) -> None:
    offered = await server.bo.autocomplete(server.channel, "judge", "player", " Nor  bert ")
    assert [choice["value"] for choice in offered] == ["Nor bert", "Bo"]
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    offered = await server.bo.autocomplete(table.channel, "judge", "player", "Cy")
    assert [choice["value"] for choice in offered] == [table.keys["Cy"]]


async def test_without_a_pod_a_variant_is_chosen_in_the_form(server: Server) -> None:
    asked = await judging.ask(
        server.bo, server.channel, "defeat", loser="Ana", objects="the source, by Bo", variant="elimination"
    )
    assert lines(asked)[1] == "-# Elimination, with three masters or more in the game."
    assert "Ana is out" in lines(asked)[2]


async def test_an_owner_who_is_not_named_is_said_to_be_assumed(server: Server) -> None:
    asked = await ask(server)
    _, assumed = await fill(server.bo, asked, loser="Ana, effect", objects="Pact, by Ana")
    assert "This assumes that Ana owns Pact" in lines(assumed)[-1]
    _, told = await fill(server.bo, asked, loser="Ana, effect", objects="Pact, by Ana, owner Cy")
    assert "Ana now serves Cy." in lines(told)[-1]


async def test_what_the_rules_refuse_is_told_and_can_be_mended_in_the_form(server: Server) -> None:
    asked = await ask(server)
    _, refused = await fill(server.bo, asked, objects="Bolt, by Bo\nShock 2, by Cy")
    assert lines(refused)[-1].startswith("🚫 ")
    _, mended = await fill(server.bo, asked, objects="Bolt 3, by Bo\nShock 2, by Cy")
    assert "Ana now serves Bo." in lines(mended)[-1]


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_form_holds_the_question_in_the_readers_own_words(server: Server, locale: Locale) -> None:
    server.speaks(server.bo, CLIENTS[locale])
    text = load_translations(locale)
    asked = await ask(server)
    _, answered = await fill(
        server.bo,
        asked,
        loser="Ana, library, Kindslaver of Di",
        objects="Brain Freeze, by Bo, owner Cy, forced draw\nPact 2, by Ana, voluntary\n"
        "Platinum Angel, by Di, ended the protection",
        teams="Bo: Cy",
    )
    first = lines(answered)
    held, again = await fill(server.bo, asked)
    assert text("judge-word-kindslaver") in held["loser"]
    for word in ("owner", "voluntary", "forced-draw", "ended"):
        assert text(f"judge-word-{word}") in held["objects"]
    assert held["teams"] == "Bo: Cy"
    assert lines(again) == first


async def test_everybody_sees_it_only_once_it_is_shown(server: Server) -> None:
    await server.ana.slash(server.channel, "setup language", language="fr")
    asked = await ask(server)
    posted = await press(server.bo, asked, ":show")
    assert not posted.ephemeral
    assert "au moins trois maîtres" in lines(posted)[1]
    assert "ESC-21" in labels(posted)


UNFITTING = [
    ({"loser": ""}, "Who lost: “—” does not fit."),
    ({"loser": "Ana, life, poison"}, "Who lost:"),
    ({"loser": "Ana, life twice"}, "Who lost:"),
    ({"objects": "Bolt"}, "The cards that did it: “Bolt” does not fit."),
    ({"objects": "Bolt 0, by Bo"}, "The cards that did it:"),
    ({"objects": "Bolt, by Bo, by Cy"}, "The cards that did it:"),
    ({"objects": "\n".join(["Bolt 1, by Bo"] * 13)}, "up to twelve"),
    ({"objects": "A, by Bo, ended the protection\nB, by Bo, ended the protection"}, "one of"),
    ({"teams": "Bo"}, "Who serves whom: “Bo” does not fit."),
    ({"teams": "Bo: Cy; Cy: Di"}, "Who serves whom:"),
    ({"teams": "Bo: Cy; Bo: Di"}, "Who serves whom: “Bo: Di” does not fit."),
    ({"teams": "Bo: Cy", "variant": "elimination"}, "Who serves whom:"),
]


async def test_what_does_not_fit_in_the_form_is_named(server: Server, subtests: pytest.Subtests) -> None:
    for fields, told in UNFITTING:
        with subtests.test(f"{fields}"):
            asked = await ask(server)
            _, refused = await fill(server.bo, asked, **fields)
            assert told in said(refused)
