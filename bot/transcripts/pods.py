"""Transcripts of pods (JSON Lines): their replay, and the documents made of them.

These formats are a contract with scripts and other tools; the rules do not know them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count, islice
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from bot.basics.typed_values import InvalidValueError, convert_value_to_type
from bot.draws import seating
from bot.formatters.messages import PodMessageFormatter
from bot.i18n import Translations
from bot.rules import seats
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.closing import ClosePod
from bot.rules.commands_and_events import Event
from bot.rules.concession import ConcedeGame
from bot.rules.decide import create_pod_event
from bot.rules.deck_naming import DeclareDeck
from bot.rules.deeds import build_defeat_timeline, compute_final_places, list_achievements_of_game
from bot.rules.facts import MAX_CARD_LENGTH, MAX_COMMANDERS, Bracket, CardText, Commander, Deck, DefeatReport, Player
from bot.rules.house_deeds import (
    LONGEST_DEED,
    MAX_DEED_TIMES,
    ClaimServerAchievement,
    CloseServerAchievementVote,
    GiveServerAchievement,
    ServerAchievementEvent,
    WayToEarnDeed,
    compute_achievement_id,
    find_player_with_most_votes,
)
from bot.rules.joining import JoinPod
from bot.rules.lobby import OpenLobby
from bot.rules.next_turn import BeginNextTurn
from bot.rules.pod import Pod, PodCommand, PodHistoryEvent, apply_pod_event, convert_linked_events_to_list
from bot.rules.ranges import RangeOfInfluence
from bot.rules.records import DefeatVerdict, FormatId, PendingPlayerChoice, PlayerState, PodSetup, SubgameCard, WinMeans
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported, ReportDefeats
from bot.rules.restarting import BeginSubgame, RestartGameByKarn
from bot.rules.substitutes import TakeOverSeatAsSubstitute, replace_players_by_result_owners
from bot.rules.tables import (
    MIN_TEAM_SIZE,
    POD_OPTIONS,
    TABLES,
    OptionValue,
    TableId,
    TableOptions,
    find_minimum_team_count,
    has_fixed_teams,
    list_table_option_values,
)
from bot.rules.teams import list_players_in_game, list_servants_of_master
from bot.rules.undoing import PodEventUndone, UndoPodEvent
from bot.rules.variants import VARIANTS, ScoringId, Variant, VariantId, list_scorings_of_variant
from bot.rules.winning import ReportDrawnGame, ReportWin
from bot.transcripts.replaying import (
    Line,
    TranscriptError,
    parse_command_name_of_line,
    parse_transcript_line,
    replay_transcript_lines,
)

Document = dict[str, Any]


class _PodTranscriptLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a pod's transcript: JSON that names a command."""

    do: str


class _PodOpeningTranscriptOptions(Struct, frozen=True, forbid_unknown_fields=True):
    choose_master: bool = False


class _PodOpeningTranscriptLine(_PodTranscriptLine, frozen=True):
    table: TableId
    variant: VariantId
    players: tuple[Player, ...]
    seats: tuple[Player, ...] | None = None
    seed: int = 0
    first: Player | None = None
    base: FormatId = "commander"
    scoring: ScoringId | None = None
    options: _PodOpeningTranscriptOptions = _PodOpeningTranscriptOptions()
    teams: tuple[tuple[Player, ...], ...] | None = None
    # The values of these depend on the table, so that its error names them.
    range: object = UNSET
    attack: object = UNSET
    deploy: object = UNSET
    turn_of: object = UNSET
    house_deeds: tuple["_ServerAchievementInTranscript", ...] | UnsetType = UNSET


