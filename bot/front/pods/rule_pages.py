"""`/rules`, and the buttons that open it: the rules in groups, and the text of a rule."""

import discord
from discord import ui
from discord.app_commands import Choice, Range

from bot.front.game_texts import deed_texts, variant_texts
from bot.front.interaction.answers import edit_pressed_private_message, send_answer
from bot.front.interaction.command_declarations import autocomplete_options, slash_command, translate_command_options
from bot.front.interaction.context import Context
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.ui import components, embeds
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.i18n import MessageCatalogue
from bot.joust.duel import Duel
from bot.rulebooks import Game
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.variants import SCORINGS


async def autocomplete_rules(ctx: Context, query: str) -> list[Choice[str]]:
    """Return autocomplete choices of the rules whose id or text contains a query."""
    return build_rule_autocomplete_choices(ctx.catalogue, query)


@slash_command("rules", build_access_rule_for_server(), in_direct_messages=True)
@translate_command_options(rule="rule")
@autocomplete_options(rule=autocomplete_rules)
async def show_rule_text_or_rule_list(ctx: Context, rule: Range[str, 1, 20] | None = None) -> None:
    """Show the text of a rule; without an option, list the rules of the channel's current game."""
    if rule is not None:
        await send_rule_text(ctx, rule)
        return
    await show_rule_list_in_new_message(ctx)


async def show_rule_list_in_new_message(ctx: Context) -> None:
    """List the rules of the channel's current game in a new message, from the first page."""
    live = await ctx.services.service.load_current_game(ctx.channel_address)
    embed, view = _render_page_of_rule_group(
        ctx.catalogue, _find_rule_group_of_game(live.game, ctx.settings.variant), 0
    )
    await send_answer(ctx, embed=embed, view=view)


async def show_page_of_rule_group(ctx: Context, group: str, page: int) -> None:
    """Show a page of a group of rules, counted from 0."""
    embed, view = _render_page_of_rule_group(ctx.catalogue, group, page)
    await edit_pressed_private_message(ctx, embed=embed, view=view)


async def show_selected_rule_group(ctx: Context, selection: str) -> None:
    """Show the first page of the selected group of rules."""
    await show_page_of_rule_group(ctx, selection, 0)


async def show_page_of_all_rule_groups(ctx: Context, page: int) -> None:
    """Show a page of all rules, for buttons of older messages; pages are counted from 0."""
    last_pages = {group: _get_last_page_of_rule_group(ctx.catalogue, group) for group in GROUPS}
    pages = [(group, at) for group, last in last_pages.items() for at in range(last + 1)]
    await show_page_of_rule_group(ctx, *pages[min(page, len(pages) - 1)])


async def show_selected_rule(ctx: Context, selection: str) -> None:
    await send_rule_text(ctx, selection)


RULES_PER_PAGE = 10
"""Rules on one page of the list, which has to fit on a phone's screen."""

_MAX_BEGINNING_LENGTH = 60
"""Characters of each rule that the list shows."""


GROUPS = ("ESC", "TAB", "NEC", "RSP", "VAR", "PW", "MJ")
"""The groups of rules, by what their ids begin with."""

_FIRST_GROUPS = {"esclave": "ESC", "elimination": "TAB", "necromancer": "NEC", "respawn": "RSP"}


def _find_rule_group_of_game(game: Game | None, default_variant: str) -> str:
    """Return the group of rules that applies to the channel's current game.

    Without a game, it is that of the server's default variant. A server's own variant answers the questions of all
    variants.
    """
    if isinstance(game, Duel):
        return "MJ"
    return _FIRST_GROUPS.get(game.setup.variant if isinstance(game, Pod) else default_variant, "VAR")


def _list_rules_of_group(catalogue: MessageCatalogue, group: str) -> list[str]:
    return [name for name in catalogue.list_ids_of_rules_with_text() if name.partition("-")[0] == group]


def _get_last_page_of_rule_group(catalogue: MessageCatalogue, group: str) -> int:
    return max(0, len(_list_rules_of_group(catalogue, group)) - 1) // RULES_PER_PAGE


