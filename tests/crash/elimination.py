"""A model of elimination in a few lines, compared with boards; it imports nothing of the bot.

The model reads only the reports of the log, never their outcomes. A player who loses is out, the
last player wins, `/undo` takes back the last report, turns and substitutes stay, and life changes
are added up for each seat.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Json = dict[str, Any]

BESIDE_THE_GAME = {
    *("confirmed", "counted", "deck-named", "dispute-begun", "end-shown", "kept", "link-set", "moderators-called"),
    *("result-granted", "said-present", "seat-offered", "time-up", "vote-called", "voted", "warned", "worded"),
}
"""Types of events after which a game stands as it stood before."""

_WON, _OUT = "🏆 ", "💀 "
_HEADING = "### "
_LIFE = re.compile(r"❤️ (−?\d+)")


class Line(NamedTuple):
    """A row of the log: the game, the event's type, and its facts as JSON."""

    channel: int
    pod: int
    type: str
    payload: str


class Step(NamedTuple):
    """A state that `/undo` returns to: who sits, who is out, and whether the game is over.

    `players` are in the order of the seats; those who are `out` are seats, from 0.
    """

    players: tuple[str, ...]
    out: tuple[int, ...] = ()
    closed: bool = False

    def seat(self, player: str, by: str) -> "Step":
        """Return the state after `by` took over the seat of a player."""
        return self._replace(players=tuple(by if p == player else p for p in self.players))


LIFE = 40
"""The starting life of a player in Commander, which is played."""


@dataclass
class Game:
    """One game of elimination; `life` is that of each seat."""

    steps: list[Step]
    life: list[int] = field(default_factory=list)

    @property
    def now(self) -> Step:
        """Return the present state."""
        return self.steps[-1]

    @property
    def out(self) -> set[str]:
        """Return the players who are out."""
        return {self.now.players[seat] for seat in self.now.out}

    @property
    def left(self) -> list[str]:
        """Return the players who are not out."""
        return [each for each in self.now.players if each not in self.out]

    @property
    def winner(self) -> str | None:
        """Return the last player, if nobody else is left."""
        return self.left[0] if len(self.left) == 1 and not self.now.closed else None

    def follow(self, happened: str, facts: Json) -> None:
        """Apply one event after the start."""
        match happened:
            case "undone":
                del self.steps[facts.get("step", len(self.steps) - 1) :]
                for each in facts.get("later", ()):
                    later = each["event"]
                    taken = later["type"] == "substituted"
                    self.steps.append(self._seat(later) if taken else self.now)
            case "substituted":
                self.steps.append(self._seat(facts))
            case "defeated":
                self._lose(*(each["loser"] for each in facts["reports"]))
            case "conceded":
                self._lose(facts["player"])
            case "closed":
                self.steps.append(self.now._replace(closed=True))
            case "counted":
                for change in facts["changes"]:
                    if change["kind"] == "life":
                        self.life[self.now.players.index(change["player"])] += change["amount"]
            case "overruled" if facts["override"] == "void":
                self.steps.append(self.now._replace(closed=True))
            case "turn-began" | "overruled":
                self.steps.append(self.now)
            case _ if happened in BESIDE_THE_GAME:
                pass
            case _:
                raise ValueError(f"{happened} does not happen in these games")

    def _lose(self, *losers: str) -> None:
        out = map(self.now.players.index, losers)
        self.steps.append(self.now._replace(out=(*self.now.out, *out)))

    def _seat(self, facts: Json) -> Step:
        return self.now.seat(facts["player"], facts["by"])


def tell(lines: Iterable[Line]) -> dict[tuple[int, int], Game]:
    """Return all games of elimination that have begun, by channel and number."""
    lives: dict[tuple[int, int], int] = {}
    games: dict[tuple[int, int], Game] = {}
    for line in lines:
        place, facts = (line.channel, line.pod), json.loads(line.payload)
        if line.type == "opened":
            setup = facts["setup"]
            if setup.get("variant") == "elimination":
                lives[place] = LIFE
        elif place in games:
            games[place].follow(line.type, facts)
        elif line.type == "started" and place in lives:
            seats = tuple(facts["seats"])
            games[place] = Game([Step(seats)], [lives[place]] * len(seats))
    return games


def find_differences(game: Game, texts: str, names: dict[str, str]) -> Iterator[str]:
    """Return how a board differs from the game; `texts` are all of its texts."""
    named = {names[player]: player for player in game.now.players if player in names}
    lines = [line.removeprefix(_HEADING) for line in texts.splitlines()]
    won = next((line for line in lines if line.startswith(_WON)), None)
    if game.now.closed:
        if won is not None:
            yield f"closed, but {won}"
        return
    if (won is None) != (game.winner is None):
        yield f"{game.winner} has won, but {won}"
    if won is not None and game.winner in names and names[game.winner] not in won:
        yield f"{names[game.winner]} has won, but {won}"
    out = {named[name] for line in lines if line.startswith(_OUT) or "~~" in line for name in named if name in line}
    if won is None and out != {each for each in game.out if each in names}:
        yield f"out are {[names.get(each) for each in game.out]}, but not on the board"
    for name, player in named.items():
        shown = next((line for line in lines if f"**{name}**" in line and "❤️" in line), None)
        if won is None and player not in game.out:
            life, right = _LIFE.search(shown or ""), game.life[game.now.players.index(player)]
            if life is None or int(life[1].replace("−", "-")) != right:
                yield f"{name} has {right} life, but {shown}"