class _ServerAchievementInTranscript(Struct, frozen=True, forbid_unknown_fields=True):
    """A server's own achievement, as declared in a transcript's first line."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_DEED)]
    way: WayToEarnDeed = "claimed"
    times: Annotated[int, Meta(ge=1, le=MAX_DEED_TIMES)] = 1


class _ClaimAchievementTranscriptLine(_PodTranscriptLine, frozen=True):
    player: Player
    deed: str


class _AchievementVoteTranscriptLine(_PodTranscriptLine, frozen=True):
    deed: str
    votes: dict[Player, Annotated[int, Meta(ge=0)]]


class _GiveAchievementTranscriptLine(_PodTranscriptLine, frozen=True):
    player: Player
    deed: str
    by: Player
    reason: str


class _DefeatTranscriptLine(DefeatReport, frozen=True):
    do: str = "defeat"


class _SimultaneousDefeatsTranscriptLine(_PodTranscriptLine, frozen=True):
    at_once: tuple[DefeatReport, ...]


class _PlayerTranscriptLine(_PodTranscriptLine, frozen=True):
    player: Player


class _SubstituteTranscriptLine(_PodTranscriptLine, frozen=True):
    player: Player
    by: Player
    takes_result: bool = False


class _PlayerChoiceTranscriptLine(_PodTranscriptLine, frozen=True):
    by: Player
    player: Player | UnsetType | None = UNSET


class _WinTranscriptLine(_PodTranscriptLine, frozen=True):
    player: Player
    means: WinMeans


class _RestartTranscriptLine(_PodTranscriptLine, frozen=True):
    by: Player


class _SubgameTranscriptLine(_PodTranscriptLine, frozen=True):
    card: SubgameCard


_TypedCard = Annotated[CardText, Meta(max_length=MAX_CARD_LENGTH)]


class _DeckTranscriptLine(_PodTranscriptLine, frozen=True):
    player: Player
    commanders: Annotated[tuple[_TypedCard, ...], Meta(min_length=1, max_length=MAX_COMMANDERS)]
    bracket: Bracket | None = None


def _build_declare_deck_command(deck_line: _DeckTranscriptLine) -> DeclareDeck:
    named = tuple(map(Commander, deck_line.commanders))
    return DeclareDeck(deck_line.player, Deck(named, deck_line.bracket))


def _convert_to_defeat_report(transcript_report: DefeatReport) -> DefeatReport:
    return DefeatReport(*(getattr(transcript_report, field) for field in DefeatReport.__struct_fields__))


def _build_player_choice_command(transcript_line: _PlayerChoiceTranscriptLine) -> AnswerPendingPlayerChoice:
    if isinstance(transcript_line.player, UnsetType):
        raise InvalidValueError("player", "missing; accepted: an option, or null to decline")
    return AnswerPendingPlayerChoice(transcript_line.by, transcript_line.player)


_Reader = tuple[type[Struct], Callable[[Any], PodCommand]]

_COMMANDS: Mapping[str, _Reader] = {
    "defeat": (_DefeatTranscriptLine, lambda line: ReportDefeats((_convert_to_defeat_report(line),))),
    "defeats": (_SimultaneousDefeatsTranscriptLine, lambda line: ReportDefeats(line.at_once)),
    "concede": (_PlayerTranscriptLine, lambda line: ConcedeGame(line.player)),
    "choose": (_PlayerChoiceTranscriptLine, _build_player_choice_command),
    "win": (_WinTranscriptLine, lambda line: ReportWin(line.player, line.means)),
    "draw": (_PodTranscriptLine, lambda _: ReportDrawnGame()),
    "turn": (_PodTranscriptLine, lambda _: BeginNextTurn()),
    "join": (_PlayerTranscriptLine, lambda line: JoinPod(line.player)),
    "restart": (_RestartTranscriptLine, lambda line: RestartGameByKarn(line.by)),
    "subgame": (_SubgameTranscriptLine, lambda line: BeginSubgame(line.card)),
    "deck": (_DeckTranscriptLine, _build_declare_deck_command),
    "substitute": (
        _SubstituteTranscriptLine,
        lambda line: TakeOverSeatAsSubstitute(line.player, line.by, line.takes_result),
    ),
    "undo": (_PodTranscriptLine, lambda _: UndoPodEvent()),
    "close": (_PodTranscriptLine, lambda _: ClosePod()),
}


class _ServerAchievementTranscriptParser:
    """The server's own achievements in a transcript, with a parser for lines about them."""

    def __init__(self, declared: Iterable[_ServerAchievementInTranscript]) -> None:
        """Prepare the achievements by name. Raises `InvalidValueError` if one is declared twice."""
        self._deeds: dict[str, _ServerAchievementInTranscript] = {}
        for at, each in enumerate(declared):
            if each.name in self._deeds:
                raise InvalidValueError(f"house_deeds[{at}].name", "stands there twice; accepted: each name once")
            if each.way == "voted" and each.times > 1:
                raise InvalidValueError(f"house_deeds[{at}].times", "more than one vote; accepted: 1")
            self._deeds[each.name] = each

    def build_achievement_command(self, json_line: Line, pod: Pod) -> PodCommand | None:
        """Return the command of a line about an achievement; None for other lines. Raises `InvalidValueError`."""
        match json_line.get("do"):
            case "claim":
                claim = convert_value_to_type(json_line, _ClaimAchievementTranscriptLine)
                deed_id, times = self._find_achievement(claim.deed, "claimed")
                return ClaimServerAchievement(claim.player, deed_id, claim.deed, times)
            case "vote":
                vote = convert_value_to_type(json_line, _AchievementVoteTranscriptLine)
                deed_id, _ = self._find_achievement(vote.deed, "voted")
                if not vote.votes.keys() <= {*pod.players} or sum(vote.votes.values()) > len(pod.players):
                    accepted = f"at most a ballot of each player, for {', '.join(pod.players)}"
                    raise InvalidValueError("votes", f"not the ballots of this game; accepted: {accepted}")
                return CloseServerAchievementVote(deed_id, vote.deed, find_player_with_most_votes(vote.votes))
            case "give":
                gift = convert_value_to_type(json_line, _GiveAchievementTranscriptLine)
                deed_id, times = self._find_achievement(gift.deed, "given")
                if gift.by in pod.current_and_former_players:
                    raise InvalidValueError(
                        "by", f"{gift.by} plays here; accepted: somebody who never sat at the table"
                    )
                return GiveServerAchievement(gift.player, deed_id, gift.deed, gift.reason, times)
        return None

    def _find_achievement(self, achievement_name: str, award_method: WayToEarnDeed) -> tuple[str, int]:
        """Return an achievement's id, and how often a player can earn it. Raises `InvalidValueError`."""
        accepted = [each.name for each in self._deeds.values() if each.way == award_method]
        if achievement_name not in accepted:
            raise InvalidValueError(
                "deed", f"no deed that is {award_method} here; accepted: {', '.join(accepted) or 'none'}"
            )
        return compute_achievement_id(achievement_name, award_method), self._deeds[achievement_name].times


