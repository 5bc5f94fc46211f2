"""Texts about deeds, the achievements of a game: who did them, what a correction changed, what each
is.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.formatters.messages import PodMessageFormatter
from bot.front.ui.escaping import escape_markdown
from bot.front.ui.fitting import truncate_markdown
from bot.i18n import MessageCatalogue
from bot.rules.deeds import DEEDS, DeedId, count_achievements_of_pod
from bot.rules.differences import AchievementDifference
from bot.rules.facts import Player
from bot.rules.house_deeds import (
    ServerAchievement,
    count_server_achievements_by_player,
    is_server_achievement_id,
    list_claimed_server_achievements,
)
from bot.rules.pod import Pod

_MAX_LINE_LENGTH = 500
"""Characters of the line with all deeds of a game."""


def format_deed_with_icon(deed: DeedId, catalogue: MessageCatalogue) -> str:
    """Return the icon and the name of a deed, which is an achievement in a game."""
    return f"{DEEDS[deed].icon} {catalogue(f'deed-{deed}')}"


def render_deeds_of_game(pod: Pod, formatter: PodMessageFormatter) -> list[str]:
    """Return a line with the achievements (deeds) of a game and who has them; an empty list for
    none.
    """
    counted = count_achievements_of_pod(pod)
    owners = [pod.find_result_owner(player) for player in pod.players]
    done: dict[DeedId, list[str]] = {}
    for deed, player in sorted(counted, key=lambda each: owners.index(each[1])):
        done.setdefault(deed, []).append(_name_player_with_count(player, counted[deed, player], formatter))
    said = [
        formatter.text.format_label_and_value(format_deed_with_icon(deed, formatter.text), ", ".join(done[deed]))
        for deed in DEEDS
        if deed in done
    ]
    said += _render_server_deeds_of_game(pod, owners, formatter)
    return [f"-# {truncate_markdown(' · '.join(said), _MAX_LINE_LENGTH)}"] if said else []


def _render_server_deeds_of_game(pod: Pod, players: Sequence[Player], formatter: PodMessageFormatter) -> Iterator[str]:
    """Yield each achievement that the server itself defined, with the players who have it."""
    claimed = {each.deed: each.name for each in list_claimed_server_achievements(pod)}
    counted = count_server_achievements_by_player(pod)
    for deed, name in claimed.items():
        doers = [
            _name_player_with_count(player, counted[deed, player], formatter)
            for player in players
            if counted[deed, player]
        ]
        yield formatter.text.format_label_and_value(f"{HOUSE_ICON} {escape_markdown(name)}", ", ".join(doers))


def _name_player_with_count(player: Player, count: int, formatter: PodMessageFormatter) -> str:
    name = formatter.name(player)
    return f"{name} ×{count}" if count > 1 else name


def render_deeds_changed_by_correction(
    deed_differences: Iterable[AchievementDifference], formatter: PodMessageFormatter
) -> list[str]:
    """Return lines with the achievements (deeds) that a corrected report gave to or took from
    players.
    """
    return [
        formatter.text(
            "deed-given" if each.change > 0 else "deed-taken",
            deed=format_deed_with_icon(each.deed, formatter.text),
            player=_name_player_with_count(each.player, abs(each.change), formatter),
        )
        for each in deed_differences
    ]


HOUSE_ICON = "📌"
"""The icon of deeds that a server named itself."""

HouseDeedNames = Mapping[str, str]
"""The names of a server's own deeds, by their ids."""


def describe_season_points_for_deeds(
    points: Mapping[str, int],
    maximum_per_game: int | None,
    catalogue: MessageCatalogue,
    house_deed_names: HouseDeedNames,
) -> str:
    """Return the points that a season gives for each achievement (deed), and the maximum per
    game.

    A deed of the server's own that is not in `house_deed_names` was deleted.
    """
    parts = [f"{format_deed_with_icon(deed, catalogue)} +{points[deed]}" for deed in DEEDS if deed in points]
    for deed in points:
        if is_server_achievement_id(deed):
            name = escape_markdown(house_deed_names[deed]) if deed in house_deed_names else catalogue("deed-unnamed")
            parts.append(f"{HOUSE_ICON} {name} +{points[deed]}")
    if maximum_per_game is not None:
        parts.append(catalogue("season-rule-deeds-most", points=maximum_per_game))
    return catalogue.format_label_and_value(catalogue("deeds-title"), ", ".join(parts))


def render_deed_counts_of_player(
    deed_counts: Mapping[str, int], catalogue: MessageCatalogue, house_deed_names: HouseDeedNames
) -> list[str]:
    """Return lines with how often a player has earned each achievement (deed).

    Deeds of the server's own come last, without those that are not in `house_deed_names` any
    more.
    """
    names: dict[str, str] = {deed: format_deed_with_icon(deed, catalogue) for deed in DEEDS}
    names |= {deed: f"{HOUSE_ICON} {escape_markdown(name)}" for deed, name in house_deed_names.items()}
    return [f"{name} ×{deed_counts[deed]}" for deed, name in names.items() if deed_counts.get(deed)]


def explain_deeds(catalogue: MessageCatalogue, house_deeds: Sequence[ServerAchievement]) -> list[str]:
    """Return lines that explain each achievement (deed); those that the server defined come
    last.
    """
    lines = [f"{format_deed_with_icon(deed, catalogue)} · {catalogue(f'deed-{deed}-about')}" for deed in DEEDS]
    for each in house_deeds:
        often = catalogue("deed-times", times=each.times)
        lines.append(f"{HOUSE_ICON} {escape_markdown(each.name)} · {often}")
    return lines
