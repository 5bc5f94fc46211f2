"""Choices that the rules leave to players, and what waits for them."""

from typing import Literal

from msgspec import Struct

from bot.rules.facts import Player, Report

QuestionKind = Literal["responsible", "successor", "new-master"]


class Question(Struct, frozen=True, omit_defaults=True, gc=False):
    """A choice that the rules leave to a player (ESC-22, ESC-45, ESC-60)."""

    kind: QuestionKind
    by: Player
    options: tuple[Player, ...]
    may_decline: bool = False


class Answer(Struct, frozen=True, omit_defaults=True, gc=False):
    """A choice that was made; `player` is None where it was declined.

    `chosen_by` made it in the place of who was asked, `moderated` as a moderator (older answers do
    not say who did).
    """

    kind: QuestionKind
    by: Player
    player: Player | None = None
    chosen_by: Player | None = None
    moderated: bool = False


class Ruling(Struct, frozen=True, omit_defaults=True, gc=False):
    """A moderator decides who is responsible for a defeat; None: nobody."""

    loser: Player
    responsible: Player | None = None


class Pending(Struct, frozen=True, omit_defaults=True, gc=False):
    """What waits for a choice, of which nothing has happened yet (ESC-D21).

    `conceding` are masters whose succession is open, in order; `reports` the defeats of one
    moment, life entries of a team merged (ESC-D3); `rulings` settle some of them.
    """

    conceding: tuple[Player, ...] = ()
    reports: tuple[Report, ...] = ()
    answers: tuple[Answer, ...] = ()
    question: Question | None = None
    rulings: tuple[Ruling, ...] = ()
