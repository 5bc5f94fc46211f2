"""`/joust change` and its form: a change of the duel's table by a card's text, in one line (MJ-11)."""

from collections.abc import Mapping

from discord.app_commands import Choice, Range

from bot.front.duels.duel_requests import (
    execute_duel_command_and_answer,
    load_duel_for_command,
    map_words_to_card_cost_parts,
)
from bot.front.interaction.answers import show_modal
from bot.front.interaction.command_declarations import (
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_label_formatter_for_game
from bot.front.interaction.game_commands import load_numbered_or_current_game
from bot.front.interaction.player_options import Picked, build_player_choices, parse_player_option
from bot.front.interaction.routes import (
    CustomIdRoute,
    build_access_rule_for_board_button,
    build_access_rule_for_current_duel,
)
from bot.front.ui.modals import build_modal, build_modal_text_input
from bot.i18n import Translations, load_translations
from bot.joust.changes import (
    AddDuelTokenEffect,
    ApplyDuelCardEffect,
    ChangeHandSizeEffect,
    DiscardDuelCardEffect,
    FlipDuelTokenEffect,
    MoveDuelTokenEffect,
    ReadyDuelCardEffect,
    RemoveDuelTokenEffect,
    ReturnDuelCardEffect,
    TableChange,
)
from bot.joust.duel import Duel, Duelist
from bot.joust.table_types import FAMILIES, Family, Singularity, Zone
from bot.rules.facts import Player
from bot.rules.refusals import Refusal

MAX_WHAT_LENGTH = 120
MAX_BECAUSE_LENGTH = 100
MAX_WHOSE_LENGTH = 100
PLAYER_FIELD = "whose"
CHANGE_FIELD = "what"
CARD_FIELD = "because"
MAX_HAND_CHANGE = 20

VERBS = ("add", "remove", "move", "flip", "discard", "return", "ready", "hand")


async def autocomplete_player_of_duel(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest the two players of this channel's duel."""
    duel = (await load_numbered_or_current_game(ctx, 0, Duel)).duel
    if duel is None:
        return []
    return build_player_choices(duel.players, await load_label_formatter_for_game(ctx, duel), query)


@slash_command("joust-change", build_access_rule_for_current_duel(ApplyDuelCardEffect))
@translate_command_options(player="change_player", what="change_what", because="change_because")
@set_option_suggestions(player=autocomplete_player_of_duel)
async def apply_duel_card_effect_by_command(
    ctx: Context, player: Picked, what: Range[str, 1, MAX_WHAT_LENGTH], because: Range[str, 1, MAX_BECAUSE_LENGTH]
) -> None:
    """Change a player's tokens, cards or hand size by the text `what`, as a card (`because`) demands."""
    live, duel, _ = await load_duel_for_command(ctx, 0, ApplyDuelCardEffect)
    whose = await parse_player_option(ctx, player, duel)
    await _execute_duel_card_effect(ctx, live.number, whose, what, because)


async def open_duel_card_effect_form(ctx: Context, duel_number: int) -> None:
    """Open the form to change a player's tokens, cards or hand size, as the text of a card demands."""
    _, duel, me = await load_duel_for_command(ctx, duel_number, ApplyDuelCardEffect)
    text = ctx.translations
    words = await load_label_formatter_for_game(ctx, duel)
    whose = me if me in duel.players else duel.host
    modal = build_modal(
        f"joust:{duel_number}:changed",
        text("joust-button-change"),
        [
            (
                text("joust-form-whose"),
                text("joust-form-whose-about"),
                build_modal_text_input(PLAYER_FIELD, MAX_WHOSE_LENGTH, words.name(whose)[:100]),
            ),
            (
                text("joust-form-what"),
                text("joust-form-what-about"),
                build_modal_text_input(CHANGE_FIELD, MAX_WHAT_LENGTH),
            ),
            (
                text("joust-form-because"),
                text("joust-form-because-about"),
                build_modal_text_input(CARD_FIELD, MAX_BECAUSE_LENGTH),
            ),
        ],
    )
    await show_modal(ctx, modal)


async def apply_duel_card_effect_from_form(ctx: Context, duel_number: int) -> None:
    """Change a player's tokens, cards or hand size as the submitted form says."""
    fields = ctx.modal_fields
    _, duel, _ = await load_duel_for_command(ctx, duel_number, ApplyDuelCardEffect)
    player = await parse_player_option(ctx, fields.get(PLAYER_FIELD, ""), duel)
    await _execute_duel_card_effect(ctx, duel_number, player, fields.get(CHANGE_FIELD, ""), fields.get(CARD_FIELD, ""))


async def _execute_duel_card_effect(
    ctx: Context, duel_number: int, player: Player, effect_text: str, card_name: str
) -> None:
    _, duel, _ = await load_duel_for_command(ctx, duel_number, ApplyDuelCardEffect)
    why = " ".join(card_name.split())
    if not 1 <= len(why) <= MAX_BECAUSE_LENGTH:
        raise Refusal("too-long", most=MAX_BECAUSE_LENGTH)
    parsed = parse_duel_card_effect(effect_text, duel, player, ctx.translations)
    await execute_duel_command_and_answer(ctx, duel_number, ApplyDuelCardEffect(player, why, parsed))


def parse_duel_card_effect(user_input: str, duel: Duel, player: Player, translations: Translations) -> TableChange:
    """Parse a card's effect on a duel from text such as `add blue 2`. Raises `Refusal`.

    Examples: `add blue 2`, `remove blue! 1`, `move blue 1 3`, `flip red 2`, `discard Kettle`, `return Kettle`, `ready
    Kettle`, `hand +2`, in English or the language of the translations.
    """
    word, _, rest = " ".join(user_input.split()).partition(" ")
    verb = _map_typed_words_to_effect_verbs(translations).get(word.casefold())
    parts = rest.split()
    match verb, parts:
        case "add", [singularity, zone]:
            return AddDuelTokenEffect(_parse_token_colour(singularity, translations), _parse_token_zone_number(zone))
        case "remove", [singularity, zone]:
            return RemoveDuelTokenEffect(_parse_duel_token(singularity, translations), _parse_token_zone_number(zone))
        case "move", [singularity, zone, to]:
            lying = _parse_duel_token(singularity, translations)
            return MoveDuelTokenEffect(lying, _parse_token_zone_number(zone), _parse_token_zone_number(to))
        case "flip", [singularity, zone]:
            return FlipDuelTokenEffect(_parse_duel_token(singularity, translations), _parse_token_zone_number(zone))
        case "discard", [_, *_]:
            return DiscardDuelCardEffect(_find_played_duel_card_id(duel, player, rest))
        case "return", [_, *_]:
            return ReturnDuelCardEffect(_find_played_duel_card_id(duel, player, rest))
        case "ready", [_, *_]:
            return ReadyDuelCardEffect(_find_played_duel_card_id(duel, player, rest))
        case "hand", [count]:
            return ChangeHandSizeEffect(_parse_hand_size_change(count))
        case _:
            raise Refusal("change-what")


def _map_typed_words_to_effect_verbs(local_translations: Translations) -> Mapping[str, str]:
    english = load_translations("en")
    return {
        translations(f"change-word-{verb}").casefold(): verb
        for translations in (local_translations, english)
        for verb in VERBS
    }


def _parse_token_colour(user_input: str, translations: Translations) -> Family:
    wanted = user_input.casefold()
    step = map_words_to_card_cost_parts(translations).get(wanted, wanted)
    for family in FAMILIES:
        if family == step:
            return family
    raise Refusal("change-what")


_UNSTABLE_SINGULARITIES: Mapping[Family, Singularity] = {"blue": "blue!", "red": "red!", "yellow": "yellow!"}


def _parse_duel_token(user_input: str, translations: Translations) -> Singularity:
    """Parse a token of Magicjoust; a final `!` marks an unstable token."""
    family = _parse_token_colour(user_input.removesuffix("!"), translations)
    return _UNSTABLE_SINGULARITIES[family] if user_input.endswith("!") else family


def _parse_token_zone_number(user_input: str) -> Zone:
    if user_input not in ("1", "2", "3", "4"):
        raise Refusal("change-what")
    return int(user_input)


def _parse_hand_size_change(user_input: str) -> int:
    digits = user_input.replace("−", "-").replace("–", "-").removeprefix("+")
    unsigned = digits.removeprefix("-")
    if not (unsigned.isascii() and unsigned.isdecimal() and len(unsigned) <= 2):
        raise Refusal("change-what")
    if not 1 <= abs(int(digits)) <= MAX_HAND_CHANGE:
        raise Refusal("change-what")
    return int(digits)


def _find_played_duel_card_id(duel: Duel, player: Player, card_query: str) -> int:
    """Return the id of a card that lies on a player's side of the table. Raises `Refusal`."""
    duelist: Duelist | None = duel.duelists.get(player)
    wanted = card_query.casefold()
    for laid in duelist.cards if duelist is not None else ():
        if wanted in (laid.card.name.casefold(), str(laid.id)):
            return laid.id
    raise Refusal("change-card", player=player)


_DUEL_PATTERN = "joust:{duel_number:int}"
ROUTES = (
    CustomIdRoute(
        f"{_DUEL_PATTERN}:change", open_duel_card_effect_form, build_access_rule_for_board_button(ApplyDuelCardEffect)
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:changed",
        apply_duel_card_effect_from_form,
        build_access_rule_for_board_button(ApplyDuelCardEffect),
    ),
)
