"""Finding and renaming the players in an event by the types of its fields.

A new field needs no code here, so that none is forgotten.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import replace

from bot.rules.commands_and_events import Event
from bot.rules.facts import Player

S = TypeVar("S", bound=Struct)

PlayerMapping = Callable[[Player], Player]

_PlayerRenamer = Callable[[Any, PlayerMapping], Any]
"""Returns a copy of a value with its players renamed."""


def replace_players_in_struct(struct: S, player_mapping: PlayerMapping) -> S:
    """Return a copy of an event or a state, with every player replaced by `player_mapping`."""
    renamed: S = _build_player_replacer_for_struct(type(struct))(struct, player_mapping)
    return renamed


def find_players_in_event_fields(event: Struct) -> set[Player]:
    """Return all players who are named in the fields of an event."""
    found = set[Player]()

    def record_player(player: Player) -> Player:
        found.add(player)
        return player

    replace_players_in_struct(event, record_player)
    return found


@cache
def _build_player_replacer_for_struct(struct_class: type[Struct]) -> _PlayerRenamer:
    hints = msgspec.structs.fields(struct_class)
    walks = {field.name: walk for field in hints if (walk := _build_player_replacer_for_annotation(field.type))}
    return lambda struct, rename: replace(
        struct, **{name: walk(getattr(struct, name), rename) for name, walk in walks.items()}
    )


def _build_player_replacer_for_annotation(type_annotation: Any) -> _PlayerRenamer | None:
    return _build_player_replacer_for_type(inspect.type_info(type_annotation))


def _build_player_replacer_for_type(type_info: inspect.Type) -> _PlayerRenamer | None:
    """Return a function that replaces the players in values of a type; None if not needed.

    Raises `TypeError` for a type that this module does not know.
    """
    match type_info:
        case inspect.Metadata(extra={"player": True}):
            return lambda player, rename: rename(player)
        case inspect.Metadata():
            return _build_player_replacer_for_type(type_info.type)
        case inspect.StructType():
            if issubclass(type_info.cls, Event) and type_info.tag is None:
                raise TypeError(f"{type_info.cls.__name__} has no tag, so it stands for no single event")
            return _build_player_replacer_for_struct(type_info.cls)
        case inspect.UnionType():
            return _build_player_replacer_for_union(type_info)
        case inspect.VarTupleType():
            each = _build_player_replacer_for_type(type_info.item_type)
            return each and (lambda items, rename: tuple(each(item, rename) for item in items))
        case inspect.TupleType():
            return _build_player_replacer_for_tuple(type_info)
        case inspect.DictType():
            key, value = (
                _build_player_replacer_for_type(part) or _return_value_unchanged
                for part in (type_info.key_type, type_info.value_type)
            )
            return lambda items, rename: {key(k, rename): value(v, rename) for k, v in items.items()}
        case inspect.StrType() | inspect.IntType() | inspect.BoolType() | inspect.LiteralType():
            return None
        case inspect.NoneType():
            return None
        case _:
            raise TypeError(f"nobody knows where the players are in {type_info}")


def _build_player_replacer_for_union(union_type: inspect.UnionType) -> _PlayerRenamer | None:
    if all(isinstance(part, inspect.StructType) for part in union_type.types):
        return replace_players_in_struct
    walks = [walk for part in union_type.types if (walk := _build_player_replacer_for_type(part))]
    if not walks:
        return None
    if len(union_type.types) != 2 or not union_type.includes_none:
        raise TypeError(f"nobody knows where the players are in {union_type}")
    [walk] = walks
    return lambda value, rename: None if value is None else walk(value, rename)


def _build_player_replacer_for_tuple(tuple_type: inspect.TupleType) -> _PlayerRenamer:
    walks = [_build_player_replacer_for_type(part) or _return_value_unchanged for part in tuple_type.item_types]
    return lambda items, rename: tuple(walk(item, rename) for walk, item in zip(walks, items, strict=True))


def _return_value_unchanged(value: Any, _: PlayerMapping) -> Any:
    return value
