"""How the page of a server's own variant looks: its answers, and what changes them."""

from collections.abc import Iterator, Mapping
from typing import Any

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.front.rendering import controls, embeds, variant_text
from bot.front.rendering.escaping import clean_label, escape
from bot.i18n import Catalogue
from bot.rules.answers import POINTS, QUESTIONS, Answer, encode, list_values, list_words
from bot.rules.variants import VARIANTS, Variant, find_obstacles

NUMBER = "number"
"""The input of the modal."""

POINTS_QUESTION = 14
"""The question whose answer has parts."""


class VariantDraft(Struct, frozen=True):
    """A variant being made, and the question that is open; 0 is none."""

    name: str
    answers: Variant
    question: int = 0

    def with_answer(self, field: str, value: Answer) -> "VariantDraft":
        """Return the draft with another answer, or other points."""
        if field in POINTS:
            points = replace(self.answers.points, **{field: value})
            return replace(self, answers=replace(self.answers, points=points))
        return replace(self, answers=replace(self.answers, **{field: value}))

    def make_id(self, action: str, about: object = "") -> str:
        """Return a custom id that carries all of it, and what the action is about."""
        return f"house:{encode(self.answers)}:{action}:{about or self.question}:{self.name}"


def encode_value(value: Answer) -> str:
    """Return an answer as a menu's value."""
    return str(value).lower()


def render_all(own: Mapping[str, Variant], text: Catalogue) -> tuple[discord.Embed, ui.View]:
    """Return the page of all variants that the server has."""
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
    """Return the page of a new variant, before it has answers."""
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
    """Return the page of a variant; `own` are those that the server has."""
    reasons, kept = list(find_obstacles(draft.answers)), own.get(draft.name)
    embed = discord.Embed(title=escape(draft.name), colour=embeds.COLOURS["lobby"])
    embed.description = variant_text.describe_in_full(draft.answers, text)
    if reasons:
        embed.colour = discord.Colour(embeds.DISPUTED)
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
    """What the open question can be answered: words in a menu, other numbers by a modal."""
    if not draft.question:
        return
    if draft.question == POINTS_QUESTION:
        for place, part in enumerate(POINTS):
            label = variant_text.render_part(part, getattr(draft.answers.points, part), text)
            yield _make_button(
                draft.make_id("type", f"{POINTS_QUESTION}-{place}"), clean_label(label)
            )
        return
    field = QUESTIONS[draft.question]
    now, offered = getattr(draft.answers, field), list_words(field)
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


def make_modal(draft: VariantDraft, field: str, text: Catalogue) -> ui.Modal:
    """A modal that nobody waits for: its answer comes back by its custom id."""
    number, part = draft.question, POINTS.index(field) if field in POINTS else None
    about = number if part is None else f"{number}-{part}"
    asking = ui.Modal(
        title=clean_label(text(f"var-{number}-name"), 45), custom_id=draft.make_id("filled", about)
    )
    asking.stop()
    holder: Any = draft.answers if part is None else draft.answers.points
    now, label = getattr(holder, field), text("house-number")
    if part is not None:
        label = variant_text.render_part(field, now, text)
    typed: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=NUMBER,
        required=None not in list_values(field),
        max_length=4,
        default=str(now) if type(now) is int else None,
    )
    asking.add_item(ui.Label(text=clean_label(label, 45), component=typed))
    return asking


def _make_menu(
    custom_id: str, placeholder: str, options: list[discord.SelectOption]
) -> ui.Select[ui.View]:
    return ui.Select(custom_id=custom_id, placeholder=placeholder, options=options)


def _make_button(
    custom_id: str, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> ui.Button[ui.View]:
    return ui.Button(custom_id=custom_id, label=label, style=style)
