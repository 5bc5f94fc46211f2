"""Answers of `/rules` to the words that people ask with at the table."""

import pytest

from bot.front.pods.rule_pages import RULES_PER_PAGE, build_rule_autocomplete_choices
from bot.front.pods.rule_search import PAGES, search_rules
from bot.i18n import LOCALES, Locale, load_translations
from tests.front.playing import said
from tests.front.simulated import Server, answer
from tests.messages import list_variables_by_message_key

ASKED: dict[str, dict[Locale, tuple[str, ...]]] = {
    "TAB-34": {
        "en": ("priority", "PRIORITIES", "passing", "to pass", "passes"),
        "fr": ("priorité", "Priorites", "passer", "je passe", "passent"),
        "ru": ("приоритет", "приоритета", "пас", "пасовать", "пасую"),
    },
    "TAB-35": {
        "en": ("who chooses", "who choose", "opponents choosing"),
        "fr": ("qui choisit", "qui choisir", "l'adversaire choisit"),
        "ru": ("кто выбирает", "кто выбирать", "оппонент выбирает"),
    },
    "TAB-28": {
        "en": ("extra turn", "Extra turns", "an additional turn"),
        "fr": ("tour supplémentaire", "tours supplementaires"),
        "ru": ("дополнительный ход", "дополнительного хода", "дополнительные ходы"),
    },
    "ESC-4": {
        "en": ("tokens", "token", "emblem", "emblems", "emblme"),
        "fr": ("jetons", "jeton", "emblème", "EMBLEMES"),
        "ru": ("фишки", "фишка", "фишек", "эмблема", "эмблем", "эмблемами"),
    },
    "TAB-14": {
        "en": ("blocking for a neighbour", "block for my neighbor", "blocks for neighbours"),
        "fr": ("bloquer pour un voisin", "bloquer pour ma voisine", "bloque pour ses voisins"),
        "ru": ("блокировать за соседа", "блокирует за соседей", "блок за соседку"),
    },
    "TAB-1": {
        "en": ("draw step", "draw steps", "the draw step"),
        "fr": ("étape de pioche", "etapes de pioche", "l’étape de pioche"),
        "ru": ("шаг взятия карты", "шага взятия", "на шаге взятия карт"),
    },
    "TAB-38": {
        "en": ("control", "Controls", "controller"),
        "fr": ("contrôle", "controler", "CONTRÔLEUR"),
        "ru": ("контроль", "контроля", "контролирует"),
    },
    "ESC-7": {
        "en": ("when may a thrall act", "thralls act", "when may thralls act?"),
        "fr": ("quand un esclave peut-il agir", "esclaves agir", "quand l'esclave peut agir ?"),
        "ru": ("когда может действовать невольник", "невольник действует", "когда невольники могут действовать?"),
    },
}
"""Words that people ask for a rule with, in several forms: with other endings, cases, accents or a mistake."""

NEAR_TOP = 4
"""Rules that a reader looks at first."""


@pytest.mark.parametrize(
    ("rule", "locale", "query"),
    [(rule, locale, query) for rule, by in ASKED.items() for locale, asked in by.items() for query in asked],
)
def test_words_of_the_table_find_their_rule_in_any_form(rule: str, locale: Locale, query: str) -> None:
    assert rule in search_rules(load_translations(locale), query)[:NEAR_TOP]


@pytest.mark.parametrize("locale", LOCALES)
def test_words_that_people_ask_with_belong_to_a_rule_with_a_text(locale: Locale) -> None:
    text = load_translations(locale)
    rules = text.list_explained_rule_ids()
    asked = [rule for rule in rules if f"words-{rule.lower()}" in text]
    assert len(asked) == sum(key.startswith("words-") for key in list_variables_by_message_key(locale))
    for rule in asked:
        for query in text(f"words-{rule.lower()}").split(", "):
            assert rule in search_rules(text, query)[:RULES_PER_PAGE], query


@pytest.mark.parametrize("locale", LOCALES)
def test_the_text_of_a_rule_finds_the_rule(locale: Locale) -> None:
    text = load_translations(locale)
    for rule in text.list_explained_rule_ids():
        words = text(f"rule-{rule.lower()}").split()
        assert rule in search_rules(text, " ".join(words[:12])), rule


def test_english_words_find_rules_in_every_language() -> None:
    assert search_rules(load_translations("ru"), "emblems") == search_rules(load_translations("en"), "emblems")


@pytest.mark.parametrize("locale", LOCALES)
def test_a_half_typed_word_is_completed_to_rules(locale: Locale) -> None:
    text = load_translations(locale)
    query = ASKED["TAB-28"][locale][0]
    for length in range(len(query) - 2, len(query)):
        assert "TAB-28" in [choice.value for choice in build_rule_autocomplete_choices(text, query[:length])], length


@pytest.mark.parametrize(("locale", "query"), [("fr", "banane"), ("fr", "bananes"), ("en", "banana"), ("ru", "банан")])
def test_another_word_that_begins_alike_finds_no_rule(locale: Locale, query: str) -> None:
    assert search_rules(load_translations(locale), query) == []


@pytest.mark.parametrize("locale", LOCALES)
async def test_words_of_one_rule_are_answered_with_its_text_that_says_them_first(
    server: Server, locale: Locale
) -> None:
    server.speaks(server.gil, locale)
    query = ASKED["TAB-28"][locale][0]
    shown = await server.gil.slash(server.channel, "rules", rule=query)
    assert shown.ephemeral
    [embed] = answer(shown).embeds
    assert embed.title == "TAB-28"
    assert query in (embed.description or "").splitlines()[0]


@pytest.mark.parametrize("locale", LOCALES)
async def test_words_of_several_rules_are_answered_with_a_list_to_pick_from(server: Server, locale: Locale) -> None:
    server.speaks(server.gil, locale)
    shown = await server.gil.slash(server.channel, "rules", rule=ASKED["TAB-38"][locale][0])
    assert shown.ephemeral
    [embed] = answer(shown).embeds
    assert (embed.description or "").startswith("`TAB-38`")
    [menu] = [part for row in answer(shown).components for part in row["components"]]
    assert len(menu["options"]) == RULES_PER_PAGE
    assert str(RULES_PER_PAGE) in (embed.footer.text or "")
    opened = await server.gil.select(answer(shown), ["TAB-38"], custom_id="rules:which")
    assert answer(opened).embeds[0].description == load_translations(locale)("rule-tab-38")


async def test_pages_are_found_like_rules(server: Server) -> None:
    for page, key in PAGES.items():
        query = load_translations("en")(f"{key}-title").split(":")[0]
        assert search_rules(load_translations("en"), query)[0] == page
    shown = await server.gil.slash(server.channel, "rules", rule="beaten players")
    listed = answer(shown).components[0]["components"][0]["options"]
    assert "scoring" in {option["value"] for option in listed}


async def test_words_of_no_rule_are_refused_with_what_to_do(server: Server) -> None:
    refused = await server.gil.slash(server.channel, "rules", rule="*xylophone* qqqq")
    assert said(refused).startswith(r"🚫 No rule has to do with “\*xylophone\* qqqq”.")
    assert "🚫 No rule has to do with" in said(await server.gil.slash(server.channel, "rules", rule="?!"))


async def test_a_rule_is_found_by_its_number_however_it_is_typed(server: Server) -> None:
    for typed in ("ESC 22", "esc22", " Esc-22 "):
        assert answer(await server.gil.slash(server.channel, "rules", rule=typed)).embeds[0].title == "ESC-22"
