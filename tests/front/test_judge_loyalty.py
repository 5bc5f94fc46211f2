"""`/judge` about loyalty: whether an ability may be activated now, or a planeswalker be cast."""

import pytest
from simcord import InteractionResult, MemberActor

from bot.i18n import LOCALES, Locale, load_translations
from tests.front import judging
from tests.front.judging import CLIENTS, fill, labels, lines, press
from tests.front.playing import Table, said
from tests.front.simulated import Server


async def ask(who: MemberActor, server: Server, **more: str) -> InteractionResult:
    given = {"permanent": "Jace 3", "cost": "-2", **more}
    return await judging.ask(who, server.channel, "loyalty", **given)


async def test_what_may_be_done_is_told_with_what_follows_to_whoever_asks_alone(server: Server) -> None:
    asked = await ask(server.bo, server)
    assert asked.ephemeral
    assert lines(asked) == [
        "-# Bo: Jace 3 · -2 · main phase",
        "✅ **By today’s rules, Bo may activate this ability of Jace now (PW-12, PW-13, PW-14, PW-15)**",
        "Jace then has loyalty 1.",
    ]
    assert labels(asked) == ["More…", "Show everyone", "PW-12", "PW-13", "PW-14", "PW-15"]


async def test_each_reason_against_it_is_told_with_its_rule(server: Server) -> None:
    asked = await ask(
        server.bo,
        server,
        permanent="Jace 1",
        moment="combat, turn an opponent, stack 2, this turn transformed + activated",
    )
    assert lines(asked)[0] == (
        "-# Bo: Jace 1 · -2 · combat, stack 2, turn an opponent, this turn transformed + activated"
    )
    assert lines(asked)[1].startswith("🚫 **By today’s rules, Bo may not activate")
    assert [line[:5] for line in lines(asked)[2:]] == ["PW-12", "PW-13", "PW-13", "PW-13", "PW-14"]
    assert labels(asked)[2:] == ["PW-12", "PW-13", "PW-14"]


async def test_what_is_cast_may_be_activated_at_once_if_the_cost_can_be_paid(server: Server) -> None:
    asked = await ask(server.bo, server, cost="-X 3, cast")
    assert lines(asked)[1:] == [
        "✅ **By today’s rules, Bo may cast Jace now (PW-1, PW-3, PW-13)**",
        "Jace enters with loyalty 3.",
        "Jace stays on the battlefield.",
        "Bo may activate Jace before anyone else can respond.",
        "✅ **By today’s rules, Bo may activate this ability of Jace now (PW-4, PW-12, PW-13, PW-14, PW-15)**",
        "Jace then has loyalty 0.",
        "Jace goes to the graveyard; its ability stays on the stack.",
    ]
    asked = await ask(server.bo, server, cost="-4, cast")
    assert "PW-12: Jace has fewer loyalty counters than the cost removes." in lines(asked)


async def test_where_the_other_era_answers_otherwise_a_line_says_so(server: Server) -> None:
    asked = await ask(server.bo, server, cost="-2, cast")
    _, answered = await fill(server.bo, asked, others="Jace Beleren, types Jace, by Cy", permanent="Jace 3", era="2013")
    assert "To the graveyard: Jace and Jace Beleren" in lines(answered)
    assert lines(answered)[-1] == "By today’s rules the answer would be different."


