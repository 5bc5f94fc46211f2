"""Sentences about duels: their steps, the table and the result."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import asdict

from bot.i18n import Translations, Value
from bot.joust.cards import DuelCardActionUsed, DuelCardPlayed
from bot.joust.changes import DuelCardEffectApplied
from bot.joust.duel import Duel, Duelist, DuelResult, DuelStepEvent, PlayedDuelCard, list_duel_steps
from bot.joust.rolls import DieRolledToKeepDuelCard
from bot.joust.table_types import PLANS_TO_END, Contents, Quadrant, Singularity
from bot.joust.turns import DuelTokenPlaced
from bot.rules.facts import Player

CardNames = Mapping[int, str]
"""The names of a duel's cards by their ids."""


class DuelSentenceFormatter:
    """A formatter of sentences about duels of Magicjoust (a card game for two) in one language.

    `names` formats a player's name; `typed` formats a text that a user typed, such as a card's name.
    """

    def __init__(
        self, translations: Translations, names: Callable[[Player], str], typed: Callable[[str], str] = str
    ) -> None:
        self.text = translations
        self.name = names
        self._typed = typed

    def describe_duel_steps(self, duel: Duel) -> list[str]:
        """Return a sentence for each step of a duel that was not undone, oldest first."""
        steps = list_duel_steps(duel)
        cards = {step.id: step.card.name for step in steps if isinstance(step, DuelCardPlayed)}
        return [self.describe_duel_step(step, cards) for step in steps]

    def describe_duel_step(self, duel_step: DuelStepEvent, card_names: CardNames) -> str:
        """Return the sentence about a step of a duel, such as a played card."""
        if renderer := RENDERERS.get(type(duel_step)):
            return renderer(self, duel_step, card_names)
        sentence = duel_step.build_event_sentence()
        assert sentence is not None  # a test holds that the registry has all others
        players = {blank: self._join_player_names(each) for blank, each in sentence.players.items()}
        return self.text(sentence.key, **players, **sentence.values)

    def _join_player_names(self, players: Player | tuple[Player, ...]) -> str:
        return self.name(players) if isinstance(players, str) else ", ".join(map(self.name, players))

    def describe_hand_and_plan_cards(self, duelist: Duelist) -> str:
        """Return the line about a player's hand size and plan cards."""
        return self.text(
            "joust-duelist",
            player=self.name(duelist.player),
            hand=duelist.hand,
            plans=self.describe_plan_cards(duelist),
        )

    def describe_plan_cards(self, duelist: Duelist) -> str:
        """Return how many plan cards a player has on the table, how many win, and their points."""
        return self.text("joust-plans", plans=duelist.plan_card_count, most=PLANS_TO_END, points=duelist.plan_points)

    def describe_token_zones(self, token_zones: Quadrant) -> str:
        """Return the tokens in each of a player's zones, except empty ones."""
        zones = []
        for zone, contents in enumerate(token_zones, 1):
            if contents:
                lying = ", ".join(_list_tokens_with_counts(contents, self.text))
                zones.append(self.text("joust-zone", zone=zone, singularities=lying))
        return " · ".join(zones) or self.text("joust-quadrant-empty")

    def describe_played_card(self, played_card: PlayedDuelCard) -> str:
        """Return the line about a card on the table: number, name and traits."""
        traits = ", ".join(_list_card_traits(played_card, self.text))
        return self.text("joust-card", id=played_card.id, card=self._typed(played_card.card.name), traits=traits)

    def format_die_roll_prompt(self, player: Player, card_name: str) -> str:
        """Return the line that asks a player to roll a die to keep a used card."""
        return self._format_sentence_about_card("joust-wear", player, card_name)

    def describe_duel_result(self, result: DuelResult) -> list[str]:
        """Return a line about the winner of a duel, then one for each player's points."""
        if result.winner is None:
            ended = self.text("joust-drawn")
        else:
            ended = self.text("joust-won", player=self.name(result.winner))
        points = (
            self.text("joust-points", player=self.name(player), plans=plans, season=result.season_points[player])
            for player, plans in result.plan_points.items()
        )
        return [ended, *points]

    def _format_sentence_about_card(self, message_key: str, player: Player, card_name: str) -> str:
        return self.text(message_key, player=self.name(player), card=self._typed(card_name))

    def _describe_token_placement(self, duel_step: DuelTokenPlaced, _card_names: CardNames) -> str:
        player = self.name(duel_step.by)
        family = self.text(f"step-{duel_step.family}")
        if duel_step.zone is None:
            return self.text("joust-did-waste", player=player, family=family)
        return self.text("joust-did-singularity", player=player, family=family, zone=duel_step.zone)

    def _describe_card_play(self, duel_step: DuelCardPlayed, _card_names: CardNames) -> str:
        return self._format_sentence_about_card("joust-did-invoke", duel_step.by, duel_step.card.name)

    def _describe_card_action_use(self, duel_step: DuelCardActionUsed, card_names: CardNames) -> str:
        return self._format_sentence_about_card("joust-did-use", duel_step.by, card_names[duel_step.card])

    def _describe_roll_to_keep_card(self, duel_step: DieRolledToKeepDuelCard, card_names: CardNames) -> str:
        key = "joust-did-wear-kept" if duel_step.kept else "joust-did-wear-gone"
        card = self._typed(card_names[duel_step.card])
        return self.text(key, card=card, roll=duel_step.roll, total=duel_step.total)

    def _describe_card_effect(self, applied_effect: DuelCardEffectApplied, card_names: CardNames) -> str:
        blanks = {
            blank: make_value(self, value, card_names)
            for field, value in asdict(applied_effect.change).items()
            for blank, make_value in (_CHANGE_BLANKS[field],)
        }
        return self.text(
            f"joust-change-{applied_effect.change.message_key_suffix}",
            player=self.name(applied_effect.player),
            because=self._typed(applied_effect.because),
            **blanks,
        )

    def _format_card_name(self, card_id: int, card_names: CardNames) -> str:
        return self._typed(card_names[card_id])

    def _format_token(self, duel_token: Singularity, _card_names: CardNames) -> str:
        return _describe_duel_token(duel_token, self.text)


