"""What somebody is answered whose command was carried out."""

from bot.front.rendering import disputes, story
from bot.front.rendering.fitting import fit_text
from bot.rules.confirmation import find_pressable
from bot.service.requests import Done
from bot.words import Words

ANSWER = 1_700
"""Characters of an answer, below Discord's 2,000: a warning may follow."""


def render_done(done: Done, words: Words) -> str:
    """Return the answer to a report: what was recorded, and what came of it."""
    what = story.render_event(done.event, words)
    lead = "☑️ " if done.again else f"✅ {words.text('done-report')}\n"
    waits = [
        f"\n-# ⏳ {disputes.render_confirmers(done.pod, each, words)}"
        for each in find_pressable(done.pod)
        if each.claim.version == done.recorded.version
    ]
    return "".join([fit_text(lead + what, ANSWER - 200), *waits])
