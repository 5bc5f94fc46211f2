"""All commands and events of a duel, from the modules of their subjects.

A new module of a subject has to stand in `SUBJECTS`, so that its classes exist from the start.
"""

from bot.joust import cards, changes, concessions, disputes, lobby, proposals, rolls, turns, works
from bot.joust.duel import DuelCommand, DuelEvent
from bot.rules.acts import Command, Event, list_classes
from bot.rules.idling import Keep, Kept, Warn, Warned

SUBJECTS = (lobby, turns, cards, rolls, changes, concessions, disputes, proposals, works)

COMMANDS: tuple[type[Command], ...] = (*list_classes(DuelCommand), Warn, Keep)
EVENTS: tuple[type[Event], ...] = (*list_classes(DuelEvent), Warned, Kept)
