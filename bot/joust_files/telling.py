"""Duels, payments and decks in words for the command line, with rule ids."""

from bot.duel_words import DuelWords
from bot.i18n import Catalogue
from bot.joust.decks import Deck, Remark, find_problems, find_warnings
from bot.joust.duel import Duel, list_steps
from bot.joust.formulas import write_formula
from bot.joust.paying import Nearest, Way
from bot.joust_files.decks import explain_remark, write_deck
from bot.joust_files.payments import Bill, settle_bill


def summarize_duel(duel: Duel, text: Catalogue) -> str:
    """Return the steps of a duel and its state, in lines for people."""
    words = DuelWords(text, str)
    told = zip(list_steps(duel), words.tell(duel), strict=True)
    lines = [_cite_rules(sentence, step.outcome.rules) for step, sentence in told]
    lines.append(text(f"joust-state-{duel.state}"))
    if duel.turn is not None and not duel.is_over:
        lines.append(text("joust-turn", player=duel.turn.active, number=duel.turn.number))
    lines += _list_waiting(duel, words)
    for duelist in duel.duelists.values():
        lines += [words.say_duelist(duelist), f"  {words.say_quadrant(duelist.quadrant)}"]
        lines += [f"  {words.say_card(laid)}" for laid in duelist.cards]
    if duel.result is not None:
        lines += words.say_result(duel.result)
    return "\n".join(lines)


def _list_waiting(duel: Duel, words: DuelWords) -> list[str]:
    waiting = duel.waiting
    if waiting is None or duel.is_over:
        return []
    cards = duel.duelists[waiting.by].cards
    return [
        words.say_wear_question(waiting.by, laid.card.name)
        for laid in cards
        if laid.id == waiting.card
    ]


def _cite_rules(sentence: str, rules: tuple[str, ...]) -> str:
    return f"{', '.join(rules)}: {sentence}" if rules else sentence


def explain_bill(bill: Bill, text: Catalogue) -> str:
    """Return a line for each way to pay a formula, then the best way; or what it lacks."""
    offer = bill.offer
    formula = write_formula(bill.formula)
    rules = ("MJ-12", "MJ-13") if bill.plan else ("MJ-12",)
    lines = [_cite_rules(text("pay-ways", count=offer.total, formula=formula), rules)]
    lines += [_say_way("pay-way", bill, way, still, text) for way, still in offer.ways]
    if offer.total > len(offer.ways) > 0:
        lines.append(text("pay-more", count=offer.total - len(offer.ways)))
    if offer.best is not None:
        lines.append(_say_way("pay-best", bill, *offer.best, text))
    if offer.nearest is not None:
        lines += _say_lacks(offer.nearest, text)
    return "\n".join(lines)


def _say_way(key: str, bill: Bill, way: Way, still: tuple[bool, ...], text: Catalogue) -> str:
    words = DuelWords(text, str)
    route = way.route
    steps = (
        text("pay-step", zone=zone, use=text(f"step-{use or 'skip'}"))
        for zone, use in zip(route.zones, way.uses, strict=True)
    )
    line = text(
        key,
        start=route.start,
        direction=text(f"direction-{route.direction}"),
        steps=", ".join(steps),
        left=words.say_quadrant(settle_bill(bill, way)),
    )
    return f"{line} {text('pay-still', count=sum(still), of=len(still))}" if still else line


def _say_lacks(nearest: Nearest, text: Catalogue) -> list[str]:
    route = nearest.route
    direction = text(f"direction-{route.direction}")
    lines = [text("pay-nearest", start=route.start, direction=direction)]
    for lack in nearest.lacking:
        needs = text(f"step-{lack.needs}")
        lines.append(text("pay-lack", step=lack.step, zone=lack.zone, needs=needs))
    return lines


def explain_deck(deck: Deck, text: Catalogue) -> str:
    """Return a line for each problem of a deck, then the numbers of its cards."""
    document = write_deck(deck, text)
    lines = [text("deck-fits" if document["valid"] else "deck-unfit", deck=deck.name)]
    lines += [_say_remark(each, text) for each in (*find_problems(deck), *find_warnings(deck))]
    families = (f"{text(f'step-{family}')} {n}" for family, n in document["families"].items())
    kinds = (f"{text(f'card-kind-{kind}')} {n}" for kind, n in document["kinds"].items())
    count = document["singularities"]
    crucible = document["crucible"]
    lines.append(text("deck-singularities", count=count, parts=", ".join(families)))
    lines.append(text("deck-crucible", count=crucible, parts=", ".join(kinds)))
    return "\n".join(lines)


def _say_remark(remark: Remark, text: Catalogue) -> str:
    return _cite_rules(explain_remark(remark, text), (remark.rule,))
