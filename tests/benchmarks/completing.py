"""Completion of card names: what a keystroke costs the processor, and how long the loop waits."""

import asyncio
import gc
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from time import process_time, thread_time
from uuid import UUID

from bot.cards.card import Card
from bot.cards.index import CardIndex
from bot.cards.index_file import CardIndexDescription, write_card_index
from bot.i18n import Locale
from tests.benchmarks.figures import Figure, Size

_SYLLABLES: dict[Locale, str] = {
    "en": "light ning bolt drag on fire storm shad ow an gel of the gob lin wood hill er ing ra",
    "fr": "feu fou dre om bre an ge dra gon de la gob elin bois tem pête lu mière ré gent noir es",
    "ru": "мол ния удар дра кон те нь ан гел го блин лес бу ря свет ма сте р ста рый ого нь",
}


def complete_names(size: Size, folder: Path) -> Iterator[Figure]:
    """Measure keystrokes in an index of many cards with names in three languages."""
    path = folder / "completion.sqlite3"
    chance = random.Random(7)
    cards = list(_make_cards(chance, size.cards))
    begun = process_time()
    write_card_index(path, cards, CardIndexDescription("benchmark"))
    yield Figure("card names: writing the index", process_time() - begun, "s")
    yield Figure("  its file", path.stat().st_size / 2**20, "MiB", 60, "at most")
    keystrokes = _list_keystrokes(cards, chance, size.questions * 40)
    index = CardIndex(path)
    try:
        yield from asyncio.run(_measure(index, keystrokes))
    finally:
        index.close()


async def _measure(index: CardIndex, keystrokes: list[tuple[str, Locale]]) -> list[Figure]:
    for typed, locale in keystrokes[:20]:  # SQLite's pages are read once
        await index.suggest_card_names(typed, locale)
    costs = []
    gc.collect()
    for typed, locale in keystrokes:
        before = process_time()
        await index.suggest_card_names(typed, locale)
        costs.append(process_time() - before)
    costs.sort()
    stalls = await _measure_stalls(index, keystrokes)
    return [
        Figure("  a keystroke, processor", 1_000 * sum(costs) / len(costs), "ms", 5, "at most"),
        Figure("  the 99th of 100 keystrokes", 1_000 * costs[len(costs) * 99 // 100], "ms", 5, "at most"),
        Figure("  the longest work on the event loop", 1_000 * stalls, "ms", 1, "at most"),
    ]


async def _measure_stalls(index: CardIndex, keystrokes: list[tuple[str, Locale]]) -> float:
    """Return the most processor time that the loop's own thread spends on one keystroke.

    Of several rounds the best counts.
    """
    longest = []
    thread = threading.get_ident()
    assert thread == threading.main_thread().ident
    for _ in range(3):
        worst = 0.0
        for typed, locale in keystrokes:
            coroutine = index.suggest_card_names(typed, locale)
            begun = thread_time()
            waiting = coroutine.send(None)  # up to where it waits for the searching thread
            worst = max(worst, thread_time() - begun)
            assert waiting is not None
            await _wait(waiting)
            begun = thread_time()
            try:
                coroutine.send(None)
            except StopIteration:
                worst = max(worst, thread_time() - begun)
        longest.append(worst)
    return min(longest)


async def _wait(waiting: object) -> None:
    assert isinstance(waiting, asyncio.Future)
    waiting._asyncio_future_blocking = False
    await asyncio.wait([waiting])


def _make_cards(chance: random.Random, count: int) -> Iterator[Card]:
    for number in range(count):
        names = {locale: (_make_name(chance, locale),) for locale in _SYLLABLES}
        yield Card(f"{UUID(int=number + 1)}", names, commander=number % 14 == 0)


def _make_name(chance: random.Random, locale: Locale) -> str:
    syllables = _SYLLABLES[locale].split()
    words = ("".join(chance.choices(syllables, k=chance.randint(1, 3))) for _ in range(chance.choice((1, 2, 2, 3, 4))))
    return " ".join(words).title()


def _list_keystrokes(cards: list[Card], chance: random.Random, count: int) -> list[tuple[str, Locale]]:
    """Return texts as people type them: each beginning of names, some with mistakes."""
    found: list[tuple[str, Locale]] = []
    while len(found) < count:
        locale: Locale = chance.choice(("en", "fr", "ru"))
        name = chance.choice(cards).get_name(chance.choice((locale, "en")))
        if chance.random() < 0.5 and len(name) > 4:
            at = chance.randrange(len(name) - 1)
            name = name[:at] + name[at + 1] + name[at] + name[at + 2 :]
        found += [(name[:end], locale) for end in range(1, len(name) + 1)]
    return found[:count]
