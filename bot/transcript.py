"""Transcripts of pods (JSON Lines): their replay, and the documents made of them.

These formats are a contract with scripts and other tools; the rules do not know them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count, islice
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, field

from bot import seating
from bot.i18n import Catalogue
from bot.reading import Unreadable, read
from bot.replaying import Line, read_do, read_line, replay_lines
from bot.rules import seats
from bot.rules.acts import Event
from bot.rules.choosing import Choose
from bot.rules.closing import Close
from bot.rules.concession import Concede
from bot.rules.decide import decide
from bot.rules.deck_naming import NameDeck
from bot.rules.deeds import find_deeds, find_places, trace_course
from bot.rules.facts import (
    MAX_CARD_LENGTH,
    MAX_COMMANDERS,
    Bracket,
    CardText,
    Commander,
    Deck,
    Player,
    Report,
)
from bot.rules.joining import Join
from bot.rules.lobby import Open
from bot.rules.next_turn import NextTurn
from bot.rules.pod import Pod, PodCommand, StoryEvent, evolve
from bot.rules.ranges import Ranges
from bot.rules.records import Base, Means, Question, Setup, Standing, SubgameCard, Verdict
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeat, Defeated
from bot.rules.restarting import Restart, Subgame
from bot.rules.substitutes import Substitute, credit_pod
from bot.rules.tables import MIN_TEAM_SIZE, TABLES, TableId, find_fewest_teams, has_teams
from bot.rules.teams import find_in_game, find_servants
from bot.rules.undoing import Undo, Undone
from bot.rules.variants import VARIANTS, ScoringId, Variant, VariantId, list_scorings
from bot.rules.winning import Draw, Win
from bot.words import Words

Document = dict[str, Any]


class _Line(Struct, frozen=True, forbid_unknown_fields=True):
    do: str


class _Options(Struct, frozen=True, forbid_unknown_fields=True):
    choose_master: bool = False


class _Open(_Line, frozen=True):
    table: TableId
    variant: VariantId
    players: tuple[Player, ...]
    seats: tuple[Player, ...] | None = None
    seed: int = 0
    first: Player | None = None
    base: Base = "commander"
    scoring: ScoringId | None = None
    options: _Options = _Options()
    teams: tuple[tuple[Player, ...], ...] | None = None


class _Defeat(Report, frozen=True):
    do: str = "defeat"


class _Defeats(_Line, frozen=True):
    at_once: tuple[Report, ...]


class _Player(_Line, frozen=True):
    player: Player


class _Substitute(_Line, frozen=True):
    player: Player
    by: Player
    takes_result: bool = False


class _Choose(_Line, frozen=True):
    by: Player
    player: Player | UnsetType | None = UNSET


class _Win(_Line, frozen=True):
    player: Player
    means: Means


class _Restart(_Line, frozen=True):
    by: Player


class _Subgame(_Line, frozen=True):
    card: SubgameCard


_TypedCard = Annotated[CardText, Meta(max_length=MAX_CARD_LENGTH)]


class _Deck(_Line, frozen=True):
    player: Player
    commanders: Annotated[tuple[_TypedCard, ...], Meta(min_length=1, max_length=MAX_COMMANDERS)]
    bracket: Bracket | None = None


def _make_deck(line: _Deck) -> NameDeck:
    named = tuple(map(Commander, line.commanders))
    return NameDeck(line.player, Deck(named, line.bracket))


def _take_facts(line: Report) -> Report:
    """Return the facts alone, without the other fields of a line or a case."""
    return Report(*(getattr(line, field) for field in Report.__struct_fields__))


def _make_choose(line: _Choose) -> Choose:
    if isinstance(line.player, UnsetType):
        raise Unreadable("player", "missing; accepted: an option, or null to decline")
    return Choose(line.by, line.player)


_Reader = tuple[type[Struct], Callable[[Any], PodCommand]]

_COMMANDS: Mapping[str, _Reader] = {
    "defeat": (_Defeat, lambda line: Defeat((_take_facts(line),))),
    "defeats": (_Defeats, lambda line: Defeat(line.at_once)),
    "concede": (_Player, lambda line: Concede(line.player)),
    "choose": (_Choose, _make_choose),
    "win": (_Win, lambda line: Win(line.player, line.means)),
    "draw": (_Line, lambda _: Draw()),
    "turn": (_Line, lambda _: NextTurn()),
    "join": (_Player, lambda line: Join(line.player)),
    "restart": (_Restart, lambda line: Restart(line.by)),
    "subgame": (_Subgame, lambda line: Subgame(line.card)),
    "deck": (_Deck, _make_deck),
    "substitute": (
        _Substitute,
        lambda line: Substitute(line.player, line.by, line.takes_result),
    ),
    "undo": (_Line, lambda _: Undo()),
    "close": (_Line, lambda _: Close()),
}


class Recording:
    """A transcript as far as it was played: the pod, its story, and the line of each event.

    Lines count from 1, blank ones not at all, undone ones too.
    """

    def __init__(self) -> None:
        self.pod: Pod | None = None
        self._steps: list[int] = []
        self._lines = 0

    def play(self, line: str) -> None:
        """Play one more line. Raises `Unreadable` or `Refusal`."""
        raw = read_line(line)
        self._lines += 1
        try:
            for command in _read_commands(raw, begun=self.pod is not None):
                event = decide(self.pod, command)
                self.pod = evolve(self.pod, event)
                self._note(event)
        except Refusal as refusal:
            raise _strip_index(refusal) if raw.get("do") == "defeat" else refusal from None

    def _note(self, event: Event) -> None:
        if isinstance(event, Undone):
            self._steps.pop()
        elif isinstance(event, StoryEvent):
            self._steps.append(self._lines)

    def make_document(self, text: Catalogue) -> Document:
        """Return the state of the pod, as `replay --json` prints it."""
        assert self.pod is not None
        course = trace_course(self.pod)
        return {
            **make_document(self.pod, text),
            "places": find_places(course),
            "deeds": [
                {"deed": each.deed, "player": each.player, "step": self._steps[each.step]}
                for each in find_deeds(course)
            ],
        }

    def summarize(self, text: Catalogue) -> str:
        """Return the state of the pod, in a few lines for people."""
        assert self.pod is not None
        return render_summary(self.pod, text)


def record(lines: Iterable[str], text: Catalogue) -> Recording:
    """Play a whole transcript. Raises `Mistake` at its first wrong line."""

    def play_line(line: str, recording: Recording | None) -> Recording:
        recording = recording or Recording()
        recording.play(line)
        return recording

    return replay_lines(lines, text, play_line)


def replay(lines: Iterable[str], text: Catalogue) -> Pod:
    """Return the pod at the end of a transcript. Raises `Mistake` at its first wrong line."""
    pod = record(lines, text).pod
    assert pod is not None
    return pod


def read_commands(lines: Iterable[str], rename: Mapping[Player, Player]) -> Iterator[PodCommand]:
    """Yield the commands of a valid transcript, with all its players renamed."""
    for at, line in enumerate(filter(str.strip, lines)):
        raw: Line = _rename(read_line(line), rename)
        yield from _read_commands(raw, begun=at > 0)


_NAME_FIELDS = frozenset(
    {
        *("player", "by", "loser", "controller", "owner", "controlled_by", "kindslaver", "first"),
        *("players", "seats", "teams"),
    }
)
"""Fields of lines that hold a player's name, or a list of names."""


