"""Commands: everything that can be asked of a pod. `decide.decide` answers with an event."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from bot.rules.draws import DrawSeal, Word
from bot.rules.events import (
    CountKind,
    Later,
    Means,
    Override,
    Ruling,
    Setup,
    StoryEvent,
    SubgameCard,
)
from bot.rules.facts import Deck, Player, Report
from bot.rules.gate import Lock
from bot.rules.idling import Keep, Warn


class Open(Struct, frozen=True):
    """Open a lobby; `players` sit in it from the start.

    Seats in `kept` are reserved until these people take them. The draw is bound to `draw`, where
    `tags` stand for the seated players; old pods draw from their `secret` alone. `guests` are the
    seated players without an account, each with the member who brought them, or None. `decks` are
    those of the game before. `called` signed up for the game when it was planned. `link` is where
    they meet on the web.
    """

    setup: Setup
    host: Player
    players: tuple[Player, ...] = ()
    secret: str | None = None
    kept: tuple[Player, ...] = ()
    draw: DrawSeal | None = None
    tags: Mapping[Player, str] = {}
    guests: Mapping[Player, Player | None] = {}
    decks: Mapping[Player, Deck] = {}
    called: tuple[Player, ...] = ()
    link: str | None = None


class Join(Struct, frozen=True):
    """Take a seat; `tag` stands for the player in the draw, and they may add a `word`."""

    player: Player
    tag: str | None = None
    word: Word | None = None


class Bring(Struct, frozen=True):
    """Take a seat for a guest, who has no account; `by` acts for them from now on."""

    guest: Player
    by: Player
    tag: str | None = None


class SetWord(Struct, frozen=True):
    """Set the player's word for the draw, in the lobby; None removes it."""

    player: Player
    word: Word | None = None


class Leave(Struct, frozen=True):
    """Give a seat in the lobby back; `kicked_by` names who removed the player, if anybody did."""

    player: Player
    kicked_by: tuple[Player, ...] = ()


class ChooseTeam(Struct, frozen=True):
    """Choose a team in the lobby, counted from 0; None leaves the choice to the draw."""

    player: Player
    team: int | None


class BalanceTeams(Struct, frozen=True):
    """Give every player in the lobby a team, counted from 0."""

    sides: Mapping[Player, int]


class ChangeVariant(Struct, frozen=True):
    """Let those in the lobby play another variant: theirs wants one more player."""

    variant: str


class Start(Struct, frozen=True):
    """Begin the game with these seats, clockwise, and this first player; the caller drew them."""

    seats: tuple[Player, ...]
    first: Player


class Defeat(Struct, frozen=True):
    """Report the defeats of one moment; a moderator's `rulings` settle some of them."""

    reports: tuple[Report, ...]
    rulings: tuple[Ruling, ...] = ()


class Concede(Struct, frozen=True):
    """Leave the game; `kicked_by` names who removed the player, if anybody did."""

    player: Player
    kicked_by: tuple[Player, ...] = ()


class Choose(Struct, frozen=True):
    """Answer the pod's question to `by`; `player` None declines.

    If somebody else answers in their place, that is `chosen_by`; `moderated` means that they do so
    as a moderator. `drawn` means that nobody answered, and the sealed draw did (ESC-D17).
    """

    by: Player
    player: Player | None
    chosen_by: Player | None = None
    moderated: bool = False
    drawn: bool = False


class CallModerators(Struct, frozen=True):
    """Call the moderators to choose for a player who does not answer (ESC-D17)."""


class NoteTimeUp(Struct, frozen=True):
    """Tell the players that the time of their round is over; the game goes on."""


class Win(Struct, frozen=True):
    """Report that an effect or a combo wins the game for `player`."""

    player: Player
    means: Means = "effect"


class Draw(Struct, frozen=True):
    """Report a loop that nobody can stop (TAB-7)."""


class NextTurn(Struct, frozen=True):
    """Begin the next turn, or an additional turn of `extra`."""

    extra: Player | None = None


class Restart(Struct, frozen=True):
    """Restart the game with Karn Liberated, which `by` controls."""

    by: Player


class Subgame(Struct, frozen=True):
    """Begin a subgame with a card."""

    card: SubgameCard


class ClaimDeed(Struct, frozen=True):
    """Say that a player did a deed of the server's own, at most `most` times in a game."""

    player: Player
    deed: str
    name: str
    most: int


class Substitute(Struct, frozen=True):
    """Let `by`, who is not in the game, take over the seat of `player`.

    With `takes_result`, the seat's result belongs to `by` from now on.
    """

    player: Player
    by: Player
    takes_result: bool = False


