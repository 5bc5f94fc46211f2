"""A server's own variants: made by moderators, or in the settings file; played like the others."""

import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import simcord
from msgspec.structs import replace

from bot import app
from bot.care.importing import import_history_archive
from bot.front.server import house_variants
from bot.i18n import LOCALES, Locale, load_translations
from bot.projections.project import rebuild_derived_tables
from bot.projections.standings import load_leaderboard_without_season_rules
from bot.rules.variants import (
    MAX_PLACES,
    PLACES,
    POINTS,
    QUESTIONS,
    VARIANTS,
    Scoring,
    Variant,
    decode_variant_code,
    encode_variant,
    find_closest_builtin_variant,
    list_variant_field_values,
)
from bot.storage.record.people import NOWHERE, AccountNames, PeopleRepository
from bot.storage.servers.server_settings import MAX_VARIANTS, ServerSettingsRepository
from tests.care.histories import exported
from tests.front.playing import Table, end, forced, let_count, press_more, said, sets
from tests.front.simulated import Server, answer
from tests.storage.store import opened, url_of

NIGHT = replace(VARIANTS["necromancer"], hand_after=5, life_after=25)


class Maker:
    """`/setup variant` in Ana's hands."""

    def __init__(self, server: Server, opened: simcord.InteractionResult) -> None:
        self.server = server
        self.message = answer(opened)

    @property
    def text(self) -> str:
        (embed,) = self.message.embeds
        parts = [embed.title, embed.description, *(field.value for field in embed.fields)]
        return "\n".join(filter(None, [*parts, embed.footer.text]))

    @property
    def ids(self) -> dict[str, dict[str, Any]]:
        """What can be pressed, by what it does and is about."""
        parts = [part for row in self.message.components for part in row["components"]]
        split = {part["custom_id"]: str(part["custom_id"]).split(":") for part in parts}
        return {f"{split[part['custom_id']][2]} {split[part['custom_id']][3]}": part for part in parts} | {
            split[part["custom_id"]][2]: part for part in parts
        }

    async def picks(self, menu: str, value: str) -> simcord.InteractionResult:
        custom_id = self.ids[menu]["custom_id"]
        return await self.server.ana.select(self.message, [value], custom_id=custom_id)

    async def presses(self, action: str) -> simcord.InteractionResult:
        return await self.server.ana.click(self.message, custom_id=self.ids[action]["custom_id"])

    async def answers(self, number: int, value: str) -> None:
        await self.picks("ask", str(number))
        await self.picks("set", value)

    async def types(self, number: int, typed: str, part: str = "") -> simcord.InteractionResult:
        """A number in the modal of a question, or of a part of the points."""
        await self.picks("ask", str(number))
        about = f"{number}-{POINTS.index(part)}" if part else f"{number}"
        modal = await self.presses(f"type {about}")
        return await self.server.ana.submit_modal(modal, {"number": typed})


Making = Callable[[str], Awaitable[Maker]]


@pytest.fixture
def making(server: Server) -> Making:
    """Opens `/setup variant` with a name."""

    async def begun(name: str) -> Maker:
        return Maker(server, await server.ana.slash(server.channel, "setup variant", name=name))

    return begun


@pytest.fixture
async def night(server: Server, making: Making) -> str:
    """The server has a variant of its own, `NIGHT`."""
    maker = await making("Long night")
    await maker.picks("start", "necromancer")
    await maker.answers(11, "5")
    await maker.types(10, "25")
    await maker.presses("save")
    return "Long night"


def app_of(server: Server) -> app.BotApplication:
    assert isinstance(server.bot.app, app.BotApplication)
    return server.bot.app


async def kept(server: Server) -> dict[str, Variant]:
    return dict((await app_of(server).client.services.guilds.load_server_settings(server.guild.id)).variants)


# Making


async def test_a_moderator_makes_a_variant_and_sees_in_words_what_it_means(server: Server, making: Making) -> None:
    maker = await making("Long night")
    await maker.picks("start", "necromancer")
    assert "Not saved yet." in maker.text
    await maker.answers(11, "5")
    assert "They draw 5 cards." in maker.text
    await maker.types(10, "25")
    assert "Their life becomes 25." in maker.text
    assert await kept(server) == {}
    await maker.presses("save")
    assert "✅ Saved" in maker.text
    assert await kept(server) == {"Long night": NIGHT}


async def test_a_page_goes_on_after_a_restart(server: Server, making: Making) -> None:
    maker = await making("Long night")
    await maker.picks("start", "necromancer")
    await maker.answers(11, "5")
    await server.restart()
    await maker.types(10, "25")
    await maker.presses("save")
    assert await kept(server) == {"Long night": NIGHT}


