"""The top cut of a night, from its announcement to the final table."""

import csv
import io

import pytest
from simcord import InteractionResult

from tests.front.playing import said
from tests.front.simulated import answer
from tests.front.test_night_ends import CHECK, closes, find_wrong, read_file, seats, wins
from tests.front.test_nights import WHEN, Evening, evening, name_of, seated

__all__ = ["evening"]  # pytest finds the fixture here

pytestmark = pytest.mark.usefixtures("still")


async def fill_cut(evening: Evening, cut: str) -> tuple[InteractionResult, InteractionResult]:
    """The host writes a top cut into the form of a night's preview; return the preview and the answer to the form."""
    agreed = {"when": WHEN, "rounds": 1, "minutes": 60, "variant": "elimination"}
    asked = await evening.host.slash(evening.channel, "night open", **agreed)
    await evening.host.click(answer(asked), label="Change")
    form = await evening.host.click(answer(asked), label="Rounds and pods")
    values = {"title": "Friday", "sizes": "3–4", "rounds": "1", "minutes": "60", "cut": cut}
    return asked, await evening.host.submit_modal(form, values)


async def gathers(evening: Evening, people: int, cut: str) -> None:
    asked, _ = await fill_cut(evening, cut)
    assert f"Then a top cut of {cut}" in answer(asked).content
    await evening.host.click(answer(asked), label="Plan it")
    evening.people = evening.people[:people]
    await evening.comes(*(each for each in evening.people if each is not evening.host))
    await evening.passes(31)
    for each in evening.people:
        await each.click(evening.message, label="I’m here")
    await evening.passes(31)


async def test_best_four_play_a_final_after_the_last_round(evening: Evening) -> None:
    await gathers(evening, 9, "4")
    tables = await seats(evening)
    winners = {name_of(await wins(evening, table)) for table in tables}
    assert "The organiser seats the top cut." in evening.shown
    preview = await evening.does("seat")
    assert "Final. Nobody is seated yet." in preview
    assert all(name in preview for name in winners)
    (final,) = await seats(evening)
    assert final.channel.name == "Final"
    four = {*seated(final)}
    assert winners < four
    assert "Final\n" in evening.shown
    assert "Sitting out" not in evening.shown
    last = name_of(await wins(evening, final))
    assert evening.shown.split("Standings\n")[1].startswith(f"**1.** {last}")
    assert "🥇 Final" in evening.shown
    assert "The organiser ends the night." in evening.shown
    await closes(evening)
    results = answer(await evening.host.click(evening.message, label="Results"))
    assert "People of the top cut stand first" in results.content
    past = answer(await evening.host.slash(evening.channel, "night show"))
    assert f"👥 9 · 🥇 {last} · " in past.content
    sent = answer(await evening.host.click(results, label="CSV files")).message.attachments
    standings, pods = [[*csv.DictReader(io.StringIO((await each.read()).decode("utf-8-sig")))] for each in sent]
    assert (standings[0]["player"], standings[0]["cut"]) == (last, "won")
    assert sorted(each["cut"] for each in standings) == [*[""] * 5, *["final"] * 3, "won"]
    assert {each["player"] for each in pods if each["cut"] == "final"} == four
    proof = await read_file(await evening.server.bo.click(evening.message, label=CHECK))
    assert find_wrong(proof) == []
    assert [told.cut for told in proof.rounds] == [0, 4]


async def test_cut_that_a_game_cannot_play_is_refused(evening: Evening) -> None:
    _, refused = await fill_cut(evening, "8")
    assert "A top cut has 4, 16 people" in said(refused)
