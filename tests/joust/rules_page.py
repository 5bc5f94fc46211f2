"""`docs/magicjoust.md`: the rules of Magicjoust, as `/rules` shows them.

python -m tests.joust.rules_page > docs/magicjoust.md
"""

from collections.abc import Iterator
from pathlib import Path

from fluent.syntax import FluentParser, ast

from bot.i18n import load_translations

SOURCE = Path(__file__).parents[2] / "bot/locales/en/rules_joust.ftl"

HEAD = """\
# The rules of Magicjoust

Made from the bot's own texts by `python -m tests.joust.rules_page > docs/magicjoust.md`. On
Discord, `/rules` shows them in English, French and Russian. [Duels](en/duels.md) says how one is
played here, and begins with a first turn.
"""


def make_page() -> str:
    """Return the page: each part of the rules with its rules, in the order of the catalogue."""
    return HEAD + "\n".join(_render_rules()) + "\n"


def _render_rules() -> Iterator[str]:
    text = load_translations("en")
    for entry in FluentParser().parse(SOURCE.read_text("utf-8")).body:
        if isinstance(entry, ast.GroupComment):
            part = (entry.content or "").removeprefix("Magicjoust: ")
            yield f"\n## {part[0].upper()}{part[1:]}\n"
        elif isinstance(entry, ast.Message):
            name = entry.id.name.removeprefix("rule-").upper()
            yield f"- **{name}** {text(entry.id.name)}"


if __name__ == "__main__":
    print(make_page(), end="")
