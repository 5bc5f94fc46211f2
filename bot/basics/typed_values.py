"""Parse JSON and TOML as typed values, or explain in one sentence what is wrong where."""

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


class InvalidValueError(Exception):
    """The error that a value is invalid: the field's path, the problem, and the accepted values.

    `place` is the path of the wrong value itself, where `field` is the object around it.
    """

    def __init__(self, field: str, problem: str, place: str | None = None) -> None:
        super().__init__(f"{field}: {problem}" if field else problem)
        self.field = field
        self.problem = problem
        self.place = field if place is None else place


def convert_value_to_type(raw_value: object, target_type: type[T], *, strict: bool = True) -> T:
    """Return data from JSON or TOML as a value of a type. Raises `InvalidValueError`.

    Without `strict`, numbers and booleans are also read from strings, as in environment variables.
    """
    try:
        return msgspec.convert(raw_value, target_type, strict=strict)
    except msgspec.ValidationError as error:
        raise build_error_from_msgspec_message(str(error), target_type, raw_value) from None


def parse_json(json_text: str | bytes) -> object:
    """Return the value of a JSON text. Raises `InvalidValueError`."""
    try:
        return msgspec.json.decode(json_text)
    except msgspec.ValidationError as error:
        raise _find_too_large_number_error(json_text) or InvalidValueError("", f"not JSON ({error})") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidValueError("", f"not JSON ({error})") from None


class _JsonKeyValuePairs(list[tuple[str, object]]):
    """The key-value pairs of a JSON object, in order."""


def parse_json_without_duplicate_keys(json_text: str) -> object:
    """Return the value of a JSON text. Raises `InvalidValueError`, also if an object repeats a key."""
    parse_json(json_text)
    try:
        return _convert_key_value_pairs_to_dicts(json.loads(json_text, object_pairs_hook=_JsonKeyValuePairs), "")
    except (ValueError, RecursionError) as error:  # too many digits, or arrays too deep
        raise InvalidValueError("", f"not JSON ({error})") from None


def _convert_key_value_pairs_to_dicts(value: object, value_path: str) -> object:
    if isinstance(value, _JsonKeyValuePairs):
        found: dict[str, object] = {}
        for key, inner in value:
            path = f"{value_path}.{key}".removeprefix(".")
            if key in found:
                raise InvalidValueError(path, "stands twice in one object; accepted: once")
            found[key] = _convert_key_value_pairs_to_dicts(inner, path)
        return found
    if isinstance(value, list):
        return [_convert_key_value_pairs_to_dicts(inner, f"{value_path}[{index}]") for index, inner in enumerate(value)]
    return value


class _TooLargeNumberPlaceholder:
    """A value in parsed JSON that stands for a number too large for Python."""


def _find_too_large_number_error(json_text: str | bytes) -> InvalidValueError | None:
    def parse_json_number(number_text: str) -> object:
        try:
            number = float(number_text) if any(sign in number_text for sign in ".eE") else int(number_text)
        except ValueError:  # more digits than Python reads
            return _TooLargeNumberPlaceholder()
        return _TooLargeNumberPlaceholder() if number in (inf, -inf) else number

    try:
        path = _find_path_of_too_large_number(
            json.loads(json_text, parse_int=parse_json_number, parse_float=parse_json_number), ""
        )
    except (ValueError, RecursionError):
        return None
    if path is None:
        return None
    most = sys.get_int_max_str_digits()
    problem = f"a number that is too large; accepted: one of at most {most} digits"
    return InvalidValueError(path.removeprefix("."), problem)


def _find_path_of_too_large_number(parsed_json: object, path: str) -> str | None:
    inner: Iterable[tuple[str, object]] = ()
    if isinstance(parsed_json, _TooLargeNumberPlaceholder):
        return path
    if isinstance(parsed_json, dict):
        inner = ((f"{path}.{key}", value) for key, value in parsed_json.items())
    elif isinstance(parsed_json, list):
        inner = ((f"{path}[{at}]", value) for at, value in enumerate(parsed_json))
    found = (_find_path_of_too_large_number(value, where) for where, value in inner)
    return next((where for where in found if where is not None), None)


def find_line_of_json_path(json_text: str, json_path: str) -> int:
    """Return the line, from 1, on which the value at a path such as `met[0][2]` begins.

    Returns the last line that leads towards the value, and 1 if the text is no JSON or the path leads nowhere. If a key
    stands twice, its last value counts.
    """
    at = _skip_white_space(json_text, 0)
    for name, index in _PATH_STEP.findall(f".{json_path}" if json_path[:1] not in ("", "[") else json_path):
        try:
            places = dict(_iterate_json_entries(json_text, at))
        except (ValueError, RecursionError):
            break
        found = places.get(name or int(index or 0))
        if found is None:
            break
        at = found
    return json_text.count("\n", 0, at) + 1


def _iterate_json_entries(json_text: str, offset: int) -> Iterator[tuple[str | int, int]]:
    """Yield the keys or indexes of a JSON object or array, each with the text offset of its value."""
    decoder = json.JSONDecoder()
    opening = json_text[offset : offset + 1]
    offset = _skip_white_space(json_text, offset + 1)
    index = 0
    while opening in ("{", "[") and json_text[offset : offset + 1] not in ("}", "]", ""):
        key: str | int = index
        if opening == "{":
            key, offset = decoder.raw_decode(json_text, offset)
            offset = _skip_white_space(json_text, _skip_white_space(json_text, offset) + 1)  # past the colon
        yield key, offset
        _, offset = decoder.raw_decode(json_text, offset)
        offset = _skip_white_space(json_text, offset)
        if json_text[offset : offset + 1] == ",":
            offset = _skip_white_space(json_text, offset + 1)
        index += 1


