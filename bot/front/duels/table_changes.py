"""`/joust change` and its form: a change of the duel's table by a card's text, in one line
(MJ-11).
"""

from collections.abc import Mapping

from discord.app_commands import Choice, Range

from bot.front.duels.duel_requests import (
    execute_duel_command,
    load_steps_by_name,
    require_duel_for_command,
)
from bot.front.interaction.answers import show_modal
from bot.front.interaction.command_declarations import (
    autocomplete_options,
    describe_options,
    slash_command,
)
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_label_formatter
from bot.front.interaction.player_options import (
    Picked,
    build_player_choices,
    resolve_player_option,
)
from bot.front.interaction.routes import Route, board_access, duel_access
from bot.front.ui.modals import build_modal, build_text_input
from bot.i18n import Catalogue, load_catalogue
from bot.joust.changes import (
    AddSingularity,
    ChangeHandSize,
    ChangeTable,
    DiscardCard,
    FlipSingularity,
    MoveSingularity,
    ReadyCard,
    RemoveSingularity,
    ReturnCardToHand,
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


async def complete_duelist(ctx: Context, query: str) -> list[Choice[str]]:
    """Return the choices of the two players of the channel's duel that match `query`."""
    duel = (await ctx.services.service.load_current_game(ctx.channel_address)).duel
    if duel is None:
        return []
    return build_player_choices(duel.players, await load_label_formatter(ctx, duel), query)


@slash_command("joust-change", duel_access(ChangeTable))
@describe_options(player="change_player", what="change_what", because="change_because")
@autocomplete_options(player=complete_duelist)
async def change_table(
    ctx: Context,
    player: Picked,
    what: Range[str, 1, MAX_WHAT_LENGTH],
    because: Range[str, 1, MAX_BECAUSE_LENGTH],
) -> None:
    """Change a player's side of the table by a card's text."""
    _, duel, _ = await require_duel_for_command(ctx, 0, ChangeTable)
    await _execute_table_change(
        ctx, 0, await resolve_player_option(ctx, player, duel), what, because
    )


async def open_change_form(ctx: Context, number: int) -> None:
    """Open the form for a change of the table: the player, the change, and the card that causes
    it.
    """
    _, duel, me = await require_duel_for_command(ctx, number, ChangeTable)
    text = ctx.catalogue
    words = await load_label_formatter(ctx, duel)
    whose = me if me in duel.players else duel.host
    modal = build_modal(
        f"joust:{number}:changed",
        text("joust-button-change"),
        [
            (
                text("joust-form-whose"),
                text("joust-form-whose-about"),
                build_text_input(PLAYER_FIELD, MAX_WHOSE_LENGTH, words.name(whose)[:100]),
            ),
            (
                text("joust-form-what"),
                text("joust-form-what-about"),
                build_text_input(CHANGE_FIELD, MAX_WHAT_LENGTH),
            ),
            (
                text("joust-form-because"),
                text("joust-form-because-about"),
                build_text_input(CARD_FIELD, MAX_BECAUSE_LENGTH),
            ),
        ],
    )
    await show_modal(ctx, modal)


async def handle_change_form(ctx: Context, number: int) -> None:
    """Change the table as the submitted form says."""
    fields = ctx.modal_fields
    _, duel, _ = await require_duel_for_command(ctx, number, ChangeTable)
    player = await resolve_player_option(ctx, fields.get(PLAYER_FIELD, ""), duel)
    await _execute_table_change(
        ctx, number, player, fields.get(CHANGE_FIELD, ""), fields.get(CARD_FIELD, "")
    )


async def _execute_table_change(
    ctx: Context, duel_number: int, player: Player, change_text: str, card_name: str
) -> None:
    _, duel, _ = await require_duel_for_command(ctx, duel_number, ChangeTable)
    why = " ".join(card_name.split())
    if not 1 <= len(why) <= MAX_BECAUSE_LENGTH:
        raise Refusal("too-long", most=MAX_BECAUSE_LENGTH)
    parsed = parse_table_change(change_text, duel, player, ctx.catalogue)
    await execute_duel_command(ctx, duel_number, ChangeTable(player, why, parsed))


def parse_table_change(
    user_input: str, duel: Duel, player: Player, catalogue: Catalogue
) -> TableChange:
    """Return the table change that a user typed, in English or in the language of `catalogue`.

    Examples: `add blue 2`, `remove blue! 1`, `move blue 1 3`, `flip red 2`, `discard Kettle`,
    `return Kettle`, `ready Kettle`, `hand +2`. Raises `Refusal`.
    """
    word, _, rest = " ".join(user_input.split()).partition(" ")
    verb = _load_verbs_by_word(catalogue).get(word.casefold())
    parts = rest.split()
    match verb, parts:
        case "add", [singularity, zone]:
            return AddSingularity(
                _parse_singularity_family(singularity, catalogue), _parse_zone(zone)
            )
        case "remove", [singularity, zone]:
            return RemoveSingularity(_parse_singularity(singularity, catalogue), _parse_zone(zone))
        case "move", [singularity, zone, to]:
            lying = _parse_singularity(singularity, catalogue)
            return MoveSingularity(lying, _parse_zone(zone), _parse_zone(to))
        case "flip", [singularity, zone]:
            return FlipSingularity(_parse_singularity(singularity, catalogue), _parse_zone(zone))
        case "discard", [_, *_]:
            return DiscardCard(_find_card_on_table(duel, player, rest))
        case "return", [_, *_]:
            return ReturnCardToHand(_find_card_on_table(duel, player, rest))
        case "ready", [_, *_]:
            return ReadyCard(_find_card_on_table(duel, player, rest))
        case "hand", [count]:
            return ChangeHandSize(_parse_card_count(count))
        case _:
            raise Refusal("change-what")


def _load_verbs_by_word(local_catalogue: Catalogue) -> Mapping[str, str]:
    """Return the verbs of changes by their folded words, in a local language and in English."""
    english = load_catalogue("en")
    return {
        catalogue(f"change-word-{verb}").casefold(): verb
        for catalogue in (local_catalogue, english)
        for verb in VERBS
    }


def _parse_singularity_family(user_input: str, catalogue: Catalogue) -> Family:
    wanted = user_input.casefold()
    step = load_steps_by_name(catalogue).get(wanted, wanted)
    for family in FAMILIES:
        if family == step:
            return family
    raise Refusal("change-what")


_UNSTABLE_SINGULARITIES: Mapping[Family, Singularity] = {
    "blue": "blue!",
    "red": "red!",
    "yellow": "yellow!",
}


def _parse_singularity(user_input: str, catalogue: Catalogue) -> Singularity:
    """Return the singularity that a user typed; `!` at its end means unstable."""
    family = _parse_singularity_family(user_input.removesuffix("!"), catalogue)
    return _UNSTABLE_SINGULARITIES[family] if user_input.endswith("!") else family


def _parse_zone(user_input: str) -> Zone:
    if user_input not in ("1", "2", "3", "4"):
        raise Refusal("change-what")
    return int(user_input)


def _parse_card_count(user_input: str) -> int:
    digits = user_input.replace("−", "-").replace("–", "-").removeprefix("+")
    unsigned = digits.removeprefix("-")
    if not (unsigned.isascii() and unsigned.isdecimal() and len(unsigned) <= 2):
        raise Refusal("change-what")
    if not 1 <= abs(int(digits)) <= MAX_HAND_CHANGE:
        raise Refusal("change-what")
    return int(digits)


def _find_card_on_table(duel: Duel, player: Player, query: str) -> int:
    """Return the id of the card before a player, by its name or number. Raises `Refusal`."""
    duelist: Duelist | None = duel.duelists.get(player)
    wanted = query.casefold()
    for laid in duelist.cards if duelist is not None else ():
        if wanted in (laid.card.name.casefold(), str(laid.id)):
            return laid.id
    raise Refusal("change-card", player=player)


_DUEL_PATTERN = "joust:{number:int}"
ROUTES = (
    Route(f"{_DUEL_PATTERN}:change", open_change_form, board_access(ChangeTable)),
    Route(f"{_DUEL_PATTERN}:changed", handle_change_form, board_access(ChangeTable)),
)