async def test_answers_that_do_not_go_together_are_told_and_cannot_be_saved(server: Server, making: Making) -> None:
    maker = await making("Odd")
    await maker.picks("start", "esclave")
    await maker.answers(4, "stay")
    await maker.answers(12, "2")
    text = load_translations("en")
    assert text("impossible-side-stay") in maker.text
    assert text("impossible-side-turns") in maker.text
    assert maker.ids["save"]["disabled"]
    table = Table(server)
    told = await forced(table, server.ana, maker.message, maker.ids["save"]["custom_id"])
    assert said(told).endswith(text("impossible-side-stay"))
    assert await kept(server) == {}


async def test_a_page_works_where_the_bot_is_not_used(server: Server, making: Making) -> None:
    desk, elsewhere = app_of(server).client.services, server.guild.create_text_channel("games")
    ana, now = (
        await desk.people.with_nicknames_of_server(NOWHERE).load_or_create_person(server.ana.id, AccountNames("Ana")),
        server.env.now(),
    )
    await desk.guilds.set_setting(server.guild.id, "channels", (elsewhere.id,), ana, 1, now)
    maker = await making("Mine")
    await maker.picks("start", "elimination")
    await maker.presses("save")
    assert list(await kept(server)) == ["Mine"]


async def test_points_are_typed_and_may_be_negative(server: Server, making: Making) -> None:
    maker = await making("Risky")
    await maker.picks("start", "esclave")
    await maker.types(14, "-2", "lost_as_master")
    await maker.types(14, "+5", "combo_win")
    assert "Lost as a master: −2" in maker.text
    await maker.types(14, "", "combo_win")
    await maker.presses("save")
    points = Scoring(3, 1, -2, -1)
    assert await kept(server) == {"Risky": replace(VARIANTS["esclave"], points=points)}


async def test_points_of_places_are_typed_in_order_and_a_most_can_be_set(server: Server, making: Making) -> None:
    maker = await making("League")
    await maker.picks("start", "elimination")
    await maker.types(14, "0", "won_as_master")
    await maker.types(14, "5, 3, 2 1", "places")
    await maker.types(14, "1", "per_beat")
    await maker.types(14, "6", "at_most")
    assert "By place: +5 +3 +2 +1" in maker.text
    await maker.presses("save")
    points = Scoring(per_beat=1, places=(5, 3, 2, 1), at_most=6)
    assert await kept(server) == {"League": replace(VARIANTS["elimination"], points=points)}


@pytest.mark.parametrize("typed", ["5 three", "100", "1 " * 11])
async def test_points_of_places_that_cannot_be_read_are_refused(making: Making, typed: str) -> None:
    maker = await making("League")
    await maker.picks("start", "elimination")
    assert said(await maker.types(14, typed, "places")).startswith("🚫 That can’t be read")


async def test_a_better_place_cannot_bring_less(making: Making) -> None:
    maker = await making("League")
    await maker.picks("start", "elimination")
    await maker.types(14, "3 5", "places")
    assert load_translations("en")("impossible-places-rise") in maker.text
    assert maker.ids["save"]["disabled"]


async def test_points_start_from_a_scoring_that_exists(server: Server, making: Making) -> None:
    maker = await making("League")
    await maker.picks("start", "necromancer")
    await maker.picks("ask", "14")
    await maker.picks("like", "places")
    await maker.types(14, "2", "won_as_master")
    await maker.presses("save")
    points = Scoring(won_as_master=2, places=(5, 3, 2, 1))
    assert (await kept(server))["League"].points == points


async def test_a_defeat_cannot_cost_whoever_brought_it_about(making: Making) -> None:
    maker = await making("Odd")
    await maker.picks("start", "respawn")
    await maker.types(14, "-1", "per_defeat")
    assert load_translations("en")("impossible-closed-points") in maker.text
    assert maker.ids["save"]["disabled"]


@pytest.mark.parametrize("typed", ["0", "1000", "ten", "2.5"])
async def test_a_number_out_of_range_is_refused_with_the_range(making: Making, typed: str) -> None:
    maker = await making("Odd")
    await maker.picks("start", "necromancer")
    told = said(await maker.types(10, typed))
    assert told == "🚫 Write a whole number from 1 to 999."


async def test_what_is_saved_can_be_changed_and_deleted_and_that_taken_back(
    server: Server, making: Making, night: str
) -> None:
    maker = await making(night)
    assert "delete" in maker.ids
    await maker.presses("delete")
    assert await kept(server) == {}
    await maker.presses("save")
    assert await kept(server) == {night: NIGHT}
    await maker.answers(13, "5")
    assert "not saved" in maker.text
    await maker.presses("save")
    assert await kept(server) == {night: replace(NIGHT, min_players=5)}


