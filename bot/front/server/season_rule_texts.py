"""Texts about the rules of a season."""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.front.game_texts.deed_texts import HouseDeedNames, describe_season_achievement_points
from bot.i18n import MessageCatalogue
from bot.rules.deeds import list_impossible_achievements
from bot.rules.variants import ServantKind
from bot.season_rules.rules import AttendanceRule, BestRoundsRule, RulesPreset, SeasonRules
from bot.storage.tables.seasons import Season


def describe_each_season_rule(
    rules: SeasonRules, catalogue: MessageCatalogue, server_achievement_names: HouseDeedNames
) -> Iterator[str]:
    """Yield a short description of each rule by which a season counts points."""
    if rules.needed is not None:
        yield catalogue("season-rule-needed", games=rules.needed)
    if rules.best is not None and rules.of is None:
        yield catalogue("season-rule-best", best=rules.best)
    if rules.best is not None and rules.of is not None:
        yield catalogue("season-rule-best-of", best=rules.best, of=rules.of)
    if rules.weekly is not None:
        yield catalogue("season-rule-weekly", games=rules.weekly)
    if rules.week_most is not None:
        yield catalogue("season-rule-week-most", games=rules.week_most)
    if rules.rounds is not None:
        yield describe_best_rounds_rule(rules.rounds, catalogue)
    if rules.attendance is not None:
        yield describe_attendance_rule(rules.attendance, catalogue)
    if rules.circles:
        yield catalogue("season-rule-circles")
    if rules.provisional is not None:
        yield catalogue("season-rule-provisional", games=rules.provisional)
    if rules.damped:
        yield catalogue("season-rule-damped")
    if rules.guests:
        yield catalogue("season-rule-guests")
    if rules.cap is not None:
        yield catalogue("season-rule-cap", points=rules.cap)
    if rules.deeds:
        yield describe_season_achievement_points(rules.deeds, rules.deeds_most, catalogue, server_achievement_names)


def describe_best_rounds_rule(rule: BestRoundsRule, catalogue: MessageCatalogue) -> str:
    return catalogue(f"season-rule-rounds-{rule.unit}", best=rule.best, of=rule.of or 0)


def describe_attendance_rule(rule: AttendanceRule, catalogue: MessageCatalogue) -> str:
    return catalogue(f"season-rule-attendance-{rule.unit}", points=rule.points)


def render_rules_of_season(
    season: Season, servant_kind: ServantKind, catalogue: MessageCatalogue, server_achievement_names: HouseDeedNames
) -> str:
    """Return the scoring rules of a season on one line.

    If the season is over, points for achievements that its games, with such servants, could not have are left out.
    """
    rules = season.rules
    if season.end is not None:
        impossible = list_impossible_achievements(servant_kind)
        deeds = {deed: points for deed, points in rules.deeds.items() if deed not in impossible}
        rules = replace(rules, deeds=deeds)
    return render_season_rules_on_one_line(rules, catalogue, server_achievement_names)


def render_season_rules_on_one_line(
    rules: SeasonRules, catalogue: MessageCatalogue, server_achievement_names: HouseDeedNames
) -> str:
    """Return scoring rules for a season on one line."""
    listed = [*describe_each_season_rule(rules, catalogue, server_achievement_names)] or [catalogue("season-rule-none")]
    if rules.preset is not None:
        listed.insert(0, _format_season_rule_preset_name(rules, rules.preset, catalogue))
    return " · ".join(listed)


def _format_season_rule_preset_name(rules: SeasonRules, preset: RulesPreset, catalogue: MessageCatalogue) -> str:
    """Return the name of a preset of season rules, with a note if the rules differ from the preset."""
    name = catalogue(f"season-preset-{preset}")
    return catalogue("season-preset-changed", preset=name) if rules.differs_from_preset else name
