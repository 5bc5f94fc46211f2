"""`/setup variant`: a private page on which moderators make the server's own variants.

Nothing is remembered between two presses: each custom id carries the variant's name and a code of
all its answers. Rights are checked at each press.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import discord
from discord import ui
from discord.app_commands import Choice, Range
from msgspec import Struct
from msgspec.structs import replace

from bot.front.interaction.answering import edit, say, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.picking import match_options
from bot.front.interaction.routes import HOUSE_ACCESS, Handler, Route
from bot.front.rendering import controls, embeds, variant_text
from bot.front.rendering.escaping import clean_label, escape
from bot.front.server import audit_trail
from bot.i18n import LOCALES, Catalogue, load_catalogue
from bot.rules.refusals import Refusal
from bot.rules.variants import (
    LONGEST_NAME,
    MAX_PLACES,
    PLACES,
    POINTS,
    QUESTIONS,
    SCORINGS,
    VARIANTS,
    AnswerValue,
    Scoring,
    Variant,
    decode_variant,
    encode_variant,
    find_obstacles,
    list_values,
    list_words,
)
from bot.words import name_variant

# The page

NUMBER_FIELD = "number"
"""The input of the modal."""

POINTS_QUESTION = 14
"""The question about points, whose answer has several parts."""


class VariantDraft(Struct, frozen=True):
    """A variant that is being made, and the open question; 0 means no open question."""

    name: str
    answers: Variant
    question: int = 0

    def with_answer(self, field: str, value: AnswerValue | tuple[int, ...]) -> "VariantDraft":
        """Return the draft with another value of a field, which may be a part of the points."""
        if field in POINTS:
            points = replace(self.answers.points, **{field: value})
            return replace(self, answers=replace(self.answers, points=points))
        return replace(self, answers=replace(self.answers, **{field: value}))

    def make_id(self, action: str, about: object = "") -> str:
        """Return a custom id that carries the draft and what the action is about."""
        return f"house:{encode_variant(self.answers)}:{action}:{about or self.question}:{self.name}"


def encode_value(value: AnswerValue) -> str:
    """Return an answer as the value of a menu's option."""
    return str(value).lower()


def render_all(own: Mapping[str, Variant], text: Catalogue) -> tuple[discord.Embed, ui.View]:
    """Return the page that lists the server's variants."""
    embed = discord.Embed(title=text("house-title"), colour=embeds.COLOURS["lobby"])
    lines = [
        f"**{escape(name)}**\n{variant_text.describe_briefly(own[name], text)}" for name in own
    ]
    embed.description = "\n\n".join([text("house-intro"), *lines])
    if not own:
        return embed, controls.make_unstored_view([])
    options = [discord.SelectOption(label=clean_label(name), value=name) for name in own]
    return embed, controls.make_unstored_view(
        [_make_menu("house:-:pick:0:", text("house-pick"), options)]
    )


def render_start(name: str, text: Catalogue) -> tuple[discord.Embed, ui.View]:
    """Return the page of a new variant, on which a built-in one is chosen to start from."""
    embed = discord.Embed(title=escape(name), colour=embeds.COLOURS["lobby"])
    embed.description = text("house-start")
    options = [
        discord.SelectOption(
            label=text(f"variant-{variant}"),
            description=clean_label(text(f"variant-{variant}-about"), 100),
            value=variant,
        )
        for variant in VARIANTS
    ]
    menu = _make_menu(f"house:-:start:0:{name}", text("house-start-menu"), options)
    return embed, controls.make_unstored_view([menu])


