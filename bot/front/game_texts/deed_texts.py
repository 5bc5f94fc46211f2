"""Texts about deeds, the achievements of a game: who did them, what a correction changed, what each is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.formatters.messages import PodMessageFormatter
from bot.front.ui.escaping import escape_markdown
from bot.front.ui.fitting import truncate_markdown
from bot.i18n import Translations
from bot.rules.deeds import DEEDS, DeedId, count_achievements_of_pod
from bot.rules.differences import AchievementCountDifference
from bot.rules.facts import Player
from bot.rules.house_deeds import (
    ServerAchievement,
    WayToEarnDeed,
    count_server_achievements_by_player,
    is_server_achievement_id,
    list_server_achievement_events,
)
from bot.rules.pod import Pod

_MAX_LINE_LENGTH = 500
"""Characters of the line with all deeds of a game."""


def format_achievement_with_icon(achievement: DeedId, translations: Translations) -> str:
    return f"{DEEDS[achievement].icon} {translations(f'deed-{achievement}')}"


def render_achievements_in_game(pod: Pod, formatter: PodMessageFormatter) -> list[str]:
    """Return a line with a game's achievements and who earned them; empty without any."""
    counted = count_achievements_of_pod(pod)
    owners = [pod.find_result_owner(player) for player in pod.players]
    done: dict[DeedId, list[str]] = {}
    for deed, player in sorted(counted, key=lambda each: owners.index(each[1])):
        done.setdefault(deed, []).append(_format_player_name_with_count(player, counted[deed, player], formatter))
    said = [
        formatter.text.format_label_and_value(format_achievement_with_icon(deed, formatter.text), ", ".join(done[deed]))
        for deed in DEEDS
        if deed in done
    ]
    said += _render_server_achievements_in_game(pod, owners, formatter)
    return [f"-# {truncate_markdown(' · '.join(said), _MAX_LINE_LENGTH)}"] if said else []


def _render_server_achievements_in_game(
    pod: Pod, players: Sequence[Player], formatter: PodMessageFormatter
) -> Iterator[str]:
    names = {each.deed: each.name for each in list_server_achievement_events(pod) if each.player is not None}
    counted = count_server_achievements_by_player(pod)
    for deed, name in names.items():
        doers = [
            _format_player_name_with_count(player, counted[deed, player], formatter)
            for player in players
            if counted[deed, player]
        ]
        yield formatter.text.format_label_and_value(f"{HOUSE_ICON} {escape_markdown(name)}", ", ".join(doers))


def _format_player_name_with_count(player: Player, count: int, formatter: PodMessageFormatter) -> str:
    name = formatter.name(player)
    return f"{name} ×{count}" if count > 1 else name


def render_achievement_differences(
    achievement_differences: Iterable[AchievementCountDifference], formatter: PodMessageFormatter
) -> list[str]:
    """Render the achievements that players gain or lose by a correction of reports."""
    return [
        formatter.text(
            "deed-given" if each.change > 0 else "deed-taken",
            deed=format_achievement_with_icon(each.deed, formatter.text),
            player=_format_player_name_with_count(each.player, abs(each.change), formatter),
        )
        for each in achievement_differences
    ]


HOUSE_ICON = "📌"
"""The icon of deeds that a server named itself."""

HouseDeedNames = Mapping[str, str]
"""The names of a server's own deeds, by their ids."""


def describe_season_achievement_points(
    points: Mapping[str, int],
    maximum_per_game: int | None,
    translations: Translations,
    server_achievement_names: HouseDeedNames,
) -> str:
    """Describe a season's points for achievements, and the maximum in one game.

    An achievement of the server's own without a name was deleted.
    """
    parts = [
        f"{format_achievement_with_icon(deed, translations)} {format_points_with_sign(points[deed])}"
        for deed in DEEDS
        if deed in points
    ]
    for deed in points:
        if is_server_achievement_id(deed):
            name = (
                escape_markdown(server_achievement_names[deed])
                if deed in server_achievement_names
                else translations("deed-unnamed")
            )
            parts.append(f"{HOUSE_ICON} {name} {format_points_with_sign(points[deed])}")
    if maximum_per_game is not None:
        parts.append(translations("season-rule-deeds-most", points=maximum_per_game))
    return translations.format_label_and_value(translations("deeds-title"), ", ".join(parts))


def format_points_with_sign(points: int) -> str:
    return f"+{points}" if points >= 0 else f"−{-points}"


def render_achievement_counts_of_player(
    achievement_counts: Mapping[str, int], translations: Translations, server_achievement_names: HouseDeedNames
) -> list[str]:
    """Render how often a player has earned each achievement.

    The server's own achievements come last; deleted ones are left out.
    """
    names: dict[str, str] = {deed: format_achievement_with_icon(deed, translations) for deed in DEEDS}
    names |= {deed: f"{HOUSE_ICON} {escape_markdown(name)}" for deed, name in server_achievement_names.items()}
    return [f"{name} ×{achievement_counts[deed]}" for deed, name in names.items() if achievement_counts.get(deed)]


def explain_achievements(translations: Translations, server_achievements: Sequence[ServerAchievement]) -> list[str]:
    """Return a line about each achievement; the server's own come last."""
    lines = [
        f"{format_achievement_with_icon(deed, translations)} · {translations(f'deed-{deed}-about')}" for deed in DEEDS
    ]
    lines += [
        f"{WAY_ICONS[each.way]} {escape_markdown(each.name)} · {describe_achievement_condition(each, translations)}"
        for each in server_achievements
    ]
    return lines


WAY_ICONS: Mapping[WayToEarnDeed, str] = {"claimed": HOUSE_ICON, "voted": "🗳️", "given": "⚖️"}


def describe_achievement_condition(server_achievement: ServerAchievement, translations: Translations) -> str:
    """Describe how a server's own achievement is earned, and how often in one game."""
    often = translations("deed-times", times=server_achievement.times)
    if server_achievement.way == "claimed":
        return often
    return f"{translations(f'deed-way-{server_achievement.way}')} · {often}"
