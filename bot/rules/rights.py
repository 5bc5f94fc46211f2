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
organiser      leads the night, or the night to which the pod belongs
owner          began the form or the decision, or asked the judge
moderator      moderates the channel
administrator  may manage the server, and so moderates too
bot            is the bot itself
"""


class CommandRight(Struct, frozen=True):
    """The right to use a command: the roles that have the right, and the refusal for everybody else.

    Others get a refusal with the code `refusal`. An empty `roles` gives the right to everybody.
    """

    refusal: str = ""
    roles: frozenset[Role] = frozenset()


ANYBODY = CommandRight()
PLAYERS = CommandRight("only-players", frozenset({"player"}))
DRAW_CALLERS = CommandRight("only-players", frozenset({"player", "organiser"}))
NOT_OUT_OF_GAME = CommandRight("draw-out", frozenset({"bot"}))  # those who are out decide nothing about those who play
CLOSERS = CommandRight("only-host", frozenset({"host", "organiser", "moderator"}))
IN_CHARGE = CommandRight("only-host", frozenset({"host", "moderator"}))
STARTERS_IN_NIGHT = CommandRight("only-players", frozenset({"player", "host", "organiser", "moderator"}))
CALL_ENDERS = CommandRight("only-leaders", frozenset({"organiser", "moderator"}))
HOST_OR_BRINGER = CommandRight("only-host", frozenset({"host", "bringer", "organiser", "moderator"}))
SEAT_TAKER = CommandRight("seat-not-offered", frozenset({"offered"}))
BRINGER = CommandRight("only-bringer", frozenset({"bringer"}))
DECK_NAMER = CommandRight("deck-other", frozenset({"bringer", "moderator"}))
DECK_NAMERS = CommandRight("only-players", frozenset({"player", "moderator"}))
DECK_CORRECTOR = CommandRight("deck-counted", frozenset({"moderator"}))
REPORT_MAKER = CommandRight("only-maker", frozenset({"maker", "host", "moderator"}))
ASKED_PLAYER = CommandRight("not-yours", frozenset({"asked", "host", "moderator"}))
CONFIRMERS = CommandRight("not-yours-to-confirm", frozenset({"confirmer", "moderator"}))
SILENT_DRAW_CONFIRMERS = CommandRight("not-yours-to-confirm", frozenset({"confirmer", "organiser", "moderator"}))
DISPUTERS = CommandRight("only-players", frozenset({"player", "moderator"}))
ENTERED_PLAYERS = CommandRight("only-entered", frozenset({"player", "moderator"}))
DISPUTED_MAKER = CommandRight("disputed", frozenset({"maker", "moderator"}))
INVOLVED = CommandRight("only-players", frozenset({"player", "host", "moderator"}))
MODERATORS = CommandRight("only-moderators", frozenset({"moderator"}))
THE_BOT = CommandRight("only-players", frozenset({"bot"}))
ADMINISTRATORS = CommandRight("only-administrators", frozenset({"administrator"}))
FORM_OWNER = CommandRight("form-other", frozenset({"owner"}))
QUESTION_OWNER = CommandRight("judge-other", frozenset({"owner"}))
JOINING_OWNER = CommandRight("joining-gone", frozenset({"owner"}))

DECISION_OWNER = CommandRight("decision-gone", frozenset({"owner"}))
DEED_GIVERS = CommandRight("only-givers", frozenset({"organiser", "moderator"}))
NOBODY = CommandRight("counted", frozenset({"bot"}))  # moderators use commands that take a reason
PLANNER = CommandRight("only-planner", frozenset({"host", "moderator"}))
ORGANISER = CommandRight("only-organiser", frozenset({"host", "organiser", "moderator"}))

DUELISTS = CommandRight("only-duelists", frozenset({"player"}))
DUELISTS_OR_MODERATORS = CommandRight("only-duelists", frozenset({"player", "moderator"}))
ACTIVE_DUELIST = CommandRight("not-your-turn", frozenset({"active"}))
AFTER_COUNTED = CommandRight("duel-counts", frozenset({"moderator"}))
NEEDS_OPPONENT = CommandRight("agree-first", frozenset({"agreed", "moderator"}))
END_CONFIRMERS = CommandRight("duel-disputed", frozenset({"confirmer", "moderator"}))
NOT_OWN_CLOSING = CommandRight("decided-already", frozenset({"confirmer"}))  # nobody upholds their own closing
NOT_OWN_REPORT = CommandRight("dispute-own", frozenset({"bot"}))  # nobody disputes their own end


class Requester(Struct, frozen=True):
    """A person who wants to use a command, with their roles in the channel.

    `moderator` means that they moderate the channel. `neutral` means that moderators may not decide about games that
    they play in. An `organiser` leads the night to which the pod belongs. `role_ids` are their roles on Discord.
    """

    player: Player
    moderator: bool = False
    neutral: bool = False
    organiser: bool = False
    role_ids: frozenset[int] = frozenset()
