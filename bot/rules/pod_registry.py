"""All commands and events of pods. This module imports every module that defines some."""

from bot.rules import announcements, confirmation, deck_naming, entering, story, totals, undoing, votes
from bot.rules.commands_and_events import Command, Event, list_leaf_subclasses
from bot.rules.idle_closing import (
    AnnounceIdleGameClosing,
    IdleGameClosingAnnounced,
    IdleGameConfirmedAsActive,
    KeepIdleGameOpen,
)
from bot.rules.pod import PodCommand, PodEvent
from bot.rules.story_events import MODULES as STORY_MODULES

MODULES = (*STORY_MODULES, announcements, confirmation, deck_naming, entering, story, totals, undoing, votes)
"""The modules that define the commands and events of pods."""

COMMANDS: tuple[type[Command], ...] = (*list_leaf_subclasses(PodCommand), AnnounceIdleGameClosing, KeepIdleGameOpen)
EVENTS: tuple[type[Event], ...] = (*list_leaf_subclasses(PodEvent), IdleGameClosingAnnounced, IdleGameConfirmedAsActive)
