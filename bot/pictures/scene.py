"""Scenes: plain values with translated texts that go to the picture worker, and its answer."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Literal

import msgspec

from bot.joust.table_types import PLANS_TO_END, Quadrant

MAX_SEATS = 25
MAX_LINES = 10
MAX_WEEKS = 53
MAX_RIVALS = 15
MAX_ARROWS = 24
MAX_STRIPS = 7

FigureStatus = Literal["playing", "leader", "thrall", "masterless", "out"]


class PlayerInPicture(msgspec.Struct, frozen=True):
    """A player in a picture: name, initials, colour and shape.

    `added` stands beside the name if another person has the same, and is cut last. `initials` are unique in the
    picture. `look` is a number, from 0, for colour and shape. The `caption` stands below the name.
    """

    name: str
    added: str = ""
    initials: str = ""
    look: int = 0
    caption: str = ""


class SeatInPicture(msgspec.Struct, frozen=True):
    """A seat in the picture of a table. Numbers follow the order of turns, from 0.

    `group` is the seat of the first member of their team, `serves` that of a thrall's master.
    """

    figure: PlayerInPicture
    group: int | None = None
    standing: FigureStatus = "playing"
    active: bool = False
    serves: int | None = None


class GameTableLegendTexts(msgspec.Struct, frozen=True):
    """The texts that explain the symbols in the picture of a game's table."""

    attack: str
    reach: str
    beyond: str
    active: str
    team: str
    serves: str
    leader: str
    thrall: str
    masterless: str
    out: str


class TablePictureScene(msgspec.Struct, frozen=True, tag=True):
    """The content of the picture of a game's table: 2 to 25 seats, with the viewer's at the bottom.

    `attack` are the seats that the viewer may attack, `reach` those in the viewer's range; `None` means no limit of
    range. Raises `ValueError` for a seat that does not exist.
    """

    title: str
    seats: tuple[SeatInPicture, ...]
    words: GameTableLegendTexts
    viewer: int | None = None
    attack: frozenset[int] = frozenset()
    reach: frozenset[int] | None = None

    def __post_init__(self) -> None:
        if not 2 <= len(self.seats) <= MAX_SEATS:
            raise ValueError(f"a table of {len(self.seats)} seats")
        named = {*self.attack, *(self.reach or ()), *self._list_seats_of_viewer_and_teams()}
        if strangers := named.difference(range(len(self.seats))):
            raise ValueError(f"no such seats: {sorted(strangers)}")
        if self.viewer is None and (self.attack or self.reach is not None):
            raise ValueError("range and attacks are a viewer's")

    def _list_seats_of_viewer_and_teams(self) -> Iterable[int]:
        if self.viewer is not None:
            yield self.viewer
        for seat in self.seats:
            yield from (each for each in (seat.serves, seat.group) if each is not None)


class RankChartLine(msgspec.Struct, frozen=True):
    """A player's line on a chart of ranks: the points after each week.

    None stands for the weeks before the first game. `rank` and `total` stand beside the name at the end of the line, as
    does `added` if another player has the same name. Raises `ValueError` if points are missing after the first ones.
    """

    name: str
    rank: int
    total: str
    points: tuple[float | None, ...]
    added: str = ""

    def __post_init__(self) -> None:
        first = next((at for at, each in enumerate(self.points) if each is not None), None)
        if first is None or None in self.points[first:]:
            raise ValueError("points that are missing after the first ones, or altogether")


class RankChart(msgspec.Struct, frozen=True, tag=True):
    """The content of a chart of ranks: 1 to 10 players in 1 to 53 weeks.

    Lines are in the order of the standings. `weeks` are the labels of the weeks; the labels with room are drawn. Raises
    `ValueError` for too few or too many lines or weeks.
    """

    title: str
    weeks: tuple[str, ...]
    lines: tuple[RankChartLine, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.lines) <= MAX_LINES:
            raise ValueError(f"a chart of {len(self.lines)} lines")
        if not 1 <= len(self.weeks) <= MAX_WEEKS:
            raise ValueError(f"a chart of {len(self.weeks)} weeks")
        if any(len(line.points) != len(self.weeks) for line in self.lines):
            raise ValueError("a line that has not as many points as there are weeks")


