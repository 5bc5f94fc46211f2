"""The button *My deck*: the deck that a player, or a guest whom they brought, plays in a pod."""

from collections.abc import Sequence

import discord
from discord import ui
from msgspec.structs import replace

from bot.basics.similar_names import build_lookalike_name_key
from bot.formatters.messages import PodMessageFormatter
from bot.front.decks import deck_names, deck_texts
from bot.front.decks.deck_input import MAX_COMMANDERS_LENGTH, build_commander_deck, suggest_corrected_decks
from bot.front.interaction.answers import answer_by_editing_message, report_command_success, show_modal
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.drafts import InteractionDraft
from bot.front.interaction.formatters import load_message_formatter_for_pod
from bot.front.interaction.game_commands import execute_game_command, wrap_command_in_factory
from bot.front.interaction.inputs import is_ascii_number
from bot.front.interaction.routes import AccessRule, CustomIdRoute, build_access_rule_for_board_button
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.front.ui.player_names import load_formatter_with_player_names
from bot.i18n import Translations
from bot.rules.brackets import BRACKETS
from bot.rules.deck_naming import DeclareDeck
from bot.rules.facts import Deck, Player
from bot.rules.guests import list_guests_of_member
from bot.rules.overrides import LONGEST_REASON
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.rights import DECK_NAMERS, FORM_OWNER, Requester
from bot.service import rights
from bot.service.live_game import LiveGame
from bot.storage.record.player_decks import RegisteredDeck

MODULE = "deck"
"""The module of decks: see `bot.front.interaction.modules`."""

MAX_OFFERED_DECKS = 25
"""The decks that the form offers: the last used, as many as a menu takes."""

WHOSE_FIELD = "whose"
DECK_FIELD = "deck"
COMMANDERS_FIELD = "commanders"
BRACKET_FIELD = "bracket"
REASON_FIELD = "reason"


class DeckSuggestionDraft(InteractionDraft, frozen=True):
    """A suggested deck in which known cards replace unknown card names.

    The player plays the deck in pod `number`. Number 0 means a registered deck of the player. A moderator who names
    another player's deck gave a `reason`.
    """

    number: int
    player: Player
    deck: Deck
    reason: str | None = None


# The form


def can_requester_declare_decks(ctx: Context, pod: Pod, requester: Requester) -> bool:
    return MODULE in ctx.settings.modules and bool(rights.list_players_with_editable_decks(pod, requester))


async def open_deck_declaration_form(ctx: Context, pod: int) -> None:
    """Open the form in which the user says who plays which deck in a pod. Raises `Refusal`."""
    live, found = await _load_current_or_past_pod(ctx, pod)
    asker = await load_user_with_rights(ctx)
    whose = rights.require_players_with_editable_decks(found, asker)
    own = (asker.player, *list_guests_of_member(found, asker.player))
    asks_reason = found.final_result is not None or any(player not in own for player in whose)
    await send_deck_declaration_modal(ctx, f"pod:{live.number}:decked", found, whose, asks_reason=asks_reason)


async def send_deck_declaration_modal(
    ctx: Context, custom_id: str, pod: Pod, deck_owners: Sequence[Player], *, asks_reason: bool = False
) -> None:
    """Send the form in which the user says which deck a player plays in a pod.

    With `asks_reason`, the modal has a field for the reason of a moderator.
    """
    me = await ctx.get_player_id_of_user()
    mine = await ctx.services.player_decks.load_registered_decks(me, ctx.channel_address.guild)
    kept = [each for each in mine if each.retired is None][:MAX_OFFERED_DECKS]
    bare = await load_formatter_with_player_names(
        ctx.people_with_server_nicknames, ctx.translations, pod.players, escapes_markdown=False
    )
    modal = _build_deck_declaration_modal(custom_id, pod, deck_owners, kept, bare)
    if asks_reason:
        modal.add_item(_build_reason_input(ctx.translations, is_required=pod.final_result is not None))
    await show_modal(ctx, modal)


def _build_reason_input(translations: Translations, *, is_required: bool) -> ui.Label[ui.Modal]:
    return ui.Label(
        text=clean_label_text(translations("dispute-reason"), 45),
        description=clean_label_text(translations("deck-reason-about"), 100),
        component=ui.TextInput(custom_id=REASON_FIELD, max_length=LONGEST_REASON, required=is_required),
    )


