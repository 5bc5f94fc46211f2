"""`/setup variant`: a private page on which moderators create the server's own variants.

Nothing is remembered between two presses: each custom id carries the variant's name and a code of all its answers.
Rights are checked at each press.
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
from bot.front.interaction.answers import answer_by_editing_message, send_answer, show_modal
from bot.front.interaction.command_declarations import (
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.player_options import filter_autocomplete_choices
from bot.front.interaction.routes import HOUSE_ACCESS, CustomIdRoute, Handler
from bot.front.server import audit_trail
from bot.front.ui import components, embeds
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.i18n import LOCALES, Translations, load_translations
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
    decode_variant_code,
    encode_variant,
    find_variant_problems,
    list_variant_field_values,
    list_variant_field_values_for_menu,
)

# The page

NUMBER_FIELD = "number"
"""The input of the modal."""

POINTS_QUESTION = 14
"""The question about points, whose answer has several parts."""


class CustomVariantDraft(Struct, frozen=True):
    """A server's own variant of the rules in a moderator's editor, with the number of the selected field.

    The number 0 means that no field is selected.
    """

    name: str
    answers: Variant
    question: int = 0

    def change_field(self, field_name: str, value: AnswerValue | tuple[int, ...]) -> "CustomVariantDraft":
        """Return a copy of the draft with another value in one field."""
        if field_name in POINTS:
            points = replace(self.answers.points, **{field_name: value})
            return replace(self, answers=replace(self.answers, points=points))
        return replace(self, answers=replace(self.answers, **{field_name: value}))

    def build_custom_id_with_draft(self, action: str, field_code: object = "") -> str:
        return f"house:{encode_variant(self.answers)}:{action}:{field_code or self.question}:{self.name}"


def encode_variant_value_for_menu(field_value: AnswerValue) -> str:
    """Encode the value of a variant's field as a menu value."""
    return str(field_value).lower()


def render_custom_variant_list(
    server_variants: Mapping[str, Variant], translations: Translations
) -> tuple[discord.Embed, ui.View]:
    """Return the page with the server's own variants."""
    embed = discord.Embed(title=translations("house-title"), colour=embeds.COLOURS["lobby"])
    lines = [
        f"**{escape_markdown(name)}**\n{variant_texts.describe_variant_briefly(server_variants[name], translations)}"
        for name in server_variants
    ]
    embed.description = "\n\n".join([translations("house-intro"), *lines])
    if not server_variants:
        return embed, components.build_view_without_callbacks([])
    options = [discord.SelectOption(label=clean_label_text(name), value=name) for name in server_variants]
    return embed, components.build_view_without_callbacks(
        [_build_variant_menu("house:-:pick:0:", translations("house-pick"), options)]
    )


def render_new_variant_page(variant_name: str, translations: Translations) -> tuple[discord.Embed, ui.View]:
    """Return the page of a new variant, with the bot's variants to start from."""
    embed = discord.Embed(title=escape_markdown(variant_name), colour=embeds.COLOURS["lobby"])
    embed.description = translations("house-start")
    options = [
        discord.SelectOption(
            label=translations(f"variant-{variant}"),
            description=clean_label_text(translations(f"variant-{variant}-about"), 100),
            value=variant,
        )
        for variant in VARIANTS
    ]
    menu = _build_variant_menu(f"house:-:start:0:{variant_name}", translations("house-start-menu"), options)
    return embed, components.build_view_without_callbacks([menu])


def render_variant_editor_page(
    variant_draft: CustomVariantDraft, server_variants: Mapping[str, Variant], translations: Translations
) -> tuple[discord.Embed, ui.View]:
    """Return the editor page of a custom variant, with its answers, menus and buttons."""
    reasons = list(find_variant_problems(variant_draft.answers))
    kept = server_variants.get(variant_draft.name)
    embed = discord.Embed(title=escape_markdown(variant_draft.name), colour=embeds.COLOURS["lobby"])
    embed.description = variant_texts.describe_variant_in_full(variant_draft.answers, translations)
    if reasons:
        embed.colour = discord.Colour(embeds.DISPUTED_COLOUR)
        said = "\n".join(f"• {translations(f'impossible-{reason}')}" for reason in reasons)
        embed.add_field(name=translations("house-impossible"), value=said, inline=False)
    state = "house-saved" if kept == variant_draft.answers else "house-changed"
    embed.set_footer(text=translations("house-new" if kept is None else state))
    items: list[ui.Item[ui.View]] = [
        _build_menu_of_variant_fields(variant_draft, translations),
        *_build_variant_value_menu_and_buttons(variant_draft, translations),
    ]
    save = _build_variant_button(
        variant_draft.build_custom_id_with_draft("save"), translations("house-save"), discord.ButtonStyle.success
    )
    save.disabled = bool(reasons) or kept == variant_draft.answers
    delete = _build_variant_button(
        variant_draft.build_custom_id_with_draft("delete"), translations("house-delete"), discord.ButtonStyle.danger
    )
    close = _build_variant_button(variant_draft.build_custom_id_with_draft("close"), translations("house-close"))
    last = [save, *([delete] if kept is not None else []), close]
    for button in last:
        button.row = 4
    return embed, components.build_view_without_callbacks([*items, *last])


