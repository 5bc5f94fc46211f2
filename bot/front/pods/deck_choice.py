"""*My deck*: which deck a player plays in a game, or a guest whom they brought."""

from collections.abc import Sequence

import discord
from discord import ui
from msgspec.structs import replace

from bot import rights
from bot.front.interaction.answering import confirm, edit, show_modal
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.drafts import Draft
from bot.front.interaction.inputs import is_number
from bot.front.interaction.pods import do, make_ask
from bot.front.interaction.routes import Access, Route, on_board
from bot.front.interaction.wording import speak_of_pod
from bot.front.pods.deck_reading import (
    MAX_COMMANDERS_LENGTH,
    find_near_decks,
    make_deck,
)
from bot.front.rendering import controls, deck_names, decks
from bot.front.rendering.escaping import clean_label, escape
from bot.front.rendering.names import name_players
from bot.i18n import Catalogue
from bot.namesakes import fold_name
from bot.rules.brackets import BRACKETS
from bot.rules.deck_naming import NameDeck
from bot.rules.facts import Deck, Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.rights import DECK_NAMERS, FORM_OWNER, Asker
from bot.service.live_game import LiveGame
from bot.storage.record.player_decks import PlayerDeck
from bot.words import Words

MODULE = "deck"
"""The module of decks: see `bot.front.interaction.modules`."""

MAX_OFFERED_DECKS = 25
"""The decks that the form offers: the last used, as many as a menu takes."""

WHOSE_FIELD = "whose"
DECK_FIELD = "deck"
COMMANDERS_FIELD = "commanders"
BRACKET_FIELD = "bracket"


class DeckDraft(Draft, frozen=True):
    """A deck with a card that was probably meant, of `player` in pod `number`.

    Number 0 means a registered deck of the player.
    """

    number: int
    player: Player
    deck: Deck


# The form


def can_name(ctx: Context, pod: Pod, asker: Asker) -> bool:
    """Return whether the server uses decks, and the asker may name one of the pod."""
    return MODULE in ctx.settings.modules and bool(rights.list_deck_owners(pod, asker))


async def ask_for_deck(ctx: Context, pod: int) -> None:
    """Open the form in which the user says who plays which deck. Raises `Refusal`."""
    live, found = await _find_pod(ctx, pod)
    asker = await find_asker(ctx)
    whose = rights.find_deck_owners(found, asker)
    await show_deck_form(ctx, f"pod:{live.number}:decked", found, whose)


async def show_deck_form(ctx: Context, custom_id: str, pod: Pod, whose: Sequence[Player]) -> None:
    """Open the form for the deck of one of the players in `whose`, with the user's own decks."""
    me = await ctx.find_player()
    mine = await ctx.services.player_decks.load(me, ctx.place.guild)
    kept = [each for each in mine if each.retired is None][:MAX_OFFERED_DECKS]
    bare = await name_players(ctx.people, ctx.text, pod.players, safe=False)
    await show_modal(ctx, _make_form(custom_id, pod, whose, kept, bare))


async def _find_pod(ctx: Context, number: int) -> tuple[LiveGame, Pod]:
    """Return a pod of the channel, also a past one. Raises `Refusal` if there is none."""
    live = await ctx.services.service.find(ctx.place, number)
    if live.pod is None:
        raise Refusal("old-pod")
    return live, live.pod


def _make_form(
    custom_id: str, pod: Pod, whose: Sequence[Player], kept: Sequence[PlayerDeck], words: Words
) -> ui.Modal:
    """Return the form for a deck in a pod; `words` name players without Markdown."""
    text = words.text
    modal = ui.Modal(title=clean_label(text("deck-title"), 45), custom_id=custom_id)
    modal.stop()  # no task waits for it: a route receives the answer by its custom id
    if len(whose) > 1:
        owners = controls.make_player_options(whose, words, whose[:1])
        modal.add_item(
            ui.Label(
                text=clean_label(text("deck-whose"), 45),
                component=ui.Select(custom_id=WHOSE_FIELD, options=owners),
            )
        )
    if kept:
        played = pod.find_deck(whose[0])
        options = [
            discord.SelectOption(
                label=decks.label_deck(each.deck, words),
                value=each.key,
                default=played is not None and played.key == each.key,
            )
            for each in kept
        ]
        modal.add_item(
            ui.Label(
                text=clean_label(text("deck-registered"), 45),
                component=ui.Select(
                    custom_id=DECK_FIELD, options=options, min_values=0, required=False
                ),
            )
        )
    modal.add_item(
        ui.Label(
            text=clean_label(text("deck-commander-or"), 45),
            description=clean_label(text("deck-form-commanders-about"), 100),
            component=ui.TextInput(
                custom_id=COMMANDERS_FIELD, max_length=MAX_COMMANDERS_LENGTH, required=False
            ),
        )
    )
    modal.add_item(
        ui.Label(
            text=clean_label(text("deck-form-bracket"), 45),
            component=make_bracket_menu(None, text),
        )
    )
    return modal


