"""The picture of a night's standings: ranks round by round, and points at the end."""

from collections.abc import Mapping, Sequence

from bot.front.ui.text_chart import describe_chart
from bot.i18n import Catalogue
from bot.nights.night import Night
from bot.nights.standings import NightRoundScores, compute_night_standings
from bot.pictures.scene import ChartLine, PlayerFigure, RankChart
from bot.rules.facts import Player
from bot.service.pod_states import NightPodState, compute_round_scores

PICTURE_NAME = "night.png"

MAX_CHARTED = 8
"""The most players in the picture: the board of a night of twelve fits on a phone's screen."""


def list_finished_rounds(
    night: Night, pod_states: Sequence[Sequence[NightPodState]]
) -> list[NightRoundScores]:
    """Return the scores of a night's rounds that are over, or of all rounds of a closed night.

    The list is empty before the first result.
    """
    rounds = compute_round_scores(night, pod_states)
    over = [not any(each.is_playing for each in pods) for pods in pod_states]
    shown = len(rounds) if night.closed is not None or all(over) else over.index(False)
    return rounds[:shown] if any(each.pods for each in rounds[:shown]) else []


def list_charted_players(rounds: Sequence[NightRoundScores]) -> list[Player]:
    """Return the players in the picture of a night's standings, best first."""
    lines = compute_night_standings(rounds)
    return [line.player for line in lines if line.games][:MAX_CHARTED]


def build_night_chart(
    rounds: Sequence[NightRoundScores], figures: Mapping[Player, PlayerFigure], catalogue: Catalogue
) -> RankChart:
    """Return the chart of a night's standings after each of its rounds."""
    lines = {line.player: line for line in compute_night_standings(rounds)}
    after = [
        {line.player: line.points for line in compute_night_standings(rounds[: number + 1])}
        for number in range(len(rounds))
    ]
    return RankChart(
        catalogue("night-chart"),
        tuple(f"{number}" for number in range(1, len(rounds) + 1)),
        tuple(
            ChartLine(
                figures[player].name,
                lines[player].place,
                f"{lines[player].points}",
                tuple(points.get(player) for points in after),
                figures[player].added,
            )
            for player in list_charted_players(rounds)
        ),
    )


def describe_night_chart(chart: RankChart, catalogue: Catalogue) -> str:
    """Return the alt text of the picture of a night's standings."""
    return describe_chart(chart, catalogue, "night-chart-picture")
