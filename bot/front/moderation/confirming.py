"""Confirming and disputing reports, and what moderators decide about the disputed ones.

Each press carries the pod, and the version that names a report or the newest that was shown. The
pod may be an earlier one: what is to be confirmed stays so after the next pod has begun.
"""

from collections.abc import Mapping, Sequence

import discord
from discord import ui

from bot.front.interaction.desk import Asked, Desk, desk_of
from bot.front.interaction.inputs import is_number
from bot.front.moderation import decision, override
from bot.front.moderation.decision import Decision
from bot.front.moderation.override import NOBODY, Decisions
from bot.front.pods import why
from bot.front.rendering import controls, story
from bot.front.rendering.escaping import cut, plain
from bot.front.server import audit_trail
from bot.rules.commands import Confirm, Dispute
from bot.rules.confirmation import confirming, find
from bot.rules.events import Claimed
from bot.rules.facts import Player
from bot.rules.overrule import LONGEST_REASON
from bot.rules.pod import Pod, Unconfirmed
from bot.rules.refusals import Refusal
from bot.rules.story import Story, find_losers
from bot.service import Done, Table
from bot.storage.record import audit
from bot.words import Words

WHICH = "which"
FILLED = ("undone", "ruled")
ACTIONS = (*controls.ANSWERING, *controls.DECIDING, WHICH, *FILLED)
"""What is pressed or sent, by the custom id `claim:<number>:<version>:<action>`."""

REASON, LOSER, RESPONSIBLE = "reason", "loser", "responsible"
"""The inputs of a modal."""

_MOST = 25  # options of one menu, Discord's limit


async def pressed(
    asked: Asked, number: int, version: int, action: str, values: Sequence[str]
) -> None:
    """A button or a menu."""
    match action:
        case "confirm":
            await _confirm(asked, number, version)
        case "dispute":
            await _dispute(asked, number, version)
        case "which" if values and is_number(values[0]):
            await _disputed(asked, number, int(values[0]))
        case "stands":
            await _stands(asked, number, version)
        case "takeback" | "responsible":
            await _ask_reason(asked, number, version, ruling=action == "responsible")
        case "why":
            await _why(asked, number, version)
        case _:
            raise Refusal("unknown-button")


# Players


async def _confirm(asked: Asked, number: int, until: int) -> None:
    """Lets all count that whoever asks may confirm, of what the board showed."""
    desk = desk_of(asked)
    moderates = await desk.moderates(asked)

    def ask(me: Player, table: Table) -> Confirm:
        return confirming(_pod(table), until, me, moderates=moderates)

    done = await desk.do(asked, ask, number, earlier=True)
    await _answer(desk, asked, done, "done-confirm")


async def _dispute(asked: Asked, number: int, until: int) -> None:
    """Says that a report is wrong, or first asks which one it is."""
    desk = desk_of(asked)
    table = await desk.table(asked, number, settling=True)
    pod = _pod(table)
    shown = [each for each in pod.unconfirmed if each.claim.version <= until]
    if len(shown) < 2 or pod.disputed is not None:
        await _disputed(asked, number, shown[0].claim.version if shown else until)
        return
    words = await desk.bare_words(asked, pod)
    options = [
        discord.SelectOption(
            label=plain(story.claimed(each.event, words), 100), value=str(each.claim.version)
        )
        for each in shown[-_MOST:]
    ]
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=plain(words.text("dispute-which"), 150),
        options=options,
        custom_id=f"claim:{number}:{until}:{WHICH}",
    )
    await desk.say(asked, words.text("dispute-which"), view=controls.unstored([menu]))


async def _disputed(asked: Asked, number: int, version: int) -> None:
    desk = desk_of(asked)
    done = await desk.do(asked, lambda me, _: Dispute(version, me), number, earlier=True)
    await _answer(desk, asked, done, "done-dispute")
    if not done.again and (disputed := done.pod.disputed) is not None:
        await audit_trail.disputed(asked, done.pod, disputed)


async def _answer(desk: Desk, asked: Asked, done: Done, key: str) -> None:
    before = _named(done.before, done) if done.before is not None else []
    words = await desk.pod_words(asked, done.pod)
    what = ", ".join(story.claimed(each, words) for each in before)
    await desk.confirm(asked, cut(words.text(key, what=what), 1_700))


def _named(pod: Pod, done: Done) -> list[Claimed]:
    """The reports that an answer was about."""
    event = done.recorded.event
    named = getattr(event, "claims", None) or (getattr(event, "claim", 0),)
    return [each.event for each in pod.unconfirmed if each.claim.version in named]


