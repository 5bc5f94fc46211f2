"""Slash commands and routes of duels of Magicjoust, from the lobby to the end."""

from bot.front.duels import card_actions, duel_decks, ending, lobby, private_views, table_changes, turn_actions
from bot.front.interaction.command_declarations import build_command_group

COMMANDS = (
    build_command_group(
        "joust",
        lobby.open_duel_lobby,
        card_actions.play_duel_card_from_command_options,
        table_changes.apply_duel_card_effect_by_command,
        ending.undo_last_duel_move,
        ending.concede_duel,
        ending.close_duel_or_propose_closing,
        private_views.show_duel_board,
        private_views.show_possible_card_cost_payments,
        duel_decks.store_or_delete_own_duel_deck,
    ),
)
ROUTES = (
    *lobby.ROUTES,
    *turn_actions.ROUTES,
    *card_actions.ROUTES,
    *table_changes.ROUTES,
    *ending.ROUTES,
    *private_views.ROUTES,
    *duel_decks.ROUTES,
)
