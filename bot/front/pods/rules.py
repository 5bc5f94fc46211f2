"""`/rules`, and the buttons that open it: the rules in groups, and the text of one."""

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
from bot.joust.duel import Duel
from bot.rulebooks import Game
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.variants import SCORINGS


async def offer_rules(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the rules whose id or text contains what was typed."""
    return match_rules(ctx.text, typed)


@command("rules", on_server(), anywhere=True)
@options(rule="rule")
@complete(rule=offer_rules)
async def show_rule(ctx: Context, rule: Range[str, 1, 20] | None = None) -> None:
    """Show the text of a rule, or the rules of what the channel plays."""
    if rule is not None:
        await say_rule(ctx, rule)
        return
    await open_list(ctx)


async def open_list(ctx: Context) -> None:
    """Show the rules of what the channel plays in a new message, from their first page on."""
    live = await ctx.services.service.find_current(ctx.place)
    embed, view = _render_list(ctx.text, _find_first_group(live.game, ctx.settings.variant), 0)
    await say(ctx, embed=embed, view=view)


async def turn_list(ctx: Context, group: str, page: int) -> None:
    """Turn to page `page` of a group of rules, from 0."""
    embed, view = _render_list(ctx.text, group, page)
    await edit(ctx, embed=embed, view=view)


async def open_group(ctx: Context, picked: str) -> None:
    """Turn to the first page of the group that was picked."""
    await turn_list(ctx, picked, 0)


async def turn_all(ctx: Context, page: int) -> None:
    """Turn to page `page` of all rules, from 0, as older messages count them."""
    last_pages = {group: _find_last_page(ctx.text, group) for group in GROUPS}
    pages = [(group, at) for group, last in last_pages.items() for at in range(last + 1)]
    await turn_list(ctx, *pages[min(page, len(pages) - 1)])


async def say_picked(ctx: Context, picked: str) -> None:
    """Show the text of the rule that was picked in the list."""
    await say_rule(ctx, picked)


RULES_PER_PAGE = 10
"""Rules on one page of the list, which has to fit on a phone's screen."""

_MAX_BEGINNING_LENGTH = 60
"""Characters of each rule that the list shows."""


GROUPS = ("ESC", "TAB", "NEC", "RSP", "VAR", "PW", "MJ")
"""The groups of rules, by what their ids begin with."""

_FIRST_GROUPS = {"esclave": "ESC", "elimination": "TAB", "necromancer": "NEC", "respawn": "RSP"}


def _find_first_group(game: Game | None, usual: str) -> str:
    """Return the group of what is played, or of the server's `usual` variant.

    A server's own variant answers the questions of all variants.
    """
    if isinstance(game, Duel):
        return "MJ"
    return _FIRST_GROUPS.get(game.setup.variant if isinstance(game, Pod) else usual, "VAR")


def _list_group(text: Catalogue, group: str) -> list[str]:
    return [name for name in text.list_rules() if name.partition("-")[0] == group]


def _find_last_page(text: Catalogue, group: str) -> int:
    return max(0, len(_list_group(text, group)) - 1) // RULES_PER_PAGE


def _render_list(text: Catalogue, group: str, page: int) -> tuple[discord.Embed, ui.View]:
    """Return a page of a group: each rule's id and first words, and menus to open another."""
    known = group if group in GROUPS else GROUPS[0]
    last = _find_last_page(text, known)
    at = min(page, last)
    labels = {
        name: clean_label(text(_make_key(name)), 100)
        for name in _list_group(text, known)[at * RULES_PER_PAGE : (at + 1) * RULES_PER_PAGE]
    }
    lines = [f"`{name}` {escape(label, _MAX_BEGINNING_LENGTH)}" for name, label in labels.items()]
    embed = discord.Embed(
        title=f"{text('rules-title')} · {text(f'rules-group-{known.lower()}')}",
        description="\n".join(lines),
        colour=embeds.COLOURS["lobby"],
    )
    embeds.number_page(embed, at, last, text)
    which: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label(text("rules-which"), 150),
        options=[
            discord.SelectOption(label=name, value=name, description=label)
            for name, label in labels.items()
        ],
        custom_id="rules:which",
    )
    groups: ui.Select[ui.View] = ui.Select(
        options=[
            discord.SelectOption(
                label=text(f"rules-group-{each.lower()}"), value=each, default=each == known
            )
            for each in GROUPS
        ],
        custom_id="rules:group",
    )
    turning = controls.make_page_buttons(f"rules:{known}", at, last) if last else []
    return embed, controls.make_unstored_view([groups, which, *turning])


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
        description="\n".join(
            [text("deeds-intro"), *deeds.explain_deeds(text, ctx.settings.house_deeds)]
        ),
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
    Route("rules:group", open_group, on_server(), picked=str),
    Route(f"rules:{{group:{'|'.join(GROUPS)}}}:{{page:int}}", turn_list, on_server(), "rules:turn"),
    Route("rules:{page:int}", turn_all, on_server()),
)


def _make_key(name: str) -> str:
    return f"rule-{name.lower()}"
