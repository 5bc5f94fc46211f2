"""Rules of a season as an organiser sets them, and as players meet them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import simcord

from bot.front.gateway.client import CHORES_INTERVAL, SuzerainBot
from bot.front.standings import deed_points
from bot.i18n import load_translations
from bot.season_rules.rules import PRESETS, RulesPreset
from tests.front.forging import press
from tests.front.playing import Table, let_count, said
from tests.front.simulated import Server, answer, pass_quietly, still_time
from tests.front.test_seasons import board, season, standing, won

ROOT = Path(__file__).parents[2]
TEXT = load_translations("en")


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Time passes when the test lets it, with chores every hour."""
    SuzerainBot.run_background_chores_once.change_interval(hours=1)
    with still_time():
        yield
    SuzerainBot.run_background_chores_once.change_interval(seconds=CHORES_INTERVAL)


async def confirmed(server: Server, shown: simcord.InteractionResult) -> str:
    """What is said once the rules of a preview are set."""
    await server.ana.click(answer(shown), label="Set these rules")
    return str(answer(shown).content)


async def stats(server: Server, **options: object) -> list[str]:
    """What Ana's statistics say of the rules of a season."""
    shown = answer(await server.ana.slash(server.channel, "stats", **options)).embeds[0]
    return [line for f in shown.fields if str(f.name).startswith("📏") for line in str(f.value).split("\n")]


async def test_a_change_is_looked_at_before_it_is_made_and_then_everybody_sees_it(server: Server) -> None:
    await season(server, "start", name="Spring")
    for _ in range(3):
        await won(server)
    assert said(await season(server, "rules")) == "📏 **Spring**: a game brings at most 12 pts"
    shown = await season(server, "rules", weekly=2)
    assert shown.ephemeral
    (preview,) = answer(shown).embeds
    assert str(preview.description).startswith("Now: a game brings at most 12 pts\nThen: at most 2")
    assert "＝ **Ana** 1. → 1. · 9 → 6 pts" in str(preview.fields[0].value)
    assert standing(await board(server), "Ana").startswith("9 pts"), "nothing has changed yet"
    assert (
        await confirmed(server, shown) == "✅ 📏 **Spring**: at most 2 a week against the same people"
        " · a game brings at most 12 pts"
    )
    now = await board(server)
    assert "-# 📏 at most 2 a week against the same people · a game brings at most 12 pts\n" in now
    assert standing(now, "Ana").startswith("6 pts · 👑2 ⛓️0 🎲2")
    trail = str(answer(await server.ana.slash(server.channel, "audit")).embeds[0].description)
    assert "rules of **Spring**: a game brings at most 12 pts → at most 2 a week" in trail
    assert await stats(server) == [
        "Rank 1 · 6 pts · 2 of 3 games count",
        "Jan 1 does not count: game no. 3 against mostly the same people that week",
    ]
    await server.ana.click(answer(shown), label="Set these rules") if answer(shown).components else None
    again = await season(server, "rules", weekly=0, needed=4)
    await server.ana.click(answer(again), label="Leave them as they are")
    assert answer(again).content == TEXT("season-rules-kept")
    assert standing(await board(server), "Ana").startswith("6 pts")


async def test_who_lacks_games_is_told_how_many_and_the_final_table_says_the_rules(server: Server) -> None:
    await season(server, "start")
    table = await won(server)
    await confirmed(server, await season(server, "rules", needed=2, provisional=5))
    now = await board(server)
    assert "`–` **Ana** · 3 pts" in now
    assert standing(now, "Ana").endswith("1 game to go ⭐1278?") or "1 game to go ⭐" in now
    assert (await stats(server))[0] == "Not ranked yet: 1 game to go · 3 pts · 1 of 1 game counts"
    await season(server, "end")
    (final,) = table.boards[-1].embeds
    assert "-# 📏 ranked from 2 games on" in str(final.description)
    over = await season(server, "rules", needed=3)
    assert said(over) == f"🚫 {TEXT('refusal-season-rules-over')}"


async def test_who_is_excluded_sees_why_and_the_others_keep_what_they_have(server: Server) -> None:
    await season(server, "start", name="Spring")
    await won(server)
    excluded = await season(server, "exclude", player=server.ana, reason="Three *accounts*.")
    assert said(excluded).startswith("🚫 **Ana** has no rank in **Spring** any more.")
    now = await board(server)
    assert "**Ana**" not in now
    assert standing(now, "Bo").startswith("1 pt ")
    assert await stats(server) == ["Excluded from the ranking · 3 pts · 1 of 1 game", r"Why: “Three \*accounts\*.”"]
    shown = await server.gil.slash(server.channel, "stats", player=server.ana)
    assert "Three" not in str([str(f.value) for f in answer(shown).embeds[0].fields])
    trail = str(answer(await server.ana.slash(server.channel, "audit")).embeds[0].description)
    assert r"excluded **Ana** from **Spring**: “Three \*accounts\*.”" in trail
    included = await season(server, "include", player=server.ana)
    assert said(included) == "✅ **Ana** is ranked in **Spring** again."
    assert standing(await board(server), "Ana").startswith("3 pts")