_HOUSE_DEED_LINES = ("claim", "vote", "give")


class PodTranscriptReplay:
    """A pod that is played again from its transcript, with the line number of each event.

    Lines count from 1. Blank lines do not count; undone lines do. `house_deeds` are None unless the opening line
    declares some.
    """

    def __init__(self) -> None:
        self.pod: Pod | None = None
        self.house_deeds: _ServerAchievementTranscriptParser | None = None
        self._steps: list[int] = []
        self._lines = 0

    def replay_transcript_line(self, transcript_line: str) -> None:
        """Execute one more line of the transcript. Raises `InvalidValueError` or `Refusal` for a wrong line."""
        raw = parse_transcript_line(transcript_line)
        self._lines += 1
        try:
            for command in self._parse_commands_of_line(raw):
                event = create_pod_event(self.pod, command)
                self.pod = apply_pod_event(self.pod, event)
                self._record_line_number_of_event(event)
        except Refusal as refusal:
            raise _remove_index_from_refusal(refusal) if raw.get("do") == "defeat" else refusal from None

    def _parse_commands_of_line(self, json_line: Line) -> Iterator[PodCommand]:
        if self.pod is None:
            declared = json_line.get("house_deeds")
            yield from _parse_commands_of_line(json_line, has_pod_begun=False)
            if declared is not None:
                opened = convert_value_to_type(json_line, _PodOpeningTranscriptLine)
                self.house_deeds = (
                    None if opened.house_deeds is UNSET else _ServerAchievementTranscriptParser(opened.house_deeds)
                )
            return
        command = None if self.house_deeds is None else self.house_deeds.build_achievement_command(json_line, self.pod)
        if command is not None:
            yield command
            return
        more = () if self.house_deeds is None else _HOUSE_DEED_LINES
        parse_command_name_of_line(json_line, (*_COMMANDS, *more))
        yield from _parse_commands_of_line(json_line, has_pod_begun=True)

    def _record_line_number_of_event(self, event: Event) -> None:
        if isinstance(event, PodEventUndone):
            self._steps.pop()
        elif isinstance(event, PodHistoryEvent):
            self._steps.append(self._lines)

    def build_json(self, translations: Translations) -> Document:
        """Return the pod's state as JSON, as `replay --json` prints it."""
        assert self.pod is not None
        course = build_defeat_timeline(self.pod)
        document = {
            **build_pod_json(self.pod, translations),
            "places": compute_final_places(course),
            "deeds": [
                {"deed": each.deed, "player": each.player, "step": self._steps[each.step]}
                for each in list_achievements_of_game(course)
            ],
        }
        if self.house_deeds is not None:
            document["house_deeds"] = self._build_achievements_json(self.pod)
        return document

    def _build_achievements_json(self, pod: Pod) -> list[Document]:
        return [
            {"deed": event.name, "player": pod.find_result_owner(event.player), "step": line}
            for line, event in zip(self._steps, convert_linked_events_to_list(pod.told), strict=True)
            if isinstance(event, ServerAchievementEvent) and event.player is not None
        ]

    def summarize_replayed_pod(self, translations: Translations) -> str:
        """Return the pod's state in a few lines."""
        assert self.pod is not None
        return render_pod_summary(self.pod, translations)


