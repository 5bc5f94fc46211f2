"""Transcripts of pods (JSON Lines): their replay, and the documents made of them.

These formats are a contract with scripts and other tools; the rules do not know them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count, islice
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, field

from bot.basics.typed_values import InvalidValue, convert_value
from bot.draws import seating
from bot.formatters.messages import MessageFormatter
from bot.i18n import Catalogue
from bot.rules import seats
from bot.rules.choosing import MakeChoice
from bot.rules.closing import ClosePod
from bot.rules.commands_and_events import Event
from bot.rules.concession import ConcedeGame
from bot.rules.decide import decide_pod_command
from bot.rules.deck_naming import DeclareDeck
from bot.rules.deeds import build_game_timeline, compute_final_places, find_deeds
from bot.rules.facts import (
    MAX_CARD_LENGTH,
    MAX_COMMANDERS,
    Bracket,
    CardText,
    Commander,
    Deck,
    DefeatReport,
    Player,
)
from bot.rules.joining import JoinPod
from bot.rules.lobby import OpenLobby
from bot.rules.next_turn import BeginNextTurn
from bot.rules.pod import Pod, PodCommand, StoryEvent, apply_pod_event
from bot.rules.ranges import RangeOfInfluence
from bot.rules.records import (
    DefeatVerdict,
    FormatId,
    PlayerChoice,
    PlayerStanding,
    PodSetup,
    SubgameCard,
    WinMeans,
)
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported, ReportDefeats
from bot.rules.restarting import BeginSubgame, RestartGame
from bot.rules.substitutes import TakeOverSeat, credit_result_owners
from bot.rules.tables import (
    MIN_TEAM_SIZE,
    TABLES,
    TableId,
    find_minimum_team_count,
    has_fixed_teams,
)
from bot.rules.teams import list_players_in_game, list_servants
from bot.rules.undoing import PodStepUndone, UndoPodStep
from bot.rules.variants import VARIANTS, ScoringId, Variant, VariantId, list_scorings_of_variant
from bot.rules.winning import ReportDraw, ReportWin
from bot.transcripts.replaying import (
    Line,
    parse_command_name,
    parse_transcript_line,
    replay_transcript_lines,
)

Document = dict[str, Any]


class _TranscriptLine(Struct, frozen=True, forbid_unknown_fields=True):
    do: str


class _OpenOptions(Struct, frozen=True, forbid_unknown_fields=True):
    choose_master: bool = False


class _OpenLine(_TranscriptLine, frozen=True):
    table: TableId
    variant: VariantId
    players: tuple[Player, ...]
    seats: tuple[Player, ...] | None = None
    seed: int = 0
    first: Player | None = None
    base: FormatId = "commander"
    scoring: ScoringId | None = None
    options: _OpenOptions = _OpenOptions()
    teams: tuple[tuple[Player, ...], ...] | None = None


class _DefeatLine(DefeatReport, frozen=True):
    do: str = "defeat"


class _SimultaneousDefeatsLine(_TranscriptLine, frozen=True):
    at_once: tuple[DefeatReport, ...]


class _PlayerLine(_TranscriptLine, frozen=True):
    player: Player


class _SubstituteLine(_TranscriptLine, frozen=True):
    player: Player
    by: Player
    takes_result: bool = False


class _ChooseLine(_TranscriptLine, frozen=True):
    by: Player
    player: Player | UnsetType | None = UNSET


class _WinLine(_TranscriptLine, frozen=True):
    player: Player
    means: WinMeans


class _RestartLine(_TranscriptLine, frozen=True):
    by: Player


class _SubgameLine(_TranscriptLine, frozen=True):
    card: SubgameCard


_TypedCard = Annotated[CardText, Meta(max_length=MAX_CARD_LENGTH)]


class _DeckLine(_TranscriptLine, frozen=True):
    player: Player
    commanders: Annotated[tuple[_TypedCard, ...], Meta(min_length=1, max_length=MAX_COMMANDERS)]
    bracket: Bracket | None = None


def _build_deck_command(line: _DeckLine) -> DeclareDeck:
    named = tuple(map(Commander, line.commanders))
    return DeclareDeck(line.player, Deck(named, line.bracket))


def _extract_report(report: DefeatReport) -> DefeatReport:
    """Return the facts of a defeat alone, without the other fields of a line or question."""
    return DefeatReport(*(getattr(report, field) for field in DefeatReport.__struct_fields__))


def _build_choice_command(line: _ChooseLine) -> MakeChoice:
    if isinstance(line.player, UnsetType):
        raise InvalidValue("player", "missing; accepted: an option, or null to decline")
    return MakeChoice(line.by, line.player)


_Reader = tuple[type[Struct], Callable[[Any], PodCommand]]

_COMMANDS: Mapping[str, _Reader] = {
    "defeat": (_DefeatLine, lambda line: ReportDefeats((_extract_report(line),))),
    "defeats": (_SimultaneousDefeatsLine, lambda line: ReportDefeats(line.at_once)),
    "concede": (_PlayerLine, lambda line: ConcedeGame(line.player)),
    "choose": (_ChooseLine, _build_choice_command),
    "win": (_WinLine, lambda line: ReportWin(line.player, line.means)),
    "draw": (_TranscriptLine, lambda _: ReportDraw()),
    "turn": (_TranscriptLine, lambda _: BeginNextTurn()),
    "join": (_PlayerLine, lambda line: JoinPod(line.player)),
    "restart": (_RestartLine, lambda line: RestartGame(line.by)),
    "subgame": (_SubgameLine, lambda line: BeginSubgame(line.card)),
    "deck": (_DeckLine, _build_deck_command),
    "substitute": (
        _SubstituteLine,
        lambda line: TakeOverSeat(line.player, line.by, line.takes_result),
    ),
    "undo": (_TranscriptLine, lambda _: UndoPodStep()),
    "close": (_TranscriptLine, lambda _: ClosePod()),
}


class PodTranscript:
    """A transcript replayed so far: the pod, its story, and the line number of each event.

    Lines count from 1. Blank lines do not count; undone lines do.
    """

    def __init__(self) -> None:
        self.pod: Pod | None = None
        self._steps: list[int] = []
        self._lines = 0

    def play_line(self, line: str) -> None:
        """Play one more line of the transcript. Raises `InvalidValue` or `Refusal`."""
        raw = parse_transcript_line(line)
        self._lines += 1
        try:
            for command in _parse_line_commands(raw, is_begun=self.pod is not None):
                event = decide_pod_command(self.pod, command)
                self.pod = apply_pod_event(self.pod, event)
                self._record_step(event)
        except Refusal as refusal:
            raise _remove_defeat_index(refusal) if raw.get("do") == "defeat" else refusal from None

    def _record_step(self, event: Event) -> None:
        if isinstance(event, PodStepUndone):
            self._steps.pop()
        elif isinstance(event, StoryEvent):
            self._steps.append(self._lines)

    def build_document(self, catalogue: Catalogue) -> Document:
        """Build the JSON document of the pod's state, as `replay --json` prints it."""
        assert self.pod is not None
        course = build_game_timeline(self.pod)
        return {
            **build_pod_document(self.pod, catalogue),
            "places": compute_final_places(course),
            "deeds": [
                {"deed": each.deed, "player": each.player, "step": self._steps[each.step]}
                for each in find_deeds(course)
            ],
        }

    def summarize_pod(self, catalogue: Catalogue) -> str:
        """Return the pod's state in a few lines of text."""
        assert self.pod is not None
        return render_pod_summary(self.pod, catalogue)


