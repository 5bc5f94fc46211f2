"""`/setup variant`: a private message on which moderators make variants of the server's own.

Nothing is remembered between two presses: each custom id carries the name of the variant and a
code of all its answers. Who presses is looked at anew each time.
"""

from collections.abc import Awaitable, Callable

import discord
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.front.interaction.answering import edit, say, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.picking import match_options
from bot.front.interaction.routes import HOUSE_ACCESS, Route
from bot.front.rendering.escaping import escape
from bot.front.server import audit_trail, house_view
from bot.front.server.house_view import POINTS_QUESTION, VariantDraft
from bot.i18n import LOCALES, load_catalogue
from bot.rules.answers import POINTS, QUESTIONS, Answer, decode, list_values, list_words
from bot.rules.refusals import Refusal
from bot.rules.variants import LONGEST_NAME, VARIANTS, Variant, find_obstacles
from bot.words import name_variant


async def offer_own(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the server's own variants whose name holds what was typed."""
    return match_options([(name, name) for name in ctx.settings.variants], typed)


@command("variant", HOUSE_ACCESS)
@options(name="variant-name")
@complete(name=offer_own)
async def edit_variant(ctx: Context, name: Range[str, 1, LONGEST_NAME] | None = None) -> None:
    """Show the page of a variant, new or not; without a name, all that the server has."""
    own, called = ctx.settings.variants, " ".join((name or "").split())
    if not called:
        embed, view = house_view.render_all(own, ctx.text)
    elif called in own:
        embed, view = house_view.render_page(VariantDraft(called, own[called]), own, ctx.text)
    else:
        _check_name(called)
        embed, view = house_view.render_start(called, ctx.text)
    await say(ctx, embed=embed, view=view)


# Menus, buttons and the modal; the custom id carries the draft


async def pick(ctx: Context, code: str, about: str, name: str) -> None:
    """Show the page of the variant that was picked."""
    own, picked = ctx.settings.variants, _find_picked(ctx)
    if picked not in own:
        raise Refusal("no-such-variant", typed=escape(picked))
    await _show(ctx, VariantDraft(picked, own[picked]))


async def start(ctx: Context, code: str, about: str, name: str) -> None:
    """Begin a new variant with the answers of a built-in one."""
    picked = _find_picked(ctx)
    if picked not in VARIANTS:
        raise Refusal("unknown-button")
    await _show(ctx, VariantDraft(name, VARIANTS[picked]))


async def close(ctx: Context, code: str, about: str, name: str) -> None:
    """Put the page away."""
    await edit(ctx, content=ctx.text("house-closed"), embed=None, view=None)


async def ask(ctx: Context, draft: VariantDraft, _: str) -> None:
    """Open the question that was picked."""
    question, _ = _read_about(_find_picked(ctx))
    await _show(ctx, replace(draft, question=question))


async def answer(ctx: Context, draft: VariantDraft, field: str) -> None:
    """Answer the open question as it was picked."""
    picked = _find_picked(ctx)
    wanted = [value for value in list_words(field) if house_view.encode_value(value) == picked]
    if not draft.question or not wanted:
        raise Refusal("unknown-button")
    await _show(ctx, draft.with_answer(field, wanted[0]))


async def ask_for_number(ctx: Context, draft: VariantDraft, field: str) -> None:
    """Open the modal for a number."""
    if not draft.question:
        raise Refusal("unknown-button")
    await show_modal(ctx, house_view.make_modal(draft, field, ctx.text))


async def fill_number(ctx: Context, draft: VariantDraft, field: str) -> None:
    """Answer the open question with the number that was typed."""
    if not draft.question:
        raise Refusal("unknown-button")
    number = _read_number(field, ctx.fields.get(house_view.NUMBER, ""))
    await _show(ctx, draft.with_answer(field, number))


async def save(ctx: Context, draft: VariantDraft, _: str) -> None:
    """Save the variant."""
    await _define(ctx, draft, draft.answers)


async def delete(ctx: Context, draft: VariantDraft, _: str) -> None:
    """Delete the variant; the page stays, so that it can be saved again."""
    await _define(ctx, draft, None)


def _edit(
    handler: Callable[[Context, VariantDraft, str], Awaitable[None]],
) -> Callable[..., Awaitable[None]]:
    """Return a handler for a custom id that carries the draft and the question it is about."""

    async def press(ctx: Context, code: str, about: str, name: str) -> None:
        question, field = _read_about(about)
        try:
            draft = VariantDraft(name, decode(code), question)
        except ValueError:
            raise Refusal("unknown-button") from None
        await handler(ctx, draft, field)

    return press


async def _define(ctx: Context, draft: VariantDraft, answers: Variant | None) -> None:
    _check_name(draft.name)
    for reason in find_obstacles(answers) if answers is not None else ():
        raise Refusal("impossible", reason=reason)
    guild, now, who = ctx.place.guild, discord.utils.utcnow(), await ctx.find_person()
    interaction = ctx.interaction.id
    guilds = ctx.services.guilds
    entry = await guilds.define(guild, draft.name, answers, who, interaction, now)
    await ctx.reload()
    await _show(ctx, replace(draft, question=0))
    if entry is not None:
        await audit_trail.post(ctx, entry)


async def _show(ctx: Context, draft: VariantDraft) -> None:
    embed, view = house_view.render_page(draft, ctx.settings.variants, ctx.text)
    await edit(ctx, embed=embed, view=view)


def _find_picked(ctx: Context) -> str:
    if not ctx.values:
        raise Refusal("unknown-button")
    return ctx.values[0]


def _check_name(name: str) -> None:
    """Raise `Refusal` for a name that is too long, or a built-in variant's in any language."""
    if len(name) > LONGEST_NAME:
        raise Refusal("house-long", most=LONGEST_NAME)
    for variant in VARIANTS:
        called = {variant, *(name_variant(variant, load_catalogue(locale)) for locale in LOCALES)}
        if name.casefold() in map(str.casefold, called):
            raise Refusal("house-taken", variant=variant)


def _read_about(about: str) -> tuple[int, str]:
    """Return a question and its field, as in `10`; of VAR-14 a part, as in `14-won_as_master`."""
    number, _, part = about.partition("-")
    question = int(number) if number.isdecimal() else 0
    if question == POINTS_QUESTION and part.isdecimal() and int(part) < len(POINTS):
        return question, POINTS[int(part)]
    return (question, QUESTIONS[question]) if question in QUESTIONS else (0, "")


def _read_number(field: str, typed: str) -> Answer:
    """Return the number in a modal; nothing, where that is an answer. Raises `Refusal`."""
    written, possible = typed.strip().replace("−", "-"), list_values(field)
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


_HANDLERS: dict[str, Callable[..., Awaitable[None]]] = {
    "pick": pick,
    "start": start,
    "close": close,
    "ask": _edit(ask),
    "set": _edit(answer),
    "type": _edit(ask_for_number),
    "filled": _edit(fill_number),
    "save": _edit(save),
    "delete": _edit(delete),
}
ROUTES = tuple(
    Route(f"house:{{code}}:{action}:{{about}}:{{name*}}", handler, HOUSE_ACCESS)
    for action, handler in _HANDLERS.items()
)
