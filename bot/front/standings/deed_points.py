"""The points that a season gives for deeds, as an organiser types them: `first-blood 1, most 3`."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress

from discord.app_commands import Choice

from bot.front.interaction.context import Context
from bot.front.interaction.picking import MAX_CHOICES, match_options
from bot.front.rendering.deeds import DeedNames, describe_points
from bot.front.rendering.escaping import clean_label, fold_typed
from bot.i18n import LOCALES, Catalogue, Locale, load_catalogue
from bot.namesakes import fold_name, split_list
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


async def offer_presets(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer what is typed already if it can be read, the presets, and deeds to add to it."""
    text = ctx.text
    house = ctx.settings.deed_names
    offered = [
        (text(f"deeds-preset-{name}", deeds=_describe(points, text, house)), points)
        for name, points in PRESETS.items()
    ]
    found = match_options([(clean_label(label, 100), value) for label, value in offered], typed)
    added = [
        Choice(name=clean_label(_describe(value, text, house), 100), value=value)
        for value in _list_additions(typed, text, house)
    ]
    if not found and typed:
        with suppress(Refusal):
            label = clean_label(_describe(typed, text, house), 100)
            found = [Choice(name=label, value=typed)]
    return [*found, *added][:MAX_CHOICES]


def _list_additions(typed: str, text: Catalogue, house: DeedNames) -> Iterator[str]:
    """Yield the typed list with a deed more, which is the one whose name is begun at its end."""
    parts = _SEPARATOR.split(typed.strip())
    begun = fold_typed(parts[-1])
    before = "".join(parts[:-1]).strip(" ,;")
    try:
        points = read_points(before, house)[0] if before else {}
    except Refusal:  # the comma may be part of a name
        points, before, begun = {}, "", fold_typed(typed)
    own: dict[str, str] = dict(house)
    if typed.strip():
        own |= {deed: text(f"deed-{deed}") for deed in DEEDS}
    for deed, name in own.items():
        value = f"{before}, {deed} 1" if before else f"{deed} 1"
        if deed not in points and begun in fold_typed(name) and len(value) <= _MAX_VALUE_LENGTH:
            yield value


_MAX_VALUE_LENGTH = 100
"""Characters of a choice's value, Discord's limit."""


def _describe(typed: str, text: Catalogue, house: DeedNames) -> str:
    points, most = read_points(typed, house)
    return describe_points(points, most, text, house) if points else text("deeds-none")


def read_points(typed: str, house: DeedNames) -> DeedPoints:
    """Return the points that were typed; a deed goes by its id or its name in any language.

    `house` are the names of the server's own deeds.
    Raises `Refusal`.
    """
    if typed.strip().casefold() in (*NOTHING, *(_fold("deeds-none", each) for each in LOCALES)):
        return {}, None
    names = _list_all_names(house)
    points: dict[str, int] = {}
    most: int | None = None
    for called, number in _split_entries(typed, names):
        if names[called] == MOST:
            most = number
        else:
            points[names[called]] = number
    order = [*DEEDS, *house]
    return {deed: points[deed] for deed in order if deed in points}, most if points else None


def _list_all_names(house: DeedNames) -> dict[str, str]:
    """Return what all deeds can be called: the server's own by their names and their ids."""
    own = {fold_name(name): deed for deed, name in house.items()}
    ids = {fold_name(deed): deed for deed in house}
    return {**own, **_list_names(), **ids}


def _split_entries(typed: str, names: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Yield the folded names in a typed list, each with its number. Raises `Refusal`.

    A comma or a semicolon may be part of a name.
    """

    def read(entry: str) -> tuple[str, int] | None:
        found = _ENTRY.fullmatch(entry)
        if found is None or fold_name(found[1]) not in names:
            return None
        return fold_name(found[1]), int(found[2])

    for entry in split_list(typed, lambda entry: read(entry) is not None, ",;"):
        named = read(entry)
        if named is None:
            raise Refusal("season-rule-deeds", "deeds", most=MAX_DEED_POINTS)
        yield named


_SEPARATOR = re.compile(r"([,;])")
_ENTRY = re.compile(r"(.+?)[\s:=]*\+?(\d{1,3})", re.DOTALL)


def _list_names() -> dict[str, str]:
    """Return what deeds, and the most of a game, can be called, folded for comparison."""
    names = {fold_name(name): name for name in (*DEEDS, MOST)}
    for locale in LOCALES:
        text = load_catalogue(locale)
        names |= {fold_name(text(f"deed-{deed}")): deed for deed in DEEDS}
        names[fold_name(text("deeds-most"))] = MOST
    return names


def _fold(key: str, locale: Locale) -> str:
    return load_catalogue(locale)(key).casefold()
