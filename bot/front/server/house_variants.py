"""`/setup variant`: a private message on which moderators make variants of the server's own.

Nothing is remembered between two presses: each custom id carries the name of the variant and a
code of all its answers. Who presses is looked at anew each time.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import ui
from discord.app_commands import Choice
from msgspec import Struct
from msgspec.structs import replace

from bot.front.interaction.desk import Asked, Desk, desk_of
from bot.front.interaction.picking import matching
from bot.front.rendering import controls, embeds, variant_text
from bot.front.rendering.escaping import cut, plain, shown
from bot.front.server import audit_trail
from bot.i18n import LOCALES, Catalogue, catalogue
from bot.rules.answers import POINTS, QUESTIONS, Answer, decode, encode, values, words
from bot.rules.refusals import Refusal
from bot.rules.variants import LONGEST_NAME, VARIANTS, Variant, impossible
from bot.words import variant_name

_NUMBER = "number"
_POINTS = 14


class Draft(Struct, frozen=True):
    """A variant being made, and the question that is open; 0 is none."""

    name: str
    answers: Variant
    question: int = 0

    def answering(self, field: str, value: Answer) -> "Draft":
        """With another answer, or other points."""
        if field in POINTS:
            points = replace(self.answers.points, **{field: value})
            return replace(self, answers=replace(self.answers, points=points))
        return replace(self, answers=replace(self.answers, **{field: value}))

    def id(self, action: str, about: object = "") -> str:
        """A custom id that carries all of it, and what the action is about."""
        return f"house:{encode(self.answers)}:{action}:{about or self.question}:{self.name}"


async def begin(asked: Asked, name: str | None) -> None:
    """The page of a variant, new or not; without a name, all that the server has."""
    desk = desk_of(asked)
    own, text = (await desk.settings(asked)).variants, desk.text(asked)
    name = " ".join((name or "").split())
    if not name:
        embed, view = _all(own, text)
    elif name in own:
        embed, view = _page(Draft(name, own[name]), own, text)
    else:
        _check_name(name)
        embed, view = _start(name, text)
    await desk.say(asked, embed=embed, view=view)


async def names(asked: Asked, typed: str) -> list[Choice[str]]:
    """The server's own variants whose name holds what was typed."""
    own = (await desk_of(asked).settings(asked)).variants
    return matching([(name, name) for name in own], typed)


ACTIONS = ("pick", "start", "ask", "set", "type", "filled", "save", "delete", "close")


async def pressed(
    asked: Asked,
    action: str,
    state: tuple[str, str, str],
    picked: Sequence[str],
    given: Mapping[str, str],
) -> None:
    """A button, a menu or a modal; `state` is the code, what it is about, and the name."""
    desk = desk_of(asked)
    code, about, name = state
    match action:
        case "pick":
            own = (await desk.settings(asked)).variants
            if not picked or picked[0] not in own:
                raise Refusal("no-such-variant", typed=shown("".join(picked[:1])))
            await _show(desk, asked, Draft(picked[0], own[picked[0]]))
        case "start" if picked and picked[0] in VARIANTS:
            await _show(desk, asked, Draft(name, VARIANTS[picked[0]]))
        case "close":
            text = desk.text(asked)
            await desk.change(asked, content=text("house-closed"), embed=None, view=None)
        case _:
            await _edited(desk, asked, action, _draft(code, name), about, picked, given)


def _draft(code: str, name: str) -> Draft:
    try:
        return Draft(name, decode(code))
    except ValueError:
        raise Refusal("unknown-button") from None


