"""What a pod looks like: embeds from its state. They decide nothing and ask nobody."""

from collections.abc import Iterable, Sequence
from typing import assert_never

import discord

from bot.front.naming import cut, shown
from bot.i18n import Catalogue
from bot.projections.standings import Line
from bot.rules.decide import fewest_players, most_players
from bot.rules.events import (
    Answer,
    Chose,
    Closed,
    Conceded,
    Defeated,
    Drew,
    Event,
    Joined,
    Left,
    Opened,
    Outcome,
    Restarted,
    Started,
    SubgameBegan,
    TurnBegan,
    Undone,
    Verdict,
    Won,
)
from bot.rules.facts import Player, Report, Source
from bot.rules.pod import Pod, State
from bot.rules.tables import TABLES
from bot.rules.teams import masters, servants
from bot.rules.variants import LEAVING, VARIANTS
from bot.storage.log import Recorded
from bot.words import Words

COLOURS: dict[State, int] = {
    "lobby": 0x5865F2,
    "running": 0x2D9C6F,
    "waiting": 0xE0A030,
    "finished": 0xD4AF37,
    "closed": 0x6D6F78,
}
DESCRIPTION, FIELD, TITLE = 4096, 1024, 256  # Discord's limits, characters


def pod(pod: Pod, words: Words) -> discord.Embed:
    """The lobby or the board of a pod."""
    embed = _lobby(pod, words) if pod.state == "lobby" or not pod.standings else _board(pod, words)
    embed.colour = discord.Colour(COLOURS[pod.state])
    embed.title = cut(_title(pod, words), TITLE)
    embed.set_footer(text=_agreed(pod, words.text))
    return embed


def _title(pod: Pod, words: Words) -> str:
    if pod.setup.title:
        return shown(pod.setup.title)
    return words.text("board-title", variant=words.text(f"variant-{pod.setup.variant}"))


def _agreed(pod: Pod, text: Catalogue) -> str:
    """What was agreed: variant, base format, table, and what differs from the usual."""
    setup = pod.setup
    parts = [
        text(f"variant-{setup.variant}"),
        text(f"base-{setup.base}"),
        text(f"table-{setup.table}"),
    ]
    if setup.scoring != VARIANTS[setup.variant].scorings[0]:
        parts.append(text(f"scoring-{setup.scoring}"))
    if setup.choose_master:
        parts.append(text("option-choose-master"))
    return " · ".join(parts)


def _lobby(pod: Pod, words: Words) -> discord.Embed:
    text = words.text
    fewest, most = fewest_players(pod.setup), most_players(pod.setup)
    have = len(pod.players)
    lines = [text(f"variant-{pod.setup.variant}-about"), ""]
    lines += [f"{number}. {words.name(player)}" for number, player in enumerate(pod.players, 1)]
    if not pod.players:
        lines.append(text("lobby-empty"))
    if pod.closed:
        lines += ["", text("board-closed")]
        return discord.Embed(description="\n".join(lines))
    if have < fewest:
        lines += ["", text("lobby-missing", missing=fewest - have)]
    elif have >= most:
        lines += ["", text("lobby-full", host=words.name(pod.host))]
    else:
        lines += ["", text("lobby-ready", host=words.name(pod.host), free=most - have)]
    low, high = TABLES[pod.setup.table].usual
    if have >= fewest and not low <= have <= high:
        lines.append(text("lobby-remark", low=max(low, fewest), high=high))
    embed = discord.Embed(description="\n".join(lines))
    embed.add_field(name=text("lobby-seats"), value=text("lobby-seats-value", have=have, most=most))
    embed.add_field(name=text("lobby-host"), value=words.name(pod.host))
    return embed


def _board(pod: Pod, words: Words) -> discord.Embed:
    lines = _result(pod, words) if pod.result is not None else []
    lines += _teams(pod, words)
    gone = [player for player, standing in pod.standings.items() if standing.status == "out"]
    if gone:
        lines += ["", words.text("board-out", players=words.names(gone))]
    lines += ["", _now(pod, words)] if pod.result is None else []
    embed = discord.Embed(description=cut("\n".join(lines), DESCRIPTION))
    if pod.step == 0:
        embed.add_field(name=words.text("board-seats"), value=_seats(pod, words), inline=False)
    if pod.verdicts:
        latest = pod.verdicts[-1]
        embed.add_field(
            name=words.text("board-latest", rule=latest.rule),
            value=cut(fate(latest, words), FIELD),
            inline=False,
        )
    return embed


