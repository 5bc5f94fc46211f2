"""Pods from their lobby to their end, their boards, and ways to look at them."""

from bot.front.interaction.confirmation_questions import LobbyJoinAwaitingConfirmation, run_confirmed_action
from bot.front.interaction.routes import AccessRule, CustomIdRoute
from bot.front.pods import (
    absent_players,
    game_actions,
    game_entry,
    guests,
    help,
    house_deeds,
    idle_games,
    life_totals,
    lobby,
    lobby_setup,
    more_actions,
    pod_views,
    rule_pages,
    setup_draft,
    table_link,
    verdict_explanation,
)
from bot.rules.rights import JOINING_OWNER

COMMANDS = (
    help.show_help,
    lobby.open_game_series_or_show_its_score,
    life_totals.change_life_or_show_panel,
    game_actions.ask_to_confirm_conceding_current_game,
    game_actions.undo_last_report,
    verdict_explanation.explain_defeat_verdict,
    rule_pages.show_rule_text_or_rule_list,
)
_HELD_ACCESS = AccessRule((JOINING_OWNER,), elsewhere="joining-gone", everywhere=True)

ROUTES = (
    CustomIdRoute("beside:{draft_key}", run_confirmed_action, _HELD_ACCESS, draft=LobbyJoinAwaitingConfirmation),
    *lobby.ROUTES,
    *lobby_setup.ROUTES,
    *setup_draft.ROUTES,
    *table_link.ROUTES,
    *game_actions.ROUTES,
    *more_actions.ROUTES,
    *game_entry.ROUTES,
    *guests.ROUTES,
    *pod_views.ROUTES,
    *absent_players.ROUTES,
    *house_deeds.ROUTES,
    *idle_games.ROUTES,
    *life_totals.ROUTES,
    *rule_pages.ROUTES,
    *verdict_explanation.ROUTES,
)
