"""Changing the setup of an open lobby, in which everybody keeps their seat."""

from typing import Any

from bot.front.interaction.answers import replace_button_message_with_next_answer, report_command_success, send_answer
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.game_commands import (
    execute_game_command,
    load_pod,
    wrap_command_in_factory,
)
from bot.front.interaction.routes import AccessRule, CustomIdRoute, build_access_rule_for_board_button
from bot.front.pods.setup_draft import GameSetupDraft, build_setup_preview_message
from bot.rules.decide import create_pod_event
from bot.rules.lobby import ChangeLobbySetup, require_setup_can_change
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER
from bot.service import rights


class LobbySetupDraft(GameSetupDraft, frozen=True, kw_only=True):
    """A new setup for an open lobby that is previewed but not saved.

    The lobby is that of pod `number`; its setup was `before` when the user began.
    """

    number: int
    before: PodSetup

    @staticmethod
    def build_expired_draft_error() -> Refusal:
        """Return the error to raise when a user presses a button of a preview that has expired."""
        return Refusal("lobby-setup-gone")

    async def build_preview_message(self, ctx: Context, draft_key: str) -> dict[str, Any]:
        """Return the private message with the new setup, menus, and a button that saves it."""
        text = ctx.translations
        return build_setup_preview_message(
            ctx,
            draft_key,
            self,
            introduction=text("lobby-setup-read"),
            button_label=text("lobby-setup-button"),
            action="save",
        )

    async def require_valid_setup(self, ctx: Context) -> None:
        """Raise `Refusal` if the setup does not fit the players in the lobby."""
        live = await load_pod(ctx, self.number)
        assert live.pod is not None
        if self.setup != self.before:  # otherwise everything was changed back, which is no change to save
            create_pod_event(live.pod, self.build_change_command())

    def build_change_command(self) -> ChangeLobbySetup:
        return ChangeLobbySetup(self.setup, self.before)


async def show_lobby_setup_menus(ctx: Context, pod: int) -> None:
    """Show menus that change a lobby's setup. Raises `Refusal`."""
    live = await load_pod(ctx, pod)
    assert live.pod is not None
    setup = live.pod.setup
    asker = await load_user_with_rights(ctx)
    rights.require_command_permission(live.pod, ChangeLobbySetup(setup, setup), asker, None)
    require_setup_can_change(live.pod)
    draft = LobbySetupDraft(
        ctx.channel_address, ctx.interaction.user.id, setup, changing=True, number=live.number, before=setup
    )
    draft_key = ctx.services.drafts.add_draft(draft)
    await send_answer(ctx, **await draft.build_preview_message(ctx, draft_key))


async def save_lobby_setup(ctx: Context, draft_key: str, draft: LobbySetupDraft) -> None:
    """Change a lobby to the previewed setup once, however often the button is pressed."""
    with ctx.services.drafts.remove_draft_while_sending(draft_key, draft):
        replace_button_message_with_next_answer(ctx)
        await execute_game_command(ctx, wrap_command_in_factory(draft.build_change_command()), draft.number)
    await report_command_success(ctx, f"✅ {ctx.translations('done-change')}")


ROUTES = (
    CustomIdRoute("pod:{pod:int}:change", show_lobby_setup_menus, build_access_rule_for_board_button(ChangeLobbySetup)),
    CustomIdRoute(
        "opening:{draft_key}:save",
        save_lobby_setup,
        AccessRule((FORM_OWNER,), elsewhere="form-other"),
        draft=LobbySetupDraft,
    ),
)
