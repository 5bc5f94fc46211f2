"""The small memory: it keeps what is used."""

from bot.basics.lru_cache import LruCache


def test_the_least_recently_used_is_forgotten_first() -> None:
    memory = LruCache[str, int](2)
    memory.put("a", 1)
    memory.put("b", 2)
    assert memory.get("a") == 1
    memory.put("c", 3)
    assert ("a" in memory, "b" in memory, "c" in memory) == (True, False, True)
    assert len(memory) == 2


def test_a_value_can_be_replaced_and_dropped() -> None:
    memory = LruCache[str, int](2)
    memory.put("a", 1)
    memory.put("a", 2)
    assert memory.get("a") == 2
    memory.remove("a")
    memory.remove("a")
    assert memory.get("a") is None


def test_what_matches_is_dropped_and_nothing_else() -> None:
    memory = LruCache[str, int](3)
    for at, key in enumerate("abc"):
        memory.put(key, at)
    memory.remove_entries_with_matching_key(lambda key: key > "a")
    assert memory.values() == [0]
