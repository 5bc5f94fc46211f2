"""The statement that decks or commanders of a leaderboard are one: a moderator's form, and how it is taken back.

The games stay as they are. The statement is a setting of the server, which statistics ask.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, get_args

import discord
from discord import ui

from bot.basics.similar_names import build_lookalike_name_key, split_user_input_list
from bot.cards.commander_aliases import DECK_PREFIX, MAX_SAME_NAMES, CommanderAlias, SameNames
from bot.formatters.messages import PodMessageFormatter
from bot.front.decks import deck_names
from bot.front.interaction.answers import answer_by_editing_message, report_command_success, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_ascii_number
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.server import audit_trail
from bot.front.standings import seasons
from bot.front.standings.deck_leaders import build_deck_statistics_filter, parse_deck_bracket_of_custom_id
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.projections.deck_tables import DeckLeaderboardLine, load_deck_leaderboard, load_played_decks_by_key
from bot.rules.facts import Deck
from bot.rules.overrides import require_moderator_reason
from bot.rules.refusals import Refusal
from bot.rules.rights import MODERATORS

MergedDeckGroup = Literal["decks", "commanders"]
"""The leaderboards whose lines can be one."""

LINES_FIELD = "lines"
BACK_FIELD = "back"
REASON_FIELD = "reason"

MAX_REASON_LENGTH = 100
"""The most characters of a reason, which stands in the line of a setting."""

MAX_LINES_LENGTH = 300
"""The most characters in which somebody names the lines of a leaderboard."""

FEWEST_LINES = 2

_MAX_ALIASES_OF_BUTTON = 8
"""The most statements that one button takes back: as many as its custom id has room for."""

_SETTING = "same_names"


# The form


async def open_deck_merge_form(
    ctx: Context, deck_group: MergedDeckGroup, season: str, first_day: str, variant: str, table: str, bracket: str
) -> None:
    """Open the form in which a moderator merges decks on a leaderboard or undoes earlier merges."""
    modal = ui.Modal(
        title=clean_label_text(ctx.translations("button-same"), 45),
        custom_id=f"deckone:{deck_group}:{season}:{first_day}:{variant}:{table}:{bracket}:said",
    )
    modal.stop()
    modal.add_item(
        ui.Label(
            text=clean_label_text(ctx.translations("same-lines"), 45),
            description=clean_label_text(ctx.translations("same-lines-about"), 100),
            component=ui.TextInput(custom_id=LINES_FIELD, max_length=MAX_LINES_LENGTH, required=False),
        )
    )
    reason: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=REASON_FIELD, max_length=MAX_REASON_LENGTH, required=False)
    modal.add_item(ui.Label(text=clean_label_text(ctx.translations("dispute-reason"), 45), component=reason))
    aliases = ctx.settings.same_names[-components.MENU_SIZE :]
    if aliases:
        decks = await load_played_decks_by_key(ctx.services.database, ctx.channel_address.guild)
        options = [
            discord.SelectOption(
                label=clean_label_text(
                    _describe_deck_alias(each, decks, PodMessageFormatter(ctx.translations, str)), 100
                ),
                description=clean_label_text(each.reason, 100) or None,
                value=_compute_alias_hash(each),
            )
            for each in aliases
        ]
        menu: ui.Select[ui.Modal] = ui.Select(custom_id=BACK_FIELD, options=options, min_values=0, required=False)
        modal.add_item(ui.Label(text=clean_label_text(ctx.translations("same-back"), 45), component=menu))
    await show_modal(ctx, modal)


def _describe_deck_alias(alias: CommanderAlias, decks: Mapping[str, Deck], formatter: PodMessageFormatter) -> str:
    parts = []
    for text in (alias.text, alias.name):
        deck = decks.get(text.removeprefix(DECK_PREFIX)) if text.startswith(DECK_PREFIX) else None
        parts.append(text if deck is None else deck_names.format_deck_name_with_commanders(deck, formatter))
    return " = ".join(parts)


def _compute_alias_hash(alias: CommanderAlias) -> str:
    """Return a short hash that identifies a deck alias in custom ids and menus."""
    return hashlib.blake2s(f"{alias.text}\n{alias.name}".encode(), digest_size=4).hexdigest()


async def merge_decks(
    ctx: Context, deck_group: MergedDeckGroup, season: str, first_day: str, variant: str, table: str, bracket: str
) -> None:
    """Merge the named decks of a leaderboard into one, and undo the selected merges.

    Raises `Refusal`.
    """
    fields = ctx.modal_fields
    typed = fields.get(LINES_FIELD, "").strip()
    back = fields.get(BACK_FIELD, "")
    if back and not typed:
        await _remove_deck_aliases(ctx, {back})
        await report_command_success(ctx, f"✅ {ctx.translations('same-undone')}")
        return
    reason = " ".join(fields.get(REASON_FIELD, "").split())
    require_moderator_reason(reason)
    guild = ctx.channel_address.guild
    every = await ctx.services.seasons.load_seasons_of_server(guild)
    scope = seasons.parse_leaderboard_filter_from_custom_id(season, first_day, variant, table)
    narrowed = build_deck_statistics_filter(scope, every, parse_deck_bracket_of_custom_id(bracket))
    ranked = await load_deck_leaderboard(ctx.services.database, guild, narrowed, deck_group)
    words = PodMessageFormatter(ctx.translations, str)
    lines = _find_decks_by_rank_or_name(ranked, typed, words)
    aliases = _build_aliases_to_merge_decks(deck_group, [each.deck for each in lines], reason, words)
    await _change_deck_aliases(ctx, lambda before: _add_deck_aliases(before, aliases, back))
    names = [escape_markdown(deck_names.format_deck_name_with_commanders(each.deck, words)) for each in lines]
    marks = ".".join(map(_compute_alias_hash, aliases))
    label = clean_label_text(ctx.translations("button-same-back"))
    undo: ui.Button[ui.View] = ui.Button(label=label, emoji="↩️", custom_id=f"deckone:back:{marks}")
    said = ctx.translations("same-done", decks=ctx.translations.join_names_with_and(names))
    await report_command_success(ctx, f"✅ {said}", view=components.build_view_without_callbacks([undo]))


def _find_decks_by_rank_or_name(
    ranked_lines: Sequence[DeckLeaderboardLine], user_input: str, formatter: PodMessageFormatter
) -> list[DeckLeaderboardLine]:
    """Return the lines of a deck leaderboard that the user typed by rank or deck name. Raises `Refusal`."""
    named: dict[str, list[DeckLeaderboardLine]] = {}
    for rank, line in enumerate(ranked_lines, 1):
        shown = deck_names.format_deck_name_with_commanders(line.deck, formatter)
        bare = deck_names.format_deck_commanders(line.deck, formatter)
        for name in {build_lookalike_name_key(each) for each in (f"{rank}", shown, bare, line.deck.name or shown)}:
            named.setdefault(name, []).append(line)
    entries = split_user_input_list(user_input, lambda entry: build_lookalike_name_key(entry) in named, "[,;]")
    found: list[DeckLeaderboardLine] = []
    for entry in entries:
        lines = named.get(build_lookalike_name_key(entry.removesuffix(".")), [])
        if len(lines) != 1 and not (is_ascii_number(entry) and lines):
            raise Refusal("same-unknown", "lines", typed=escape_markdown(entry), most=len(ranked_lines))
        found += [each for each in lines[:1] if each not in found]
    if not FEWEST_LINES <= len(found) <= _MAX_ALIASES_OF_BUTTON:
        raise Refusal("same-few", "lines", most=_MAX_ALIASES_OF_BUTTON)
    return found


def _build_aliases_to_merge_decks(
    group_by: MergedDeckGroup, decks: Sequence[Deck], reason: str, formatter: PodMessageFormatter
) -> list[CommanderAlias]:
    """Return the aliases by which several decks count as one. Raises `Refusal` if two decks have known cards."""
    if group_by == "decks":
        first, *others = decks
        return [CommanderAlias(f"{DECK_PREFIX}{each.key}", f"{DECK_PREFIX}{first.key}", reason) for each in others]
    known = [each for each in decks if all(commander.id is not None for commander in each.commanders)]
    if len(known) > 1:
        names = formatter.text.join_names_with_and(
            [escape_markdown(deck_names.format_deck_commanders(each, formatter)) for each in known]
        )
        raise Refusal("same-cards", "lines", names=names)
    first = known[0] if known else decks[0]
    name = deck_names.BETWEEN_COMMANDERS.join(each.text for each in first.commanders)
    texts = (deck_names.BETWEEN_COMMANDERS.join(c.text for c in each.commanders) for each in decks if each is not first)
    return [CommanderAlias(text, name, reason) for text in texts]


def _add_deck_aliases(
    old_aliases: SameNames, new_aliases: Sequence[CommanderAlias], hash_of_alias_to_remove: str
) -> SameNames:
    texts = {each.text for each in new_aliases}
    left = (
        each for each in old_aliases if each.text not in texts and _compute_alias_hash(each) != hash_of_alias_to_remove
    )
    aliases = (*left, *new_aliases)
    if len(aliases) > MAX_SAME_NAMES:
        raise Refusal("same-many", most=MAX_SAME_NAMES)
    return aliases


# Taking back


async def undo_deck_merge(ctx: Context, alias_marks: str) -> None:
    """Undo the merge of decks that the message of the pressed button confirms."""
    await _remove_deck_aliases(ctx, {*alias_marks.split(".")})
    await answer_by_editing_message(ctx, content=f"✅ {ctx.translations('same-undone')}", view=None)


async def _remove_deck_aliases(ctx: Context, alias_hashes: set[str]) -> None:
    def remove_selected_deck_aliases(known_aliases: SameNames) -> SameNames:
        left = tuple(each for each in known_aliases if _compute_alias_hash(each) not in alias_hashes)
        if len(left) == len(known_aliases):
            raise Refusal("same-gone")
        return left

    await _change_deck_aliases(ctx, remove_selected_deck_aliases)


async def _change_deck_aliases(ctx: Context, compute_new_aliases: Callable[[SameNames], SameNames]) -> None:
    """Change which deck names count as one deck, and record that in the audit trail."""
    who = await ctx.load_or_create_person_of_user()
    guilds = ctx.services.guilds
    now = discord.utils.utcnow()
    entry = await guilds.update_setting_by_function(
        ctx.channel_address.guild, _SETTING, compute_new_aliases, who, ctx.interaction.id, now
    )
    await ctx.reload_server_settings()
    if entry is not None:
        await audit_trail.post_audit_entry_in_log_channel(ctx, entry)


_ACCESS = build_access_rule_for_server(MODERATORS, rate_limit_class="costly")
_FILTER = (
    f"{{deck_group:{'|'.join(get_args(MergedDeckGroup))}}}:{{season}}:{{first_day}}:{{variant}}:{{table}}:{{bracket}}"
)

ROUTES = (
    CustomIdRoute("deckone:back:{alias_marks}", undo_deck_merge, _ACCESS),
    CustomIdRoute(f"deckone:{_FILTER}", open_deck_merge_form, _ACCESS, "deckone"),
    CustomIdRoute(f"deckone:{_FILTER}:said", merge_decks, _ACCESS, "deckone:said"),
)
