"""Texts about the rules of a season."""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.front.game_texts.deed_texts import HouseDeedNames, describe_season_achievement_points
from bot.i18n import Translations
from bot.rules.deeds import list_impossible_achievements
from bot.rules.variants import ServantKind
from bot.season_rules.rules import AttendanceRule, BestRoundsRule, RulesPreset, SeasonRules
from bot.storage.tables.seasons import Season


def describe_each_season_rule(
    rules: SeasonRules, translations: Translations, server_achievement_names: HouseDeedNames
) -> Iterator[str]:
    """Yield a short description of each rule by which a season counts points."""
    if rules.needed is not None:
        yield translations("season-rule-needed", games=rules.needed)
    if rules.best is not None and rules.of is None:
        yield translations("season-rule-best", best=rules.best)
    if rules.best is not None and rules.of is not None:
        yield translations("season-rule-best-of", best=rules.best, of=rules.of)
    if rules.weekly is not None:
        yield translations("season-rule-weekly", games=rules.weekly)
    if rules.week_most is not None:
        yield translations("season-rule-week-most", games=rules.week_most)
    if rules.rounds is not None:
        yield describe_best_rounds_rule(rules.rounds, translations)
    if rules.attendance is not None:
        yield describe_attendance_rule(rules.attendance, translations)
    if rules.circles:
        yield translations("season-rule-circles")
    if rules.provisional is not None:
        yield translations("season-rule-provisional", games=rules.provisional)
    if rules.damped:
        yield translations("season-rule-damped")
    if rules.guests:
        yield translations("season-rule-guests")
    if rules.cap is not None:
        yield translations("season-rule-cap", points=rules.cap)
    if rules.deeds:
        yield describe_season_achievement_points(rules.deeds, rules.deeds_most, translations, server_achievement_names)


def describe_best_rounds_rule(rule: BestRoundsRule, translations: Translations) -> str:
    return translations(f"season-rule-rounds-{rule.unit}", best=rule.best, of=rule.of or 0)


def describe_attendance_rule(rule: AttendanceRule, translations: Translations) -> str:
    return translations(f"season-rule-attendance-{rule.unit}", points=rule.points)


def render_rules_of_season(
    season: Season, servant_kind: ServantKind, translations: Translations, server_achievement_names: HouseDeedNames
) -> str:
    """Return the scoring rules of a season on one line.

    If the season is over, points for achievements that its games, with such servants, could not have are left out.
    """
    rules = season.rules
    if season.end is not None:
        impossible = list_impossible_achievements(servant_kind)
        deeds = {deed: points for deed, points in rules.deeds.items() if deed not in impossible}
        rules = replace(rules, deeds=deeds)
    return render_season_rules_on_one_line(rules, translations, server_achievement_names)


def render_season_rules_on_one_line(
    rules: SeasonRules, translations: Translations, server_achievement_names: HouseDeedNames
) -> str:
    """Return scoring rules for a season on one line."""
    listed = [*describe_each_season_rule(rules, translations, server_achievement_names)] or [
        translations("season-rule-none")
    ]
    if rules.preset is not None:
        listed.insert(0, _format_name_of_rule_preset(rules, rules.preset, translations))
    return " · ".join(listed)


def _format_name_of_rule_preset(rules: SeasonRules, preset: RulesPreset, translations: Translations) -> str:
    """Return the name of a preset of season rules, with a note if the rules differ from the preset."""
    name = translations(f"season-preset-{preset}")
    return translations("season-preset-changed", preset=name) if rules.differs_from_preset else name
