"""Reading what people wrote: typed values, or one sentence that says what is wrong where."""

import re
import types
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

T = TypeVar("T")

_AT = re.compile(r"^(?P<what>.*) - at `\$?(?P<path>.*)`$", re.DOTALL)
_STEP = re.compile(r"\.([A-Za-z_]\w*)|\[(\d*|\.\.\.)\]")


class Unreadable(Exception):
    """A value that is not what was asked for: `field` is where, `problem` what and what is."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}" if field else problem)
        self.field = field
        self.problem = problem


def read(raw: object, kind: type[T], *, strict: bool = True) -> T:
    """`raw`, plain JSON or TOML data, as a `kind`. Raises `Unreadable`.

    Not strict also reads numbers and booleans from strings, as environment variables are.
    """
    try:
        return msgspec.convert(raw, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise explained(str(error), kind) from None


def read_json(text: str | bytes) -> object:
    """The JSON value in `text`. Raises `Unreadable`."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable("", f"not JSON ({error})") from None


def explained(message: str, kind: object) -> Unreadable:
    """What msgspec found wrong with a value that should be a `kind`, with what is accepted."""
    found = _AT.match(message)
    what, path = (found["what"], found["path"]) if found else (message, "")
    at = _type_at(kind, path)
    if "unknown field" in what:
        what += f"; accepted: {', '.join(get_type_hints(at))}"
    elif choices := _choices(at):
        what += f"; accepted: {', '.join(choices)}"
    return Unreadable(path.removeprefix("."), what.replace("`", "'"))


def _type_at(kind: object, path: str) -> Any:
    """The type of the value at a path such as `.sources[0].controller`."""
    for name, _ in _STEP.findall(path):
        kind = _plain(kind)
        if name:
            kind = get_type_hints(kind)[name]
        else:
            # A dictionary's values come last, a tuple's or list's items first.
            kind = get_args(kind)[-1 if get_origin(kind) is dict else 0]
    return _plain(kind)


def _plain(kind: Any) -> Any:
    """The type without `| None`."""
    if get_origin(kind) in (types.UnionType, Union):
        return next(part for part in get_args(kind) if part is not types.NoneType)
    return kind


def _choices(kind: Any) -> tuple[str, ...]:
    return get_args(kind) if get_origin(kind) is Literal else ()
