"""A model of elimination in a few lines, compared with boards; it imports nothing of the bot.

The model reads only the reports of the log, never their outcomes. A player who loses is out, the
last player wins, `/undo` takes back the last report, turns stay, and life changes are added up.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Json = dict[str, Any]

_ASIDE = {"counted", "confirmed", "warned", "kept", "said-present", "worded"}
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
    """The players who are out, and whether the game is over: a state that `/undo` returns to."""

    out: tuple[str, ...] = ()
    closed: bool = False


LIFE = 40
"""What a player begins with in Commander, which is played."""


@dataclass
class Game:
    """One game of elimination."""

    seats: tuple[str, ...] = ()
    steps: list[Step] = field(default_factory=list)
    life: dict[str, int] = field(default_factory=dict)

    @property
    def now(self) -> Step:
        """Return the present state."""
        return self.steps[-1]

    @property
    def left(self) -> list[str]:
        """Return the players who are not out."""
        return [each for each in self.seats if each not in self.now.out]

    @property
    def winner(self) -> str | None:
        """Return the last player, if nobody else is left."""
        return self.left[0] if len(self.left) == 1 and not self.now.closed else None

    def follow(self, happened: str, facts: Json) -> None:
        """Apply one event after the start."""
        match happened:
            case "undone":
                del self.steps[facts.get("step", len(self.steps) - 1) :]
                self.steps += [self.now] * len(facts.get("later", ()))
            case "defeated":
                self._lose(*(each["loser"] for each in facts["reports"]))
            case "conceded":
                self._lose(facts["player"])
            case "closed":
                self.steps.append(self.now._replace(closed=True))
            case "counted":
                for change in facts["changes"]:
                    if change["kind"] == "life":
                        self.life[change["player"]] += change["amount"]
            case "overruled" if facts["override"] == "void":
                self.steps.append(self.now._replace(closed=True))
            case "turn-began" | "overruled":
                self.steps.append(self.now)
            case _ if happened in _ASIDE:
                pass
            case _:
                raise ValueError(f"{happened} does not happen in these games")

    def _lose(self, *losers: str) -> None:
        self.steps.append(self.now._replace(out=(*self.now.out, *losers)))


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
            games[place] = Game(seats, [Step()], dict.fromkeys(seats, lives[place]))
    return games


def find_differences(game: Game, texts: str, names: dict[str, str]) -> Iterator[str]:
    """Return how a board differs from the game; `texts` are all of its texts."""
    named = {names[player]: player for player in game.seats if player in names}
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
    out = {
        named[name]
        for line in lines
        if line.startswith(_OUT) or "~~" in line
        for name in named
        if name in line
    }
    if won is None and out != {each for each in game.now.out if each in names}:
        yield f"out are {[names.get(each) for each in game.now.out]}, but not on the board"
    for name, player in named.items():
        shown = next((line for line in lines if f"**{name}**" in line and "❤️" in line), None)
        if won is None and player not in game.now.out:
            life = _LIFE.search(shown or "")
            if life is None or int(life[1].replace("−", "-")) != game.life[player]:
                yield f"{name} has {game.life[player]} life, but {shown}"
