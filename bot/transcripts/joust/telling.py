"""Descriptions of duels, payments and decks for the command line, with rule ids."""

from bot.formatters.duels import DuelFormatter
from bot.i18n import Catalogue
from bot.joust.decks import DeckRemark, JoustDeck, find_deck_problems, find_deck_warnings
from bot.joust.duel import Duel, list_duel_steps
from bot.joust.formulas import format_formula
from bot.joust.paying import NearestRoute, PaymentWay
from bot.transcripts.joust.decks import build_deck_document, describe_deck_remark
from bot.transcripts.joust.payments import PaymentAnswer, compute_quadrant_after_payment


def summarize_duel(duel: Duel, catalogue: Catalogue) -> str:
    """Return the steps of a duel and its state, in lines of text with rule ids."""
    words = DuelFormatter(catalogue, str)
    told = zip(list_duel_steps(duel), words.describe_steps(duel), strict=True)
    lines = [_prefix_rule_ids(sentence, step.outcome.rules) for step, sentence in told]
    lines.append(catalogue(f"joust-state-{duel.state}"))
    if duel.turn is not None and not duel.is_over:
        lines.append(catalogue("joust-turn", player=duel.turn.active, number=duel.turn.number))
    lines += _list_wear_prompts(duel, words)
    for duelist in duel.duelists.values():
        lines += [words.describe_duelist(duelist), f"  {words.describe_quadrant(duelist.quadrant)}"]
        lines += [f"  {words.describe_card(laid)}" for laid in duelist.cards]
    if duel.result is not None:
        lines += words.describe_result(duel.result)
    return "\n".join(lines)


def _list_wear_prompts(duel: Duel, formatter: DuelFormatter) -> list[str]:
    waiting = duel.waiting
    if waiting is None or duel.is_over:
        return []
    cards = duel.duelists[waiting.by].cards
    return [
        formatter.format_wear_prompt(waiting.by, laid.card.name)
        for laid in cards
        if laid.id == waiting.card
    ]


def _prefix_rule_ids(sentence: str, rule_ids: tuple[str, ...]) -> str:
    return f"{', '.join(rule_ids)}: {sentence}" if rule_ids else sentence


def describe_payment(answer: PaymentAnswer, catalogue: Catalogue) -> str:
    """Return a line for each way to pay a formula and for the best one, or the missing steps."""
    offer = answer.offer
    formula = format_formula(answer.formula)
    rules = ("MJ-12", "MJ-13") if answer.plan else ("MJ-12",)
    lines = [_prefix_rule_ids(catalogue("pay-ways", count=offer.total, formula=formula), rules)]
    lines += [
        _describe_payment_way("pay-way", answer, way, still, catalogue) for way, still in offer.ways
    ]
    if offer.total > len(offer.ways) > 0:
        lines.append(catalogue("pay-more", count=offer.total - len(offer.ways)))
    if offer.best is not None:
        lines.append(_describe_payment_way("pay-best", answer, *offer.best, catalogue))
    if offer.nearest is not None:
        lines += _describe_missing_steps(offer.nearest, catalogue)
    return "\n".join(lines)


def _describe_payment_way(
    message_key: str,
    answer: PaymentAnswer,
    way: PaymentWay,
    payable_flags: tuple[bool, ...],
    catalogue: Catalogue,
) -> str:
    words = DuelFormatter(catalogue, str)
    route = way.route
    steps = (
        catalogue("pay-step", zone=zone, use=catalogue(f"step-{use or 'skip'}"))
        for zone, use in zip(route.zones, way.uses, strict=True)
    )
    line = catalogue(
        message_key,
        start=route.start,
        direction=catalogue(f"direction-{route.direction}"),
        steps=", ".join(steps),
        left=words.describe_quadrant(compute_quadrant_after_payment(answer, way)),
    )
    return (
        f"{line} {catalogue('pay-still', count=sum(payable_flags), of=len(payable_flags))}"
        if payable_flags
        else line
    )


def _describe_missing_steps(nearest_route: NearestRoute, catalogue: Catalogue) -> list[str]:
    route = nearest_route.route
    direction = catalogue(f"direction-{route.direction}")
    lines = [catalogue("pay-nearest", start=route.start, direction=direction)]
    for lack in nearest_route.lacking:
        needs = catalogue(f"step-{lack.needs}")
        lines.append(catalogue("pay-lack", step=lack.step, zone=lack.zone, needs=needs))
    return lines


def describe_deck(deck: JoustDeck, catalogue: Catalogue) -> str:
    """Return a line for each problem of a deck, then the numbers of its cards."""
    document = build_deck_document(deck, catalogue)
    lines = [catalogue("deck-fits" if document["valid"] else "deck-unfit", deck=deck.name)]
    lines += [
        _describe_remark_with_rule(each, catalogue)
        for each in (*find_deck_problems(deck), *find_deck_warnings(deck))
    ]
    families = (f"{catalogue(f'step-{family}')} {n}" for family, n in document["families"].items())
    kinds = (f"{catalogue(f'card-kind-{kind}')} {n}" for kind, n in document["kinds"].items())
    count = document["singularities"]
    crucible = document["crucible"]
    lines.append(catalogue("deck-singularities", count=count, parts=", ".join(families)))
    lines.append(catalogue("deck-crucible", count=crucible, parts=", ".join(kinds)))
    return "\n".join(lines)


def _describe_remark_with_rule(remark: DeckRemark, catalogue: Catalogue) -> str:
    return _prefix_rule_ids(describe_deck_remark(remark, catalogue), (remark.rule,))
