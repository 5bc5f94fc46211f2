"""What has to happen until a report counts: who may confirm it, and what it waits for."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.rules.facts import Player

Waits = Literal["silence", "press", "both", "end"]


class Claim(Struct, frozen=True, omit_defaults=True, gc=False):
    """A report counts only once it is confirmed: what is known of that.

    `version` of the log, at which it was made, names it; `by` made it. Of those in `of` one is
    enough to confirm it, or `each` of them is needed. It `waits`

    - for `silence`: it is confirmed by itself when it is `due`, in milliseconds since 1970;
    - for a `press` of somebody in `of`: when it is due, moderators look at it;
    - for the `end` of the game, and then for silence for as long as the pod agreed on;
    - for `both`, a press and then the end.

    None in games from before these were told apart: for silence, and nobody could object to what a
    moderator had let stand. It is not confirmed by itself while it is `disputed` by somebody.
    `disputers` have disputed it so far. `decided` is the moderator whose decision it is, or who let
    it stand: of what they said only another one can say something else.
    """

    version: int
    by: Player
    of: tuple[Player, ...]
    due: int
    each: bool = False
    disputed: Player | None = None
    waits: Waits | None = None
    disputers: tuple[Player, ...] = ()
    decided: Player | None = None

    @property
    def needs_press(self) -> bool:
        """Whether silence is not enough."""
        return self.waits in ("press", "both")

    def dispute(self, by: Player) -> "Claim":
        """The claim once `by` has disputed it."""
        return replace(self, disputed=by, disputers=(*self.disputers, by))

    def confirm(self, by: Player | None, *, stands: bool) -> "Claim | None":
        """What is left to confirm after `by` did, or time; None: it counts.

        Of what somebody disputed and a moderator lets `stands`, it is the end that is left: until
        the game counts the others may call another moderator. Who disputes something that was not
        theirs to confirm, and thinks again, leaves it as it was.
        """
        if self.waits is not None and stands:
            return replace(self, of=(), each=False, disputed=None, waits="end", decided=by)
        mine = by in self.of
        if self.waits is not None and by == self.disputed and by is not None and not mine:
            return replace(self, disputed=None)
        rest = tuple(player for player in self.of if player != by)
        if self.each and rest and mine:
            return replace(self, of=rest, disputed=None)
        return replace(self, of=(), disputed=None, waits="end") if self.waits == "both" else None