def replay_pod_transcript_with_line_numbers(lines: Iterable[str], translations: Translations) -> PodTranscriptReplay:
    """Play a whole transcript again; return the pod with the line number of each event.

    Raises `TranscriptError` at the first wrong line.
    """

    def replay_next_line(transcript_line: str, transcript: PodTranscriptReplay | None) -> PodTranscriptReplay:
        transcript = transcript or PodTranscriptReplay()
        transcript.replay_transcript_line(transcript_line)
        return transcript

    return replay_transcript_lines(lines, translations, replay_next_line)


def replay_pod_transcript(transcript_lines: Iterable[str], translations: Translations) -> Pod:
    """Return the pod at the end of a transcript that declares no achievements of a server.

    Raises `TranscriptError` at the first wrong line.
    """
    replayed = replay_pod_transcript_with_line_numbers(transcript_lines, translations)
    if replayed.house_deeds is not None:
        raise TranscriptError(1, "house_deeds", "not in a game that is entered; accepted: leave it out")
    assert replayed.pod is not None
    return replayed.pod


def parse_commands_with_renamed_players(
    transcript_lines: Iterable[str], new_names: Mapping[Player, Player]
) -> Iterator[PodCommand]:
    """Yield the commands of a valid transcript, in which all players get other names."""
    for at, line in enumerate(filter(str.strip, transcript_lines)):
        raw: Line = _rename_players_in_json(parse_transcript_line(line), new_names)
        yield from _parse_commands_of_line(raw, has_pod_begun=at > 0)


_NAME_FIELDS = frozenset(
    {
        *("player", "by", "loser", "controller", "owner", "controlled_by", "kindslaver", "first"),
        *("players", "seats", "teams"),
    }
)
"""Fields of lines that hold a player's name, or a list of names."""


