"""The docs: length, links, and the commands, buttons, paths and rooms that they name."""

import re
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from itertools import product
from pathlib import Path

import pytest

from bot import VERSION
from bot.cli import main
from bot.front.ui.pings import PingReason
from bot.i18n import LOCALES
from bot.watch.metrics import PrometheusMetrics
from tests.guide import (
    CODE,
    FENCED,
    HEADING,
    LINK,
    ROOT,
    find_buttons,
    find_commands,
    find_known_commands,
    find_labels,
    find_language,
    find_texts,
    identify_command,
    read_prose,
)

README = ROOT / "README.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
CHANGELOG = ROOT / "CHANGELOG.md"
GLOSSARY = ROOT / "docs/glossary.md"
PLAYERS = ROOT / "docs/en/players.md"
MESSAGES = ROOT / "docs/design/messages.md"
PAGES = (
    *sorted(ROOT.glob("README*.md")),
    CONTRIBUTING,
    *(ROOT / f"{name}.md" for name in ("PRIVACY", "SECURITY", "TERMS")),
    *sorted((ROOT / "docs").rglob("*.md")),
)

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


# Length


LIMITS = {README: 900, GLOSSARY: 900, ROOT / "docs/operators.md": 2_500, PLAYERS: 2_500}
"""The most words of pages that people read from beginning to end."""


@pytest.mark.parametrize("page", LIMITS, ids=lambda page: page.name)
def test_a_page_that_is_read_as_a_whole_keeps_to_its_length(page: Path) -> None:
    assert len(page.read_text("utf-8").split()) < LIMITS[page]


def test_the_players_page_tells_an_evening_before_it_lists_its_sections() -> None:
    evening, _, rest = PLAYERS.read_text("utf-8").partition("\n- [")
    assert "## An evening" in evening
    assert len(evening.split()) < 500
    assert "## " in rest


@pytest.mark.parametrize("word", ["pod", "thrall"])
def test_the_readme_explains_its_words_where_they_first_stand(word: str) -> None:
    first = re.search(rf"\S*\b{word}s?\b\S*", read_prose(README))
    assert first is not None
    assert first[0].startswith(f"**{word}**")


# The changelog

ENTRY = re.compile(r"^## (.+)$", re.MULTILINE)
SECTIONS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
"""What *Keep a Changelog* has in an entry."""


def test_the_changelog_has_what_is_to_come_then_this_version_then_earlier_ones() -> None:
    unreleased, newest, *earlier = ENTRY.findall(CHANGELOG.read_text("utf-8"))
    assert unreleased == "[Unreleased]"
    assert re.fullmatch(rf"\[{re.escape(VERSION)}\] - \d{{4}}-\d\d-\d\d", newest)
    assert earlier[-1] == "[0.1.0]"


def test_the_changelog_sorts_its_lines_into_sections() -> None:
    text = re.sub(r"<!--.*?-->", "", CHANGELOG.read_text("utf-8"), flags=re.DOTALL)
    assert set(re.findall(r"^### (.+)$", text, re.MULTILINE)) <= SECTIONS
    unreleased = text[text.index("## [Unreleased]") : text.index(f"## [{VERSION}]")]
    before_sections = unreleased.partition("###")[0].splitlines()[1:]
    assert not any(before_sections), "a line belongs under ### Added, Changed, Removed, Fixed …"


# Pings


def test_the_design_of_messages_lists_every_reason_to_mention_somebody_and_no_other() -> None:
    *others, last = PingReason
    listed = re.search(r"mentions people only for (.+?)\.", " ".join(read_prose(MESSAGES).split()))
    assert listed is not None
    assert listed[1] == f"{', '.join(others)} and {last}"


def test_every_reason_to_mention_somebody_is_given_by_a_message() -> None:
    front = ROOT / "bot/front"
    given = {
        name for each in front.rglob("*.py") for name in re.findall(r"\bPingReason\.([A-Z_]+)", each.read_text("utf-8"))
    }
    assert given == set(PingReason.__members__)


# Links