def _rename(value: Any, rename: Mapping[Player, Player], *, names: bool = False) -> Any:
    """Return a JSON value with all players renamed."""
    if isinstance(value, dict):
        return {
            key: _rename(each, rename, names=key in _NAME_FIELDS) for key, each in value.items()
        }
    if isinstance(value, list):
        return [_rename(each, rename, names=names) for each in value]
    return rename.get(value, value) if names and isinstance(value, str) else value


def _read_commands(raw: Line, *, begun: bool) -> Iterator[PodCommand]:
    """Yield the commands of a line; an `open` also starts the pod. Raises `Unreadable`."""
    if raw.get("do") == "open":
        yield from _read_opening(read(raw, _Open))
        return
    shape, command = _COMMANDS[read_do(raw, _COMMANDS if begun else ("open",))]
    yield command(read(raw, shape))


def _strip_index(refusal: Refusal) -> Refusal:
    """Return the refusal of a single defeat, whose field needs no index."""
    field = refusal.field.removeprefix("at_once[0].")
    return Refusal(refusal.code, field, **refusal.arguments)


def _read_opening(line: _Open) -> Iterator[PodCommand]:
    if not line.players:
        raise Unreadable("players", "nobody plays; accepted: the players' names")
    setup = Setup(
        line.table,
        line.variant,
        line.base,
        line.scoring or list_scorings(line.variant)[0],
        line.options.choose_master,
        teams=_count_teams(line),
    )
    yield Open(setup, line.players[0], line.players)
    yield seating.draw_seeded(setup, line.players, _find_seats(line), line.first, line.seed)


