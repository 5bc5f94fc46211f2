"""Series on their boards and in answers: rounds, points and winners."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import discord

from bot.front.rendering import embeds
from bot.projections.past_pods import Round, read_rounds
from bot.rules.facts import Player
from bot.rules.guests import find_excess
from bot.rules.series import SeriesStanding, compute_standing
from bot.rules.substitutes import credit_pod
from bot.rules.tables import TABLES, has_teams
from bot.service.live_game import LiveGame
from bot.storage.engine.database import Database
from bot.words import Words

MAX_SERIES_LINES = 10
"""The most players with points on a board, and the most rounds in an answer."""


class SeriesView(NamedTuple):
    """The standing of a pod's series, and its `rounds` so far without closed ones.

    `likely` is the standing once the pod's own result counts, if it has one already. `later` is
    the number of the channel's next pod, which may be a round, too.
    """

    target: int
    rounds: Sequence[Round]
    standing: SeriesStanding
    later: int | None
    likely: SeriesStanding | None = None

    @property
    def players(self) -> list[Player]:
        """Everybody with points, most first; ties have a stable order."""
        points = self.standing.points
        return sorted(points, key=lambda player: (-points[player], player))


async def read_series(database: Database, live: LiveGame) -> SeriesView | None:
    """Load the standing of the series that a pod is a round of, if any. Raises `Unreachable`."""
    pod = live.pod
    if pod is None or pod.setup.series is None:
        return None
    series = pod.setup.series
    number = live.number
    every = await read_rounds(database, live.place.channel, series.first or number)
    later = next((each.number for each in every if each.number > number), None)
    played = [each for each in every if each.number <= number and each.state != "closed"]
    before = [each.points or None for each in played if each.number < number]
    credited = credit_pod(pod)
    own = None if credited.counted is None or find_excess(pod) else credited.counted.points
    teams = has_teams(TABLES[pod.setup.table])
    now = compute_standing([*before, own], series.target, teams=teams)
    result = None if pod.result is None or find_excess(pod) else pod.result.points
    likely = compute_standing([*before, result], series.target, teams=teams)
    return SeriesView(series.target, played[len(before) + 1 - now.round :], now, later, likely)


def is_going_on(shown: SeriesView) -> bool:
    """Return whether a series has begun and nobody has won it."""
    return bool(shown.rounds) and not shown.standing.winners


def find_players(shown: SeriesView | None) -> list[Player]:
    """Return the players whom a board names because of the series."""
    return [] if shown is None else shown.players


def add_series(embed: discord.Embed, shown: SeriesView | None, words: Words) -> None:
    """Add the standing of the series to a board."""
    if shown is not None:
        name = words.text("series-round", round=shown.standing.round, target=shown.target)
        lines = [*render_won(shown, words), *_render_points(shown, words)] or [
            words.text("series-begins")
        ]
        embed.add_field(name=name, value="\n".join(lines), inline=False)


def render_won(shown: SeriesView | None, words: Words) -> Iterator[str]:
    """Yield a line on who has won the series, if somebody has."""
    if shown is None:
        return
    points = shown.standing.points
    winners = shown.standing.winners
    if winners:
        yield words.text(
            "series-won",
            winners=words.join_names(winners),
            count=len(winners),
            points=points[winners[0]],
            second=max((points[p] for p in points if p not in winners), default=0),
        )


def _render_points(shown: SeriesView, words: Words) -> Iterator[str]:
    points = shown.standing.points
    for player in shown.players[:MAX_SERIES_LINES]:
        rank = 1 + sum(other > points[player] for other in points.values())
        yield words.text(
            "series-line",
            rank=embeds.MEDALS.get(rank, f"`{rank}.`"),
            player=words.name(player),
            points=points[player],
        )
    if len(points) > MAX_SERIES_LINES:
        yield "…"


def render_series(shown: SeriesView, words: Words) -> discord.Embed:
    """Render the answer on a series: the board's part, and each round."""
    text = words.text
    embed = discord.Embed(title=text("series-title"), colour=embeds.COLOURS["lobby"])
    add_series(embed, shown, words)
    lines = [_render_round(number, each, words) for number, each in enumerate(shown.rounds, 1)]
    value = "\n".join(lines[-MAX_SERIES_LINES:])
    embed.add_field(name=text("series-rounds"), value=value, inline=False)
    return embed


def _render_round(number: int, each: Round, words: Words) -> str:
    text = words.text
    if not each.points:
        result = text("series-unconfirmed" if each.state == "finished" else "series-open")
        return text("series-played", round=number, result=result)
    best = sorted(each.points.items(), key=lambda one: (-one[1], one[0]))
    points = " · ".join(f"{words.name(player)} {points}" for player, points in best)
    won = f"🏆 {words.join_names(each.winners)}" if each.winners else text("series-draw")
    return text("series-played", round=number, result=f"{won}\n-# {points}")