def find_anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub gives a page's headings."""
    headings = (heading for _, heading in HEADING.findall(read_prose(page)))
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)|[`*]", r"\1", heading) for heading in headings)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in plain}


def is_dead(page: Path, link: str) -> bool:
    """Return whether a link of a page leads nowhere in this repository."""
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    return not target.exists() or bool(anchor and anchor not in find_anchors(target))


@pytest.mark.parametrize("page", [*PAGES, CHANGELOG], ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = {one or other for one, other in LINK.findall(read_prose(page))}
    inner = {link for link in links if "://" not in link}
    assert [link for link in sorted(inner) if is_dead(page, link)] == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    found, left = set[Path](), [README]
    while left:
        page = left.pop()
        found.add(page)
        links = (one.partition("#")[0] for one, _ in LINK.findall(read_prose(page)))
        inner = {(page.parent / link).resolve() for link in links if link.endswith(".md")}
        left += inner - found
    assert set(PAGES) <= found


# Commands on Discord


@each_page
def test_every_command_that_is_named_exists(page: Path) -> None:
    made_here = re.findall(r"^command-[\w-]+ = (\w+)$", page.read_text("utf-8"), re.MULTILINE)
    known = {**find_known_commands(find_language(page)), **dict.fromkeys(made_here, "new")}
    named = find_commands(read_prose(page))
    assert [each for each in named if identify_command(each, known) is None] == []


def test_every_command_is_on_the_page_for_players_or_for_moderators() -> None:
    pages = (ROOT / "docs/en" / f"{name}.md" for name in ("players", "details", "moderators"))
    named = {" ".join(each.split()[:2]) for page in pages for each in find_commands(read_prose(page))}
    groups = {each.removesuffix(" …") for each in named if each.endswith(" …")}
    left = {each for each in find_known_commands().values() if each.split()[0] not in groups}
    named |= {each.split()[0] for each in named}
    missing = sorted(f"/{each}" for each in left - named)
    assert not missing, f"docs/en/players.md, details.md or moderators.md, and the same in fr and ru: add {missing}"


@each_page
def test_every_option_that_is_named_exists(page: Path) -> None:
    known = find_texts("option-", find_language(page))
    spans = CODE.findall(read_prose(page))
    named = {name for span in spans for name in re.findall(r"(?:^|\s)([\w-]+):(?=$| )", span)}
    assert {name for name in named if name == name.lower()} - {*known} == set()


# Buttons, menus and settings

FOR_PLAYERS = [
    *ROOT.glob("README*.md"),
    *(page for locale in LOCALES for page in sorted((ROOT / "docs" / locale).glob("*.md"))),
    *(ROOT / name for name in ("PRIVACY.md", "docs/operators.md", "docs/card-names.md", "docs/importing.md")),
]
"""The pages for people who do not look at the code: what is in italics, they see somewhere."""


@pytest.mark.parametrize("page", FOR_PLAYERS, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_is_in_italics_stands_on_the_screen(page: Path) -> None:
    assert find_buttons(read_prose(page)) - {*find_labels(find_language(page))} == set()


# Commands on the command line

SUZERAIN = re.compile(r"\bsuzerain ([a-z]+)([^`\n]*)")
MODULE = re.compile(r"python3? -m ([\w.]+)")
DEV = re.compile(r"python3 dev\.py (\w+)")


