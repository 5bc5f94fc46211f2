"""Reduces Discord's OpenAPI document to `wire.json`, which requests are checked against.

python -m tests.front.wire_document openapi.json > tests/front/wire.json

The document is `specs/openapi.json` of the repository `SOURCE`. The result has names, types, limits
and enumerations of every route's path, query and JSON body, and none of the document's sentences:

    {"title", "version", "licence", "copyright", "source", "sha256": of the document,
     "routes": {"POST /guilds/{guild_id}/bans": {"path": {"guild_id": schema}, "query": [names],
        "body": schema or null, "body_required": bool}},
     "schemas": {name: schema}}

A schema refers to another as `#/schemas/<name>`.
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

SOURCE = "https://github.com/discord/discord-api-spec"
COPYRIGHT = "Copyright 2023 Discord"

Schema = dict[str, Any]

_LIMITS = frozenset(
    {
        *("type", "const", "enum", "required", "pattern", "uniqueItems", "minimum", "maximum"),
        *("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
    }
)
"""Keywords that are kept as they are."""

_INNER = frozenset({"items", "additionalProperties"})
"""Keywords with a schema in them."""

_ALTERNATIVES = frozenset({"oneOf", "anyOf", "allOf"})
"""Keywords with a list of schemas."""

_ANNOTATIONS = frozenset({"title", "description", "format", "contentEncoding", "x-discord-union", "deprecated"})
"""Keywords that refuse nothing: they are left out."""

_METHODS = ("get", "put", "post", "patch", "delete")
_PUBLISHED, _REDUCED = "#/components/schemas/", "#/schemas/"


class UnknownKeyword(ValueError):
    """The document has a keyword of which nobody has said whether it refuses anything."""


def reduce_document(text: bytes) -> dict[str, Any]:
    """Return the reduced form of a published document, in the shape that the module describes.

    Raises `UnknownKeyword` if a schema has a keyword that this module does not know.
    """
    document = json.loads(text)
    about = document["info"]
    routes = {
        f"{method.upper()} {template}": _reduce_operation(route, route[method])
        for template, route in document["paths"].items()
        for method in _METHODS
        if method in route
    }
    return {
        "title": about["title"],
        "version": about["version"],
        "licence": about["license"]["identifier"],
        "copyright": COPYRIGHT,
        "source": SOURCE,
        "sha256": hashlib.sha256(text).hexdigest(),
        "routes": routes,
        "schemas": dict(sorted(_find_schemas(document, routes).items())),
    }


def list_references(schema: object) -> list[str]:
    """Return the names of the schemas that a reduced schema, or anything with some in it, names."""
    return re.findall(rf'"{_REDUCED}([^"]+)"', json.dumps(schema))


def _reduce_operation(route: Mapping[str, Any], operation: Mapping[str, Any]) -> dict[str, Any]:
    parameters = [*route.get("parameters", ()), *operation.get("parameters", ())]
    body = operation.get("requestBody", {})
    content = body.get("content", {}).get("application/json")
    return {
        "path": {p["name"]: _reduce(p["schema"]) for p in parameters if p["in"] == "path"},
        "query": [p["name"] for p in parameters if p["in"] == "query"],
        "body": _reduce(content["schema"]) if content else None,
        "body_required": bool(body.get("required")),
    }


def _reduce(schema: Schema | bool) -> Schema | bool:
    if isinstance(schema, bool):
        return schema
    return {key: _reduce_value(key, schema[key]) for key in schema if key not in _ANNOTATIONS}


def _reduce_value(key: str, value: Any) -> Any:
    if key in _LIMITS:
        return value
    if key in _INNER:
        return _reduce(value)
    if key in _ALTERNATIVES:
        return [_reduce(each) for each in value]
    if key == "properties":
        return {name: _reduce(each) for name, each in value.items()}
    if key == "$ref":
        return value.replace(_PUBLISHED, _REDUCED)
    raise UnknownKeyword(key)


def _find_schemas(document: Mapping[str, Any], routes: object) -> dict[str, Schema | bool]:
    """Return every schema that the routes lead to."""
    published, found = document["components"]["schemas"], dict[str, Schema | bool]()
    waiting = list_references(routes)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = _reduce(published[name])
            waiting += list_references(found[name])
    return found


def format_document(reduced: Mapping[str, Any]) -> str:
    """Return the text of the file: JSON with a line for each route and each schema."""
    return _join(f"{_dump(name)}:{_format_member(value)}" for name, value in reduced.items()) + "\n"


def _format_member(value: str | Mapping[str, Any]) -> str:
    if isinstance(value, str):
        return _dump(value)
    return _join(f"{_dump(name)}:{_dump(each)}" for name, each in value.items())


def _join(members: Iterable[str]) -> str:
    return "{\n" + ",\n".join(members) + "\n}"


def _dump(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


if __name__ == "__main__":
    print(format_document(reduce_document(Path(sys.argv[1]).read_bytes())), end="")