async def _load_current_or_past_pod(ctx: Context, pod_number: int) -> tuple[LiveGame, Pod]:
    live = await ctx.services.service.load_game_by_number(ctx.channel_address, pod_number)
    if live.pod is None:
        raise Refusal("old-pod")
    return live, live.pod


def _build_deck_declaration_modal(
    custom_id: str,
    pod: Pod,
    deck_owners: Sequence[Player],
    registered_decks: Sequence[RegisteredDeck],
    formatter: PodMessageFormatter,
) -> ui.Modal:
    text = formatter.text
    modal = ui.Modal(title=clean_label_text(text("deck-title"), 45), custom_id=custom_id)
    modal.stop()  # no task waits for it: a route receives the answer by its custom id
    if len(deck_owners) > 1:
        owners = components.build_player_select_options(deck_owners, formatter, deck_owners[:1])
        modal.add_item(
            ui.Label(
                text=clean_label_text(text("deck-whose"), 45),
                component=ui.Select(custom_id=WHOSE_FIELD, options=owners),
            )
        )
    if registered_decks:
        played = pod.find_declared_deck_of_player(deck_owners[0])
        options = [
            discord.SelectOption(
                label=deck_texts.build_deck_option_label(each.deck, formatter),
                value=each.deck_key,
                default=played is not None and played.key == each.deck_key,
            )
            for each in registered_decks
        ]
        modal.add_item(
            ui.Label(
                text=clean_label_text(text("deck-registered"), 45),
                component=ui.Select(custom_id=DECK_FIELD, options=options, min_values=0, required=False),
            )
        )
    modal.add_item(
        ui.Label(
            text=clean_label_text(text("deck-commander-or" if registered_decks else "deck-form-commanders"), 45),
            description=clean_label_text(text("deck-form-commanders-about"), 100),
            component=ui.TextInput(custom_id=COMMANDERS_FIELD, max_length=MAX_COMMANDERS_LENGTH, required=False),
        )
    )
    modal.add_item(
        ui.Label(
            text=clean_label_text(text("deck-form-bracket"), 45), component=build_commander_bracket_menu(None, text)
        )
    )
    return modal


def build_commander_bracket_menu(selected_bracket: int | None, translations: Translations) -> ui.Select[ui.Modal]:
    return ui.Select(
        custom_id=BRACKET_FIELD,
        options=[
            discord.SelectOption(
                label=translations(f"bracket-{each}"), value=str(each), default=each == selected_bracket
            )
            for each in BRACKETS
        ],
        min_values=0,
        required=False,
    )


def parse_commander_bracket(selected_value: str) -> int | None:
    """Parse the Commander bracket selected in a form; None for anything else."""
    return int(selected_value) if is_ascii_number(selected_value) and int(selected_value) in BRACKETS else None


async def declare_deck_from_modal(ctx: Context, pod: int) -> None:
    """Declare the deck that was selected in the form, or the commanders typed there."""
    fields = ctx.modal_fields
    me = await ctx.get_player_id_of_user()
    player = fields.get(WHOSE_FIELD) or await _load_player_for_deck_declaration(ctx, pod)
    _, played = await _load_current_or_past_pod(ctx, pod)
    deck = await parse_deck_declaration_modal(ctx, me, played)
    reason = " ".join(fields.get(REASON_FIELD, "").split()) or None
    await execute_game_command(ctx, wrap_command_in_factory(DeclareDeck(player, deck, reason)), pod)
    if deck.key is not None:
        await ctx.services.player_decks.record_deck_use(me, deck.key, discord.utils.utcnow())
    said = f"✅ {await _render_deck_declaration_answer(ctx, pod, player, deck)}"
    await answer_with_deck_suggestions(ctx, said, deck, pod, player, reason)


async def _load_player_for_deck_declaration(ctx: Context, pod_number: int) -> Player:
    """Return the first player whose deck the user may declare in a pod. Raises `Refusal`."""
    _, pod = await _load_current_or_past_pod(ctx, pod_number)
    return rights.require_players_with_editable_decks(pod, await load_user_with_rights(ctx))[0]


