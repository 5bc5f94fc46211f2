"""What `/override …` offers while a moderator types, and what a picked option means."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import discord
from discord.app_commands import Choice

from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_number
from bot.front.interaction.moments import ISO, list_moments, offer_past
from bot.front.interaction.picking import match_options, match_players
from bot.front.interaction.pods import find_any_pod
from bot.front.interaction.wording import label_game
from bot.front.moderation import decision, preview
from bot.front.moderation.picked_pods import PickedPod, read_picked_pod, write_value
from bot.front.moderation.weighing import Case, open_case, read_case
from bot.front.rendering import story as rendering
from bot.front.rendering.names import name_players
from bot.projections.past_pods import find_channels, read_past_pods
from bot.projections.pods import find_open_pods
from bot.rules.events import Corrected
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.story import find_losers, find_reports
from bot.rules.teams import find_in_game, find_masters
from bot.service.live_game import LiveGame
from bot.words import Words

NOBODY = "-"
"""The value of the option that names nobody; no player's key."""

LAST = "last"
"""The place of a correction that was made last: it stands in no story."""

LISTED = 200
"""Past pods that are looked through for what somebody types."""


# What a picked option means


class PickedReport(NamedTuple):
    """A report that was picked: its pod, its place in the story or `LAST`, and the loser."""

    pod: PickedPod
    step: str
    loser: Player


async def read_report(ctx: Context, value: str, pod: str | None = None) -> PickedReport:
    """Return the report that an option means.

    Raises `Refusal`, also if it is none of the `pod` that is filled in.
    """
    number, step, loser = (*value.split(":", 2), "", "")[:3]
    if not (is_number(step) or step == LAST) or pod not in (None, number):
        raise Refusal("no-report", "step")
    return PickedReport(await read_picked_pod(ctx, number), step, loser)


def is_nobody(ctx: Context, typed: str) -> bool:
    """Whether an option names nobody: picked from the list, or typed."""
    nobody = ctx.text("override-choice-nobody")
    return typed.strip().casefold() in (NOBODY, nobody.casefold())


# What is offered


async def offer_reports(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer all that can be taken out, the newest first, after a correction made last."""

    def find(case: Case, words: Words) -> Sequence[tuple[str, str]]:
        reports, last = _number_reports(ctx, case, words), case.live.last
        if not isinstance(last, Corrected):
            return reports
        return [
            (f"⚖️ {rendering.render_event(last, words)}", f"{_write_value(ctx, case)}:{LAST}"),
            *reports,
        ]

    return await _offer(ctx, typed, find)


async def offer_defeats(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the defeats, one for each loser, the newest first."""

    def find(case: Case, words: Words) -> Sequence[tuple[str, str]]:
        return [
            (f"{label} · {words.name(loser)}", f"{value}:{loser}")
            for label, value in _number_reports(ctx, case, words)
            for loser in find_losers(case.story, int(value.split(":")[1]))
        ]

    return await _offer(ctx, typed, find)


async def offer_answerable(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer who else can be responsible for the defeat that is filled in."""

    try:
        meant = await read_report(ctx, _read_filled(ctx, "report"))
    except Refusal:
        return []

    def find(case: Case, words: Words) -> Sequence[tuple[str, str]]:
        if meant.pod != (case.live.place, case.live.number) or not is_number(meant.step):
            return []
        if int(meant.step) not in find_reports(case.story):
            return []
        found = decision.find_others_answerable(case.story, int(meant.step), meant.loser)
        nobody = words.text("override-choice-nobody")
        return [*((words.name(player), player) for player in found), (nobody, NOBODY)]

    return await _offer(ctx, typed, find)


async def offer_players(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer everybody in the pod."""
    return await _offer_players(ctx, typed, lambda pod: pod.players)


async def offer_masters(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the masters of the pod."""
    return await _offer_players(ctx, typed, lambda pod: find_masters(pod.standings))


async def offer_present(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer those still in the game, or who sit in the lobby."""
    return await _offer_players(ctx, typed, lambda pod: find_in_game(pod.standings) or pod.players)


async def offer_end(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer when the game ended as far as the bot knows, or the past moment that was typed."""
    if typed.strip():
        return await offer_past(ctx, typed)
    try:
        live = await _find_live(ctx)
    except Refusal:
        return []
    if live.ended is None:
        return []
    known = f"{live.ended.astimezone(ctx.settings.zone):{ISO}}"
    return list_moments(ctx, [known], past=True)


async def offer_pods(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the past pods of the channel and of its threads, the newest first."""
    services = ctx.services
    threads = await _find_threads(ctx)
    found = await read_past_pods(services.database, [ctx.place.channel, *threads], LISTED)
    winners = {player for each in found for player in each.winners}
    words = await name_players(services.people, ctx.text, winners, safe=False)
    zone = ctx.settings.zone
    labels = [
        (
            preview.label_past_pod(each, words, zone, threads.get(each.channel, "")),
            write_value(ctx, each.channel, each.number),
        )
        for each in found
    ]
    return match_options(labels, typed)


async def _find_threads(ctx: Context) -> Mapping[int, str]:
    """Return the names of this channel's threads that who asks sees: those put away, too."""
    guild, database = ctx.interaction.guild, ctx.services.database
    assert guild is not None
    if isinstance(ctx.interaction.channel, discord.Thread):
        return {}
    channels = [each.id for each in guild.channels]
    ended = await find_channels(database, guild.id, LISTED, without=channels)
    open_now = [each.channel for each in await find_open_pods(database, guild.id)]
    return await ctx.services.visibility.find_threads(ctx.interaction, [*open_now, *ended])


async def _offer(
    ctx: Context, typed: str, find: Callable[[Case, Words], Sequence[tuple[str, str]]]
) -> list[Choice[str]]:
    try:
        case = await read_case(ctx, await find_meant(ctx))
    except Refusal:  # that is no number
        return []
    if case.live.pod is None:
        return []
    return match_options(find(case, await label_game(ctx, case.live.pod)), typed)


async def _offer_players(
    ctx: Context, typed: str, find: Callable[[Pod], Sequence[Player]]
) -> list[Choice[str]]:
    try:
        live = await _find_live(ctx)
    except Refusal:
        return []
    assert live.pod is not None
    return match_players(find(live.pod), await label_game(ctx, live.pod), typed)


async def _find_live(ctx: Context) -> LiveGame:
    """Return the pod that is filled in while somebody types, else the current one."""
    picked = await find_meant(ctx)
    if picked.place == ctx.place:
        return await find_any_pod(ctx, picked.number)
    return (await open_case(ctx, picked)).live


async def find_meant(ctx: Context) -> PickedPod:
    """Return the pod that is filled in while somebody types. Raises `Refusal` if it is none."""
    return await read_picked_pod(ctx, _read_filled(ctx, "pod"))


def _read_filled(ctx: Context, option: str) -> str:
    """Return what is filled in already."""
    return str(getattr(ctx.interaction.namespace, option, None) or "")


def _write_value(ctx: Context, case: Case) -> str:
    return write_value(ctx, case.live.place.channel, case.live.number)


def _number_reports(ctx: Context, case: Case, words: Words) -> list[tuple[str, str]]:
    """Return the reports of a story, the newest first; numbered, as some read alike."""
    steps = list(enumerate(find_reports(case.story), 1))
    pod = _write_value(ctx, case)
    return [
        (f"{number}. {rendering.label_step(case.story[step], words)}", f"{pod}:{step}")
        for number, step in reversed(steps)
    ]
