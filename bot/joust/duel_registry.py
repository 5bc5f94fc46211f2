"""All commands and events of a duel, from the modules of their subjects.

A new module of a subject has to stand in `SUBJECTS`, so that its classes exist from the start.
"""

from bot.joust import cards, changes, concessions, disputes, great_works, lobby, proposals, rolls, turns
from bot.joust.duel import DuelCommand, DuelEvent
from bot.rules.commands_and_events import Command, Event, list_leaf_subclasses
from bot.rules.idle_closing import (
    AnnounceIdleGameClosing,
    IdleGameClosingAnnounced,
    IdleGameConfirmedAsActive,
    KeepIdleGameOpen,
)

SUBJECTS = (lobby, turns, cards, rolls, changes, concessions, disputes, proposals, great_works)

COMMANDS: tuple[type[Command], ...] = (*list_leaf_subclasses(DuelCommand), AnnounceIdleGameClosing, KeepIdleGameOpen)
EVENTS: tuple[type[Event], ...] = (
    *list_leaf_subclasses(DuelEvent),
    IdleGameClosingAnnounced,
    IdleGameConfirmedAsActive,
)