def _count_teams(line: _Open) -> int:
    """Return the number of teams in the line, or the fewest equal ones (TAB-23)."""
    if line.teams is None:
        return find_fewest_teams(TABLES[line.table], len(line.players))
    return len(line.teams)


def _find_seats(line: _Open) -> tuple[Player, ...] | None:
    """Return the seats given by the line or by its teams (TAB-D6); None if they are to be drawn."""
    teams = line.teams
    table = TABLES[line.table]
    if teams is None:
        return line.seats
    if not has_teams(table):
        raise Unreadable("teams", f"the table {line.table} has no teams; accepted: leave it out")
    if sorted(player for team in teams for player in team) != sorted(line.players):
        raise Unreadable("teams", "not the players; accepted: each of them in one team")
    if (
        len(teams) < MIN_TEAM_SIZE
        or len({len(team) for team in teams}) > 1
        or len(teams[0]) < MIN_TEAM_SIZE
    ):
        raise Unreadable("teams", "not equal; accepted: teams of as many players, two at least")
    if table.sides == "rows" and len(teams) != MIN_TEAM_SIZE:
        raise Unreadable("teams", f"{len(teams)} teams; accepted at this table: {MIN_TEAM_SIZE}")
    row = seats.arrange_seats(table, teams)
    if line.seats is not None and line.seats != row:
        raise Unreadable("seats", f"not the row of the teams; accepted: {', '.join(row)}")
    return row


class DefeatQuestion(Report, frozen=True, kw_only=True):
    """A defeat without a pod, by the rules of `variant`; `teams` maps servants to their masters."""

    variant: VariantId
    teams: dict[Player, Player] = field(default_factory=dict)


def judge_defeat(asked: DefeatQuestion, text: Catalogue) -> Document:
    """Return the verdict on a defeat without a pod, or the choice of its loser.

    Raises `Unreadable` for impossible teams, and `Refusal`.
    """
    check_teams(asked.teams, asked.variant)
    try:
        report = _take_facts(asked)
        event = decide(imagine_pod(report, asked.teams, asked.variant), Defeat((report,)))
    except Refusal as refusal:
        raise _strip_index(refusal) from None
    assert isinstance(event, Defeated)
    pending = event.outcome.pending
    if pending is not None:
        return {"waiting_for": _document_question(pending.question)}
    return _document_verdict(event.outcome.verdicts[0], Words(text, str))


def check_teams(teams: Mapping[Player, Player], variant: str, house: Variant | None = None) -> None:
    """Raise `Unreadable` unless the variant can have these teams, which map servants to masters.

    `house` are the answers of a variant that is not built in.
    """
    answers = house or VARIANTS[variant]
    for servant, master in teams.items():
        if master in teams and answers.team_is_one_side:
            raise Unreadable(f"teams.{servant}", f"{master} serves too; accepted: a master")
        if servant in (master, teams.get(master)):
            raise Unreadable(f"teams.{servant}", f"{master} serves {servant}; accepted: another")
    if teams and not answers.has_servants:
        raise Unreadable("teams", f"nobody serves in {variant}; accepted: leave it out")


