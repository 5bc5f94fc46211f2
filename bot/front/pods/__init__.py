"""Commands and buttons of a pod, from its lobby to its end."""

from bot.front.interaction.asking import HeldJoining, go_ahead
from bot.front.interaction.declaring import make_group
from bot.front.interaction.routes import Access, Route
from bot.front.pods import (
    abandoned,
    deck_choice,
    draws,
    entering,
    finding,
    guests,
    help,
    house_deeds,
    leaving,
    life,
    lobby,
    moments,
    own_decks,
    planning,
    play,
    pod_views,
    polls,
    rare_acts,
    replanning,
    rules,
    setup_draft,
    substitutes,
    table_link,
    why,
)
from bot.rights import JOINING_OWNER

COMMANDS = (
    make_group(
        "pod",
        lobby.open_pod,
        planning.plan_pod,
        finding.find_seats,
        guests.bring_guest,
        pod_views.show_status,
        entering.record_game,
    ),
    make_group(
        "deck",
        own_decks.add_deck,
        own_decks.change_deck,
        own_decks.retire_deck,
        own_decks.list_decks,
    ),
    make_group("night", polls.ask_when),
    help.show_help,
    lobby.open_series,
    life.change_life,
    play.concede,
    play.undo,
    why.explain_verdict,
    rules.show_rule,
)
_HELD_ACCESS = Access((JOINING_OWNER,), elsewhere="joining-gone", everywhere=True)

ROUTES = (
    Route("beside:{token}", go_ahead, _HELD_ACCESS, draft=HeldJoining),
    *lobby.ROUTES,
    *setup_draft.ROUTES,
    *draws.ROUTES,
    *deck_choice.ROUTES,
    *table_link.ROUTES,
    *own_decks.ROUTES,
    *play.ROUTES,
    *rare_acts.ROUTES,
    *entering.ROUTES,
    *guests.ROUTES,
    *pod_views.ROUTES,
    *leaving.ROUTES,
    *substitutes.ROUTES,
    *house_deeds.ROUTES,
    *abandoned.ROUTES,
    *planning.ROUTES,
    *polls.ROUTES,
    *replanning.ROUTES,
    *moments.ROUTES,
    *finding.ROUTES,
    *life.ROUTES,
    *rules.ROUTES,
    *why.ROUTES,
)