async def test_without_a_name_all_variants_of_the_server_are_shown(server: Server, night: str) -> None:
    maker = Maker(server, await server.ana.slash(server.channel, "setup variant"))
    assert "**Long night**\nLike Necromancer, but:" in maker.text
    await maker.picks("pick", night)
    assert "They draw 5 cards." in maker.text
    told = answer(await maker.presses("close"))
    assert told.content.startswith("Closed.")


@pytest.mark.parametrize("name", ["esclave", "ELIMINATION", "Élimination", "Невольники"])
async def test_a_built_in_variant_s_name_is_refused(server: Server, name: str) -> None:
    told = said(await server.ana.slash(server.channel, "setup variant", name=name))
    assert "is built in" in told


async def test_a_server_has_room_for_ten(server: Server, making: Making) -> None:
    for number in range(MAX_VARIANTS):
        maker = await making(f"Variant {number}")
        await maker.picks("start", "elimination")
        await maker.presses("save")
    maker = await making("One more")
    await maker.picks("start", "elimination")
    assert "already has 10" in said(await maker.presses("save"))
    assert len(await kept(server)) == MAX_VARIANTS


async def test_only_moderators_make_variants(server: Server, making: Making) -> None:
    with pytest.raises(simcord.SetupError):
        await server.bo.slash(server.channel, "setup variant")
    maker = await making("Mine")
    await maker.picks("start", "elimination")
    told = await forced(Table(server), server.bo, maker.message, maker.ids["save"]["custom_id"])
    assert said(told).startswith("🚫")
    assert await kept(server) == {}


UNKNOWN_PRESSES = [
    "house",
    "house:save",
    "house:?:save:0:x",
    "house:0:hat:0:x",
    "house:-:start:0:x",
    "house:0:type:8:x",
    "house:0:set:1:x",
    f"house:{'z' * 40}:save:0:x",
]


async def test_a_press_that_is_not_known_changes_nothing(
    server: Server, making: Making, subtests: pytest.Subtests
) -> None:
    maker = await making("Mine")
    for press in UNKNOWN_PRESSES:
        with subtests.test(press):
            told = await forced(Table(server), server.ana, maker.message, press, "hat")
            assert said(told) == "🚫 " + load_translations("en")("refusal-unknown-button")
            assert await kept(server) == {}


async def test_the_trail_and_the_log_channel_tell_what_became_of_a_variant(
    server: Server, making: Making, night: str
) -> None:
    log = server.guild.create_text_channel("log")
    desk = app_of(server).client.services
    ana = await desk.people.with_nicknames_of_server(NOWHERE).load_or_create_person(server.ana.id, AccountNames("Ana"))
    now = server.env.now()
    await desk.guilds.set_setting(server.guild.id, "log_channel", log.id, ana, 1, now)
    maker = await making(night)
    await maker.answers(13, "5")
    await maker.presses("save")
    await maker.presses("delete")
    lines = [message.content for message in log.history(viewer=server.ana)]
    assert lines == [
        "**Ana** · variant “Long night” changed: At least 5 players.",
        "**Ana** · variant “Long night” deleted",
    ]
    (trail,) = answer(await server.ana.slash(server.channel, "audit")).embeds
    assert "new variant “Long night”: Like Necromancer, but:" in (trail.description or "")


@pytest.mark.parametrize("locale", LOCALES)
async def test_every_page_fits_in_every_language(server: Server, making: Making, locale: Locale) -> None:
    server.speaks(server.ana, {"en": "en-GB"}.get(locale, locale))
    maker = await making("*" * 30)
    await maker.picks("start", "necromancer")
    for number, name in QUESTIONS.items():
        await maker.picks("ask", str(number))
        for at in range(len(POINTS)) if name == "points" else ():
            assert (await maker.presses(f"type {number}-{at}")).modal
    assert "\\*\\*" in maker.text


# Codes


@pytest.mark.parametrize("variant", [*VARIANTS.values(), NIGHT])
def test_a_code_holds_all_answers(variant: Variant) -> None:
    assert decode_variant_code(encode_variant(variant)) == variant


def test_the_longest_code_fits_into_a_custom_id() -> None:
    last = {name: list_variant_field_values(name)[-1] for name in QUESTIONS.values() if name != "points"}
    named = {name: list_variant_field_values(name)[-1] for name in POINTS if name != PLACES}
    points = Scoring(**named, places=(99,) * MAX_PLACES)  # type: ignore[arg-type]
    variant = Variant(**last, points=points)  # type: ignore[arg-type]
    assert decode_variant_code(encode_variant(variant)) == variant
    assert (
        len(house_variants.CustomVariantDraft("🂡" * 30, variant, 14).build_custom_id_with_draft("filled", "14-9"))
        <= 100
    )