def compute_ranks_in_week(chart_lines: Sequence[RankChartLine], week_index: int) -> list[int | None]:
    """Return each player's rank in a week, from 1.

    None before the player's first game; ties follow the order of the lines.
    """
    playing = [(line.points[week_index], index) for index, line in enumerate(chart_lines)]
    order = sorted((-points, index) for points, index in playing if points is not None)
    at = {index: place for place, (_, index) in enumerate(order, start=1)}
    return [at.get(index) for index in range(len(chart_lines))]


class PlayerPairDefeatCount(msgspec.Struct, frozen=True):
    """The number of times that one player in a picture beat another.

    Players are numbered from 0.
    """

    victor: int
    loser: int
    count: int


class DefeatsPictureScene(msgspec.Struct, frozen=True, tag=True):
    """The content of a picture of defeats between players: 2 to 15 players and 1 to 24 arrows.

    The first player is at the bottom. More arrows could not be followed; the caller takes the thickest. `legend`
    explains an arrow and its number. Raises `ValueError` for other numbers, unknown players or repeated arrows.
    """

    title: str
    players: tuple[PlayerInPicture, ...]
    defeats: tuple[PlayerPairDefeatCount, ...]
    legend: str

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= MAX_RIVALS:
            raise ValueError(f"{len(self.players)} rivals")
        if not 1 <= len(self.defeats) <= MAX_ARROWS:
            raise ValueError(f"{len(self.defeats)} arrows between rivals")
        pairs = {(each.victor, each.loser) for each in self.defeats}
        if strangers := set(chain(*pairs)).difference(range(len(self.players))):
            raise ValueError(f"no such rivals: {sorted(strangers)}")
        if len(pairs) < len(self.defeats) or any(victor == loser for victor, loser in pairs):
            raise ValueError("rivals are two, with one arrow each way at the most")
        if min(each.count for each in self.defeats) < 1:
            raise ValueError("an arrow between rivals who did not defeat each other")


class DuelCardInPicture(msgspec.Struct, frozen=True, gc=False):
    """A card in the picture of a duel: label and state. Only plan cards have `points`."""

    label: str
    used: bool = False
    ephemeral: bool = False
    wear: int | None = None
    points: int | None = None


class DuelistInPicture(msgspec.Struct, frozen=True):
    """A player's half in the picture of a duel: tokens by zone, cards, plan cards and hand.

    There is room for 7 lines of `cards`; `more` is a line about further cards and takes the place of one. `plans` are
    the points of each plan, `plans_label` says them in words. `added` stands beside the name if the other player has
    the same. Raises `ValueError` for too many cards or plans.
    """

    name: str
    quadrant: Quadrant
    hand: int
    cards: tuple[DuelCardInPicture, ...] = ()
    more: str = ""
    plans: tuple[int, ...] = ()
    plans_label: str = ""
    active: bool = False
    won: bool = False
    added: str = ""

    def __post_init__(self) -> None:
        if len(self.cards) + bool(self.more) > MAX_STRIPS:
            raise ValueError(f"{len(self.cards)} strips of cards, for which there is no room")
        if len(self.plans) > PLANS_TO_END:
            raise ValueError(f"{len(self.plans)} plans before a player")


class DuelPictureLegendTexts(msgspec.Struct, frozen=True):
    """The texts that explain the symbols in the picture of a duel."""

    active: str
    won: str
    hand: str
    blue: str
    red: str
    yellow: str
    unstable: str
    used: str
    ephemeral: str
    wear: str
    plan: str


class DuelPictureScene(msgspec.Struct, frozen=True, tag=True):
    """The content of the picture of a duel. The player who joined first comes first.

    Raises `ValueError` for another number of players.
    """

    title: str
    duelists: tuple[DuelistInPicture, ...]
    words: DuelPictureLegendTexts

    def __post_init__(self) -> None:
        if len(self.duelists) != 2:
            raise ValueError(f"a duel of {len(self.duelists)} players")


Scene = TablePictureScene | RankChart | DefeatsPictureScene | DuelPictureScene


class DrawnPicture(msgspec.Struct, frozen=True, tag=True):
    """The answer of the process that draws: a picture as PNG."""

    png: bytes
