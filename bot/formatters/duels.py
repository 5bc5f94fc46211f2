"""Sentences about duels: their steps, the table and the result."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import asdict

from bot.i18n import Catalogue, Value
from bot.joust.cards import CardActionUsed, CardInvoked
from bot.joust.changes import (
    TableChanged,
)
from bot.joust.duel import Duel, Duelist, DuelResult, DuelStep, TableCard, list_duel_steps
from bot.joust.rolls import CardWearRolled
from bot.joust.table_types import PLANS_TO_END, Contents, Quadrant, Singularity
from bot.joust.turns import SingularityPlaced
from bot.rules.facts import Player

CardNames = Mapping[int, str]
"""The names of a duel's cards by their ids."""


class DuelFormatter:
    """A formatter of sentences about Magicjoust duels in one language.

    `names` formats a player's name; `typed` formats a text that a user typed, such as a card's
    name.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        names: Callable[[Player], str],
        typed: Callable[[str], str] = str,
    ) -> None:
        self.text = catalogue
        self.name = names
        self._typed = typed

    def describe_steps(self, duel: Duel) -> list[str]:
        """Return a sentence for each step of a duel that was not undone, oldest first."""
        steps = list_duel_steps(duel)
        cards = {step.id: step.card.name for step in steps if isinstance(step, CardInvoked)}
        return [self.describe_step(step, cards) for step in steps]

    def describe_step(self, step: DuelStep, card_names: CardNames) -> str:
        """Return the sentence about a step of a duel."""
        if renderer := RENDERERS.get(type(step)):
            return renderer(self, step, card_names)
        sentence = step.describe()
        assert sentence is not None  # a test holds that the registry has all others
        players = {blank: self._join_player_names(each) for blank, each in sentence.players.items()}
        return self.text(sentence.key, **players, **sentence.values)

    def _join_player_names(self, players: Player | tuple[Player, ...]) -> str:
        return (
            self.name(players) if isinstance(players, str) else ", ".join(map(self.name, players))
        )

    def describe_duelist(self, duelist: Duelist) -> str:
        """Return the line about a player's hand size and plans."""
        return self.text(
            "joust-duelist",
            player=self.name(duelist.player),
            hand=duelist.hand,
            plans=self.describe_plans(duelist),
        )

    def describe_plans(self, duelist: Duelist) -> str:
        """Return the text about a player's plans: their number, the number to win, and
        points.
        """
        return self.text(
            "joust-plans", plans=duelist.plan_count, most=PLANS_TO_END, points=duelist.plan_points
        )

    def describe_quadrant(self, quadrant: Quadrant) -> str:
        """Return the singularities in each zone of a quadrant that is not empty."""
        zones = []
        for zone, contents in enumerate(quadrant, 1):
            if contents:
                lying = ", ".join(_list_singularities_with_counts(contents, self.text))
                zones.append(self.text("joust-zone", zone=zone, singularities=lying))
        return " · ".join(zones) or self.text("joust-quadrant-empty")

    def describe_card(self, table_card: TableCard) -> str:
        """Return the line about an invoked card: its number, name and traits."""
        traits = ", ".join(_list_card_traits(table_card, self.text))
        return self.text(
            "joust-card", id=table_card.id, card=self._typed(table_card.card.name), traits=traits
        )

    def format_wear_prompt(self, player: Player, card_name: str) -> str:
        """Return the line that asks a player to roll a card's wear."""
        return self._format_card_sentence("joust-wear", player, card_name)

    def describe_result(self, result: DuelResult) -> list[str]:
        """Return a line about the winner of a duel, then one about each player's points."""
        if result.winner is None:
            ended = self.text("joust-drawn")
        else:
            ended = self.text("joust-won", player=self.name(result.winner))
        points = (
            self.text(
                "joust-points",
                player=self.name(player),
                plans=plans,
                season=result.season_points[player],
            )
            for player, plans in result.plan_points.items()
        )
        return [ended, *points]

    def _format_card_sentence(self, message_key: str, player: Player, card_name: str) -> str:
        return self.text(message_key, player=self.name(player), card=self._typed(card_name))

    def _describe_placement(self, step: SingularityPlaced, _: CardNames) -> str:
        player = self.name(step.by)
        family = self.text(f"step-{step.family}")
        if step.zone is None:
            return self.text("joust-did-waste", player=player, family=family)
        return self.text("joust-did-singularity", player=player, family=family, zone=step.zone)

    def _describe_invocation(self, step: CardInvoked, _: CardNames) -> str:
        return self._format_card_sentence("joust-did-invoke", step.by, step.card.name)

    def _describe_card_use(self, step: CardActionUsed, card_names: CardNames) -> str:
        return self._format_card_sentence("joust-did-use", step.by, card_names[step.card])

    def _describe_wear_roll(self, step: CardWearRolled, card_names: CardNames) -> str:
        key = "joust-did-wear-kept" if step.kept else "joust-did-wear-gone"
        card = self._typed(card_names[step.card])
        return self.text(key, card=card, roll=step.roll, total=step.total)

    def _describe_table_change(self, step: TableChanged, card_names: CardNames) -> str:
        blanks = {
            blank: make_value(self, value, card_names)
            for field, value in asdict(step.change).items()
            for blank, make_value in (_CHANGE_BLANKS[field],)
        }
        return self.text(
            f"joust-change-{step.change.message_suffix}",
            player=self.name(step.player),
            because=self._typed(step.because),
            **blanks,
        )

    def _format_card_name(self, card_id: int, card_names: CardNames) -> str:
        return self._typed(card_names[card_id])

    def _format_singularity(self, singularity: Singularity, _: CardNames) -> str:
        return _describe_singularity(singularity, self.text)