def _teams(pod: Pod, words: Words) -> list[str]:
    """A line for each master and, below, one for each who serves them, in order of service."""
    lines: list[str] = []
    served = VARIANTS[pod.setup.variant].loser_becomes == "servant"
    for master in masters(pod.standings):
        lines.append(f"{'👑' if served else '🛡️'} **{words.name(master)}**")
        lines += [f"┗ {words.name(player)}" for player in servants(pod.standings, master)]
    return lines


def _seats(pod: Pod, words: Words) -> str:
    first = pod.turn.seat if pod.turn else pod.players[0]
    start = pod.players.index(first)
    return " → ".join(words.name(p) for p in (*pod.players[start:], *pod.players[:start]))


def _now(pod: Pod, words: Words) -> str:
    """Whose turn it is, or what the pod waits for."""
    text = words.text
    if pod.closed:
        return f"⚪ {text('board-closed')}"
    if pod.question is not None:
        return f"⏳ {words.question(pod.question)}"
    if pod.subgame is not None:
        return f"🌀 {text(f'board-subgame-{pod.subgame_card}')}"
    assert pod.turn is not None
    if not pod.turn.active:
        return f"▶️ {text('board-turn-nobody', number=pod.turn.number)}"
    active = words.names(pod.turn.active)
    return f"▶️ {text('board-turn', number=pod.turn.number, players=active)}"


def _result(pod: Pod, words: Words) -> list[str]:
    result = pod.result
    assert result is not None
    ranked = sorted(result.points.items(), key=lambda line: -line[1])
    lines = [words.text("board-draw")] if result.draw else [_winners(result.winners, words)]
    return [*lines, "", *(f"`{_signed(points)}` {words.name(p)}" for p, points in ranked), ""]


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else " 0"


def _winners(winners: Sequence[Player], words: Words) -> str:
    master, *team = winners
    if not team:
        return words.text("board-won", winner=words.name(master))
    return words.text("board-won-team", winner=words.name(master), team=words.names(team))


# Verdicts


def fate(verdict: Verdict, words: Words) -> str:
    """What became of a loser, and why."""
    responsible = words.name(verdict.responsible) if verdict.responsible else ""
    became = words.text(
        f"became-{verdict.becomes}", loser=words.name(verdict.loser), responsible=responsible
    )
    return f"**{became}** {words.because(verdict, shown)}"


def outcome(outcome: Outcome, words: Words) -> str:
    """What a report leads to, a line for each verdict, or the choice that is open."""
    if outcome.pending is not None and outcome.pending.question is not None:
        return words.question(outcome.pending.question)
    return "\n".join(f"`{v.rule}` {fate(v, words)}" for v in outcome.verdicts)


def report(report: Report, words: Words) -> str:
    """The facts of one defeat on one line."""
    text = words.text
    parts = [text("fact-lost", loser=words.name(report.loser), cause=text(f"cause-{report.cause}"))]
    parts += [source(each, words) for each in report.sources]
    if report.controlled_by:
        parts.append(text("fact-controlled", player=words.name(report.controlled_by)))
    if report.kindslaver:
        parts.append(text("fact-kindslaver", player=words.name(report.kindslaver)))
    if report.protection_ended_by:
        ended = source(report.protection_ended_by, words)
        parts.append(text("fact-protection", source=ended))
    return " · ".join(parts)


def source(source: Source, words: Words) -> str:
    """An object, who controlled it, and what else was said of it."""
    text = words.text
    name = shown(source.object) if source.object else text("unnamed-source")
    notes = [text("fact-controller", player=words.name(source.controller))]
    if source.owned_by != source.controller:
        notes.append(text("fact-owner", player=words.name(source.owned_by)))
    if source.amount is not None:
        notes.append(text("fact-amount", amount=source.amount))
    if source.voluntary:
        notes.append(text("fact-voluntary"))
    if source.forced_draw:
        notes.append(text("fact-forced"))
    return f"{name} ({', '.join(notes)})"


