"""The rules that an organiser can give a season, and which values they take."""

from msgspec import Struct

from bot.rules.refusals import Refusal

MOST_GAMES = 999
"""The largest number that any of them takes."""


class SeasonRules(Struct, frozen=True, omit_defaults=True):
    """What counts in a season, and who is ranked. What is None, or False, is no rule.

    `needed` games that count make somebody ranked. The `best` of the first `of` games count (of
    all of them, without `of`). At most `weekly` games a week count against the same people. A
    rating is `provisional` before so many games. With `circles`, games among people who play with
    hardly anybody else lift nobody past the middle of the table. With `damped`,
    games among the same few move ratings less. With `guests`, people without an account are ranked
    before anybody has claimed them.
    """

    needed: int | None = None
    best: int | None = None
    of: int | None = None
    weekly: int | None = None
    circles: bool = False
    provisional: int | None = None
    damped: bool = False
    guests: bool = False

    @property
    def selects(self) -> bool:
        """Whether they say that some games do not count, or who is ranked and who is not."""
        return (
            self.circles
            or self.guests
            or any(each is not None for each in (self.needed, self.best, self.weekly))
        )


NO_RULES = SeasonRules()


def check_rules(rules: SeasonRules) -> None:
    """Raise `Refusal` if rules contradict each other, or hold a number that makes no sense."""
    for name in ("needed", "best", "of", "weekly", "provisional"):
        number = getattr(rules, name)
        if number is not None and not 1 <= number <= MOST_GAMES:
            raise Refusal("season-rule-number", name, most=MOST_GAMES)
    if rules.of is not None and (rules.best is None or rules.of < rules.best):
        raise Refusal("season-rule-best", "of")
