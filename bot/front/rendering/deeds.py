"""Deeds in words: those of a game, those that a correction changed, and what each is."""

from collections.abc import Iterable, Mapping

from bot.front.rendering.fitting import cut_markdown
from bot.i18n import Catalogue
from bot.rules.deeds import DEEDS, DeedId, count_deeds
from bot.rules.differences import DeedDifference
from bot.rules.facts import Player
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
    return [f"-# {cut_markdown(' · '.join(said), _MAX_LINE_LENGTH)}"] if said else []


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


def describe_points(points: Mapping[str, int], most: int | None, text: Catalogue) -> str:
    """Return what a season gives for each deed, and the most for those of one game."""
    parts = [f"{name_deed(deed, text)} +{points[deed]}" for deed in DEEDS if deed in points]
    if most is not None:
        parts.append(text("season-rule-deeds-most", points=most))
    return text.label(text("deeds-title"), ", ".join(parts))


def render_counts(done: Mapping[str, int], text: Catalogue) -> list[str]:
    """Return a line for each deed of a player and how often they did it, in the usual order."""
    return [f"{name_deed(deed, text)} ×{done[deed]}" for deed in DEEDS if done.get(deed)]


def explain_deeds(text: Catalogue) -> list[str]:
    """Return a line for each deed, with what it is for."""
    return [f"{name_deed(deed, text)} · {text(f'deed-{deed}-about')}" for deed in DEEDS]
