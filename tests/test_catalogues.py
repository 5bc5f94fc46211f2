"""The catalogues have the same keys in every language, and no unused ones."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from discord import Permissions
from discord.app_commands import Group

from bot.front.duels import duel_board, table_changes
from bot.front.gateway.client import INTENTS
from bot.front.gateway.features import COMMANDS
from bot.front.gateway.former_commands import FORMER_COMMANDS, FORMER_OPTIONS
from bot.front.interaction.command_declarations import iterate_slash_commands, render_full_command_name
from bot.front.interaction.modules import MODULES
from bot.front.judge import damage_notation, defeat_notation, loyalty_notation
from bot.front.judge.judge_command import TOPICS
from bot.front.judge.notation import convert_question_syntax_error_to_refusal
from bot.front.moderation import decision_preview, moderation_queue
from bot.front.plans.plan_preview import WeeksApart
from bot.front.plans.plan_scheduler import EventObstacle
from bot.front.pods.life_totals import WHICH
from bot.front.pods.pod_threads import CREATE_PERMISSION, PIN_PERMISSION
from bot.front.pods.rule_search import GROUPS as RULE_GROUPS
from bot.front.reports import form_view
from bot.front.server.champion_role import ROLE_OBSTACLES
from bot.front.server.settings import FIRST_GROUP, SETTINGS
from bot.front.standings.deck_leaders import DeckLeading, Leading
from bot.front.standings.leaderboard import GAMES_EXPORT
from bot.front.ui import components
from bot.i18n import LOCALES, Locale, find_supported_locale, load_translations
from bot.joust.changes import ChangeHandSizeEffect, TableChange
from bot.joust.decks import Flaw
from bot.joust.duel import DiceOwner, DuelState, Proposed
from bot.joust.paying import DuelCardPaymentChoices
from bot.joust.table_types import DIRECTIONS, KINDS, Step
from bot.judge.assignment import IMPOSSIBLE as IMPOSSIBLE_PARTS
from bot.judge.loyalty import ACTIVATION_OBSTACLES, CASTING_OBSTACLES
from bot.judge.question import Era
from bot.planning.plan import ListingTrouble
from bot.projections.standings_file import Format
from bot.projections.warning_signs import Sign
from bot.rulebooks import RULEBOOKS
from bot.rules.brackets import BRACKETS
from bot.rules.deeds import DEEDS
from bot.rules.facts import Cause
from bot.rules.pod import WAITING_TIMES, PodStage
from bot.rules.records import CountKind, FormatId, LoserFate, Override, QuestionKind, Status, SubgameCard, WinMeans
from bot.rules.refusals import RECORDED, Refusal, raise_refusal
from bot.rules.rights import CommandRight
from bot.rules.tables import POD_OPTIONS, TABLES, AttackableSeats, AttackOption, TurnOwner
from bot.rules.variants import (
    IMPOSSIBLE_ANSWERS,
    IMPOSSIBLE_AT_TABLE,
    LEAVING_STEPS,
    RESTARTING,
    SCORINGS,
    SUBGAMES,
    VARIANTS,
    list_instruction_keys_for_beaten_players,
)
from bot.serving import INVITE_PERMISSIONS
from bot.storage.record.audit import DECISIONS
from bot.storage.servers.server_settings import (
    CHOICE_TIMES,
    DISPUTE_MINUTES,
    RETENTION_DAYS,
    DecksShown,
    Idle,
    PostPart,
    Referee,
    StartCall,
    Weekday,
)
from tests.messages import list_variables_by_message_key
from tests.sources import list_sources, parse_source, read_source

BOT = Path(__file__).parents[1] / "bot"
RULE = re.compile(r"\b(?:ESC|TAB|NEC|RSP|VAR|MJ|PW)-D?\d+")

JUDGE_TEXT_FIELDS = [
    *("sources", "you", "planeswalkers", "effects"),
    *("permanent", "cost", "moment", "others"),
    *("loser", "objects", "teams"),
]
JUDGE_MENUS = ["era", "variant"]

FORMER = sorted({place for places in (FORMER_COMMANDS, *FORMER_OPTIONS.values()) for place in places.values()})

FAMILIES: dict[str, list[str]] = {
    "change-{}": ["turns", "life", "choose_master", "event", "mention"],
    "change-button-{}": ["change", "write", "options", "back"],
    "change-form-{}": ["title", "size", "life"],
    "change-form-{}-about": ["title", "size", "life"],
    "variant-{}": list(VARIANTS),
    "rules-group-{}": [group.lower() for group in RULE_GROUPS],
    "variant-{}-about": list(VARIANTS),
    "how-{}": list(VARIANTS),
    "how-seats-{}": sorted({table.sides for table in TABLES.values()}),
    "how-attack-{}": sorted({*get_args(AttackOption), *get_args(AttackableSeats)} - {"anyone"}),
    "how-turns-{}": list(get_args(TurnOwner)),
    "how-end-{}": ["player", "team", "emperor", "pentagon"],
    "impossible-{}": [*IMPOSSIBLE_ANSWERS, *IMPOSSIBLE_AT_TABLE],
    "table-{}": list(TABLES),
    "pod-option-{}": list(POD_OPTIONS),
    "option-value-attack-{}": list(get_args(AttackOption)),
    "option-value-turn_of-{}": list(get_args(TurnOwner)),
    "scoring-{}": list(SCORINGS),
    "deed-{}": list(DEEDS),
    "deed-{}-about": list(DEEDS),
    "every-{}": list(get_args(WeeksApart)),
    "plan-listing-{}": [*get_args(ListingTrouble), *get_args(EventObstacle)],
    "base-{}": list(get_args(FormatId)),
    "cause-{}": list(get_args(Cause)),
    "kind-{}": list(get_args(CountKind)),
    "which-{}": list(WHICH),
    "means-{}": list(get_args(WinMeans)),
    "event-won-{}": list(get_args(WinMeans)),
    "struck-{}": ["title", "variant", "season", "reason", "card", "text"],
    "audit-{}": ["struck", "unstruck", "dismissed", *DECISIONS],
    "audit-{}-in": ["struck", "unstruck"],
    "look-{}": list(get_args(Sign)),
    "button-season-{}": ["end", "resume"],
    "audit-season-{}": ["start", "end", "rename", "resume"],
    "audit-override-{}": [*get_args(Override), "correct"],
    "became-{}": list(get_args(LoserFate)),
    "state-{}": list(get_args(PodStage)),
    "weekday-{}": list(get_args(Weekday)),
    "shows-{}": list(get_args(PostPart)),
    "module-{}": list(MODULES),
    "refusal-former-{}": FORMER,
    "refusal-recorded-{}": sorted(RECORDED),
    "ending-{}": list(get_args(WinMeans)),
    "subgame-{}": list(get_args(SubgameCard)),
    "question-{}": list(get_args(QuestionKind)),
    "board-subgame-{}": list(get_args(SubgameCard)),
    "button-{}": [
        *components.BUTTON_LOOKS,
        *components.ANSWER_LOOKS,
        *components.DECISION_LOOKS,
        *moderation_queue.BUTTON_LOOKS,
    ],
    "joust-state-{}": list(get_args(DuelState)),
    "card-kind-{}": list(KINDS),
    "step-{}": list(get_args(Step)),
    "direction-{}": list(DIRECTIONS),
    "payment-{}": list(DuelCardPaymentChoices.__struct_fields__),
    "deck-{}": list(get_args(Flaw)),
    "joust-change-{}": [
        *(str(change.__struct_config__.tag) for change in get_args(TableChange) if change != ChangeHandSizeEffect),
        "more",
        "fewer",
    ],
    "joust-button-{}": list(duel_board.BUTTON_LOOKS),
    "joust-dice-{}": list(get_args(DiceOwner)),
    "dice-{}": list(get_args(DiceOwner)),
    "joust-proposal-{}": list(get_args(Proposed)),
    "joust-call-{}": list(get_args(Proposed)),
    "joust-may-{}": ["singularity", "crucible"],
    "change-word-{}": list(table_changes.VERBS),
    "confirmation-{}": list(WAITING_TIMES),
    "event-confirmed-{}": ["players", "time", "stands"],
    "flag-{}": list(form_view.FLAGS),
    "flag-{}-about": list(form_view.FLAGS),
    "judge-era-{}": list(get_args(Era)),
    "rules-era-{}": list(get_args(Era)),
    "judge-question-{}": list(TOPICS),
    "judge-word-{}": [*damage_notation.WORDS, *loyalty_notation.WORDS, *defeat_notation.WORDS],
    "judge-form-{}": [*JUDGE_TEXT_FIELDS, *JUDGE_MENUS],
    "judge-form-{}-about": JUDGE_TEXT_FIELDS,
    "judge-impossible-{}": list(IMPOSSIBLE_PARTS),
    "judge-activate-{}": list(ACTIVATION_OBSTACLES),
    "judge-cast-{}": list(CASTING_OBSTACLES),
    "judge-defeat-{}": ["never", "always", "depends"],
    "judge-defeated-{}": ["life", "poison"],
    "judge-stays-{}": ["yes", "no", "choice"],
    "judge-step-{}": ["assign", "self", "picked", "alone", "redirected", "declined"],
    "language-{}": [*LOCALES, "auto"],
    "override-{}": list(decision_preview.BUTTON_LOOKS),
    "command-override-{}": [*get_args(Override), "responsible", "undo"],
    "command-override-{}-about": [*get_args(Override), "responsible", "undo"],
    "event-overruled-{}": [*get_args(Override), "serves", "draw"],
    "export-{}": [*get_args(Format), GAMES_EXPORT],
    "crown-{}": [*ROLE_OBSTACLES, "well", "given", "taken"],
    "place-{}": [*get_args(Status), "seated", "nowhere"],
    "setup-group-{}": sorted({setting.group for setting in SETTINGS.values()} - {FIRST_GROUP}),
    "setting-{}": list(SETTINGS),
    "setting-{}-about": list(SETTINGS),
    "retention-{}": list(RETENTION_DAYS),
    "idle-{}": list(get_args(Idle)),
    "dispute_time-{}": list(DISPUTE_MINUTES),
    "choice_time-{}": list(CHOICE_TIMES),
    "referee-{}": list(get_args(Referee)),
    "start_call-{}": list(get_args(StartCall)),
    "decks_shown-{}": list(get_args(DecksShown)),
    "leaders-by-{}": list(get_args(Leading)),
    "leaders-{}": list(get_args(DeckLeading)),
    "leaders-{}-none": list(get_args(DeckLeading)),
    "bracket-{}": [str(each) for each in BRACKETS],
    "bracket-{}-about": [str(each) for each in BRACKETS],
    "permission-{}": [*(name for name, needed in INVITE_PERMISSIONS if needed), CREATE_PERMISSION, PIN_PERMISSION],
    "threads-{}": list(SETTINGS["threads"].words),
    "checklist-master-falls-{}": ["follow", "stay"],
    "checklist-{}": [
        *LEAVING_STEPS,
        *RESTARTING,
        *SUBGAMES.values(),
        *(step for variant in VARIANTS.values() for step in list_instruction_keys_for_beaten_players(variant)),
    ],
}
"""Keys that the code puts together, from the constants that it takes them from."""

NUMBERED = {
    "ESC-D": 23,
    "TAB-": 38,
    "TAB-D": 7,
    "NEC-": 14,
    "NEC-D": 9,
    "RSP-": 4,
    "RSP-D": 1,
    "VAR-": 14,
    "MJ-": 16,
    "MJ-D": 14,
    "PW-": 16,
    "PW-D": 11,
}
"""The rules that are numbered without a gap, and how many they are; ESC has gaps."""


@pytest.mark.parametrize("locale", [locale for locale in LOCALES if locale != "en"])
def test_a_language_has_the_keys_of_english_with_the_same_blanks(locale: Locale) -> None:
    english, texts = list_variables_by_message_key("en"), list_variables_by_message_key(locale)
    missing = sorted(english.keys() - texts.keys())
    assert not missing, f"bot/locales/{locale}: add {missing}"
    different = sorted(key for key in texts if texts[key] != english.get(key))
    assert not different, f"bot/locales/{locale} has other variables than bot/locales/en, or none there: {different}"


@pytest.mark.parametrize("family", FAMILIES)
def test_every_member_of_a_family_has_its_text(family: str) -> None:
    keys = [family.format(name) for name in FAMILIES[family]]
    missing = [key for key in keys if key not in list_variables_by_message_key("en")]
    assert not missing, f"bot/locales/en, fr and ru: add {missing}"


_MAKING = (
    Refusal.__name__,
    raise_refusal.__name__,
    convert_question_syntax_error_to_refusal.__name__,
    CommandRight.__name__,
)


def test_every_refusal_has_its_words() -> None:
    codes = {code for made in _MAKING for code in _first_arguments(made)} | {*get_args(PodStage)}
    codes |= {code for book in RULEBOOKS for code in (book.none, book.here)}
    codes |= {f"former-{place}" for place in FORMER}
    codes |= {f"recorded-{code}" for code in RECORDED}
    codes -= {"running"}  # nothing is refused because a pod is running
    keys, texts = (
        {f"refusal-{code}" for code in codes},
        {k for k in list_variables_by_message_key("en") if k[:8] == "refusal-"},
    )
    assert not keys - texts, f"bot/locales/en, fr and ru: add {sorted(keys - texts)}"
    assert not texts - keys, f"bot/locales: nothing is refused with {sorted(texts - keys)}; remove them"


@pytest.mark.parametrize("locale", LOCALES)
def test_a_refusal_says_what_is_wrong_and_what_to_do_next(locale: Locale) -> None:
    text = load_translations(locale)
    refusals = [key for key in list_variables_by_message_key(locale) if key.startswith("refusal-")]
    said = {key: text(key, **dict.fromkeys(list_variables_by_message_key(locale)[key], 2)) for key in refusals}
    short = {key for key, words in said.items() if not re.search(r"[.:;?»] \S", words)}
    only_what_to_do = {"draft-loser", "reason", "house-number", "count-amount"}
    assert short == {f"refusal-{code}" for code in only_what_to_do}


def test_every_refusal_is_given_the_blanks_of_its_words() -> None:
    for call in (*_calls("Refusal"), *_calls("raise_refusal")):
        given = {keyword.arg for keyword in call.keywords}
        for code in _codes(call):
            assert list_variables_by_message_key("en")[f"refusal-{code}"] <= given, code


def test_no_key_is_left_over() -> None:
    said = {value for tree in _trees() for value in _constants(tree)}
    made = [pattern for tree in _trees() for pattern in _patterns(tree)]
    said |= {family.format(name) for family, names in FAMILIES.items() for name in names}
    left = [k for k in list_variables_by_message_key("en") if k not in said and not any(p.fullmatch(k) for p in made)]
    assert not left, (
        f"bot/locales: nothing uses {left}; remove them, or, if the code puts such a key together, add a row that says"
        " from what to FAMILIES in tests/test_catalogues.py"
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_commands_in_a_text_are_called_as_discord_shows_them_in_that_language(locale: Locale) -> None:
    text = load_translations(locale)
    shown = _commands(locale)
    for key in list_variables_by_message_key(locale):
        said = text(key, **dict.fromkeys(list_variables_by_message_key(locale)[key], 1))
        for command in re.findall(r"`/([^`]+)`", said):
            assert command in shown, f"{key} says /{command}"


def test_no_sentence_stands_in_the_front_s_python() -> None:
    found = [
        f"{path.name}: {constant}"
        for path in sorted((BOT / "front").rglob("*.py"))
        for constant in _shown(parse_source(path))
    ]
    assert found == []


def test_a_rule_that_decisions_cite_can_be_looked_up() -> None:
    cited = {
        value
        for folder in ("rules", "joust", "judge")
        for tree in _trees(folder)
        for value in _constants(tree)
        if RULE.fullmatch(value)
    }
    assert cited <= set(load_translations("en").list_explained_rule_ids())


@pytest.mark.parametrize("page", ["PW", "MJ"])
def test_every_rule_of_a_page_is_cited_where_it_decides_and_by_a_test(page: str) -> None:
    every = {rule for rule in load_translations("en").list_explained_rule_ids() if rule.startswith(f"{page}-")}
    assert every - _find_cited(BOT) == set()
    assert every - _find_cited(Path(__file__).parent) == set()


def _find_cited(folder: Path) -> set[str]:
    sources = map(read_source, list_sources(folder))
    return {rule for source in sources for rule in RULE.findall(source)}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_rule_of_magicjoust_names_its_source(locale: Locale) -> None:
    text = load_translations(locale)
    rules = [rule for rule in text.list_explained_rule_ids() if rule.startswith("MJ-")]
    assert [r for r in rules if "Magicjoust 0.0.1" not in text(f"rule-{r.lower()}")] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_every_rule_has_its_text_in_the_order_of_the_ids(locale: Locale) -> None:
    rules = load_translations(locale).list_explained_rule_ids()
    assert rules == load_translations("en").list_explained_rule_ids()
    for start, last in NUMBERED.items():
        ids = [rule for rule in rules if re.fullmatch(start + r"\d+", rule)]
        assert ids == [f"{start}{number}" for number in range(1, last + 1)]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_text_cites_the_same_rules_in_every_language(locale: Locale) -> None:
    explained = {*load_translations("en").list_explained_rule_ids()}
    for key, blanks in list_variables_by_message_key(locale).items():
        said, english = (
            set(RULE.findall(load_translations(language)(key, **dict.fromkeys(blanks, 1))))
            for language in (locale, "en")
        )
        assert said == english, key
        assert english <= explained, key


@pytest.mark.parametrize(
    ("tag", "locale"), [("fr", "fr"), ("en-US", "en"), ("ru_RU.UTF-8", "ru"), ("de", None), (None, None)]
)
def test_the_closest_language_of_ours_is_found(tag: str | None, locale: Locale | None) -> None:
    assert find_supported_locale(tag) == locale


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("number", [10**15, -(10**30), 10**4000], ids=["16", "-31", "4001"])
def test_a_number_of_any_length_is_said(locale: Locale, number: int) -> None:
    said = load_translations(locale)("refusal-no-card", player="ana", card=number)
    assert str(number) in said


def test_a_missing_blank_is_a_mistake_and_not_a_strange_sentence() -> None:
    with pytest.raises(KeyError, match="refusal-full"):
        load_translations("en")("refusal-full")
    with pytest.raises(KeyError):
        load_translations("en")("no-such-key")


def test_the_bot_asks_for_nothing_privileged() -> None:
    assert Permissions(view_channel=True, send_messages=True, embed_links=True) <= INVITE_PERMISSIONS
    assert not INVITE_PERMISSIONS.administrator
    assert INTENTS.value & _PRIVILEGED == 0


_PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15  # members, presences, message content


# Reading the sources


@cache
def _trees(folder: str = "") -> tuple[ast.Module, ...]:
    return tuple(map(parse_source, list_sources(BOT / folder)))


def _constants(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _patterns(tree: ast.AST) -> Iterator[re.Pattern[str]]:
    """Return patterns of the keys that an f-string can make."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            start = str(node.values[0].value)
            if re.fullmatch(r"[a-z]+-[a-z-]*", start):
                parts = (
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w-]+" for part in node.values
                )
                yield re.compile("".join(parts))


