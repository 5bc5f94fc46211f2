"""What all questions to the judge have in common: their drafts, where they are asked, the wait."""

import asyncio
import logging
from typing import Any

import discord
from discord import ui
from discord.app_commands import Choice

from bot.front.interaction.answering import defer
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import Draft
from bot.front.interaction.picking import offer_players
from bot.front.interaction.routes import Access
from bot.front.rendering.escaping import clean_label, clean_typed, cut, isolate
from bot.i18n import Catalogue
from bot.judge.effort import TooLarge
from bot.judge.question import PLAYER, DamageQuestion, Era
from bot.judge_worker.lane import SearchBusy, SearchFailed, SearchReplaced
from bot.judge_worker.messages import Found
from bot.rights import OF_THE_QUESTION
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.teams import find_in_game
from bot.service.live_game import LiveGame

log = logging.getLogger(__name__)

ERAS: tuple[Era, ...] = ("current", "2013")
"""What is offered, the usual one first."""

PATIENCE = 1.0
"""Seconds after which Discord is told that an answer takes longer."""

ACCESS = Access((OF_THE_QUESTION,), "costly", "judge-other")
"""To what is pressed below an answer: only whoever asked, where they asked."""


class JudgeDraft(Draft, frozen=True):
    """A question in the hands of whoever asked, so that they can say more, or show its answer.

    `number` is that of the pod it is about, 0 without one; `called` how others read the asker.
    """

    number: int
    called: str

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal of a question that is no more."""
        return Refusal("judge-gone")

    @staticmethod
    def refuse_elsewhere() -> Refusal:
        """Return the refusal of somebody else's question, or of one's own in another channel."""
        return Refusal("judge-other")


async def find_game(ctx: Context) -> LiveGame | None:
    """Return the channel's pod while its game goes on."""
    live = await ctx.services.service.find_current(ctx.place)
    playing = live.pod is not None and live.pod.state in ("running", "waiting")
    return live if playing else None


async def offer_anybody(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the players of the channel's game; without one who asks, and whoever was typed."""
    if await find_game(ctx) is not None:
        return await offer_players(ctx, typed)
    named = dict.fromkeys([" ".join(typed.split()), ctx.interaction.user.display_name])
    labelled = [clean_typed(name, 98) for name in named if name]
    return [Choice(name=isolate(name), value=name) for name in labelled]


def find_whom(pod: Pod | None, player: Player) -> tuple[str, Pod | None]:
    """Return how a question calls a player, and the pod if they are in its game."""
    if pod is None or player not in find_in_game(pod.game.standings):
        return PLAYER, None
    return player, pod


async def search(ctx: Context, question: DamageQuestion, **deferred: Any) -> Found | None:
    """Return what the judge finds; None if Discord wants no answer any more.

    What takes long is `deferred` in this way. Raises `Refusal` where nothing is found.
    """
    asker = ctx.interaction.user.id
    searching = asyncio.create_task(ctx.services.judge.search(question, asker))
    done, _ = await asyncio.wait([searching], timeout=PATIENCE)
    if not done and not await defer(ctx, **deferred):
        searching.add_done_callback(lambda task: task.cancelled() or task.exception())
        return None
    try:
        return await searching
    except TooLarge:
        raise Refusal("judge-large") from None
    except SearchBusy:
        raise Refusal("judge-busy") from None
    except SearchReplaced:
        raise Refusal("judge-replaced") from None
    except SearchFailed as error:
        log.error("the judge's process failed: %s", error)
        raise Refusal("judge-failed") from None


# Forms

_LABEL, _ABOUT, _LONGEST = 45, 100, 4_000  # characters, Discord's limits


def make_form(title: str, custom_id: str) -> ui.Modal:
    """Return a modal that nobody waits for: its answer comes back by its custom id."""
    form = ui.Modal(title=clean_label(title, _LABEL), custom_id=custom_id)
    form.stop()
    return form


def add_text(
    form: ui.Modal, name: str, typed: str, text: Catalogue, *, lines: bool = False
) -> None:
    """Add a field `name`, whose texts are `judge-form-<name>` and `judge-form-<name>-about`."""
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=name,
        style=discord.TextStyle.paragraph if lines else discord.TextStyle.short,
        required=False,
        max_length=_LONGEST,
        default=cut(typed, _LONGEST) or None,
    )
    add_label(form, name, field, text)


def add_era(form: ui.Modal, era: Era, text: Catalogue) -> None:
    """Add the menu of eras, in which that of the question is marked."""
    options = [
        discord.SelectOption(label=text(f"rules-era-{each}"), value=each, default=each == era)
        for each in ERAS
    ]
    menu: ui.Select[ui.Modal] = ui.Select(custom_id="era", options=options, required=True)
    add_label(form, "era", menu, text)


def read_era(ctx: Context, era: Era) -> Era:
    """Return the era that was picked in a form, else the one of the question."""
    return next((each for each in ERAS if each == ctx.fields.get("era")), era)


def add_label(form: ui.Modal, name: str, field: ui.Item[ui.Modal], text: Catalogue) -> None:
    """Add a field below the texts of `name`."""
    label = clean_label(text(f"judge-form-{name}"), _LABEL)
    about = clean_label(text(f"judge-form-{name}-about"), _ABOUT)
    form.add_item(ui.Label(text=label, description=about, component=field))
