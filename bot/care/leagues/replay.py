"""Replaying a game of a league's tables by the rules."""

from collections.abc import Iterator, Mapping
from typing import get_args

from msgspec.structs import replace

from bot.care.leagues.league import LeagueGame, Seat
from bot.care.leagues.matching import Matching
from bot.care.leagues.sheets import Row
from bot.i18n import Catalogue
from bot.rules.commands import (
    Choose,
    Close,
    Command,
    Concede,
    Defeat,
    Draw,
    Open,
    Overrule,
    Win,
)
from bot.rules.decide import decide
from bot.rules.entering import make_beginning, settle_setup
from bot.rules.events import Entered, Event, Setup
from bot.rules.facts import Cause, Player, Report, Source
from bot.rules.pod import Pod, evolve
from bot.rules.refusals import Refusal
from bot.rules.seats import find_sizes, format_sizes
from bot.rules.story import tell_story
from bot.rules.tables import TABLES
from bot.rules.variants import VARIANTS, find_obstacles
from bot.storage.engine.moments import to_milliseconds
from bot.words import Words

CAUSES: tuple[Cause, ...] = get_args(Cause)
LONGEST_CARD = 100
"""The most characters of a card's name."""

KNOWN_CAUSES = (*CAUSES, "concede", "choose", "win", "draw")


def replay_game(game: LeagueGame, match: Matching, reason: str, text: Catalogue) -> Entered:
    """Return the event that enters a game. Raises `SheetError` at the first row that is impossible.

    Where the tables differ from the rules, the event has an override with this `reason`.
    """
    replay = _Replay(game, match, reason, text)
    replay.begin()
    for row in game.defeats:
        replay.play(row, replay.read_defeat(row))
    replay.finish()
    return Entered(tell_story(replay.events))


