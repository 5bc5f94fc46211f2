"""A search of the rules for the words that a user types.

Case, accents, endings of words and, if nothing else is found, typing mistakes do not matter. Each language has its
endings of words in its catalogue, and for some rules words that people ask with but that the rule does not contain.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from bot.cards.searching import matches_prefix_fuzzily
from bot.i18n import (
    DEFAULT,
    Locale,
    Translations,
    load_translations,
    normalize_word_for_comparison,
    strip_accents,
)

SCORING = "scoring"
"""Stands for the page of all scorings where the id of a rule is asked for."""

DEEDS = "deeds"
"""Stands for the page of all deeds."""

GROUPS = ("ESC", "TAB", "NEC", "RSP", "VAR", "PW", "MJ")
"""The groups of rules, by what their ids begin with."""

PAGES: Mapping[str, str] = {SCORING: "scorings", DEEDS: "deeds"}
"""The pages that are found like rules, and the beginnings of the keys of their texts."""

_PAGE_NAMES: Mapping[str, str] = {SCORING: "option-scoring", DEEDS: "deeds-word"}
"""The key of the word by which each page is asked for in a language."""

_MAX_QUERY_WORDS = 12
"""Words of a query that are looked for."""

_SHORTEST_STEM = 3
"""Letters that stay when the ending of a word is removed."""

_SHORTEST_COMMON_BEGINNING = 4
"""Letters of the shorter of two stems that count as one word, because the longer one begins with it."""

_LONGEST_REST = 4
"""Letters by which the longer of two such stems may be longer."""

_BEGINNING_WEIGHT = 0.8
"""The weight of a stem that only begins like a query's word; an equal stem has 1."""

_TYPO_WEIGHT = 0.6
"""The weight of a stem that is a query's word only with a typing mistake."""

_KEYWORD_BONUS = 1.5
"""The additional weight of a word that people ask for this rule with."""

_LEAST_SHARE = 0.6
"""The share of the best match's words that another rule must contain to be found, too."""


def find_rule_or_rules_page_by_name(translations: Translations, typed_name: str) -> str | None:
    """Return the rule or page with an id or name such as `esc 22`; None if there is none."""
    wanted = _keep_letters_and_digits(typed_name)
    names = {_keep_letters_and_digits(rule): rule for rule in translations.list_explained_rule_ids()}
    for page, key in _PAGE_NAMES.items():
        names |= {_keep_letters_and_digits(page): page, _keep_letters_and_digits(translations(key)): page}
    return names.get(wanted)


def search_rules(translations: Translations, query: str, *, is_query_unfinished: bool = False) -> list[str]:
    """Return the rules and pages that contain the query's words, the best match first.

    If none in the language of the translations has any of them, the English texts are searched. The last word of an
    unfinished query may be the beginning of any word.
    """
    for locale in dict.fromkeys((translations.locale, DEFAULT)):
        found = _load_rule_search_index(locale).search(query, is_query_unfinished=is_query_unfinished)
        if found:
            return found
    return []


class RuleSearchIndex:
    """A search index of the rules in one language: their words, each reduced to its stem."""

    def __init__(self, translations: Translations) -> None:
        self._endings = sorted(strip_accents(translations("search-endings")).split(), key=len, reverse=True)
        self._rules_by_stem: dict[str, dict[str, float]] = {}
        """The rules with each stem, and how much the stem weighs there."""
        rules = translations.list_explained_rule_ids()
        self._order = [*PAGES, *sorted(rules, key=lambda rule: GROUPS.index(rule.partition("-")[0]))]
        for page, key in PAGES.items():
            self._add_words_of_rule(page, translations(f"{key}-title"), 1 + _KEYWORD_BONUS)
            self._add_words_of_rule(page, translations(f"{key}-intro"), 1)
        for rule in rules:
            self._add_words_of_rule(rule, translations(f"rule-{rule.lower()}"), 1)
            words_key = f"words-{rule.lower()}"
            if words_key in translations:
                self._add_words_of_rule(rule, translations(words_key), 1 + _KEYWORD_BONUS)

    def _add_words_of_rule(self, rule_id: str, rule_text: str, word_weight: float) -> None:
        for stem in self._iterate_word_stems(rule_text):
            rules = self._rules_by_stem.setdefault(stem, {})
            rules[rule_id] = max(word_weight, rules.get(rule_id, 0))

    def search(self, query: str, *, is_query_unfinished: bool) -> list[str]:
        """Return the rules and pages that contain most of the query's words."""
        words = [*dict.fromkeys(_split_into_words(query))][:_MAX_QUERY_WORDS]
        covered = dict.fromkeys(self._order, 0.0)
        scores = dict.fromkeys(self._order, 0.0)
        for number, word in enumerate(words, 1):
            stems = self._find_similar_stems_with_weights(
                word, is_word_prefix=is_query_unfinished and number == len(words)
            )
            rules = {rule for stem in stems for rule in self._rules_by_stem[stem]}
            rarity = math.log(1 + len(self._order) / (1 + len(rules)))
            for rule in rules:
                weights = [(weight, self._rules_by_stem[stem].get(rule, 0)) for stem, weight in stems.items()]
                covered[rule] += rarity * max(similarity for similarity, importance in weights if importance)
                scores[rule] += rarity * max(similarity * importance for similarity, importance in weights)
        best = max(covered.values())
        found = [rule for rule in self._order if covered[rule] and covered[rule] >= _LEAST_SHARE * best]
        return sorted(found, key=lambda rule: -scores[rule])  # a stable sort: rules of one weight in their order

    def _find_similar_stems_with_weights(self, word: str, *, is_word_prefix: bool) -> Mapping[str, float]:
        """Return the indexed word stems similar to a typed word, each with a weight from 0 to 1.

        A misspelled word stands for a whole stem, unless it is the beginning of one.
        """
        [wanted, *_] = [*self._iterate_word_stems(word)]
        found = {stem: _BEGINNING_WEIGHT for stem in self._rules_by_stem if _are_forms_of_one_word(stem, wanted)}
        if is_word_prefix:
            found |= {stem: _BEGINNING_WEIGHT for stem in self._rules_by_stem if stem.startswith(word)}
        if wanted in self._rules_by_stem:
            found[wanted] = 1
        return found or {
            stem: _TYPO_WEIGHT
            for stem in self._rules_by_stem
            if len(stem) <= len(wanted) + _LONGEST_REST
            and matches_prefix_fuzzily(stem, wanted)
            and (is_word_prefix or matches_prefix_fuzzily(wanted, stem))
        }

    def _iterate_word_stems(self, text: str) -> Iterator[str]:
        for word in _split_into_words(text):
            endings = (each for each in self._endings if word.endswith(each))
            yield word.removesuffix(next((each for each in endings if len(word) - len(each) >= _SHORTEST_STEM), ""))


@cache
def _load_rule_search_index(locale: Locale) -> RuleSearchIndex:
    return RuleSearchIndex(load_translations(locale))


def _are_forms_of_one_word(stem: str, other_stem: str) -> bool:
    """Return True if two stems are probably forms of one word, because one begins with the other."""
    shorter, longer = sorted((stem, other_stem), key=len)
    return (
        len(shorter) >= _SHORTEST_COMMON_BEGINNING
        and len(longer) - len(shorter) <= _LONGEST_REST
        and longer.startswith(shorter)
    )


def _split_into_words(text: str) -> Iterable[str]:
    return re.findall(r"[^\W_]+", strip_accents(normalize_word_for_comparison(text)))


def _keep_letters_and_digits(text: str) -> str:
    return "".join(_split_into_words(text))