def play_transcript(lines: Iterable[str], catalogue: Catalogue) -> PodTranscript:
    """Play a whole transcript of a pod. Raises `TranscriptError` at the first wrong line."""

    def play_next_line(line: str, transcript: PodTranscript | None) -> PodTranscript:
        transcript = transcript or PodTranscript()
        transcript.play_line(line)
        return transcript

    return replay_transcript_lines(lines, catalogue, play_next_line)


def replay_pod(lines: Iterable[str], catalogue: Catalogue) -> Pod:
    """Return the pod at the end of a transcript.

    Raises `TranscriptError` at the first wrong line.
    """
    pod = play_transcript(lines, catalogue).pod
    assert pod is not None
    return pod


def parse_commands_with_new_names(
    lines: Iterable[str], new_names: Mapping[Player, Player]
) -> Iterator[PodCommand]:
    """Yield the commands of a valid transcript, with all its players renamed."""
    for at, line in enumerate(filter(str.strip, lines)):
        raw: Line = _rename_players(parse_transcript_line(line), new_names)
        yield from _parse_line_commands(raw, is_begun=at > 0)


_NAME_FIELDS = frozenset(
    {
        *("player", "by", "loser", "controller", "owner", "controlled_by", "kindslaver", "first"),
        *("players", "seats", "teams"),
    }
)
"""Fields of lines that hold a player's name, or a list of names."""


def _rename_players(
    json_value: Any, new_names: Mapping[Player, Player], *, is_name: bool = False
) -> Any:
    """Return a JSON value with all players renamed."""
    if isinstance(json_value, dict):
        return {
            key: _rename_players(each, new_names, is_name=key in _NAME_FIELDS)
            for key, each in json_value.items()
        }
    if isinstance(json_value, list):
        return [_rename_players(each, new_names, is_name=is_name) for each in json_value]
    return (
        new_names.get(json_value, json_value)
        if is_name and isinstance(json_value, str)
        else json_value
    )


