"""What somebody is answered whose command was carried out."""

from bot.front.rendering import checklist, disputes, story
from bot.front.rendering.fitting import fit_text
from bot.rules.confirmation import find_pressable
from bot.rules.events import Chose, Conceded, Defeated
from bot.service.requests import Done
from bot.words import Words

ANSWER = 1_700
"""Characters of an answer, below Discord's 2,000: a warning may follow."""

STEPS = 800
"""Characters of what the beaten do now."""


def render_done(done: Done, words: Words) -> str:
    """Return the answer to a report: what was recorded, and what came of it.

    Whoever reports a defeat of their own reads what to do now.
    """
    what = story.render_event(done.event, words)
    lead = "☑️ " if done.again else f"✅ {words.text('done-report')}\n"
    waits = [
        f"\n-# ⏳ {disputes.render_confirmers(done.pod, each, words)}"
        for each in find_pressable(done.pod)
        if each.claim.version == done.recorded.version
    ]
    steps = _render_steps(done, words)
    return "".join([fit_text(lead + what, ANSWER - 200 - len(steps)), *waits, steps])


def _render_steps(done: Done, words: Words) -> str:
    """What the rules ask of who reports, and of their guests, if they were beaten just now."""
    by = done.recorded.by
    if by is None or not isinstance(done.event, Defeated | Conceded | Chose):
        return ""
    steps = checklist.render_steps(done.pod, by, words)
    return "\n" + fit_text("\n".join(["", *steps]), STEPS) if steps else ""