def _pod(table: Table) -> Pod:
    if table.pod is None:
        raise Refusal("no-pod")
    return table.pod


# Moderators


async def _stands(asked: Asked, number: int, version: int) -> None:
    """A moderator lets a disputed report count, or whoever disputed it thinks again."""
    desk = desk_of(asked)

    def ask(me: Player, table: Table) -> Confirm:
        _open(_pod(table), version)
        return Confirm((version,), me)

    done = await desk.do(asked, ask, number, earlier=True)
    await _answer(desk, asked, done, "done-stands")
    entry = audit.decided(done.recorded)
    if entry is not None and not done.again:
        await audit_trail.post(asked, entry)


def _open(pod: Pod, version: int) -> Unconfirmed:
    """The report that is disputed. Raises `Refusal` once that is settled."""
    found = find(pod, version)
    if found is None or not found.claim.disputed:
        raise Refusal("dispute-settled")
    return found


async def _ask_reason(asked: Asked, number: int, version: int, *, ruling: bool) -> None:
    """A moderator says why, and perhaps who is responsible, before they see what comes of it."""
    desk = desk_of(asked)
    table = await desk.table(asked, number, settling=True)
    pod = _pod(table)
    disputed = _open(pod, version)
    words = await desk.bare_words(asked, pod)
    modal = ui.Modal(
        title=plain(words.text("button-responsible" if ruling else "button-takeback"), 45),
        custom_id=f"claim:{number}:{version}:{'ruled' if ruling else 'undone'}",
    )
    modal.stop()
    if ruling:
        told = await override.story_of(desk, table)
        step = _place(told, version)
        losers = find_losers(told, step)
        answerable = dict.fromkeys(
            player for loser in losers for player in decision.answerable(told, step, loser)
        )
        if len(losers) > 1:
            modal.add_item(_menu(LOSER, "option-loser", controls.named(losers, words), words))
        nobody = discord.SelectOption(label=words.text("override-choice-nobody"), value=NOBODY)
        options = [*controls.named(answerable, words), nobody]
        modal.add_item(_menu(RESPONSIBLE, "dispute-responsible", options, words))
    reason: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=REASON, max_length=LONGEST_REASON)
    about = plain(story.claimed(disputed.event, words), 100)
    modal.add_item(ui.Label(text=words.text("dispute-reason"), description=about, component=reason))
    await asked.response.send_modal(modal)


def _menu(
    name: str, key: str, options: Sequence[discord.SelectOption], words: Words
) -> ui.Label[ui.Modal]:
    menu: ui.Select[ui.Modal] = ui.Select(
        custom_id=name, options=list(options[:_MOST]), required=True
    )
    return ui.Label(text=plain(words.text(key), 45), component=menu)


async def filled(
    asked: Asked,
    decisions: Decisions,
    number: int,
    version: int,
    action: str,
    values: Mapping[str, str],
) -> None:
    """The reason is given: what would come of the decision is shown before it counts."""
    desk = desk_of(asked)
    table = await desk.table(asked, number, settling=True)
    _open(_pod(table), version)
    weighed = await override.begun(asked, table, values.get(REASON, ""))
    step = _place(weighed.story, version)
    if action == "ruled":
        loser = values.get(LOSER) or next(iter(find_losers(weighed.story, step)), "")
        who = values.get(RESPONSIBLE, NOBODY)
        weighed = decision.ruling(weighed, step, loser, None if who == NOBODY else who)
    else:
        weighed = await _taking_back(desk, asked, weighed, step)
    await override.show(asked, decisions, weighed)


async def _taking_back(desk: Desk, asked: Asked, weighed: Decision, step: int) -> Decision:
    """The report never was; an earlier pod, which cannot go on, ends there without a result."""
    weighed = decision.taking_out(weighed, step)
    newest = await desk.service.table(desk.place(asked))
    return weighed if newest.number == weighed.number else decision.ending(weighed)


def _place(told: Story, version: int) -> int:
    """Where in the story the report is."""
    for at, event in enumerate(told):
        claim = event.claim if isinstance(event, Claimed) else None
        if claim is not None and claim.version == version:
            return at
    raise Refusal("dispute-settled")


async def _why(asked: Asked, number: int, version: int) -> None:
    """The facts and rules behind what is disputed."""
    desk = desk_of(asked)
    table = await desk.table(asked, number, settling=True)
    disputed = _open(_pod(table), version)
    reports = getattr(disputed.event, "reports", ())
    await why.explain_one(asked, table, reports)
