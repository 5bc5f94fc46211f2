"""The report form: a private message with menus, the verdict shown before it counts.

Drafts live in memory only: one that a restart took says so, and how to begin again.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence

import discord
from discord import ui
from msgspec.structs import replace

from bot import rights
from bot.front.interaction.desk import Asked, Desk, desk_of
from bot.front.interaction.inputs import is_number
from bot.front.rendering import story
from bot.front.rendering.answers import render_done
from bot.front.reports import form_view
from bot.front.reports.draft import MOST_CARD, Draft, Entry
from bot.rules.commands import Defeat
from bot.rules.decide import decide
from bot.rules.events import Defeated
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.teams import in_game
from bot.service import Table
from bot.storage.engine.lru_cache import LruCache
from bot.words import Words

NEW = Entry()


class Forms:
    """The drafts being written, the longest untouched forgotten first."""

    def __init__(self, most: int = 1_000) -> None:
        self._drafts: LruCache[str, Draft] = LruCache(most)

    def begin(self, draft: Draft) -> str:
        """The token of a new draft, which its buttons carry."""
        token = secrets.token_urlsafe(8)
        self._drafts.put(token, draft)
        return token

    def draft(self, token: str, asked: Asked) -> Draft:
        """The draft of a token. Raises `Refusal` if it is gone, or not theirs, or elsewhere."""
        draft = self._drafts.get(token)
        if draft is None:
            raise Refusal("form-gone")
        if draft.owner != asked.user.id or draft.place != desk_of(asked).place(asked):
            raise Refusal("form-other")
        return draft

    def replaces(self, token: str) -> bool:
        """Whether the draft of a token is to replace an old report."""
        draft = self._drafts.get(token)
        return draft is not None and draft.instead is not None

    def keep(self, token: str, draft: Draft) -> None:
        """Keeps what was written."""
        self._drafts.put(token, draft)

    def clear(self) -> None:
        """Forgets every draft: somebody who is forgotten may be in one."""
        self._drafts.clear()

    def drop(self, token: str) -> None:
        """Forgets a draft that was sent or given up."""
        self._drafts.drop(token)


async def open_form(asked: Asked, forms: Forms, number: int, entry: Entry = NEW) -> None:
    """Shows a new form to whoever asks, with what is known already."""
    embed, view = await _new(asked, forms, number, entry)
    await desk_of(asked).say(asked, embed=embed, view=view)


async def change_to_form(asked: Asked, forms: Forms, number: int, entry: Entry) -> None:
    """Turns the private message whose button was pressed into a new form."""
    embed, view = await _new(asked, forms, number, entry)
    await desk_of(asked).change(asked, content=None, embed=embed, view=view)


async def change_to_draft(asked: Asked, forms: Forms, draft: Draft) -> None:
    """Turns the private message whose button was pressed into the form of a draft."""
    desk = desk_of(asked)
    embed, view = await _shown(desk, asked, forms, forms.begin(draft), draft)
    await desk.change(asked, content=None, embed=embed, view=view)


async def _new(
    asked: Asked, forms: Forms, number: int, entry: Entry
) -> tuple[discord.Embed, ui.View]:
    desk = desk_of(asked)
    table = await desk.table(asked, number)
    assert table.pod is not None
    rights.check_player(table.pod, await desk.asker(asked))
    if table.pod.state != "running":
        raise Refusal(table.pod.state, by=table.pod.question.by if table.pod.question else "")
    draft = Draft(desk.place(asked), table.number, asked.user.id, (entry,))
    token = forms.begin(draft)
    return await _shown(desk, asked, forms, token, draft)


# Pressing


async def pressed(asked: Asked, forms: Forms, token: str, action: str) -> None:
    """A button of the form."""
    desk, draft = desk_of(asked), forms.draft(token, asked)
    match action:
        case "card":
            await asked.response.send_modal(form_view.modal(desk.text(asked), token, draft.part))
        case "cancel":
            forms.drop(token)
            text = desk.text(asked)
            await desk.change(asked, content=text("form-cancelled"), embed=None, view=None)
        case "send":
            await _send(desk, asked, forms, token, draft)
        case _ if action in _TURNS:
            await _show(desk, asked, forms, token, _TURNS[action](draft))
        case _:
            raise Refusal("unknown-button")


_TURNS: Mapping[str, Callable[[Draft], Draft]] = {
    "details": lambda draft: replace(draft, details=True),
    "back": lambda draft: replace(draft, details=False),
    "source": Draft.another_part,
    "another": Draft.another_entry,
    "next": Draft.onward,
    "remove": Draft.without_part,
}

ACTIONS = ("card", "cancel", "send", *_TURNS)
"""What the form's buttons do."""