def _rename_players_in_json(
    json_value: Any, new_names: Mapping[Player, Player], *, is_player_name: bool = False
) -> Any:
    if isinstance(json_value, dict):
        return {
            key: _rename_players_in_json(each, new_names, is_player_name=key in _NAME_FIELDS)
            for key, each in json_value.items()
        }
    if isinstance(json_value, list):
        return [_rename_players_in_json(each, new_names, is_player_name=is_player_name) for each in json_value]
    return new_names.get(json_value, json_value) if is_player_name and isinstance(json_value, str) else json_value


def _parse_commands_of_line(json_line: Line, *, has_pod_begun: bool) -> Iterator[PodCommand]:
    """Yield the commands of a line; `open` also starts the pod. Raises `InvalidValueError`."""
    if json_line.get("do") == "open":
        yield from _parse_commands_of_opening_line(convert_value_to_type(json_line, _PodOpeningTranscriptLine))
        return
    shape, command = _COMMANDS[parse_command_name_of_line(json_line, _COMMANDS if has_pod_begun else ("open",))]
    yield command(convert_value_to_type(json_line, shape))


def _remove_index_from_refusal(refusal: Refusal) -> Refusal:
    """Return a refusal whose field name lacks the list index of the only reported defeat."""
    field = refusal.field.removeprefix("at_once[0].")
    return Refusal(refusal.code, field, **refusal.arguments)


def _parse_commands_of_opening_line(opening_line: _PodOpeningTranscriptLine) -> Iterator[PodCommand]:
    if not opening_line.players:
        raise InvalidValueError("players", "nobody plays; accepted: the players' names")
    setup = PodSetup(
        opening_line.table,
        opening_line.variant,
        opening_line.base,
        opening_line.scoring or list_scorings_of_variant(opening_line.variant)[0],
        opening_line.options.choose_master,
        teams=_count_teams_of_opening_line(opening_line),
        options=_parse_table_options_of_opening_line(opening_line),
    )
    yield OpenLobby(setup, opening_line.players[0], opening_line.players)
    yield seating.assign_seats_from_seed(
        setup,
        opening_line.players,
        _parse_seat_order_of_opening_line(opening_line),
        opening_line.first,
        opening_line.seed,
    )


def _parse_table_options_of_opening_line(opening_line: _PodOpeningTranscriptLine) -> TableOptions:
    """Return the options in the opening line. Raises `InvalidValueError` if the table lacks one."""
    agreed: dict[str, OptionValue] = {}
    for option in POD_OPTIONS:
        told = getattr(opening_line, option)
        if told is UNSET:
            continue
        values = {
            _encode_pod_option_as_json(v): v
            for v in list_table_option_values(TABLES[opening_line.table], option, len(opening_line.players))
        }
        if not values:
            raise InvalidValueError(
                option, f"the table {opening_line.table} has no such option; accepted: leave it out"
            )
        written = msgspec.json.encode(told).decode()
        if written not in values:
            raise InvalidValueError(
                option, f"not a value at the table {opening_line.table}; accepted: {', '.join(values)}"
            )
        agreed[option] = values[written]
    return convert_value_to_type(agreed, TableOptions)


def _encode_pod_option_as_json(option_value: OptionValue) -> str:
    """Return an option's value as JSON; a range without limit is null."""
    return msgspec.json.encode(None if option_value == "none" else option_value).decode()


def _count_teams_of_opening_line(opening_line: _PodOpeningTranscriptLine) -> int:
    """Return the number of teams in the opening line; by default the smallest possible."""
    if opening_line.teams is None:
        return find_minimum_team_count(TABLES[opening_line.table], len(opening_line.players))
    return len(opening_line.teams)