def render_page(
    draft: VariantDraft, own: Mapping[str, Variant], text: Catalogue
) -> tuple[discord.Embed, ui.View]:
    """Return the page of a variant; `own` are the server's saved variants."""
    reasons = list(find_obstacles(draft.answers))
    kept = own.get(draft.name)
    embed = discord.Embed(title=escape(draft.name), colour=embeds.COLOURS["lobby"])
    embed.description = variant_text.describe_in_full(draft.answers, text)
    if reasons:
        embed.colour = discord.Colour(embeds.DISPUTED_COLOUR)
        said = "\n".join(f"• {text(f'impossible-{reason}')}" for reason in reasons)
        embed.add_field(name=text("house-impossible"), value=said, inline=False)
    state = "house-saved" if kept == draft.answers else "house-changed"
    embed.set_footer(text=text("house-new" if kept is None else state))
    items: list[ui.Item[ui.View]] = [
        _make_question_menu(draft, text),
        *_make_answer_items(draft, text),
    ]
    save = _make_button(draft.make_id("save"), text("house-save"), discord.ButtonStyle.success)
    save.disabled = bool(reasons) or kept == draft.answers
    delete = _make_button(draft.make_id("delete"), text("house-delete"), discord.ButtonStyle.danger)
    close = _make_button(draft.make_id("close"), text("house-close"))
    last = [save, *([delete] if kept is not None else []), close]
    for button in last:
        button.row = 4
    return embed, controls.make_unstored_view([*items, *last])


def _make_question_menu(draft: VariantDraft, text: Catalogue) -> ui.Item[ui.View]:
    options = [
        discord.SelectOption(
            label=clean_label(text.label(f"VAR-{number}", text(f"var-{number}-name")), 100),
            description=clean_label(variant_text.render_answer(number, draft.answers, text), 100),
            value=str(number),
            default=number == draft.question,
        )
        for number in QUESTIONS
    ]
    return _make_menu(draft.make_id("ask"), text("house-ask"), options)


def _make_answer_items(draft: VariantDraft, text: Catalogue) -> Iterator[ui.Item[ui.View]]:
    """Yield the items that answer the open question: a menu of words, and a button for numbers."""
    if not draft.question:
        return
    if draft.question == POINTS_QUESTION:
        for place, part in enumerate(POINTS):
            label = variant_text.render_part(part, getattr(draft.answers.points, part), text)
            yield _make_button(
                draft.make_id("type", f"{POINTS_QUESTION}-{place}"), clean_label(label)
            )
        yield _make_menu(
            draft.make_id("like"),
            text("house-scorings"),
            [_make_scoring_option(name, text) for name in _list_fitting(draft.answers)],
        )
        return
    field = QUESTIONS[draft.question]
    now = getattr(draft.answers, field)
    offered = list_words(field)
    options = [
        discord.SelectOption(
            label=clean_label(variant_text.render_value(draft.question, value, text), 100),
            value=encode_value(value),
            default=value == now,
        )
        for value in offered
    ]
    yield _make_menu(
        draft.make_id("set"), clean_label(text(f"var-{draft.question}-name"), 150), options
    )
    if len(offered) < len(list_values(field)):
        yield _make_button(draft.make_id("type"), text("house-number"))


def _list_fitting(answers: Variant) -> list[str]:
    """Return the built-in scorings that a variant can start from."""
    is_closed = answers.ends_when == "closed"
    return [name for name, points in SCORINGS.items() if (points.per_defeat > 0) == is_closed]


def _make_scoring_option(name: str, text: Catalogue) -> discord.SelectOption:
    about = variant_text.render_scoring(SCORINGS[name], text)
    return discord.SelectOption(
        label=clean_label(text(f"scoring-{name}"), 100),
        description=clean_label(about, 100),
        value=name,
    )


def make_modal(draft: VariantDraft, field: str, text: Catalogue) -> ui.Modal:
    """Return the modal in which the number for a field is typed."""
    number = draft.question
    part = POINTS.index(field) if field in POINTS else None
    about = number if part is None else f"{number}-{part}"
    asking = ui.Modal(
        title=clean_label(text(f"var-{number}-name"), 45), custom_id=draft.make_id("filled", about)
    )
    asking.stop()
    holder: Any = draft.answers if part is None else draft.answers.points
    now = getattr(holder, field)
    label = text("house-number")
    if part is not None:
        label = variant_text.render_part(field, now, text)
    typed: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=NUMBER_FIELD,
        required=None not in list_values(field) and field != PLACES,
        max_length=60 if field == PLACES else 4,
        default=_write_value(now),
    )
    asking.add_item(ui.Label(text=clean_label(label, 45), component=typed))
    return asking


