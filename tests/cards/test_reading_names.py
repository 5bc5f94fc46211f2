"""Reading names of cards and commanders: what is taken, what it may mean too, nothing dropped."""

import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest

from bot.card_updates.index_builder import build_card_index_from_file
from bot.cards.card import Card, CardNameAlias, PrintedCardName, split_card_face_id
from bot.cards.folding import normalise_card_name, remove_articles_and_spaces
from bot.cards.index import CardIndex
from bot.cards.index_file import CardIndexDescription, write_card_index
from bot.i18n import Locale
from tests.card_updates.data import printing
from tests.effort import NAME

ODD = (
    ("Fireball",),
    ("Fire", "Ice"),
    ("Commit", "Memory"),
    ("Bind",),
    ("Bind", "Liberate"),
    ("The Eleventh Doctor",),
    ("Ratonhnhaké꞉ton",),
    ("Zilortha, Strength Incarnate",),
    ("Tymna the Weaver",),
    ("Thrasios, Triton Hero",),
    ("Esika, God of the Tree", "The Prismatic Bridge"),
    ("Who", "What", "When", "Where", "Why"),
    ("+2 Mace",),
    ("R&D's Secret Lair",),
    ("Sword of Dungeons & Dragons",),
    ("Krenko, Mob Boss",),
    ("Godzilla, King of the Monsters", "Fake Side"),
)
"""Cards whose names are odd, by hand: the last one is called like another one's alias."""


PRINTED = {
    ("Fire", "Ice"): ((0, "Feuer"), (1, "Eis")),
    ("Fireball",): ((0, "Feuerball"), (0, "火球術"), (0, "Bind")),
    ("Commit", "Memory"): ((0, "Verpflichten"), (0, "Feuerball")),
    ("Krenko, Mob Boss",): ((0, "Krenko, Bandenboss"),),
}
"""Names in further languages and on older printings; one is that of two cards, and one is another card's own."""


def make_id(number: int) -> str:
    return str(UUID(int=number + 1))


IDS = {names: make_id(number) for number, names in enumerate(ODD)}


def list_odd_cards() -> Iterator[Card]:
    for names, id in IDS.items():
        aliases: tuple[CardNameAlias, ...] = ()
        translated: dict[Locale, tuple[str, ...]] = {"en": names}
        if names[0].startswith("Zilortha"):
            aliases = (
                CardNameAlias("en", 0, "Godzilla, Primeval Champion"),
                CardNameAlias("en", 0, "Godzilla, King of the Monsters"),
                CardNameAlias("fr", 0, "Godzilla, roi des monstres"),
            )
        if names == ("Commit", "Memory"):
            translated["fr"] = ("Engagement", "Mémoire")
        printed = tuple(PrintedCardName(*each) for each in PRINTED.get(names, ()))
        yield Card(id, translated, commander=True, aliases=aliases, printed=printed)


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardIndex]:
    path = tmp_path_factory.mktemp("cards") / "odd.sqlite3"
    write_card_index(path, list_odd_cards(), CardIndexDescription("test"))
    index = CardIndex(path)
    yield index
    index.close()


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("Fire // Ice", ("Fire", "Ice")),
        ("fire / ice", ("Fire", "Ice")),
        ("Commit/Memory", ("Commit", "Memory")),
        ("Commit & Mémoire", ("Commit", "Memory")),
        ("Bind // Liberate", ("Bind", "Liberate")),
        ("Who // What // When // Where // Why", ODD[11]),
        ("Eleventh Doctor", ("The Eleventh Doctor",)),
        ("Ratonhnhaketon", ("Ratonhnhaké꞉ton",)),
        ("Ratonhnhaké:ton", ("Ratonhnhaké꞉ton",)),
        ("godzilla primeval champion", ("Zilortha, Strength Incarnate",)),
        ("Godzilla, roi des monstres", ("Zilortha, Strength Incarnate",)),
        ("Godzilla, King of the Monsters", ODD[-1]),
        ("Prismatic Bridge", ("Esika, God of the Tree", "The Prismatic Bridge")),
        ("Fire Ball", ("Fireball",)),
        ("Feuer // Eis", ("Fire", "Ice")),
        ("eis", ("Fire", "Ice")),
        ("火球術", ("Fireball",)),
        ("krenko, bandenboss", ("Krenko, Mob Boss",)),
        ("Feuerball", None),
        ("+2 Mace", ("+2 Mace",)),
        ("RD's Secret Lair", ("R&D's Secret Lair",)),
        ("Fire // Ball", None),
        ("Fire // Krenko, Mob Boss", None),
        ("Tymna the Weaver // Thrasios, Triton Hero", None),
        ("Fire // Ice // Fire", None),
        ("Bind", None),
        ("Godzilla", None),
        ("//", None),
    ],
)
def test_typed_name_is_the_card_or_none(odd: CardIndex, typed: str, names: tuple[str, ...] | None) -> None:
    reading = odd.resolve_card(typed, "en")
    assert reading.text == typed
    found = None if reading.id is None else split_card_face_id(reading.id)[0]
    assert found == (None if names is None else IDS[names])


