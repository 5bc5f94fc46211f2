"""What may be asked of a pod. `decide.decide` answers each with an event or a refusal."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from bot.rules.draws import DrawSeal, Word
from bot.rules.events import CountKind, Means, Override, Ruling, Setup, StoryEvent, SubgameCard
from bot.rules.facts import Player, Report
from bot.rules.idling import Keep, Warn


class Open(Struct, frozen=True):
    """Open a lobby; `players` sit in it from the start, and their draw is bound to a `draw`.

    For those in `kept` a seat is, until they take it. `tags` stand for those who sit, in the draw.
    Seats of older pods come from their `secret` alone. Of those who sit, `guests` have no account,
    each with who brought them, or None.
    """

    setup: Setup
    host: Player
    players: tuple[Player, ...] = ()
    secret: str | None = None
    kept: tuple[Player, ...] = ()
    draw: DrawSeal | None = None
    tags: Mapping[Player, str] = {}
    guests: Mapping[Player, Player | None] = {}


class Join(Struct, frozen=True):
    """Take a seat; in the draw, `tag` stands for the player, who may add a `word`."""

    player: Player
    tag: str | None = None
    word: Word | None = None


class Bring(Struct, frozen=True):
    """Take a seat for a guest, who has no account, and for whom `by` acts from now on."""

    guest: Player
    by: Player
    tag: str | None = None


class SetWord(Struct, frozen=True):
    """Add a word to the draw in the lobby, or another one; None takes it away."""

    player: Player
    word: Word | None = None


class Leave(Struct, frozen=True):
    """Give a seat in the lobby back; it may be that somebody is `kicked_by` others."""

    player: Player
    kicked_by: tuple[Player, ...] = ()


class ChooseTeam(Struct, frozen=True):
    """Choose a team in the lobby, counted from 0; None leaves it to the draw."""

    player: Player
    team: int | None


class BalanceTeams(Struct, frozen=True):
    """Give everybody in the lobby a team, counted from 0."""

    sides: Mapping[Player, int]


class Start(Struct, frozen=True):
    """Begin the game with these seats, clockwise, and this first player (drawn by the caller)."""

    seats: tuple[Player, ...]
    first: Player


class Defeat(Struct, frozen=True):
    """Report the defeats of one moment; `rulings` are a moderator's, and settle some of them."""

    reports: tuple[Report, ...]
    rulings: tuple[Ruling, ...] = ()


class Concede(Struct, frozen=True):
    """Leave the game; it may be that somebody is `kicked_by` others."""

    player: Player
    kicked_by: tuple[Player, ...] = ()


class Choose(Struct, frozen=True):
    """Answer the pod's question in the name of `by`; `player` None declines.

    `chosen_by` does it for them, `moderated` as a moderator.
    """

    by: Player
    player: Player | None
    chosen_by: Player | None = None
    moderated: bool = False


class Win(Struct, frozen=True):
    """An effect or a combo wins the game for `player`."""

    player: Player
    means: Means = "effect"


class Draw(Struct, frozen=True):
    """A loop that nobody can stop (TAB-7)."""


class NextTurn(Struct, frozen=True):
    """The next turn begins: an `extra` one of this player, if one is named."""

    extra: Player | None = None


class Restart(Struct, frozen=True):
    """Karn Liberated, controlled by `by`, restarts the game."""

    by: Player


class Subgame(Struct, frozen=True):
    """A card begins a subgame."""

    card: SubgameCard


class Undo(Struct, frozen=True):
    """Take the last step back; moderators may say why."""

    reason: str | None = None


class Confirm(Struct, frozen=True):
    """Let reports count, named by their versions; `by` None: because their time has passed."""

    claims: tuple[int, ...]
    by: Player | None = None


class Dispute(Struct, frozen=True):
    """Say that a report is wrong: moderators decide."""

    claim: int
    by: Player


class Close(Struct, frozen=True):
    """Close the pod: without a result, but where that is how a game ends (RSP-4).

    `idle`: because nobody has touched it for long.
    """

    idle: bool = False


class CallVote(Struct, frozen=True):
    """Let the others vote, some time from now, whether they go on without a player.

    `by` is the first who would. The player has been pinged: without that there is no vote.
    """

    player: Player
    by: Player


class SayPresent(Struct, frozen=True):
    """Say that one is there, which ends the vote about oneself."""

    player: Player


KickReason = Literal["vote", "moderator", "gone"]
"""Why one may go on without somebody."""


class Kick(Struct, frozen=True):
    """Go on without a player who has vanished.

    By a `vote`, to which `voted` have agreed before `by`, once it has `opened`; because a
    `moderator` says so; or because the player is `gone` from the server.
    """

    player: Player
    by: Player
    how: KickReason = "vote"
    voted: tuple[Player, ...] = ()
    opened: bool = True


class Count(Struct, frozen=True):
    """Change a player's life, poison or damage from the commander of `by`.

    Of life and poison `by` is who did it, if that is said.
    """

    player: Player
    kind: CountKind
    amount: int
    by: Player | None = None


class Overrule(Struct, frozen=True):
    """Decide as a moderator, and say why.

    `status`: `player` becomes a master, or serves `master`; `points`: what some players get;
    `end`: the team of `player` has won, nobody if None; `reopen` what is over; `void`: no result;
    `remove` a player as if they conceded; `host`: `player` hosts; `date`: the game ended `at`
    then, in milliseconds since 1970.
    """

    override: Override
    reason: str
    player: Player | None = None
    master: Player | None = None
    points: Mapping[Player, int] = {}
    at: int | None = None


class Correct(Struct, frozen=True):
    """Put earlier reports right, and say why.

    `story` is the pod's as it stands (see `story.told`); `edits` give, for places in it, what
    should have been asked there instead: nothing, another thing, or several in a row.
    """

    story: tuple[StoryEvent, ...]
    edits: "Mapping[int, tuple[Command, ...]]"
    reason: str


class Enter(Struct, frozen=True):
    """Enter a game that was played without the bot: all that would have been asked, in order.

    The first of `commands` opens it, and says when it was played. The season of that day may be
    `locked`.
    """

    commands: "tuple[Command, ...]"
    locked: bool = False


InLobby = Open | Join | Bring | Leave | SetWord | ChooseTeam | BalanceTeams | Start
InGame = Defeat | Concede | Choose | Win | Draw | NextTurn | Restart
Beside = CallVote | SayPresent | Kick | Warn | Keep | Count
Answering = Confirm | Dispute
Command = (
    InLobby | InGame | Subgame | Undo | Close | Answering | Beside | Overrule | Correct | Enter
)
