"""Texts about deeds, the achievements of a game: who did them, what a correction changed, what each
is.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.formatters.messages import MessageFormatter
from bot.front.ui.escaping import escape_markdown
from bot.front.ui.fitting import truncate_markdown
from bot.i18n import Catalogue
from bot.rules.deeds import DEEDS, DeedId, count_deeds_by_player
from bot.rules.differences import DeedDifference
from bot.rules.facts import Player
from bot.rules.house_deeds import HouseDeed, count_house_deeds, is_house_deed_id, list_deed_claims
from bot.rules.pod import Pod

_MAX_LINE_LENGTH = 500
"""Characters of the line with all deeds of a game."""


def name_deed(deed: DeedId, catalogue: Catalogue) -> str:
    """Return the icon and the name of a deed."""
    return f"{DEEDS[deed].icon} {catalogue(f'deed-{deed}')}"


def render_deeds_of_game(pod: Pod, formatter: MessageFormatter) -> list[str]:
    """Return a line with the deeds of a game and who did them, in the order of the seats.

    The list is empty if there are none.
    """
    counted = count_deeds_by_player(pod)
    owners = [pod.find_result_owner(player) for player in pod.players]
    done: dict[DeedId, list[str]] = {}
    for deed, player in sorted(counted, key=lambda each: owners.index(each[1])):
        done.setdefault(deed, []).append(
            _name_player_with_count(player, counted[deed, player], formatter)
        )
    said = [
        formatter.text.format_label(name_deed(deed, formatter.text), ", ".join(done[deed]))
        for deed in DEEDS
        if deed in done
    ]
    said += _render_house_deeds(pod, owners, formatter)
    return [f"-# {truncate_markdown(' · '.join(said), _MAX_LINE_LENGTH)}"] if said else []


def _render_house_deeds(
    pod: Pod, players: Sequence[Player], formatter: MessageFormatter
) -> Iterator[str]:
    """Yield each house deed of a game with the players who did it."""
    claimed = {each.deed: each.name for each in list_deed_claims(pod)}
    counted = count_house_deeds(pod)
    for deed, name in claimed.items():
        doers = [
            _name_player_with_count(player, counted[deed, player], formatter)
            for player in players
            if counted[deed, player]
        ]
        yield formatter.text.format_label(f"{HOUSE_ICON} {escape_markdown(name)}", ", ".join(doers))


def _name_player_with_count(player: Player, count: int, formatter: MessageFormatter) -> str:
    name = formatter.name(player)
    return f"{name} ×{count}" if count > 1 else name


def render_deed_changes(
    changes: Iterable[DeedDifference], formatter: MessageFormatter
) -> list[str]:
    """Return a line for each deed that a correction gave to a player or took from one."""
    return [
        formatter.text(
            "deed-given" if each.change > 0 else "deed-taken",
            deed=name_deed(each.deed, formatter.text),
            player=_name_player_with_count(each.player, abs(each.change), formatter),
        )
        for each in changes
    ]


HOUSE_ICON = "📌"
"""The icon of deeds that a server named itself."""

HouseDeedNames = Mapping[str, str]
"""The names of a server's own deeds, by their ids."""


def describe_deed_points(
    points: Mapping[str, int],
    maximum_per_game: int | None,
    catalogue: Catalogue,
    house_deed_names: HouseDeedNames,
) -> str:
    """Return the points that a season gives for each deed, and the maximum for the deeds of one
    game.

    A deed of the server's own that is not in `house_deed_names` was deleted.
    """
    parts = [f"{name_deed(deed, catalogue)} +{points[deed]}" for deed in DEEDS if deed in points]
    for deed in points:
        if is_house_deed_id(deed):
            name = (
                escape_markdown(house_deed_names[deed])
                if deed in house_deed_names
                else catalogue("deed-unnamed")
            )
            parts.append(f"{HOUSE_ICON} {name} +{points[deed]}")
    if maximum_per_game is not None:
        parts.append(catalogue("season-rule-deeds-most", points=maximum_per_game))
    return catalogue.format_label(catalogue("deeds-title"), ", ".join(parts))


def render_deed_counts(
    deed_counts: Mapping[str, int], catalogue: Catalogue, house_deed_names: HouseDeedNames
) -> list[str]:
    """Return a line for each deed of a player and how often they did it, in the usual order.

    Deeds of the server's own come last, without those that are not in `house_deed_names` any
    more.
    """
    names: dict[str, str] = {deed: name_deed(deed, catalogue) for deed in DEEDS}
    names |= {
        deed: f"{HOUSE_ICON} {escape_markdown(name)}" for deed, name in house_deed_names.items()
    }
    return [f"{name} ×{deed_counts[deed]}" for deed, name in names.items() if deed_counts.get(deed)]


def explain_deeds(catalogue: Catalogue, house_deeds: Sequence[HouseDeed]) -> list[str]:
    """Return a line for each deed with its explanation; the deeds of the server's own come
    last.
    """
    lines = [f"{name_deed(deed, catalogue)} · {catalogue(f'deed-{deed}-about')}" for deed in DEEDS]
    for each in house_deeds:
        often = catalogue("deed-times", times=each.times)
        lines.append(f"{HOUSE_ICON} {escape_markdown(each.name)} · {often}")
    return lines