RENDERERS: Mapping[type[DuelStepEvent], Callable[[DuelSentenceFormatter, Any, CardNames], str]] = {
    DuelTokenPlaced: DuelSentenceFormatter._describe_token_placement,
    DuelCardPlayed: DuelSentenceFormatter._describe_card_play,
    DuelCardActionUsed: DuelSentenceFormatter._describe_card_action_use,
    DieRolledToKeepDuelCard: DuelSentenceFormatter._describe_roll_to_keep_card,
    DuelCardEffectApplied: DuelSentenceFormatter._describe_card_effect,
}
"""Renderers of steps whose fields do not suffice: names of cards and typed texts are in them."""

_CHANGE_BLANKS: Mapping[str, tuple[str, Callable[[DuelSentenceFormatter, Any, CardNames], Value]]] = {
    "family": ("singularity", DuelSentenceFormatter._format_token),
    "singularity": ("singularity", DuelSentenceFormatter._format_token),
    "zone": ("zone", lambda _, zone, cards: zone),
    "to": ("to", lambda _, zone, cards: zone),
    "card": ("card", DuelSentenceFormatter._format_card_name),
    "by": ("count", lambda _, by, cards: abs(by)),
}
"""The blanks of sentences about changes of the table, by the fields of the changes."""


def _list_tokens_with_counts(zone_contents: Contents, translations: Translations) -> Iterator[str]:
    """Yield the name of each kind of token in a zone, with the number if there are several."""
    for singularity, count in Counter(zone_contents).items():
        lying = _describe_duel_token(singularity, translations)
        several = count > 1
        yield translations("joust-several", count=count, singularity=lying) if several else lying


def _describe_duel_token(token: Singularity, translations: Translations) -> str:
    family = translations(f"step-{token.removesuffix('!')}")
    if not token.endswith("!"):
        return family
    return translations("singularity-unstable", family=family)


def _list_card_traits(played_card: PlayedDuelCard, translations: Translations) -> Iterator[str]:
    card = played_card.card
    yield translations(f"card-kind-{card.kind}")
    if card.points is not None:
        yield translations("card-points", points=card.points)
    if card.wear is not None:
        yield translations("card-wear", wear=card.wear)
    if card.ephemeral:
        yield translations("card-ephemeral")
    if played_card.used:
        yield translations("card-used")
