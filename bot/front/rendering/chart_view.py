"""A chart of places in words, for those who do not see the picture."""

from collections.abc import Sequence

from bot.front.rendering.fitting import MAX_ALT_TEXT_LENGTH, fit_text
from bot.front.rendering.names import DisplayName
from bot.i18n import Catalogue
from bot.pictures.scene import Chart, find_places


def describe_chart(chart: Chart, text: Catalogue, key: str = "chart-picture") -> str:
    """Describe a chart in words, with as many weeks as the text has room for.

    The text of `key` says what the numbers are.
    """
    weeks = range(len(chart.weeks))
    shown = (weeks[::-step][::-1] for step in range(1, len(weeks) + 1))
    told = (_describe_weeks(chart, some, text, key) for some in shown)
    fitting = (each for each in told if len(each) <= MAX_ALT_TEXT_LENGTH)
    return next(fitting, None) or fit_text(
        _describe_weeks(chart, weeks[-1:], text, key), MAX_ALT_TEXT_LENGTH
    )


def _describe_weeks(chart: Chart, weeks: Sequence[int], text: Catalogue, key: str) -> str:
    places = [find_places(chart.lines, week) for week in weeks]
    dates = ", ".join(chart.weeks[week] for week in weeks)
    lines = [text(key, title=chart.title, weeks=dates)]
    for index, line in enumerate(chart.lines):
        name = DisplayName(line.name, line.added).write()
        over = ", ".join(f"{each[index] or '–'}" for each in places)
        lines.append(f"{line.rank}. {text.label(f'{name} · {line.total}', over)}")
    return "\n".join(lines)
