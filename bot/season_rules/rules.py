"""The rules that an organiser can set for a season, and their valid values."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.rules.deeds import DEEDS
from bot.rules.house_deeds import is_server_achievement_id
from bot.rules.refusals import Refusal

MAX_GAMES = 999
"""The largest number that a rule takes."""

MAX_DEED_POINTS = 99
"""Most points of a deed, and most points that a house deed can cost."""

GameOrder = Literal["date", "log"]
"""The order in which games of a season stand.

`date`: by when they ended. `log`: by when the log first held their end.
"""

RoundUnit = Literal["week", "night"]
"""The spans of time that count as one round of a season.

`week`: from Monday at 0:00 UTC. `night`: from noon to noon, by the clock of the server.
"""

RulesPreset = Literal["fun", "league", "prize"]
"""A set of rules to begin with."""


class ServerAchievementPoints(Struct, frozen=True):
    """The points for a server's own achievements (deeds) since the time `at` (ms since 1970)."""

    at: int
    deeds: Mapping[str, int]


class BestRoundsRule(Struct, frozen=True, omit_defaults=True):
    """A rule that only a player's `best` rounds count, of their first `of` rounds or of all."""

    unit: RoundUnit
    best: int
    of: int | None = None


class AttendanceRule(Struct, frozen=True, omit_defaults=True):
    """A rule that gives a player points for each round with a counted game."""

    unit: RoundUnit
    points: int


class SeasonRules(Struct, frozen=True, omit_defaults=True):
    """The rules by which a season counts games. None or False means that a rule is not set.

    `needed` is how many games must count for a rank. The `best` games count, of the first `of` games (of all, without
    `of`). At most `weekly` games a week count against the same people. A rating is `provisional` before so many games.
    With `circles`, games among people who play with hardly anybody else lift nobody past the middle of the table. With
    `damped`, games among the same few move ratings less. With `guests`, unclaimed guests are ranked. A game brings a
    player at most `cap` points. The first games are the first in `order`, which nobody can set. `deeds` has the points
    of each deed by its id, also of the server's own; those of one game bring a player at most `deeds_most`. `preset` is
    the set of rules that the organiser began with.

    With `circles`, votes lift nobody past the middle either, and cost nobody points. A house deed that its player
    claimed brings points only if somebody else at the table confirmed it.

    House deeds can cost points. What they cost is subtracted after `cap` and `deeds_most`, which limit gains alone.

    A house deed brings what the rule gave for it when its game began, because people report it: `house_deeds` has the
    points of house deeds after each change, oldest first. It is empty if they never changed.

    The best `week_most` games of a week count. `rounds` says whose rounds count, and `attendance` what each of them
    brings. Nights begin at noon, `zone_minutes` ahead of UTC: so was the server's clock when the rule was set.
    """

    needed: int | None = None
    best: int | None = None
    of: int | None = None
    weekly: int | None = None
    circles: bool = False
    provisional: int | None = None
    damped: bool = False
    guests: bool = False
    cap: int | None = None
    deeds: Mapping[str, int] = {}
    deeds_most: int | None = None
    order: GameOrder = "date"
    preset: RulesPreset | None = None
    house_deeds: tuple[ServerAchievementPoints, ...] = ()
    week_most: int | None = None
    rounds: BestRoundsRule | None = None
    attendance: AttendanceRule | None = None
    zone_minutes: int = 0

    @property
    def has_no_rules(self) -> bool:
        """Return True if no rule is set. The order in which games count is not a rule."""
        return replace(self, order="date", preset=None, house_deeds=(), zone_minutes=0) == NO_RULES

    @property
    def differs_from_preset(self) -> bool:
        """Return True if the rules differ from the ready-made set that was chosen."""
        return self.preset is not None and self != apply_season_rules_preset(self, self.preset)

    @property
    def affects_counted_games_or_ranks(self) -> bool:
        """Return True if a rule changes which games count or who is ranked."""
        return (
            self.circles
            or self.guests
            or self.gives_points_for_achievements
            or self.has_rule_about_rounds
            or any(each is not None for each in (self.needed, self.best, self.weekly))
        )

    @property
    def has_rule_about_rounds(self) -> bool:
        """Return True if a rule counts games by rounds, which are weeks or nights."""
        return any(each is not None for each in (self.week_most, self.rounds, self.attendance))

    @property
    def gives_points_for_achievements(self) -> bool:
        """Return True if achievements bring points in some games of the season."""
        return bool(self.deeds) or any(each.deeds for each in self.house_deeds)

    @property
    def subtracts_points_for_achievements(self) -> bool:
        """Return True if achievements cost points in some games of the season."""
        every = (self.deeds, *(each.deeds for each in self.house_deeds))
        return any(points < 0 for deeds in every for points in deeds.values())

    def find_points_of_achievement(self, achievement_id: str, start_milliseconds: int) -> int:
        """Return the points for an achievement in a game that began at this time (ms since 1970)."""
        if not self.house_deeds or not is_server_achievement_id(achievement_id):
            return self.deeds.get(achievement_id, 0)
        points = (
            each.deeds.get(achievement_id, 0) for each in reversed(self.house_deeds) if each.at <= start_milliseconds
        )
        return next(points, 0)


