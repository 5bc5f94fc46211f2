"""Sentences about duels: their steps, the table and the result."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import assert_never

from bot.i18n import Catalogue, Value
from bot.joust.duel import Duel, Duelist, LaidCard, list_steps
from bot.joust.events import (
    Add,
    AttackRolled,
    CardDrawn,
    CardInvoked,
    CardUsed,
    Discard,
    DuelClosed,
    DuelConceded,
    DuelResult,
    DuelStarted,
    DuelStep,
    DuelTurnEnded,
    Flip,
    Hand,
    Move,
    Ready,
    Remove,
    Return,
    SingularityPlaced,
    TableChange,
    TableChanged,
    WearRolled,
)
from bot.joust.facts import PLANS_TO_END, Contents, Quadrant, Singularity
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
        match step:
            case DuelStarted():
                return self.text("joust-did-open", player=self.name(step.first))
            case SingularityPlaced():
                return self._say_placed(step)
            case CardDrawn():
                return self.text("joust-did-crucible", player=self.name(step.by))
            case CardInvoked():
                return self._say_card("joust-did-invoke", step.by, step.card.name)
            case CardUsed():
                return self._say_card("joust-did-use", step.by, cards[step.card])
            case WearRolled():
                return self._say_wear(step, cards)
            case AttackRolled():
                return self._say_attack(step)
            case TableChanged():
                return self._say_change(step, cards)
            case DuelTurnEnded():
                return self.text("joust-did-end", player=self.name(step.by))
            case DuelConceded():
                return self.text("joust-did-concede", player=self.name(step.player))
            case DuelClosed():
                return self.text("joust-did-close")
            case _:
                assert_never(step)

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

    def _say_placed(self, step: SingularityPlaced) -> str:
        player = self.name(step.by)
        family = self.text(f"step-{step.family}")
        if step.zone is None:
            return self.text("joust-did-waste", player=player, family=family)
        return self.text("joust-did-singularity", player=player, family=family, zone=step.zone)

    def _say_wear(self, step: WearRolled, cards: CardNames) -> str:
        key = "joust-did-wear-kept" if step.kept else "joust-did-wear-gone"
        card = self._typed(cards[step.card])
        return self.text(key, card=card, roll=step.roll, total=step.total)

    def _say_attack(self, step: AttackRolled) -> str:
        key = "joust-did-attack-won" if step.success else "joust-did-attack-lost"
        mine, theirs = step.totals
        by = self.name(step.by)
        against = self.name(step.against)
        return self.text(key, player=by, opponent=against, mine=mine, theirs=theirs)

    def _say_change(self, step: TableChanged, cards: CardNames) -> str:
        return self.text(
            f"joust-change-{_name_change(step.change)}",
            player=self.name(step.player),
            because=self._typed(step.because),
            **self._fill_change(step.change, cards),
        )

    def _fill_change(self, change: TableChange, cards: CardNames) -> dict[str, Value]:
        """Return the values of the blanks in the sentence about a change."""
        match change:
            case Add():
                return {
                    "singularity": _say_singularity(change.family, self.text),
                    "zone": change.zone,
                }
            case Remove() | Flip():
                lies = _say_singularity(change.singularity, self.text)
                return {"singularity": lies, "zone": change.zone}
            case Move():
                lies = _say_singularity(change.singularity, self.text)
                return {"singularity": lies, "zone": change.zone, "to": change.to}
            case Discard() | Return() | Ready():
                return {"card": self._typed(cards[change.card])}
            case Hand():
                return {"count": abs(change.by)}
            case _:
                assert_never(change)


def _name_change(change: TableChange) -> str:
    if isinstance(change, Hand):
        return "more" if change.by > 0 else "fewer"
    return str(change.__struct_config__.tag)


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