async def _edited(
    desk: Desk,
    asked: Asked,
    action: str,
    draft: Draft,
    about: str,
    picked: Sequence[str],
    given: Mapping[str, str],
) -> None:
    question, field = _about(picked[0] if action == "ask" and picked else about)
    draft = replace(draft, question=question)
    match action:
        case "ask" if picked:
            await _show(desk, asked, draft)
        case "set" if picked and question:
            wanted = [value for value in words(field) if _code(value) == picked[0]]
            if not wanted:
                raise Refusal("unknown-button")
            await _show(desk, asked, draft.answering(field, wanted[0]))
        case "type" if question:
            await asked.response.send_modal(_modal(draft, field, desk.text(asked)))
        case "filled" if question:
            await _show(desk, asked, draft.answering(field, _number(field, given.get(_NUMBER, ""))))
        case "save":
            await _keep(desk, asked, draft, draft.answers)
        case "delete":
            await _keep(desk, asked, draft, None)
        case _:
            raise Refusal("unknown-button")


async def _keep(desk: Desk, asked: Asked, draft: Draft, answers: Variant | None) -> None:
    """Saves the variant, or deletes it; the page stays, so that either can be taken back."""
    _check_name(draft.name)
    for reason in impossible(answers) if answers is not None else ():
        raise Refusal("impossible", reason=reason)
    guild, now = desk.place(asked).guild, discord.utils.utcnow()
    who = await desk.person(asked)
    entry = await desk.guilds.define(guild, draft.name, answers, who, asked.id, now)
    await _show(desk, asked, replace(draft, question=0))
    if entry is not None:
        await audit_trail.post(asked, entry)


def _check_name(name: str) -> None:
    """Raises `Refusal` for a name that is too long, or a built-in variant's in any language."""
    if len(name) > LONGEST_NAME:
        raise Refusal("house-long", most=LONGEST_NAME)
    for variant in VARIANTS:
        called = {variant, *(variant_name(variant, catalogue(locale)) for locale in LOCALES)}
        if name.casefold() in map(str.casefold, called):
            raise Refusal("house-taken", variant=variant)


def _about(about: str) -> tuple[int, str]:
    """A question and its field, as in `10`; of VAR-14 with a part, as in `14-won_as_master`."""
    number, _, part = about.partition("-")
    question = int(number) if number.isdecimal() else 0
    if question == _POINTS and part.isdecimal() and int(part) < len(POINTS):
        return question, POINTS[int(part)]
    return (question, QUESTIONS[question]) if question in QUESTIONS else (0, "")


def _number(field: str, typed: str) -> Answer:
    """The number in a modal; nothing, where that is an answer. Raises `Refusal`."""
    written, possible = typed.strip().replace("−", "-"), values(field)
    if not written and None in possible:
        return None
    numbers = [value for value in possible if type(value) is int]
    try:
        number = int(written)
    except ValueError:
        number = numbers[-1] + 1
    if number not in numbers:
        raise Refusal("house-number", low=numbers[0], high=numbers[-1])
    return number


def _code(value: Answer) -> str:
    return str(value).lower()


# What it looks like


def _all(own: Mapping[str, Variant], text: Catalogue) -> tuple[discord.Embed, ui.View]:
    embed = discord.Embed(title=text("house-title"), colour=embeds.COLOURS["lobby"])
    lines = [f"**{shown(name)}**\n{variant_text.briefly(own[name], text)}" for name in own]
    embed.description = cut("\n\n".join([text("house-intro"), *lines]), embeds.DESCRIPTION)
    if not own:
        return embed, controls.unstored([])
    options = [discord.SelectOption(label=plain(name), value=name) for name in own]
    return embed, controls.unstored([_menu("house:-:pick:0:", text("house-pick"), options)])


def _start(name: str, text: Catalogue) -> tuple[discord.Embed, ui.View]:
    embed = discord.Embed(title=shown(name), colour=embeds.COLOURS["lobby"])
    embed.description = text("house-start")
    options = [
        discord.SelectOption(
            label=text(f"variant-{variant}"),
            description=plain(text(f"variant-{variant}-about"), 100),
            value=variant,
        )
        for variant in VARIANTS
    ]
    menu = _menu(f"house:-:start:0:{name}", text("house-start-menu"), options)
    return embed, controls.unstored([menu])


async def _show(desk: Desk, asked: Asked, draft: Draft) -> None:
    own = (await desk.settings(asked)).variants
    embed, view = _page(draft, own, desk.text(asked))
    await desk.change(asked, embed=embed, view=view)


