"""What a page makes of embeds, menus and Markdown."""

import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from simcord.preview import _action_plans, _component_projection, _markdown

_PARSERS_KEPT = 500


@contextmanager
def show_embeds_in_full() -> Iterator[None]:
    """Show people and commands that are mentioned, and small lines, in embeds as clients do."""
    fields = [
        _markdown._FIELD_POLICIES[name] for name in ("embed_description", "embed_field_value")
    ]
    before = [dict(policy) for policy in fields]
    try:
        for policy in fields:
            policy.update(mentions=True, commands=True, subtext=True)
        yield
    finally:
        for policy, former in zip(fields, before, strict=True):
            policy.update(former)


@contextmanager
def tell_menus_apart() -> Iterator[None]:
    """Let the page know a menu by its custom id, not by its place in the message.

    Else what was picked in one shows in the menu that takes its place, as in a wizard.
    """
    keys = _component_projection._control_key, _action_plans._component_key

    def control_key(scope: str, component: Mapping[str, Any], path: str) -> str | None:
        return keys[0](scope, component, str(component.get("custom_id") or path))

    def component_key(component: Mapping[str, Any], path: str, message_id: int) -> str | None:
        return keys[1](component, str(component.get("custom_id") or path), message_id)

    _component_projection._control_key = control_key
    _action_plans._component_key = component_key
    try:
        yield
    finally:
        _component_projection._control_key, _action_plans._component_key = keys


@contextmanager
def keep_parsers() -> Iterator[None]:
    """Keep Markdown parsers: simcord makes one for every text, which is most of a page's cost."""
    original, kept = _markdown._markdown_parser, OrderedDict[str, Any]()

    def parser(policy: Mapping[str, Any], context: Mapping[str, Any]) -> Any:
        key = json.dumps([policy, context], sort_keys=True)
        if key not in kept:
            kept[key] = original(policy, context)
        kept.move_to_end(key)
        while len(kept) > _PARSERS_KEPT:
            kept.popitem(last=False)
        return kept[key]

    _markdown._markdown_parser = parser
    try:
        yield
    finally:
        _markdown._markdown_parser = original
