"""Read input as typed values, or explain in one sentence what is wrong where."""

import json
import re
import sys
import types
from collections.abc import Iterable, Iterator
from math import inf
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

T = TypeVar("T")

Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=100,
        pattern=r"\A\S(?s:.*\S)?\Z",
        extra={"accepted": "1 to 100 characters, without white space at the ends"},
    ),
]
"""A name in a file."""

_ERROR_WITH_PATH = re.compile(r"^(?P<what>.*) - at `\$?(?P<path>.*)`$", re.DOTALL)
_PATTERN_ERROR = re.compile(r"^Expected `str` matching regex .*", re.DOTALL)
_UNKNOWN_FIELD_ERROR = re.compile(r"unknown field `(?P<key>.*)`")
_PATH_STEP = re.compile(r"\.([A-Za-z_]\w*)|\[(\d*|\.\.\.)\]")


class Unreadable(Exception):
    """A value that cannot be read: the path of its field, and the problem with what is accepted.

    `place` is the path of the wrong value itself, where `field` is the object around it.
    """

    def __init__(self, field: str, problem: str, place: str | None = None) -> None:
        super().__init__(f"{field}: {problem}" if field else problem)
        self.field = field
        self.problem = problem
        self.place = field if place is None else place


def read(raw: object, kind: type[T], *, strict: bool = True) -> T:
    """Convert `raw`, plain JSON or TOML data, to a `kind`. Raises `Unreadable`.

    Without `strict`, numbers and booleans are also read from strings, as in environment variables.
    """
    try:
        return msgspec.convert(raw, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise explain_error(str(error), kind, raw) from None


def read_json(text: str | bytes) -> object:
    """Return the JSON value of `text`. Raises `Unreadable`."""
    try:
        return msgspec.json.decode(text)
    except msgspec.ValidationError as error:
        raise _find_large_number(text) or Unreadable("", f"not JSON ({error})") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable("", f"not JSON ({error})") from None


class _Pairs(list[tuple[str, object]]):
    """The keys and values of an object, in the order of the text."""


def read_unambiguous_json(text: str) -> object:
    """Return the JSON value of `text`. Raises `Unreadable`, also for a key that stands twice."""
    read_json(text)
    try:
        return _build_value(json.loads(text, object_pairs_hook=_Pairs), "")
    except (ValueError, RecursionError) as error:  # too many digits, or arrays too deep
        raise Unreadable("", f"not JSON ({error})") from None


def _build_value(value: object, at: str) -> object:
    if isinstance(value, _Pairs):
        found: dict[str, object] = {}
        for key, inner in value:
            path = f"{at}.{key}".removeprefix(".")
            if key in found:
                raise Unreadable(path, "stands twice in one object; accepted: once")
            found[key] = _build_value(inner, path)
        return found
    if isinstance(value, list):
        return [_build_value(inner, f"{at}[{index}]") for index, inner in enumerate(value)]
    return value


class _Large:
    """A placeholder for a number that is too large."""


def _find_large_number(text: str | bytes) -> Unreadable | None:
    """Return the error for the first number that is too large; None if there is none."""

    def read_number(digits: str) -> object:
        try:
            number = float(digits) if any(sign in digits for sign in ".eE") else int(digits)
        except ValueError:  # more digits than Python reads
            return _Large()
        return _Large() if number in (inf, -inf) else number

    try:
        path = _find_large(json.loads(text, parse_int=read_number, parse_float=read_number), "")
    except (ValueError, RecursionError):
        return None
    if path is None:
        return None
    most = sys.get_int_max_str_digits()
    problem = f"a number that is too large; accepted: one of at most {most} digits"
    return Unreadable(path.removeprefix("."), problem)


def _find_large(raw: object, path: str) -> str | None:
    """Return the path of the first number that is too large."""
    inner: Iterable[tuple[str, object]] = ()
    if isinstance(raw, _Large):
        return path
    if isinstance(raw, dict):
        inner = ((f"{path}.{key}", value) for key, value in raw.items())
    elif isinstance(raw, list):
        inner = ((f"{path}[{at}]", value) for at, value in enumerate(raw))
    found = (_find_large(value, where) for where, value in inner)
    return next((where for where in found if where is not None), None)


def find_line(text: str, field: str) -> int:
    """Return the line, from 1, on which the value at a path such as `met[0][2]` begins in JSON.

    Returns the last line that leads towards the value, 1 where the text is no JSON or the path
    leads nowhere. Of a key that stands twice, the last value counts.
    """
    at = _skip_space(text, 0)
    for name, index in _PATH_STEP.findall(f".{field}" if field[:1] not in ("", "[") else field):
        try:
            places = dict(_find_values(text, at))
        except (ValueError, RecursionError):
            break
        found = places.get(name or int(index or 0))
        if found is None:
            break
        at = found
    return text.count("\n", 0, at) + 1


def _find_values(text: str, at: int) -> Iterator[tuple[str | int, int]]:
    """Yield each key or index of the object or array at a place, and where its value begins."""
    decoder = json.JSONDecoder()
    opening = text[at : at + 1]
    at = _skip_space(text, at + 1)
    index = 0
    while opening in ("{", "[") and text[at : at + 1] not in ("}", "]", ""):
        key: str | int = index
        if opening == "{":
            key, at = decoder.raw_decode(text, at)
            at = _skip_space(text, _skip_space(text, at) + 1)  # past the colon
        yield key, at
        _, at = decoder.raw_decode(text, at)
        at = _skip_space(text, at)
        if text[at : at + 1] == ",":
            at = _skip_space(text, at + 1)
        index += 1


def _skip_space(text: str, at: int) -> int:
    while text[at : at + 1] in (" ", "\t", "\n", "\r"):
        at += 1
    return at


def explain_error(message: str, kind: object, raw: object = None) -> Unreadable:
    """Return msgspec's error about a value of `kind` with its place and what is accepted.

    `raw` is the value; in a union, its tag selects the type.
    """
    found = _ERROR_WITH_PATH.match(message)
    what = found["what"] if found else message
    path = found["path"] if found else ""
    at = _find_type_at(kind, path, raw)
    place = path
    if unknown := _UNKNOWN_FIELD_ERROR.search(what):
        place += f".{unknown['key']}"
        what += f"; accepted: {', '.join(_list_keys(_strip_none(at, raw)))}"
    elif choices := _list_choices(_strip_none(at)):
        what += f"; accepted: {', '.join(map(str, choices))}"
    elif accepted := _describe_accepted(at):
        what = f"{_PATTERN_ERROR.sub('not of the form', what)}; accepted: {accepted}"
    problem = what.replace("`", "'")
    return Unreadable(path.removeprefix("."), problem, place.removeprefix("."))


def _find_type_at(kind: object, path: str, raw: object) -> Any:
    """Return the annotated type of the value at a path such as `.sources[0].controller`."""
    for name, index in _PATH_STEP.findall(path):
        if name:
            tags = _list_tags(kind, name)
            kind = Literal[tags] if tags else _read_fields(_strip_none(kind, raw))[name]
            raw = raw.get(name) if isinstance(raw, dict) else None
        else:
            # A dictionary's values come last; a list has one kind, a tuple one or several.
            kind = _strip_none(kind, raw)
            kinds = get_args(kind)
            if get_origin(kind) is dict:
                kind = kinds[-1]
            elif index.isdigit() and Ellipsis not in kinds:
                kind = kinds[min(int(index), len(kinds) - 1)]
            else:
                kind = kinds[0]
            raw = raw[int(index)] if isinstance(raw, list) and index.isdigit() else None
    if get_origin(kind) in (types.UnionType, Union) and raw is not None:
        return _pick_type(kind, raw)
    return kind


def _strip_none(kind: Any, raw: object = None) -> Any:
    """Return the type without `| None` and annotations."""
    if get_origin(kind) is Annotated:
        return _strip_none(get_args(kind)[0], raw)
    if get_origin(kind) in (types.UnionType, Union):
        return _strip_none(_pick_type(kind, raw), raw)
    return kind


def _pick_type(kind: Any, raw: object) -> Any:
    """Return the type in a union that the value's tag names, otherwise the first except None."""
    parts = [part for part in get_args(kind) if part is not types.NoneType]
    return next((part for part in parts if _has_tag(part, raw)), parts[0])


def _has_tag(kind: Any, raw: object) -> bool:
    config = getattr(kind, "__struct_config__", None)
    return config is not None and isinstance(raw, dict) and raw.get(config.tag_field) == config.tag


def _list_tags(kind: Any, field: str) -> tuple[str, ...]:
    """Return the values of a tag field that tells types apart; empty for any other field."""
    configs = [getattr(part, "__struct_config__", None) for part in (get_args(kind) or (kind,))]
    return tuple(str(c.tag) for c in configs if c is not None and c.tag_field == field)


def _read_fields(kind: Any) -> dict[str, Any]:
    """Return the annotated types of an object's fields, by their names in JSON."""
    hints = get_type_hints(kind, include_extras=True)
    if not hasattr(kind, "__struct_fields__"):
        return hints
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return {encoded: hints[name] for name, encoded in names}


def _list_keys(kind: Any) -> tuple[str, ...]:
    """Return the keys of an object, its tag last."""
    tag = kind.__struct_config__.tag_field
    return (*_read_fields(kind), *([tag] if tag else []))


def _describe_accepted(kind: Any) -> str:
    """Return what the metadata of a type says it accepts: `Meta(extra={"accepted": ...})`."""
    parts = (kind, *get_args(kind)) if get_origin(kind) in (types.UnionType, Union) else (kind,)
    metas = (meta for part in parts for meta in getattr(part, "__metadata__", ()))
    extras = (meta.extra for meta in metas if isinstance(meta, Meta) and meta.extra)
    return next((str(extra["accepted"]) for extra in extras if "accepted" in extra), "")


def _list_choices(kind: Any) -> tuple[str, ...]:
    return get_args(kind) if get_origin(kind) is Literal else ()
