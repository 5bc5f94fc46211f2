"""The picture of a night's standings: ranks round by round, and points at the end."""

from collections.abc import Mapping, Sequence

from bot.front.ui.text_chart import describe_rank_chart_as_alt_text
from bot.i18n import Translations
from bot.nights.night import GameNight
from bot.nights.standings import GameNightRoundScores, compute_game_night_standings
from bot.pictures.scene import PlayerInPicture, RankChart, RankChartLine
from bot.rules.facts import Player
from bot.service.pod_states import GameNightPodState, compute_game_night_round_scores

PICTURE_NAME = "night.png"

MAX_CHARTED = 8
"""The most players in the picture: the board of a night of twelve fits on a phone's screen."""


def list_scores_after_each_game_night_round(
    game_night: GameNight, pod_states: Sequence[Sequence[GameNightPodState]]
) -> list[GameNightRoundScores]:
    """Return the players' scores in each finished round of a game night."""
    rounds = compute_game_night_round_scores(game_night, pod_states)[: game_night.terms.rounds]
    over = [not any(each.is_still_playing for each in pods) for pods in pod_states[: game_night.terms.rounds]]
    shown = len(rounds) if game_night.closed is not None or all(over) else over.index(False)
    return rounds[:shown] if any(each.pods for each in rounds[:shown]) else []


def list_players_in_night_standings_chart(round_scores: Sequence[GameNightRoundScores]) -> list[Player]:
    """Return the players in the chart of a game night's standings, best first."""
    lines = compute_game_night_standings(round_scores)
    return [line.player for line in lines if line.games][:MAX_CHARTED]


def build_game_night_standings_chart(
    round_scores: Sequence[GameNightRoundScores],
    players_in_picture: Mapping[Player, PlayerInPicture],
    translations: Translations,
    *,
    is_before_top_cut: bool = False,
) -> RankChart:
    """Return a chart of the players' ranks after each round of a game night, without the top cut."""
    lines = {line.player: line for line in compute_game_night_standings(round_scores)}
    after = [
        {line.player: line.points for line in compute_game_night_standings(round_scores[: number + 1])}
        for number in range(len(round_scores))
    ]
    return RankChart(
        translations("night-chart-before-cut" if is_before_top_cut else "night-chart"),
        tuple(f"{number}" for number in range(1, len(round_scores) + 1)),
        tuple(
            RankChartLine(
                players_in_picture[player].name,
                lines[player].place,
                f"{lines[player].points}",
                tuple(points.get(player) for points in after),
                players_in_picture[player].added,
            )
            for player in list_players_in_night_standings_chart(round_scores)
        ),
    )


def describe_night_standings_chart(chart: RankChart, translations: Translations) -> str:
    """Return the alt text of the chart of a game night's standings."""
    return describe_rank_chart_as_alt_text(chart, translations, "night-chart-picture")