def _parse_line_commands(line_object: Line, *, is_begun: bool) -> Iterator[PodCommand]:
    """Yield the commands of a line; an `open` line also starts the pod. Raises `InvalidValue`."""
    if line_object.get("do") == "open":
        yield from _parse_opening_commands(convert_value(line_object, _OpenLine))
        return
    shape, command = _COMMANDS[
        parse_command_name(line_object, _COMMANDS if is_begun else ("open",))
    ]
    yield command(convert_value(line_object, shape))


def _remove_defeat_index(refusal: Refusal) -> Refusal:
    """Return the refusal of a single defeat, whose field needs no index."""
    field = refusal.field.removeprefix("at_once[0].")
    return Refusal(refusal.code, field, **refusal.arguments)


def _parse_opening_commands(line: _OpenLine) -> Iterator[PodCommand]:
    if not line.players:
        raise InvalidValue("players", "nobody plays; accepted: the players' names")
    setup = PodSetup(
        line.table,
        line.variant,
        line.base,
        line.scoring or list_scorings_of_variant(line.variant)[0],
        line.options.choose_master,
        teams=_count_line_teams(line),
    )
    yield OpenLobby(setup, line.players[0], line.players)
    yield seating.draw_seats_from_seed(
        setup, line.players, _find_given_seats(line), line.first, line.seed
    )


def _count_line_teams(line: _OpenLine) -> int:
    """Return the number of teams in an opening line, or the fewest equal teams (TAB-23)."""
    if line.teams is None:
        return find_minimum_team_count(TABLES[line.table], len(line.players))
    return len(line.teams)


def _find_given_seats(line: _OpenLine) -> tuple[Player, ...] | None:
    """Return the seats given by an opening line or by its teams (TAB-D6).

    None if the seats are to be drawn.
    """
    teams = line.teams
    table = TABLES[line.table]
    if teams is None:
        return line.seats
    if not has_fixed_teams(table):
        raise InvalidValue("teams", f"the table {line.table} has no teams; accepted: leave it out")
    if sorted(player for team in teams for player in team) != sorted(line.players):
        raise InvalidValue("teams", "not the players; accepted: each of them in one team")
    if (
        len(teams) < MIN_TEAM_SIZE
        or len({len(team) for team in teams}) > 1
        or len(teams[0]) < MIN_TEAM_SIZE
    ):
        raise InvalidValue("teams", "not equal; accepted: teams of as many players, two at least")
    if table.sides == "rows" and len(teams) != MIN_TEAM_SIZE:
        raise InvalidValue("teams", f"{len(teams)} teams; accepted at this table: {MIN_TEAM_SIZE}")
    row = seats.arrange_teams_at_table(table, teams)
    if line.seats is not None and line.seats != row:
        raise InvalidValue("seats", f"not the row of the teams; accepted: {', '.join(row)}")
    return row


class DefeatQuestion(DefeatReport, frozen=True, kw_only=True):
    """A question about a defeat without a pod, by the rules of a variant.

    `teams` maps each servant to their master.
    """

    variant: VariantId
    teams: dict[Player, Player] = field(default_factory=dict)


def judge_defeat(question: DefeatQuestion, catalogue: Catalogue) -> Document:
    """Return the JSON verdict on a defeat without a pod, or the choice that the loser has to
    make.

    Raises `InvalidValue` for impossible teams, and `Refusal`.
    """
    validate_teams(question.teams, question.variant)
    try:
        report = _extract_report(question)
        event = decide_pod_command(
            build_imaginary_pod(report, question.teams, question.variant), ReportDefeats((report,))
        )
    except Refusal as refusal:
        raise _remove_defeat_index(refusal) from None
    assert isinstance(event, DefeatsReported)
    pending = event.outcome.pending
    if pending is not None:
        return {"waiting_for": _build_question_document(pending.question)}
    return _build_verdict_document(event.outcome.verdicts[0], MessageFormatter(catalogue, str))


def validate_teams(
    masters: Mapping[Player, Player], variant_id: str, house_variant: Variant | None = None
) -> None:
    """Raise `InvalidValue` unless the variant allows these teams, which map servants to
    masters.

    `house_variant` are the answers of a variant that is not built in.
    """
    answers = house_variant or VARIANTS[variant_id]
    for servant, master in masters.items():
        if master in masters and answers.team_is_one_side:
            raise InvalidValue(f"teams.{servant}", f"{master} serves too; accepted: a master")
        if servant in (master, masters.get(master)):
            raise InvalidValue(f"teams.{servant}", f"{master} serves {servant}; accepted: another")
    if masters and not answers.has_servants:
        raise InvalidValue("teams", f"nobody serves in {variant_id}; accepted: leave it out")