class _Replay:
    """A game that is being replayed, row by row."""

    def __init__(self, game: LeagueGame, match: Matching, reason: str, text: Catalogue) -> None:
        self._game = game
        self._match = match
        self._reason = reason
        self._find = match.find
        self._seats: Mapping[Player, Seat] = {self._find(s.row, "player"): s for s in game.seats}
        self._words = Words(text, self._name)
        self._pod: Pod | None = None
        self.events: list[Event] = []

    @property
    def pod(self) -> Pod:
        """Return the pod's present state."""
        assert self._pod is not None  # set by `begin`
        return self._pod

    def _name(self, player: Player) -> str:
        seat = self._seats.get(player)
        return player if seat is None else seat.player

    def play(self, row: Row, command: Command, column: str = "") -> None:
        """Apply the command of a row. Raises `SheetError` about `column` if the rules refuse it."""
        try:
            event = decide(self._pod, command)
        except Refusal as refusal:
            raise row.fail(column, self._words.render_refusal(refusal)) from None
        self._pod = evolve(self._pod, event)
        self.events.append(event)

    def begin(self) -> None:
        """Seat the players and start the game. Raises `SheetError`."""
        game = self._game
        players = tuple(self._find(seat.row, "player") for seat in game.seats)
        played = to_milliseconds(game.played)
        setup = settle_setup(replace(game.setup, dispute_minutes=0), played, len(players))
        self._check_size(setup, len(players))
        guests = {player: None for player in players if self._match.is_guest(player)}
        host = next((player for player in players if player not in guests), players[0])
        for command in make_beginning(setup, host, players):
            if isinstance(command, Open):
                self.play(game.row, replace(command, guests=guests), "player")
            else:
                self.play(game.row, command, "table")

    def _check_size(self, setup: Setup, players: int) -> None:
        """Raise `SheetError` if the variant and table do not allow this number of players."""
        sizes = find_sizes(setup)
        if not sizes or players in sizes:  # a setup without any size is refused by the rules
            return
        others = [replace(setup, variant=name, house=None) for name in VARIANTS]
        able = [
            each.variant
            for each in others
            if players in find_sizes(each)
            and not any(find_obstacles(each.answers, TABLES[each.table]))
        ]
        what = f"{setup.variant!r} at the table {setup.table!r}"
        found = f"{what} takes {format_sizes(sizes)} players, and game {self._game.name!r} has"
        ways = f"in the column variant {', '.join(able)}" if able else "another table"
        raise self._game.row.fail("table", f"{found} {players}; accepted: so many rows, or {ways}")

    # The table of defeats

    def read_defeat(self, row: Row) -> Command:
        """Return the command of a row of the defeats. Raises `SheetError`."""
        how = row.get("how").casefold() or "life"
        if how == "draw":
            return Draw()
        player = self._find_seated(row, "player")
        by = self._find_seated(row, "by") if row.get("by") else None
        match how:
            case "concede":
                return Concede(player)
            case "choose":
                return Choose(player, by)
            case "win":
                return Win(player, "effect")
        cause = next((cause for cause in CAUSES if cause == how), None)
        if cause is None:
            raise row.fail_unknown("how", KNOWN_CAUSES)
        card = row.get("card") or None
        if card is not None and len(card) > LONGEST_CARD:
            raise row.fail("card", f"is too long; accepted: up to {LONGEST_CARD} characters")
        if by is None and card is not None:
            raise row.fail("by", "is empty; accepted: who controlled the card")
        sources = () if by is None else (Source(by, card),)
        return Defeat((Report(player, cause, sources),))

    def _find_seated(self, row: Row, column: str) -> Player:
        found = self._find(row, column) if row.get(column) else None
        if found is None or found not in self._seats:
            named = ", ".join(repr(seat.player) for seat in self._game.seats)
            problem = f"{row.get(column)!r} does not play game {self._game.name!r}"
            raise row.fail(column, f"{problem}; accepted: {named}")
        return found

    # The end, from the table of results

    def finish(self) -> None:
        """Bring the game to the end that the results give. Raises `SheetError`."""
        for player, seat in self._seats.items():
            if seat.master and self.pod.result is None:
                self._serve(player, seat)
        if self.pod.result is None:
            for command in self._end():
                self.play(self._game.row, command, "won")
        self._compare_winners()
        self._correct_points()

    def _serve(self, player: Player, seat: Seat) -> None:
        master = self._find_seated(seat.row, "master")
        if self.pod.standings[player].master != master:
            command = Overrule("status", self._reason, player, master)
            self.play(seat.row, command, "master")

    def _end(self) -> Iterator[Command]:
        """Yield the command that ends a game whose defeats did not. Raises `SheetError`."""
        first = self._game.row
        is_told = any(seat.won for seat in self._seats.values())
        if self.pod.question is not None:
            question = self._words.render_question(self.pod.question)
            raise first.fail("", f"{question} accepted: a row with how: choose, in --defeats")
        closes = self.pod.setup.answers.ends_when == "closed"
        if closes and self._game.defeats and not is_told:
            yield Close()  # the player with most points wins
            return
        if not is_told:
            problem = f"game {self._game.name!r} has no end after the last of its defeats"
            raise first.fail("", f"{problem}; accepted: more of them, or a column won or place")
        winner = self._find_winner()
        if closes:
            yield Overrule("end", self._reason, winner)
        elif winner is None:
            yield Draw()
        else:
            yield Win(winner, "effect")

    def _find_winner(self) -> Player | None:
        """Return a winner that the results name, a master if there is one; None for a draw.

        Raises `SheetError`.
        """
        outcomes = [seat.won for seat in self._seats.values()]
        won = [player for player, seat in self._seats.items() if seat.won == "won"]
        drawn = "draw" in outcomes or len(won) == len(outcomes)
        if drawn and "won" in outcomes and "draw" in outcomes:
            raise self._game.row.fail("won", "somebody won, and it was a draw; accepted: either")
        if not won and not drawn:
            raise self._game.row.fail("won", "nobody won; accepted: yes for who did, or draw")
        masters = [p for p in won if self.pod.standings[p].status == "master"]
        return None if drawn else (masters or won)[0]

    def _compare_winners(self) -> None:
        result = self.pod.result
        assert result is not None
        for player, seat in self._seats.items():
            is_winner = player in result.winners
            if seat.won in (None, "draw") or result.draw or is_winner == (seat.won == "won"):
                continue
            winners = self._words.join_names(result.winners)
            problem = f"{seat.row.get('won') or seat.row.get('place')!r}, but by the rules and"
            problem = f"{problem} the other rows the winners are {winners}"
            raise seat.row.fail("won", f"{problem}; accepted: that, teams, or the column master")

    def _correct_points(self) -> None:
        """Override the points that the league counted otherwise."""
        result = self.pod.result
        assert result is not None
        differing = {
            player: seat.points
            for player, seat in self._seats.items()
            if seat.points is not None and seat.points != result.points.get(player, 0)
        }
        if differing:
            self.play(self._game.row, Overrule("points", self._reason, points=differing), "points")