def _page(
    draft: Draft, own: Mapping[str, Variant], text: Catalogue
) -> tuple[discord.Embed, ui.View]:
    reasons, kept = list(impossible(draft.answers)), own.get(draft.name)
    embed = discord.Embed(title=shown(draft.name), colour=embeds.COLOURS["lobby"])
    embed.description = cut(variant_text.in_full(draft.answers, text), embeds.DESCRIPTION)
    if reasons:
        embed.colour = discord.Colour(embeds.DISPUTED)
        said = "\n".join(f"• {text(f'impossible-{reason}')}" for reason in reasons)
        embed.add_field(name=text("house-impossible"), value=cut(said, embeds.FIELD), inline=False)
    state = "house-saved" if kept == draft.answers else "house-changed"
    embed.set_footer(text=text("house-new" if kept is None else state))
    items: list[ui.Item[ui.View]] = [_questions(draft, text), *_answers(draft, text)]
    save = _button(draft.id("save"), text("house-save"), discord.ButtonStyle.success)
    save.disabled = bool(reasons) or kept == draft.answers
    delete = _button(draft.id("delete"), text("house-delete"), discord.ButtonStyle.danger)
    close = _button(draft.id("close"), text("house-close"))
    last = [save, *([delete] if kept is not None else []), close]
    for button in last:
        button.row = 4
    return embed, controls.unstored([*items, *last])


def _questions(draft: Draft, text: Catalogue) -> ui.Item[ui.View]:
    options = [
        discord.SelectOption(
            label=plain(f"VAR-{number}: {text(f'var-{number}-name')}", 100),
            description=plain(variant_text.sentence(number, draft.answers, text), 100),
            value=str(number),
            default=number == draft.question,
        )
        for number in QUESTIONS
    ]
    return _menu(draft.id("ask"), text("house-ask"), options)


def _answers(draft: Draft, text: Catalogue) -> Iterator[ui.Item[ui.View]]:
    """What the open question can be answered: words in a menu, other numbers by a modal."""
    if not draft.question:
        return
    if draft.question == _POINTS:
        for place, part in enumerate(POINTS):
            label = variant_text.part(part, getattr(draft.answers.points, part), text)
            yield _button(draft.id("type", f"{_POINTS}-{place}"), plain(label))
        return
    field = QUESTIONS[draft.question]
    now, offered = getattr(draft.answers, field), words(field)
    options = [
        discord.SelectOption(
            label=plain(variant_text.value(draft.question, value, text), 100),
            value=_code(value),
            default=value == now,
        )
        for value in offered
    ]
    yield _menu(draft.id("set"), plain(text(f"var-{draft.question}-name"), 150), options)
    if len(offered) < len(values(field)):
        yield _button(draft.id("type"), text("house-number"))


def _modal(draft: Draft, field: str, text: Catalogue) -> ui.Modal:
    """A modal that nobody waits for: its answer comes back by its custom id."""
    number, part = draft.question, POINTS.index(field) if field in POINTS else None
    about = number if part is None else f"{number}-{part}"
    asking = ui.Modal(
        title=plain(text(f"var-{number}-name"), 45), custom_id=draft.id("filled", about)
    )
    asking.stop()
    holder: Any = draft.answers if part is None else draft.answers.points
    now, label = getattr(holder, field), text("house-number")
    if part is not None:
        label = variant_text.part(field, now, text)
    typed: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=_NUMBER,
        required=None not in values(field),
        max_length=4,
        default=str(now) if type(now) is int else None,
    )
    asking.add_item(ui.Label(text=plain(label, 45), component=typed))
    return asking


def _menu(
    custom_id: str, placeholder: str, options: list[discord.SelectOption]
) -> ui.Select[ui.View]:
    return ui.Select(custom_id=custom_id, placeholder=placeholder, options=options)


def _button(
    custom_id: str, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> ui.Button[ui.View]:
    return ui.Button(custom_id=custom_id, label=label, style=style)
