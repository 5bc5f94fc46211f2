"""Replay of a game in a league's spreadsheet by the rules.

Every cell must agree with the result of the replay. A cell that does not is a doubt, which names the cell that
contradicts it.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, groupby
from typing import get_args

from msgspec.structs import replace

from bot.cards.index import CardIndex
from bot.care.leagues.csv_sheets import SpreadsheetContradictionError, SpreadsheetProblemCollector, SpreadsheetRow
from bot.care.leagues.decks import SpreadsheetDeckParser
from bot.care.leagues.headings import Won, map_words_to_defeat_causes
from bot.care.leagues.league_games import (
    WINNER_COLUMNS,
    PlayerInSpreadsheetRow,
    SpreadsheetGame,
    SpreadsheetOutcomeCell,
)
from bot.care.leagues.matching import PlayerNameMatcher
from bot.care.leagues.result_defeats import MOMENT
from bot.formatters.messages import PodMessageFormatter
from bot.i18n import Translations, normalize_word_for_comparison
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.closing import ClosePod
from bot.rules.commands_and_events import Event
from bot.rules.concession import ConcedeGame
from bot.rules.decide import create_pod_event
from bot.rules.deck_naming import DeclareDeck
from bot.rules.deeds import build_defeat_timeline, compute_final_places
from bot.rules.entering import PastGameRecorded, build_commands_that_start_game, build_setup_of_past_game
from bot.rules.facts import Cause, DefeatReport, DefeatSource, Player
from bot.rules.lobby import OpenLobby
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import Pod, PodCommand, apply_pod_event
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.seats import format_player_counts, list_playable_player_counts
from bot.rules.story import list_events_still_in_effect
from bot.rules.tables import TABLES
from bot.rules.variants import VARIANTS, find_variant_problems
from bot.rules.winning import ReportDrawnGame, ReportWin
from bot.storage.engine.timestamps import datetime_to_milliseconds

CAUSES: tuple[Cause, ...] = get_args(Cause)
LONGEST_CARD = 100
"""The most characters of a card's name."""

KNOWN_CAUSES = (*CAUSES, "concede", "choose", "win", "draw")


def replay_spreadsheet_game(
    spreadsheet_game: SpreadsheetGame,
    name_matcher: PlayerNameMatcher,
    override_reason: str,
    translations: Translations,
    sheet_problems: SpreadsheetProblemCollector,
    deck_parser: SpreadsheetDeckParser | None = None,
) -> PastGameRecorded | None:
    """Replay a spreadsheet's game by the rules, and return the event that imports it.

    Return None if the game has mistakes, which are collected in `sheet_problems`. All cells are read before the game is
    replayed, so that each wrong one is named. Where the spreadsheets differ from the rules, the event has an override
    with this `override_reason`.
    """
    replay = _SpreadsheetGameReplay(spreadsheet_game, name_matcher, override_reason, translations)
    reader = deck_parser or SpreadsheetDeckParser(CardIndex(None))
    before = len(sheet_problems.errors), len(sheet_problems.doubts)
    with sheet_problems.collect_errors():
        replay.start_replayed_game()
    named: list[tuple[SpreadsheetRow, DeclareDeck]] = []
    for seat in spreadsheet_game.seats:
        with sheet_problems.collect_errors():
            replay.require_master_plays_game(seat)
        with sheet_problems.collect_errors():
            named += replay.build_deck_command(seat.row, reader)
    defeats: list[tuple[SpreadsheetRow, PodCommand]] = []
    for row in spreadsheet_game.defeats:
        with sheet_problems.collect_errors():
            defeats.append((row, replay.parse_command_of_defeat_row(row)))
    if before != (len(sheet_problems.errors), len(sheet_problems.doubts)):
        return None
    with sheet_problems.collect_errors():
        for row, deck in named:
            replay.apply_command_of_row(row, deck, "deck")
        for row, command in _merge_simultaneous_defeats(defeats):
            replay.apply_command_of_defeat_row(row, command)
        replay.finish_replayed_game()
        sheet_problems.doubts += dict.fromkeys(map(str, replay.iterate_result_contradictions()))
    if before != (len(sheet_problems.errors), len(sheet_problems.doubts)):
        return None
    return PastGameRecorded(list_events_still_in_effect(replay.events), decks=dict(replay.pod.decks))


