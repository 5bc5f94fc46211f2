"""Commands and routes of duels of Magicjoust, from the lobby to the end."""

from bot.front.interaction.declaring import make_group
from bot.front.joust import cards, changing, decks, ending, lobby, looking, turn

COMMANDS = (
    make_group(
        "joust",
        lobby.open_duel,
        cards.invoke_named,
        changing.change_named,
        ending.undo_named,
        ending.concede_named,
        ending.close,
        looking.show_board,
        looking.show_ways,
        decks.show_deck,
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