def _build_menu_of_variant_fields(variant_draft: CustomVariantDraft, translations: Translations) -> ui.Item[ui.View]:
    options = [
        discord.SelectOption(
            label=clean_label_text(
                translations.format_label_and_value(f"VAR-{number}", translations(f"var-{number}-name")), 100
            ),
            description=clean_label_text(
                variant_texts.render_variant_field(number, variant_draft.answers, translations), 100
            ),
            value=str(number),
            default=number == variant_draft.question,
        )
        for number in QUESTIONS
    ]
    return _build_variant_menu(variant_draft.build_custom_id_with_draft("ask"), translations("house-ask"), options)


def _build_variant_value_menu_and_buttons(
    draft: CustomVariantDraft, translations: Translations
) -> Iterator[ui.Item[ui.View]]:
    """Yield the menu and buttons that change the selected field of a custom variant."""
    if not draft.question:
        return
    if draft.question == POINTS_QUESTION:
        for place, part in enumerate(POINTS):
            label = variant_texts.render_points_for_result_kind(part, getattr(draft.answers.points, part), translations)
            yield _build_variant_button(
                draft.build_custom_id_with_draft("type", f"{POINTS_QUESTION}-{place}"), clean_label_text(label)
            )
        yield _build_variant_menu(
            draft.build_custom_id_with_draft("like"),
            translations("house-scorings"),
            [
                _build_scoring_menu_option(name, translations)
                for name in _list_builtin_scorings_for_custom_variant(draft.answers)
            ],
        )
        return
    field = QUESTIONS[draft.question]
    now = getattr(draft.answers, field)
    offered = list_variant_field_values_for_menu(field)
    options = [
        discord.SelectOption(
            label=clean_label_text(variant_texts.render_variant_field_value(draft.question, value, translations), 100),
            value=encode_variant_value_for_menu(value),
            default=value == now,
        )
        for value in offered
    ]
    yield _build_variant_menu(
        draft.build_custom_id_with_draft("set"),
        clean_label_text(translations(f"var-{draft.question}-name"), 150),
        options,
    )
    if len(offered) < len(list_variant_field_values(field)):
        yield _build_variant_button(draft.build_custom_id_with_draft("type"), translations("house-number"))


def _list_builtin_scorings_for_custom_variant(variant: Variant) -> list[str]:
    is_closed = variant.ending_condition == "closed"
    return [name for name, points in SCORINGS.items() if (points.per_defeat > 0) == is_closed]


def _build_scoring_menu_option(scoring_name: str, translations: Translations) -> discord.SelectOption:
    about = variant_texts.render_scoring_points(SCORINGS[scoring_name], translations)
    return discord.SelectOption(
        label=clean_label_text(translations(f"scoring-{scoring_name}"), 100),
        description=clean_label_text(about, 100),
        value=scoring_name,
    )


def build_custom_variant_number_modal(
    variant_draft: CustomVariantDraft, field_name: str, translations: Translations
) -> ui.Modal:
    number = variant_draft.question
    part = POINTS.index(field_name) if field_name in POINTS else None
    about = number if part is None else f"{number}-{part}"
    asking = ui.Modal(
        title=clean_label_text(translations(f"var-{number}-name"), 45),
        custom_id=variant_draft.build_custom_id_with_draft("filled", about),
    )
    asking.stop()
    holder: Any = variant_draft.answers if part is None else variant_draft.answers.points
    now = getattr(holder, field_name)
    label = translations("house-number")
    if part is not None:
        label = variant_texts.render_points_for_result_kind(field_name, now, translations)
    typed: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=NUMBER_FIELD,
        required=None not in list_variant_field_values(field_name) and field_name != PLACES,
        max_length=60 if field_name == PLACES else 4,
        default=_format_number_to_prefill_modal(now),
    )
    asking.add_item(ui.Label(text=clean_label_text(label, 45), component=typed))
    return asking


def _format_number_to_prefill_modal(value: Any) -> str | None:
    if isinstance(value, tuple):
        return " ".join(map(str, value)) or None
    return str(value) if type(value) is int else None


def _build_variant_menu(custom_id: str, placeholder: str, options: list[discord.SelectOption]) -> ui.Select[ui.View]:
    return ui.Select(custom_id=custom_id, placeholder=placeholder, options=options)