def _merge_simultaneous_defeats(
    defeats: Iterable[tuple[SpreadsheetRow, PodCommand]],
) -> Iterator[tuple[SpreadsheetRow, PodCommand]]:
    """Yield the commands of the defeats sheet, with defeats at the same moment merged into one report."""
    for moment, grouped in groupby(defeats, lambda each: each[0].get_cell_text(MOMENT)):
        rows = list(grouped)
        reports = [(row, each) for row, each in rows if isinstance(each, ReportDefeats)]
        if not moment or len(reports) < 2:
            yield from rows
            continue
        yield from ((row, each) for row, each in rows if not isinstance(each, ReportDefeats))
        yield reports[-1][0], ReportDefeats(tuple(report for _, each in reports for report in each.reports))


class _SpreadsheetGameReplay:
    """A replay of a spreadsheet's game, row by row, which checks the game by the rules."""

    def __init__(
        self, game: SpreadsheetGame, name_matcher: PlayerNameMatcher, reason: str, translations: Translations
    ) -> None:
        self._game = game
        self._match = name_matcher
        self._reason = reason
        self._find = name_matcher.find_player_in_cell
        self._seats: Mapping[Player, PlayerInSpreadsheetRow] = {self._find(s.row, "player"): s for s in game.seats}
        self._words = PodMessageFormatter(translations, self._get_player_name)
        self._pod: Pod | None = None
        self._end = ""
        """The cell that ended the game."""
        self._lost: dict[Player, tuple[int, SpreadsheetRow]] = {}
        """When players left the game, by the table of defeats, and the row that says so."""
        self.events: list[Event] = []

    @property
    def pod(self) -> Pod:
        """Return the present state of the pod in the replay."""
        assert self._pod is not None  # set by `begin`
        return self._pod

    def _get_player_name(self, player: Player) -> str:
        seat = self._seats.get(player)
        return player if seat is None else seat.player

    def apply_command_of_row(self, sheet_row: SpreadsheetRow, pod_command: PodCommand, column: str = "") -> None:
        """Execute the command of a spreadsheet row in the replayed pod.

        Raises `SpreadsheetError` about the cell in `column` if the rules refuse it.
        """
        try:
            event = create_pod_event(self._pod, pod_command)
        except Refusal as refusal:
            raise sheet_row.build_spreadsheet_cell_error(
                column, self._words.render_refusal(refusal.reword_for_past_game())
            ) from None
        self._apply_event_of_sheet_row(sheet_row, event, column)

    def _apply_event_of_sheet_row(self, sheet_row: SpreadsheetRow, event: Event, column_name: str) -> None:
        self._pod = apply_pod_event(self._pod, event)
        self.events.append(event)
        if self.pod.result is not None and not self._end:
            self._end = sheet_row.format_cell_location_and_text(column_name)

    def apply_command_of_defeat_row(self, defeat_row: SpreadsheetRow, pod_command: PodCommand) -> None:
        """Execute the command of a row in the defeats sheet. Raises `SpreadsheetError`."""
        column = "how" if defeat_row.get_cell_text("how") else "player"
        try:
            event = create_pod_event(self.pod, pod_command)
        except Refusal as refusal:
            problem = self._words.render_refusal(refusal.reword_for_past_game())
            if earlier := self._describe_earlier_contradicting_cell(defeat_row):
                raise defeat_row.build_contradicted_cell_error(column, f"{problem} See {earlier}") from None
            raise defeat_row.build_spreadsheet_cell_error(column, problem) from None
        self._apply_event_of_sheet_row(defeat_row, event, column)
        for player, standing in self.pod.standings.items():
            if standing.status == "out":
                self._lost.setdefault(player, (len(self.events), defeat_row))

    def _describe_earlier_contradicting_cell(self, defeat_row: SpreadsheetRow) -> str:
        """Return the location and text of an earlier cell that contradicts a row of the defeats sheet.

        The text is empty if there is no such cell.
        """
        if self._end:
            return self._end
        before = self._game.defeats[: self._game.defeats.index(defeat_row)]
        same = (each for each in reversed(before) if each.get_cell_text("player") == defeat_row.get_cell_text("player"))
        return next((each.format_cell_location_and_text("player") for each in same), "")

    def start_replayed_game(self) -> None:
        """Seat the players and start the game. Raises `SpreadsheetError`."""
        game = self._game
        players = tuple(self._find(seat.row, "player") for seat in game.seats)
        played = datetime_to_milliseconds(game.played)
        setup = build_setup_of_past_game(replace(game.setup, dispute_minutes=0), played, len(players))
        self._require_allowed_player_count(setup, len(players))
        guests = {player: None for player in players if self._match.is_guest_player(player)}
        host = next((player for player in players if player not in guests), players[0])
        for command in build_commands_that_start_game(setup, host, players):
            if isinstance(command, OpenLobby):
                self.apply_command_of_row(game.first_row, replace(command, guests=guests), "player")
            else:
                self.apply_command_of_row(game.first_row, command, "table")

    def require_master_plays_game(self, player_seat: PlayerInSpreadsheetRow) -> None:
        """Raise `SpreadsheetError` if a player's master (whom they serve) is not in the game."""
        if player_seat.master:
            self._find_seated_player_in_cell(player_seat.row, "master")

    def build_deck_command(
        self, sheet_row: SpreadsheetRow, deck_parser: SpreadsheetDeckParser
    ) -> list[tuple[SpreadsheetRow, DeclareDeck]]:
        """Return the command that declares the deck of a row, as a list with one item.

        The list is empty if the row has no deck. Raises `SpreadsheetError`.
        """
        deck = deck_parser.parse_deck_in_row(sheet_row)
        return [] if deck is None else [(sheet_row, DeclareDeck(self._find(sheet_row, "player"), deck))]

    def _require_allowed_player_count(self, pod_setup: PodSetup, player_count: int) -> None:
        """Raise `SpreadsheetError` if variant and table do not allow this number of players."""
        sizes = list_playable_player_counts(pod_setup)
        if not sizes or player_count in sizes:  # a setup without any size is refused by the rules
            return
        others = [replace(pod_setup, variant=name, house=None) for name in VARIANTS]
        able = [
            each.variant
            for each in others
            if player_count in list_playable_player_counts(each)
            and not any(find_variant_problems(each.variant_rules, TABLES[each.table]))
        ]
        what = f"{pod_setup.variant!r} at the table {pod_setup.table!r}"
        found = f"{what} takes {format_player_counts(sizes)} players, and game {self._game.name!r} has"
        ways = f"in the column variant {', '.join(able)}" if able else "another table"
        raise self._game.first_row.build_spreadsheet_cell_error(
            "table", f"{found} {player_count}; accepted: so many rows, or {ways}"
        )

    # The table of defeats

    def parse_command_of_defeat_row(self, defeat_row: SpreadsheetRow) -> PodCommand:
        """Return the command of a row in the defeats sheet. Raises `SpreadsheetError`."""
        how = (
            map_words_to_defeat_causes().get(normalize_word_for_comparison(defeat_row.get_cell_text("how")), "")
            if defeat_row.get_cell_text("how")
            else "life"
        )
        if how == "draw":
            return ReportDrawnGame()
        player = self._find_seated_player_in_cell(defeat_row, "player")
        by = self._find_seated_player_in_cell(defeat_row, "by") if defeat_row.get_name_in_cell("by") else None
        match how:
            case "concede":
                return ConcedeGame(player)
            case "choose":
                return AnswerPendingPlayerChoice(player, by)
            case "win":
                return ReportWin(player, "effect")
        cause = next((cause for cause in CAUSES if cause == how), None)
        if cause is None:
            raise defeat_row.build_unknown_word_error("how", KNOWN_CAUSES)
        card = defeat_row.get_cell_text("card") or None
        if card is not None and len(card) > LONGEST_CARD:
            raise defeat_row.build_spreadsheet_cell_error(
                "card", f"is too long; accepted: up to {LONGEST_CARD} characters"
            )
        if by is None and card is not None:
            raise defeat_row.build_spreadsheet_cell_error("by", "is empty; accepted: who controlled the card")
        sources = () if by is None else (DefeatSource(by, card),)
        return ReportDefeats((DefeatReport(player, cause, sources),))

    def _find_seated_player_in_cell(self, sheet_row: SpreadsheetRow, column: str) -> Player:
        found = self._find(sheet_row, column) if sheet_row.get_name_in_cell(column) else None
        if found is None or found not in self._seats:
            named = ", ".join(repr(seat.player) for seat in self._game.seats)
            problem = f"{sheet_row.quote_cell(column)} does not play game {self._game.first_row.quote_cell('game')}"
            raise sheet_row.build_spreadsheet_cell_error(column, f"{problem}; accepted: {named}")
        return found

    # The end, from the table of results

    def finish_replayed_game(self) -> None:
        """End the replayed game as in the results sheet. Raises `SpreadsheetError`."""
        self._require_all_choices_answered()
        for player, seat in self._seats.items():
            if seat.master and self.pod.result is None:
                self._apply_master_from_results_row(player, seat)
        if self.pod.result is None:
            self._end_game_by_results_sheet()
        self._override_points_to_match_results_sheet()

    def _require_all_choices_answered(self) -> None:
        if self.pod.pending_player_choice is not None and self.pod.result is None:
            question = self._words.render_choice_question(self.pod.pending_player_choice)
            problem = f"{question} accepted: a row with how: choose, in --defeats"
            raise self._game.first_row.build_spreadsheet_cell_error("", problem)

    def _apply_master_from_results_row(self, player: Player, player_seat: PlayerInSpreadsheetRow) -> None:
        """Make a player serve the master named in their results row.

        Nothing changes if the defeats sheet has a row about the player. Raises `SpreadsheetError`.
        """
        master = self._find_seated_player_in_cell(player_seat.row, "master")
        serves = self.pod.setup.variant_rules.team_is_one_side and self._seats[master].master
        if self.pod.standings[player].master != master and not serves and not self._list_defeat_rows_of_player(player):
            self.apply_command_of_row(
                player_seat.row, OverrideGameAsModerator("status", self._reason, player, master), "master"
            )

    def _list_defeat_rows_of_player(self, player: Player) -> list[SpreadsheetRow]:
        rows = (row for row in self._game.defeats if row.get_name_in_cell("player"))
        return [row for row in rows if self._find(row, "player") == player]

    def _end_game_by_results_sheet(self) -> None:
        """End the game as in the results sheet, unless defeats ended it. Raises `SpreadsheetError`."""
        first = self._game.first_row
        every = {player: seat.first_outcome_cell for player, seat in self._seats.items()}
        told = [player for player, each in every.items() if each and each.won != "lost"]
        closes = self.pod.setup.variant_rules.ending_condition == "closed"
        if closes and self._game.defeats and (not told or self._would_win_by_points(told)):
            self.apply_command_of_row(self._game.defeats[-1], ClosePod())
            return
        if not told:
            lost = next(filter(None, every.values()), None)
            if lost is not None:
                accepted = "nobody won; accepted: yes for who did, or draw"
                raise lost.row.build_spreadsheet_cell_error(lost.column, accepted)
            problem = f"game {first.quote_cell('game')} has no end after the last of its defeats"
            raise first.build_spreadsheet_cell_error("", f"{problem}; accepted: more of them, or a column won or place")
        winner = self._find_winner_in_results_sheet()
        cell = every[told[0] if winner is None else winner]
        assert cell is not None
        end = ReportDrawnGame() if winner is None else ReportWin(winner, "effect")
        self.apply_command_of_row(
            cell.row, OverrideGameAsModerator("end", self._reason, winner) if closes else end, cell.column
        )

    def _would_win_by_points(self, players: Iterable[Player]) -> bool:
        """Return True if exactly these players would win by points if the game were closed now."""
        closed = apply_pod_event(self.pod, create_pod_event(self.pod, ClosePod()))
        return closed is not None and closed.result is not None and {*closed.result.winners} == {*players}

    def _find_winner_in_results_sheet(self) -> Player | None:
        """Return a winner in the results sheet, if possible a master; None for a draw."""
        every = [(p, told) for p, seat in self._seats.items() for told in seat.outcome_cells]
        first = [player for player, told in every if told.won == "won"]
        named = [p for p, told in every if told.won == "won" and told.column != "place"]
        won = named or first
        masters = [p for p in won if self.pod.standings[p].status == "master"]
        if len({*won}) == len(self._seats) and len({*masters}) > 1:  # everybody is first
            return None
        return (masters or won)[0] if won else None

    def _override_points_to_match_results_sheet(self) -> None:
        """Override players' points where the results sheet differs from the rules. Raises `SpreadsheetError`."""
        result = self.pod.result
        assert result is not None
        told = {**self._compute_points_from_final_places(), **self._map_players_to_points_in_sheet()}
        differing = {p: points for p, points in told.items() if points != result.points.get(p, 0)}
        if differing:
            self.apply_command_of_row(
                self._game.first_row, OverrideGameAsModerator("points", self._reason, points=differing), "points"
            )

    def _map_players_to_points_in_sheet(self) -> dict[Player, int]:
        return {p: seat.points for p, seat in self._seats.items() if seat.points is not None}

    def _compute_points_from_final_places(self) -> dict[Player, int]:
        """Return each player's points for their final place, if the scoring has such points.

        Without a defeats sheet the rules cannot know in which order players left. Raises `SpreadsheetError`.
        """
        result = self.pod.result
        assert result is not None
        scoring = self.pod.setup.scoring_points
        found = compute_final_places(build_defeat_timeline(self.pod)) if scoring.places else None
        if found is None or self._is_game_decided_by_points:
            return {}
        by_place = dict(enumerate(scoring.places, 1))
        scored: dict[Player, int] = {}
        for player, seat in self._seats.items():
            if seat.place is None:
                continue
            more = by_place.get(seat.place, 0) - by_place.get(found[player], 0)
            most = scoring.at_most
            if most == result.points[player] and more < 0 and seat.points is None:
                problem = f"{seat.row.quote_cell('place')} in a scoring with at most {most} points"
                raise seat.row.build_contradicted_cell_error("place", f"{problem}; accepted: with a column points")
            points = result.points[player] + more
            scored[player] = points if most is None else min(points, most)
        return scored

    # Whether the cells agree with the result

    def iterate_result_contradictions(self) -> Iterator[SpreadsheetContradictionError]:
        for player, seat in self._seats.items():
            yield from self._list_wrong_outcome_cells(player, seat)
            yield from self._list_errors_in_master_cell(player, seat)
        yield from self._list_cells_with_wrong_places()
        if self._is_game_decided_by_points:
            yield from self._list_errors_of_winners_without_most_points()

    @property
    def _is_game_decided_by_points(self) -> bool:
        return self.pod.setup.variant_rules.ending_condition == "closed"

    def _find_replayed_outcome_of_player(self, player: Player) -> Won:
        """Return whether a player won, lost or drew. Players who left before a draw have lost."""
        result = self.pod.result
        assert result is not None
        if player in result.winners:
            return "won"
        is_left = self.pod.standings[player].status != "out"
        return "draw" if result.draw and is_left else "lost"

    def _describe_replayed_result(self) -> str:
        """Return a sentence about the replayed game's result, with the cell that led to it."""
        result = self.pod.result
        assert result is not None
        if result.draw:
            return f"the game is a draw ({self._end})"
        return f"the winners are {self._words.join_player_names(result.winners)} ({self._end})"

    def _build_wrong_cell_error(
        self, sheet_row: SpreadsheetRow, column: str, accepted_values: str
    ) -> SpreadsheetContradictionError:
        problem = f"{sheet_row.quote_cell(column)}, but by the rules and the other rows"
        return sheet_row.build_contradicted_cell_error(
            column, f"{problem} {self._describe_replayed_result()}; accepted: {accepted_values}"
        )

    def _list_wrong_outcome_cells(
        self, player: Player, player_seat: PlayerInSpreadsheetRow
    ) -> Iterator[SpreadsheetContradictionError]:
        found = self._find_replayed_outcome_of_player(player)
        for told in player_seat.outcome_cells:
            if told.won == found or (found == "draw" and self._is_everybody_in_first_place()):
                continue
            match told.won, found:
                case _ if told.column in WINNER_COLUMNS:
                    accepted = "the same in all cells"
                case "won", "lost":
                    has_masters = self.pod.setup.variant_rules.has_servants and "master" in player_seat.row.cells
                    is_place = told.column == "place"
                    accepted = "draw for all who share it, or one first place"
                    accepted = accepted if is_place else "no, draw, or a table where teams win"
                    accepted += ", or the column master" if has_masters else ""
                case "lost", "draw":
                    accepted = "draw; or who had left before says so in --defeats"
                case _:
                    accepted = {"won": "yes", "lost": "no", "draw": "draw"}[found]
            yield self._build_wrong_cell_error(told.row, told.column, accepted)

    def _is_everybody_in_first_place(self) -> bool:
        return all(not seat.told and seat.place == 1 for seat in self._seats.values())

    def _list_cells_with_wrong_places(self) -> Iterator[SpreadsheetContradictionError]:
        """Yield errors about final places that contradict outcomes or the order of the defeats."""
        placed = [p for p in self._seats if self._seats[p].place is not None]
        fitting: list[Player] = []
        for player in placed:
            if (accepted := self._describe_correct_place_if_wrong(player)) is None:
                fitting.append(player)
            elif self._seats[player].told or self._seats[player].place != 1:
                yield self._build_wrong_cell_error(self._seats[player].row, "place", accepted)
        fitting.sort(key=lambda player: (self._seats[player].place, self._compute_outcome_rank_of_player(player)))
        for one, other in combinations(fitting, 2):
            is_shared = self._seats[one].place == self._seats[other].place
            ranks = self._compute_outcome_rank_of_player(one), self._compute_outcome_rank_of_player(other)
            if ranks[0] > ranks[1] or (is_shared and ranks[0] < ranks[1]):
                yield self._build_place_contradiction_error(one, other, self._end)
            elif not is_shared and (because := self._describe_contradictory_place_cell(one, other)):
                yield self._build_place_contradiction_error(one, other, because)

    def _compute_outcome_rank_of_player(self, player: Player) -> int:
        return ("won", "draw", "lost").index(self._find_replayed_outcome_of_player(player))

    def _describe_correct_place_if_wrong(self, player: Player) -> str | None:
        place = self._seats[player].place
        match self._find_replayed_outcome_of_player(player):
            case "won":
                is_master = self.pod.standings[player].status == "master"
                if self._game.are_defeats_in_results and not is_master and place not in (None, 1):
                    return "1 for who wins by serving the winner; or another variant, or no column of who defeated whom"
                return "1" if is_master and place != 1 else None
            case "lost":
                return "another place" if place == 1 else None
            case "draw":
                drew = (s.place for p, s in self._seats.items() if self._find_replayed_outcome_of_player(p) == "draw")
                best = min(each for each in drew if each is not None)
                return f"{best}, as of the others who drew" if place != best else None

    def _describe_contradictory_place_cell(self, better_player: Player, worse_player: Player) -> str:
        """Return the location and text of the cell that contradicts the order of two final places.

        By that cell `better_player` would be behind `worse_player`. The text is empty if there is no such cell.
        """
        result = self.pod.result
        assert result is not None
        if self._is_game_decided_by_points:
            is_behind = result.points[better_player] < result.points[worse_player]
            known = {better_player, worse_player} <= {*self._list_remaining_players_with_points()}
            return self._describe_points_cell(worse_player) if known and is_behind else ""
        is_alone = TABLES[self.pod.setup.table].sides == "alone"
        if not is_alone or not {better_player, worse_player} <= {*self._lost}:
            return ""
        left, row = self._lost[better_player]
        return row.format_cell_location_and_text("player") if left < self._lost[worse_player][0] else ""

    def _list_errors_in_master_cell(
        self, player: Player, player_seat: PlayerInSpreadsheetRow
    ) -> Iterator[SpreadsheetContradictionError]:
        """Yield an error if a player ended the game with another master than their row says."""
        if not player_seat.master:
            return
        told = self._find_seated_player_in_cell(player_seat.row, "master")
        found = self.pod.standings[player].master
        if told != found:
            accepted = "an empty cell" if found is None else repr(self._get_player_name(found))
            rows = self._list_defeat_rows_of_player(player)
            other = self._seats[told]
            because = other.row.format_cell_location_and_text("master") if other.master else self._end
            because = rows[-1].format_cell_location_and_text("by") if rows else because
            problem = f"{player_seat.row.quote_cell('master')}, but not at the end by the rules and {because}"
            yield player_seat.row.build_contradicted_cell_error("master", f"{problem}; accepted: {accepted}")

    def _list_remaining_players_with_points(self) -> list[Player]:
        told = {p for p, seat in self._seats.items() if seat.points is not None}
        known = set(self._seats) if self._game.defeats else told
        return [p for p in self._seats if p in known and self.pod.standings[p].status != "out"]

    def _list_errors_of_winners_without_most_points(self) -> Iterator[SpreadsheetContradictionError]:
        """Yield an error for each winner without more points than another player."""
        result = self.pod.result
        assert result is not None
        known = self._list_remaining_players_with_points()
        for winner in result.winners if not result.draw else ():
            rest = (p for p in known if p not in result.winners)
            better = [p for p in rest if result.points[p] >= result.points[winner]]
            if better and winner in known:
                yield self._build_winner_points_error(winner, better[0])

    def _build_winner_points_error(self, winner: Player, other_player: Player) -> SpreadsheetContradictionError:
        seat = self._seats[winner]
        told = seat.first_outcome_cell or SpreadsheetOutcomeCell("won", seat.row, "points")
        problem = f"{told.row.quote_cell(told.column)}, but by the rules most points win"
        problem = (
            f"{problem}, and {self._get_player_name(other_player)} has as many ("
            f"{self._describe_points_cell(other_player)})"
        )
        accepted = "accepted: whoever has most, or all of them"
        return told.row.build_contradicted_cell_error(told.column, f"{problem}; {accepted}")

    def _describe_points_cell(self, player: Player) -> str:
        seat = self._seats[player]
        return seat.row.format_cell_location_and_text("points") if seat.points is not None else self._end

    def _build_place_contradiction_error(
        self, better_player: Player, worse_player: Player, cell_description: str
    ) -> SpreadsheetContradictionError:
        better = self._seats[better_player]
        worse = self._seats[worse_player]
        compared = "the same as" if better.place == worse.place else "better than"
        problem = f"{better.row.quote_cell('place')} is {compared} {worse.row.format_cell_location_and_text('place')}"
        problem = f"{problem}, but not by the rules and {cell_description}"
        return better.row.build_contradicted_cell_error("place", f"{problem}; accepted: their order")