def make_bracket_menu(chosen: int | None, text: Catalogue) -> ui.Select[ui.Modal]:
    """Return the menu of brackets in a form; none need be chosen."""
    return ui.Select(
        custom_id=BRACKET_FIELD,
        options=[
            discord.SelectOption(
                label=text(f"bracket-{each}"), value=str(each), default=each == chosen
            )
            for each in BRACKETS
        ],
        min_values=0,
        required=False,
    )


def read_bracket(value: str) -> int | None:
    """Return the bracket chosen in a form, or None."""
    return int(value) if is_number(value) and int(value) in BRACKETS else None


async def take_deck(ctx: Context, pod: int) -> None:
    """Name the deck that was chosen, or the commanders that were typed."""
    fields = ctx.fields
    me = await ctx.find_player()
    player = fields.get(WHOSE_FIELD) or await _find_only_owner(ctx, pod)
    _, played = await _find_pod(ctx, pod)
    deck = await read_deck_form(ctx, me, played)
    await do(ctx, make_ask(NameDeck(player, deck)), pod, earlier=True)
    if deck.key is not None:
        await ctx.services.player_decks.note_used(me, deck.key, discord.utils.utcnow())
    said = f"✅ {await _render_named(ctx, pod, player, deck)}"
    await offer_near_deck(ctx, said, deck, pod, player)


async def _find_only_owner(ctx: Context, number: int) -> Player:
    """Return the player whose deck the user may name. Raises `Refusal`."""
    _, pod = await _find_pod(ctx, number)
    return rights.find_deck_owners(pod, await find_asker(ctx))[0]


async def read_deck_form(ctx: Context, me: Player, pod: Pod) -> Deck:
    """Return the deck in the form. Raises `Refusal` if it names none, or two.

    A deck of the pod is chosen in the form from the start, so what was typed prevails over it.
    """
    fields = ctx.fields
    bracket = read_bracket(fields.get(BRACKET_FIELD, ""))
    typed = fields.get(COMMANDERS_FIELD, "")
    key = fields.get(DECK_FIELD)
    if not key or (typed.strip() and key in {each.key for each in pod.decks.values()}):
        return make_deck(ctx, [typed], bracket)
    deck = (await ctx.services.player_decks.find(me, key)).deck
    if typed.strip() and _list_names(make_deck(ctx, [typed])) != _list_names(deck):
        chosen = deck_names.name_commanders(deck, Words(ctx.text, str, escape))
        raise Refusal("two-decks", deck=chosen, typed=escape(typed))
    return deck if bracket is None else replace(deck, bracket=bracket)


def _list_names(deck: Deck) -> list[str]:
    return sorted(fold_name(each.text) for each in deck.commanders)


async def _render_named(ctx: Context, number: int, player: Player, deck: Deck) -> str:
    _, pod = await _find_pod(ctx, number)
    words = await speak_of_pod(ctx, pod)
    described = decks.describe_deck(deck, words)
    return words.text("deck-named", player=words.name(player), deck=described)


# A near miss


async def offer_near_deck(ctx: Context, said: str, deck: Deck, number: int, player: Player) -> None:
    """Answer with `said`; if a text is no card, or several, offer the likely ones with one press.

    The deck is that of `player` in pod `number`; number 0 means a registered deck of theirs.
    """
    every = await find_near_decks(ctx, deck)
    if not every:
        await confirm(ctx, said)
        return
    named = [deck_names.name_commanders(near, Words(ctx.text, str, escape)) for near in every]
    asked = ctx.text.join_choices(named)
    view = controls.make_unstored_view(
        [_make_near_button(ctx, near, number, player) for near in every]
    )
    await confirm(ctx, f"{said}\n{ctx.text('deck-near', deck=asked)}", view=view)


def _make_near_button(ctx: Context, near: Deck, number: int, player: Player) -> ui.Button[ui.View]:
    """Return the button that names a deck with the card that was meant."""
    draft = DeckDraft(ctx.place, ctx.interaction.user.id, number, player, near)
    token = ctx.services.drafts.begin(draft)
    bare = deck_names.name_commanders(near, Words(ctx.text, str))
    return ui.Button(
        label=clean_label(ctx.text("button-deck-near", deck=bare)),
        emoji="🃏",
        style=discord.ButtonStyle.primary,
        custom_id=f"decknear:{token}",
    )


async def take_near_deck(ctx: Context, token: str, draft: DeckDraft) -> None:
    """Name the deck with the card that was meant."""
    with ctx.services.drafts.spend(token, draft):
        if draft.number:
            named = NameDeck(draft.player, draft.deck)
            await do(ctx, make_ask(named), draft.number, earlier=True)
        else:
            mine = ctx.services.player_decks
            before = await mine.find(draft.player, draft.deck.key or "")
            await mine.change(before, draft.deck, before.link, discord.utils.utcnow())
    described = decks.describe_deck(draft.deck, Words(ctx.text, str, escape))
    await edit(ctx, content=f"✅ {described}", view=None)


ROUTES = (
    Route("pod:{pod:int}:deck", ask_for_deck, on_board(DECK_NAMERS)),
    Route("pod:{pod:int}:decked", take_deck, on_board(DECK_NAMERS)),
    Route(
        "decknear:{token}",
        take_near_deck,
        Access((FORM_OWNER,), elsewhere="form-other"),
        draft=DeckDraft,
    ),
)
