"""Series on their boards and in replies: rounds, points and winners."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import discord

from bot.formatters.messages import PodMessageFormatter
from bot.front.ui import embeds
from bot.projections.past_pods import PodSeriesRound, load_pod_series_rounds
from bot.rules.facts import Player
from bot.rules.guests import explain_if_pod_has_too_many_guests
from bot.rules.series import GameSeriesScore, compute_game_series_score
from bot.rules.substitutes import replace_players_by_result_owners
from bot.rules.tables import TABLES, has_fixed_teams
from bot.service.live_game import LiveGame
from bot.storage.engine.database import Database

MAX_SERIES_LINES = 10
"""The most players with points on a board, and the most rounds in an answer."""


class GameSeriesSummary(NamedTuple):
    """The rounds of a series of games so far, and its score.

    The field `likely` is the score once the pod's own result counts, if it has one already. `later` is the number of
    the channel's next pod, which may be a round, too.
    """

    target: int
    rounds: Sequence[PodSeriesRound]
    standing: GameSeriesScore
    later: int | None
    likely: GameSeriesScore | None = None

    @property
    def players_ranked_by_points(self) -> list[Player]:
        """The players with points in a series, best first."""
        points = self.standing.points
        return sorted(points, key=lambda player: (-points[player], player))


async def load_series_summary_of_pod(database: Database, live_game: LiveGame) -> GameSeriesSummary | None:
    """Load the score of the series to which a pod belongs; None without one. Raises `DatabaseUnreachableError`."""
    pod = live_game.pod
    if pod is None or pod.setup.series is None:
        return None
    series = pod.setup.series
    number = live_game.number
    every = await load_pod_series_rounds(database, live_game.place.channel, series.first or number)
    later = next((each.number for each in every if each.number > number), None)
    played = [each for each in every if each.number <= number and each.state != "closed"]
    before = [each.points or None for each in played if each.number < number]
    credited = replace_players_by_result_owners(pod)
    own = (
        None
        if credited.final_result is None or explain_if_pod_has_too_many_guests(pod)
        else credited.final_result.points
    )
    teams = has_fixed_teams(TABLES[pod.setup.table])
    now = compute_game_series_score([*before, own], series.target, has_teams=teams)
    result = None if credited.result is None or explain_if_pod_has_too_many_guests(pod) else credited.result.points
    likely = compute_game_series_score([*before, result], series.target, has_teams=teams)
    return GameSeriesSummary(series.target, played[len(before) + 1 - now.round :], now, later, likely)


def is_series_in_progress(series_summary: GameSeriesSummary) -> bool:
    """Return True if a series has begun and nobody has won it yet."""
    return bool(series_summary.rounds) and not series_summary.standing.winners


def list_series_players_with_points(series_summary: GameSeriesSummary | None) -> list[Player]:
    return [] if series_summary is None else series_summary.players_ranked_by_points


def add_series_score_field(
    embed: discord.Embed,
    series_summary: GameSeriesSummary | None,
    formatter: PodMessageFormatter,
    *,
    explains_series: bool = True,
) -> None:
    """Add a series' score to an embed. Before the first point, it can explain how a series is won."""
    if series_summary is not None:
        name = formatter.text("series-round", round=series_summary.standing.round, target=series_summary.target)
        lines = [
            *render_series_winners(series_summary, formatter),
            *_render_player_points_in_series(series_summary, formatter),
        ] or ([formatter.text("series-begins")] if explains_series else [])
        if lines:
            embed.add_field(name=name, value="\n".join(lines), inline=False)


def render_series_winners(series_summary: GameSeriesSummary | None, formatter: PodMessageFormatter) -> Iterator[str]:
    """Yield a line with the winners of a series, if there are any yet."""
    if series_summary is None:
        return
    points = series_summary.standing.points
    winners = series_summary.standing.winners
    if winners:
        yield formatter.text(
            "series-won",
            winners=formatter.join_player_names(winners),
            count=len(winners),
            points=points[winners[0]],
            second=max((points[p] for p in points if p not in winners), default=0),
        )


def _render_player_points_in_series(series_summary: GameSeriesSummary, formatter: PodMessageFormatter) -> Iterator[str]:
    points = series_summary.standing.points
    for player in series_summary.players_ranked_by_points[:MAX_SERIES_LINES]:
        rank = 1 + sum(other > points[player] for other in points.values())
        yield formatter.text(
            "series-line",
            rank=embeds.MEDALS.get(rank, f"`{rank}.`"),
            player=formatter.name(player),
            points=points[player],
        )
    if len(points) > MAX_SERIES_LINES:
        yield "…"


def render_series_score_embed(series_summary: GameSeriesSummary, formatter: PodMessageFormatter) -> discord.Embed:
    """Return an embed with a series' score and the result of each round."""
    text = formatter.text
    embed = discord.Embed(title=text("series-title"), colour=embeds.COLOURS["lobby"])
    add_series_score_field(embed, series_summary, formatter)
    lines = [
        _render_series_round_result(number, each, formatter) for number, each in enumerate(series_summary.rounds, 1)
    ]
    value = "\n".join(lines[-MAX_SERIES_LINES:])
    embed.add_field(name=text("series-rounds"), value=value, inline=False)
    return embed


def _render_series_round_result(round_number: int, round_result: PodSeriesRound, formatter: PodMessageFormatter) -> str:
    text = formatter.text
    if not round_result.points:
        result = text("series-unconfirmed" if round_result.state == "finished" else "series-open")
        return text("series-played", round=round_number, result=result)
    best = sorted(round_result.points.items(), key=lambda one: (-one[1], one[0]))
    points = " · ".join(f"{formatter.name(player)} {points}" for player, points in best)
    won = f"🏆 {formatter.join_player_names(round_result.winners)}" if round_result.winners else text("series-draw")
    return text("series-played", round=round_number, result=f"{won}\n-# {points}")
