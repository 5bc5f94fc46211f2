"""A chart of ranks as a text, for those who do not see the picture."""

from collections.abc import Sequence

from bot.front.ui.fitting import MAX_ALT_TEXT_LENGTH, truncate_text_to_length
from bot.front.ui.player_names import DisplayName
from bot.i18n import Translations
from bot.pictures.scene import RankChart, compute_ranks_in_week


def describe_rank_chart_as_alt_text(
    chart: RankChart, translations: Translations, alt_text_key: str = "chart-picture"
) -> str:
    """Return alt text for a chart of players' ranks, with as many weeks as fit."""
    weeks = range(len(chart.weeks))
    shown = (weeks[::-step][::-1] for step in range(1, len(weeks) + 1))
    told = (_describe_rank_chart_weeks(chart, some, translations, alt_text_key) for some in shown)
    fitting = (each for each in told if len(each) <= MAX_ALT_TEXT_LENGTH)
    return next(fitting, None) or truncate_text_to_length(
        _describe_rank_chart_weeks(chart, weeks[-1:], translations, alt_text_key), MAX_ALT_TEXT_LENGTH
    )


def _describe_rank_chart_weeks(
    chart: RankChart, week_indexes: Sequence[int], translations: Translations, alt_text_key: str
) -> str:
    places = [compute_ranks_in_week(chart.lines, week) for week in week_indexes]
    dates = ", ".join(chart.weeks[week] for week in week_indexes)
    lines = [translations(alt_text_key, title=chart.title, weeks=dates)]
    for index, line in enumerate(chart.lines):
        name = DisplayName(line.name, line.added).format_without_markdown()
        over = ", ".join(f"{each[index] or '–'}" for each in places)
        lines.append(f"{line.rank}. {translations.format_label_and_value(f'{name} · {line.total}', over)}")
    return "\n".join(lines)