class OfferSeat(Struct, frozen=True):
    """Offer the seat of `player` to `to`; offering it once more to the same takes that back."""

    player: Player
    to: Player


class GrantResult(Struct, frozen=True):
    """Agree, as `by`, that the result of a seat belongs to its substitute `player`."""

    player: Player
    by: Player


class Undo(Struct, frozen=True):
    """Take the step before the `later` ones back; moderators give a `reason`.

    `version` names the step in the log; None in transcripts, which have no log.
    """

    reason: str | None = None
    version: int | None = None
    later: tuple[Later, ...] = ()


class Confirm(Struct, frozen=True):
    """Let the reports with these versions count; `by` None means that their time has passed."""

    claims: tuple[int, ...]
    by: Player | None = None


class BeginDispute(Struct, frozen=True):
    """Keep silence from confirming reports before `until`, while `by` says which one is wrong.

    `until` is in milliseconds since 1970.
    """

    by: Player
    until: int


class Dispute(Struct, frozen=True):
    """Object to a report: a moderator must decide."""

    claim: int
    by: Player


class Close(Struct, frozen=True):
    """Close the pod: without a result, unless its variant ends by closing (RSP-4).

    `idle` means that nobody has touched the pod for long.
    """

    idle: bool = False


class CallVote(Struct, frozen=True):
    """Call for a vote on continuing without `player`; it opens after some time.

    `by` votes first. The caller has pinged the player: without a ping there is no vote.
    """

    player: Player
    by: Player


class SayPresent(Struct, frozen=True):
    """Say that one is present, which ends the vote about oneself."""

    player: Player


KickReason = Literal["vote", "moderator", "gone"]
"""Reasons to remove a player: a vote, a moderator's word, or that they left the server."""


class Kick(Struct, frozen=True):
    """Continue without a player who has vanished.

    `how` says why. In a vote, `voted` agreed before `by`, and `opened` says whether the vote is
    open yet.
    """

    player: Player
    by: Player
    how: KickReason = "vote"
    voted: tuple[Player, ...] = ()
    opened: bool = True


class Count(Struct, frozen=True):
    """Change a player's life, poison or damage from the commander of `by`.

    With life and poison, `by` controls the source, if known. `which` of the owner's commanders
    dealt the damage, counted from 1.
    """

    player: Player
    kind: CountKind
    amount: int
    by: Player | None = None
    which: int = 1


class NameDeck(Struct, frozen=True):
    """Say which deck a player plays in this game."""

    player: Player
    deck: Deck


class SetLink(Struct, frozen=True):
    """Say where the players meet on the web; None takes the link away."""

    link: str | None = None


class Overrule(Struct, frozen=True):
    """Decide as a moderator, and give a reason.

    - `status`: `player` becomes a master, or serves `master`.
    - `points`: some players get other points.
    - `end`: the team of `player` has won; with None, nobody has.
    - `reopen`: a pod that is over continues.
    - `void`: the pod has no result.
    - `remove`: `player` leaves as if they conceded.
    - `host`: `player` hosts the pod.
    - `date`: the game ended at `at`, in milliseconds since 1970.
    """

    override: Override
    reason: str
    player: Player | None = None
    master: Player | None = None
    points: Mapping[Player, int] = {}
    at: int | None = None


class Correct(Struct, frozen=True):
    """Correct earlier reports, and give a reason.

    `story` is the pod's current story (see `story.tell_story`). `edits` maps places in it to the
    commands that should have been given there: none, one or several.
    """

    story: tuple[StoryEvent, ...]
    edits: "Mapping[int, tuple[Command, ...]]"
    reason: str


class Enter(Struct, frozen=True):
    """Enter a game that was played without the bot, as all its commands in order.

    The first of `commands` opens the pod and says when the game was played.
    """

    commands: "tuple[Command, ...]"


InLobby = Open | Join | Bring | Leave | SetWord | ChooseTeam | BalanceTeams | ChangeVariant | Start
InGame = Defeat | Concede | Choose | Win | Draw | NextTurn | Restart
Beside = (
    CallVote
    | SayPresent
    | Kick
    | Warn
    | Keep
    | Count
    | CallModerators
    | NoteTimeUp
    | NameDeck
    | OfferSeat
    | GrantResult
    | SetLink
)
Confirming = Confirm | BeginDispute | Dispute | Lock
Command = (
    InLobby
    | InGame
    | Subgame
    | Substitute
    | ClaimDeed
    | Undo
    | Close
    | Confirming
    | Beside
    | Overrule
    | Correct
    | Enter
)
