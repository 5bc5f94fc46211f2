"""Who is responsible under NEC-D1: the greatest source, if it is one player's and not one's own."""

from tests.literal.facts import Fact, Source, name_first


def find_responsible(fact: Fact, side: list[str]) -> str | None:
    greatest = _list_greatest(fact)
    controllers = {source.controller for source in greatest}
    if len(controllers) != 1 or controllers <= set(side):
        return None
    return controllers.pop()


def _list_greatest(fact: Fact) -> list[Source]:
    most = max((source.amount for source in fact.sources), default=0)
    return [source for source in fact.sources if source.amount == most]


def name_source(fact: Fact) -> str | None:
    """The first of the equal objects: where one is responsible all of them are theirs."""
    return name_first(_list_greatest(fact))