def _build_variant_button(
    custom_id: str, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> ui.Button[ui.View]:
    return ui.Button(custom_id=custom_id, label=label, style=style)


# The command


async def autocomplete_custom_variant(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest the server's own variants whose names contain the query."""
    return filter_autocomplete_choices([(name, name) for name in ctx.settings.variants], query)


@slash_command("variant", HOUSE_ACCESS)
@translate_command_options(name="variant-name")
@set_option_suggestions(name=autocomplete_custom_variant)
async def show_variant_editor_or_list(ctx: Context, name: Range[str, 1, LONGEST_NAME] | None = None) -> None:
    """Show the editor of one of the server's own variants; without a name, list these variants."""
    own = ctx.settings.variants
    called = " ".join((name or "").split())
    if not called:
        embed, view = render_custom_variant_list(own, ctx.translations)
    elif called in own:
        embed, view = render_variant_editor_page(CustomVariantDraft(called, own[called]), own, ctx.translations)
    else:
        _require_valid_variant_name(called)
        embed, view = render_new_variant_page(called, ctx.translations)
    await send_answer(ctx, embed=embed, view=view)


# Menus, buttons and the modal; the custom id carries the draft


async def show_editor_of_selected_custom_variant(
    ctx: Context, variant_code: str, question_code: str, variant_name: str, selection: str
) -> None:
    own = ctx.settings.variants
    if selection not in own:
        raise Refusal("no-such-variant", typed=escape_markdown(selection))
    await _show_variant_editor_page(ctx, CustomVariantDraft(selection, own[selection]))


async def copy_builtin_variant(
    ctx: Context, variant_code: str, question_code: str, variant_name: str, selection: Variant
) -> None:
    """Show the editor of a new variant that starts as a copy of a built-in variant."""
    await _show_variant_editor_page(ctx, CustomVariantDraft(variant_name, selection))


async def close_custom_variant_editor_without_saving(
    ctx: Context, variant_code: str, question_code: str, variant_name: str
) -> None:
    """Close a variant's editor and discard the unsaved changes."""
    await answer_by_editing_message(ctx, content=ctx.translations("house-closed"), embed=None, view=None)


async def show_selected_variant_field(ctx: Context, draft: CustomVariantDraft, field: str, selection: str) -> None:
    """Show the menu with the possible values of a custom variant's selected field."""
    question, _ = _parse_variant_field_code(selection)
    await _show_variant_editor_page(ctx, replace(draft, question=question))


async def set_variant_field_from_menu(ctx: Context, draft: CustomVariantDraft, field: str, selection: str) -> None:
    """Set a custom variant's field to the value selected in a menu."""
    wanted = [
        value
        for value in list_variant_field_values_for_menu(field)
        if encode_variant_value_for_menu(value) == selection
    ]
    if not draft.question or not wanted:
        raise Refusal("unknown-button")
    await _show_variant_editor_page(ctx, draft.change_field(field, wanted[0]))


async def copy_builtin_scoring_to_variant(
    ctx: Context, draft: CustomVariantDraft, field: str, selection: Scoring
) -> None:
    """Replace all points of a variant by those of one of the bot's scorings."""
    await _show_variant_editor_page(ctx, replace(draft, answers=replace(draft.answers, points=selection)))


async def open_modal_for_variant_number(ctx: Context, draft: CustomVariantDraft, field: str) -> None:
    """Open the modal for a number, such as points, in a variant."""
    if not draft.question:
        raise Refusal("unknown-button")
    await show_modal(ctx, build_custom_variant_number_modal(draft, field, ctx.translations))


async def set_variant_field_from_modal(ctx: Context, draft: CustomVariantDraft, field: str) -> None:
    """Set a custom variant's field to the number from the modal."""
    if not draft.question:
        raise Refusal("unknown-button")
    typed = ctx.modal_fields.get(NUMBER_FIELD, "")
    value = _parse_points_of_final_places(typed) if field == PLACES else _parse_number_for_variant_field(field, typed)
    await _show_variant_editor_page(ctx, draft.change_field(field, value))


async def save_custom_variant(ctx: Context, draft: CustomVariantDraft, _question_field: str) -> None:
    """Save the edited variant among the server's own."""
    await _save_or_delete_custom_variant(ctx, draft, draft.answers)


async def delete_custom_variant(ctx: Context, draft: CustomVariantDraft, _question_field: str) -> None:
    """Delete one of the server's own variants, and keep the editor open.

    So the variant can be saved again.
    """
    await _save_or_delete_custom_variant(ctx, draft, None)


def _wrap_handler_with_variant_draft(handler: Handler) -> Handler:
    """Return a handler that decodes the edited variant from the custom id of the pressed button."""

    async def call_handler_with_variant_draft(
        ctx: Context, variant_code: str, question_code: str, variant_name: str, **picked: str
    ) -> None:
        question, field = _parse_variant_field_code(question_code)
        try:
            draft = CustomVariantDraft(variant_name, decode_variant_code(variant_code), question)
        except ValueError:
            raise Refusal("unknown-button") from None
        await handler(ctx, draft, field, **picked)

    return call_handler_with_variant_draft


async def _save_or_delete_custom_variant(
    ctx: Context, variant_draft: CustomVariantDraft, new_variant: Variant | None
) -> None:
    _require_valid_variant_name(variant_draft.name)
    for reason in find_variant_problems(new_variant) if new_variant is not None else ():
        raise Refusal("impossible", reason=reason)
    guild = ctx.channel_address.guild
    now = discord.utils.utcnow()
    who = await ctx.load_or_create_person_of_user()
    interaction = ctx.interaction.id
    guilds = ctx.services.guilds
    entry = await guilds.define_or_delete_custom_variant(guild, variant_draft.name, new_variant, who, interaction, now)
    await ctx.reload_server_settings()
    await _show_variant_editor_page(ctx, replace(variant_draft, question=0))
    if entry is not None:
        await audit_trail.post_audit_entry_in_log_channel(ctx, entry)


async def _show_variant_editor_page(ctx: Context, variant_draft: CustomVariantDraft) -> None:
    embed, view = render_variant_editor_page(variant_draft, ctx.settings.variants, ctx.translations)
    await answer_by_editing_message(ctx, embed=embed, view=view)


def _require_valid_variant_name(variant_name: str) -> None:
    """Raise `Refusal` if a name is too long, or belongs to one of the bot's variants."""
    if len(variant_name) > LONGEST_NAME:
        raise Refusal("house-long", most=LONGEST_NAME)
    for variant in VARIANTS:
        called = {variant, *(format_variant_name(variant, load_translations(locale)) for locale in LOCALES)}
        if variant_name.casefold() in map(str.casefold, called):
            raise Refusal("house-taken", variant=variant)


def _parse_variant_field_code(field_code: str) -> tuple[int, str]:
    """Return the number and name of a variant's field from a code in a custom id, such as `10`.

    `14-0` is the first part of the points.
    """
    number, _, part = field_code.partition("-")
    question = int(number) if number.isdecimal() else 0
    if question == POINTS_QUESTION and part.isdecimal() and int(part) < len(POINTS):
        return question, POINTS[int(part)]
    return (question, QUESTIONS[question]) if question in QUESTIONS else (0, "")


def _parse_number_for_variant_field(field_name: str, user_input: str) -> AnswerValue:
    """Parse the number typed for a field of a variant; None for empty input. Raises `Refusal`."""
    written = user_input.strip().replace("−", "-")
    possible = list_variant_field_values(field_name)
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


def _parse_points_of_final_places(user_input: str) -> tuple[int, ...]:
    """Return the points for each final place from text such as `5 3 2 1`. Raises `Refusal`."""
    written = re.split(r"[\s,;/·]+", user_input.strip().replace("−", "-").replace("+", ""))
    numbers = [value for value in list_variant_field_values(PLACES) if type(value) is int]
    try:
        points = tuple(int(each) for each in written if each)
    except ValueError:
        points = (numbers[-1] + 1,)
    if len(points) > MAX_PLACES or not {*points} <= {*numbers}:
        raise Refusal("house-places", most=MAX_PLACES, low=numbers[0], high=numbers[-1])
    return points


def _build_variant_editor_route(
    action: str, handler: Handler, parse_selection: Callable[[str], object | None] | None = None
) -> CustomIdRoute:
    pattern = f"house:{{variant_code}}:{action}:{{question_code}}:{{variant_name*}}"
    return CustomIdRoute(pattern, handler, HOUSE_ACCESS, picked=parse_selection)


ROUTES = (
    _build_variant_editor_route("pick", show_editor_of_selected_custom_variant, str),
    _build_variant_editor_route("start", copy_builtin_variant, VARIANTS.get),
    _build_variant_editor_route("close", close_custom_variant_editor_without_saving),
    _build_variant_editor_route("ask", _wrap_handler_with_variant_draft(show_selected_variant_field), str),
    _build_variant_editor_route("set", _wrap_handler_with_variant_draft(set_variant_field_from_menu), str),
    _build_variant_editor_route(
        "like", _wrap_handler_with_variant_draft(copy_builtin_scoring_to_variant), SCORINGS.get
    ),
    _build_variant_editor_route("type", _wrap_handler_with_variant_draft(open_modal_for_variant_number)),
    _build_variant_editor_route("filled", _wrap_handler_with_variant_draft(set_variant_field_from_modal)),
    _build_variant_editor_route("save", _wrap_handler_with_variant_draft(save_custom_variant)),
    _build_variant_editor_route("delete", _wrap_handler_with_variant_draft(delete_custom_variant)),
)