def _first_arguments(function: str) -> Iterator[str]:
    """Return the constants that are passed first to a function, over all its calls."""
    for call in _calls(function):
        yield from _codes(call)


def _calls(function: str) -> list[ast.Call]:
    return _find_calls_by_function().get(function, [])


@cache
def _find_calls_by_function() -> dict[str, list[ast.Call]]:
    """Return the calls of each function of the bot, by its name."""
    found: dict[str, list[ast.Call]] = {}
    for tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                found.setdefault(node.func.id, []).append(node)
    return found


def _codes(call: ast.Call) -> Iterator[str]:
    first = next(iter(call.args), None)
    values = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
    return (str(value.value) for value in values if isinstance(value, ast.Constant))


_WORDS = frozenset({"label", "description", "title", "content", "placeholder", "name", "text"})


def _shown(tree: ast.AST) -> Iterator[str]:
    """Return constants with a space that are passed to Discord as shown text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            passed = [k.value for k in node.keywords if k.arg in _WORDS]
            passed += node.args if getattr(node.func, "attr", "") in ("say", "confirm") else []
            for value in passed:
                if isinstance(value, ast.Constant) and " " in str(value.value):
                    yield str(value.value)


def _commands(locale: Locale) -> set[str]:
    """Return the commands as a client in this language shows them, and the groups."""
    text = load_translations(locale)
    groups = {text(f"command-{each.name}") for each in COMMANDS if isinstance(each, Group)}
    return groups | {render_full_command_name(each, text) for each in iterate_slash_commands(COMMANDS)}
