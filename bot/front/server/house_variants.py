"""`/setup variant`: a private page on which moderators create the server's own variants.

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

from bot.formatters.messages import format_variant_name
from bot.front.game_texts import variant_texts
from bot.front.interaction.answers import edit_private_message, send_answer, show_modal
from bot.front.interaction.command_declarations import (
    autocomplete_options,
    describe_options,
    slash_command,
)
from bot.front.interaction.context import Context
from bot.front.interaction.player_options import build_matching_choices
from bot.front.interaction.routes import HOUSE_ACCESS, Handler, Route
from bot.front.server import audit_trail
from bot.front.ui import components, embeds
from bot.front.ui.escaping import clean_label, escape_markdown
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
    find_variant_obstacles,
    list_menu_answers,
    list_possible_answers,
)

# The page

NUMBER_FIELD = "number"
"""The input of the modal."""

POINTS_QUESTION = 14
"""The question about points, whose answer has several parts."""


class VariantDraft(Struct, frozen=True):
    """A variant that is being edited, and the number of its open question; 0 means none."""

    name: str
    answers: Variant
    question: int = 0

    def with_answer(self, field_name: str, value: AnswerValue | tuple[int, ...]) -> "VariantDraft":
        """Return the draft with another value of a field, which may be a part of the
        points.
        """
        if field_name in POINTS:
            points = replace(self.answers.points, **{field_name: value})
            return replace(self, answers=replace(self.answers, points=points))
        return replace(self, answers=replace(self.answers, **{field_name: value}))

    def build_custom_id(self, action: str, subject: object = "") -> str:
        """Return a custom id that carries the draft, an action, and the action's subject."""
        return (
            f"house:{encode_variant(self.answers)}:{action}:{subject or self.question}:{self.name}"
        )


def encode_answer(value: AnswerValue) -> str:
    """Return an answer as the value of a menu's option."""
    return str(value).lower()


def render_variant_list(
    server_variants: Mapping[str, Variant], catalogue: Catalogue
) -> tuple[discord.Embed, ui.View]:
    """Return the page that lists the server's own variants."""
    embed = discord.Embed(title=catalogue("house-title"), colour=embeds.COLOURS["lobby"])
    lines = [
        f"**{escape_markdown(name)}**\n"
        f"{variant_texts.describe_variant_briefly(server_variants[name], catalogue)}"
        for name in server_variants
    ]
    embed.description = "\n\n".join([catalogue("house-intro"), *lines])
    if not server_variants:
        return embed, components.build_stateless_view([])
    options = [
        discord.SelectOption(label=clean_label(name), value=name) for name in server_variants
    ]
    return embed, components.build_stateless_view(
        [_build_variant_menu("house:-:pick:0:", catalogue("house-pick"), options)]
    )


def render_start_page(variant_name: str, catalogue: Catalogue) -> tuple[discord.Embed, ui.View]:
    """Return the page of a new variant, on which a built-in variant is chosen to start from."""
    embed = discord.Embed(title=escape_markdown(variant_name), colour=embeds.COLOURS["lobby"])
    embed.description = catalogue("house-start")
    options = [
        discord.SelectOption(
            label=catalogue(f"variant-{variant}"),
            description=clean_label(catalogue(f"variant-{variant}-about"), 100),
            value=variant,
        )
        for variant in VARIANTS
    ]
    menu = _build_variant_menu(
        f"house:-:start:0:{variant_name}", catalogue("house-start-menu"), options
    )
    return embed, components.build_stateless_view([menu])


def render_variant_page(
    draft: VariantDraft, server_variants: Mapping[str, Variant], catalogue: Catalogue
) -> tuple[discord.Embed, ui.View]:
    """Return the page of a variant, with its answers, menus and buttons."""
    reasons = list(find_variant_obstacles(draft.answers))
    kept = server_variants.get(draft.name)
    embed = discord.Embed(title=escape_markdown(draft.name), colour=embeds.COLOURS["lobby"])
    embed.description = variant_texts.describe_variant_in_full(draft.answers, catalogue)
    if reasons:
        embed.colour = discord.Colour(embeds.DISPUTED_COLOUR)
        said = "\n".join(f"• {catalogue(f'impossible-{reason}')}" for reason in reasons)
        embed.add_field(name=catalogue("house-impossible"), value=said, inline=False)
    state = "house-saved" if kept == draft.answers else "house-changed"
    embed.set_footer(text=catalogue("house-new" if kept is None else state))
    items: list[ui.Item[ui.View]] = [
        _build_question_menu(draft, catalogue),
        *_build_answer_items(draft, catalogue),
    ]
    save = _build_variant_button(
        draft.build_custom_id("save"), catalogue("house-save"), discord.ButtonStyle.success
    )
    save.disabled = bool(reasons) or kept == draft.answers
    delete = _build_variant_button(
        draft.build_custom_id("delete"), catalogue("house-delete"), discord.ButtonStyle.danger
    )
    close = _build_variant_button(draft.build_custom_id("close"), catalogue("house-close"))
    last = [save, *([delete] if kept is not None else []), close]
    for button in last:
        button.row = 4
    return embed, components.build_stateless_view([*items, *last])


