"""The question before a moderator changes what counts in a season that is over.

The season gate refuses such an act (`NeedsDecision`). Then its author is asked, and a button
repeats the same act with the seasons that they were asked about.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.front.interaction.answering import say
from bot.front.interaction.context import Context, check_server_rights
from bot.front.interaction.drafts import Draft
from bot.front.rendering import controls
from bot.front.rendering.escaping import escape
from bot.rights import Right
from bot.rules.refusals import Refusal
from bot.storage.tables.season_gate import NeedsDecision


class HeldAct(Draft, frozen=True):
    """An act that waits for its author to confirm it: its handler, and everything it was given.

    `options` are the values of its options or its custom id, `values` those picked in its menu,
    `fields` those of its modal. `rights` are checked again. `seasons` are the numbers of the
    seasons that the author is asked about.
    """

    handler: Callable[..., Awaitable[Any]]
    options: Mapping[str, Any]
    values: Sequence[str]
    fields: Mapping[str, str]
    rights: tuple[Right, ...]
    seasons: frozenset[int]

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal of an act that is no longer kept."""
        return Refusal("decision-gone")

    @staticmethod
    def refuse_elsewhere() -> Refusal:
        """Return the refusal of somebody else's act, the same as of one that is gone."""
        return Refusal("decision-gone")


async def carry_out(
    ctx: Context,
    handler: Callable[..., Awaitable[Any]],
    options: Mapping[str, Any],
    rights: tuple[Right, ...],
) -> None:
    """Call a handler; ask its author first if it would change a season that is over.

    Raises `Refusal`, also if only a moderator can make the change.
    """
    try:
        await handler(ctx, **options)
    except NeedsDecision as needs:
        await _ask_author(ctx, needs, handler, options, rights)


async def _ask_author(
    ctx: Context,
    needs: NeedsDecision,
    handler: Callable[..., Awaitable[Any]],
    options: Mapping[str, Any],
    rights: tuple[Right, ...],
) -> None:
    names = tuple(escape(each.name) for each in needs.seasons)
    if not needs.may_decide:
        raise Refusal("season-over", names=names)
    place = ctx.place
    owner = ctx.interaction.user.id
    seasons = ctx.asked | needs.numbers
    held = HeldAct(place, owner, handler, options, ctx.values, ctx.fields, rights, seasons)
    token = ctx.services.drafts.begin(held)
    really: ui.Button[ui.View] = ui.Button(
        label=ctx.text("override-really"),
        style=discord.ButtonStyle.danger,
        emoji="🔒",
        custom_id=f"really:{token}",
    )
    said = ctx.text("season-really", names=", ".join(names))
    await say(ctx, said, view=controls.make_unstored_view([really]))


async def go_ahead(ctx: Context, token: str, draft: HeldAct) -> None:
    """Carry out a held act, whose author has been asked about the seasons."""
    check_server_rights(ctx, draft.rights)
    ctx.asked = draft.seasons
    ctx.values = draft.values
    ctx.fields = draft.fields
    with ctx.services.drafts.spend(token, draft):
        await draft.handler(ctx, **draft.options)