def _skip_white_space(text: str, offset: int) -> int:
    while text[offset : offset + 1] in (" ", "\t", "\n", "\r"):
        offset += 1
    return offset


def build_error_from_msgspec_message(
    msgspec_message: str, target_type: object, raw_value: object = None
) -> InvalidValueError:
    """Return an `InvalidValueError` for msgspec's error, with the field and the accepted values.

    `raw_value` is the value; in a union, its tag selects the type.
    """
    found = _ERROR_WITH_PATH.match(msgspec_message)
    what = found["what"] if found else msgspec_message
    path = found["path"] if found else ""
    at = _find_type_at_path(target_type, path, raw_value)
    place = path
    if unknown := _UNKNOWN_FIELD_ERROR.search(what):
        place += f".{unknown['key']}"
        what += f"; accepted: {', '.join(_list_json_field_names(_strip_optional_and_annotations(at, raw_value)))}"
    elif choices := _list_values_of_literal_type(_strip_optional_and_annotations(at)):
        what += f"; accepted: {', '.join(map(str, choices))}"
    elif accepted := _get_accepted_values_text(at):
        what = f"{_PATTERN_ERROR.sub('not of the form', what)}; accepted: {accepted}"
    problem = what.replace("`", "'")
    return InvalidValueError(path.removeprefix("."), problem, place.removeprefix("."))


def _find_type_at_path(root_type: object, field_path: str, raw_value: object) -> Any:
    """Return the type of the value at a path such as `.sources[0].controller`."""
    for name, index in _PATH_STEP.findall(field_path):
        if name:
            tags = _list_tags_of_union(root_type, name)
            root_type = (
                Literal[tags]
                if tags
                else _map_json_field_names_to_types(_strip_optional_and_annotations(root_type, raw_value))[name]
            )
            raw_value = raw_value.get(name) if isinstance(raw_value, dict) else None
        else:
            # A dictionary's values come last; a list has one kind, a tuple one or several.
            root_type = _strip_optional_and_annotations(root_type, raw_value)
            kinds = get_args(root_type)
            if get_origin(root_type) is dict:
                root_type = kinds[-1]
            elif index.isdigit() and Ellipsis not in kinds:
                root_type = kinds[min(int(index), len(kinds) - 1)]
            else:
                root_type = kinds[0]
            raw_value = raw_value[int(index)] if isinstance(raw_value, list) and index.isdigit() else None
    if get_origin(root_type) in (types.UnionType, Union) and raw_value is not None:
        return _find_union_member_by_tag(root_type, raw_value)
    return root_type


def _strip_optional_and_annotations(annotated_type: Any, raw_value: object = None) -> Any:
    if get_origin(annotated_type) is Annotated:
        return _strip_optional_and_annotations(get_args(annotated_type)[0], raw_value)
    if get_origin(annotated_type) in (types.UnionType, Union):
        return _strip_optional_and_annotations(_find_union_member_by_tag(annotated_type, raw_value), raw_value)
    return annotated_type


def _find_union_member_by_tag(union_type: Any, raw_value: object) -> Any:
    """Return the type in a union that has the value's tag; without one, the first type except None."""
    parts = [part for part in get_args(union_type) if part is not types.NoneType]
    return next((part for part in parts if _has_struct_tag(part, raw_value)), parts[0])


def _has_struct_tag(struct_type: Any, raw_value: object) -> bool:
    config = getattr(struct_type, "__struct_config__", None)
    return config is not None and isinstance(raw_value, dict) and raw_value.get(config.tag_field) == config.tag


def _list_tags_of_union(union_type: Any, tag_field_name: str) -> tuple[str, ...]:
    """Return the tags by which the types in a union differ; empty if `tag_field_name` is not a tag."""
    configs = [getattr(part, "__struct_config__", None) for part in (get_args(union_type) or (union_type,))]
    return tuple(str(c.tag) for c in configs if c is not None and c.tag_field == tag_field_name)


def _map_json_field_names_to_types(object_type: Any) -> dict[str, Any]:
    hints = get_type_hints(object_type, include_extras=True)
    if not hasattr(object_type, "__struct_fields__"):
        return hints
    names = zip(object_type.__struct_fields__, object_type.__struct_encode_fields__, strict=True)
    return {encoded: hints[name] for name, encoded in names}


def _list_json_field_names(object_type: Any) -> tuple[str, ...]:
    tag = object_type.__struct_config__.tag_field
    return (*_map_json_field_names_to_types(object_type), *([tag] if tag else []))


def _get_accepted_values_text(annotated_type: Any) -> str:
    """Return the text about accepted values in a type's `Meta(extra=…)`; empty without one."""
    parts = (
        (annotated_type, *get_args(annotated_type))
        if get_origin(annotated_type) in (types.UnionType, Union)
        else (annotated_type,)
    )
    metas = (meta for part in parts for meta in getattr(part, "__metadata__", ()))
    extras = (meta.extra for meta in metas if isinstance(meta, Meta) and meta.extra)
    return next((str(extra["accepted"]) for extra in extras if "accepted" in extra), "")


def _list_values_of_literal_type(literal_type: Any) -> tuple[str, ...]:
    return get_args(literal_type) if get_origin(literal_type) is Literal else ()
