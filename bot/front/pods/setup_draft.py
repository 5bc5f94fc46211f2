"""The setup of a game in a private preview, before anything is posted.

Options of a command hold what people usually choose. *Change* below the preview shows menus for the
rest, a menu of what can be switched on, and a form for typed values. Each kind of preview is a
`SetupDraft`; the routes here serve all of them.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Self, get_args

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.front.interaction.answers import edit_private_message, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import Draft
from bot.front.interaction.inputs import parse_number
from bot.front.interaction.routes import Access, Route
from bot.front.pods.game_options import MAX_TITLE_LENGTH, MIN_SEATS
from bot.front.ui import components
from bot.front.ui.escaping import clean_label
from bot.front.ui.modals import build_modal, build_text_input
from bot.i18n import Catalogue
from bot.rules.brackets import BRACKETS
from bot.rules.records import FormatId, PodSetup
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER
from bot.rules.seats import list_player_counts
from bot.rules.tables import MIN_TEAM_SIZE, TABLES, TEAM_NAMES
from bot.rules.variants import list_scorings_of_variant

_NONE = "-"  # the value of a menu's option for nothing


# The menus


class SetupMenu(Struct, frozen=True):
    """A select menu for one part of a setup: its possible values, its value and its labels.

    `list_values` returns what the setup leaves possible; `label` returns the text of a value.
    """

    list_values: Callable[[PodSetup], Sequence[str]]
    read: Callable[[PodSetup], str]
    write: Callable[[PodSetup, str], PodSetup]
    label: Callable[[str, Catalogue], str]


def _list_possible_scorings(setup: PodSetup) -> Sequence[str]:
    return () if setup.house is not None else list_scorings_of_variant(setup.variant)


def _list_possible_team_counts(setup: PodSetup) -> Sequence[str]:
    if TABLES[setup.table].sides != "alternate":
        return ()
    counts = range(MIN_TEAM_SIZE, len(TEAM_NAMES) + 1)
    sizes = {count: list_player_counts(replace(setup, teams=count)) for count in counts}
    return [
        str(count)
        for count, allowed in sizes.items()
        if allowed and (setup.size is None or setup.size in allowed)
    ]


MENUS: Mapping[str, SetupMenu] = {
    "base": SetupMenu(
        lambda _: get_args(FormatId),
        lambda setup: setup.base,
        lambda setup, value: replace(setup, base=next(b for b in get_args(FormatId) if b == value)),
        lambda value, text: text.format_label(text("change-base"), text(f"base-{value}")),
    ),
    "scoring": SetupMenu(
        _list_possible_scorings,
        lambda setup: setup.scoring,
        lambda setup, value: replace(setup, scoring=value),
        lambda value, text: text.format_label(text("change-scoring"), text(f"scoring-{value}")),
    ),
    "teams": SetupMenu(
        _list_possible_team_counts,
        lambda setup: str(setup.teams),
        lambda setup, value: replace(setup, teams=int(value)),
        lambda value, text: text.format_label(text("change-teams"), value),
    ),
    "bracket": SetupMenu(
        lambda _: [_NONE, *map(str, BRACKETS)],
        lambda setup: _NONE if setup.bracket is None else str(setup.bracket),
        lambda setup, value: replace(setup, bracket=None if value == _NONE else int(value)),
        lambda value, text: text(
            "change-bracket-none" if value == _NONE else "deck-in-bracket", bracket=value
        ),
    ),
}
"""The parts of a setup that have a menu behind *Change*, by name."""


# The draft


class SetupDraft(Draft, frozen=True):
    """A preview of a game's setup that its owner can change before the game is opened.

    With `changing`, the menus are shown; `menus` names the parts of the setup that have one.
    With `has_form`, title, seats and starting life can be typed in a form.
    """

    setup: PodSetup
    changing: bool = False

    menus: ClassVar[Sequence[str]] = ("scoring", "teams", "bracket")
    has_form: ClassVar[bool] = True

    @staticmethod
    def build_expired_refusal() -> Refusal:
        """Return the refusal for a setup's preview that no longer exists."""
        return Refusal("setup-gone")

    async def build_preview_message(self, ctx: Context, token: str) -> dict[str, Any]:
        """Build the private message of the preview, with its buttons and menus."""
        raise NotImplementedError

    async def require_playable(self, ctx: Context) -> None:
        """Raise `Refusal` if a game with this setup cannot be played."""
        raise NotImplementedError

    def list_switches(self, ctx: Context) -> dict[str, bool]:
        """Return the names of the setup's switches and whether each is on."""
        setup = self.setup
        switches = {"turns": setup.turns, "life": setup.counting}
        if setup.variant_answers.team_is_one_side:
            switches["choose_master"] = setup.choose_master
        return switches

    def with_switches(self, ctx: Context, enabled_switches: Collection[str]) -> Self:
        """Return the draft with the switches in `enabled_switches` on, and all others off."""
        setup = self.setup
        counting = "life" in enabled_switches
        setup = replace(
            setup,
            turns="turns" in enabled_switches,
            counting=counting,
            life=setup.life if counting else None,
            choose_master="choose_master" in enabled_switches,
        )
        return replace(self, setup=setup)