RENDERERS: Mapping[type[DuelStep], Callable[[DuelFormatter, Any, CardNames], str]] = {
    SingularityPlaced: DuelFormatter._describe_placement,
    CardInvoked: DuelFormatter._describe_invocation,
    CardActionUsed: DuelFormatter._describe_card_use,
    CardWearRolled: DuelFormatter._describe_wear_roll,
    TableChanged: DuelFormatter._describe_table_change,
}
"""Renderers of steps whose fields do not suffice: names of cards and typed texts are in them."""

_CHANGE_BLANKS: Mapping[str, tuple[str, Callable[[DuelFormatter, Any, CardNames], Value]]] = {
    "family": ("singularity", DuelFormatter._format_singularity),
    "singularity": ("singularity", DuelFormatter._format_singularity),
    "zone": ("zone", lambda _, zone, cards: zone),
    "to": ("to", lambda _, zone, cards: zone),
    "card": ("card", DuelFormatter._format_card_name),
    "by": ("count", lambda _, by, cards: abs(by)),
}
"""The blanks of sentences about changes of the table, by the fields of the changes."""


def _list_singularities_with_counts(contents: Contents, catalogue: Catalogue) -> Iterator[str]:
    """Yield each kind of singularity in a zone with its count."""
    for singularity, count in Counter(contents).items():
        lying = _describe_singularity(singularity, catalogue)
        several = count > 1
        yield catalogue("joust-several", count=count, singularity=lying) if several else lying


def _describe_singularity(singularity: Singularity, catalogue: Catalogue) -> str:
    family = catalogue(f"step-{singularity.removesuffix('!')}")
    if not singularity.endswith("!"):
        return family
    return catalogue("singularity-unstable", family=family)


def _list_card_traits(table_card: TableCard, catalogue: Catalogue) -> Iterator[str]:
    card = table_card.card
    yield catalogue(f"card-kind-{card.kind}")
    if card.points is not None:
        yield catalogue("card-points", points=card.points)
    if card.wear is not None:
        yield catalogue("card-wear", wear=card.wear)
    if card.ephemeral:
        yield catalogue("card-ephemeral")
    if table_card.used:
        yield catalogue("card-used")
