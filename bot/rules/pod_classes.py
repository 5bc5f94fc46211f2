"""All commands and events of pods; this module imports every module that defines some."""

from bot.rules import (
    announcements,
    confirmation,
    deck_naming,
    entering,
    story,
    totals,
    undoing,
    votes,
)
from bot.rules.acts import Command, Event, list_classes
from bot.rules.idling import Keep, Kept, Warn, Warned
from bot.rules.pod import PodCommand, PodEvent
from bot.rules.story_events import MODULES as STORY_MODULES

MODULES = (
    *STORY_MODULES,
    announcements,
    confirmation,
    deck_naming,
    entering,
    story,
    totals,
    undoing,
    votes,
)
"""The modules that define the commands and events of pods."""

COMMANDS: tuple[type[Command], ...] = (*list_classes(PodCommand), Warn, Keep)
EVENTS: tuple[type[Event], ...] = (*list_classes(PodEvent), Warned, Kept)