def build_setup_view(
    ctx: Context, token: str, draft: SetupDraft, buttons: Sequence[ui.Item[ui.View]]
) -> ui.View:
    """Build the view of a setup's preview: menus if shown, some buttons, and *Change*."""
    text = ctx.catalogue
    items: list[ui.Item[ui.View]] = []
    if draft.changing:
        items += filter(
            None, (_build_setup_menu(token, name, draft.setup, text) for name in draft.menus)
        )
        items += _build_switch_menu(token, draft.list_switches(ctx), text)
    items += buttons
    if not draft.changing:
        items.append(_build_change_button(token, "change", text))
    elif draft.has_form:
        items.append(_build_change_button(token, "write", text))
    return components.build_stateless_view(items)


def _build_change_button(token: str, action: str, catalogue: Catalogue) -> ui.Button[ui.View]:
    return ui.Button(
        label=catalogue(f"change-button-{action}"), emoji="✏️", custom_id=f"draft:{token}:{action}"
    )


def _build_setup_menu(
    token: str, name: str, setup: PodSetup, catalogue: Catalogue
) -> ui.Select[ui.View] | None:
    """Build the menu of one part of a setup; None if nothing is left to choose."""
    menu = MENUS[name]
    values = menu.list_values(setup)
    if len(values) < MIN_CHOICES:
        return None
    options = [
        discord.SelectOption(
            label=clean_label(menu.label(value, catalogue), 100),
            value=value,
            default=value == menu.read(setup),
        )
        for value in values
    ]
    return ui.Select(
        custom_id=f"draft:{token}:pick:{name}",
        options=options,
    )


MIN_CHOICES = 2
"""The fewest values for which a menu is shown."""


def _build_switch_menu(
    token: str, switches: Mapping[str, bool], catalogue: Catalogue
) -> list[ui.Select[ui.View]]:
    if not switches:
        return []
    options = [
        discord.SelectOption(
            label=clean_label(catalogue(f"change-{name}"), 100), value=name, default=is_on
        )
        for name, is_on in switches.items()
    ]
    menu: ui.Select[ui.View] = ui.Select(
        custom_id=f"draft:{token}:switch",
        placeholder=clean_label(catalogue("change-switches"), 150),
        options=options,
        min_values=0,
        max_values=len(options),
    )
    return [menu]


# The routes


async def show_setup_menus(ctx: Context, token: str, draft: SetupDraft) -> None:
    """Show the menus in which the rest of the setup can be changed."""
    await _store_and_show_setup(ctx, token, replace(draft, changing=True))


async def change_setup_part(
    ctx: Context, token: str, name: str, draft: SetupDraft, selection: str
) -> None:
    """Change one part of the setup to the value selected in its menu. Raises `Refusal`."""
    menu = MENUS[name]
    if name not in draft.menus or selection not in menu.list_values(draft.setup):
        raise Refusal("unknown-button")
    await _store_and_show_setup(
        ctx, token, replace(draft, setup=menu.write(draft.setup, selection))
    )


