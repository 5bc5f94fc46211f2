"""The report form: a private message with menus, the verdict shown before it counts.

Drafts live in memory only: one that a restart took says so, and how to begin again.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import get_args

import discord
from discord import ui
from msgspec.structs import replace

from bot.front import controls, looks
from bot.front.actions import told
from bot.front.desk import Asked, Desk, desk_of
from bot.front.draft import MOST_CARD, Draft, Entry, Part
from bot.front.naming import cut, plain
from bot.rules.commands import Defeat
from bot.rules.events import Defeated
from bot.rules.facts import Cause, Player, Source
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.teams import in_game
from bot.service import Table
from bot.storage.recent import Recent
from bot.words import Words

CAUSES: tuple[Cause, ...] = get_args(Cause)
NOBODY = "-"
NEW = Entry()
FLAGS = ("voluntary", "forced_draw", "ended", "kindslaver")
CARD, AMOUNT = "card", "amount"
MOST_AMOUNT = 6  # digits
ROOM = 3_000  # characters of an embed for all the facts; 6,000 is Discord's limit for all of it
MOST_PARTS = 12  # objects in one report, so that the form stays readable


class Forms:
    """The drafts being written, the longest untouched forgotten first."""

    def __init__(self, most: int = 1_000) -> None:
        self._drafts: Recent[str, Draft] = Recent(most)

    def begin(self, draft: Draft) -> str:
        """The token of a new draft, which its buttons carry."""
        token = secrets.token_urlsafe(8)
        self._drafts.put(token, draft)
        return token

    def draft(self, token: str, asked: Asked) -> Draft:
        """The draft of a token. Raises `Refusal` if it is gone, or somebody else's."""
        draft = self._drafts.get(token)
        if draft is None:
            raise Refusal("form-gone")
        if draft.owner != asked.user.id:
            raise Refusal("form-other")
        return draft

    def keep(self, token: str, draft: Draft) -> None:
        """Keeps what was written."""
        self._drafts.put(token, draft)

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


async def _new(
    asked: Asked, forms: Forms, number: int, entry: Entry
) -> tuple[discord.Embed, ui.View]:
    desk = desk_of(asked)
    table = await desk.table(asked, number)
    assert table.pod is not None
    if await desk.asker(asked) not in table.pod.players:
        raise Refusal("only-players")
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
            await asked.response.send_modal(_card_modal(desk, asked, token, draft.part))
        case "cancel":
            forms.drop(token)
            text = desk.text(asked)
            await desk.change(asked, content=text("form-cancelled"), embed=None, view=None)
        case "send":
            await _send(desk, asked, forms, token, draft)
        case _:
            await _show(desk, asked, forms, token, _TURNS[action](draft))


_TURNS: Mapping[str, Callable[[Draft], Draft]] = {
    "details": lambda draft: replace(draft, details=True),
    "back": lambda draft: replace(draft, details=False),
    "source": Draft.another_part,
    "another": Draft.another_entry,
    "next": Draft.onward,
    "remove": Draft.without_part,
}


async def selected(
    asked: Asked, forms: Forms, token: str, field: str, values: Sequence[str]
) -> None:
    """A menu of the form."""
    desk, draft = desk_of(asked), forms.draft(token, asked)
    await _show(desk, asked, forms, token, _changed(draft, field, values))


async def filled(asked: Asked, forms: Forms, token: str, values: Mapping[str, str]) -> None:
    """The modal for card and amount."""
    desk, draft = desk_of(asked), forms.draft(token, asked)
    amount = values[AMOUNT].strip()
    part = replace(draft.part, object=" ".join(values[CARD].split()) or None)
    if amount and not (amount.isascii() and amount.isdecimal() and int(amount) >= 1):
        forms.keep(token, draft.with_part(part))  # the card need not be typed again
        raise Refusal("form-amount")
    part = replace(part, amount=int(amount) if amount else None)
    await _show(desk, asked, forms, token, draft.with_part(part))