async def test_name_of_two_cards_is_asked_about(odd: CardIndex) -> None:
    both = {("Bind", IDS["Bind",]), ("Bind // Liberate", IDS["Bind", "Liberate"])}
    assert {(each.text, each.id) for each in odd.resolve_card("bind", "en").others} == both
    assert {(each.text, each.id) for each in await odd.suggest_cards_for_unknown_name("Bind", "en")} == both
    offered = await odd.suggest_card_names("bind", "en")
    assert {(each.text, each.id) for each in offered} == both


def test_printed_name_of_two_cards_is_asked_about(odd: CardIndex) -> None:
    others = odd.resolve_card("Feuerball", "fr").others
    assert {each.id for each in others} == {IDS["Fireball",], IDS["Commit", "Memory"]}


async def test_printed_names_are_read_and_not_offered(odd: CardIndex) -> None:
    assert await odd.suggest_card_names("Feuerba", "en") == []
    assert [each.id for each in odd.resolve_commander_names("Feuer // Eis + Krenko, Bandenboss", "en")] == [
        IDS["Fire", "Ice"],
        IDS["Krenko, Mob Boss",],
    ]


async def test_half_known_name_offers_what_was_known(odd: CardIndex) -> None:
    assert [each.text for each in await odd.suggest_cards_for_unknown_name("Fire // Ball", "en")] == ["Fire // Ice"]


@pytest.mark.parametrize("sign", [" // ", " / ", "/", " & ", " and ", " et ", " + ", "+", "; ", ", "])
@pytest.mark.parametrize("swapped", [False, True])
def test_pair_is_a_pair_in_every_spelling(odd: CardIndex, sign: str, swapped: bool) -> None:
    pair = ["Tymna the Weaver", "Thrasios, Triton Hero"]
    pair = pair[::-1] if swapped else pair
    read = odd.resolve_commander_names(sign.join(pair), "en")
    assert [(each.text, each.id) for each in read] == [(each, IDS[each,]) for each in pair]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Fire // Ice", ["Fire // Ice"]),
        ("Fire, Ice", ["Fire, Ice"]),
        ("Sword of Dungeons & Dragons", ["Sword of Dungeons & Dragons"]),
        ("R&D's Secret Lair + My homebrew", ["R&D's Secret Lair", "My homebrew"]),
        ("+2 Mace", ["+2 Mace"]),
        ("Tymna the Weaver // my homebrew", ["Tymna the Weaver // my homebrew"]),
        ("Fire // Ball", ["Fire // Ball"]),
        ("My homebrew & Krenko, Mob Boss", ["My homebrew & Krenko, Mob Boss"]),
        ("Krenko, Mob Boss and the rest", ["Krenko, Mob Boss and the rest"]),
        (" + ", []),
    ],
)
def test_nothing_typed_is_dropped(odd: CardIndex, typed: str, kept: list[str]) -> None:
    assert [each.text for each in odd.resolve_commander_names(typed, "en")] == kept


async def test_pair_of_short_names_is_offered(odd: CardIndex) -> None:
    [pair] = await odd.suggest_commanders_for_text("Tymna / Thrasios", "en")
    assert [each.id for each in pair] == [IDS["Tymna the Weaver",], IDS["Thrasios, Triton Hero",]]