async def test_rules_that_somebody_else_changed_meanwhile_are_not_overwritten(server: Server) -> None:
    await season(server, "start")
    one, other = await season(server, "rules", weekly=2), await season(server, "rules", needed=3)
    await confirmed(server, one)
    custom_id = answer(other).components[0]["components"][0]["custom_id"]
    told = await press(server.ana, server.channel, answer(other), custom_id)
    assert said(told) == f"🚫 {TEXT('refusal-season-rules-changed')}"


# Presets


async def test_the_rules_begin_with_presets_and_each_is_looked_at_before_it_is_set(server: Server) -> None:
    await season(server, "start", name="Spring")
    for _ in range(2):
        await won(server)
    shown = await season(server, "rules")
    listed = str(answer(shown).embeds[0].description).splitlines()[1:]
    assert [line.partition(":")[0] for line in listed] == [*("**For fun**", "**League**", "**League with a prize**")]
    await server.ana.click(answer(shown), label="League")
    (preview,) = answer(shown).embeds
    assert "Then: League · ranked from 5 games on · at most 6 a week" in str(preview.description)
    assert "▼ **Ana** 1. → –" in str(preview.fields[0].value)
    assert "League" not in await board(server), "nothing has changed yet"
    assert (await confirmed(server, shown)).startswith("✅ 📏 **Spring**: League · ranked from 5")
    assert "-# 📏 League · ranked from 5 games on" in await board(server)
    again = await season(server, "rules")
    disabled = [each["label"] for each in list_buttons(again) if each.get("disabled")]
    assert disabled == ["League"]


async def test_a_preset_that_was_changed_by_hand_says_so_until_it_is_as_it_was(server: Server) -> None:
    await season(server, "start", name="Spring")
    shown = await season(server, "rules", deeds="mill 1")
    await confirmed(server, shown)
    shown = await season(server, "rules")
    await server.ana.click(answer(shown), label="For fun")
    assert "Deeds" not in await confirmed(server, shown)
    changed = await confirmed(server, await season(server, "rules", cap=9))
    assert changed.startswith("✅ 📏 **Spring**: For fun (changed) · ")
    back = await confirmed(server, await season(server, "rules", cap=12))
    assert back.startswith("✅ 📏 **Spring**: For fun · ")


async def test_a_season_that_is_over_offers_no_presets(server: Server) -> None:
    await season(server, "start")
    shown = await season(server, "rules")
    await season(server, "end")
    custom_id = list_buttons(shown)[0]["custom_id"]
    told = await press(server.ana, server.channel, answer(shown), custom_id)
    assert said(told) == f"🚫 {TEXT('refusal-season-rules-over')}"
    assert list_buttons(await season(server, "rules")) == []


def list_buttons(shown: simcord.InteractionResult) -> list[dict[str, Any]]:
    return [part for row in answer(shown).components for part in row["components"]]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_page_of_seasons_says_what_each_preset_sets(preset: RulesPreset) -> None:
    name = TEXT(f"season-preset-{preset}")
    page = (ROOT / "docs/en/seasons.md").read_text("utf-8")
    row = re.search(rf"^\| \*{name}\* \| ([^|]+) \|", page, re.MULTILINE)
    assert row is not None
    listed = dict(re.findall(r"`(\w+):(\w+)`", row[1]))
    rules = msgspec.to_builtins(PRESETS[preset])
    assert listed == {rule: str(value) for rule, value in rules.items()}


# Deeds


async def test_points_for_deeds_are_previewed_set_and_told_apart_from_results(server: Server) -> None:
    await season(server, "start", name="Spring")
    table = await won(server)
    shown = await season(server, "rules", deeds="first blood 2, Regicide: 1; most 3")
    (preview,) = answer(shown).embeds
    assert "Deeds: 🩸 First blood +2, 🗡️ Regicide +1, at most 3 a game" in str(preview.description)
    assert "＝ **Ana** 1. → 1. · 3 → 5 pts" in str(preview.fields[0].value)
    await confirmed(server, shown)
    now = await board(server)
    assert standing(now, "Ana").startswith("5 pts · 👑1 ⛓️0 🎲1 🎖️2")
    assert "Points for results: 3, for deeds: 2" in await stats(server)
    await season(server, "end")
    (final,) = table.boards[-1].embeds
    assert standing(str(final.description), "Ana").startswith("5 pts · 👑1 ⛓️0 🎲1 🎖️2")


async def test_a_season_of_elimination_speaks_of_nobody_who_serves(server: Server) -> None:
    await season(server, "start", name="Spring")
    await confirmed(server, await season(server, "rules", deeds="first blood 1, regicide 2, loyalty 1, most 3"))
    table = await Table(server).started(*server.everybody[:4], variant="elimination")
    for loser in ("Bo", "Cy", "Di"):
        await table.reports(server.ana, loser, "Ana")
    await let_count(server, 80)
    assert "Regicide" in await board(server), "somebody may play another variant yet"
    await season(server, "end")
    (final,) = table.boards[-1].embeds
    assert standing(str(final.description), "Ana").startswith("4 pts · 👑1 🎲1 🎖️1")
    assert str(final.footer.text).startswith("👑 games won · 🎲 games")
    shown = answer(await server.gil.slash(server.channel, "leaderboard", season="1")).embeds[0]
    own = answer(await server.ana.slash(server.channel, "stats", season="1")).embeds[0]
    for embed in (final, shown, own):
        said_words = str(embed.to_dict()).casefold()
        assert not [word for word in ("thrall", "master", "serve ", "⛓️", "regicide", "loyal") if word in said_words]