async def parse_deck_declaration_modal(ctx: Context, player: Player, pod: Pod) -> Deck:
    """Parse the deck declared in a form. Raises `Refusal` if the form has no deck or two decks.

    The modal preselects the deck declared in the pod, so typed commanders prevail over that deck.
    """
    fields = ctx.modal_fields
    bracket = parse_commander_bracket(fields.get(BRACKET_FIELD, ""))
    typed = fields.get(COMMANDERS_FIELD, "")
    key = fields.get(DECK_FIELD)
    if not key or (typed.strip() and key in {each.key for each in pod.decks.values()}):
        return build_commander_deck(ctx, [typed], bracket)
    deck = (await ctx.services.player_decks.load_registered_deck(player, key)).deck
    if typed.strip() and _list_commander_names(build_commander_deck(ctx, [typed])) != _list_commander_names(deck):
        chosen = deck_names.format_deck_commanders(deck, PodMessageFormatter(ctx.translations, str, escape_markdown))
        raise Refusal("two-decks", deck=chosen, typed=escape_markdown(typed))
    return deck if bracket is None else replace(deck, bracket=bracket)


def _list_commander_names(deck: Deck) -> list[str]:
    return sorted(build_lookalike_name_key(each.text) for each in deck.commanders)


async def _render_deck_declaration_answer(ctx: Context, pod_number: int, player: Player, deck: Deck) -> str:
    _, pod = await _load_current_or_past_pod(ctx, pod_number)
    words = await load_message_formatter_for_pod(ctx, pod)
    described = deck_texts.describe_deck_in_one_line(deck, words)
    return words.text("deck-named", player=words.name(player), deck=described)


# A near miss


async def answer_with_deck_suggestions(
    ctx: Context, answer_text: str, typed_deck: Deck, pod_number: int, player: Player, reason: str | None = None
) -> None:
    """Send an answer with a button for each deck that the user may have meant.

    There are buttons only if a commander is unknown or ambiguous. The deck is that of `player` in pod `pod_number`; 0
    means a registered deck of theirs.
    """
    every = await suggest_corrected_decks(ctx, typed_deck)
    if not every:
        await report_command_success(ctx, answer_text)
        return
    named = [
        deck_names.format_deck_commanders(near, PodMessageFormatter(ctx.translations, str, escape_markdown))
        for near in every
    ]
    asked = ctx.translations.join_names_with_or(named)
    view = components.build_view_without_callbacks(
        [
            _build_deck_suggestion_button(
                ctx,
                DeckSuggestionDraft(ctx.channel_address, ctx.interaction.user.id, pod_number, player, near, reason),
            )
            for near in every
        ]
    )
    await report_command_success(ctx, f"{answer_text}\n{ctx.translations('deck-near', deck=asked)}", view=view)


def _build_deck_suggestion_button(ctx: Context, draft: DeckSuggestionDraft) -> ui.Button[ui.View]:
    draft_key = ctx.services.drafts.add_draft(draft)
    bare = deck_names.format_deck_commanders(draft.deck, PodMessageFormatter(ctx.translations, str))
    return ui.Button(
        label=clean_label_text(ctx.translations("button-deck-near", deck=bare)),
        emoji="🃏",
        style=discord.ButtonStyle.primary,
        custom_id=f"decknear:{draft_key}",
    )


async def declare_suggested_deck(ctx: Context, draft_key: str, draft: DeckSuggestionDraft) -> None:
    """Declare the deck on the pressed button, or correct a registered deck with a misspelt card."""
    with ctx.services.drafts.remove_draft_while_sending(draft_key, draft):
        if draft.number:
            named = DeclareDeck(draft.player, draft.deck, draft.reason)
            await execute_game_command(ctx, wrap_command_in_factory(named), draft.number)
        else:
            mine = ctx.services.player_decks
            before = await mine.load_registered_deck(draft.player, draft.deck.key or "")
            await mine.update_registered_deck(before, draft.deck, before.link, discord.utils.utcnow())
    described = deck_texts.describe_deck_in_one_line(
        draft.deck, PodMessageFormatter(ctx.translations, str, escape_markdown)
    )
    await answer_by_editing_message(ctx, content=f"✅ {described}", view=None)


ROUTES = (
    CustomIdRoute("pod:{pod:int}:deck", open_deck_declaration_form, build_access_rule_for_board_button(DECK_NAMERS)),
    CustomIdRoute("pod:{pod:int}:decked", declare_deck_from_modal, build_access_rule_for_board_button(DECK_NAMERS)),
    CustomIdRoute(
        "decknear:{draft_key}",
        declare_suggested_deck,
        AccessRule((FORM_OWNER,), elsewhere="form-other"),
        draft=DeckSuggestionDraft,
    ),
)