@each_page
def test_every_command_line_that_is_named_is_taken(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spans = [*CODE.findall(read_prose(page)), *FENCED.findall(page.read_text("utf-8"))]
    for command, arguments in SUZERAIN.findall("\n".join(spans)):
        kind = re.findall(r"^ ([a-z]+)(?![\w.])", arguments)  # `joust pay`
        with pytest.raises(SystemExit) as ended:
            main([command, *kind, "--help"])
        assert ended.value.code == 0, command
        about = capsys.readouterr().out
        assert [o for o in re.findall(r"--[a-z-]+", arguments) if o not in about] == []


@each_page
def test_every_option_that_stands_alone_is_somebodys(page: Path) -> None:
    files = (ROOT / "bot/cli.py", ROOT / "dev.py", *(ROOT / "bot/console").glob("*.py"))
    known = "".join(file.read_text("utf-8") for file in files)
    named = re.findall(r"`(--[a-z-]+)", read_prose(page))
    assert [option for option in named if not re.search(rf"{option}\b", known)] == []


@each_page
def test_every_module_and_every_errand_of_dev_py_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    assert [name for name in MODULE.findall(text) if find_spec(name) is None] == []
    assert set(DEV.findall(text)) <= find_errands()


def find_errands() -> set[str]:
    """Return the subcommands of `dev.py`."""
    spec = spec_from_file_location("dev", ROOT / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    dev = module_from_spec(spec)
    spec.loader.exec_module(dev)
    return set(re.findall(r"^  (\w+)", dev.HELP, re.MULTILINE))


# Paths and rooms

PATH = re.compile(r"(?:bot|tests|migrations|docs|requirements|\.ci|\.githooks)/[^\s<>]*")


@each_page
def test_every_path_that_is_named_exists(page: Path) -> None:
    spans = CODE.findall(read_prose(page))
    named = [span for span in spans if PATH.fullmatch(span)]
    assert [path for path in named if not exists(path)] == []


def exists(path: str) -> bool:
    """Return whether a path exists, for each of the words in its braces; `*` matches anything."""
    parts: Sequence[Sequence[str]] = [
        part[1:-1].split(",") if part.startswith("{") else [part] for part in re.split(r"(\{[^}]*\})", path.rstrip("/"))
    ]
    return all(any(ROOT.glob("".join(each))) for each in product(*parts))


FOR_OPERATORS = {"operators", "several-processes", "upgrading", "card-names"}
"""Pages that also name what belongs to other programs."""

OF_CODE = (
    CONTRIBUTING,
    *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.stem not in FOR_OPERATORS),
    *sorted((ROOT / "docs/design").glob("*.md")),
)

DOTTED = re.compile(r"\b(?:bot|tests)(?:\.\w+)+")
WORD = re.compile(r"\w+")
IDENTIFIER = re.compile(r"\w*[^\W\d_]_\w*|(?:[A-Z]+[a-z0-9]+){2,}|[A-Z]{4,}")
"""What looks like a name of code: with an underscore, in CapWords or in capitals."""

OF_POSTGRES = {"NOTIFY"}


@pytest.mark.parametrize("page", OF_CODE, ids=lambda page: page.stem)
def test_every_name_of_code_that_is_named_exists(page: Path) -> None:
    spans = CODE.findall(read_prose(page))
    modules = {name for span in spans for name in DOTTED.findall(span)}
    assert [name for name in sorted(modules) if not is_name_of_module(name)] == []
    names = {name for span in spans if "/" not in span for name in WORD.findall(span) if IDENTIFIER.fullmatch(name)}
    missing = sorted(names - find_words_of_code() - find_words_of_blocks(page) - OF_POSTGRES)
    assert not missing, f"{page.relative_to(ROOT)}: {missing} are no names of the sources; they were renamed or removed"


def is_name_of_module(name: str) -> bool:
    """Return whether a dotted name is a module, or a name in one."""
    return (
        any((ROOT / Path(*name.split(".")[:end])).with_suffix(".py").exists() for end in (None, -1))
        or (ROOT / Path(*name.split("."))).is_dir()
    )


@cache
def find_words_of_code() -> set[str]:
    """Return the words of the sources, the tests and what runs them."""
    files = [*(file for folder in ("bot", "migrations", "tests") for file in (ROOT / folder).rglob("*.py"))]
    files += [ROOT / "dev.py", *(ROOT / ".ci").iterdir()]
    return {word for file in files if file.is_file() for word in WORD.findall(file.read_text("utf-8"))}


def find_words_of_blocks(page: Path) -> set[str]:
    """Return the words of a page's blocks of code, which may add names."""
    return {word for block in FENCED.finditer(page.read_text("utf-8")) for word in WORD.findall(block[0])}


def find_rooms() -> set[str]:
    """Return the layers of the bot, and the rooms of those that have some."""
    bot = ROOT / "bot"
    layers = {each.stem for each in bot.glob("[!_]*.py")}
    rooms = [each.parent for each in bot.glob("*/__init__.py")]
    for layer in ("front", "storage"):
        rooms += [each.parent for each in bot.glob(f"{layer}/*/__init__.py")]
    return layers | {room.name for room in rooms}


def test_every_room_is_on_the_map() -> None:
    text = read_prose(CONTRIBUTING)
    drawn = text[text.index("## Map of rooms") : text.index("## Recipes")]
    missing = sorted(find_rooms() - set(CODE.findall(drawn)))
    assert not missing, f"CONTRIBUTING.md, Map of rooms: add a row for {missing}"


# Monitoring


def test_alarms_watch_metrics_that_there_are() -> None:
    metrics = PrometheusMetrics(lambda: 0)
    metrics.add_cluster_metrics(lambda: 1, lambda: 1, lambda: 0)
    metrics.record_interaction("pod open", "done", 0.1)
    metrics.record_board_update_delay(0.1)
    exposed = metrics.render_metrics_text().decode()
    page = (ROOT / "docs/operators.md").read_text("utf-8")
    watched = set(re.findall(r"suzerain_[a-z_]+", page))
    assert watched
    assert {name for name in watched if name not in exposed} == set()