async def test_nobody_has_an_award_of_a_season_that_ranks_nobody(server: Server) -> None:
    await season(server, "start", name="Spring")
    await confirmed(server, await season(server, "rules", needed=3))
    await won(server)
    table = await won(server)
    await season(server, "end")
    (final,) = table.boards[-1].embeds
    assert standing(str(final.description), "Ana").endswith("1 game to go")
    assert "🏅" not in str(final.to_dict())


async def test_points_for_deeds_are_taken_away_by_a_preset(server: Server) -> None:
    await season(server, "start")
    await confirmed(server, await season(server, "rules", deeds="mill 1"))
    found = await server.ana.autocomplete(server.channel, "season rules", "deeds", "")
    assert [each["value"] for each in found] == [*deed_points.PRESETS.values()]
    classic = found[0]["value"]
    assert "Deeds" not in await confirmed(server, await season(server, "rules", deeds=classic))


UNREADABLE_DEEDS = ["first blood", "third blood 1", "mill 100", "mill 0", "mill x"]


async def test_points_for_deeds_that_cannot_be_read_are_refused(server: Server, subtests: pytest.Subtests) -> None:
    await season(server, "start")
    for typed in UNREADABLE_DEEDS:
        with subtests.test(typed):
            told = said(await season(server, "rules", deeds=typed))
            assert told.startswith("🚫 These are not points for deeds.")


async def test_what_a_player_did_is_a_page_of_their_statistics(server: Server) -> None:
    await won(server)
    shown = await server.gil.slash(server.channel, "stats", player=server.ana)
    page = answer(await server.gil.click(answer(shown), label="Deeds")).embeds[0]
    assert page.title == "🎖️ Ana’s deeds"
    assert "🩸 First blood ×1" in str(page.description)
    shown = await server.gil.slash(server.channel, "stats", player=server.everybody[3])
    page = answer(await server.gil.click(answer(shown), label="Deeds")).embeds[0]
    assert "No deeds yet" in str(page.description)


async def test_a_result_names_the_deeds_of_its_game(server: Server) -> None:
    table = await won(server)
    assert "-# 🩸 First blood: Ana · 🫡 Loyalty: " in str(table.embed.description)


# Weeks and nights


async def test_rules_about_weeks_and_nights_are_typed_completed_and_told_to_each_player(server: Server) -> None:
    await season(server, "start")
    offered = await server.ana.autocomplete(server.channel, "season rules", "weeks-nights", "")
    assert "3 of 5 nights" in [each["value"] for each in offered]
    offered = await server.ana.autocomplete(server.channel, "season rules", "weeks-nights", "2 of 7")
    assert [each["value"] for each in offered] == ["2 of 7 weeks", "2 of 7 nights", "none"]
    offered = await server.ana.autocomplete(server.channel, "season rules", "attendance", "4")
    assert [each["value"] for each in offered] == ["4 a week", "4 a night", "none"]
    given = {"per-week": 2, "weeks-nights": "1/3 nights", "attendance": "2 a night"}
    told = await confirmed(server, await season(server, "rules", **given))
    said_rules = "your 2 best games of a week · your 1 best of the first 3 nights you play · each night you play: +2"
    assert said_rules in told
    for _ in range(2):
        await won(server)
        await pass_quietly(server, 25 * 3600)
    page = answer(await server.ana.slash(server.channel, "stats")).embeds[0]
    shown = str(page.to_dict())
    assert "1 of 2 nights counts" in shown or "1 of 2 nights count" in shown
    assert "Points for attendance: 2" in shown
    assert "1 of 2 games count" in shown
    assert "another night is better" in shown
    told = await confirmed(server, await season(server, "rules", **{"weeks-nights": "none", "attendance": "none"}))
    assert "night" not in told


UNREADABLE_RULES = [
    ("weeks-nights", "3"),
    ("weeks-nights", "5 of 3 nights"),
    ("weeks-nights", "3 of 5 days"),
    ("attendance", "0 a night"),
    ("attendance", "1 a game"),
    ("attendance", "night"),
]


async def test_rules_about_weeks_and_nights_that_cannot_be_read_are_refused(
    server: Server, subtests: pytest.Subtests
) -> None:
    await season(server, "start")
    for option, typed in UNREADABLE_RULES:
        with subtests.test(typed):
            told = said(await season(server, "rules", **{option: typed}))
            refusal = (
                "This is no rule for weeks or nights"
                if option == "weeks-nights"
                else "These are no points for attendance"
            )
            assert told.startswith(f"🚫 {refusal}")