def _build_question_menu(draft: VariantDraft, catalogue: Catalogue) -> ui.Item[ui.View]:
    options = [
        discord.SelectOption(
            label=clean_label(
                catalogue.format_label(f"VAR-{number}", catalogue(f"var-{number}-name")), 100
            ),
            description=clean_label(
                variant_texts.render_variant_answer(number, draft.answers, catalogue), 100
            ),
            value=str(number),
            default=number == draft.question,
        )
        for number in QUESTIONS
    ]
    return _build_variant_menu(draft.build_custom_id("ask"), catalogue("house-ask"), options)


def _build_answer_items(draft: VariantDraft, catalogue: Catalogue) -> Iterator[ui.Item[ui.View]]:
    """Yield the items that answer the open question: a menu of words, and a button for numbers."""
    if not draft.question:
        return
    if draft.question == POINTS_QUESTION:
        for place, part in enumerate(POINTS):
            label = variant_texts.render_scoring_part(
                part, getattr(draft.answers.points, part), catalogue
            )
            yield _build_variant_button(
                draft.build_custom_id("type", f"{POINTS_QUESTION}-{place}"), clean_label(label)
            )
        yield _build_variant_menu(
            draft.build_custom_id("like"),
            catalogue("house-scorings"),
            [
                _build_scoring_option(name, catalogue)
                for name in _list_fitting_scorings(draft.answers)
            ],
        )
        return
    field = QUESTIONS[draft.question]
    now = getattr(draft.answers, field)
    offered = list_menu_answers(field)
    options = [
        discord.SelectOption(
            label=clean_label(
                variant_texts.render_answer_value(draft.question, value, catalogue), 100
            ),
            value=encode_answer(value),
            default=value == now,
        )
        for value in offered
    ]
    yield _build_variant_menu(
        draft.build_custom_id("set"),
        clean_label(catalogue(f"var-{draft.question}-name"), 150),
        options,
    )
    if len(offered) < len(list_possible_answers(field)):
        yield _build_variant_button(draft.build_custom_id("type"), catalogue("house-number"))


def _list_fitting_scorings(answers: Variant) -> list[str]:
    """Return the built-in scorings that a variant can start from."""
    is_closed = answers.ends_when == "closed"
    return [name for name, points in SCORINGS.items() if (points.per_defeat > 0) == is_closed]


def _build_scoring_option(scoring_name: str, catalogue: Catalogue) -> discord.SelectOption:
    about = variant_texts.render_scoring(SCORINGS[scoring_name], catalogue)
    return discord.SelectOption(
        label=clean_label(catalogue(f"scoring-{scoring_name}"), 100),
        description=clean_label(about, 100),
        value=scoring_name,
    )


def build_number_modal(draft: VariantDraft, field_name: str, catalogue: Catalogue) -> ui.Modal:
    """Return the modal in which the number for a field is typed."""
    number = draft.question
    part = POINTS.index(field_name) if field_name in POINTS else None
    about = number if part is None else f"{number}-{part}"
    asking = ui.Modal(
        title=clean_label(catalogue(f"var-{number}-name"), 45),
        custom_id=draft.build_custom_id("filled", about),
    )
    asking.stop()
    holder: Any = draft.answers if part is None else draft.answers.points
    now = getattr(holder, field_name)
    label = catalogue("house-number")
    if part is not None:
        label = variant_texts.render_scoring_part(field_name, now, catalogue)
    typed: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=NUMBER_FIELD,
        required=None not in list_possible_answers(field_name) and field_name != PLACES,
        max_length=60 if field_name == PLACES else 4,
        default=_format_number_input(now),
    )
    asking.add_item(ui.Label(text=clean_label(label, 45), component=typed))
    return asking


