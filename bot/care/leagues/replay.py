"""Replaying a game of a league's tables by the rules.

Every cell must agree with the result of the replay. A cell that does not is a doubt, which names
the cell that contradicts it.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import get_args

from msgspec.structs import replace

from bot.cards.index import CardIndex
from bot.care.leagues.decks import DeckReader
from bot.care.leagues.headings import Won, list_ways
from bot.care.leagues.league import WINNER_COLUMNS, LeagueGame, Seat, Told
from bot.care.leagues.matching import Matching
from bot.care.leagues.sheets import Contradiction, Findings, Row
from bot.i18n import Catalogue, fold_word
from bot.rules.acts import Event
from bot.rules.choosing import Choose
from bot.rules.closing import Close
from bot.rules.concession import Concede
from bot.rules.decide import decide
from bot.rules.deck_naming import NameDeck
from bot.rules.deeds import find_places, trace_course
from bot.rules.entering import Entered, make_beginning, settle_setup
from bot.rules.facts import (
    Cause,
    Player,
    Report,
    Source,
)
from bot.rules.lobby import Open
from bot.rules.overrule import Overrule
from bot.rules.pod import Pod, PodCommand, evolve
from bot.rules.records import Setup
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeat
from bot.rules.seats import find_sizes, format_sizes
from bot.rules.story import tell_story
from bot.rules.tables import TABLES
from bot.rules.variants import VARIANTS, find_obstacles
from bot.rules.winning import Draw, Win
from bot.storage.engine.moments import to_milliseconds
from bot.words import Words

CAUSES: tuple[Cause, ...] = get_args(Cause)
LONGEST_CARD = 100
"""The most characters of a card's name."""

KNOWN_CAUSES = (*CAUSES, "concede", "choose", "win", "draw")


