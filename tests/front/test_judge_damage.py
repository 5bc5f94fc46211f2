"""`/judge` about damage: what may become of damage, asked in a channel and in a pod."""

import psutil  # type: ignore[import-untyped]
import pytest
from simcord import InteractionResult, MemberActor

from bot.front.gateway.client import SuzerainBot
from bot.front.judge import damage
from bot.i18n import LOCALES, Locale, load_translations
from bot.judge.damage import answer_damage_question
from bot.judge.question import DamageQuestion
from bot.judge.step_budget import StepBudgetExceededError
from bot.workers.judge.messages import DamageQuestionReply
from bot.workers.judge.workers import (
    JudgeQuestionReplacedError,
    JudgeWorkerError,
    JudgeWorkerProcesses,
    RulesJudgeBusyError,
)
from tests.front import judging
from tests.front.judging import CLIENTS, fill, labels, lines, press, shown
from tests.front.playing import Form, Table, end, forced, said
from tests.front.simulated import Server, answer

BLAST = {
    "sources": "Galvanic Blast 2, instead 4",
    "you": "20",
    "planeswalkers": "Jace Beleren 2",
    "effects": "Healing Salve: next 3",
}


async def ask(who: MemberActor, table: Table, **more: str) -> InteractionResult:
    return await judging.ask(who, table.channel, "damage", **{**BLAST, **more})


# Without a pod


async def test_every_outcome_is_a_line_for_whoever_asks_alone(server: Server) -> None:
    asked = await ask(server.bo, Table(server), era="2013")
    assert asked.ephemeral
    assert lines(asked) == [
        "-# Bo (life: 20) · Galvanic Blast 2, by an opponent, instead 4 · Jace Beleren 2 · Healing Salve: next 3",
        "**By the rules of January 2013 there are 3 possible outcomes**",
        "**1.** Bo: 20 life · Jace Beleren: 1 loyalty — Galvanic Blast replaces its own damage"
        " (4), then Bo picks Healing Salve, then an opponent redirects 1 to Jace Beleren",
        "**2.** Bo: 20 life · Jace Beleren goes to the graveyard — Galvanic Blast replaces its own"
        " damage (4), then an opponent redirects 4 to Jace Beleren",
        "**3.** Bo: 19 life · Jace Beleren: 2 loyalty — Galvanic Blast replaces its own damage"
        " (4), then an opponent does not redirect, then Healing Salve applies",
        "Bo can’t be defeated by it.",
        "📖 By today’s rules the answer would be different.",
    ]
    assert labels(asked) == ["More…", "Show everyone", "PW-4", "PW-5", "PW-9", "PW-10"]


async def test_the_server_says_by_which_rules_unless_who_asks_does(server: Server) -> None:
    table = Table(server)
    assert "By today’s rules there is one" in lines(await ask(server.bo, table))[1]
    wizard = answer(await server.ana.slash(table.channel, "setup server"))
    await forced(table, server.ana, wizard, "setup:rules_era:set", "2013")
    assert "January 2013" in lines(await ask(server.bo, table))[1]
    assert "today" in lines(await ask(server.bo, table, era="current"))[1]


async def test_a_rule_is_opened_by_its_button(server: Server) -> None:
    asked = await ask(server.bo, Table(server), era="2013")
    opened = await server.bo.click(answer(asked), label="PW-9")
    assert opened.ephemeral
    assert shown(opened).title == "PW-9"
    assert shown(opened).description == load_translations("en")("rule-pw-9")


async def test_everybody_sees_the_answer_only_once_it_is_shown_in_the_servers_language(server: Server) -> None:
    await server.ana.slash(server.channel, "setup language", language="fr")
    asked = await ask(server.bo, Table(server), era="2013")
    posted = await press(server.bo, asked, ":show")
    assert not posted.ephemeral
    assert lines(posted)[1] == "**Selon les règles de janvier 2013, 3 issues sont possibles**"
    assert "un adversaire" in lines(posted)[0]
    assert labels(posted) == ["PW-4", "PW-5", "PW-9", "PW-10"]
    assert (await server.gil.click(answer(posted), label="PW-5")).ephemeral


