"""The decks of players: registered ones, and the deck that each plays in a pod."""

from bot.front.decks import deck_choice, registered_decks
from bot.front.interaction.command_declarations import build_command_group

COMMANDS = (
    build_command_group(
        "deck",
        registered_decks.register_deck,
        registered_decks.open_deck_edit_form,
        registered_decks.toggle_deck_retirement,
        registered_decks.show_own_decks,
    ),
)
ROUTES = (*deck_choice.ROUTES, *registered_decks.ROUTES)
