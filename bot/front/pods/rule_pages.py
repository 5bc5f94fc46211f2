"""`/rules`, and the buttons that open it: the rules in groups, a search of them, and the text of a rule."""

import asyncio
from collections.abc import Iterable, Mapping

import discord
from discord import ui
from discord.app_commands import Choice, Range

from bot.front.game_texts import deed_texts, variant_texts
from bot.front.interaction.answers import answer_by_editing_message, send_answer
from bot.front.interaction.command_declarations import (
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.game_commands import load_numbered_or_current_game
from bot.front.interaction.player_options import MAX_CHOICES
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.pods.rule_search import DEEDS, GROUPS, PAGES, SCORING, find_rule_or_rules_page_by_name, search_rules
from bot.front.ui import components, embeds
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.i18n import Translations
from bot.joust.duel import Duel
from bot.rulebooks import Game
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.variants import SCORINGS


async def autocomplete_rules(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest rules whose ids begin with the query or whose texts contain the query's words."""
    return await asyncio.to_thread(build_rule_autocomplete_choices, ctx.translations, query)


MAX_QUERY_LENGTH = 100
"""Characters of what a user searches the rules for."""


@slash_command("rules", build_access_rule_for_server(), works_outside_servers=True)
@translate_command_options(rule="rule")
@set_option_suggestions(rule=autocomplete_rules)
async def show_rule_text_or_rule_list(ctx: Context, rule: Range[str, 1, MAX_QUERY_LENGTH] | None = None) -> None:
    """Show the rule that the user asks for; without an option, list the current game's rules."""
    if rule is not None:
        await search_and_show_rules(ctx, rule)
        return
    await show_rule_list_in_new_message(ctx)


async def search_and_show_rules(ctx: Context, query: str) -> None:
    """Show the rule that matches a search; list the rules if several match.

    Raises `Refusal` if no rule has any of the words.
    """
    name = find_rule_or_rules_page_by_name(ctx.translations, query)
    # Reading all rules for the first time takes a moment, in which other interactions are answered.
    found = [name] if name is not None else await asyncio.to_thread(search_rules, ctx.translations, query)
    if not found:
        raise Refusal("no-rule", typed=escape_markdown(query))
    if len(found) == 1:
        await send_rule_text(ctx, found[0])
        return
    embed, view = _render_rule_search_results(ctx.translations, query, found)
    await send_answer(ctx, embed=embed, view=view)


async def show_rule_list_in_new_message(ctx: Context) -> None:
    """List the current game's rules in a new message, from the first page."""
    game = (await load_numbered_or_current_game(ctx)).game if ctx.is_on_server else None
    embed, view = _render_page_of_rule_group(ctx.translations, _find_rule_group_of_game(game, ctx.settings.variant), 0)
    await send_answer(ctx, embed=embed, view=view)


async def show_page_of_rule_group(ctx: Context, group: str, page: int) -> None:
    embed, view = _render_page_of_rule_group(ctx.translations, group, page)
    await answer_by_editing_message(ctx, embed=embed, view=view)


async def show_selected_rule_group(ctx: Context, selection: str) -> None:
    """Show the first page of the selected group of rules."""
    await show_page_of_rule_group(ctx, selection, 0)


async def show_page_of_all_rule_groups(ctx: Context, page: int) -> None:
    """Show a page of all rule groups, for buttons on old messages."""
    last_pages = {group: _get_last_page_of_rule_group(ctx.translations, group) for group in GROUPS}
    pages = [(group, at) for group, last in last_pages.items() for at in range(last + 1)]
    await show_page_of_rule_group(ctx, *pages[min(page, len(pages) - 1)])


async def show_selected_rule(ctx: Context, selection: str) -> None:
    await send_rule_text(ctx, selection)


RULES_PER_PAGE = 10
"""Rules on one page of the list, which has to fit on a phone's screen."""

_MAX_BEGINNING_LENGTH = 60
"""Characters of each rule that the list shows."""

MAX_LABEL_LENGTH = 100
"""Characters of an option of a menu, and of an autocomplete choice: Discord's limit."""


_FIRST_GROUPS = {"esclave": "ESC", "elimination": "TAB", "necromancer": "NEC", "respawn": "RSP"}


def _find_rule_group_of_game(game: Game | None, default_variant: str) -> str:
    """Return the id of the rules that apply to a game; without a game, to the server's default variant.

    A server's own variant answers the questions of all variants.
    """
    if isinstance(game, Duel):
        return "MJ"
    return _FIRST_GROUPS.get(game.setup.variant if isinstance(game, Pod) else default_variant, "VAR")


def _list_rules_of_group(translations: Translations, rule_group: str) -> list[str]:
    return [name for name in translations.list_explained_rule_ids() if name.partition("-")[0] == rule_group]


def _get_last_page_of_rule_group(translations: Translations, rule_group: str) -> int:
    return max(0, len(_list_rules_of_group(translations, rule_group)) - 1) // RULES_PER_PAGE


def _render_page_of_rule_group(translations: Translations, rule_group: str, page: int) -> tuple[discord.Embed, ui.View]:
    """Return a page of a rule group, with the start of each rule and menus to open a rule."""
    known = rule_group if rule_group in GROUPS else GROUPS[0]
    last = _get_last_page_of_rule_group(translations, known)
    at = min(page, last)
    labels = _map_rules_to_menu_labels(
        translations, _list_rules_of_group(translations, known)[at * RULES_PER_PAGE : (at + 1) * RULES_PER_PAGE]
    )
    embed = discord.Embed(
        title=f"{translations('rules-title')} · {translations(f'rules-group-{known.lower()}')}",
        description=_render_rule_lines(labels),
        colour=embeds.COLOURS["lobby"],
    )
    embeds.add_page_number_to_footer(embed, at, last, translations)
    groups: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label_text(translations("rules-groups"), 150),
        options=[
            discord.SelectOption(label=translations(f"rules-group-{each.lower()}"), value=each, default=each == known)
            for each in GROUPS
        ],
        custom_id="rules:group",
    )
    turning = components.build_page_buttons(f"rules:{known}", at, last) if last else []
    return embed, components.build_view_without_callbacks([groups, _build_rule_menu(translations, labels), *turning])


def _render_rule_search_results(
    translations: Translations, query: str, found_rules: list[str]
) -> tuple[discord.Embed, ui.View]:
    """Return the best matches of a search, and a menu to open one."""
    labels = _map_rules_to_menu_labels(translations, found_rules[:RULES_PER_PAGE])
    embed = discord.Embed(
        title=f"{translations('rules-title')} · {escape_markdown(query)}",
        description=_render_rule_lines(labels),
        colour=embeds.COLOURS["lobby"],
    )
    if len(found_rules) > len(labels):
        embed.set_footer(text=translations("rules-more", shown=len(labels), found=len(found_rules)))
    return embed, components.build_view_without_callbacks([_build_rule_menu(translations, labels)])


def _map_rules_to_menu_labels(translations: Translations, rules_and_pages: Iterable[str]) -> dict[str, str]:
    """Return a menu label for each rule (the beginning of its text) or page (its title)."""
    return {
        name: clean_label_text(
            translations(f"{PAGES[name]}-title" if name in PAGES else _build_rule_text_key(name)), MAX_LABEL_LENGTH
        )
        for name in rules_and_pages
    }


def _render_rule_lines(labels_by_rule: Mapping[str, str]) -> str:
    return "\n".join(
        f"`{name}` {escape_markdown(label, _MAX_BEGINNING_LENGTH)}" for name, label in labels_by_rule.items()
    )


def _build_rule_menu(translations: Translations, labels_by_rule: Mapping[str, str]) -> ui.Select[ui.View]:
    return ui.Select(
        placeholder=clean_label_text(translations("rules-which"), 150),
        options=[
            discord.SelectOption(label=name, value=name, description=label) for name, label in labels_by_rule.items()
        ],
        custom_id="rules:which",
    )


async def send_rule_text(ctx: Context, rule: str) -> None:
    """Send the text of a rule or page by id. Raises `Refusal` if the id is unknown."""
    name = find_rule_or_rules_page_by_name(ctx.translations, rule)
    if name is None:
        raise Refusal("no-rule", typed=escape_markdown(rule))
    if name == DEEDS:
        embed, view = _render_page_of_achievements(ctx, 0)
        await send_answer(ctx, embed=embed, view=view)
    else:
        await send_answer(ctx, embed=_render_rule_embed(ctx, name))


async def show_page_of_achievements(ctx: Context, page: int) -> None:
    embed, view = _render_page_of_achievements(ctx, page)
    await answer_by_editing_message(ctx, embed=embed, view=view)


def _render_rule_embed(ctx: Context, rule_or_page: str) -> discord.Embed:
    if rule_or_page == SCORING:
        return _render_scoring_systems_embed(ctx)
    description = ctx.translations(_build_rule_text_key(rule_or_page))
    return discord.Embed(title=rule_or_page, description=description, colour=embeds.COLOURS["lobby"])


ACHIEVEMENTS_PER_PAGE = 25
"""Achievements on one page of the list of all."""


def _render_page_of_achievements(ctx: Context, page: int) -> tuple[discord.Embed, ui.View]:
    """Return a page that explains achievements, with buttons to other pages."""
    text = ctx.translations
    lines = deed_texts.explain_achievements(text, ctx.settings.house_deeds)
    last = (len(lines) - 1) // ACHIEVEMENTS_PER_PAGE
    at = min(page, last)
    embed = discord.Embed(
        title=text("deeds-title"),
        description="\n".join(
            [text("deeds-intro"), *lines[at * ACHIEVEMENTS_PER_PAGE : (at + 1) * ACHIEVEMENTS_PER_PAGE]]
        ),
        colour=embeds.COLOURS["lobby"],
    )
    embeds.add_page_number_to_footer(embed, at, last, text)
    buttons = components.build_page_buttons("rules:deeds", at, last) if last else []
    return embed, components.build_view_without_callbacks(buttons)


def _render_scoring_systems_embed(ctx: Context) -> discord.Embed:
    """Return an embed with the points of each scoring, including those of the server's own variants."""
    text = ctx.translations
    scorings = {text(f"scoring-{name}"): points for name, points in SCORINGS.items()}
    scorings |= {name: answers.points for name, answers in ctx.settings.variants.items()}
    lines = [
        f"**{escape_markdown(name)}**\n{variant_texts.render_scoring_points(points, text)}"
        for name, points in scorings.items()
    ]
    return discord.Embed(
        title=text("scorings-title"),
        description="\n".join([text("scorings-intro"), *lines]),
        colour=embeds.COLOURS["lobby"],
    )


def build_rule_autocomplete_choices(translations: Translations, query: str) -> list[Choice[str]]:
    """Suggest rules whose ids begin with the query, then rules that contain the query's words."""
    wanted = query.strip().upper()
    every = [*PAGES, *translations.list_explained_rule_ids()]
    begun = [name for name in every if name.upper().startswith(wanted)]
    found = [*dict.fromkeys([*begun, *search_rules(translations, query, is_query_unfinished=True)])][:MAX_CHOICES]
    return [
        Choice(name=label if name in PAGES else clean_label_text(f"{name}: {label}", MAX_LABEL_LENGTH), value=name)
        for name, label in _map_rules_to_menu_labels(translations, found).items()
    ]


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
    CustomIdRoute("rules:deeds:{page:int}", show_page_of_achievements, build_access_rule_for_server()),
    CustomIdRoute("rules:{page:int}", show_page_of_all_rule_groups, build_access_rule_for_server()),
)


def _build_rule_text_key(rule_id: str) -> str:
    return f"rule-{rule_id.lower()}"