async def test_the_form_holds_the_question_and_asks_what_is_written_in_it(server: Server) -> None:
    asked = await ask(server.bo, Table(server), era="2013")
    held, answered = await fill(
        server.bo,
        asked,
        sources="Bear 5, by Norbert, combat, trample, blockers 2 + 1, to jace beleren\nShock 2, by Cy, lifelink",
        you="7, poison 2, teammates Cy",
        effects="half up, from Shock; Pariah: redirect to Wall, on me, once",
    )
    assert held == {
        "sources": "Galvanic Blast 2, by an opponent, instead 4",
        "you": "20",
        "planeswalkers": "Jace Beleren 2",
        "effects": "Healing Salve: next 3",
        "era": "2013",
    }
    assert lines(answered)[0] == (
        "-# Bo (life: 7, poison 2, teammates Cy) · Bear 5, by Norbert, to Jace Beleren, combat,"
        " trample, blockers 2 + 1; Shock 2, by Cy, lifelink · Jace Beleren 2 ·"
        " half up, from Shock; Pariah: redirect to Wall, once"
    )
    assert "Norbert assigns 2 past the blockers" in " ".join(lines(answered))
    again, _ = await fill(server.bo, asked)
    assert again["sources"].splitlines()[1] == "Shock 2, by Cy, lifelink"


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_question_is_typed_in_the_readers_own_words(server: Server, locale: Locale) -> None:
    server.speaks(server.bo, CLIENTS[locale])
    text = load_translations(locale)
    asked = await ask(server.bo, Table(server), era="2013")
    everything = (
        "Bear 5, by Bo, combat, trample, as though unblocked, blockers 2, lifelink, infect\n"
        "Drain 1, loss\nBolt 3, targeted, wither, instead 4\n"
        "Ninja 2, by Cy, to Jace, combat, removed, must attack me"
    )
    held, _ = await fill(
        server.bo,
        asked,
        sources=everything,
        planeswalkers="Jace 3",
        you="20, poison 3, hexproof, teammates Cy",
        effects="Salve: next 3, on all, from Bolt\nSphere: half up, on me + Jace, once",
    )
    assert text("judge-word-instead") in held["sources"]
    written, answered = await fill(server.bo, asked)
    for words in ("combat", "trample", "unblocked", "blockers", "loss", "targeted", "must-player"):
        assert text(f"judge-word-{words}") in written["sources"]
    assert text("judge-word-hexproof") in written["you"]
    assert text("judge-word-up") in written["effects"]
    again, same = await fill(server.bo, asked)
    assert again == written
    assert lines(same) == lines(answered)


UNFITTING_AT_FIRST = [
    ({"planeswalkers": "Jace"}, "Planeswalkers: “Jace” does not fit."),
    ({"planeswalkers": "Jace 0"}, "Planeswalkers: “Jace 0” does not fit."),
    ({"planeswalkers": "A 1, B 2, A 3"}, "Planeswalkers: “A 3” does not fit."),
    ({"planeswalkers": "A 1, B 2, C 3, D 4, E 5"}, "four at most"),
    ({"effects": "next"}, "Effects: “next” does not fit."),
    ({"effects": "next 3; third"}, "Effects: “third” does not fit."),
    ({"effects": "half sideways"}, "Effects: “half sideways” does not fit."),
    ({"effects": "next 3, once"}, "Effects: “next 3” does not fit."),
    ({"effects": "self: all"}, "Effects: “self” does not fit."),
    ({"effects": "all, on Garruk"}, "Effects: “all” does not fit."),
    ({"effects": "all; all; all; all; all; all; all"}, "Write up to six"),
    ({"sources": "Blast 2, instead 4, combat"}, "`combat` alone"),
    ({"sources": ""}, "Sources: “—” does not fit."),
]


async def test_a_first_form_that_does_not_fit_comes_back_with_what_was_typed(
    server: Server, subtests: pytest.Subtests
) -> None:
    for fields, told in UNFITTING_AT_FIRST:
        with subtests.test(f"{fields}"):
            typed = {**BLAST, **fields, "you": "17, hexproof"}
            refused = await ask(server.bo, Table(server), **typed)
            assert refused.ephemeral
            assert said(refused).startswith("🚫 ")
            assert told in said(refused)
            held, answered = await fill(server.bo, refused, **BLAST)
            assert held == {**typed, "era": "current"}
            assert "possible outcome" in lines(answered)[1]
            assert answer(answered).content == ""


UNFITTING = [
    ({"you": "no life"}, "Life: “no life” does not fit."),
    ({"you": "20, poison ten"}, "Life: “20, poison ten” does not fit."),
    ({"you": "20, poison 10"}, "with poison from 0 to 9"),
    ({"sources": ""}, "Sources:"),
    ({"sources": "Bolt"}, "Sources: “Bolt” does not fit."),
    ({"sources": "Bolt 3, trample"}, "Sources: “Bolt 3” does not fit."),
    ({"sources": "Bolt 3, targeted yes"}, "Sources: “Bolt 3, targeted yes” does not fit."),
    ({"sources": "Bolt 3, to Garruk"}, "Sources: “Bolt 3” does not fit."),
    ({"sources": "A 99, combat, trample, blockers 0\nB 9, combat, trample, blockers 0"}, "100"),
    ({"sources": "1\n2\n3", "effects": "all; half; double"}, "sources: 8 at most"),
]


