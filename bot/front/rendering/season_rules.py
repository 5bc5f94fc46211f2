"""The rules of a season in words: one line of what holds, and each rule by itself."""

from collections.abc import Iterator

from bot.i18n import Catalogue
from bot.season_rules.games import LeftOut
from bot.season_rules.rules import SeasonRules


def list_rules(rules: SeasonRules, text: Catalogue) -> Iterator[str]:
    """What holds in a season, a short phrase for each rule."""
    if rules.needed is not None:
        yield text("season-rule-needed", games=rules.needed)
    if rules.best is not None and rules.of is None:
        yield text("season-rule-best", best=rules.best)
    if rules.best is not None and rules.of is not None:
        yield text("season-rule-best-of", best=rules.best, of=rules.of)
    if rules.weekly is not None:
        yield text("season-rule-weekly", games=rules.weekly)
    if rules.circles:
        yield text("season-rule-circles")
    if rules.provisional is not None:
        yield text("season-rule-provisional", games=rules.provisional)
    if rules.damped:
        yield text("season-rule-damped")
    if rules.guests:
        yield text("season-rule-guests")


def render_rules(rules: SeasonRules, text: Catalogue) -> str:
    """All of them on one line; that there are none, if so."""
    return " · ".join(list_rules(rules, text)) or text("season-rule-none")


def explain_left_out(left_out: LeftOut, rules: SeasonRules, text: Catalogue) -> str:
    """Why a game does not count."""
    match left_out.reason:
        case "weekly":
            return text("season-left-weekly", number=left_out.number, most=rules.weekly or 0)
        case "later":
            return text("season-left-later", number=left_out.number, of=rules.of or 0)
        case "worse":
            return text("season-left-worse", best=rules.best or 0)