def _parse_seat_order_of_opening_line(opening_line: _PodOpeningTranscriptLine) -> tuple[Player, ...] | None:
    teams = opening_line.teams
    table = TABLES[opening_line.table]
    if teams is None:
        return opening_line.seats
    if not has_fixed_teams(table):
        raise InvalidValueError("teams", f"the table {opening_line.table} has no teams; accepted: leave it out")
    if sorted(player for team in teams for player in team) != sorted(opening_line.players):
        raise InvalidValueError("teams", "not the players; accepted: each of them in one team")
    if len(teams) < MIN_TEAM_SIZE or len({len(team) for team in teams}) > 1 or len(teams[0]) < MIN_TEAM_SIZE:
        raise InvalidValueError("teams", "not equal; accepted: teams of as many players, two at least")
    if table.sides == "rows" and len(teams) != MIN_TEAM_SIZE:
        raise InvalidValueError("teams", f"{len(teams)} teams; accepted at this table: {MIN_TEAM_SIZE}")
    row = seats.arrange_team_members_around_table(table, teams)
    if opening_line.seats is not None and opening_line.seats != row:
        raise InvalidValueError("seats", f"not the row of the teams; accepted: {', '.join(row)}")
    return row


class HypotheticalDefeatQuestion(DefeatReport, frozen=True, kw_only=True):
    """A question about what becomes of a beaten player in a variant, without a real pod.

    `teams` maps each servant to their master.
    """

    variant: VariantId
    teams: dict[Player, Player] = field(default_factory=dict)


def judge_hypothetical_defeat(question: HypotheticalDefeatQuestion, translations: Translations) -> Document:
    """Return as JSON what becomes of a beaten player, or what the player must choose.

    Raises `InvalidValueError` for impossible teams, and `Refusal`.
    """
    require_variant_allows_teams(question.teams, question.variant)
    try:
        report = _convert_to_defeat_report(question)
        event = create_pod_event(
            build_hypothetical_pod(report, question.teams, question.variant), ReportDefeats((report,))
        )
    except Refusal as refusal:
        raise _remove_index_from_refusal(refusal) from None
    assert isinstance(event, DefeatsReported)
    pending = event.outcome.pending
    if pending is not None:
        return {"waiting_for": _build_pending_choice_json(pending.question)}
    return _build_defeat_verdict_json(event.outcome.verdicts[0], PodMessageFormatter(translations, str))


def require_variant_allows_teams(
    master_by_servant: Mapping[Player, Player], variant_id: str, custom_variant: Variant | None = None
) -> None:
    """Raise `InvalidValueError` unless a variant allows these masters and servants.

    `custom_variant` are the answers of a variant that is not built in.
    """
    answers = custom_variant or VARIANTS[variant_id]
    for servant, master in master_by_servant.items():
        if master in master_by_servant and answers.team_is_one_side:
            raise InvalidValueError(f"teams.{servant}", f"{master} serves too; accepted: a master")
        if servant in (master, master_by_servant.get(master)):
            raise InvalidValueError(f"teams.{servant}", f"{master} serves {servant}; accepted: another")
    if master_by_servant and not answers.has_servants:
        raise InvalidValueError("teams", f"nobody serves in {variant_id}; accepted: leave it out")


def build_hypothetical_pod(
    defeat_report: DefeatReport,
    master_by_servant: Mapping[Player, Player],
    variant_id: str,
    custom_variant: Variant | None = None,
) -> Pod:
    """Return a running example pod with the players of a report and two more players."""
    sources = [*defeat_report.sources]
    if defeat_report.protection_ended_by is not None:
        sources.append(defeat_report.protection_ended_by)
    named = [defeat_report.loser, *master_by_servant, *master_by_servant.values()]
    named += [player for s in sources for player in (s.controller, s.owner_or_controller)]
    named += [player for player in (defeat_report.controlled_by, defeat_report.kindslaver) if player]
    unnamed = (name for length in count(1) if (name := "\0" * length) not in named)
    players = tuple(dict.fromkeys([*named, *islice(unnamed, _EXTRA_MASTERS)]))
    standings = {player: PlayerState(player) for player in players}
    for step, (servant, master) in enumerate(master_by_servant.items()):
        standings[servant] = PlayerState(servant, "servant", master, served=((step, servant),))
    setup = PodSetup(variant=variant_id, scoring=list_scorings_of_variant(variant_id)[0], house=custom_variant)
    return Pod(setup, players[0], players, standings, step=len(master_by_servant))