def _format_number_input(value: Any) -> str | None:
    """Return the text input's default for a value; None for words."""
    if isinstance(value, tuple):
        return " ".join(map(str, value)) or None
    return str(value) if type(value) is int else None


def _build_variant_menu(
    custom_id: str, placeholder: str, options: list[discord.SelectOption]
) -> ui.Select[ui.View]:
    return ui.Select(custom_id=custom_id, placeholder=placeholder, options=options)


def _build_variant_button(
    custom_id: str, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> ui.Button[ui.View]:
    return ui.Button(custom_id=custom_id, label=label, style=style)


# The command


async def complete_server_variant(ctx: Context, query: str) -> list[Choice[str]]:
    """Offer the server's own variants whose name contains the typed text."""
    return build_matching_choices([(name, name) for name in ctx.settings.variants], query)


@slash_command("variant", HOUSE_ACCESS)
@describe_options(name="variant-name")
@autocomplete_options(name=complete_server_variant)
async def edit_variant(ctx: Context, name: Range[str, 1, LONGEST_NAME] | None = None) -> None:
    """Show the page of a new or saved variant; without a name, list the server's variants."""
    own = ctx.settings.variants
    called = " ".join((name or "").split())
    if not called:
        embed, view = render_variant_list(own, ctx.catalogue)
    elif called in own:
        embed, view = render_variant_page(VariantDraft(called, own[called]), own, ctx.catalogue)
    else:
        _require_valid_name(called)
        embed, view = render_start_page(called, ctx.catalogue)
    await send_answer(ctx, embed=embed, view=view)


# Menus, buttons and the modal; the custom id carries the draft


async def open_selected_variant(
    ctx: Context, code: str, about: str, name: str, selection: str
) -> None:
    """Show the page of the variant selected in the menu."""
    own = ctx.settings.variants
    if selection not in own:
        raise Refusal("no-such-variant", typed=escape_markdown(selection))
    await _show_variant_draft(ctx, VariantDraft(selection, own[selection]))


async def start_from_builtin_variant(
    ctx: Context, code: str, about: str, name: str, selection: Variant
) -> None:
    """Start a new variant with the answers of a built-in variant."""
    await _show_variant_draft(ctx, VariantDraft(name, selection))


async def close_variant_page(ctx: Context, code: str, about: str, name: str) -> None:
    """Close the page of the variants."""
    await edit_private_message(ctx, content=ctx.catalogue("house-closed"), embed=None, view=None)


async def open_variant_question(
    ctx: Context, draft: VariantDraft, field: str, selection: str
) -> None:
    """Open the question about the variant that was selected in the menu."""
    question, _ = _parse_question(selection)
    await _show_variant_draft(ctx, replace(draft, question=question))


async def answer_variant_question(
    ctx: Context, draft: VariantDraft, field: str, selection: str
) -> None:
    """Answer the open question about the variant with the selected value."""
    wanted = [value for value in list_menu_answers(field) if encode_answer(value) == selection]
    if not draft.question or not wanted:
        raise Refusal("unknown-button")
    await _show_variant_draft(ctx, draft.with_answer(field, wanted[0]))


async def apply_builtin_scoring(
    ctx: Context, draft: VariantDraft, field: str, selection: Scoring
) -> None:
    """Replace all points of the variant with those of a built-in scoring."""
    await _show_variant_draft(ctx, replace(draft, answers=replace(draft.answers, points=selection)))


async def open_number_modal(ctx: Context, draft: VariantDraft, field: str) -> None:
    """Open the modal for a number that answers the open question."""
    if not draft.question:
        raise Refusal("unknown-button")
    await show_modal(ctx, build_number_modal(draft, field, ctx.catalogue))


async def answer_with_typed_number(ctx: Context, draft: VariantDraft, field: str) -> None:
    """Answer the open question with the number that was typed in the modal."""
    if not draft.question:
        raise Refusal("unknown-button")
    typed = ctx.modal_fields.get(NUMBER_FIELD, "")
    value = _parse_place_points(typed) if field == PLACES else _parse_number(field, typed)
    await _show_variant_draft(ctx, draft.with_answer(field, value))


async def save_variant(ctx: Context, draft: VariantDraft, _: str) -> None:
    """Save the variant among the server's own variants."""
    await _save_or_delete_variant(ctx, draft, draft.answers)


async def delete_variant(ctx: Context, draft: VariantDraft, _: str) -> None:
    """Delete the variant; the page stays open, so that it can be saved again."""
    await _save_or_delete_variant(ctx, draft, None)


def _with_variant_draft(handler: Handler) -> Handler:
    """Return a handler that parses the draft and the field from the custom id."""

    async def handle_press(ctx: Context, code: str, about: str, name: str, **picked: str) -> None:
        question, field = _parse_question(about)
        try:
            draft = VariantDraft(name, decode_variant(code), question)
        except ValueError:
            raise Refusal("unknown-button") from None
        await handler(ctx, draft, field, **picked)

    return handle_press


async def _save_or_delete_variant(
    ctx: Context, draft: VariantDraft, answers: Variant | None
) -> None:
    _require_valid_name(draft.name)
    for reason in find_variant_obstacles(answers) if answers is not None else ():
        raise Refusal("impossible", reason=reason)
    guild = ctx.channel_address.guild
    now = discord.utils.utcnow()
    who = await ctx.identify_requester()
    interaction = ctx.interaction.id
    guilds = ctx.services.guilds
    entry = await guilds.define_variant(guild, draft.name, answers, who, interaction, now)
    await ctx.reload_settings()
    await _show_variant_draft(ctx, replace(draft, question=0))
    if entry is not None:
        await audit_trail.post_audit_entry(ctx, entry)


async def _show_variant_draft(ctx: Context, draft: VariantDraft) -> None:
    embed, view = render_variant_page(draft, ctx.settings.variants, ctx.catalogue)
    await edit_private_message(ctx, embed=embed, view=view)


def _require_valid_name(variant_name: str) -> None:
    """Raise `Refusal` for a name that is too long, or a built-in variant's in any language."""
    if len(variant_name) > LONGEST_NAME:
        raise Refusal("house-long", most=LONGEST_NAME)
    for variant in VARIANTS:
        called = {
            variant,
            *(format_variant_name(variant, load_catalogue(locale)) for locale in LOCALES),
        }
        if variant_name.casefold() in map(str.casefold, called):
            raise Refusal("house-taken", variant=variant)


def _parse_question(question_code: str) -> tuple[int, str]:
    """Return the number and the field of a question from a custom id, such as `10`.

    `14-0` is the first part of the points. Return 0 and an empty string if there is no such
    question.
    """
    number, _, part = question_code.partition("-")
    question = int(number) if number.isdecimal() else 0
    if question == POINTS_QUESTION and part.isdecimal() and int(part) < len(POINTS):
        return question, POINTS[int(part)]
    return (question, QUESTIONS[question]) if question in QUESTIONS else (0, "")


def _parse_number(field_name: str, user_input: str) -> AnswerValue:
    """Return the number typed in the modal; None if the input is empty and may be. Raises
    `Refusal`.
    """
    written = user_input.strip().replace("−", "-")
    possible = list_possible_answers(field_name)
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


def _parse_place_points(user_input: str) -> tuple[int, ...]:
    """Return the points of each place, such as `5 3 2 1`. Raises `Refusal`."""
    written = re.split(r"[\s,;/·]+", user_input.strip().replace("−", "-").replace("+", ""))
    numbers = [value for value in list_possible_answers(PLACES) if type(value) is int]
    try:
        points = tuple(int(each) for each in written if each)
    except ValueError:
        points = (numbers[-1] + 1,)
    if len(points) > MAX_PLACES or not {*points} <= {*numbers}:
        raise Refusal("house-places", most=MAX_PLACES, low=numbers[0], high=numbers[-1])
    return points


def _build_variant_route(
    action: str, handler: Handler, parse_selection: Callable[[str], object | None] | None = None
) -> Route:
    pattern = f"house:{{code}}:{action}:{{about}}:{{name*}}"
    return Route(pattern, handler, HOUSE_ACCESS, picked=parse_selection)


ROUTES = (
    _build_variant_route("pick", open_selected_variant, str),
    _build_variant_route("start", start_from_builtin_variant, VARIANTS.get),
    _build_variant_route("close", close_variant_page),
    _build_variant_route("ask", _with_variant_draft(open_variant_question), str),
    _build_variant_route("set", _with_variant_draft(answer_variant_question), str),
    _build_variant_route("like", _with_variant_draft(apply_builtin_scoring), SCORINGS.get),
    _build_variant_route("type", _with_variant_draft(open_number_modal)),
    _build_variant_route("filled", _with_variant_draft(answer_with_typed_number)),
    _build_variant_route("save", _with_variant_draft(save_variant)),
    _build_variant_route("delete", _with_variant_draft(delete_variant)),
)