async def change_setup_switches(ctx: Context, token: str, draft: SetupDraft) -> None:
    """Switch on what is selected in the menu of switches, and all else off. Raises `Refusal`."""
    known = draft.list_switches(ctx)
    if not known.keys() >= {*ctx.menu_values}:
        raise Refusal("unknown-button")
    await _store_and_show_setup(ctx, token, draft.with_switches(ctx, ctx.menu_values))


TITLE_FIELD = "title"
SIZE_FIELD = "size"
LIFE_FIELD = "life"


async def open_setup_form(ctx: Context, token: str, draft: SetupDraft) -> None:
    """Open the modal for the setup's typed values: title, seats and starting life."""
    text = ctx.catalogue
    setup = draft.setup
    fields = (
        (TITLE_FIELD, MAX_TITLE_LENGTH, setup.title or ""),
        (SIZE_FIELD, 2, str(setup.size or "")),
        (LIFE_FIELD, 3, str(setup.life or "")),
    )
    modal = build_modal(
        f"draft:{token}:written",
        text("change-button-write"),
        [
            (
                text(f"change-form-{name}"),
                text(f"change-form-{name}-about"),
                build_text_input(name, most, default, is_required=False),
            )
            for name, most, default in fields
        ],
    )
    await show_modal(ctx, modal)


async def apply_setup_form(ctx: Context, token: str, draft: SetupDraft) -> None:
    """Change title, seats and starting life to the modal's values. Raises `Refusal`."""
    life = _parse_number_field(ctx, LIFE_FIELD, 1, Refusal("setup-life"))
    setup = replace(
        draft.setup,
        title=parse_title_field(ctx),
        size=_parse_number_field(ctx, SIZE_FIELD, MIN_SEATS, Refusal("setup-seats")),
        life=life,
        counting=draft.setup.counting or life is not None,
    )
    await _store_and_show_setup(ctx, token, replace(draft, setup=setup))


def parse_title_field(ctx: Context) -> str | None:
    """Return the title typed in the modal; None if there is none. Raises `Refusal`."""
    title = " ".join(ctx.modal_fields.get(TITLE_FIELD, "").split())
    if len(title) > MAX_TITLE_LENGTH:
        raise Refusal("too-long", most=MAX_TITLE_LENGTH)
    return title or None


MOST_TYPED = 999
"""The largest number that is typed in the form: the most starting life."""


def _parse_number_field(ctx: Context, field_id: str, minimum: int, refusal: Refusal) -> int | None:
    """Parse a number typed in the modal; None if the field is empty. Raises the given refusal."""
    typed = ctx.modal_fields.get(field_id, "").strip()
    if not typed:
        return None
    number = parse_number(typed)
    if number is None or not minimum <= number <= MOST_TYPED:
        raise refusal
    return number


async def _store_and_show_setup(ctx: Context, token: str, draft: SetupDraft) -> None:
    """Store a changed draft and show it. Raises `Refusal` if its setup cannot be played."""
    await draft.require_playable(ctx)
    ctx.services.drafts.replace(token, draft)
    await edit_private_message(ctx, **await draft.build_preview_message(ctx, token))


ACCESS = Access((FORM_OWNER,), elsewhere="form-other")
"""The access to a preview: only its owner, in the channel of the command."""

ROUTES = (
    Route("draft:{token}:change", show_setup_menus, ACCESS, draft=SetupDraft),
    Route(
        f"draft:{{token}}:pick:{{name:{'|'.join(MENUS)}}}",
        change_setup_part,
        ACCESS,
        draft=SetupDraft,
        picked=str,
    ),
    Route("draft:{token}:switch", change_setup_switches, ACCESS, draft=SetupDraft),
    Route("draft:{token}:write", open_setup_form, ACCESS, draft=SetupDraft),
    Route("draft:{token}:written", apply_setup_form, ACCESS, draft=SetupDraft),
)
