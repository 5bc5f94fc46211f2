"""Finding and replacing the players in an event by the types of its fields.

A new field needs no code here, so that none is forgotten.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import replace

from bot.rules.commands_and_events import Event
from bot.rules.facts import Player

S = TypeVar("S", bound=Struct)

PlayerMapping = Callable[[Player], Player]


class _PlayerWalk(NamedTuple):
    """How the players in values of one type are replaced and found."""

    replace: Callable[[Any, PlayerMapping], Any]
    find: Callable[[Any, set[Player]], None]


def replace_players_in_struct(struct: S, player_mapping: PlayerMapping) -> S:
    """Return a copy of an event or a state, with every player replaced by `player_mapping`."""
    renamed: S = _build_walk_of_struct(type(struct)).replace(struct, player_mapping)
    return renamed


def find_players_in_event_fields(event: Struct) -> set[Player]:
    """Return all players who are named in the fields of an event."""
    found = set[Player]()
    _add_players_in_struct(event, found)
    return found


def _add_players_in_struct(struct: Struct, found: set[Player]) -> None:
    _build_walk_of_struct(type(struct)).find(struct, found)


@cache
def _build_walk_of_struct(struct_class: type[Struct]) -> _PlayerWalk:
    hints = msgspec.structs.fields(struct_class)
    walks = {field.name: walk for field in hints if (walk := _build_walk_of_type(inspect.type_info(field.type)))}

    def replace_in_struct(struct: Any, player_mapping: PlayerMapping) -> Any:
        parts = {name: walk.replace(getattr(struct, name), player_mapping) for name, walk in walks.items()}
        return replace(struct, **parts)

    def find_in_struct(struct: Any, found: set[Player]) -> None:
        for name, walk in walks.items():
            walk.find(getattr(struct, name), found)

    return _PlayerWalk(replace_in_struct, find_in_struct)


def _build_walk_of_type(type_info: inspect.Type) -> _PlayerWalk | None:
    """Return the walk through values of a type; None if they hold no players.

    Raises `TypeError` for a type that this module does not know.
    """
    match type_info:
        case inspect.Metadata(extra={"player": True}):
            return _PlayerWalk(lambda player, mapping: mapping(player), lambda player, found: found.add(player))
        case inspect.Metadata():
            return _build_walk_of_type(type_info.type)
        case inspect.StructType():
            if issubclass(type_info.cls, Event) and type_info.tag is None:
                raise TypeError(f"{type_info.cls.__name__} has no tag, so it stands for no single event")
            return _build_walk_of_struct(type_info.cls)
        case inspect.UnionType():
            return _build_walk_of_union(type_info)
        case inspect.VarTupleType():
            return _build_walk_of_items(type_info.item_type)
        case inspect.TupleType():
            return _build_walk_of_tuple(type_info)
        case inspect.DictType():
            return _build_walk_of_dict(type_info)
        case inspect.StrType() | inspect.IntType() | inspect.BoolType() | inspect.LiteralType():
            return None
        case inspect.NoneType():
            return None
        case _:
            raise TypeError(f"nobody knows where the players are in {type_info}")


def _build_walk_of_union(union_type: inspect.UnionType) -> _PlayerWalk | None:
    if all(isinstance(part, inspect.StructType) for part in union_type.types):
        return _PlayerWalk(replace_players_in_struct, _add_players_in_struct)
    walks = [walk for part in union_type.types if (walk := _build_walk_of_type(part))]
    if not walks:
        return None
    if len(union_type.types) != 2 or not union_type.includes_none:
        raise TypeError(f"nobody knows where the players are in {union_type}")
    [walk] = walks
    return _PlayerWalk(
        lambda value, mapping: None if value is None else walk.replace(value, mapping),
        lambda value, found: None if value is None else walk.find(value, found),
    )


def _build_walk_of_items(item_type: inspect.Type) -> _PlayerWalk | None:
    walk = _build_walk_of_type(item_type)
    if walk is None:
        return None

    def find_in_items(items: tuple[Any, ...], found: set[Player]) -> None:
        for item in items:
            walk.find(item, found)

    return _PlayerWalk(lambda items, mapping: tuple(walk.replace(item, mapping) for item in items), find_in_items)


def _build_walk_of_tuple(tuple_type: inspect.TupleType) -> _PlayerWalk:
    walks = [_build_walk_of_type(part) or _NO_PLAYERS for part in tuple_type.item_types]

    def find_in_tuple(items: tuple[Any, ...], found: set[Player]) -> None:
        for walk, item in zip(walks, items, strict=True):
            walk.find(item, found)

    return _PlayerWalk(
        lambda items, mapping: tuple(walk.replace(item, mapping) for walk, item in zip(walks, items, strict=True)),
        find_in_tuple,
    )


def _build_walk_of_dict(dict_type: inspect.DictType) -> _PlayerWalk:
    key, value = (_build_walk_of_type(part) or _NO_PLAYERS for part in (dict_type.key_type, dict_type.value_type))

    def find_in_dict(items: Mapping[Any, Any], found: set[Player]) -> None:
        for k, v in items.items():
            key.find(k, found)
            value.find(v, found)

    return _PlayerWalk(
        lambda items, mapping: {key.replace(k, mapping): value.replace(v, mapping) for k, v in items.items()},
        find_in_dict,
    )


_NO_PLAYERS = _PlayerWalk(lambda value, _: value, lambda _, found: None)