def build_imaginary_pod(
    report: DefeatReport,
    masters: Mapping[Player, Player],
    variant_id: str,
    house_variant: Variant | None = None,
) -> Pod:
    """Build a running pod with all players of a reported defeat and two more masters."""
    sources = [*report.sources]
    if report.protection_ended_by is not None:
        sources.append(report.protection_ended_by)
    named = [report.loser, *masters, *masters.values()]
    named += [player for s in sources for player in (s.controller, s.effective_owner)]
    named += [player for player in (report.controlled_by, report.kindslaver) if player]
    unnamed = (name for length in count(1) if (name := "\0" * length) not in named)
    players = tuple(dict.fromkeys([*named, *islice(unnamed, _EXTRA_MASTERS)]))
    standings = {player: PlayerStanding(player) for player in players}
    for step, (servant, master) in enumerate(masters.items()):
        standings[servant] = PlayerStanding(servant, "servant", master, served=((step, servant),))
    setup = PodSetup(
        variant=variant_id, scoring=list_scorings_of_variant(variant_id)[0], house=house_variant
    )
    return Pod(setup, players[0], players, standings, step=len(masters))


_EXTRA_MASTERS = 2
"""Additional masters, so that a case is judged as if three or more were in the game."""


def describe_defeat_answer(answer: Document, catalogue: Catalogue) -> str:
    """Return the result of `judge_defeat` in a sentence."""
    if "waiting_for" in answer:
        return MessageFormatter(catalogue, str).render_question(
            convert_value(answer["waiting_for"], PlayerChoice)
        )
    return f"{answer['rule']}: {answer['because']}"


def build_pod_document(pod: Pod, catalogue: Catalogue) -> Document:
    """Build the JSON document of a started pod, without places and deeds."""
    words = MessageFormatter(catalogue, str)
    turn = pod.turn
    result = credit_result_owners(pod).result
    ranges = RangeOfInfluence(pod)
    return {
        "state": pod.state,
        "waiting_for": _build_question_document(pod.open_question)
        if pod.state == "waiting"
        else None,
        "players": [
            _build_player_document(ranges, standing, pod.find_deck(standing.player))
            for standing in pod.standings.values()
        ],
        "turn": {"active": turn.active, "number": turn.number} if turn else None,
        "verdicts": [_build_verdict_document(verdict, words) for verdict in pod.verdicts],
        "result": None
        if result is None
        else {"winners": result.winners, "draw": result.draw, "points": result.points},
    }


def _build_question_document(question: PlayerChoice | None) -> Document | None:
    if question is None:
        return None
    return {
        "kind": question.kind,
        "by": question.by,
        "options": question.options,
        "may_decline": question.may_decline,
    }


def _build_player_document(
    ranges: RangeOfInfluence, standing: PlayerStanding, deck: Deck | None
) -> Document:
    return {
        "player": standing.player,
        "status": standing.status,
        "master": standing.master if standing.status == "servant" else None,
        "out_as": standing.out_as,
        "in_range": ranges.find_players_in_range(standing.player),
        "may_attack": ranges.find_attackable_players(standing.player),
        "deck": None
        if deck is None
        else {"commanders": [each.text for each in deck.commanders], "bracket": deck.bracket},
    }


def _build_verdict_document(verdict: DefeatVerdict, formatter: MessageFormatter) -> Document:
    return {
        "loser": verdict.loser,
        "responsible": verdict.responsible,
        "becomes": verdict.becomes,
        "rule": verdict.rule,
        "because": formatter.render_verdict_reason(verdict),
        "source": verdict.source,
    }


def render_pod_summary(pod: Pod, catalogue: Catalogue) -> str:
    """Return the state of a pod in a few lines of text."""
    words = MessageFormatter(catalogue, str)
    lines = [catalogue(f"state-{pod.state}")]
    for player in list_players_in_game(pod.standings):
        serving = words.join_player_names(list_servants(pod.standings, player))
        status = pod.standings[player].status
        if serving:
            lines.append(catalogue("team-served", master=player, servants=serving))
        elif status == "masterless":
            lines.append(catalogue("team-masterless", player=player))
        elif status == "master":
            lines.append(player)
    gone = [player for player, s in pod.standings.items() if s.status == "out"]
    if gone:
        lines.append(catalogue("team-out", players=words.join_player_names(gone)))
    lines += [
        f"{v.rule}: {words.render_consequence(v)} {words.render_verdict_reason(v)}"
        for v in pod.verdicts
    ]
    if pod.open_question is not None and pod.state == "waiting":
        lines.append(words.render_question(pod.open_question))
    result = credit_result_owners(pod).result
    if result is not None:
        lines += [f"{player}: {points:+d}" for player, points in result.points.items()]
    return "\n".join(lines)
