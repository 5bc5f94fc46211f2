"""The guide in three languages: the same sections, commands, buttons and links in each."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.i18n import LOCALES, Locale, load_translations
from bot.time.moments import parse_likeliest_time
from tests.guide import (
    CODE,
    HEADING,
    LINK,
    ROOT,
    RUN_ON,
    find_buttons,
    find_commands,
    find_known_commands,
    find_labels,
    find_language,
    find_texts,
    identify_command,
    read_prose,
)

NAMES = sorted(page.stem for page in (ROOT / "docs/en").glob("*.md"))
TRANSLATIONS: tuple[Locale, ...] = tuple(locale for locale in LOCALES if locale != "en")
NOW = datetime(2026, 2, 3, 18, tzinfo=UTC)
ROW = re.compile(r"^(\||- |\d+\. )", re.MULTILINE)

each_translation = pytest.mark.parametrize(
    ("name", "locale"), [(name, locale) for name in (*NAMES, "README") for locale in TRANSLATIONS]
)


def find_page(name: str, locale: Locale) -> Path:
    """Return a page of the guide in a language; `README` is one of them."""
    if name == "README":
        return ROOT / ("README.md" if locale == "en" else f"README.{locale}.md")
    return ROOT / "docs" / locale / f"{name}.md"


def split_sections(page: Path) -> list[str]:
    """Return the text of each section, the heading's line first; what is before it comes first.

    The line that leads to the other languages is left out.
    """
    prose = re.sub(r"^.*English.*Русский.*$", "", read_prose(page), flags=re.MULTILINE)
    return re.split(r"^(?=#+ )", prose, flags=re.MULTILINE)


def find_targets(page: Path, section: str) -> set[tuple[str, int | None]]:
    """Return where a section's links lead: the page or picture without its language, and which heading."""
    found = set[tuple[str, int | None]]()
    for link in (one or other for one, other in LINK.findall(section)):
        path, _, anchor = link.partition("#")
        if "://" in link:
            found.add((link, None))
            continue
        target = (page.parent / path).resolve() if path else page
        name = target.relative_to(ROOT).as_posix()
        name = re.sub(r"^docs/(en|fr|ru)/", "docs/LANGUAGE/", name)
        name = re.sub(r"\.(en|fr|ru)(?=\.(gif|png|toml)$)", "", name)
        found.add((name, list_anchors(target).index(anchor) if anchor else None))
    return found


def list_anchors(page: Path) -> list[str]:
    """Return the anchors that GitHub gives a page's headings, in order."""
    headings = (heading for _, heading in HEADING.findall(read_prose(page)))
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)|[`*]", r"\1", heading) for heading in headings)
    return [re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in plain]


def identify_labels(section: str, locale: Locale) -> dict[str, frozenset[str]]:
    """Return the keys of each label that a section quotes."""
    labels = find_labels(locale)
    return {named: labels.get(named, frozenset()) for named in find_buttons(section)}


def find_options(section: str, locale: Locale) -> dict[str, frozenset[str]]:
    """Return the keys of each option that a section names, alone or with a value."""
    known = find_texts("option-", locale)
    spans = CODE.findall(RUN_ON.sub(r"`\1`", section))  # without the further names of a group
    named = {
        name for span in spans for name in re.findall(r"\s([\w-]+):" if span[0] == "/" else r"^([\w-]+)(?=:|$)", span)
    }
    return {name: known[name] for name in named & {*known}}


@pytest.mark.parametrize("locale", TRANSLATIONS)
def test_a_language_has_every_page_of_the_guide_and_no_other(locale: Locale) -> None:
    assert sorted(page.stem for page in (ROOT / "docs" / locale).glob("*")) == NAMES
    assert find_page("README", locale).is_file()
    assert find_language(find_page("README", locale)) == locale


@each_translation
def test_a_translated_page_has_the_same_sections_rows_and_links(name: str, locale: Locale) -> None:
    original, page = find_page(name, "en"), find_page(name, locale)
    levels = [[len(marks) for marks, _ in HEADING.findall(read_prose(p))] for p in (original, page)]
    assert levels[0] == levels[1]
    pairs = zip(split_sections(original), split_sections(page), strict=True)
    for theirs, ours in pairs:
        assert ROW.findall(theirs) == ROW.findall(ours), ours.partition("\n")[0]
        assert find_targets(original, theirs) == find_targets(page, ours), ours.partition("\n")[0]


@each_translation
def test_a_translated_section_names_the_same_commands(name: str, locale: Locale) -> None:
    pages = zip(split_sections(find_page(name, "en")), split_sections(find_page(name, locale)), strict=True)
    for theirs, ours in pages:
        known, named = find_known_commands(), find_known_commands(locale)
        expected = {identify_command(each, known) for each in find_commands(theirs)}
        assert {identify_command(each, named) for each in find_commands(ours)} == expected, ours.partition("\n")[0]


@each_translation
def test_a_translated_section_quotes_the_same_buttons(name: str, locale: Locale) -> None:
    pages = zip(split_sections(find_page(name, "en")), split_sections(find_page(name, locale)), strict=True)
    for theirs, ours in pages:
        expected, quoted = identify_labels(theirs, "en"), identify_labels(ours, locale)
        for these, those in ((expected, quoted), (quoted, expected)):
            keys = frozenset[str]().union(*those.values())
            assert [label for label, own in these.items() if not own & keys] == [], ours.partition("\n")[0]


@each_translation
def test_a_translated_section_names_the_same_options(name: str, locale: Locale) -> None:
    """Words of a file stay English in every language."""
    pages = zip(split_sections(find_page(name, "en")), split_sections(find_page(name, locale)), strict=True)
    for theirs, ours in pages:
        expected, named = find_options(theirs, "en"), find_options(ours, locale)
        for these, those, other in ((expected, named, ours), (named, expected, theirs)):
            keys = frozenset[str]().union(*those.values())
            left = [option for option, own in these.items() if not own & keys]
            assert [each for each in left if f"`{each}" not in other] == [], ours.partition("\n")[0]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("name", "past"), [("players", False), ("details", True)])
def test_moments_that_are_given_as_examples_are_read(name: str, past: bool, locale: Locale) -> None:
    """The paragraphs that name the option `when`: what has a digit is a moment."""
    when = f"`{load_translations(locale)('option-when')}`"
    paragraphs = re.split(r"\n\n|\n(?=\d\. )", read_prose(find_page(name, locale)))
    [told] = [each for each in paragraphs if when in each]
    moments = [each for each in CODE.findall(told) if any(map(str.isdigit, each))]
    assert len(moments) > 3
    for typed in moments:
        assert (parse_likeliest_time(typed, NOW, UTC, is_past_time=past, language=locale) < NOW) is past, typed


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", [*NAMES, "README"])
def test_no_command_or_option_is_broken_over_two_lines(name: str, locale: Locale) -> None:
    lines = read_prose(find_page(name, locale)).splitlines()
    assert [line for line in lines if line.count("`") % 2] == []


@pytest.mark.parametrize("name", [*NAMES, "README"])
def test_french_signs_have_their_no_break_space(name: str) -> None:
    page = find_page(name, "fr")
    prose = re.sub(r"`[^`\n]+`", "`", read_prose(page))
    assert re.findall(r".{0,20} [;!?»]|« .{0,20}", prose) == []
    assert re.findall(r".{0,20} :(?=\s|$)", prose, re.MULTILINE) == []
    assert "'" not in re.sub(r"\]\([^)]*\)|!\[[^]]*\]", "", prose)
