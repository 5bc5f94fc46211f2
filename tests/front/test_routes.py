"""Routes: what they declare, and what their handlers take."""

import inspect
import re
from typing import TypeVar, get_type_hints

from bot.front.gateway.features import ROUTER
from bot.front.interaction.routes import CustomIdRoute

_PLACE = re.compile(r"\{(\w+)")


def _list_given(route: CustomIdRoute) -> set[str]:
    """Return the names of everything that the router passes to a handler."""
    given = {"ctx", *_PLACE.findall(route.pattern)}
    given |= {"draft"} if route.draft is not None else set()
    return given | ({"selection"} if route.picked is not None else set())


def test_every_handler_takes_exactly_what_its_route_declares() -> None:
    for route in ROUTER.routes:
        parameters = inspect.signature(route.handler).parameters.values()
        named = {each.name for each in parameters if each.kind is not each.VAR_KEYWORD}
        needed = {each.name for each in parameters if each.default is each.empty} & named
        anything = any(each.kind is each.VAR_KEYWORD for each in parameters)
        given = _list_given(route)
        assert needed <= given, route.pattern
        assert anything or given <= named, route.pattern


def test_a_route_with_a_draft_names_its_key() -> None:
    for route in ROUTER.routes:
        if route.draft is not None:
            assert "draft_key" in _list_given(route), route.pattern
            wanted = get_type_hints(route.handler)["draft"]
            if isinstance(wanted, TypeVar):  # a handler for several kinds, such as the judge's
                assert wanted.__bound__ is not None
                assert issubclass(route.draft, wanted.__bound__), route.pattern
            else:
                assert wanted is route.draft, route.pattern