def _changed(draft: Draft, field: str, values: Sequence[str]) -> Draft:
    value = None if not values or values[0] == NOBODY else values[0]
    entry, part = draft.entry, draft.part
    match field:
        case "loser":
            return draft.with_entry(replace(entry, loser=value))
        case "cause":
            cause = next((cause for cause in CAUSES if cause == value), entry.cause)
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
        if table.version != draft.seen:
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
        await desk.change(asked, content=told(done, words), embed=None, view=None)


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
    table = await desk.table(asked, draft.number)
    pod = table.pod
    assert pod is not None
    draft = replace(draft, seen=table.version)
    forms.keep(token, draft)
    words = await desk.pod_words(asked, pod)
    verdict, ready = await _verdict(desk, asked, draft, words)
    embed = _embed(draft, words, _reminder(draft, pod, words) + verdict, moved)
    bare = await desk.bare_words(asked, pod)
    return embed, _controls(token, draft, in_game(pod.game.standings), bare, ready)


async def _verdict(desk: Desk, asked: Asked, draft: Draft, words: Words) -> tuple[str, bool]:
    """What the report would lead to, and whether it can be sent."""
    try:
        command = Defeat(draft.reports())
        event = await desk.service.preview(draft.place, command, pod=draft.number)
    except Refusal as refusal:
        return words.refusal(refusal), False
    assert isinstance(event, Defeated)
    return looks.outcome(event.outcome, words), True


def _reminder(draft: Draft, pod: Pod, words: Words) -> str:
    """Whoever serves already may have been reported by somebody else a moment ago."""
    standings = pod.game.standings
    losers = [standings.get(entry.loser or "") for entry in draft.entries]
    lines = [
        words.text("form-served", loser=words.name(s.player), master=words.name(s.master)) + "\n"
        for s in losers
        if s is not None and s.status == "servant" and s.master is not None
    ]
    return "".join(lines)


