"""Descriptions of duels, payments and decks for the command line, with rule ids."""

from bot.formatters.duels import DuelSentenceFormatter
from bot.i18n import Translations
from bot.joust.decks import DuelDeck, DuelDeckProblem, find_duel_deck_problems, find_duel_deck_warnings
from bot.joust.duel import Duel, list_duel_steps
from bot.joust.formulas import format_card_cost
from bot.joust.paying import PartialCardCostPayment, TokenPayment
from bot.transcripts.joust.decks import build_joust_deck_json, describe_joust_deck_problem
from bot.transcripts.joust.payments import CardPaymentOptions, compute_token_zones_after_payment


def summarize_duel(duel: Duel, translations: Translations) -> str:
    """Return the steps and the state of a duel in lines, with rule ids."""
    words = DuelSentenceFormatter(translations, str)
    told = zip(list_duel_steps(duel), words.describe_duel_steps(duel), strict=True)
    lines = [_prepend_rule_ids_to_sentence(sentence, step.outcome.rules) for step, sentence in told]
    lines.append(translations(f"joust-state-{duel.state}"))
    if duel.turn is not None and not duel.is_over:
        lines.append(translations("joust-turn", player=duel.turn.active, number=duel.turn.number))
    lines += _list_prompts_to_roll_die(duel, words)
    for duelist in duel.duelists.values():
        lines += [words.describe_hand_and_plan_cards(duelist), f"  {words.describe_token_zones(duelist.quadrant)}"]
        lines += [f"  {words.describe_played_card(laid)}" for laid in duelist.cards]
    if duel.result is not None:
        lines += words.describe_duel_result(duel.result)
    return "\n".join(lines)


def _list_prompts_to_roll_die(duel: Duel, formatter: DuelSentenceFormatter) -> list[str]:
    waiting = duel.waiting
    if waiting is None or duel.is_over:
        return []
    cards = duel.duelists[waiting.by].cards
    return [formatter.format_die_roll_prompt(waiting.by, laid.card.name) for laid in cards if laid.id == waiting.card]


def _prepend_rule_ids_to_sentence(sentence: str, rule_ids: tuple[str, ...]) -> str:
    return f"{', '.join(rule_ids)}: {sentence}" if rule_ids else sentence


def describe_payment_options(payment_options: CardPaymentOptions, translations: Translations) -> str:
    """Return lines about the ways to pay a cost, or about the steps that lack a token."""
    offer = payment_options.offer
    formula = format_card_cost(payment_options.formula)
    rules = ("MJ-12", "MJ-13") if payment_options.plan else ("MJ-12",)
    lines = [_prepend_rule_ids_to_sentence(translations("pay-ways", count=offer.total, formula=formula), rules)]
    lines += [
        _describe_duel_card_payment("pay-way", payment_options, way, still, translations) for way, still in offer.ways
    ]
    if offer.total > len(offer.ways) > 0:
        lines.append(translations("pay-more", count=offer.total - len(offer.ways)))
    if offer.best is not None:
        lines.append(_describe_duel_card_payment("pay-best", payment_options, *offer.best, translations))
    if offer.nearest is not None:
        lines += _describe_unpaid_cost_steps(offer.nearest, translations)
    return "\n".join(lines)


def _describe_duel_card_payment(
    message_key: str,
    payment_options: CardPaymentOptions,
    payment: TokenPayment,
    are_other_costs_payable: tuple[bool, ...],
    translations: Translations,
) -> str:
    words = DuelSentenceFormatter(translations, str)
    route = payment.route
    steps = (
        translations("pay-step", zone=zone, use=translations(f"step-{use or 'skip'}"))
        for zone, use in zip(route.zones, payment.uses, strict=True)
    )
    line = translations(
        message_key,
        start=route.start,
        direction=translations(f"direction-{route.direction}"),
        steps=", ".join(steps),
        left=words.describe_token_zones(compute_token_zones_after_payment(payment_options, payment)),
    )
    return (
        f"{line} {translations('pay-still', count=sum(are_other_costs_payable), of=len(are_other_costs_payable))}"
        if are_other_costs_payable
        else line
    )


def _describe_unpaid_cost_steps(incomplete_payment: PartialCardCostPayment, translations: Translations) -> list[str]:
    route = incomplete_payment.route
    direction = translations(f"direction-{route.direction}")
    lines = [translations("pay-nearest", start=route.start, direction=direction)]
    for lack in incomplete_payment.lacking:
        needs = translations(f"step-{lack.needs}")
        lines.append(translations("pay-lack", step=lack.step, zone=lack.zone, needs=needs))
    return lines


def describe_joust_deck(deck: DuelDeck, translations: Translations) -> str:
    """Return lines about a deck: its problems, then its numbers of cards."""
    document = build_joust_deck_json(deck, translations)
    lines = [translations("deck-fits" if document["valid"] else "deck-unfit", deck=deck.name)]
    lines += [
        _describe_deck_problem_with_rule(each, translations)
        for each in (*find_duel_deck_problems(deck), *find_duel_deck_warnings(deck))
    ]
    families = (f"{translations(f'step-{family}')} {n}" for family, n in document["families"].items())
    kinds = (f"{translations(f'card-kind-{kind}')} {n}" for kind, n in document["kinds"].items())
    count = document["singularities"]
    crucible = document["crucible"]
    lines.append(translations("deck-singularities", count=count, parts=", ".join(families)))
    lines.append(translations("deck-crucible", count=crucible, parts=", ".join(kinds)))
    return "\n".join(lines)


def _describe_deck_problem_with_rule(deck_problem: DuelDeckProblem, translations: Translations) -> str:
    return _prepend_rule_ids_to_sentence(describe_joust_deck_problem(deck_problem, translations), (deck_problem.rule,))
