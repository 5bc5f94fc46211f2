"""`/rules`, and the buttons that open it: the list of all rules, and the text of one."""

import discord
from discord import ui
from discord.app_commands import Choice, Range

from bot.front.interaction.answering import edit, say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.routes import Route, on_server
from bot.front.rendering import controls, deeds, embeds, variant_text
from bot.front.rendering.escaping import clean_label, escape
from bot.i18n import Catalogue
from bot.rules.refusals import Refusal
from bot.rules.variants import SCORINGS


async def offer_rules(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the rules whose id or text contains what was typed."""
    return match_rules(ctx.text, typed)


@command("rules", on_server(), anywhere=True)
@options(rule="rule")
@complete(rule=offer_rules)
async def show_rule(ctx: Context, rule: Range[str, 1, 20] | None = None) -> None:
    """Show the text of a rule, or the list of all rules."""
    if rule is not None:
        await say_rule(ctx, rule)
        return
    embed, view = _render_list(ctx.text, 0)
    await say(ctx, embed=embed, view=view)


async def turn_list(ctx: Context, page: int) -> None:
    """Turn to page `page` of the list, from 0."""
    embed, view = _render_list(ctx.text, page)
    await edit(ctx, embed=embed, view=view)


async def open_list(ctx: Context) -> None:
    """Show the first page of the list in a new message."""
    embed, view = _render_list(ctx.text, 0)
    await say(ctx, embed=embed, view=view)


async def say_picked(ctx: Context, picked: str) -> None:
    """Show the text of the rule that was picked in the list."""
    await say_rule(ctx, picked)


RULES_PER_PAGE = 15
"""Rules on one page of the list."""

_MAX_BEGINNING_LENGTH = 90
"""Characters of each rule that the list shows."""


def _render_list(text: Catalogue, page: int) -> tuple[discord.Embed, ui.View]:
    """Return a page of the list: each rule's id and first words, and a menu to open one."""
    every = text.list_rules()
    last = max(0, len(every) - 1) // RULES_PER_PAGE
    at = min(page, last)
    labels = {
        name: clean_label(text(_make_key(name)), _MAX_BEGINNING_LENGTH)
        for name in every[at * RULES_PER_PAGE : (at + 1) * RULES_PER_PAGE]
    }
    lines = [f"`{name}` {escape(label, _MAX_BEGINNING_LENGTH)}" for name, label in labels.items()]
    embed = discord.Embed(
        title=text("rules-title"), description="\n".join(lines), colour=embeds.COLOURS["lobby"]
    )
    embeds.number_page(embed, at, last, text)
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label(text("rules-which"), 150),
        options=[
            discord.SelectOption(label=name, value=name, description=clean_label(label, 100))
            for name, label in labels.items()
        ],
        custom_id="rules:which",
    )
    turning = controls.make_page_buttons("rules", at, last)
    return embed, controls.make_unstored_view([menu, *turning])


async def say_rule(ctx: Context, rule: str) -> None:
    """Show the text of a rule by its id. Raises `Refusal` for an unknown id."""
    text = ctx.text
    name = rule.strip().upper()
    pages = {SCORING: _render_scorings, DEEDS: _render_deeds}
    words = {text("option-scoring").casefold(): SCORING, text("deeds-word").casefold(): DEEDS}
    page = pages.get(words.get(name.casefold(), name.casefold()))
    if page is not None:
        await say(ctx, embed=page(ctx))
        return
    if _make_key(name) not in text:
        raise Refusal("no-rule", typed=escape(rule))
    embed = discord.Embed(
        title=name, description=text(_make_key(name)), colour=embeds.COLOURS["lobby"]
    )
    await say(ctx, embed=embed)


SCORING = "scoring"
"""Stands for the page of all scorings where the id of a rule is asked for."""

DEEDS = "deeds"
"""Stands for the page of all deeds."""


def _render_deeds(ctx: Context) -> discord.Embed:
    """Return what each deed is for."""
    text = ctx.text
    return discord.Embed(
        title=text("deeds-title"),
        description="\n".join([text("deeds-intro"), *deeds.explain_deeds(text)]),
        colour=embeds.COLOURS["lobby"],
    )


def _render_scorings(ctx: Context) -> discord.Embed:
    """Return what each scoring, built in or a server's own variant's, brings."""
    text = ctx.text
    scorings = {text(f"scoring-{name}"): points for name, points in SCORINGS.items()}
    scorings |= {name: answers.points for name, answers in ctx.settings.variants.items()}
    lines = [
        f"**{escape(name)}**\n{variant_text.render_scoring(points, text)}"
        for name, points in scorings.items()
    ]
    return discord.Embed(
        title=text("scorings-title"),
        description="\n".join([text("scorings-intro"), *lines]),
        colour=embeds.COLOURS["lobby"],
    )


def match_rules(text: Catalogue, typed: str) -> list[Choice[str]]:
    """Return the rules whose id or text contains what was typed, matching ids first."""
    wanted = typed.strip().casefold()
    found = [
        Choice(name=clean_label(text(f"{page}-title"), 100), value=value)
        for page, value in (("scorings", SCORING), ("deeds", DEEDS))
        if wanted in text(f"{page}-title").casefold() or wanted in value
    ]
    for name in text.list_rules():
        label = f"{name}: {text(_make_key(name))}"
        if wanted in label.casefold():
            found.append(Choice(name=clean_label(label, 100), value=name))
    found.sort(key=lambda choice: not choice.value.casefold().startswith(wanted))
    return found[:25]


ROUTES = (
    Route("rule:{rule}", say_rule, on_server()),
    Route("rules:all", open_list, on_server()),
    Route("rules:which", say_picked, on_server(), picked=str),
    Route("rules:{page:int}", turn_list, on_server()),
)


def _make_key(name: str) -> str:
    return f"rule-{name.lower()}"
