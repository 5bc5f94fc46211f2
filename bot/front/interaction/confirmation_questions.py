"""Confirmations before a change: to a season that is over, or to sit with an avoided person.

The season gate refuses a moderator's change to what counts in a season that is over (`EndedSeasonConsentRefusal`).
The service refuses to seat somebody beside a person whom they avoid (`AvoidedPlayerAtTableRefusal`). Then the user
is asked in private, and a button repeats the same action with their confirmation.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

import discord
from discord import ui

from bot.front.interaction.answers import send_answer
from bot.front.interaction.context import Context, require_server_rights
from bot.front.interaction.drafts import PrivateInteractionDraft
from bot.front.ui import components
from bot.front.ui.escaping import escape_markdown
from bot.rules.refusals import Refusal
from bot.rules.rights import CommandRight
from bot.service.game_requests import AvoidedPlayerAtTableRefusal
from bot.storage.tables.season_gate import EndedSeasonConsentRefusal


class ActionAwaitingConfirmation(PrivateInteractionDraft, frozen=True):
    """A command or button press that runs only after the user confirms it with another button.

    It holds the handler that runs the action, with the handler's arguments. `options` are the values of its options or
    its custom id, `values` those selected in its menu, `fields` those of its modal. `rights` are checked again.
    `seasons` are the numbers of the seasons that the user is asked about. With `despite_avoided` they are told that
    they would sit with somebody whom they avoid.
    """

    handler: Callable[..., Awaitable[Any]]
    options: Mapping[str, Any]
    values: Sequence[str]
    fields: Mapping[str, str]
    rights: tuple[CommandRight, ...]
    seasons: frozenset[int]
    despite_avoided: bool

    @staticmethod
    def build_expired_draft_error() -> Refusal:
        return Refusal("decision-gone")


class LobbyJoinAwaitingConfirmation(ActionAwaitingConfirmation, frozen=True):
    """A join of a lobby that the user must confirm, because an avoided person sits there."""

    @staticmethod
    def build_expired_draft_error() -> Refusal:
        return Refusal("joining-gone")


H = TypeVar("H", bound=ActionAwaitingConfirmation)


async def run_handler_or_ask_to_confirm(
    ctx: Context,
    command_handler: Callable[..., Awaitable[Any]],
    handler_arguments: Mapping[str, Any],
    command_rights: tuple[CommandRight, ...],
) -> None:
    """Run a command's handler, or ask for a confirmation first if its change needs one.

    A change to a season that is over needs confirmation, and so does a seat beside somebody whom the user avoids.
    Raises `Refusal`, also if only a moderator can make the change.
    """
    try:
        await command_handler(ctx, **handler_arguments)
    except EndedSeasonConsentRefusal as needs:
        await _ask_to_confirm_ended_season_change(ctx, needs, command_handler, handler_arguments, command_rights)
    except AvoidedPlayerAtTableRefusal:
        held = _build_action_awaiting_confirmation(
            LobbyJoinAwaitingConfirmation,
            ctx,
            command_handler,
            handler_arguments,
            command_rights,
            frozenset(),
            ignores_avoided_people=True,
        )
        draft_key = ctx.services.drafts.add_draft(held)
        view = components.build_view_without_callbacks(
            [_build_action_confirmation_button(ctx, "avoid-join", "beside", draft_key)]
        )
        await send_answer(ctx, ctx.translations("avoid-here"), view=view)


async def _ask_to_confirm_ended_season_change(
    ctx: Context,
    consent_refusal: EndedSeasonConsentRefusal,
    handler: Callable[..., Awaitable[Any]],
    arguments: Mapping[str, Any],
    rights: tuple[CommandRight, ...],
) -> None:
    names = tuple(escape_markdown(each.name) for each in consent_refusal.seasons)
    if not consent_refusal.may_decide:
        raise Refusal("season-over", names=names)
    held = _build_action_awaiting_confirmation(
        ActionAwaitingConfirmation,
        ctx,
        handler,
        arguments,
        rights,
        consent_refusal.numbers_of_changed_seasons,
        ignores_avoided_people=ctx.despite_avoided,
    )
    draft_key = ctx.services.drafts.add_draft(held)
    really = _build_action_confirmation_button(ctx, "override-really", "really", draft_key, "🔒")
    said = ctx.translations("season-really", names=", ".join(names))
    await send_answer(ctx, said, view=components.build_view_without_callbacks([really]))


def _build_action_awaiting_confirmation(
    action_class: type[ActionAwaitingConfirmation],
    ctx: Context,
    handler: Callable[..., Awaitable[Any]],
    arguments: Mapping[str, Any],
    rights: tuple[CommandRight, ...],
    seasons: frozenset[int],
    *,
    ignores_avoided_people: bool,
) -> ActionAwaitingConfirmation:
    return action_class(
        ctx.channel_address,
        ctx.interaction.user.id,
        handler,
        arguments,
        ctx.menu_values,
        ctx.modal_fields,
        rights,
        ctx.confirmed_seasons | seasons,
        ignores_avoided_people,
    )


def _build_action_confirmation_button(
    ctx: Context, label_key: str, route_name: str, draft_token: str, emoji: str | None = None
) -> ui.Button[ui.View]:
    danger = discord.ButtonStyle.danger
    return ui.Button(
        label=ctx.translations(label_key), style=danger, emoji=emoji, custom_id=f"{route_name}:{draft_token}"
    )


async def run_confirmed_action(ctx: Context, draft_key: str, draft: H) -> None:
    """Execute the command or button press that the user has just confirmed."""
    require_server_rights(ctx, draft.rights)
    ctx.confirmed_seasons = draft.seasons
    ctx.despite_avoided = draft.despite_avoided
    ctx.menu_values = draft.values
    ctx.modal_fields = draft.fields
    with ctx.services.drafts.remove_draft_while_sending(draft_key, draft):
        await draft.handler(ctx, **draft.options)
