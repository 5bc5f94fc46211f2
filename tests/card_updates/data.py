"""Card data as Scryfall and MTGJSON write it, of a few cards, and of as many as are wanted."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

BOLT = "4457ed35-7c10-48c8-9776-456485fdf070"
DELVER = "edd531b9-f615-4399-8c8c-1c5e18c4acbf"
KRENKO = "65dc4a66-8ff0-4cfb-a9f4-4d4a9f9c1e2e"
PIR = "6a2d3a5b-8c1f-4a1c-9a53-4d3f0c1b2a11"
TOOTHY = "6a2d3a5b-8c1f-4a1c-9a53-4d3f0c1b2a12"

Record = dict[str, Any]


def printing(id: str, name: str, **more: Any) -> Record:
    """Return a card object of Scryfall's."""
    return {
        "object": "card",
        "id": f"{UUID(int=hash(name) % 2**64)}",
        "oracle_id": id,
        "name": name,
        "lang": "en",
        "released_at": "2020-01-01",
        "layout": "normal",
        "type_line": "Instant",
        "oracle_text": "",
        "color_identity": ["R"],
        "keywords": [],
        "prices": {"usd": "0.5"},
        **more,
    }


def scryfall() -> list[Record]:
    """Return a file with several languages."""
    delver = {
        "layout": "transform",
        "color_identity": ["U"],
        "type_line": "Creature — Human Wizard // Creature — Human Insect",
        "card_faces": [
            {"name": "Delver of Secrets", "type_line": "Creature — Human Wizard", "power": "1"},
            {"name": "Insectile Aberration", "type_line": "Creature — Human Insect", "power": "3"},
        ],
    }
    french_delver = [
        {**delver["card_faces"][0], "printed_name": "Sondeur des secrets"},  # type: ignore[dict-item]
        {**delver["card_faces"][1], "printed_name": "Aberration insectile"},  # type: ignore[dict-item]
    ]
    names = "Delver of Secrets // Insectile Aberration"
    legend = {"type_line": "Legendary Creature — Goblin", "power": "3"}
    pair = {"type_line": "Legendary Creature — Human", "keywords": ["Partner", "Partner with"]}
    return [
        printing(BOLT, "Lightning Bolt", lang="fr", printed_name="Vieille foudre"),
        printing(BOLT, "Lightning Bolt", lang="fr", printed_name="Foudre", released_at="2024-01-01"),
        printing(BOLT, "Lightning Bolt"),
        printing(BOLT, "Lightning Bolt", lang="ru", printed_name="Удар Молнии"),
        printing(BOLT, "Lightning Bolt", lang="de", printed_name="Blitzschlag"),
        printing(DELVER, names, **delver),
        printing(DELVER, names, lang="fr", **{**delver, "card_faces": french_delver}),
        printing(KRENKO, "Krenko, Mob Boss", **legend),
        printing(
            PIR,
            "Pir, Imaginative Rascal",
            oracle_text="Partner with Toothy, Imaginary Friend (When this enters, search.)",
            **pair,
        ),
        printing(
            TOOTHY,
            "Toothy, Imaginary Friend",
            oracle_text="Partner with Pir, Imaginative Rascal (When this enters, search.)",
            **pair,
        ),
        printing("00000000-0000-4000-8000-000000000001", "Goblin", layout="token"),
    ]


def mtgjson() -> Record:
    """Return the same cards as AtomicCards."""

    def atomic(id: str, name: str, **more: Any) -> Record:
        return {
            "colorIdentity": ["R"],
            "colors": ["R"],
            "identifiers": {"scryfallOracleId": id},
            "layout": "normal",
            "name": name,
            "type": "Instant",
            **more,
        }

    names = "Delver of Secrets // Insectile Aberration"
    bolt = [
        {"language": "French", "name": "Foudre"},
        {"language": "Russian", "name": "Удар Молнии"},
        {"language": "German", "name": "Blitzschlag"},
    ]
    front = {"layout": "transform", "colorIdentity": ["U"], "type": "Creature — Human Wizard"}
    krenko = {"type": "Legendary Creature — Goblin", "power": "3"}
    pair = {"type": "Legendary Creature — Human", "keywords": ["Partner with"]}
    return {
        "meta": {"date": "2026-11-01", "version": "5.2.2"},
        "data": {
            "Lightning Bolt": [atomic(BOLT, "Lightning Bolt", foreignData=bolt)],
            names: [
                atomic(
                    DELVER,
                    names,
                    **front,
                    side="a",
                    faceName="Delver of Secrets",
                    foreignData=[{"language": "French", "faceName": "Sondeur des secrets"}],
                ),
                atomic(
                    DELVER,
                    names,
                    **front,
                    side="b",
                    faceName="Insectile Aberration",
                    foreignData=[{"language": "French", "faceName": "Aberration insectile"}],
                ),
            ],
            "Krenko, Mob Boss": [atomic(KRENKO, "Krenko, Mob Boss", **krenko)],
            "Pir, Imaginative Rascal": [
                atomic(PIR, "Pir, Imaginative Rascal", text="Partner with Toothy, Imaginary Friend (When…)", **pair)
            ],
            "Toothy, Imaginary Friend": [
                atomic(TOOTHY, "Toothy, Imaginary Friend", text="Partner with Pir, Imaginative Rascal (When…)", **pair)
            ],
        },
    }


def many(count: int, text: int = 1_000) -> Iterator[Record]:
    """Yield so many cards, each in three languages with a text of so many letters."""
    for number in range(count):
        id = f"{UUID(int=number + 1)}"
        for lang in ("en", "fr", "ru"):
            more = {} if lang == "en" else {"printed_name": f"{lang} name {number}"}
            yield printing(id, f"Card {number}", lang=lang, flavor_text="x" * text, **more)
