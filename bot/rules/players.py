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


class _PlayerFieldVisitor(NamedTuple):
    """A pair of functions that find and replace the players in values of one type."""

    replace: Callable[[Any, PlayerMapping], Any]
    find: Callable[[Any, set[Player]], None]


def replace_players_in_event_or_state(event_or_state: S, player_replacements: PlayerMapping) -> S:
    """Return a copy of an event or a state in which `player_replacements` has replaced every player."""
    renamed: S = _build_player_visitor_for_struct(type(event_or_state)).replace(event_or_state, player_replacements)
    return renamed


def find_players_in_event_fields(event: Struct) -> set[Player]:
    found = set[Player]()
    _collect_players_in_struct(event, found)
    return found


def _collect_players_in_struct(struct: Struct, found_players: set[Player]) -> None:
    _build_player_visitor_for_struct(type(struct)).find(struct, found_players)


@cache
def _build_player_visitor_for_struct(struct_class: type[Struct]) -> _PlayerFieldVisitor:
    hints = msgspec.structs.fields(struct_class)
    walks = {
        field.name: walk for field in hints if (walk := _build_player_visitor_for_type(inspect.type_info(field.type)))
    }

    def replace_players_in_fields(struct: Any, player_replacements: PlayerMapping) -> Any:
        parts = {name: walk.replace(getattr(struct, name), player_replacements) for name, walk in walks.items()}
        return replace(struct, **parts) if parts else struct  # a default stays itself, and so is left out of the log

    def collect_players_in_fields(struct: Any, found_players: set[Player]) -> None:
        for name, walk in walks.items():
            walk.find(getattr(struct, name), found_players)

    return _PlayerFieldVisitor(replace_players_in_fields, collect_players_in_fields)


def _build_player_visitor_for_type(type_info: inspect.Type) -> _PlayerFieldVisitor | None:
    """Return the functions that find and replace players in values of a type; None for a type without players.

    Raises `TypeError` for a type that this module does not know.
    """
    match type_info:
        case inspect.Metadata(extra={"player": True}):
            return _PlayerFieldVisitor(lambda player, mapping: mapping(player), lambda player, found: found.add(player))
        case inspect.Metadata():
            return _build_player_visitor_for_type(type_info.type)
        case inspect.StructType():
            if issubclass(type_info.cls, Event) and type_info.tag is None:
                raise TypeError(f"{type_info.cls.__name__} has no tag, so it stands for no single event")
            return _build_player_visitor_for_struct(type_info.cls)
        case inspect.UnionType():
            return _build_union_visitor(type_info)
        case inspect.VarTupleType():
            return _build_tuple_items_visitor(type_info.item_type)
        case inspect.TupleType():
            return _build_tuple_visitor(type_info)
        case inspect.DictType():
            return _build_dict_visitor(type_info)
        case inspect.StrType() | inspect.IntType() | inspect.BoolType() | inspect.LiteralType():
            return None
        case inspect.NoneType():
            return None
        case _:
            raise TypeError(f"nobody knows where the players are in {type_info}")


def _build_union_visitor(union_type: inspect.UnionType) -> _PlayerFieldVisitor | None:
    if all(isinstance(part, inspect.StructType) for part in union_type.types):
        return _PlayerFieldVisitor(replace_players_in_event_or_state, _collect_players_in_struct)
    walks = [walk for part in union_type.types if (walk := _build_player_visitor_for_type(part))]
    if not walks:
        return None
    if len(union_type.types) != 2 or not union_type.includes_none:
        raise TypeError(f"nobody knows where the players are in {union_type}")
    [walk] = walks
    return _PlayerFieldVisitor(
        lambda value, mapping: None if value is None else walk.replace(value, mapping),
        lambda value, found: None if value is None else walk.find(value, found),
    )


def _build_tuple_items_visitor(item_type: inspect.Type) -> _PlayerFieldVisitor | None:
    walk = _build_player_visitor_for_type(item_type)
    if walk is None:
        return None

    def collect_players_in_items(items: tuple[Any, ...], found_players: set[Player]) -> None:
        for item in items:
            walk.find(item, found_players)

    return _PlayerFieldVisitor(
        lambda items, mapping: tuple(walk.replace(item, mapping) for item in items), collect_players_in_items
    )


def _build_tuple_visitor(tuple_type: inspect.TupleType) -> _PlayerFieldVisitor:
    walks = [_build_player_visitor_for_type(part) or _NO_PLAYERS for part in tuple_type.item_types]

    def collect_players_in_tuple(items: tuple[Any, ...], found_players: set[Player]) -> None:
        for walk, item in zip(walks, items, strict=True):
            walk.find(item, found_players)

    return _PlayerFieldVisitor(
        lambda items, mapping: tuple(walk.replace(item, mapping) for walk, item in zip(walks, items, strict=True)),
        collect_players_in_tuple,
    )


def _build_dict_visitor(dict_type: inspect.DictType) -> _PlayerFieldVisitor:
    key, value = (
        _build_player_visitor_for_type(part) or _NO_PLAYERS for part in (dict_type.key_type, dict_type.value_type)
    )

    def collect_players_in_dict(items: Mapping[Any, Any], found_players: set[Player]) -> None:
        for k, v in items.items():
            key.find(k, found_players)
            value.find(v, found_players)

    return _PlayerFieldVisitor(
        lambda items, mapping: {key.replace(k, mapping): value.replace(v, mapping) for k, v in items.items()},
        collect_players_in_dict,
    )


_NO_PLAYERS = _PlayerFieldVisitor(lambda value, _: value, lambda _, found: None)