async def test_a_form_that_does_not_fit_is_named_and_comes_back_below_the_same_answer(
    server: Server, subtests: pytest.Subtests
) -> None:
    for fields, told in UNFITTING:
        with subtests.test(f"{fields}"):
            asked = await ask(server.bo, Table(server))
            before = lines(asked)
            _, refused = await fill(server.bo, asked, **fields)
            assert told in said(refused)
            assert lines(asked) == before
            held, _ = await fill(server.bo, asked)
            assert {name: held[name] for name in fields} == fields


async def test_many_outcomes_are_shown_ten_at_a_time(server: Server) -> None:
    asked = await ask(server.bo, Table(server))
    await fill(server.bo, asked, sources="Bear 30, combat, trample, blockers 2, to Jace Beleren")
    assert "29 possible outcomes" in lines(asked)[1]
    numbers = [line.split()[0] for line in lines(asked)[2:] if line.startswith("**")]
    assert numbers == [f"**{number}.**" for number in range(1, 11)]
    await press(server.bo, asked, ":page:1")
    await press(server.bo, asked, ":page:2")
    assert lines(asked)[-2].startswith("**29.**")


async def test_more_outcomes_than_are_listed_are_counted(server: Server) -> None:
    asked = await ask(server.bo, Table(server))
    trample = "Bear {}, combat, trample, blockers 0, to Jace Beleren"
    await fill(
        server.bo,
        asked,
        sources=f"{trample.format(49)}\nShock 3\nBolt 2",
        planeswalkers="Jace Beleren 2, Garruk 3",
        effects="all, on Garruk, once",
        era="2013",
    )
    for page in range(1, 10):
        await press(server.bo, asked, f":page:{page}")
    assert any("more outcomes" in line for line in lines(asked))


