"""Deeds in words: those of a game, those that a correction changed, and what each is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.front.rendering.escaping import escape
from bot.front.rendering.fitting import cut_markdown
from bot.i18n import Catalogue
from bot.rules.deeds import DEEDS, DeedId, count_deeds
from bot.rules.differences import DeedDifference
from bot.rules.facts import Player
from bot.rules.house_deeds import HouseDeed, count_house_deeds, is_house_deed, list_claims
from bot.rules.pod import Pod
from bot.words import Words

_MAX_LINE_LENGTH = 500
"""Characters of the line with all deeds of a game."""


def name_deed(deed: DeedId, text: Catalogue) -> str:
    """Return the icon and the name of a deed."""
    return f"{DEEDS[deed].icon} {text(f'deed-{deed}')}"


def render_deeds(pod: Pod, words: Words) -> list[str]:
    """Return a line with the deeds of a game and who did them, in the order of the seats.

    There is no line if there are none.
    """
    counted = count_deeds(pod)
    owners = [pod.find_owner(player) for player in pod.players]
    done: dict[DeedId, list[str]] = {}
    for deed, player in sorted(counted, key=lambda each: owners.index(each[1])):
        done.setdefault(deed, []).append(_name_doer(player, counted[deed, player], words))
    said = [
        words.text.label(name_deed(deed, words.text), ", ".join(done[deed]))
        for deed in DEEDS
        if deed in done
    ]
    said += _list_house_deeds(pod, owners, words)
    return [f"-# {cut_markdown(' · '.join(said), _MAX_LINE_LENGTH)}"] if said else []


def _list_house_deeds(pod: Pod, owners: Sequence[Player], words: Words) -> Iterator[str]:
    """Yield each house deed of a game with the players who did it."""
    claimed = {each.deed: each.name for each in list_claims(pod)}
    counted = count_house_deeds(pod)
    for deed, name in claimed.items():
        doers = [
            _name_doer(player, counted[deed, player], words)
            for player in owners
            if counted[deed, player]
        ]
        yield words.text.label(f"{HOUSE_ICON} {escape(name)}", ", ".join(doers))


def _name_doer(player: Player, times: int, words: Words) -> str:
    name = words.name(player)
    return f"{name} ×{times}" if times > 1 else name


def render_changes(changes: Iterable[DeedDifference], words: Words) -> list[str]:
    """Return a line for each deed that was given or taken."""
    return [
        words.text(
            "deed-given" if each.change > 0 else "deed-taken",
            deed=name_deed(each.deed, words.text),
            player=_name_doer(each.player, abs(each.change), words),
        )
        for each in changes
    ]


HOUSE_ICON = "📌"
"""The icon of deeds that a server named itself."""

DeedNames = Mapping[str, str]
"""The names of a server's own deeds, by their ids."""


def describe_points(
    points: Mapping[str, int], most: int | None, text: Catalogue, house: DeedNames
) -> str:
    """Return what a season gives for each deed, and the most for those of one game.

    A deed of the server's own that is not in `house` has no name any more.
    """
    parts = [f"{name_deed(deed, text)} +{points[deed]}" for deed in DEEDS if deed in points]
    for deed in points:
        if is_house_deed(deed):
            name = escape(house[deed]) if deed in house else text("deed-unnamed")
            parts.append(f"{HOUSE_ICON} {name} +{points[deed]}")
    if most is not None:
        parts.append(text("season-rule-deeds-most", points=most))
    return text.label(text("deeds-title"), ", ".join(parts))


def render_counts(done: Mapping[str, int], text: Catalogue, house: DeedNames) -> list[str]:
    """Return a line for each deed of a player and how often they did it, in the usual order.

    Deeds of the server's own come last, without those that are not in `house` any more.
    """
    names: dict[str, str] = {deed: name_deed(deed, text) for deed in DEEDS}
    names |= {deed: f"{HOUSE_ICON} {escape(name)}" for deed, name in house.items()}
    return [f"{name} ×{done[deed]}" for deed, name in names.items() if done.get(deed)]


def explain_deeds(text: Catalogue, house: Sequence[HouseDeed]) -> list[str]:
    """Return a line for each deed, with what it is for; those of the server's own come last."""
    lines = [f"{name_deed(deed, text)} · {text(f'deed-{deed}-about')}" for deed in DEEDS]
    for each in house:
        often = text("deed-times", times=each.times)
        lines.append(f"{HOUSE_ICON} {escape(each.name)} · {often}")
    return lines