def _render_page_of_rule_group(catalogue: MessageCatalogue, group: str, page: int) -> tuple[discord.Embed, ui.View]:
    """Render a page with the id and first words of each rule, and menus to open a rule."""
    known = group if group in GROUPS else GROUPS[0]
    last = _get_last_page_of_rule_group(catalogue, known)
    at = min(page, last)
    labels = {
        name: clean_label_text(catalogue(_build_rule_text_key(name)), 100)
        for name in _list_rules_of_group(catalogue, known)[at * RULES_PER_PAGE : (at + 1) * RULES_PER_PAGE]
    }
    lines = [f"`{name}` {escape_markdown(label, _MAX_BEGINNING_LENGTH)}" for name, label in labels.items()]
    embed = discord.Embed(
        title=f"{catalogue('rules-title')} · {catalogue(f'rules-group-{known.lower()}')}",
        description="\n".join(lines),
        colour=embeds.COLOURS["lobby"],
    )
    embeds.add_page_number_to_footer(embed, at, last, catalogue)
    which: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label_text(catalogue("rules-which"), 150),
        options=[discord.SelectOption(label=name, value=name, description=label) for name, label in labels.items()],
        custom_id="rules:which",
    )
    groups: ui.Select[ui.View] = ui.Select(
        options=[
            discord.SelectOption(label=catalogue(f"rules-group-{each.lower()}"), value=each, default=each == known)
            for each in GROUPS
        ],
        custom_id="rules:group",
    )
    turning = components.build_page_buttons(f"rules:{known}", at, last) if last else []
    return embed, components.build_stateless_view([groups, which, *turning])


async def send_rule_text(ctx: Context, rule: str) -> None:
    """Send the text of a rule, found by its id. Raises `Refusal` for an unknown id."""
    text = ctx.catalogue
    name = rule.strip().upper()
    pages = {SCORING: _render_scoring_systems_embed, DEEDS: _render_achievements_embed}
    words = {text("option-scoring").casefold(): SCORING, text("deeds-word").casefold(): DEEDS}
    page = pages.get(words.get(name.casefold(), name.casefold()))
    if page is not None:
        await send_answer(ctx, embed=page(ctx))
        return
    if _build_rule_text_key(name) not in text:
        raise Refusal("no-rule", typed=escape_markdown(rule))
    embed = discord.Embed(title=name, description=text(_build_rule_text_key(name)), colour=embeds.COLOURS["lobby"])
    await send_answer(ctx, embed=embed)


SCORING = "scoring"
"""Stands for the page of all scorings where the id of a rule is asked for."""

DEEDS = "deeds"
"""Stands for the page of all deeds."""


def _render_achievements_embed(ctx: Context) -> discord.Embed:
    text = ctx.catalogue
    return discord.Embed(
        title=text("deeds-title"),
        description="\n".join([text("deeds-intro"), *deed_texts.explain_achievements(text, ctx.settings.house_deeds)]),
        colour=embeds.COLOURS["lobby"],
    )


def _render_scoring_systems_embed(ctx: Context) -> discord.Embed:
    """Render how many points each scoring system awards, custom variants included."""
    text = ctx.catalogue
    scorings = {text(f"scoring-{name}"): points for name, points in SCORINGS.items()}
    scorings |= {name: answers.points for name, answers in ctx.settings.variants.items()}
    lines = [
        f"**{escape_markdown(name)}**\n{variant_texts.render_points_of_scoring(points, text)}"
        for name, points in scorings.items()
    ]
    return discord.Embed(
        title=text("scorings-title"),
        description="\n".join([text("scorings-intro"), *lines]),
        colour=embeds.COLOURS["lobby"],
    )


def build_rule_autocomplete_choices(catalogue: MessageCatalogue, query: str) -> list[Choice[str]]:
    """Return autocomplete choices of rules whose id or text contains a query, ids first."""
    wanted = query.strip().casefold()
    found = [
        Choice(name=clean_label_text(catalogue(f"{page}-title"), 100), value=value)
        for page, value in (("scorings", SCORING), ("deeds", DEEDS))
        if wanted in catalogue(f"{page}-title").casefold() or wanted in value
    ]
    for name in catalogue.list_ids_of_rules_with_text():
        label = f"{name}: {catalogue(_build_rule_text_key(name))}"
        if wanted in label.casefold():
            found.append(Choice(name=clean_label_text(label, 100), value=name))
    found.sort(key=lambda choice: not choice.value.casefold().startswith(wanted))
    return found[:25]


ROUTES = (
    CustomIdRoute("rule:{rule}", send_rule_text, build_access_rule_for_server()),
    CustomIdRoute("rules:all", show_rule_list_in_new_message, build_access_rule_for_server()),
    CustomIdRoute("rules:which", show_selected_rule, build_access_rule_for_server(), picked=str),
    CustomIdRoute("rules:group", show_selected_rule_group, build_access_rule_for_server(), picked=str),
    CustomIdRoute(
        f"rules:{{group:{'|'.join(GROUPS)}}}:{{page:int}}",
        show_page_of_rule_group,
        build_access_rule_for_server(),
        "rules:turn",
    ),
    CustomIdRoute("rules:{page:int}", show_page_of_all_rule_groups, build_access_rule_for_server()),
)


def _build_rule_text_key(rule_id: str) -> str:
    return f"rule-{rule_id.lower()}"
