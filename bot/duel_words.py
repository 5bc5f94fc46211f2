"""Sentences about duels: their steps, the table and the result."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import asdict

from bot.i18n import Catalogue, Value
from bot.joust.cards import CardInvoked, CardUsed
from bot.joust.changes import (
    TableChanged,
)
from bot.joust.duel import Duel, Duelist, DuelResult, DuelStep, LaidCard, list_steps
from bot.joust.facts import PLANS_TO_END, Contents, Quadrant, Singularity
from bot.joust.rolls import WearRolled
from bot.joust.turns import SingularityPlaced
from bot.rules.facts import Player

CardNames = Mapping[int, str]
"""The names of a duel's cards by their ids."""


class DuelWords:
    """The sentences about duels in one language.

    `names` writes a player's name, `typed` a text that somebody typed, such as a card's name.
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

    def tell(self, duel: Duel) -> list[str]:
        """Return a sentence for each step that counts, oldest first."""
        steps = list_steps(duel)
        cards = {step.id: step.card.name for step in steps if isinstance(step, CardInvoked)}
        return [self.say_step(step, cards) for step in steps]

    def say_step(self, step: DuelStep, cards: CardNames) -> str:
        """Return the sentence about a step."""
        if renderer := RENDERERS.get(type(step)):
            return renderer(self, step, cards)
        sentence = step.tell()
        assert sentence is not None  # a test holds that the registry has all others
        players = {blank: self._join_names(each) for blank, each in sentence.players.items()}
        return self.text(sentence.key, **players, **sentence.values)

    def _join_names(self, players: Player | tuple[Player, ...]) -> str:
        return (
            self.name(players) if isinstance(players, str) else ", ".join(map(self.name, players))
        )

    def say_duelist(self, duelist: Duelist) -> str:
        """Return the line about a player's hand and plans."""
        return self.text(
            "joust-duelist",
            player=self.name(duelist.player),
            hand=duelist.hand,
            plans=self.say_plans(duelist),
        )

    def say_plans(self, duelist: Duelist) -> str:
        """Return the number of a player's plans, of those that end the duel, and their points."""
        return self.text(
            "joust-plans", plans=duelist.plans, most=PLANS_TO_END, points=duelist.points
        )

    def say_quadrant(self, quadrant: Quadrant) -> str:
        """Return the singularities in each zone that is not empty."""
        zones = []
        for zone, contents in enumerate(quadrant, 1):
            if contents:
                lying = ", ".join(_list_kinds(contents, self.text))
                zones.append(self.text("joust-zone", zone=zone, singularities=lying))
        return " · ".join(zones) or self.text("joust-quadrant-empty")

    def say_card(self, laid: LaidCard) -> str:
        """Return the line about an invoked card: its number, name and traits."""
        traits = ", ".join(_list_traits(laid, self.text))
        return self.text("joust-card", id=laid.id, card=self._typed(laid.card.name), traits=traits)

    def say_wear_question(self, player: Player, card: str) -> str:
        """Return the line that asks a player to roll a card's wear."""
        return self._say_card("joust-wear", player, card)

    def say_result(self, result: DuelResult) -> list[str]:
        """Return a line about the winner, then one about each player's points."""
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

    def _say_card(self, key: str, player: Player, card: str) -> str:
        return self.text(key, player=self.name(player), card=self._typed(card))

    def _say_placed(self, step: SingularityPlaced, _: CardNames) -> str:
        player = self.name(step.by)
        family = self.text(f"step-{step.family}")
        if step.zone is None:
            return self.text("joust-did-waste", player=player, family=family)
        return self.text("joust-did-singularity", player=player, family=family, zone=step.zone)

    def _say_invoked(self, step: CardInvoked, _: CardNames) -> str:
        return self._say_card("joust-did-invoke", step.by, step.card.name)

    def _say_used(self, step: CardUsed, cards: CardNames) -> str:
        return self._say_card("joust-did-use", step.by, cards[step.card])

    def _say_wear(self, step: WearRolled, cards: CardNames) -> str:
        key = "joust-did-wear-kept" if step.kept else "joust-did-wear-gone"
        card = self._typed(cards[step.card])
        return self.text(key, card=card, roll=step.roll, total=step.total)

    def _say_change(self, step: TableChanged, cards: CardNames) -> str:
        blanks = {
            blank: make_value(self, value, cards)
            for field, value in asdict(step.change).items()
            for blank, make_value in (_CHANGE_BLANKS[field],)
        }
        return self.text(
            f"joust-change-{step.change.name}",
            player=self.name(step.player),
            because=self._typed(step.because),
            **blanks,
        )

    def _name_card(self, card: int, cards: CardNames) -> str:
        return self._typed(cards[card])

    def _name_singularity(self, singularity: Singularity, _: CardNames) -> str:
        return _say_singularity(singularity, self.text)


RENDERERS: Mapping[type[DuelStep], Callable[[DuelWords, Any, CardNames], str]] = {
    SingularityPlaced: DuelWords._say_placed,
    CardInvoked: DuelWords._say_invoked,
    CardUsed: DuelWords._say_used,
    WearRolled: DuelWords._say_wear,
    TableChanged: DuelWords._say_change,
}
"""Renderers of steps whose fields do not suffice: names of cards and typed texts are in them."""

_CHANGE_BLANKS: Mapping[str, tuple[str, Callable[[DuelWords, Any, CardNames], Value]]] = {
    "family": ("singularity", DuelWords._name_singularity),
    "singularity": ("singularity", DuelWords._name_singularity),
    "zone": ("zone", lambda _, zone, cards: zone),
    "to": ("to", lambda _, zone, cards: zone),
    "card": ("card", DuelWords._name_card),
    "by": ("count", lambda _, by, cards: abs(by)),
}
"""The blanks of sentences about changes of the table, by the fields of the changes."""


def _list_kinds(contents: Contents, text: Catalogue) -> Iterator[str]:
    """Yield the kinds of singularities in a zone with their numbers."""
    for singularity, count in Counter(contents).items():
        lying = _say_singularity(singularity, text)
        several = count > 1
        yield text("joust-several", count=count, singularity=lying) if several else lying


def _say_singularity(singularity: Singularity, text: Catalogue) -> str:
    family = text(f"step-{singularity.removesuffix('!')}")
    if not singularity.endswith("!"):
        return family
    return text("singularity-unstable", family=family)


def _list_traits(laid: LaidCard, text: Catalogue) -> Iterator[str]:
    card = laid.card
    yield text(f"card-kind-{card.kind}")
    if card.points is not None:
        yield text("card-points", points=card.points)
    if card.wear is not None:
        yield text("card-wear", wear=card.wear)
    if card.ephemeral:
        yield text("card-ephemeral")
    if laid.used:
        yield text("card-used")
