"""Confirmations before a change: to a season that is over, or to sit with an avoided person.

The season gate refuses a moderator's change to what counts in a season that is over
(`SeasonDecisionNeeded`). The service refuses to seat somebody beside a person whom they avoid
(`AvoidedPersonPresent`). Then the user is asked in private, and a button repeats the same action
with their confirmation.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

import discord
from discord import ui

from bot.front.interaction.answers import send_answer
from bot.front.interaction.context import Context, require_server_rights
from bot.front.interaction.drafts import PrivateDraft
from bot.front.ui import components
from bot.front.ui.escaping import escape_markdown
from bot.rules.refusals import Refusal
from bot.rules.rights import Right
from bot.service.game_requests import AvoidedPersonPresent
from bot.storage.tables.season_gate import SeasonDecisionNeeded


class UnconfirmedAction(PrivateDraft, frozen=True):
    """An action that waits for its user's confirmation: its handler and the handler's
    arguments.

    `options` are the values of its options or its custom id, `values` those selected in its
    menu, `fields` those of its modal. `rights` are checked again. `seasons` are the numbers of
    the seasons that the user is asked about. With `despite_avoided` they are told that they
    would sit with somebody whom they avoid.
    """

    handler: Callable[..., Awaitable[Any]]
    options: Mapping[str, Any]
    values: Sequence[str]
    fields: Mapping[str, str]
    rights: tuple[Right, ...]
    seasons: frozenset[int]
    despite_avoided: bool

    @staticmethod
    def build_expired_refusal() -> Refusal:
        """Return the refusal for an action that no longer waits for confirmation."""
        return Refusal("decision-gone")


class UnconfirmedJoin(UnconfirmedAction, frozen=True):
    """An action that waits for confirmation because it seats its user beside a person they
    avoid.
    """

    @staticmethod
    def build_expired_refusal() -> Refusal:
        """Return the refusal for a join that no longer waits for confirmation."""
        return Refusal("joining-gone")


H = TypeVar("H", bound=UnconfirmedAction)


async def run_handler_with_confirmation(
    ctx: Context,
    handler: Callable[..., Awaitable[Any]],
    options: Mapping[str, Any],
    rights: tuple[Right, ...],
) -> None:
    """Run a command's handler, and ask its user for confirmation first if that is needed.

    A change to a season that is over needs confirmation, and so does a seat beside somebody
    whom the user avoids. Raises `Refusal`, also if only a moderator can make the change.
    """
    try:
        await handler(ctx, **options)
    except SeasonDecisionNeeded as needs:
        await _ask_to_change_closed_seasons(ctx, needs, handler, options, rights)
    except AvoidedPersonPresent:
        held = _build_unconfirmed_action(
            UnconfirmedJoin, ctx, handler, options, rights, frozenset(), despite_avoided=True
        )
        token = ctx.services.drafts.add(held)
        view = components.build_stateless_view(
            [_build_confirm_button(ctx, "avoid-join", "beside", token)]
        )
        await send_answer(ctx, ctx.catalogue("avoid-here"), view=view)


async def _ask_to_change_closed_seasons(
    ctx: Context,
    decision_error: SeasonDecisionNeeded,
    handler: Callable[..., Awaitable[Any]],
    options: Mapping[str, Any],
    rights: tuple[Right, ...],
) -> None:
    names = tuple(escape_markdown(each.name) for each in decision_error.seasons)
    if not decision_error.may_decide:
        raise Refusal("season-over", names=names)
    held = _build_unconfirmed_action(
        UnconfirmedAction,
        ctx,
        handler,
        options,
        rights,
        decision_error.season_numbers,
        despite_avoided=ctx.despite_avoided,
    )
    token = ctx.services.drafts.add(held)
    really = _build_confirm_button(ctx, "override-really", "really", token, "🔒")
    said = ctx.catalogue("season-really", names=", ".join(names))
    await send_answer(ctx, said, view=components.build_stateless_view([really]))


def _build_unconfirmed_action(
    action_class: type[UnconfirmedAction],
    ctx: Context,
    handler: Callable[..., Awaitable[Any]],
    options: Mapping[str, Any],
    rights: tuple[Right, ...],
    seasons: frozenset[int],
    *,
    despite_avoided: bool,
) -> UnconfirmedAction:
    return action_class(
        ctx.channel_address,
        ctx.interaction.user.id,
        handler,
        options,
        ctx.menu_values,
        ctx.modal_fields,
        rights,
        ctx.confirmed_seasons | seasons,
        despite_avoided,
    )


def _build_confirm_button(
    ctx: Context, label_key: str, route_name: str, token: str, emoji: str | None = None
) -> ui.Button[ui.View]:
    danger = discord.ButtonStyle.danger
    return ui.Button(
        label=ctx.catalogue(label_key), style=danger, emoji=emoji, custom_id=f"{route_name}:{token}"
    )


async def run_confirmed_action(ctx: Context, token: str, draft: H) -> None:
    """Run an action whose user has confirmed it."""
    require_server_rights(ctx, draft.rights)
    ctx.confirmed_seasons = draft.seasons
    ctx.despite_avoided = draft.despite_avoided
    ctx.menu_values = draft.values
    ctx.modal_fields = draft.fields
    with ctx.services.drafts.remove_while_sending(token, draft):
        await draft.handler(ctx, **draft.options)
