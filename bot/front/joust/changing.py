"""`/joust change` and its form: a change of the table by a card's text, in one line (MJ-11)."""

from collections.abc import Mapping

from discord.app_commands import Choice, Range

from bot.front.interaction.answering import show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.picking import Picked, find_player, match_players
from bot.front.interaction.routes import Route, on_board, on_duel
from bot.front.interaction.wording import label_game
from bot.front.joust.acting import act, find_own_duel, read_steps
from bot.front.rendering.modals import make_input, make_modal
from bot.i18n import Catalogue, load_catalogue
from bot.joust.changes import (
    Add,
    ChangeTable,
    Discard,
    Flip,
    Hand,
    Move,
    Ready,
    Remove,
    Return,
    TableChange,
)
from bot.joust.duel import Duel, Duelist
from bot.joust.facts import FAMILIES, Family, Singularity, Zone
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


async def offer_duelists(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the two players of the channel's duel."""
    duel = (await ctx.services.service.find_current(ctx.place)).duel
    if duel is None:
        return []
    return match_players(duel.players, await label_game(ctx, duel), typed)


@command("joust-change", on_duel(ChangeTable))
@options(player="change_player", what="change_what", because="change_because")
@complete(player=offer_duelists)
async def change_named(
    ctx: Context,
    player: Picked,
    what: Range[str, 1, MAX_WHAT_LENGTH],
    because: Range[str, 1, MAX_BECAUSE_LENGTH],
) -> None:
    """Change what lies before a player by a card's text."""
    _, duel, _ = await find_own_duel(ctx, 0, ChangeTable)
    await _change_table(ctx, 0, await find_player(ctx, player, duel), what, because)


async def ask_for_change(ctx: Context, number: int) -> None:
    """Open the form for a change of the table: which player, what, and by which card."""
    _, duel, me = await find_own_duel(ctx, number, ChangeTable)
    text = ctx.text
    words = await label_game(ctx, duel)
    whose = me if me in duel.players else duel.host
    modal = make_modal(
        f"joust:{number}:changed",
        text("joust-button-change"),
        [
            (
                text("joust-form-whose"),
                text("joust-form-whose-about"),
                make_input(PLAYER_FIELD, MAX_WHOSE_LENGTH, words.name(whose)[:100]),
            ),
            (
                text("joust-form-what"),
                text("joust-form-what-about"),
                make_input(CHANGE_FIELD, MAX_WHAT_LENGTH),
            ),
            (
                text("joust-form-because"),
                text("joust-form-because-about"),
                make_input(CARD_FIELD, MAX_BECAUSE_LENGTH),
            ),
        ],
    )
    await show_modal(ctx, modal)


async def change(ctx: Context, number: int) -> None:
    """Change the table as the form says."""
    fields = ctx.fields
    _, duel, _ = await find_own_duel(ctx, number, ChangeTable)
    player = await find_player(ctx, fields.get(PLAYER_FIELD, ""), duel)
    await _change_table(
        ctx, number, player, fields.get(CHANGE_FIELD, ""), fields.get(CARD_FIELD, "")
    )


async def _change_table(ctx: Context, number: int, player: Player, what: str, because: str) -> None:
    _, duel, _ = await find_own_duel(ctx, number, ChangeTable)
    why = " ".join(because.split())
    if not 1 <= len(why) <= MAX_BECAUSE_LENGTH:
        raise Refusal("too-long", most=MAX_BECAUSE_LENGTH)
    parsed = parse_change(what, duel, player, ctx.text)
    await act(ctx, number, ChangeTable(player, why, parsed))


def parse_change(typed: str, duel: Duel, player: Player, text: Catalogue) -> TableChange:
    """Return the change in a typed line, in English or in the language of `text`.

    Examples: `add blue 2`, `remove blue! 1`, `move blue 1 3`, `flip red 2`, `discard Kettle`,
    `return Kettle`, `ready Kettle`, `hand +2`. Raises `Refusal`.
    """
    word, _, rest = " ".join(typed.split()).partition(" ")
    verb = _find_verbs(text).get(word.casefold())
    parts = rest.split()
    match verb, parts:
        case "add", [singularity, zone]:
            return Add(_read_family(singularity, text), _read_zone(zone))
        case "remove", [singularity, zone]:
            return Remove(_read_singularity(singularity, text), _read_zone(zone))
        case "move", [singularity, zone, to]:
            lying = _read_singularity(singularity, text)
            return Move(lying, _read_zone(zone), _read_zone(to))
        case "flip", [singularity, zone]:
            return Flip(_read_singularity(singularity, text), _read_zone(zone))
        case "discard", [_, *_]:
            return Discard(_find_card(duel, player, rest))
        case "return", [_, *_]:
            return Return(_find_card(duel, player, rest))
        case "ready", [_, *_]:
            return Ready(_find_card(duel, player, rest))
        case "hand", [count]:
            return Hand(_read_cards(count))
        case _:
            raise Refusal("change-what")


def _find_verbs(text: Catalogue) -> Mapping[str, str]:
    """Return the verbs by their folded words, in the language of `text` and in English."""
    english = load_catalogue("en")
    return {
        catalogue(f"change-word-{verb}").casefold(): verb
        for catalogue in (text, english)
        for verb in VERBS
    }


def _read_family(typed: str, text: Catalogue) -> Family:
    wanted = typed.casefold()
    step = read_steps(text).get(wanted, wanted)
    for family in FAMILIES:
        if family == step:
            return family
    raise Refusal("change-what")


_UNSTABLE_SINGULARITIES: Mapping[Family, Singularity] = {
    "blue": "blue!",
    "red": "red!",
    "yellow": "yellow!",
}


def _read_singularity(typed: str, text: Catalogue) -> Singularity:
    """Return a typed singularity; `!` at its end means unstable."""
    family = _read_family(typed.removesuffix("!"), text)
    return _UNSTABLE_SINGULARITIES[family] if typed.endswith("!") else family


def _read_zone(typed: str) -> Zone:
    if typed not in ("1", "2", "3", "4"):
        raise Refusal("change-what")
    return int(typed)


def _read_cards(typed: str) -> int:
    digits = typed.replace("−", "-").replace("–", "-").removeprefix("+")
    unsigned = digits.removeprefix("-")
    if not (unsigned.isascii() and unsigned.isdecimal() and len(unsigned) <= 2):
        raise Refusal("change-what")
    if not 1 <= abs(int(digits)) <= MAX_HAND_CHANGE:
        raise Refusal("change-what")
    return int(digits)


def _find_card(duel: Duel, player: Player, typed: str) -> int:
    """Return the id of the card before a player, by its name or number. Raises `Refusal`."""
    duelist: Duelist | None = duel.duelists.get(player)
    wanted = typed.casefold()
    for laid in duelist.cards if duelist is not None else ():
        if wanted in (laid.card.name.casefold(), str(laid.id)):
            return laid.id
    raise Refusal("change-card", player=player)


_DUEL_PATTERN = "joust:{number:int}"
ROUTES = (
    Route(f"{_DUEL_PATTERN}:change", ask_for_change, on_board(ChangeTable)),
    Route(f"{_DUEL_PATTERN}:changed", change, on_board(ChangeTable)),
)
