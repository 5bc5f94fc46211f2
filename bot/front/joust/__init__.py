"""Slash commands and routes of duels of Magicjoust, from the lobby to the end."""

from bot.front.interaction.declaring import build_command_group
from bot.front.joust import cards, changing, decks, ending, lobby, looking, turn

COMMANDS = (
    build_command_group(
        "joust",
        lobby.open_duel_lobby,
        cards.invoke_card,
        changing.change_table,
        ending.undo_duel_step,
        ending.concede_duel,
        ending.close_duel,
        looking.show_duel_board,
        looking.show_payment_ways,
        decks.manage_joust_deck,
    ),
)
ROUTES = (
    *lobby.ROUTES,
    *turn.ROUTES,
    *cards.ROUTES,
    *changing.ROUTES,
    *ending.ROUTES,
    *looking.ROUTES,
    *decks.ROUTES,
)
