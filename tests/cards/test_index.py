"""The index of card names: looking up ids and names, and completing what somebody types."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards.card import Card, build_card_statistics_key
from bot.cards.commanders import can_be_commanders_together, can_be_companion
from bot.cards.index import CardIndex, ResolvedCard
from bot.cards.index_file import CardIndexDescription, write_card_index
from bot.cards.sample import build_sample_card_id, load_sample_cards, write_sample_card_index
from bot.cards.searching import matches_prefix_fuzzily
from bot.i18n import LOCALES, Locale

BOLT = build_sample_card_id("Lightning Bolt")
DELVER = build_sample_card_id("Delver of Secrets")


@pytest.mark.parametrize("typed", ["Lightning Bolt", "lightning  bolt", "LIGHTNING BOLT!", "Foudre", "удар молнии"])
def test_a_name_is_found_however_it_is_spelt(index: CardIndex, typed: str) -> None:
    match = index.find_card_by_name(typed)
    assert match is not None
    assert match.id == BOLT


@pytest.mark.parametrize("typed", ["atraxa praetors voice", "Atraxa, Praetors’ Voice"])
def test_apostrophes_and_commas_may_be_left_out(index: CardIndex, typed: str) -> None:
    match = index.find_card_by_name(typed)
    assert match is not None
    assert match.text == "Atraxa, Praetors' Voice"


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("Delver of Secrets", DELVER),
        ("Insectile Aberration", f"{DELVER}/1"),
        ("Delver of Secrets // Insectile Aberration", DELVER),
        ("Ice", f"{build_sample_card_id('Fire')}/1"),
    ],
)
def test_a_face_has_an_id_of_its_own(index: CardIndex, typed: str, id: str) -> None:
    match = index.find_card_by_name(typed)
    assert match is not None
    assert match.id == id


def test_what_is_no_card_is_not_found(index: CardIndex) -> None:
    for text in ("", "!!!", "my homebrew", "Lightning", "%", "x" * 500):
        assert index.find_card_by_name(text) is None


@pytest.mark.parametrize(("locale", "name"), [("en", "Lightning Bolt"), ("fr", "Foudre"), ("ru", "Удар Молнии")])
def test_a_card_is_named_in_each_language(index: CardIndex, locale: Locale, name: str) -> None:
    assert index.get_card_name(BOLT, locale, "typed") == name


def test_a_face_without_a_translation_has_its_english_name(index: CardIndex) -> None:
    assert index.get_card_name(f"{DELVER}/1", "ru", "typed") == "Insectile Aberration"


def test_an_unknown_card_is_named_as_typed(index: CardIndex) -> None:
    assert index.get_card_name(None, "fr", "Chapeau") == "Chapeau"
    assert index.get_card_name("0" * 36, "fr", "Chapeau") == "Chapeau"


def test_a_chosen_value_is_read_as_a_card_and_a_typed_one_as_text(index: CardIndex) -> None:
    assert index.resolve_card(BOLT, "fr") == ResolvedCard("Foudre", BOLT)
    assert index.resolve_card("lightning bolt", "fr") == ResolvedCard("lightning bolt", BOLT)
    assert index.resolve_card("my homebrew", "fr") == ResolvedCard("my homebrew", None)
    back = f"{DELVER}/1"
    assert index.resolve_card(back, "en") == ResolvedCard("Insectile Aberration", back)
    assert index.resolve_card(f"{DELVER}/2", "en") == ResolvedCard(f"{DELVER}/2", None)


async def test_without_a_file_nothing_is_known(tmp_path: Path) -> None:
    index = CardIndex(tmp_path / "missing.sqlite3")
    assert index.find_card(BOLT) is None
    assert index.find_card_by_name("Lightning Bolt") is None
    assert index.resolve_card(BOLT, "en") == ResolvedCard(BOLT, None)
    assert await index.suggest_card_names("light", "en") == []
    assert await index.find_card_by_misspelled_name("lihgtning bolt", "en") is None
    index.close()


def test_a_file_that_appears_or_is_swapped_is_read_after_reopening(tmp_path: Path) -> None:
    path = tmp_path / "cards.sqlite3"
    index = CardIndex(path)
    write_sample_card_index(path)
    index.reopen_file_if_replaced()
    assert index.get_card_name(BOLT, "en", "") == "Lightning Bolt"
    write_card_index(path, [Card(BOLT, {"en": ("Renamed",)})], CardIndexDescription("sample"))
    index.reopen_file_if_replaced()
    assert index.get_card_name(BOLT, "en", "") == "Renamed"
    path.unlink()
    index.reopen_file_if_replaced()
    assert not index.has_index_file
    index.close()


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\0" + b"\xff" * 500])
def test_a_file_that_is_no_index_counts_as_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "cards.sqlite3"
    path.write_bytes(content)
    index = CardIndex(path)
    assert index.find_card_by_name("Lightning Bolt") is None
    index.close()


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = write_sample_card_index(tmp_path / "cards.sqlite3")
    before = path.read_bytes()

    def break_off() -> list[Card]:
        raise ValueError("cut")

    with pytest.raises(ValueError, match="cut"):
        write_card_index(path, (each for _ in "x" for each in break_off()), CardIndexDescription("sample"))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


async def complete(index: CardIndex, typed: str, locale: Locale = "en") -> list[str]:
    return [each.text for each in await index.suggest_card_names(typed, locale)]


async def test_beginnings_come_before_words_inside(index: CardIndex) -> None:
    found = await complete(index, "light")
    assert found[0].startswith("Light")
    inside = [each for each in found if not each.startswith("Light")]
    assert "Bruna, Light of Alabaster" in inside
    assert found[-len(inside) :] == inside


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("lihgtning bolt", "Lightning Bolt"),
        ("lightnig bo", "Lightning Bolt"),
        ("lightning blot", "Lightning Bolt"),
        ("firebal", "Fireball"),
        ("fierball", "Fireball"),
        ("artaxa", "Atraxa, Praetors' Voice"),
        ("krneko", "Krenko, Mob Boss"),
        ("countrespell", "Counterspell"),
        ("bolt lightning", "Lightning Bolt"),
        ("urdragon", "The Ur-Dragon"),
    ],
)
async def test_slips_of_the_fingers_are_forgiven(index: CardIndex, typed: str, name: str) -> None:
    assert name in await complete(index, typed)


def count_typos_in_beginning(word: str, query: str) -> int:
    """Return how many typos turn a query into the beginning of a word, by the table of all beginnings."""
    rows: list[list[int]] = [[*range(len(word) + 1)]]
    for at, letter in enumerate(query, 1):
        row = [at]
        for end in range(1, len(word) + 1):
            other = word[end - 1]
            best = min(rows[-1][end] + 1, row[-1] + 1, rows[-1][end - 1] + (letter != other))
            if at > 1 and end > 1 and (letter, query[at - 2]) == (word[end - 2], other):
                best = min(best, rows[-2][end - 2] + 1)
            row.append(best)
        rows.append(row)
    return min(rows[-1])


@given(
    st.text("abc", min_size=4, max_size=10),
    st.lists(st.tuples(st.integers(0, 12), st.sampled_from("abc-+~")), max_size=4),
)
def test_word_is_compared_as_the_table_of_all_beginnings_says(query: str, changes: list[tuple[int, str]]) -> None:
    word = query
    for at, change in changes:
        head, tail = word[:at], word[at:]
        words = {"-": head + tail[1:], "+": head + "b" + tail, "~": head + tail[:2][::-1] + tail[2:]}
        word = words.get(change, head + change + tail[1:])
    allowed = 1 if len(query) < 8 else 2
    assert matches_prefix_fuzzily(word, query) == (count_typos_in_beginning(word, query) <= allowed)


async def test_names_in_the_readers_language_come_first(index: CardIndex) -> None:
    assert (await complete(index, "fo", "fr"))[:3] == ["Force de volonté", "Forêt", "Foudre"]
    assert "Fireball" in await complete(index, "fire", "fr")
    assert await complete(index, "удар", "ru") == ["Удар Молнии"]
    assert await complete(index, "удар", "fr") == []


async def test_leaders_come_first_where_commanders_are_asked_for(index: CardIndex) -> None:
    found = await index.suggest_card_names("s", "en", commanders_first=True)
    leads = [index.find_card(each.id) for each in found]
    assert [each.commander for each in leads if each] == sorted(
        (each.commander for each in leads if each), reverse=True
    )
    assert leads[0] is not None
    assert leads[0].commander


@pytest.mark.parametrize("typed", ["", " ", "'", "%%%", "_", "\0", "»", "!" * 300])
async def test_signs_complete_nothing(index: CardIndex, typed: str) -> None:
    assert await index.suggest_card_names(typed, "en") == []
    assert await index.find_card_by_misspelled_name(typed, "en") is None


async def test_each_sample_name_completes_to_itself(index: CardIndex) -> None:
    for card in load_sample_cards():
        for locale, _, name in card.list_face_names():
            assert name in [each.text for each in await index.suggest_card_names(name, locale)]


async def test_at_most_as_many_names_are_offered_as_discord_shows(index: CardIndex) -> None:
    for typed in ("a", "e", "the", "s"):
        assert len(await index.suggest_card_names(typed, "en")) <= 25


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("lihgtning bolt", "Lightning Bolt"),
        ("Kokusho", "Kokusho, the Evening Star"),
        ("Krenko", None),  # there are two
        ("Lightning Bolt of mine", None),
        ("something else", None),
    ],
)
async def test_a_near_miss_is_recognised(index: CardIndex, text: str, near: str | None) -> None:
    match = await index.find_card_by_misspelled_name(text, "en")
    assert (match.text if match else None) == near


def find(index: CardIndex, name: str) -> Card:
    match = index.find_card_by_name(name)
    assert match is not None
    card = index.find_card(match.id)
    assert card is not None
    return card


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("Tymna the Weaver", "Thrasios, Triton Hero", True),
        ("Tymna the Weaver", "Tymna the Weaver", False),
        ("Tymna the Weaver", "Krenko, Mob Boss", False),
        ("Pir, Imaginative Rascal", "Toothy, Imaginary Friend", True),
        ("Pir, Imaginative Rascal", "Gorm the Great", False),
        ("Pir, Imaginative Rascal", "Tymna the Weaver", False),
        ("Wilson, Refined Grizzly", "Folk Hero", True),
        ("Wilson, Refined Grizzly", "Burakos, Party Leader", False),
        ("Folk Hero", "Raised by Giants", False),
        ("The Tenth Doctor", "Rose Tyler", True),
        ("Rose Tyler", "Yasmin Khan", False),
        ("The Tenth Doctor", "The Thirteenth Doctor", False),
        ("Bjorna, Nightfall Alchemist", "Cecily, Haunted Mage", True),
        ("Lurrus of the Dream-Den", "Jegantha, the Wellspring", False),
    ],
)
def test_two_cards_lead_together_by_their_bonds(index: CardIndex, one: str, other: str, together: bool) -> None:
    first = find(index, one)
    second = find(index, other)
    assert can_be_commanders_together(first, second) is together
    assert can_be_commanders_together(second, first) is together


def test_companions_are_known(index: CardIndex) -> None:
    assert can_be_companion(find(index, "Lurrus of the Dream-Den"))
    assert not can_be_companion(find(index, "Tymna the Weaver"))


def test_statistics_count_a_card_by_its_id_and_else_by_its_text() -> None:
    assert build_card_statistics_key(f"{DELVER}/1", "Insectile Aberration") == build_card_statistics_key(
        DELVER, "Delver"
    )
    assert build_card_statistics_key(None, "Fireball!") == build_card_statistics_key(None, "  fireball ")
    assert build_card_statistics_key(None, "Fireball") != build_card_statistics_key(None, "Boule de feu")


def test_the_sample_holds_each_card_once_and_each_language() -> None:
    cards = load_sample_cards()
    assert len(cards) >= 300
    assert len({card.id for card in cards}) == len(cards)
    assert {locale for card in cards for locale in card.names} == set(LOCALES)
