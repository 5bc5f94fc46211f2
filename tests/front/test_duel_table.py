"""The table of a duel as a picture and in words: both show the same."""

from io import BytesIO
from typing import get_args

import pytest
from PIL import Image

from bot.formatters.duels import DuelSentenceFormatter
from bot.front.duels.duel_board import (
    PICTURE_NAME,
    build_duel_picture_alt_text,
    build_duel_picture_scene,
    describe_duelist_in_picture,
)
from bot.front.game_texts import table_view
from bot.front.game_texts.table_view import draw_picture_file
from bot.front.ui.fitting import MAX_ALT_TEXT_LENGTH
from bot.i18n import Locale, load_translations
from bot.joust.duel import Duel
from bot.pictures.figures import build_players_in_picture
from bot.pictures.picture_queue import PictureQueue
from bot.pictures.scene import DuelPictureScene
from bot.transcripts.joust.duels import replay_duel_transcript
from tests.front.dueling import DuelTable
from tests.front.simulated import Server, answer
from tests.joust.notation import END, OPEN, Line, card, changed, conceded, invoked, lying, plan, used, write

NAMES = {"ana": "Ana *the* Bold", "bo": "Bo"}
ENGLISH = load_translations("en")


def play(*lines: Line) -> Duel:
    return replay_duel_transcript(write([OPEN, *lines]), ENGLISH)


def speak(locale: Locale = "en") -> DuelSentenceFormatter:
    return DuelSentenceFormatter(load_translations(locale), NAMES.__getitem__)


def see(duel: Duel) -> DuelPictureScene:
    figures = build_players_in_picture([(NAMES[each], "") for each in duel.players])
    return build_duel_picture_scene(duel, dict(zip(duel.players, figures, strict=True)), speak())


SMOKE = card("Smoke", action="drifts", ephemeral=True, wear=3)
MANY = [changed("ana", "hand", by=20), *(invoked(card(f"Cat {n}")) for n in range(1, 12))]


def test_the_picture_has_what_lies_before_each_player() -> None:
    duel = play(
        *lying("bo", ("red", 2), ("blue", 3)),
        changed("bo", "flip", singularity="red", zone=2),
        invoked(plan("Stone", 7)),
        invoked(SMOKE),
        used(2),
    )
    ana, bo = see(duel).duelists
    stone, smoke = ana.cards
    assert (ana.name, ana.hand, ana.plans, ana.active) == ("Ana *the* Bold", 3, (7,), True)
    assert (stone.label, stone.points, stone.used, stone.ephemeral) == ("1. Stone", 7, False, False)
    assert (smoke.label, smoke.wear, smoke.used, smoke.ephemeral) == ("2. Smoke", 3, True, True)
    assert (bo.quadrant, bo.active) == (((), ("red!",), ("blue",), ()), False)


def test_the_turn_is_marked_until_the_end_and_then_the_winner() -> None:
    assert [each.active for each in see(play(END)).duelists] == [False, True]
    over = see(play(END, conceded("ana"))).duelists
    assert [(each.active, each.won) for each in over] == [(False, False), (False, True)]


def test_the_newest_cards_are_shown_and_how_many_there_were_before() -> None:
    ana = see(play(*MANY)).duelists[0]
    assert [strip.label for strip in ana.cards] == [f"{n}. Cat {n}" for n in range(6, 12)]
    assert "5" in ana.more


def test_seven_cards_are_all_shown() -> None:
    ana = see(play(*MANY[:8])).duelists[0]
    assert (len(ana.cards), ana.more) == (7, "")


@pytest.mark.parametrize("locale", get_args(Locale))
def test_the_words_say_all_that_the_picture_shows(locale: Locale) -> None:
    duel = play(
        *lying("ana", ("blue", 1), ("blue", 1), ("yellow", 4)), invoked(plan("Stone", 7)), invoked(SMOKE), used(2)
    )
    words = speak(locale)
    text = words.text
    hand, quadrant, stone, smoke = describe_duelist_in_picture(duel.duelists["ana"], words)
    assert hand.startswith("Ana *the* Bold")
    assert words.describe_plan_cards(duel.duelists["ana"]) in hand
    assert text("joust-several", count=2, singularity=text("step-blue")) in quadrant
    assert text("step-yellow") in quadrant
    assert text("card-points", points=7) in stone
    for trait in ("card-ephemeral", "card-used"):
        assert text(trait) in smoke
    assert text("card-wear", wear=3) in smoke


def test_a_pictures_description_names_both_players_and_whose_turn_it_is() -> None:
    told = build_duel_picture_alt_text(play(invoked(SMOKE), END), speak()).splitlines()
    assert told[0] == "Turn 2: Bo"
    assert [line.split(":")[0] for line in told if "in hand" in line] == list(NAMES.values())


def test_a_description_is_never_longer_than_discord_allows() -> None:
    names = (invoked(card("M" * 90 + str(n))) for n in range(20))
    told = build_duel_picture_alt_text(play(changed("ana", "hand", by=20), *names), speak())
    assert MAX_ALT_TEXT_LENGTH - 30 < len(told) <= MAX_ALT_TEXT_LENGTH
    assert "\nBo: 5 cards in hand" in told


async def test_who_asks_for_the_board_sees_the_table_drawn_and_described(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_view, "PICTURE_TIMEOUT", 60.0)
    table = await DuelTable(server).opened(server.ana, server.bo, dice="own")
    shown = answer(await server.gil.slash(table.channel, "joust board"))
    assert shown.message.attachments == []
    table = await DuelTable(server, server.guild.create_text_channel("attic")).started(server.ana, server.bo)
    shown = answer(await server.gil.slash(table.channel, "joust board"))
    (file,) = shown.message.attachments
    assert str(shown.embeds[0].image.url).endswith(PICTURE_NAME)
    assert str(file.description).startswith("Turn 1: ")
    with Image.open(BytesIO(await file.read())) as picture:
        assert picture.width == 640


async def test_the_file_tells_what_is_in_the_picture() -> None:
    duel = play(invoked(SMOKE))
    async with PictureQueue(60) as studio:
        about = build_duel_picture_alt_text(duel, speak())
        file = await draw_picture_file(studio.get_queue_of_server(1), see(duel), PICTURE_NAME, about, 60)
    assert file is not None
    assert (file.filename, file.description) == (PICTURE_NAME, about)
    assert file.fp.read().startswith(b"\x89PNG")