NO_RULES = SeasonRules()

USUAL_RULES = SeasonRules(cap=12, order="log")
"""The rules with which a season starts."""

PRESETS: Mapping[RulesPreset, SeasonRules] = {
    "fun": SeasonRules(guests=True, cap=12),
    "league": SeasonRules(needed=5, weekly=6, provisional=10, cap=12),
    "prize": SeasonRules(needed=6, circles=True, damped=True, cap=12),
}
"""The rules of each preset; `docs/en/seasons.md` says why they are so."""


def apply_season_rules_preset(season_rules: SeasonRules, preset: RulesPreset) -> SeasonRules:
    return replace(
        PRESETS[preset],
        preset=preset,
        order=season_rules.order,
        house_deeds=season_rules.house_deeds,
        zone_minutes=season_rules.zone_minutes,
    )


def keep_earlier_achievement_points(
    previous_rules: SeasonRules, new_rules: SeasonRules, change_time: int
) -> SeasonRules:
    """Return a season's new rules with the previous points of server achievements kept for earlier games.

    The rules change at a time in milliseconds since 1970. Games that began before keep the previous points.
    """
    history = previous_rules.house_deeds
    before, after = (
        {deed: points for deed, points in each.deeds.items() if is_server_achievement_id(deed)}
        for each in (previous_rules, new_rules)
    )
    if before != after:
        history = (*(history or (ServerAchievementPoints(0, before),)), ServerAchievementPoints(change_time, after))
    return replace(new_rules, house_deeds=history)


def validate_season_rules(season_rules: SeasonRules) -> None:
    """Raise `Refusal` if rules contradict each other or a number is out of range."""
    for name in ("needed", "best", "of", "weekly", "provisional", "cap", "deeds_most", "week_most"):
        number = getattr(season_rules, name)
        if number is not None and not 1 <= number <= MAX_GAMES:
            raise Refusal("season-rule-number", name, most=MAX_GAMES)
    for deed, points in season_rules.deeds.items():
        least = -MAX_DEED_POINTS if is_server_achievement_id(deed) else 1
        known = deed in DEEDS or is_server_achievement_id(deed)
        if not known or not points or not least <= points <= MAX_DEED_POINTS:
            raise Refusal("season-rule-deeds", "deeds", most=MAX_DEED_POINTS)
    rounds, attendance = season_rules.rounds, season_rules.attendance
    if rounds is not None and not 1 <= rounds.best <= (MAX_GAMES if rounds.of is None else rounds.of) <= MAX_GAMES:
        raise Refusal("season-rule-rounds", "rounds", most=MAX_GAMES)
    if attendance is not None and not 1 <= attendance.points <= MAX_DEED_POINTS:
        raise Refusal("season-rule-attendance", "attendance", most=MAX_DEED_POINTS)
    if season_rules.of is not None and (season_rules.best is None or season_rules.of < season_rules.best):
        raise Refusal("season-rule-best", "of")