async def selected(
    asked: Asked, forms: Forms, token: str, field: str, values: Sequence[str]
) -> None:
    """A menu of the form."""
    desk, draft = desk_of(asked), forms.draft(token, asked)
    await _show(desk, asked, forms, token, _changed(draft, field, values))


async def filled(asked: Asked, forms: Forms, token: str, values: Mapping[str, str]) -> None:
    """The modal for card and amount."""
    desk, draft = desk_of(asked), forms.draft(token, asked)
    card, amount = values.get(form_view.CARD, ""), values.get(form_view.AMOUNT, "").strip()
    if len(card) > MOST_CARD:
        raise Refusal("too-long", most=MOST_CARD)
    part = replace(draft.part, object=" ".join(card.split()) or None)
    if amount and not (
        len(amount) <= form_view.MOST_AMOUNT and is_number(amount) and int(amount) >= 1
    ):
        await _show(desk, asked, forms, token, draft.with_part(part))  # the card is kept
        raise Refusal("form-amount")
    part = replace(part, amount=int(amount) if amount else None)
    await _show(desk, asked, forms, token, draft.with_part(part))


def _changed(draft: Draft, field: str, values: Sequence[str]) -> Draft:
    value = None if not values or values[0] == form_view.NOBODY else values[0]
    entry, part = draft.entry, draft.part
    match field:
        case "loser":
            return draft.with_entry(replace(entry, loser=value))
        case "cause":
            cause = next((cause for cause in form_view.CAUSES if cause == value), entry.cause)
            return draft.with_entry(replace(entry, cause=cause))
        case "controller":
            return draft.with_part(replace(part, controller=value))
        case "owner":
            return draft.with_part(replace(part, owner=value))
        case "controlled":
            return draft.with_entry(replace(entry, controlled_by=value))
        case _:
            flags = {flag: flag in values for flag in ("voluntary", "forced_draw", "ended")}
            draft = draft.with_part(replace(part, **flags))
            return draft.with_entry(replace(draft.entry, kindslaver="kindslaver" in values))


async def _send(desk: Desk, asked: Asked, forms: Forms, token: str, draft: Draft) -> None:
    """Reports what the form says, unless the pod has moved on since its verdict was shown."""

    def ask(_: Player, table: Table) -> Defeat:
        if table.played != draft.seen:
            raise _Moved
        return Defeat(draft.reports())

    forms.drop(token)  # pressed twice, it is sent once
    try:
        done = await desk.do(asked, ask, draft.number)
    except _Moved:
        await _show(desk, asked, forms, token, draft, moved=True)
    except Exception:
        forms.keep(token, draft)
        raise
    else:
        words = await desk.pod_words(asked, done.pod)
        await desk.change(asked, content=render_done(done, words), embed=None, view=None)


class _Moved(Exception):
    """The pod is no more what it was when the verdict was shown."""


# Showing


async def _show(
    desk: Desk, asked: Asked, forms: Forms, token: str, draft: Draft, *, moved: bool = False
) -> None:
    embed, view = await _shown(desk, asked, forms, token, draft, moved)
    await desk.change(asked, embed=embed, view=view)


async def _shown(
    desk: Desk, asked: Asked, forms: Forms, token: str, draft: Draft, moved: bool = False
) -> tuple[discord.Embed, ui.View]:
    if draft.instead is None:
        table = await desk.table(asked, draft.number)
        assert table.pod is not None
        pod, draft = table.pod, replace(draft, seen=table.played)
    else:
        pod = draft.instead.pod
    forms.keep(token, draft)
    words = await desk.pod_words(asked, pod)
    verdict, ready = await _verdict(desk, asked, draft, words)
    embed = form_view.embed(draft, words, form_view.reminder(draft, pod, words) + verdict, moved)
    bare = await desk.bare_words(asked, pod)
    return embed, form_view.menus(token, draft, in_game(pod.game.standings), bare, ready)


async def _verdict(desk: Desk, asked: Asked, draft: Draft, words: Words) -> tuple[str, bool]:
    """What the report would lead to, and whether it can be sent."""
    try:
        command = Defeat(draft.reports())
        if draft.instead is not None:
            event = decide(draft.instead.pod, command)
        else:
            event = await desk.service.preview(draft.place, command, pod=draft.number)
    except Refusal as refusal:
        return words.refusal(refusal), False
    assert isinstance(event, Defeated)
    return story.outcome(event.outcome, words), True