def event(event: Event, words: Words) -> str:  # noqa: PLR0912 - one case for each event
    """What happened, in a line or a few."""
    text, name = words.text, words.name
    match event:
        case Opened():
            return text("event-opened", player=name(event.host))
        case Joined():
            return text("event-joined", player=name(event.player))
        case Left():
            return text("event-left", player=name(event.player))
        case Started():
            return text("event-started", seats=words.names(event.seats), first=name(event.first))
        case Defeated():
            facts = "\n".join(report(each, words) for each in event.reports)
            return f"{facts}\n{outcome(event.outcome, words)}"
        case Conceded():
            return _with(text("event-conceded", player=name(event.player)), event.outcome, words)
        case Chose():
            return _with(_chose(event.answer, words), event.outcome, words)
        case Won():
            return text(f"event-won-{event.means}", player=name(event.player))
        case Drew():
            return text("event-drew")
        case TurnBegan():
            turn = event.outcome.turn
            return text("event-turn", players=words.names(turn.active) if turn else "")
        case Restarted():
            return text("event-restarted", player=name(event.by))
        case SubgameBegan():
            return text(f"board-subgame-{event.card}")
        case Undone():
            return text("event-undone")
        case Closed():
            return text("event-closed")
        case _:
            assert_never(event)


def _chose(answer: Answer, words: Words) -> str:
    by = words.name(answer.by)
    if answer.player is None:
        return words.text("event-declined", by=by)
    return words.text("event-chose", by=by, player=words.name(answer.player))


def _with(lead: str, what: Outcome, words: Words) -> str:
    """An event, then what it led to: verdicts, a new master, an open choice."""
    lines = [lead, outcome(what, words)]
    lines += [
        words.text("event-succeeded", player=words.name(move.player))
        for move in what.moves
        if move.status == "master"
    ]
    return "\n".join(line for line in lines if line)


def line(recorded: Recorded, words: Words) -> str:
    """An event in a pod's story: when, what, and who reported it."""
    at = discord.utils.format_dt(recorded.at, "t")
    by = words.text("log-by", player=words.name(recorded.by)) if recorded.by else ""
    return f"{at} {event(recorded.event, words)} {by}"


# Private answers


def checklist(pod: Pod, player: Player, words: Words) -> discord.Embed:
    """What is asked of a player now: by ESC-4 of the beaten, by TAB-16 when somebody left."""
    text = words.text
    standing = pod.standings.get(player)
    embed = discord.Embed(title=text("checklist-title"), colour=COLOURS[pod.state])
    if standing is not None and standing.status == "servant" and standing.master is not None:
        steps: Iterable[str] = VARIANTS[pod.setup.variant].checklist
        embed.description = text("checklist-servant", master=words.name(standing.master))
    elif standing is not None and standing.status == "out":
        steps = LEAVING
        embed.description = text("checklist-out")
    else:
        steps = ()
        embed.description = text("checklist-nothing")
    numbered = [f"{n}. {text(f'checklist-{step}')}" for n, step in enumerate(steps, 1)]
    if numbered:
        embed.description += "\n\n" + "\n".join(numbered)
    return embed


def how(pod: Pod, text: Catalogue) -> discord.Embed:
    """How the variant works, for a newcomer."""
    variant = pod.setup.variant
    return discord.Embed(
        title=text(f"variant-{variant}"),
        description=cut(text(f"how-{variant}"), DESCRIPTION),
        colour=COLOURS["lobby"],
    )


MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def leaderboard(lines: Sequence[Line], own: Line | None, words: Words) -> discord.Embed:
    """The best of a server, and the caller's own line wherever they stand."""
    text = words.text
    embed = discord.Embed(title=text("leaderboard-title"), colour=COLOURS["finished"])
    if not lines:
        embed.description = text("leaderboard-empty")
        return embed
    embed.description = "\n".join(_ranked(line, words) for line in lines)
    embed.set_footer(text=text("leaderboard-legend"))
    if own is not None and own.player not in {line.player for line in lines}:
        embed.add_field(name=text("leaderboard-own"), value=_ranked(own, words), inline=False)
    return embed


def _ranked(line: Line, words: Words) -> str:
    return words.text(
        "leaderboard-line",
        rank=MEDALS.get(line.rank, f"`{line.rank}.`"),
        player=words.name(line.player),
        points=line.points,
        games=line.games,
        masters=line.won_as_master,
        servants=line.won_as_servant,
    )
