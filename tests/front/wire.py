"""Checks requests of the bot against Discord's published OpenAPI description of its HTTP API.

Every front test ends with this check. A body that Discord would answer with 400 fails the test,
even if the simulated Discord accepted it. The description is `wire.json`, which `wire_document`
makes from the published document.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import jsonschema_rs

from tests.front.wire_document import list_references

DOCUMENT = Path(__file__).with_name("wire.json")

_VARIABLE = re.compile(r"\{[^}]*\}")
_SNOWFLAKES = frozenset({"id", "users", "roles"})
_DRAWN_FROM_IDS = "default_values"
_LONGEST_SHOWN = 300


class Request(Protocol):
    """The record that the simulated Discord keeps of one REST request."""

    @property
    def method(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def params(self) -> dict[str, Any]: ...
    @property
    def json(self) -> Any: ...


class WireError(AssertionError):
    """A request of the bot breaks Discord's description of its API."""


@dataclass(frozen=True, slots=True)
class _Operation:
    """A method of a route, and what its path, query and body may hold."""

    template: str
    path: Mapping[str, jsonschema_rs.Validator]
    query: frozenset[str]
    body: jsonschema_rs.Validator | None
    body_required: bool


def check_requests(requests: Iterable[Request]) -> None:
    """Raise `WireError` naming every request that breaks Discord's contract."""
    faults = [fault for request in requests for fault in _faults(request)]
    if faults:
        raise WireError("Discord's API would refuse:\n" + "\n".join(faults))


def _faults(request: Request) -> list[str]:
    heading = f"{request.method} {request.path}"
    operation = _operation(request.method, request.path)
    if operation is None:
        return [f"{heading}: no such route"]
    found = [
        *_path_faults(operation, request.path),
        *(f"no query parameter {name!r}" for name in request.params if name not in operation.query),
        *_body_faults(operation, request.json),
        *_footer_faults(request.json),
    ]
    return [f"{heading}: {fault}" for fault in found]


def _path_faults(operation: _Operation, path: str) -> list[str]:
    names = zip(_segments(operation.template), _segments(path), strict=True)
    return [
        f"{value!r} is not a valid {name[1:-1]}"
        for name, value in names
        if (validator := operation.path.get(name[1:-1])) and not validator.is_valid(value)
    ]


def _footer_faults(body: Any) -> list[str]:
    """Discord takes a moment in a footer, and shows it as it is written."""
    body = body.get("data", body) if isinstance(body, dict) else {}
    embeds = (body.get("embeds") or ()) if isinstance(body, dict) else ()
    footers = [(each.get("footer") or {}).get("text") or "" for each in embeds]
    return [f"a moment in a footer: {footer}" for footer in footers if "<t:" in footer]


def _body_faults(operation: _Operation, body: Any) -> list[str]:
    if body is None:
        return ["a body is required"] if operation.body_required else []
    if operation.body is None:
        return ["this route takes no body"]
    written = _as_written(body)
    return [_told(error) for whole in operation.body.iter_errors(written) for error in _causes(whole)]


def _causes(error: jsonschema_rs.ValidationError) -> list[jsonschema_rs.ValidationError]:
    """Return the errors inside the likeliest alternative, or the error if it has none."""
    branches = [[cause for item in branch for cause in _causes(item)] for branch in getattr(error.kind, "context", ())]
    return max(branches, key=_likelihood, default=[error])


def _likelihood(branch: list[jsonschema_rs.ValidationError]) -> tuple[bool, int]:
    """Rank an alternative: one without a wrong `type` first, then the one that matched deepest."""
    paths = [error.instance_path for error in branch]
    return all(path[-1:] != ["type"] for path in paths), max(map(len, paths), default=0)


def _told(error: jsonschema_rs.ValidationError) -> str:
    where = "/".join(map(str, error.instance_path)) or "the body"
    return f"{where}: {error.message[:_LONGEST_SHOWN]}"


def _as_written(value: Any, *, component: bool = False, key: str = "") -> Any:
    """Return the body with snowflakes as strings; discord.py sends some as integers.

    Discord takes both. A component's own `id` is a small integer and stays one. The ids of a
    select's default values are snowflakes.
    """
    if isinstance(value, Mapping):
        return {name: _member(name, item, component) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_as_written(item, component=component, key=key) for item in value]
    if isinstance(value, int) and not isinstance(value, bool) and _holds_snowflake(key, component):
        return str(value)
    return value


def _member(name: str, item: Any, component: bool) -> Any:
    inside = name != _DRAWN_FROM_IDS and (component or name in {"components", "component"})
    return _as_written(item, component=inside, key=name)


def _holds_snowflake(key: str, component: bool) -> bool:
    if component and key == "id":
        return False
    return key in _SNOWFLAKES or key.endswith("_id")


def _segments(path: str) -> list[str]:
    return path.strip("/").split("/")


@cache
def _document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    return document


@cache
def _routes() -> dict[tuple[str, int], list[tuple[list[str], str]]]:
    """Routes by method and number of segments, the ones with most literals first."""
    routes: dict[tuple[str, int], list[tuple[list[str], str]]] = {}
    for route in _document()["routes"]:
        method, template = route.split()
        segments = _segments(template)
        routes.setdefault((method, len(segments)), []).append((segments, route))
    for candidates in routes.values():
        candidates.sort(key=lambda candidate: _variables(candidate[0]))
    return routes


def _variables(segments: list[str]) -> int:
    return sum(_VARIABLE.fullmatch(segment) is not None for segment in segments)


def _operation(method: str, path: str) -> _Operation | None:
    segments = _segments(path)
    for template, route in _routes().get((method, len(segments)), ()):
        pairs = zip(template, segments, strict=True)
        if all(part == given or _VARIABLE.fullmatch(part) for part, given in pairs):
            return _compiled(route)
    return None


@cache
def _compiled(route: str) -> _Operation:
    described = _document()["routes"][route]
    body = described["body"]
    return _Operation(
        route.split()[1],
        {name: _validator(schema) for name, schema in described["path"].items()},
        frozenset(described["query"]),
        None if body is None else _validator(body),
        described["body_required"],
    )


def _validator(schema: Mapping[str, Any]) -> jsonschema_rs.Validator:
    rooted = {**schema, "schemas": _reachable(schema)}
    return jsonschema_rs.Draft202012Validator(rooted, validate_formats=False)


def _reachable(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schemas that `schema` refers to. Compiling all of Discord's would cost seconds."""
    found = dict[str, Any]()
    waiting = list_references(schema)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = _document()["schemas"][name]
            waiting += list_references(found[name])
    return found