async def test_a_deadly_outcome_is_shown_however_many_others_are_better(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    asked = await ask(server.bo, table, you="5", era="2013")
    trample = "Bear {}, combat, trample, blockers 0, to Jace Beleren"
    sources = [trample.format(9), trample.format(9), "Shock 3, by Cy", "Bolt 2, by Cy"]
    await fill(server.bo, asked, sources="\n".join(sources), effects="")
    assert not any("💀" in line for line in lines(asked))
    for page in range(1, 11):
        await press(server.bo, asked, f":page:{page}")
    (deadly,) = (line for line in lines(asked) if "💀" in line)
    assert deadly.startswith("**…** 💀 Bo: 0 life")
    (told,) = (line for line in lines(asked) if line.startswith("↳"))
    assert "**Bo now serves Cy.**" in told, told
    opened = await server.bo.click(answer(asked), label="It happened")
    assert "Bo now serves Cy." in Form(table, server.bo, opened).verdict


async def test_names_are_data(server: Server) -> None:
    asked = await ask(
        server.bo, Table(server), sources="**@everyone** [x](http://x.x) 2", planeswalkers="<@1> 2", era="2013"
    )
    description = shown(asked).description or ""
    assert "@everyone" not in description
    assert "[x](" not in description
    assert "<@1>" not in description


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (StepBudgetExceededError(), "too large to search"),
        (RulesJudgeBusyError(), "I am searching many questions"),
        (JudgeQuestionReplacedError(), "Only that is answered"),
        (JudgeWorkerError("it broke"), "The judge could not finish"),
    ],
)
async def test_what_is_not_answered_is_told_in_words(
    server: Server, monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    async def search(*_: object) -> None:
        raise error

    monkeypatch.setattr(JudgeWorkerProcesses, "find_possible_results_of_damage", search)
    assert told in said(await ask(server.bo, Table(server)))


async def test_an_answer_that_takes_longer_is_deferred_and_still_given(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(damage, "PATIENCE", 0.0)
    asked = await ask(server.bo, Table(server), era="2013")
    assert asked.ephemeral
    assert "3 possible outcomes" in lines(asked)[1]
    posted = await press(server.bo, asked, ":show")
    assert not posted.ephemeral
    assert "3 possible outcomes" in lines(posted)[1]
    _, refused = await fill(server.bo, asked, you="none")
    assert "does not fit" in said(refused)


async def test_where_the_other_era_takes_too_much_the_answer_says_so(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def search(_: JudgeWorkerProcesses, question: DamageQuestion, __: int) -> DamageQuestionReply:
        return DamageQuestionReply(answer_damage_question(question), differs=None)

    monkeypatch.setattr(JudgeWorkerProcesses, "find_possible_results_of_damage", search)
    told = lines(await ask(server.bo, Table(server)))
    assert told[-1].startswith("I can’t tell whether the other rules would answer differently: ")


async def test_a_restart_takes_what_can_be_pressed_and_says_so(server: Server) -> None:
    asked = await ask(server.bo, Table(server))
    await server.restart()
    assert "too old" in said(await press(server.bo, asked, ":more"))


@pytest.mark.worker_processes
async def test_the_process_of_the_judge_ends_with_the_bot(server: Server) -> None:
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    await ask(server.bo, Table(server))
    process = psutil.Process(client.services.judge.quick.worker.process_id)
    await server.restart()
    assert not process.is_running()


# In a pod


async def test_in_a_pod_life_poison_and_teammates_come_from_it(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve, life=True, starting_life=7)
    await server.bo.slash(table.channel, "life", amount="+3", kind="poison")
    await table.reports(server.bo, "Di", "Bo")
    opened = await server.bo.slash(table.channel, "judge", question="damage", card="Bolt")
    held, asked = await judging.send(server.bo, opened, {"sources": "Bolt 3, by me"})
    assert held == {
        "sources": "Bolt ",
        "you": "7, poison 3, teammates Di",
        "planeswalkers": "",
        "effects": "",
        "era": "current",
    }
    assert lines(asked)[0] == "-# Bo (life: 7, poison 3, teammates Di) · Bolt 3, by Bo"
    opened = await server.bo.slash(table.channel, "judge", question="damage", player="Cy")
    held, asked = await judging.send(server.bo, opened, {"sources": "2, by Eve"})
    assert held["you"] == "7"
    assert lines(asked)[0] == "-# Cy (life: 7) · the source 2, by Eve"
    told = await server.bo.slash(table.channel, "judge", question="damage", player="Zed")
    assert said(told).startswith("🚫 “Zed” is not a player in this game.")


async def test_without_a_count_life_begins_as_the_format_has_it(server: Server) -> None:
    opened = await server.bo.slash(server.channel, "judge", question="damage", player="Zed")
    held, asked = await judging.send(server.bo, opened, {"sources": "3"})
    assert held["you"] == "40"
    assert lines(asked)[0] == "-# Zed (life: 40) · the source 3, by an opponent"


async def test_a_deadly_outcome_has_the_verdict_of_the_pod_and_opens_the_report(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    asked = await ask(server.bo, table, you="1", sources="Galvanic Blast 2, by Cy, instead 4", era="2013")
    assert lines(asked)[4].startswith("**3.** 💀 Bo: 0 life")
    assert lines(asked)[5].startswith("↳ `ESC-21` **Bo now serves Cy.**")
    assert "Can force the defeat alone: Cy" in lines(asked)
    assert "Can prevent the defeat alone: Cy" in lines(asked)
    assert "ESC-21" in labels(asked)
    assert "ESC-3" in labels(asked)
    opened = await server.bo.click(answer(asked), label="It happened")
    form = Form(table, server.bo, opened)
    assert "Bo now serves Cy." in form.verdict
    assert "Galvanic Blast (controlled by Cy, for 1)" in str(form.message.embeds[0].fields[0].value)
    await form.press("send")
    assert any("Bo" in line and "┗" in line for line in table.lines)


async def test_of_an_unnamed_opponent_the_verdict_is_open_and_the_form_asks(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    asked = await ask(server.bo, table, you="1", era="2013")
    assert "↳ Who is responsible depends on whose source it is" in " ".join(lines(asked))
    opened = await server.bo.click(answer(asked), label="It happened")
    form = Form(table, server.bo, opened)
    await form.pick("controller", "Eve")
    assert "Bo now serves Eve." in form.verdict


async def test_of_several_deadly_outcomes_one_is_picked(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    asked = await ask(server.bo, table, you="2", effects="half, on me", era="2013")
    await fill(server.bo, asked, sources="Bolt 3, by Cy\nShock 5, by Di", effects="next 1", era="current")
    (menu,) = (item for row in answer(asked).components for item in row["components"] if "options" in item)
    picked = await server.bo.select(answer(asked), ["1"], custom_id=menu["custom_id"])
    form = Form(table, server.bo, picked)
    value = str(form.message.embeds[0].fields[0].value)
    assert "Bolt" in value
    assert "Shock" in value


async def test_who_looks_on_asks_for_themself(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    asked = await ask(server.gil, table, you="1", era="2013")
    assert lines(asked)[0].startswith("-# Gil (life: 1) ·")
    assert "It happened" not in labels(asked)


async def test_after_the_game_an_answer_can_be_shown_and_no_more_be_reported(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    asked = await ask(server.bo, table, you="1", sources="Galvanic Blast 2, by Cy, instead 4", era="2013")
    await end(server.bo, table.channel, "draw")
    assert "over" in said(await server.bo.click(answer(asked), label="It happened"))
    await server.cy.slash(table.channel, "pod open")
    assert "Cy redirects 1" in " ".join(lines(await press(server.bo, asked, ":show")))
    assert "The game is over." in said(await server.bo.click(answer(asked), label="It happened"))
