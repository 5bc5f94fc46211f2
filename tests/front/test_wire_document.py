"""The reduced description of Discord's API: it refuses what the published one refuses."""

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from tests.front import wire
from tests.front.wire_document import UnknownKeyword, format_document, list_references, reduce_document

SAMPLE: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {
        "title": "A sample",
        "description": "It tells of a zoo.",
        "license": {"name": "MIT", "identifier": "MIT"},
        "version": "7",
    },
    "paths": {
        "/zoo/{animal_id}": {
            "parameters": [{"name": "animal_id", "in": "path", "schema": {"$ref": "#/components/schemas/Id"}}],
            "get": {
                "operationId": "get_animal",
                "parameters": [{"name": "long", "in": "query", "schema": {"type": "boolean"}}],
                "responses": {"200": {"description": "The animal."}},
            },
            "post": {
                "description": "It is fed.",
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Meal"}},
                        "multipart/form-data": {"schema": {"type": "object"}},
                    },
                    "required": True,
                },
            },
        }
    },
    "components": {
        "schemas": {
            "Id": {"type": "string", "pattern": "^[0-9]+$", "format": "snowflake"},
            "Meal": {
                "type": "object",
                "title": "What it eats.",
                "properties": {
                    "title": {"type": "string", "description": "Its name.", "maxLength": 5},
                    "of": {"type": "array", "items": {"$ref": "#/components/schemas/Food"}},
                },
                "required": ["title"],
                "additionalProperties": False,
            },
            "Food": {
                "type": "integer",
                "oneOf": [
                    {"title": "HAY", "description": "Dried grass.", "const": 1},
                    {"title": "MEAT", "description": "Another animal.", "const": 2},
                ],
            },
            "Unused": {"type": "string"},
        }
    },
}
ID = {"$ref": "#/schemas/Id"}
REDUCED: dict[str, Any] = {
    "title": "A sample",
    "version": "7",
    "licence": "MIT",
    "copyright": "Copyright 2023 Discord",
    "source": "https://github.com/discord/discord-api-spec",
    "routes": {
        "GET /zoo/{animal_id}": {"path": {"animal_id": ID}, "query": ["long"], "body": None, "body_required": False},
        "POST /zoo/{animal_id}": {
            "path": {"animal_id": ID},
            "query": [],
            "body": {"$ref": "#/schemas/Meal"},
            "body_required": True,
        },
    },
    "schemas": {
        "Food": {"type": "integer", "oneOf": [{"const": 1}, {"const": 2}]},
        "Id": {"type": "string", "pattern": "^[0-9]+$"},
        "Meal": {
            "type": "object",
            "properties": {
                "title": {"type": "string", "maxLength": 5},
                "of": {"type": "array", "items": {"$ref": "#/schemas/Food"}},
            },
            "required": ["title"],
            "additionalProperties": False,
        },
    },
}

SMALL = st.integers(0, 3)
NAMES = st.sampled_from(["title", "type", "description"])
"""Properties that are called like keywords."""

TEXTS = st.text("ab1", max_size=3)
VALUES = st.none() | st.booleans() | SMALL | TEXTS
INSTANCES = st.recursive(VALUES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3))
TYPES = st.sampled_from(["null", "boolean", "integer", "string", "array", "object"])
LEAVES: st.SearchStrategy[Any] = st.booleans() | st.fixed_dictionaries(
    {},
    optional={
        "description": st.just("A sentence."),
        "title": st.just("A name"),
        "format": st.just("date"),
        "type": TYPES | st.lists(TYPES, min_size=1, unique=True),
        "const": VALUES,
        "enum": st.lists(VALUES, min_size=1),
        "required": st.lists(NAMES, unique=True),
        "pattern": st.just("^[ab]*$"),
        "uniqueItems": st.booleans(),
        **dict.fromkeys(["minimum", "minLength", "minItems", "minProperties"], SMALL),
        **dict.fromkeys(["maximum", "maxLength", "maxItems", "maxProperties"], SMALL),
    },
)
SCHEMAS: st.SearchStrategy[Any] = st.recursive(
    LEAVES,
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "description": st.just("A sentence."),
            "items": inner,
            "additionalProperties": inner,
            "properties": st.dictionaries(NAMES, inner, max_size=3),
            "oneOf": st.lists(inner, min_size=1, max_size=3),
            "anyOf": st.lists(inner, min_size=1, max_size=3),
            "allOf": st.lists(inner, min_size=1, max_size=3),
        },
    ),
    max_leaves=8,
)


def publish(body: Any) -> bytes:
    """Return a document with one route, which takes this body."""
    content = {"application/json": {"schema": body}}
    paths = {"/zoo": {"post": {"requestBody": {"content": content, "required": True}}}}
    return json.dumps({**SAMPLE, "paths": paths}).encode()


def test_a_sample_is_reduced_to_names_types_and_limits() -> None:
    text = json.dumps(SAMPLE).encode()
    assert reduce_document(text) == {**REDUCED, "sha256": hashlib.sha256(text).hexdigest()}


def test_the_file_has_a_line_for_each_route_and_each_schema() -> None:
    text = format_document(REDUCED)
    assert json.loads(text) == REDUCED
    assert '\n"Food":{"type":"integer","oneOf":[{"const":1},{"const":2}]},\n' in text
    assert '\n"GET /zoo/{animal_id}":{"path":' in text


@given(SCHEMAS, INSTANCES)
def test_a_reduced_schema_refuses_the_same_as_the_published_one(schema: Any, instance: object) -> None:
    reduced = reduce_document(publish(schema))["routes"]["POST /zoo"]["body"]
    published = Draft202012Validator(schema, validate_formats=False)
    assert Draft202012Validator(reduced).is_valid(instance) == published.is_valid(instance)
    assert "sentence" not in json.dumps(reduced)


@pytest.mark.parametrize("schema", [{"not": {}}, {"items": {"multipleOf": 2}}])
def test_a_keyword_that_may_refuse_something_is_not_dropped_silently(schema: Any) -> None:
    with pytest.raises(UnknownKeyword, match=r"^(not|multipleOf)$"):
        reduce_document(publish(schema))


def test_the_file_holds_every_schema_that_it_refers_to_and_no_sentence() -> None:
    text = wire.DOCUMENT.read_text("utf-8")
    kept = json.loads(text)
    assert format_document(kept) == text
    assert {*list_references(kept)} == kept["schemas"].keys()
    assert (kept["version"], kept["licence"]) == ("10", "MIT")
    assert "description" not in {key for schema in kept["schemas"].values() for key in schema}
    assert len(text) < 300_000