def imagine_pod(
    case: Report, teams: Mapping[Player, Player], variant: str, house: Variant | None = None
) -> Pod:
    """Return a running pod with all players of a case and two more masters."""
    sources = [*case.sources]
    if case.protection_ended_by is not None:
        sources.append(case.protection_ended_by)
    named = [case.loser, *teams, *teams.values()]
    named += [player for s in sources for player in (s.controller, s.owned_by)]
    named += [player for player in (case.controlled_by, case.kindslaver) if player]
    unnamed = (name for length in count(1) if (name := "\0" * length) not in named)
    players = tuple(dict.fromkeys([*named, *islice(unnamed, _EXTRA_MASTERS)]))
    standings = {player: Standing(player) for player in players}
    for step, (servant, master) in enumerate(teams.items()):
        standings[servant] = Standing(servant, "servant", master, served=((step, servant),))
    setup = Setup(variant=variant, scoring=list_scorings(variant)[0], house=house)
    return Pod(setup, players[0], players, standings, step=len(teams))


_EXTRA_MASTERS = 2
"""Additional masters, so that a case is judged as if three or more were in the game."""


def tell_defeat(case: Document, text: Catalogue) -> str:
    """Describe the result of `judge_defeat` in a sentence."""
    if "waiting_for" in case:
        return Words(text, str).render_question(read(case["waiting_for"], Question))
    return f"{case['rule']}: {case['because']}"


def make_document(pod: Pod, text: Catalogue) -> Document:
    """Return the state of a started pod as `replay --json` prints it, without places and deeds."""
    words = Words(text, str)
    turn = pod.turn
    result = credit_pod(pod).result
    ranges = Ranges(pod)
    return {
        "state": pod.state,
        "waiting_for": _document_question(pod.question) if pod.state == "waiting" else None,
        "players": [
            _document_player(ranges, standing, pod.find_deck(standing.player))
            for standing in pod.standings.values()
        ],
        "turn": {"active": turn.active, "number": turn.number} if turn else None,
        "verdicts": [_document_verdict(verdict, words) for verdict in pod.verdicts],
        "result": None
        if result is None
        else {"winners": result.winners, "draw": result.draw, "points": result.points},
    }


def _document_question(question: Question | None) -> Document | None:
    if question is None:
        return None
    return {
        "kind": question.kind,
        "by": question.by,
        "options": question.options,
        "may_decline": question.may_decline,
    }


def _document_player(ranges: Ranges, standing: Standing, deck: Deck | None) -> Document:
    return {
        "player": standing.player,
        "status": standing.status,
        "master": standing.master if standing.status == "servant" else None,
        "out_as": standing.out_as,
        "in_range": ranges.find_in_range(standing.player),
        "may_attack": ranges.find_attackable(standing.player),
        "deck": None
        if deck is None
        else {"commanders": [each.text for each in deck.commanders], "bracket": deck.bracket},
    }


def _document_verdict(verdict: Verdict, words: Words) -> Document:
    return {
        "loser": verdict.loser,
        "responsible": verdict.responsible,
        "becomes": verdict.becomes,
        "rule": verdict.rule,
        "because": words.render_reason(verdict),
        "source": verdict.source,
    }


def render_summary(pod: Pod, text: Catalogue) -> str:
    """Describe the state of a pod in a few lines."""
    words = Words(text, str)
    lines = [text(f"state-{pod.state}")]
    for player in find_in_game(pod.standings):
        serving = words.join_names(find_servants(pod.standings, player))
        status = pod.standings[player].status
        if serving:
            lines.append(text("team-served", master=player, servants=serving))
        elif status == "masterless":
            lines.append(text("team-masterless", player=player))
        elif status == "master":
            lines.append(player)
    gone = [player for player, s in pod.standings.items() if s.status == "out"]
    if gone:
        lines.append(text("team-out", players=words.join_names(gone)))
    lines += [f"{v.rule}: {words.render_fate(v)} {words.render_reason(v)}" for v in pod.verdicts]
    if pod.question is not None and pod.state == "waiting":
        lines.append(words.render_question(pod.question))
    result = credit_pod(pod).result
    if result is not None:
        lines += [f"{player}: {points:+d}" for player, points in result.points.items()]
    return "\n".join(lines)