async def test_in_a_pod_it_is_whose_turn_it_is_there(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    (active,) = table.active
    other = next(name for name in table.keys if name != active)
    players = {"Bo": server.bo, "Cy": server.cy, "Di": server.di, "Eve": server.eve}
    assert lines(await ask(players[active], server))[1].startswith("✅")
    refused = lines(await ask(players[other], server))
    assert f"PW-13: It is not {other}’s turn." in refused
    own = f"main phase, turn {other}"
    assert lines(await ask(players[other], server, moment=own))[1].startswith("✅")
    assert lines(await ask(server.gil, server))[0].startswith("-# Gil:")


async def test_in_a_two_headed_giant_the_turn_is_the_team_s(server: Server) -> None:
    """PW-13, PW-14, TAB-D6: and what one head has used is used for the other, who took it over."""
    heads = {"Bo": server.bo, "Cy": server.cy, "Di": server.di, "Eve": server.eve}
    table = await Table(server).started(*heads.values(), variant="elimination", table="two-headed-giant")
    (team,) = table.active
    told = {name: lines(await ask(player, server)) for name, player in heads.items()}
    able = [name for name, answer in told.items() if answer[1].startswith("✅")]
    assert team.startswith("Team ")
    assert len(able) == 2
    assert all((f"PW-13: It is not {name}’s turn." in answer) == (name not in able) for name, answer in told.items())
    one, mate = able
    handed = f"main phase, turn {one} + {mate}, this turn activated + control changed"
    used = lines(await ask(heads[mate], server, moment=handed))
    assert used[1].startswith("🚫")
    assert [line[:5] for line in used[2:]] == ["PW-14"]


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_form_holds_the_question_in_the_readers_own_words(server: Server, locale: Locale) -> None:
    server.speaks(server.bo, CLIENTS[locale])
    text = load_translations(locale)
    asked = await ask(server.bo, server)
    _, answered = await fill(
        server.bo,
        asked,
        permanent="Gideon, Ally of Zendikar 4, by Cy, not a planeswalker",
        cost="-X 3, emblem",
        moment="upkeep, stack 1, flash, Doubling Seasons 2, turn Bo + Cy, priority nobody,"
        " this turn activated + returned",
    )
    first = lines(answered)
    held, again = await fill(server.bo, asked)
    assert text("judge-word-no-planeswalker") in held["permanent"]
    assert text("judge-word-emblem") in held["cost"]
    for word in ("upkeep", "stack", "flash", "seasons", "turn", "priority", "nobody", "returned"):
        assert text(f"judge-word-{word}") in held["moment"]
    assert lines(again) == first
    _, cast = await fill(
        server.bo,
        asked,
        permanent="Jace 3, types Jace + Beleren",
        cost="cast",
        moment="main phase, triggers 1",
        others="Vraska, types Vraska + Jace, by Cy\nTibalt, by Bo",
    )
    first = lines(cast)
    held, again = await fill(server.bo, asked)
    assert held["cost"] == text("judge-word-cast")
    assert len(held["others"].splitlines()) == 2
    assert lines(again) == first


async def test_everybody_sees_it_only_once_it_is_shown(server: Server) -> None:
    await server.ana.slash(server.channel, "setup language", language="ru")
    posted = await press(server.bo, await ask(server.bo, server), ":show")
    assert not posted.ephemeral
    assert "По сегодняшним правилам" in lines(posted)[1]
    assert labels(posted) == ["PW-12", "PW-13", "PW-14", "PW-15"]


UNFITTING = [
    ({"permanent": "Jace"}, "Name and loyalty: “Jace” does not fit."),
    ({"permanent": "Jace 1000"}, "Name and loyalty: “Jace 1000” does not fit."),
    ({"cost": ""}, "Cost: “—” does not fit."),
    ({"cost": "2"}, "Cost: “2” does not fit."),
    ({"cost": "-X"}, "Cost: “\\-X” does not fit."),
    ({"cost": "-2 3"}, "Cost: “\\-2 3” does not fit."),
    ({"cost": "+0"}, "Cost: “+0” does not fit."),
    ({"moment": "main phase, this turn tapped"}, "This turn: “tapped” does not fit."),
    ({"moment": "main phase, this turn activated + activated"}, "which happens once"),
    ({"permanent": "Jace 100", "cost": "-2, cast"}, "99 at most"),
    ({"cost": "+1, emblem twice"}, "Cost:"),
    ({"cost": "cast, emblem"}, "The moment"),
    ({"moment": "dawn"}, "The moment: “dawn” does not fit."),
    ({"moment": "main phase, stack many"}, "The moment:"),
    ({"moment": "main phase, triggers 1"}, "The moment:"),
    ({"moment": "main phase, Doubling Seasons 5"}, "4 at most"),
    ({"others": "Jace, by Cy"}, "only where a planeswalker is cast"),
    ({"others": "Jace", "cost": "cast"}, "Other planeswalkers: “Jace” does not fit."),
    ({"others": "Jace, types A + A, by Cy", "cost": "cast"}, "Other planeswalkers: “Jace”"),
]


async def test_what_does_not_fit_in_the_form_is_named(server: Server, subtests: pytest.Subtests) -> None:
    for fields, told in UNFITTING:
        with subtests.test(f"{fields}"):
            asked = await ask(server.bo, server)
            _, refused = await fill(server.bo, asked, **fields)
            assert told in said(refused)
