"""Rights: the roles of a person in a game, and the rights that commands require.

`docs/rights.md` is generated from the rights of all commands, buttons and forms.
"""

from typing import Literal

from msgspec import Struct

from bot.rules.facts import Player

Role = Literal[
    "player",
    "host",
    "maker",
    "asked",
    "confirmer",
    "active",
    "agreed",
    "owner",
    "bringer",
    "offered",
    "organiser",
    "moderator",
    "administrator",
    "bot",
]
"""
player         is in the pod, even if they are out
host           hosts the pod, or made the plan
maker          made the last report
asked          must make the choice that the pod waits for
confirmer      may confirm the reports in question, or disputes the end of a duel
active         has the turn in a duel
agreed         has the other duelist's proposal for this command
bringer        brought the guest in question
offered        was offered the seat in question
organiser      leads the night to which the pod belongs
owner          began the form or the decision, or asked the judge
moderator      moderates the channel
administrator  may manage the server, and so moderates too
bot            is the bot itself
"""


class Right(Struct, frozen=True):
    """A right to use a command: people with one of `roles` have it. Others get the code
    `refusal`.

    An empty `roles` gives the right to everybody.
    """

    refusal: str = ""
    roles: frozenset[Role] = frozenset()


ANYBODY = Right()
PLAYERS = Right("only-players", frozenset({"player"}))
DRAW_CALLERS = Right("only-players", frozenset({"player", "organiser"}))
CLOSERS = Right("only-host", frozenset({"host", "organiser", "moderator"}))
IN_CHARGE = Right("only-host", frozenset({"host", "moderator"}))
HOST_OR_BRINGER = Right("only-host", frozenset({"host", "bringer", "moderator"}))
SEAT_TAKER = Right("seat-not-offered", frozenset({"offered"}))
BRINGER = Right("only-bringer", frozenset({"bringer"}))
DECK_NAMER = Right("deck-other", frozenset({"bringer", "moderator"}))
DECK_NAMERS = Right("only-players", frozenset({"player", "moderator"}))
DECK_CORRECTOR = Right("deck-counted", frozenset({"moderator"}))
REPORT_MAKER = Right("only-maker", frozenset({"maker", "host", "moderator"}))
ASKED_PLAYER = Right("not-yours", frozenset({"asked", "host", "moderator"}))
CONFIRMERS = Right("not-yours-to-confirm", frozenset({"confirmer", "moderator"}))
DISPUTERS = Right("only-players", frozenset({"player", "moderator"}))
ENTERED_PLAYERS = Right("only-entered", frozenset({"player", "moderator"}))
DISPUTED_MAKER = Right("disputed", frozenset({"maker", "moderator"}))
INVOLVED = Right("only-players", frozenset({"player", "host", "moderator"}))
MODERATORS = Right("only-moderators", frozenset({"moderator"}))
THE_BOT = Right("only-players", frozenset({"bot"}))
ADMINISTRATORS = Right("only-administrators", frozenset({"administrator"}))
FORM_OWNER = Right("form-other", frozenset({"owner"}))
QUESTION_OWNER = Right("judge-other", frozenset({"owner"}))
JOINING_OWNER = Right("joining-gone", frozenset({"owner"}))

DECISION_OWNER = Right("decision-gone", frozenset({"owner"}))
NOBODY = Right("counted", frozenset({"bot"}))  # moderators use commands that take a reason
PLANNER = Right("only-planner", frozenset({"host", "moderator"}))
ORGANISER = Right("only-organiser", frozenset({"host", "moderator"}))

DUELISTS = Right("only-duelists", frozenset({"player"}))
DUELISTS_OR_MODERATORS = Right("only-duelists", frozenset({"player", "moderator"}))
ACTIVE_DUELIST = Right("not-your-turn", frozenset({"active"}))
AFTER_COUNTED = Right("duel-counts", frozenset({"moderator"}))
NEEDS_OPPONENT = Right("agree-first", frozenset({"agreed", "moderator"}))
END_CONFIRMERS = Right("duel-disputed", frozenset({"confirmer", "moderator"}))
NOT_OWN_REPORT = Right("dispute-own", frozenset({"bot"}))  # nobody disputes their own end


class Requester(Struct, frozen=True):
    """A person who asks for a command: their player key and their rights in the channel.

    `moderator` means that they moderate the channel. `neutral` means that moderators may not
    decide about games that they play in. An `organiser` leads the night to which the pod
    belongs.
    """

    player: Player
    moderator: bool = False
    neutral: bool = False
    organiser: bool = False