def _embed(draft: Draft, words: Words, verdict: str, moved: bool) -> discord.Embed:
    text = words.text
    embed = discord.Embed(title=text("form-title"), colour=looks.COLOURS["lobby"])
    embed.description = text("form-moved") if moved else text("form-intro")
    room = min(looks.FIELD, ROOM // len(draft.entries))
    for number, entry in enumerate(draft.entries):
        current = "▸ " if number == draft.entry_at and len(draft.entries) > 1 else ""
        loser = words.name(entry.loser) if entry.loser else "…"
        embed.add_field(
            name=current + text("form-loser", loser=loser, cause=text(f"cause-{entry.cause}")),
            value=cut("\n".join(_facts(draft, entry, words)), room),
            inline=False,
        )
    embed.add_field(name=text("form-verdict"), value=cut(verdict, looks.FIELD), inline=False)
    return embed


def _facts(draft: Draft, entry: Entry, words: Words) -> list[str]:
    several = len(entry.parts) > 1
    lines = []
    for part in entry.parts:
        current = "▸ " if several and entry is draft.entry and part is draft.part else ""
        lines.append(current + _part(part, words))
    if entry.controlled_by:
        key = "fact-kindslaver" if entry.kindslaver else "fact-controlled"
        lines.append(words.text(key, player=words.name(entry.controlled_by)))
    return lines


def _part(part: Part, words: Words) -> str:
    if part.controller is None:
        return words.text("form-no-source")
    known = looks.source(
        Source(
            part.controller, part.object, part.owner, part.amount, part.voluntary, part.forced_draw
        ),
        words,
    )
    return words.text("fact-protection", source=known) if part.ended else known


def _controls(
    token: str, draft: Draft, players: Sequence[Player], words: Words, ready: bool
) -> ui.View:
    menus = _details if draft.details else _basics
    return controls.unstored(
        [*menus(token, draft, players, words), *_buttons(token, draft, words, ready)]
    )


def _basics(
    token: str, draft: Draft, players: Sequence[Player], words: Words
) -> list[ui.Item[ui.View]]:
    entry, part, text = draft.entry, draft.part, words.text
    causes = [
        discord.SelectOption(
            label=text(f"cause-{cause}"), value=cause, default=cause == entry.cause
        )
        for cause in CAUSES
    ]
    nobody = discord.SelectOption(label=text("form-nobody"), value=NOBODY)
    return [
        _menu(token, "loser", controls.named(players, words, [entry.loser]), words),
        _menu(token, "cause", causes, words),
        _menu(
            token,
            "controller",
            [*controls.named(players, words, [part.controller]), nobody],
            words,
        ),
    ]


def _details(
    token: str, draft: Draft, players: Sequence[Player], words: Words
) -> list[ui.Item[ui.View]]:
    entry, part, text = draft.entry, draft.part, words.text
    own = discord.SelectOption(label=text("form-own-decisions"), value=NOBODY)
    chosen = {
        "voluntary": part.voluntary,
        "forced_draw": part.forced_draw,
        "ended": part.ended,
        "kindslaver": entry.kindslaver,
    }
    flags = [
        discord.SelectOption(
            label=plain(text(f"flag-{flag}"), 100),
            description=plain(text(f"flag-{flag}-about"), 100),
            value=flag,
            default=chosen[flag],
        )
        for flag in FLAGS
    ]
    return [
        _menu(token, "owner", controls.named(players, words, [part.owner]), words),
        _menu(
            token,
            "controlled",
            [own, *controls.named(players, words, [entry.controlled_by])],
            words,
        ),
        _menu(token, "flags", flags, words, most=len(flags)),
    ]


def _menu(
    token: str,
    field: str,
    options: Sequence[discord.SelectOption],
    words: Words,
    most: int = 1,
) -> ui.Select[ui.View]:
    return ui.Select(
        custom_id=f"form:{token}:{field}",
        placeholder=words.text(f"form-pick-{field}"),
        options=list(options),
        min_values=0 if most > 1 else 1,
        max_values=most,
    )


def _buttons(token: str, draft: Draft, words: Words, ready: bool) -> list[ui.Item[ui.View]]:
    """Two rows: what to do with the report, and how to write more of it."""
    parts = sum(len(entry.parts) for entry in draft.entries)
    first = [
        _button(token, "send", words, discord.ButtonStyle.success, disabled=not ready),
        _button(token, "card", words),
        _button(token, "back" if draft.details else "details", words),
        _button(token, "cancel", words, discord.ButtonStyle.danger),
    ]
    copied = parts + len(draft.entry.parts)
    more = [
        _button(token, "source", words, disabled=parts >= MOST_PARTS),
        _button(token, "another", words, disabled=copied > MOST_PARTS),
    ]
    if parts > 1:
        more += [_button(token, "next", words), _button(token, "remove", words)]
    for row, buttons in enumerate((first, more), 3):
        for button in buttons:
            button.row = row
    return [*first, *(more if draft.details or parts > 1 else ())]


def _button(
    token: str,
    action: str,
    words: Words,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
) -> ui.Button[ui.View]:
    return ui.Button(
        custom_id=f"form:{token}:{action}",
        label=words.text(f"form-{action}"),
        style=style,
        disabled=disabled,
    )


def _card_modal(desk: Desk, asked: Asked, token: str, part: Part) -> ui.Modal:
    """A modal that nobody waits for: its answer comes back by its custom id."""
    text = desk.text(asked)
    modal = ui.Modal(title=text("form-card-title"), custom_id=f"form:{token}:filled")
    modal.stop()
    card: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=CARD,
        required=False,
        max_length=MOST_CARD,
        default=part.object,
    )
    amount: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=AMOUNT,
        required=False,
        max_length=MOST_AMOUNT,
        default=None if part.amount is None else str(part.amount),
    )
    modal.add_item(ui.Label(text=text("form-card-name"), component=card))
    modal.add_item(
        ui.Label(
            text=text("form-card-amount"),
            description=text("form-card-amount-about"),
            component=amount,
        )
    )
    return modal
