"""Texts about the rules of a season."""

from collections.abc import Iterator

from bot.front.game_texts.deed_texts import HouseDeedNames, describe_deed_points
from bot.i18n import Catalogue
from bot.season_rules.rules import RulesPreset, SeasonRules


def describe_season_rules(
    rules: SeasonRules, catalogue: Catalogue, house_deed_names: HouseDeedNames
) -> Iterator[str]:
    """Yield a short phrase for each rule of a season."""
    if rules.needed is not None:
        yield catalogue("season-rule-needed", games=rules.needed)
    if rules.best is not None and rules.of is None:
        yield catalogue("season-rule-best", best=rules.best)
    if rules.best is not None and rules.of is not None:
        yield catalogue("season-rule-best-of", best=rules.best, of=rules.of)
    if rules.weekly is not None:
        yield catalogue("season-rule-weekly", games=rules.weekly)
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
        yield describe_deed_points(rules.deeds, rules.deeds_most, catalogue, house_deed_names)


def render_season_rules(
    rules: SeasonRules, catalogue: Catalogue, house_deed_names: HouseDeedNames
) -> str:
    """Return all rules of a season on one line after their preset, or a text that there are
    none.
    """
    listed = [*describe_season_rules(rules, catalogue, house_deed_names)] or [
        catalogue("season-rule-none")
    ]
    if rules.preset is not None:
        listed.insert(0, _name_rules_preset(rules, rules.preset, catalogue))
    return " · ".join(listed)


def _name_rules_preset(rules: SeasonRules, preset: RulesPreset, catalogue: Catalogue) -> str:
    """Return the name of the preset of a season's rules, and whether the rules were changed
    since.
    """
    name = catalogue(f"season-preset-{preset}")
    return catalogue("season-preset-changed", preset=name) if rules.differs_from_preset else name
