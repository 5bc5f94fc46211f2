"""A chart of ranks as a text, for those who do not see the picture."""

from collections.abc import Sequence

from bot.front.ui.fitting import MAX_ALT_TEXT_LENGTH, fit_text
from bot.front.ui.player_names import DisplayName
from bot.i18n import Catalogue
from bot.pictures.scene import RankChart, rank_lines


def describe_chart(
    chart: RankChart, catalogue: Catalogue, catalogue_key: str = "chart-picture"
) -> str:
    """Describe a chart of ranks as alt text, with as many weeks as there is room for.

    The text of `catalogue_key` says what the numbers are.
    """
    weeks = range(len(chart.weeks))
    shown = (weeks[::-step][::-1] for step in range(1, len(weeks) + 1))
    told = (_describe_chart_weeks(chart, some, catalogue, catalogue_key) for some in shown)
    fitting = (each for each in told if len(each) <= MAX_ALT_TEXT_LENGTH)
    return next(fitting, None) or fit_text(
        _describe_chart_weeks(chart, weeks[-1:], catalogue, catalogue_key), MAX_ALT_TEXT_LENGTH
    )


def _describe_chart_weeks(
    chart: RankChart, week_indexes: Sequence[int], catalogue: Catalogue, catalogue_key: str
) -> str:
    places = [rank_lines(chart.lines, week) for week in week_indexes]
    dates = ", ".join(chart.weeks[week] for week in week_indexes)
    lines = [catalogue(catalogue_key, title=chart.title, weeks=dates)]
    for index, line in enumerate(chart.lines):
        name = DisplayName(line.name, line.added).format_plain()
        over = ", ".join(f"{each[index] or '–'}" for each in places)
        lines.append(f"{line.rank}. {catalogue.format_label(f'{name} · {line.total}', over)}")
    return "\n".join(lines)
