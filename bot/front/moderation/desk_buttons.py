"""The buttons below an entry of a moderator's desk: what they are called, not what they do."""

from collections.abc import Iterator

import discord
from discord import ui

from bot.front.rendering import controls
from bot.front.rendering.escaping import clean_label
from bot.i18n import Catalogue
from bot.joust.duel import Duel
from bot.rulebooks import Game
from bot.rules.confirmation import find_pressable
from bot.rules.events import Defeated
from bot.rules.pod import Pod, Unconfirmed
from bot.service.live_game import LiveGame

_CALM, _DANGER = discord.ButtonStyle.secondary, discord.ButtonStyle.danger

LOOKS: dict[str, tuple[discord.ButtonStyle, str]] = {
    "confirm": controls.ANSWERING["confirm"],
    "stands": controls.DECIDING["stands"],
    "takeback": controls.DECIDING["takeback"],
    "responsible": controls.DECIDING["responsible"],
    "correct": (_CALM, "✏️"),
    "void": (_DANGER, "🚫"),
    "dismiss": (discord.ButtonStyle.success, "👌"),
    "here": controls.LOOKS["here"],
}
"""By the word in the custom id; their texts are `button-…`."""


def make_desk_id(page: int, live: LiveGame, what: str) -> str:
    """Return the custom id of something that is done from a page about a game."""
    return f"desk:{page}:{live.place.channel}:{live.number}:{what}"


def list_buttons(
    page: int, entry: int, live: LiveGame, game: Game, text: Catalogue, *, look: bool, lost: bool
) -> list[ui.Button[ui.View]]:
    """Return what can be pressed below an entry of a page, five at most.

    A game for a mere `look` is over; where its board is `lost`, it can be brought.
    """
    actions = [*_list_actions(game, look=look), *(["here"] if lost else [])]
    found = [_make_button(page, entry, live, each, text) for each in actions]
    strike = controls.make_strike_button(live.place.channel, live.number, text)
    strike.label = clean_label(f"{entry}. {strike.label}", 80)
    return [*found, strike][:5]


def _list_actions(game: Game, *, look: bool) -> Iterator[str]:
    """What is decided about a game, and the version of the report that it is about."""
    report = None if look or not isinstance(game, Pod) else find_report(game)
    if report is not None:
        version = report.claim.version
        yield f"{'stands' if report.claim.disputed else 'confirm'}:{version}"
        yield f"takeback:{version}"
        if isinstance(report.event, Defeated):
            yield f"responsible:{version}"
        yield "void"
    elif isinstance(game, Duel) and game.is_contested:
        yield "stands"
        yield "takeback"
    elif look:
        yield from ("takeback",) if isinstance(game, Duel) else ("correct", "void")
        yield "dismiss"


def find_report(pod: Pod) -> Unconfirmed | None:
    """Return the report to decide about first: what is disputed, else the newest."""
    return pod.disputed or next(reversed(find_pressable(pod)), None)


def _make_button(
    page: int, entry: int, live: LiveGame, action: str, text: Catalogue
) -> ui.Button[ui.View]:
    word = action.partition(":")[0]
    style, emoji = LOOKS[word]
    return ui.Button(
        label=clean_label(f"{entry}. {text(f'button-{word}')}", 80),
        style=style,
        emoji=emoji,
        custom_id=make_desk_id(page, live, action),
    )