OLD_CODES = {
    "1hz1iin9lsv31grwn": VARIANTS["esclave"],
    "1rnt9tic0n826m1db": VARIANTS["necromancer"],
    "16zmka17bjbsc7v0m": VARIANTS["respawn"],
    "kbaiy4ws40h9a8l3": VARIANTS["elimination"],
    "18j6f18l1dujyrc85": Variant(
        "rejoins", "simple", "out", "stay", "out", "freed", True, False, 65, 0, 0, 10,
        Scoring(-7, -82, 82, 49, -42, -93, -17),
    ),
    "1necunn5zf2dqh68p": Variant(
        "servant", "simple", "loser_chooses", "stay", "again", "nothing", False, True, 938, 14, 9,
        11, Scoring(44, -57, 68, 48, 84, -77, -27),
    ),
}  # fmt: skip
"""Codes that boards have carried since before points for beats and places, and what they mean."""


@pytest.mark.parametrize("code", OLD_CODES)
def test_a_code_of_before_means_what_it_meant(code: str) -> None:
    assert decode_variant_code(code) == OLD_CODES[code]
    assert encode_variant(OLD_CODES[code]) == code


@pytest.mark.parametrize(
    "points", [Scoring(per_beat=-2), Scoring(places=(5, 3, 2, 1)), Scoring(3, at_most=6, places=(0, -1))]
)
def test_points_for_beats_and_places_are_in_the_code(points: Scoring) -> None:
    variant = replace(VARIANTS["elimination"], points=points)
    assert decode_variant_code(encode_variant(variant)) == variant


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_most_like_itself(name: str) -> None:
    assert find_closest_builtin_variant(VARIANTS[name]) == name


# Playing


async def test_a_game_of_a_server_s_own_variant_is_played_and_scored(server: Server, night: str) -> None:
    ana, bo, cy, di = server.everybody[:4]
    table = await Table(server).opened(ana, bo, cy, di, variant=night)
    assert table.embed.title == "Long night pod"
    assert (table.embed.footer.text or "").startswith("Long night · Commander · 🎲")
    assert "Like Necromancer, but:" in table.small_print
    (how,) = answer(await press_more(bo, table.board, "How to play")).embeds
    assert "They draw 5 cards." in (how.description or "")
    await ana.click(table.board, label="Start")
    choices = await ana.autocomplete(server.channel, "defeat", "loser", "")
    table.keys = {choice["name"]: choice["value"] for choice in choices}
    await table.reports(bo, "Bo", "Ana")
    (steps,) = answer(await bo.click(table.board, custom_id=table.find_button("checklist"))).embeds
    assert "5. Your life becomes 25." in (steps.description or "")
    assert "6. Draw 5 cards; mulligans are allowed." in (steps.description or "")
    (why,) = answer(await cy.slash(server.channel, "why")).embeds
    assert "Ana" in (why.description or why.title or "")
    await table.reports(cy, "Cy", "Ana")
    await table.reports(di, "Di", "Ana")
    assert table.lines[0].startswith("🏆")
    await let_count(server)
    (best,) = answer(await ana.slash(server.channel, "leaderboard")).embeds
    before = best.description or ""
    assert "Ana" in before.splitlines()[0]
    await rebuild_derived_tables(app_of(server).database)
    await server.restart()
    (best,) = answer(await ana.slash(server.channel, "leaderboard")).embeds
    assert best.description == before


async def test_a_history_with_a_server_s_own_variant_is_carried_to_another_database(
    server: Server, night: str, template: Path, tmp_path: Path
) -> None:
    ana, bo, cy, di = server.everybody[:4]
    table = await Table(server).started(ana, bo, cy, di, variant=night)
    for who in ("Bo", "Cy", "Di"):
        await table.reports(ana, who, "Ana")
    await let_count(server)
    origin = app_of(server).database
    archive = await exported(origin, tmp_path / "archives")
    async with opened(url_of(Path(shutil.copy(template, tmp_path / "other.db")))) as other:
        await import_history_archive(other, str(archive))
        lines = await load_leaderboard_without_season_rules(other, server.guild.id)
        assert [line.points for line in lines.lines] == [3, 0, 0, 0]
        assert lines == await load_leaderboard_without_season_rules(origin, server.guild.id)
        settings = await ServerSettingsRepository(other, PeopleRepository(other)).load_server_settings(server.guild.id)
        assert settings.variants == {night: NIGHT}