_EXTRA_MASTERS = 2
"""Additional masters, so that a case is judged as if three or more were in the game."""


def describe_defeat_judgement(judgement_json: Document, translations: Translations) -> str:
    """Return the result of `judge_hypothetical_defeat` as a sentence."""
    if "waiting_for" in judgement_json:
        return PodMessageFormatter(translations, str).render_choice_question(
            convert_value_to_type(judgement_json["waiting_for"], PendingPlayerChoice)
        )
    return f"{judgement_json['rule']}: {judgement_json['because']}"


def build_pod_json(pod: Pod, translations: Translations) -> Document:
    """Return a started pod as JSON, without final places and achievements."""
    words = PodMessageFormatter(translations, str)
    turn = pod.turn
    result = replace_players_by_result_owners(pod).result
    ranges = RangeOfInfluence(pod)
    return {
        "state": pod.state,
        "waiting_for": _build_pending_choice_json(pod.pending_player_choice) if pod.state == "waiting" else None,
        "players": [
            _build_player_state_json(ranges, standing, pod.find_declared_deck_of_player(standing.player))
            for standing in pod.standings.values()
        ],
        "turn": {"active": turn.active, "number": turn.number} if turn else None,
        "verdicts": [_build_defeat_verdict_json(verdict, words) for verdict in pod.verdicts],
        "result": None if result is None else {"winners": result.winners, "draw": result.draw, "points": result.points},
    }


def _build_pending_choice_json(pending_choice: PendingPlayerChoice | None) -> Document | None:
    if pending_choice is None:
        return None
    return {
        "kind": pending_choice.kind,
        "by": pending_choice.by,
        "options": pending_choice.options,
        "may_decline": pending_choice.may_decline,
    }


def _build_player_state_json(
    range_of_influence: RangeOfInfluence, player_state: PlayerState, deck: Deck | None
) -> Document:
    return {
        "player": player_state.player,
        "status": player_state.status,
        "master": player_state.master if player_state.status == "servant" else None,
        "out_as": player_state.out_as,
        "in_range": range_of_influence.find_players_in_range(player_state.player),
        "may_attack": range_of_influence.find_attackable_players(player_state.player),
        "deck": None
        if deck is None
        else {"commanders": [each.text for each in deck.commanders], "bracket": deck.bracket},
    }


def _build_defeat_verdict_json(verdict: DefeatVerdict, formatter: PodMessageFormatter) -> Document:
    return {
        "loser": verdict.loser,
        "responsible": verdict.responsible,
        "becomes": verdict.becomes,
        "rule": verdict.rule,
        "because": formatter.render_verdict_reason(verdict),
        "source": verdict.source,
    }


def render_pod_summary(pod: Pod, translations: Translations) -> str:
    """Return the state of a pod in a few lines."""
    words = PodMessageFormatter(translations, str)
    lines = [translations(f"state-{pod.state}")]
    for player in list_players_in_game(pod.standings):
        serving = words.join_player_names(list_servants_of_master(pod.standings, player))
        status = pod.standings[player].status
        if serving:
            lines.append(translations("team-served", master=player, servants=serving))
        elif status == "masterless":
            lines.append(translations("team-masterless", player=player))
        elif status == "master":
            lines.append(player)
    gone = [player for player, s in pod.standings.items() if s.status == "out"]
    if gone:
        lines.append(translations("team-out", players=words.join_player_names(gone)))
    lines += [
        f"{v.rule}: {words.render_consequence_for_loser(v)} {words.render_verdict_reason(v)}" for v in pod.verdicts
    ]
    if pod.pending_player_choice is not None and pod.state == "waiting":
        lines.append(words.render_choice_question(pod.pending_player_choice))
    result = replace_players_by_result_owners(pod).result
    if result is not None:
        lines += [f"{player}: {points:+d}" for player, points in result.points.items()]
    return "\n".join(lines)
