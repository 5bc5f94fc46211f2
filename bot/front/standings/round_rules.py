"""Parsing of the rules about weeks and nights of a season, such as `3 of 5 nights` and `1 a week`."""

import re
from collections.abc import Iterator
from typing import get_args

from discord.app_commands import Choice

from bot.front.interaction.context import Context
from bot.front.interaction.player_options import filter_autocomplete_choices
from bot.front.server.season_rule_texts import describe_attendance_rule, describe_best_rounds_rule
from bot.i18n import LOCALES, load_translations
from bot.rules.refusals import Refusal
from bot.season_rules.rules import MAX_DEED_POINTS, MAX_GAMES, AttendanceRule, BestRoundsRule, RoundUnit

UNITS: tuple[RoundUnit, ...] = get_args(RoundUnit)

_NOTHING = ("0", "none")
"""The words that take a rule away, in every language."""

_EXAMPLES = ((3, 4), (3, 5), (4, 6))
"""How many rounds count, of how many: offered before anything is typed."""


def parse_best_rounds_rule(user_input: str) -> BestRoundsRule | None:
    """Parse a rule that only a player's best weeks or nights count, such as `3 of 5 nights`; None means no rule.

    Raises `Refusal`.
    """
    if _is_word_for_no_rule(user_input):
        return None
    found = re.fullmatch(
        rf"(\d{{1,3}})(?:\s*(?:/|{_build_regex_of_translated_words('round-of')})\s*(\d{{1,3}}))?\s*(\S+)",
        _casefold_user_input(user_input),
    )
    unit = None if found is None else _parse_week_or_night_unit(found[3])
    if found is None or unit is None:
        raise Refusal("season-rule-rounds", "rounds", most=MAX_GAMES)
    return BestRoundsRule(unit, int(found[1]), None if found[2] is None else int(found[2]))


def parse_attendance_rule(user_input: str) -> AttendanceRule | None:
    """Parse a rule about attendance points such as `1 a week`; None for no rule. Raises `Refusal`."""
    if _is_word_for_no_rule(user_input):
        return None
    found = re.fullmatch(
        rf"\+?(\d{{1,3}})\s*(?:/|{_build_regex_of_translated_words('round-a')})?\s*(\S+)",
        _casefold_user_input(user_input),
    )
    unit = None if found is None else _parse_week_or_night_unit(found[2])
    if found is None or unit is None:
        raise Refusal("season-rule-attendance", "attendance", most=MAX_DEED_POINTS)
    return AttendanceRule(unit, int(found[1]))


async def autocomplete_best_rounds_rule(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest rules that only a player's best weeks or nights count, with the typed numbers or with examples."""
    text = ctx.translations
    numbers = re.findall(r"\d{1,3}", query)
    best, of = (int(numbers[0]), int(numbers[1]) if numbers[1:] else None) if numbers else (None, None)
    rules = [
        BestRoundsRule(unit, number, out_of)
        for unit in UNITS
        for number, out_of in (
            _EXAMPLES if best is None else ((best, of), *(((best, best + 2),) if of is None else ()))
        )
    ]
    offered = [
        (
            describe_best_rounds_rule(rule, text),
            _format_best_rounds_rule(rule, text("round-of"), _list_round_unit_words(rule.unit, ctx)[-1]),
        )
        for rule in rules
    ]
    return _build_rule_or_no_rule_choices(offered, "" if numbers else query, ctx)


async def autocomplete_attendance_rule(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest rules about attendance points, with the typed number or with examples."""
    text = ctx.translations
    numbers = re.findall(r"\d{1,2}", query)
    rules = [AttendanceRule(unit, int(points)) for unit in UNITS for points in (numbers[:1] or ("1", "2"))]
    offered = [
        (
            describe_attendance_rule(rule, text),
            f"{rule.points} {text('round-a')} {_list_round_unit_words(rule.unit, ctx)[0]}",
        )
        for rule in rules
    ]
    return _build_rule_or_no_rule_choices(offered, "" if numbers else query, ctx)


def _build_rule_or_no_rule_choices(suggestions: list[tuple[str, str]], query: str, ctx: Context) -> list[Choice[str]]:
    """Return the autocomplete choices that match the query, including "none" for no rule."""
    return filter_autocomplete_choices([*suggestions, (ctx.translations("round-none"), _NOTHING[1])], query)


def _format_best_rounds_rule(best_rounds_rule: BestRoundsRule, of_word: str, unit_word: str) -> str:
    return (
        f"{best_rounds_rule.best} {unit_word}"
        if best_rounds_rule.of is None
        else f"{best_rounds_rule.best} {of_word} {best_rounds_rule.of} {unit_word}"
    )


def _list_round_unit_words(round_unit: RoundUnit, ctx: Context) -> list[str]:
    """Return the singular and plural of "week" or "night" in the user's language."""
    return ctx.translations(f"round-words-{round_unit}").split(", ")


def _parse_week_or_night_unit(word: str) -> RoundUnit | None:
    """Return the unit (week or night) that a word means in any language; None for other words."""
    return next((unit for unit in UNITS if word in _list_words_in_all_languages(f"round-words-{unit}")), None)


def _is_word_for_no_rule(user_input: str) -> bool:
    """Return True if user input means "no rule", such as the word "none" in any language."""
    return _casefold_user_input(user_input) in (*_NOTHING, *_list_words_in_all_languages("round-none"))


def _build_regex_of_translated_words(text_key: str) -> str:
    """Return a regular expression that matches a catalogue text's words in all languages."""
    return "|".join(map(re.escape, _list_words_in_all_languages(text_key)))


def _list_words_in_all_languages(text_key: str) -> Iterator[str]:
    """Yield the comma-separated words of a catalogue text in all languages."""
    for locale in LOCALES:
        yield from _casefold_user_input(load_translations(locale)(text_key)).split(", ")


def _casefold_user_input(user_input: str) -> str:
    return " ".join(user_input.casefold().split())
