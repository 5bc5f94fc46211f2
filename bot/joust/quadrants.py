"""Changes of a player's four token zones (quadrant); each function returns the new zones (MJ-1, MJ-2)."""

from collections.abc import Iterable

from bot.joust.table_types import Family, Quadrant, Singularity, Zone

_UNSTABLE_FORMS: dict[Singularity, Singularity] = {"blue": "blue!", "red": "red!", "yellow": "yellow!"}
_STABLE_FORMS = {unstable: stable for stable, unstable in _UNSTABLE_FORMS.items()}

Spent = tuple[tuple[Zone, Family], ...]
"""The stable singularities that a payment uses: zone and family of each, sorted."""

Stock = tuple[tuple[int, int, int], ...]
"""The number of stable singularities of each family in zones 1 to 4."""


def build_sorted_token_zones(zone_contents: Iterable[Iterable[Singularity]]) -> Quadrant:
    """Return a player's four token zones, with the tokens in each sorted."""
    one, two, three, four = (tuple(sorted(contents)) for contents in zone_contents)
    return one, two, three, four


def count_unused_tokens(token_zones: Quadrant) -> Stock:
    """Count a player's unused tokens by zone and colour."""
    return tuple((contents.count("blue"), contents.count("red"), contents.count("yellow")) for contents in token_zones)


def is_token_in_zone(token_zones: Quadrant, token: Singularity, token_zone: Zone) -> bool:
    """Return True if a zone has a token of this colour and state (used or unused)."""
    return token in token_zones[token_zone - 1]


def add_token_to_zone(token_zones: Quadrant, token: Singularity, zone: Zone) -> Quadrant:
    # A zone has room for any number (MJ-D2).
    return _replace_tokens_in_zone(token_zones, zone, (*token_zones[zone - 1], token))


def remove_token_from_zone(token_zones: Quadrant, token: Singularity, zone: Zone) -> Quadrant:
    """Return the zones without a token. Raises `ValueError` if the token is missing."""
    left = list(token_zones[zone - 1])
    left.remove(token)
    return _replace_tokens_in_zone(token_zones, zone, left)


def move_token_to_zone(token_zones: Quadrant, token: Singularity, current_zone: Zone, target_zone: Zone) -> Quadrant:
    """Return the zones with one token moved to another zone."""
    return add_token_to_zone(remove_token_from_zone(token_zones, token, current_zone), token, target_zone)


def flip_token_in_zone(token_zones: Quadrant, token: Singularity, zone: Zone) -> Quadrant:
    """Return the zones with one token flipped from unused to used, or back."""
    other = _UNSTABLE_FORMS.get(token) or _STABLE_FORMS[token]
    return add_token_to_zone(remove_token_from_zone(token_zones, token, zone), other, zone)


def mark_tokens_as_used(token_zones: Quadrant, spent_tokens: Spent) -> Quadrant:
    for zone, family in spent_tokens:
        token_zones = flip_token_in_zone(token_zones, family, zone)
    return token_zones


def remove_spent_duel_tokens(token_zones: Quadrant, spent_tokens: Spent) -> Quadrant:
    """Return a player's zones without spent tokens.

    Only plan cards remove the tokens that pay for them.
    """
    for zone, family in spent_tokens:
        token_zones = remove_token_from_zone(token_zones, family, zone)
    return token_zones


def reset_used_tokens(token_zones: Quadrant) -> Quadrant:
    """Return the zones with all tokens made unused, as happens at the end of a turn."""
    return build_sorted_token_zones((_STABLE_FORMS.get(each, each) for each in contents) for contents in token_zones)


def _replace_tokens_in_zone(token_zones: Quadrant, zone: Zone, new_tokens: Iterable[Singularity]) -> Quadrant:
    zones = list(token_zones)
    zones[zone - 1] = tuple(new_tokens)
    return build_sorted_token_zones(zones)