def test_index_of_an_earlier_version_is_read(odd: CardIndex, tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    write_card_index(path, list_odd_cards(), CardIndexDescription("test"))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE loose")
        connection.commit()
    index = CardIndex(path)
    assert index.find_card_by_name("Fire // Ice") is not None
    assert index.find_card_by_name("Eleventh Doctor") is None
    index.close()


# Many names

_SYLLABLES = "light ning dra gon fire storm shad ow an gel the gob lin wood hill er ing ra of a"
COUNT = 35_000 if NAME == "nightly" else 8_000
"""As many cards as there are, and in the gate some of them."""


def make_name(chance: random.Random) -> str:
    words = (
        "".join(chance.choices(_SYLLABLES.split(), k=chance.randint(1, 3)))
        for _ in range(chance.choice((1, 2, 2, 3, 4)))
    )
    return " ".join(words).title()


def list_many_cards(chance: random.Random) -> Iterator[Card]:
    for number in range(COUNT):
        faces = tuple(dict.fromkeys(make_name(chance) for _ in range(2 if number % 12 == 0 else 1)))
        aliases = (CardNameAlias("en", 0, make_name(chance)),) if number % 50 == 0 else ()
        printed = (PrintedCardName(0, make_name(chance) + " Alt"),) if number % 40 == 0 else ()
        yield Card(make_id(number), {"en": faces}, commander=number % 9 == 0, aliases=aliases, printed=printed)


def list_printings(cards: list[Card]) -> Iterator[dict[str, Any]]:
    """Yield each card's printings, as Scryfall documents them."""
    for card in cards:
        faces = card.names["en"]
        parts = {"layout": "split", "card_faces": [{"name": face} for face in faces]} if faces[1:] else {}
        yield printing(card.id, " // ".join(faces), **parts)
        for alias in card.aliases:
            named = {"card_faces": [{"name": faces[0], "flavor_name": alias.name}, *({"name": f} for f in faces[1:])]}
            yield printing(card.id, " // ".join(faces), **(parts | named if parts else {"flavor_name": alias.name}))
        for _, name in card.printed:
            named = {"card_faces": [{"name": faces[0], "printed_name": name}, *({"name": f} for f in faces[1:])]}
            german = parts | named if parts else {"printed_name": name}
            yield printing(card.id, " // ".join(faces), lang="de", **german)


@pytest.mark.long
def test_of_thousands_of_names_none_is_read_wrong(tmp_path: Path) -> None:
    chance = random.Random(11)
    cards = list(list_many_cards(chance))
    path = tmp_path / "many.sqlite3"
    source = tmp_path / "all-cards.json"
    source.write_bytes(msgspec.json.encode([*list_printings(cards)]))
    build_card_index_from_file(source, path, CardIndexDescription("test"))
    owners: dict[str, set[str]] = {}
    for card in cards:
        for _, _, name in card.list_face_names():
            owners.setdefault(normalise_card_name(name), set()).add(card.id)
    aliases: dict[str, set[str]] = {}
    for card in cards:
        for alias in card.aliases:
            aliases.setdefault(normalise_card_name(alias.name), set()).add(card.id)
    doubled = {name for name, times in Counter(name for card in cards for _, name in card.printed).items() if times > 1}
    index = CardIndex(path)
    outcomes = Counter[str]()
    for card in cards[::3]:
        for name in (*card.names["en"], *(each.name for each in card.aliases)):
            fold = normalise_card_name(name)
            meant = owners.get(fold) or aliases[fold]
            reading = index.resolve_card(name.upper(), "en")
            if len(meant) == 1:
                assert reading.id is not None
                assert {split_card_face_id(reading.id)[0]} == meant
                outcomes["known"] += 1
            else:
                assert reading.id is None
                assert {split_card_face_id(each.id)[0] for each in reading.others} == meant
                outcomes["asked"] += 1
        for _, name in card.printed:
            assert index.resolve_card(name, "en").id == card.id or name in doubled
        if len(card.names["en"]) == 2:
            whole = index.resolve_card(card.get_full_name("en"), "en")
            named = {split_card_face_id(each)[0] for each in (whole.id, *(c.id for c in whole.others)) if each}
            assert card.id in named or card.names["en"][0] == card.names["en"][1]
    known = {*owners, *aliases}
    loose = {remove_articles_and_spaces(fold) for fold in known}
    for _ in range(2_000):
        name = make_name(chance) + " Unheard"
        assert remove_articles_and_spaces(name) not in loose
        assert index.resolve_card(name, "en").id is None
    index.close()
    assert min(outcomes["known"], outcomes["asked"]) > COUNT // 35


def test_deck_that_is_shown_is_read_as_the_same_cards(odd: CardIndex) -> None:
    names = [*map(" // ".join, ODD)]
    for one in names:
        for other in names[:6]:
            first, second = odd.resolve_card(one, "en"), odd.resolve_card(other, "en")
            if first.id is None or second.id is None or first.id == second.id:
                continue
            shown = " + ".join(odd.translate_card_name(each, "en") for each in (one, other))
            read = odd.resolve_commander_names(shown, "en")
            assert [each.id for each in read] == [first.id, second.id]
