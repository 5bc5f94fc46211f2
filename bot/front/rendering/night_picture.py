"""The picture of a night's standings: places round by round, and points at the end."""

from collections.abc import Mapping, Sequence

from bot.front.rendering.chart_view import describe_chart
from bot.i18n import Catalogue
from bot.nights.night import Night
from bot.nights.standings import RoundScores, compute_standings
from bot.pictures.scene import Chart, ChartLine, Figure
from bot.rules.facts import Player
from bot.service.pod_states import PodState, score_rounds

PICTURE_NAME = "night.png"

MAX_CHARTED = 8
"""The most players in the picture: the board of a night of twelve fits on a phone's screen."""


def list_shown_rounds(night: Night, states: Sequence[Sequence[PodState]]) -> list[RoundScores]:
    """Return the results of the rounds in the picture, which are over; all of a closed night.

    Nothing is shown before the first result.
    """
    rounds = score_rounds(night, states)
    over = [not any(each.is_playing for each in pods) for pods in states]
    shown = len(rounds) if night.closed is not None or all(over) else over.index(False)
    return rounds[:shown] if any(each.pods for each in rounds[:shown]) else []


def find_charted(rounds: Sequence[RoundScores]) -> list[Player]:
    """Return the players in the picture, best first."""
    lines = compute_standings(rounds)
    return [line.player for line in lines if line.games][:MAX_CHARTED]


def make_chart(
    rounds: Sequence[RoundScores], figures: Mapping[Player, Figure], text: Catalogue
) -> Chart:
    """Return the picture of the standings after each of some rounds."""
    lines = {line.player: line for line in compute_standings(rounds)}
    after = [
        {line.player: line.points for line in compute_standings(rounds[: number + 1])}
        for number in range(len(rounds))
    ]
    return Chart(
        text("night-chart"),
        tuple(f"{number}" for number in range(1, len(rounds) + 1)),
        tuple(
            ChartLine(
                figures[player].name,
                lines[player].place,
                f"{lines[player].points}",
                tuple(points.get(player) for points in after),
                figures[player].added,
            )
            for player in find_charted(rounds)
        ),
    )


def describe_picture(chart: Chart, text: Catalogue) -> str:
    """Return the picture in words."""
    return describe_chart(chart, text, "night-chart-picture")
