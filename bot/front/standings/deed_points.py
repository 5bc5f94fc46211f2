"""Parsing of the points that a season gives for deeds, such as `first-blood 1, most 3`."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress

from discord.app_commands import Choice

from bot.basics.similar_names import build_lookalike_name_key, split_user_input_list
from bot.front.game_texts.deed_texts import HouseDeedNames, describe_season_achievement_points
from bot.front.interaction.context import Context
from bot.front.interaction.player_options import MAX_CHOICES, filter_autocomplete_choices
from bot.front.ui.escaping import clean_label_text, normalise_user_input_for_comparison
from bot.i18n import LOCALES, Locale, Translations, load_translations
from bot.rules.deeds import DEEDS
from bot.rules.refusals import Refusal
from bot.season_rules.rules import MAX_DEED_POINTS

NOTHING = ("0", "none")
"""The words that take all points for deeds away."""

MOST = "most"
"""The word before the most points that one game can bring for deeds."""

PRESETS: Mapping[str, str] = {
    "classic": "none",
    "first-blood": "first-blood 1, most 1",
    "hunters": "first-blood 1, regicide 2, revenge 1, broke-the-chains 1, most 3",
}
"""Points to start from, as they could be typed; each has a text `deeds-preset-<name>`."""

DeedPoints = tuple[dict[str, int], int | None]
"""The points of each deed, and the most for the deeds of one game."""


async def autocomplete_achievement_points(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest values for a list of achievement points: examples, or the typed list with one more achievement."""
    text = ctx.translations
    house = ctx.settings.custom_achievement_names
    offered = [
        (text(f"deeds-preset-{name}", deeds=_describe_typed_achievement_points(points, text, house)), points)
        for name, points in PRESETS.items()
    ]
    found = filter_autocomplete_choices([(clean_label_text(label, 100), value) for label, value in offered], query)
    added = [
        Choice(name=clean_label_text(_describe_typed_achievement_points(value, text, house), 100), value=value)
        for value in _suggest_longer_point_lists(query, text, house)
    ]
    if not found and query:
        with suppress(Refusal):
            label = clean_label_text(_describe_typed_achievement_points(query, text, house), 100)
            found = [Choice(name=label, value=query)]
    return [*found, *added][:MAX_CHOICES]


def _suggest_longer_point_lists(
    typed_list: str, translations: Translations, server_achievement_names: HouseDeedNames
) -> Iterator[str]:
    """Yield longer point lists: the typed list plus each achievement whose name matches the last typed word."""
    parts = _SEPARATOR.split(typed_list.strip())
    begun = normalise_user_input_for_comparison(parts[-1])
    before = "".join(parts[:-1]).strip(" ,;")
    try:
        points = parse_achievement_points(before, server_achievement_names)[0] if before else {}
    except Refusal:  # the comma may be part of a name
        points, before, begun = {}, "", normalise_user_input_for_comparison(typed_list)
    own: dict[str, str] = dict(server_achievement_names)
    if typed_list.strip():
        own |= {deed: translations(f"deed-{deed}") for deed in DEEDS}
    for deed, name in own.items():
        value = f"{before}, {deed} 1" if before else f"{deed} 1"
        if (
            deed not in points
            and begun in normalise_user_input_for_comparison(name)
            and len(value) <= _MAX_VALUE_LENGTH
        ):
            yield value


_MAX_VALUE_LENGTH = 100
"""Characters of a choice's value, Discord's limit."""


def _describe_typed_achievement_points(
    points_text: str, translations: Translations, server_achievement_names: HouseDeedNames
) -> str:
    points, most = parse_achievement_points(points_text, server_achievement_names)
    return (
        describe_season_achievement_points(points, most, translations, server_achievement_names)
        if points
        else translations("deeds-none")
    )


def parse_achievement_points(points_text: str, server_achievement_names: HouseDeedNames) -> DeedPoints:
    """Return the points for achievements from text such as `first-blood 1, most 3`. Raises `Refusal`.

    An achievement may be typed by its id or by its name in any language. `server_achievement_names` are the names of
    the server's own achievements.
    """
    if points_text.strip().casefold() in (
        *NOTHING,
        *(_get_casefolded_translation("deeds-none", each) for each in LOCALES),
    ):
        return {}, None
    names = _map_achievement_names_to_ids(server_achievement_names)
    points: dict[str, int] = {}
    most: int | None = None
    for called, number in _parse_achievement_point_entries(points_text, names):
        if names[called] == MOST:
            most = number
        else:
            points[names[called]] = number
    order = [*DEEDS, *server_achievement_names]
    return {deed: points[deed] for deed in order if deed in points}, most if points else None


def _map_achievement_names_to_ids(server_achievement_names: HouseDeedNames) -> dict[str, str]:
    """Return a mapping from achievement names in all languages to achievement ids."""
    own = {build_lookalike_name_key(name): deed for deed, name in server_achievement_names.items()}
    ids = {build_lookalike_name_key(deed): deed for deed in server_achievement_names}
    return {**own, **_map_builtin_achievement_names_to_ids(), **ids}


def _parse_achievement_point_entries(points_text: str, ids_by_name: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Yield the name and points of each achievement in a typed list. Raises `Refusal`.

    A comma or a semicolon may be part of a name.
    """

    def parse_achievement_point_entry(typed_entry: str) -> tuple[str, int] | None:
        found = _ENTRY.fullmatch(typed_entry)
        if found is None:
            return None
        # The signs before the number may belong to the name.
        name, sign = found[1], ""
        while name and (key := build_lookalike_name_key(name)) not in ids_by_name:
            is_sign = name[-1] == "+" or (name[-1] in _MINUSES and name[-2:-1] in _BEFORE_NUMBER)
            if name[-1] not in _BEFORE_NUMBER and (sign or not is_sign):
                return None
            sign = name[-1] if name[-1] not in _BEFORE_NUMBER else sign
            name = name[:-1]
        return (key, -int(found[2]) if sign in {*_MINUSES} else int(found[2])) if name else None

    for entry in split_user_input_list(
        points_text, lambda entry: parse_achievement_point_entry(entry) is not None, "[,;]"
    ):
        named = parse_achievement_point_entry(entry)
        if named is None:
            raise Refusal("season-rule-deeds", "deeds", most=MAX_DEED_POINTS)
        yield named


_SEPARATOR = re.compile(r"([,;])")
_ENTRY = re.compile(r"(.+?)(\d{1,3})", re.DOTALL)
_BEFORE_NUMBER = " \t\n:="
_MINUSES = "-−–"


def _map_builtin_achievement_names_to_ids() -> dict[str, str]:
    """Return the id of each achievement of the bot by its names in all languages.

    The word `most`, before the most points of one game, is included.
    """
    names = {build_lookalike_name_key(name): name for name in (*DEEDS, MOST)}
    for locale in LOCALES:
        text = load_translations(locale)
        names |= {build_lookalike_name_key(text(f"deed-{deed}")): deed for deed in DEEDS}
        names[build_lookalike_name_key(text("deeds-most"))] = MOST
    return names


def _get_casefolded_translation(text_key: str, locale: Locale) -> str:
    return load_translations(locale)(text_key).casefold()