def _write_value(now: Any) -> str | None:
    """Return a value as somebody types it; None for words."""
    if isinstance(now, tuple):
        return " ".join(map(str, now)) or None
    return str(now) if type(now) is int else None


def _make_menu(
    custom_id: str, placeholder: str, options: list[discord.SelectOption]
) -> ui.Select[ui.View]:
    return ui.Select(custom_id=custom_id, placeholder=placeholder, options=options)


def _make_button(
    custom_id: str, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> ui.Button[ui.View]:
    return ui.Button(custom_id=custom_id, label=label, style=style)


# The command


async def offer_own(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the server's own variants whose name contains what is typed."""
    return match_options([(name, name) for name in ctx.settings.variants], typed)


@command("variant", HOUSE_ACCESS)
@options(name="variant-name")
@complete(name=offer_own)
async def edit_variant(ctx: Context, name: Range[str, 1, LONGEST_NAME] | None = None) -> None:
    """Show the page of a variant, new or saved; without a name, list the server's variants."""
    own = ctx.settings.variants
    called = " ".join((name or "").split())
    if not called:
        embed, view = render_all(own, ctx.text)
    elif called in own:
        embed, view = render_page(VariantDraft(called, own[called]), own, ctx.text)
    else:
        _check_name(called)
        embed, view = render_start(called, ctx.text)
    await say(ctx, embed=embed, view=view)


# Menus, buttons and the modal; the custom id carries the draft


async def pick(ctx: Context, code: str, about: str, name: str, picked: str) -> None:
    """Show the page of the variant that was picked."""
    own = ctx.settings.variants
    if picked not in own:
        raise Refusal("no-such-variant", typed=escape(picked))
    await _show_draft(ctx, VariantDraft(picked, own[picked]))


async def start(ctx: Context, code: str, about: str, name: str, picked: Variant) -> None:
    """Start a new variant with the answers of a built-in one."""
    await _show_draft(ctx, VariantDraft(name, picked))


async def close(ctx: Context, code: str, about: str, name: str) -> None:
    """Close the page."""
    await edit(ctx, content=ctx.text("house-closed"), embed=None, view=None)


async def ask(ctx: Context, draft: VariantDraft, field: str, picked: str) -> None:
    """Open the question that was picked."""
    question, _ = _read_question(picked)
    await _show_draft(ctx, replace(draft, question=question))


async def answer(ctx: Context, draft: VariantDraft, field: str, picked: str) -> None:
    """Answer the open question with the value that was picked."""
    wanted = [value for value in list_words(field) if encode_value(value) == picked]
    if not draft.question or not wanted:
        raise Refusal("unknown-button")
    await _show_draft(ctx, draft.with_answer(field, wanted[0]))


async def take_scoring(ctx: Context, draft: VariantDraft, field: str, picked: Scoring) -> None:
    """Replace all points with those of a built-in scoring."""
    await _show_draft(ctx, replace(draft, answers=replace(draft.answers, points=picked)))


async def ask_for_number(ctx: Context, draft: VariantDraft, field: str) -> None:
    """Open the modal for a number."""
    if not draft.question:
        raise Refusal("unknown-button")
    await show_modal(ctx, make_modal(draft, field, ctx.text))


async def fill_number(ctx: Context, draft: VariantDraft, field: str) -> None:
    """Answer the open question with the number that was typed."""
    if not draft.question:
        raise Refusal("unknown-button")
    typed = ctx.fields.get(NUMBER_FIELD, "")
    value = _read_places(typed) if field == PLACES else _read_number(field, typed)
    await _show_draft(ctx, draft.with_answer(field, value))


async def save(ctx: Context, draft: VariantDraft, _: str) -> None:
    """Save the variant."""
    await _define_variant(ctx, draft, draft.answers)


async def delete(ctx: Context, draft: VariantDraft, _: str) -> None:
    """Delete the variant; the page stays open, so that it can be saved again."""
    await _define_variant(ctx, draft, None)


def _with_draft(handler: Handler) -> Handler:
    """Return a handler that reads the draft and the field from the custom id."""

    async def press(ctx: Context, code: str, about: str, name: str, **picked: str) -> None:
        question, field = _read_question(about)
        try:
            draft = VariantDraft(name, decode_variant(code), question)
        except ValueError:
            raise Refusal("unknown-button") from None
        await handler(ctx, draft, field, **picked)

    return press


async def _define_variant(ctx: Context, draft: VariantDraft, answers: Variant | None) -> None:
    _check_name(draft.name)
    for reason in find_obstacles(answers) if answers is not None else ():
        raise Refusal("impossible", reason=reason)
    guild = ctx.place.guild
    now = discord.utils.utcnow()
    who = await ctx.find_person()
    interaction = ctx.interaction.id
    guilds = ctx.services.guilds
    entry = await guilds.define(guild, draft.name, answers, who, interaction, now)
    await ctx.reload()
    await _show_draft(ctx, replace(draft, question=0))
    if entry is not None:
        await audit_trail.post(ctx, entry)


async def _show_draft(ctx: Context, draft: VariantDraft) -> None:
    embed, view = render_page(draft, ctx.settings.variants, ctx.text)
    await edit(ctx, embed=embed, view=view)


def _check_name(name: str) -> None:
    """Raise `Refusal` for a name that is too long, or a built-in variant's in any language."""
    if len(name) > LONGEST_NAME:
        raise Refusal("house-long", most=LONGEST_NAME)
    for variant in VARIANTS:
        called = {variant, *(name_variant(variant, load_catalogue(locale)) for locale in LOCALES)}
        if name.casefold() in map(str.casefold, called):
            raise Refusal("house-taken", variant=variant)


def _read_question(about: str) -> tuple[int, str]:
    """Return a question and its field from a custom id, such as `10`.

    `14-0` is the first part of the points. Return 0 and an empty string if there is no such
    question.
    """
    number, _, part = about.partition("-")
    question = int(number) if number.isdecimal() else 0
    if question == POINTS_QUESTION and part.isdecimal() and int(part) < len(POINTS):
        return question, POINTS[int(part)]
    return (question, QUESTIONS[question]) if question in QUESTIONS else (0, "")


def _read_number(field: str, typed: str) -> AnswerValue:
    """Return the number typed in the modal; None if it is empty and may be. Raises `Refusal`."""
    written = typed.strip().replace("−", "-")
    possible = list_values(field)
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


def _read_places(typed: str) -> tuple[int, ...]:
    """Return the points of each place, such as `5 3 2 1`. Raises `Refusal`."""
    written = re.split(r"[\s,;/·]+", typed.strip().replace("−", "-").replace("+", ""))
    numbers = [value for value in list_values(PLACES) if type(value) is int]
    try:
        points = tuple(int(each) for each in written if each)
    except ValueError:
        points = (numbers[-1] + 1,)
    if len(points) > MAX_PLACES or not {*points} <= {*numbers}:
        raise Refusal("house-places", most=MAX_PLACES, low=numbers[0], high=numbers[-1])
    return points


def _make_route(
    action: str, handler: Handler, picked: Callable[[str], object | None] | None = None
) -> Route:
    pattern = f"house:{{code}}:{action}:{{about}}:{{name*}}"
    return Route(pattern, handler, HOUSE_ACCESS, picked=picked)


ROUTES = (
    _make_route("pick", pick, str),
    _make_route("start", start, VARIANTS.get),
    _make_route("close", close),
    _make_route("ask", _with_draft(ask), str),
    _make_route("set", _with_draft(answer), str),
    _make_route("like", _with_draft(take_scoring), SCORINGS.get),
    _make_route("type", _with_draft(ask_for_number)),
    _make_route("filled", _with_draft(fill_number)),
    _make_route("save", _with_draft(save)),
    _make_route("delete", _with_draft(delete)),
)
