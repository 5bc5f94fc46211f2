"""Questions before an act: about a season that is over, and about people whom one avoids.

The season gate refuses a moderator's act that changes what counts in a season that is over
(`NeedsDecision`), and the service one that seats somebody beside a person whom they avoid
(`MeetsAvoided`). Then the act's author is asked in private, and a button repeats the same act with
what they were asked about.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

import discord
from discord import ui

from bot.front.interaction.answering import say
from bot.front.interaction.context import Context, check_server_rights
from bot.front.interaction.drafts import PrivateDraft
from bot.front.rendering import controls
from bot.front.rendering.escaping import escape
from bot.rules.refusals import Refusal
from bot.rules.rights import Right
from bot.service.requests import MeetsAvoided
from bot.storage.tables.season_gate import NeedsDecision


class HeldAct(PrivateDraft, frozen=True):
    """An act that waits for its author to confirm it: its handler, and everything it was given.

    `options` are the values of its options or its custom id, `values` those picked in its menu,
    `fields` those of its modal. `rights` are checked again. `seasons` are the numbers of the
    seasons that the author is asked about. With `despite_avoided` they are told whom they would
    meet.
    """

    handler: Callable[..., Awaitable[Any]]
    options: Mapping[str, Any]
    values: Sequence[str]
    fields: Mapping[str, str]
    rights: tuple[Right, ...]
    seasons: frozenset[int]
    despite_avoided: bool

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal of an act that is no longer kept."""
        return Refusal("decision-gone")


class HeldJoining(HeldAct, frozen=True):
    """A held act that seats its author beside somebody whom they avoid."""

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal of an act that is no longer kept."""
        return Refusal("joining-gone")


H = TypeVar("H", bound=HeldAct)


async def carry_out(
    ctx: Context,
    handler: Callable[..., Awaitable[Any]],
    options: Mapping[str, Any],
    rights: tuple[Right, ...],
) -> None:
    """Call a handler; ask its author first where that is due.

    That is before a season that is over changes, and before they sit beside somebody whom they
    avoid. Raises `Refusal`, also if only a moderator can make the change.
    """
    try:
        await handler(ctx, **options)
    except NeedsDecision as needs:
        await _ask_about_seasons(ctx, needs, handler, options, rights)
    except MeetsAvoided:
        held = _hold(HeldJoining, ctx, handler, options, rights, frozenset(), despite_avoided=True)
        token = ctx.services.drafts.begin(held)
        view = controls.make_unstored_view([_make_button(ctx, "avoid-join", "beside", token)])
        await say(ctx, ctx.text("avoid-here"), view=view)


async def _ask_about_seasons(
    ctx: Context,
    needs: NeedsDecision,
    handler: Callable[..., Awaitable[Any]],
    options: Mapping[str, Any],
    rights: tuple[Right, ...],
) -> None:
    names = tuple(escape(each.name) for each in needs.seasons)
    if not needs.may_decide:
        raise Refusal("season-over", names=names)
    held = _hold(
        HeldAct, ctx, handler, options, rights, needs.numbers, despite_avoided=ctx.despite_avoided
    )
    token = ctx.services.drafts.begin(held)
    really = _make_button(ctx, "override-really", "really", token, "🔒")
    said = ctx.text("season-really", names=", ".join(names))
    await say(ctx, said, view=controls.make_unstored_view([really]))


def _hold(
    kind: type[HeldAct],
    ctx: Context,
    handler: Callable[..., Awaitable[Any]],
    options: Mapping[str, Any],
    rights: tuple[Right, ...],
    seasons: frozenset[int],
    *,
    despite_avoided: bool,
) -> HeldAct:
    return kind(
        ctx.place,
        ctx.interaction.user.id,
        handler,
        options,
        ctx.values,
        ctx.fields,
        rights,
        ctx.asked | seasons,
        despite_avoided,
    )


def _make_button(
    ctx: Context, key: str, route: str, token: str, emoji: str | None = None
) -> ui.Button[ui.View]:
    danger = discord.ButtonStyle.danger
    return ui.Button(label=ctx.text(key), style=danger, emoji=emoji, custom_id=f"{route}:{token}")


async def go_ahead(ctx: Context, token: str, draft: H) -> None:
    """Carry out a held act, whose author has been asked."""
    check_server_rights(ctx, draft.rights)
    ctx.asked = draft.seasons
    ctx.despite_avoided = draft.despite_avoided
    ctx.values = draft.values
    ctx.fields = draft.fields
    with ctx.services.drafts.spend(token, draft):
        await draft.handler(ctx, **draft.options)
