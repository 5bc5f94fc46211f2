"""The players in an event: find and rename them by the types of its fields.

A new field needs no code here, so that none is forgotten.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import replace

from bot.rules.acts import Event
from bot.rules.facts import Player

S = TypeVar("S", bound=Struct)

Rename = Callable[[Player], Player]

_Walk = Callable[[Any, Rename], Any]
"""Returns a copy of a value with its players renamed."""


def rename_players(event: S, rename: Rename) -> S:
    """Return a copy of an event in which `rename` was applied to every player."""
    renamed: S = _make_struct_walk(type(event))(event, rename)
    return renamed


def find_players(event: Struct) -> set[Player]:
    """Return all players in an event."""
    found = set[Player]()

    def note(player: Player) -> Player:
        found.add(player)
        return player

    rename_players(event, note)
    return found


@cache
def _make_struct_walk(kind: type[Struct]) -> _Walk:
    hints = msgspec.structs.fields(kind)
    walks = {field.name: walk for field in hints if (walk := _make_type_walk(field.type))}
    return lambda struct, rename: replace(
        struct, **{name: walk(getattr(struct, name), rename) for name, walk in walks.items()}
    )


def _make_type_walk(kind: Any) -> _Walk | None:
    return _make_walk(inspect.type_info(kind))


def _make_walk(shape: inspect.Type) -> _Walk | None:
    """Return a function that renames players in values of a type; None if it has no players.

    Raises `TypeError` for a type that this module does not know.
    """
    match shape:
        case inspect.Metadata(extra={"player": True}):
            return lambda player, rename: rename(player)
        case inspect.Metadata():
            return _make_walk(shape.type)
        case inspect.StructType():
            if issubclass(shape.cls, Event) and shape.tag is None:
                raise TypeError(
                    f"{shape.cls.__name__} has no tag, so it stands for no single event"
                )
            return _make_struct_walk(shape.cls)
        case inspect.UnionType():
            return _make_union_walk(shape)
        case inspect.VarTupleType():
            each = _make_walk(shape.item_type)
            return each and (lambda items, rename: tuple(each(item, rename) for item in items))
        case inspect.TupleType():
            return _make_tuple_walk(shape)
        case inspect.DictType():
            key, value = (_make_walk(part) or _keep for part in (shape.key_type, shape.value_type))
            return lambda items, rename: {
                key(k, rename): value(v, rename) for k, v in items.items()
            }
        case inspect.StrType() | inspect.IntType() | inspect.BoolType() | inspect.LiteralType():
            return None
        case inspect.NoneType():
            return None
        case _:
            raise TypeError(f"nobody knows where the players are in {shape}")


def _make_union_walk(shape: inspect.UnionType) -> _Walk | None:
    if all(isinstance(part, inspect.StructType) for part in shape.types):
        return rename_players
    walks = [walk for part in shape.types if (walk := _make_walk(part))]
    if not walks:
        return None
    if len(shape.types) != 2 or not shape.includes_none:
        raise TypeError(f"nobody knows where the players are in {shape}")
    [walk] = walks
    return lambda value, rename: None if value is None else walk(value, rename)


def _make_tuple_walk(shape: inspect.TupleType) -> _Walk:
    walks = [_make_walk(part) or _keep for part in shape.item_types]
    return lambda items, rename: tuple(
        walk(item, rename) for walk, item in zip(walks, items, strict=True)
    )


def _keep(value: Any, _: Rename) -> Any:
    return value