@pytest.mark.parametrize("configured", [{"Ours": NIGHT, "Long night": VARIANTS["elimination"]}])
async def test_a_variant_of_the_settings_file_is_offered_unless_the_server_has_one_so_called(
    server: Server, night: str
) -> None:
    offered = await server.bo.autocomplete(server.channel, "pod open", "variant", "")
    assert [choice["value"] for choice in offered] == [*VARIANTS, "Ours", night]
    table = await Table(server).opened(server.bo, variant="ours")
    assert table.embed.title == "Ours pod"
    assert "They draw 5 cards." in table.small_print
    await end(server.bo, server.channel, "close")
    await Table(server).opened(server.bo, variant=night)
    assert "They draw 5 cards." in table.small_print


async def test_who_comes_back_is_told_how_much_of_everything_the_variant_gives(server: Server, making: Making) -> None:
    maker = await making("Quick")
    await maker.picks("start", "respawn")
    await maker.answers(12, "0")
    await maker.answers(11, "1")
    await maker.types(10, "12")
    await maker.types(14, "2", "per_defeat")
    await maker.presses("save")
    table = await Table(server).started(server.ana, server.bo, variant="Quick")
    (steps,) = answer(await press_more(server.bo, table.board, "What now?")).embeds
    assert "12 life, a hand of 1 card," in (steps.description or "")
    assert "alone" not in (steps.description or "")
    told = said(await press_more(server.bo, table.board, "Concede"))
    assert told.startswith("🏳️ You lose 2 points.")


async def test_a_game_keeps_the_answers_that_it_began_with(server: Server, making: Making, night: str) -> None:
    ana, bo, cy, di = server.everybody[:4]
    table = await Table(server).started(ana, bo, cy, di, variant=night)
    maker = await making(night)
    await maker.presses("delete")
    await server.restart()
    await table.reports(bo, "Bo", "Ana")
    (steps,) = answer(await bo.click(table.board, custom_id=table.find_button("checklist"))).embeds
    assert "6. Draw 5 cards; mulligans are allowed." in (steps.description or "")


async def test_open_offers_all_variants_in_the_asker_s_language(server: Server, night: str) -> None:
    server.speaks(server.bo, "fr")
    offered = await server.bo.autocomplete(server.channel, "pod open", "variant", "")
    names = [choice["name"] for choice in offered]
    assert names == ["Esclave", "Necromancer", "Respawn", "Élimination", night]
    offered = await server.bo.autocomplete(server.channel, "pod open", "variant", "LONG")
    assert [choice["value"] for choice in offered] == [night]


async def test_a_variant_is_found_as_it_is_typed_and_an_unknown_one_refused(server: Server, night: str) -> None:
    told = said(await server.bo.slash(server.channel, "pod open", variant="chess*"))
    assert told == "🚫 There is no variant “chess\\*” here. Choose one from the list."
    table = await Table(server).opened(server.bo, variant=" long  NIGHT ")
    assert table.embed.title == "Long night pod"


async def test_a_variant_with_its_own_points_leaves_no_scoring_to_choose(server: Server, night: str) -> None:
    shown = await server.bo.slash(server.channel, "pod open", variant=night, change=True)
    assert ":pick:scoring" not in str(answer(shown).components)


async def test_a_table_that_a_variant_does_not_go_with_is_refused_with_the_reason(server: Server, night: str) -> None:
    told = said(await server.bo.slash(server.channel, "pod open", variant=night, table="emperor"))
    assert "everyone plays alone" in told


async def test_a_name_is_shown_as_it_was_typed_and_does_no_harm(server: Server, making: Making) -> None:
    maker = await making("*@everyone* <b>")
    await maker.picks("start", "elimination")
    await maker.presses("save")
    table = await Table(server).opened(server.bo, variant="*@everyone* <b>")
    assert "*@everyone*" not in str(table.embed.title)
    assert "\\*" in str(table.embed.title)
    assert (table.embed.footer.text or "").startswith("*@everyone* <b> ·")


async def test_the_usual_variant_may_be_the_server_s_own_until_it_is_deleted(
    server: Server, making: Making, night: str
) -> None:
    await sets(server, "variant", night)
    table = await Table(server).opened(server.bo)
    assert table.embed.title == f"{night} pod"
    await end(server.bo, server.channel, "close")
    maker = await making(night)
    await maker.presses("delete")
    table = await Table(server).opened(server.bo)
    assert (table.embed.footer.text or "").startswith("Esclave · Commander · 🎲")
