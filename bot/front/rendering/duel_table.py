"""What lies on the table of a duel: as a picture of both quadrants, and the same in words."""

from collections.abc import Mapping

import discord

from bot.duel_words import DuelWords
from bot.front.rendering import attack_map
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.fitting import ALT_TEXT, fit_text
from bot.i18n import Catalogue
from bot.joust.duel import Duel, Duelist, LaidCard
from bot.pictures import scene
from bot.pictures.studio import ServerStudio
from bot.rules.facts import Player
from bot.words import Words

FILE = "duel.png"

_LABEL = 60


# In words


def describe_duelist(duelist: Duelist, words: DuelWords) -> list[str]:
    """All that the picture shows of a player: hand and plans, then the quadrant, then the cards."""
    cards = map(words.say_card, duelist.cards)
    return [words.say_duelist(duelist), words.say_quadrant(duelist.quadrant), *cards]


def describe_duel(duel: Duel, words: DuelWords) -> str:
    """The picture in words, as its description, for people who see no pictures.

    `words` name players and cards without Markdown.
    """
    turn = []
    if duel.turn is not None and not duel.is_over:
        player = words.name(duel.turn.active)
        turn = [words.text("joust-turn", player=player, number=duel.turn.number)]
    if duel.result is not None:
        turn = words.say_result(duel.result)
    before = [describe_duelist(duel.duelists[each], words) for each in duel.duelists]
    lines = [*turn, *(line for lines in before for line in lines)]
    return fit_text("\n".join(lines), ALT_TEXT)


# As a picture


async def draw_table(
    studio: ServerStudio,
    duel: Duel,
    figures: Mapping[Player, scene.Figure],
    words: Words,
    patience: float = attack_map.PATIENCE,
) -> discord.File | None:
    """The picture with its description, as a file to attach; None if there is none in time.

    Of a duel that has begun; `words` name players without Markdown.
    """
    said = DuelWords(words.text, words.name)
    picture = make_duel_scene(duel, figures, said)
    about = describe_duel(duel, said)
    return await attack_map.draw_file(studio, picture, FILE, about, patience)


def make_duel_scene(
    duel: Duel, figures: Mapping[Player, scene.Figure], words: DuelWords
) -> scene.DuelScene:
    """Both quadrants in the order of joining, of a duel that has begun.

    `words` name cards without Markdown; both players have one of the `figures`.
    """
    duelists = (
        _make_duelist(duel, each, figures[each.player], words) for each in duel.duelists.values()
    )
    return scene.DuelScene("", tuple(duelists), _make_legend(words.text))  # the embed has a title


def _make_duelist(
    duel: Duel, duelist: Duelist, figure: scene.Figure, words: DuelWords
) -> scene.DuelistScene:
    strips, earlier = _choose_strips(duelist, words.text)
    plans = (laid.card.points for laid in duelist.cards)
    return scene.DuelistScene(
        figure.name,
        duelist.quadrant,
        duelist.hand,
        strips,
        earlier,
        tuple(points for points in plans if points is not None),
        words.say_plans(duelist),
        active=not duel.is_over and duelist.player == duel.active.player,
        won=duel.result is not None and duel.result.winner == duelist.player,
        added=figure.added,
    )


def _choose_strips(duelist: Duelist, text: Catalogue) -> tuple[tuple[scene.CardStrip, ...], str]:
    """All cards, or the newest ones and how many came before them."""
    cards = duelist.cards
    if len(cards) <= scene.MOST_STRIPS:
        return tuple(map(_make_strip, cards)), ""
    newest = cards[1 - scene.MOST_STRIPS :]
    earlier = text("joust-picture-earlier", count=len(cards) - len(newest))
    return tuple(map(_make_strip, newest)), earlier


def _make_strip(laid: LaidCard) -> scene.CardStrip:
    card = laid.card
    label = clean_label(f"{laid.id}. {card.name}", _LABEL)
    return scene.CardStrip(label, laid.used, card.ephemeral, card.wear, card.points)


def _make_legend(text: Catalogue) -> scene.DuelLegend:
    return scene.DuelLegend(
        active=text("picture-active"),
        won=text("joust-picture-won"),
        hand=text("joust-picture-hand"),
        blue=text("step-blue"),
        red=text("step-red"),
        yellow=text("step-yellow"),
        unstable=text("joust-picture-unstable"),
        used=text("joust-picture-used"),
        ephemeral=text("joust-picture-ephemeral"),
        wear=text("joust-picture-wear"),
        plan=text("joust-picture-plan"),
    )
