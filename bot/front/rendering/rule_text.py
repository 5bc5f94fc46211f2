"""A rule beside the verdict that cites it: what it says, and no more."""

import re

from bot.front.rendering.fitting import cut_markdown
from bot.i18n import Catalogue

_ASIDE = re.compile(r"(?<=[.!?])[^\S\n]*\([^()]*(?:\([^()]*\)[^()]*)*\)")
"""A whole sentence in brackets: what the original said, or where else to look."""

_MOST = 700
"""Characters of a rule's text: several stand in one embed of 6,000."""


def render_brief_rule(rule: str, text: Catalogue) -> str:
    """The text of `rule`, such as `ESC-3`, without its asides, which `/rules` shows."""
    return cut_markdown(_ASIDE.sub("", text(f"rule-{rule.lower()}")), _MOST)