def replay_game(
    game: LeagueGame,
    match: Matching,
    reason: str,
    text: Catalogue,
    findings: Findings,
    decks: DeckReader | None = None,
) -> Entered | None:
    """Return the event that enters a game; None if something is wrong, which is collected.

    All cells are read before the game is played, so that each one that is wrong is named. Where the
    tables differ from the rules, the event has an override with this `reason`.
    """
    replay = _Replay(game, match, reason, text)
    reader = decks or DeckReader(CardIndex(None))
    before = len(findings.errors), len(findings.doubts)
    with findings.collect():
        replay.begin()
    named: list[tuple[Row, NameDeck]] = []
    for seat in game.seats:
        with findings.collect():
            replay.check_master(seat)
        with findings.collect():
            named += replay.read_deck(seat.row, reader)
    defeats: list[tuple[Row, PodCommand]] = []
    for row in game.defeats:
        with findings.collect():
            defeats.append((row, replay.read_defeat(row)))
    if before != (len(findings.errors), len(findings.doubts)):
        return None
    with findings.collect():
        for row, deck in named:
            replay.play(row, deck, "deck")
        for row, command in defeats:
            replay.play_defeat(row, command)
        replay.finish()
        findings.doubts += dict.fromkeys(map(str, replay.list_contradictions()))
    if before != (len(findings.errors), len(findings.doubts)):
        return None
    return Entered(tell_story(replay.events), decks=dict(replay.pod.decks))


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
        self._end = ""
        """The cell that ended the game."""
        self._lost: dict[Player, tuple[int, Row]] = {}
        """When players left the game, by the table of defeats, and the row that says so."""
        self.events: list[Event] = []

    @property
    def pod(self) -> Pod:
        """Return the pod's present state."""
        assert self._pod is not None  # set by `begin`
        return self._pod

    def _name(self, player: Player) -> str:
        seat = self._seats.get(player)
        return player if seat is None else seat.player

    def play(self, row: Row, command: PodCommand, column: str = "") -> None:
        """Apply the command of a row. Raises `SheetError` about `column` if the rules refuse it."""
        try:
            event = decide(self._pod, command)
        except Refusal as refusal:
            raise row.fail(column, self._words.render_refusal(refusal.of_record())) from None
        self._apply(row, event, column)

    def _apply(self, row: Row, event: Event, column: str) -> None:
        self._pod = evolve(self._pod, event)
        self.events.append(event)
        if self.pod.result is not None and not self._end:
            self._end = row.cite(column)

    def play_defeat(self, row: Row, command: PodCommand) -> None:
        """Apply the command of a row of the table of defeats. Raises `SheetError`."""
        column = "how" if row.get("how") else "player"
        try:
            event = decide(self.pod, command)
        except Refusal as refusal:
            problem = self._words.render_refusal(refusal.of_record())
            if earlier := self._find_earlier(row):
                raise row.contradict(column, f"{problem} See {earlier}") from None
            raise row.fail(column, problem) from None
        self._apply(row, event, column)
        for player, standing in self.pod.standings.items():
            if standing.status == "out":
                self._lost.setdefault(player, (len(self.events), row))

    def _find_earlier(self, row: Row) -> str:
        """Return the earlier cell that contradicts a row of the table of defeats; empty if none."""
        if self._end:
            return self._end
        before = self._game.defeats[: self._game.defeats.index(row)]
        same = (each for each in reversed(before) if each.get("player") == row.get("player"))
        return next((each.cite("player") for each in same), "")

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

    def check_master(self, seat: Seat) -> None:
        """Raise `SheetError` if the master in a row does not play the game."""
        if seat.master:
            self._find_seated(seat.row, "master")

    def read_deck(self, row: Row, decks: DeckReader) -> list[tuple[Row, NameDeck]]:
        """Return the command that names the deck of a row, if it has one. Raises `SheetError`."""
        deck = decks.read(row)
        return [] if deck is None else [(row, NameDeck(self._find(row, "player"), deck))]

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

    def read_defeat(self, row: Row) -> PodCommand:
        """Return the command of a row of the defeats. Raises `SheetError`."""
        how = list_ways().get(fold_word(row.get("how")), "") if row.get("how") else "life"
        if how == "draw":
            return Draw()
        player = self._find_seated(row, "player")
        by = self._find_seated(row, "by") if row.get_name("by") else None
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
        found = self._find(row, column) if row.get_name(column) else None
        if found is None or found not in self._seats:
            named = ", ".join(repr(seat.player) for seat in self._game.seats)
            problem = f"{row.quote(column)} does not play game {self._game.row.quote('game')}"
            raise row.fail(column, f"{problem}; accepted: {named}")
        return found

    # The end, from the table of results

    def finish(self) -> None:
        """Bring the game to the end that the results give. Raises `SheetError`."""
        self._check_question()
        for player, seat in self._seats.items():
            if seat.master and self.pod.result is None:
                self._serve(player, seat)
        if self.pod.result is None:
            self._end_game()
        self._correct_points()

    def _check_question(self) -> None:
        if self.pod.question is not None and self.pod.result is None:
            question = self._words.render_question(self.pod.question)
            problem = f"{question} accepted: a row with how: choose, in --defeats"
            raise self._game.row.fail("", problem)

    def _serve(self, player: Player, seat: Seat) -> None:
        """Make a player serve the master in their row, unless the table of defeats says otherwise.

        Raises `SheetError`.
        """
        master = self._find_seated(seat.row, "master")
        serves = self.pod.setup.answers.team_is_one_side and self._seats[master].master
        if (
            self.pod.standings[player].master != master
            and not serves
            and not self._list_told(player)
        ):
            self.play(seat.row, Overrule("status", self._reason, player, master), "master")

    def _list_told(self, player: Player) -> list[Row]:
        """Return the rows of the table of defeats about a player."""
        rows = (row for row in self._game.defeats if row.get_name("player"))
        return [row for row in rows if self._find(row, "player") == player]

    def _end_game(self) -> None:
        """End a game that the defeats did not end. Raises `SheetError`."""
        first = self._game.row
        every = {player: seat.outcome for player, seat in self._seats.items()}
        told = [player for player, each in every.items() if each and each.won != "lost"]
        closes = self.pod.setup.answers.ends_when == "closed"
        if closes and self._game.defeats and (not told or self._is_won_by_points(told)):
            self.play(self._game.defeats[-1], Close())
            return
        if not told:
            lost = next(filter(None, every.values()), None)
            if lost is not None:
                accepted = "nobody won; accepted: yes for who did, or draw"
                raise lost.row.fail(lost.column, accepted)
            problem = f"game {first.quote('game')} has no end after the last of its defeats"
            raise first.fail("", f"{problem}; accepted: more of them, or a column won or place")
        winner = self._find_winner()
        cell = every[told[0] if winner is None else winner]
        assert cell is not None
        end = Draw() if winner is None else Win(winner, "effect")
        self.play(
            cell.row,
            Overrule("end", self._reason, winner) if closes else end,
            cell.column,
        )

    def _is_won_by_points(self, told: Iterable[Player]) -> bool:
        """Return whether these players have the most points after the defeats."""
        closed = evolve(self.pod, decide(self.pod, Close()))
        return (
            closed is not None and closed.result is not None and {*closed.result.winners} == {*told}
        )

    def _find_winner(self) -> Player | None:
        """Return a winner that the results name, a master if there is one; None for a draw."""
        every = [(p, told) for p, seat in self._seats.items() for told in seat.outcomes]
        first = [player for player, told in every if told.won == "won"]
        named = [p for p, told in every if told.won == "won" and told.column != "place"]
        won = named or first
        masters = [p for p in won if self.pod.standings[p].status == "master"]
        if len({*won}) == len(self._seats) and len({*masters}) > 1:  # everybody is first
            return None
        return (masters or won)[0] if won else None

    def _correct_points(self) -> None:
        """Override the points that the league counted otherwise. Raises `SheetError`."""
        result = self.pod.result
        assert result is not None
        told = {**self._score_places(), **self._list_points()}
        differing = {p: points for p, points in told.items() if points != result.points.get(p, 0)}
        if differing:
            self.play(self._game.row, Overrule("points", self._reason, points=differing), "points")

    def _list_points(self) -> dict[Player, int]:
        return {p: seat.points for p, seat in self._seats.items() if seat.points is not None}

    def _score_places(self) -> dict[Player, int]:
        """Return the points of players whose place is told, if the scoring counts places.

        Without a table of defeats the rules cannot know in which order players left. Raises
        `SheetError`.
        """
        result = self.pod.result
        assert result is not None
        scoring = self.pod.setup.points
        found = find_places(trace_course(self.pod)) if scoring.places else None
        if found is None or self._is_closed:
            return {}
        by_place = dict(enumerate(scoring.places, 1))
        scored: dict[Player, int] = {}
        for player, seat in self._seats.items():
            if seat.place is None:
                continue
            more = by_place.get(seat.place, 0) - by_place.get(found[player], 0)
            most = scoring.at_most
            if most == result.points[player] and more < 0 and seat.points is None:
                problem = f"{seat.row.quote('place')} in a scoring with at most {most} points"
                raise seat.row.contradict("place", f"{problem}; accepted: with a column points")
            points = result.points[player] + more
            scored[player] = points if most is None else min(points, most)
        return scored

    # Whether the cells agree with the result

    def list_contradictions(self) -> Iterator[Contradiction]:
        """Yield a doubt about each cell that the result of the game contradicts."""
        for player, seat in self._seats.items():
            yield from self._check_outcome(player, seat)
            yield from self._check_master(player, seat)
        yield from self._check_places()
        if self._is_closed:
            yield from self._check_points()

    @property
    def _is_closed(self) -> bool:
        """True if the game ends when it is closed, and points decide."""
        return self.pod.setup.answers.ends_when == "closed"

    def _find_outcome(self, player: Player) -> Won:
        """Return what became of a player: those who had left before a draw lost."""
        result = self.pod.result
        assert result is not None
        if player in result.winners:
            return "won"
        is_left = self.pod.standings[player].status != "out"
        return "draw" if result.draw and is_left else "lost"

    def _tell_result(self) -> str:
        """Return the result in words, with the cell that led to it."""
        result = self.pod.result
        assert result is not None
        if result.draw:
            return f"the game is a draw ({self._end})"
        return f"the winners are {self._words.join_names(result.winners)} ({self._end})"

    def _contradict(self, row: Row, column: str, accepted: str) -> Contradiction:
        problem = f"{row.quote(column)}, but by the rules and the other rows"
        return row.contradict(column, f"{problem} {self._tell_result()}; accepted: {accepted}")

    def _check_outcome(self, player: Player, seat: Seat) -> Iterator[Contradiction]:
        """Yield a doubt about each cell that tells another outcome than the result."""
        found = self._find_outcome(player)
        for told in seat.outcomes:
            if told.won == found or (found == "draw" and self._is_everybody_first()):
                continue
            match told.won, found:
                case _ if told.column in WINNER_COLUMNS:
                    accepted = "the same in all cells"
                case "won", "lost":
                    has_masters = self.pod.setup.answers.has_servants and "master" in seat.row.cells
                    is_place = told.column == "place"
                    accepted = "draw for all who share it, or one first place"
                    accepted = accepted if is_place else "no, draw, or a table where teams win"
                    accepted += ", or the column master" if has_masters else ""
                case "lost", "draw":
                    accepted = "draw; or who had left before says so in --defeats"
                case _:
                    accepted = {"won": "yes", "lost": "no", "draw": "draw"}[found]
            yield self._contradict(told.row, told.column, accepted)

    def _is_everybody_first(self) -> bool:
        return all(not seat.told and seat.place == 1 for seat in self._seats.values())

    def _check_places(self) -> Iterator[Contradiction]:
        """Yield doubts about places that do not fit the outcomes, or the order of the defeats."""
        placed = [p for p in self._seats if self._seats[p].place is not None]
        fitting: list[Player] = []
        for player in placed:
            if (accepted := self._find_fitting_place(player)) is None:
                fitting.append(player)
            elif self._seats[player].told or self._seats[player].place != 1:
                yield self._contradict(self._seats[player].row, "place", accepted)
        fitting.sort(key=lambda player: (self._seats[player].place, self._rank(player)))
        for one, other in combinations(fitting, 2):
            is_shared = self._seats[one].place == self._seats[other].place
            ranks = self._rank(one), self._rank(other)
            if ranks[0] > ranks[1] or (is_shared and ranks[0] < ranks[1]):
                yield self._contradict_places(one, other, self._end)
            elif not is_shared and (because := self._find_reverse(one, other)):
                yield self._contradict_places(one, other, because)

    def _rank(self, player: Player) -> int:
        """Return the rank of a player's outcome: those who won are before all others."""
        return ("won", "draw", "lost").index(self._find_outcome(player))

    def _find_fitting_place(self, player: Player) -> str | None:
        """Return which place a player's outcome wants; None if it fits the one they have."""
        place = self._seats[player].place
        match self._find_outcome(player):
            case "won":
                is_master = self.pod.standings[player].status == "master"
                return "1" if is_master and place != 1 else None
            case "lost":
                return "another place" if place == 1 else None
            case "draw":
                drew = (s.place for p, s in self._seats.items() if self._find_outcome(p) == "draw")
                best = min(each for each in drew if each is not None)
                return f"{best}, as of the others who drew" if place != best else None

    def _find_reverse(self, one: Player, other: Player) -> str:
        """Return the cell by which `one`, whose outcome is the same, is behind `other`, if any."""
        result = self.pod.result
        assert result is not None
        if self._is_closed:
            is_behind = result.points[one] < result.points[other]
            known = {one, other} <= {*self._list_known()}
            return self._cite_points(other) if known and is_behind else ""
        is_alone = TABLES[self.pod.setup.table].sides == "alone"
        if not is_alone or not {one, other} <= {*self._lost}:
            return ""
        left, row = self._lost[one]
        return row.cite("player") if left < self._lost[other][0] else ""

    def _check_master(self, player: Player, seat: Seat) -> Iterator[Contradiction]:
        """Yield a doubt if a player served somebody else in the end than their row tells."""
        if not seat.master:
            return
        told = self._find_seated(seat.row, "master")
        found = self.pod.standings[player].master
        if told != found:
            accepted = "an empty cell" if found is None else repr(self._name(found))
            rows = self._list_told(player)
            other = self._seats[told]
            because = other.row.cite("master") if other.master else self._end
            because = rows[-1].cite("by") if rows else because
            problem = f"{seat.row.quote('master')}, but not at the end by the rules and {because}"
            yield seat.row.contradict("master", f"{problem}; accepted: {accepted}")

    def _list_known(self) -> list[Player]:
        """Return who was in the game at its end and whose points the tables tell."""
        told = {p for p, seat in self._seats.items() if seat.points is not None}
        known = set(self._seats) if self._game.defeats else told
        return [p for p in self._seats if p in known and self.pod.standings[p].status != "out"]

    def _check_points(self) -> Iterator[Contradiction]:
        """Yield a doubt about each winner who has fewer points than somebody else, or as many."""
        result = self.pod.result
        assert result is not None
        known = self._list_known()
        for winner in result.winners if not result.draw else ():
            rest = (p for p in known if p not in result.winners)
            better = [p for p in rest if result.points[p] >= result.points[winner]]
            if better and winner in known:
                yield self._contradict_points(winner, better[0])

    def _contradict_points(self, winner: Player, other: Player) -> Contradiction:
        seat = self._seats[winner]
        told = seat.outcome or Told("won", seat.row, "points")
        problem = f"{told.row.quote(told.column)}, but by the rules most points win"
        problem = f"{problem}, and {self._name(other)} has as many ({self._cite_points(other)})"
        accepted = "accepted: whoever has most, or all of them"
        return told.row.contradict(told.column, f"{problem}; {accepted}")

    def _cite_points(self, player: Player) -> str:
        seat = self._seats[player]
        return seat.row.cite("points") if seat.points is not None else self._end

    def _contradict_places(self, one: Player, other: Player, because: str) -> Contradiction:
        better = self._seats[one]
        worse = self._seats[other]
        compared = "the same as" if better.place == worse.place else "better than"
        problem = f"{better.row.quote('place')} is {compared} {worse.row.cite('place')}"
        problem = f"{problem}, but not by the rules and {because}"
        return better.row.contradict("place", f"{problem}; accepted: their order")
