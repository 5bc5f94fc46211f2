"""The setup of a game in a private preview, before anything is posted.

Options of a command hold what people usually choose. *Change* below the preview shows rows for the
rest: menus, a menu of what can be switched on, and a form for what is typed. Each kind of preview
is a `SetupDraft`; the routes here serve all of them.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Self, get_args

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.front.interaction.answering import edit, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import Draft
from bot.front.interaction.inputs import parse_number
from bot.front.interaction.routes import Access, Route
from bot.front.pods.agreement import MAX_TITLE_LENGTH, MIN_SEATS
from bot.front.rendering import controls
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.modals import make_input, make_modal
from bot.i18n import Catalogue
from bot.rules.brackets import BRACKETS
from bot.rules.records import Base, Setup
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER
from bot.rules.seats import find_sizes
from bot.rules.tables import MIN_TEAM_SIZE, TABLES, TEAM_NAMES
from bot.rules.variants import list_scorings

_NONE = "-"  # the value of a menu's option for nothing


# The menus


class SetupMenu(Struct, frozen=True):
    """A menu of one part of a setup.

    `list_values` returns what the setup leaves possible; `label` returns the text of a value.
    """

    list_values: Callable[[Setup], Sequence[str]]
    read: Callable[[Setup], str]
    write: Callable[[Setup, str], Setup]
    label: Callable[[str, Catalogue], str]


def _list_scorings(setup: Setup) -> Sequence[str]:
    return () if setup.house is not None else list_scorings(setup.variant)


def _list_team_counts(setup: Setup) -> Sequence[str]:
    if TABLES[setup.table].sides != "alternate":
        return ()
    counts = range(MIN_TEAM_SIZE, len(TEAM_NAMES) + 1)
    sizes = {count: find_sizes(replace(setup, teams=count)) for count in counts}
    return [
        str(count)
        for count, allowed in sizes.items()
        if allowed and (setup.size is None or setup.size in allowed)
    ]


MENUS: Mapping[str, SetupMenu] = {
    "base": SetupMenu(
        lambda _: get_args(Base),
        lambda setup: setup.base,
        lambda setup, value: replace(setup, base=next(b for b in get_args(Base) if b == value)),
        lambda value, text: text.label(text("change-base"), text(f"base-{value}")),
    ),
    "scoring": SetupMenu(
        _list_scorings,
        lambda setup: setup.scoring,
        lambda setup, value: replace(setup, scoring=value),
        lambda value, text: text.label(text("change-scoring"), text(f"scoring-{value}")),
    ),
    "teams": SetupMenu(
        _list_team_counts,
        lambda setup: str(setup.teams),
        lambda setup, value: replace(setup, teams=int(value)),
        lambda value, text: text.label(text("change-teams"), value),
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
    """A game's setup that its owner can still change; with `changing` the rows are shown.

    `menus` names the parts of the setup that have a menu. With `has_form`, title, seats and
    starting life can be typed in a form.
    """

    setup: Setup
    changing: bool = False

    menus: ClassVar[Sequence[str]] = ("scoring", "teams", "bracket")
    has_form: ClassVar[bool] = True

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal for an expired preview."""
        return Refusal("setup-gone")

    async def make_preview(self, ctx: Context, token: str) -> dict[str, Any]:
        """Return the private message of the draft, with its buttons and rows."""
        raise NotImplementedError

    async def check(self, ctx: Context) -> None:
        """Raise `Refusal` if the game cannot be played like this."""
        raise NotImplementedError

    def list_switches(self, ctx: Context) -> dict[str, bool]:
        """Return whether each thing is on that can be switched on or off."""
        setup = self.setup
        switches = {"turns": setup.turns, "life": setup.counting}
        if setup.answers.team_is_one_side:
            switches["choose_master"] = setup.choose_master
        return switches

    def switch(self, ctx: Context, on: Collection[str]) -> Self:
        """Return the draft with the switches in `on` switched on, and all others off."""
        setup = self.setup
        counting = "life" in on
        setup = replace(
            setup,
            turns="turns" in on,
            counting=counting,
            life=setup.life if counting else None,
            choose_master="choose_master" in on,
        )
        return replace(self, setup=setup)


def make_view(
    ctx: Context, token: str, draft: SetupDraft, buttons: Sequence[ui.Item[ui.View]]
) -> ui.View:
    """Return the rows of a draft if they are shown; below them `buttons` and *Change*."""
    text = ctx.text
    items: list[ui.Item[ui.View]] = []
    if draft.changing:
        items += filter(None, (_make_menu(token, name, draft.setup, text) for name in draft.menus))
        items += _make_switches(token, draft.list_switches(ctx), text)
    items += buttons
    if not draft.changing:
        items.append(_make_button(token, "change", text))
    elif draft.has_form:
        items.append(_make_button(token, "write", text))
    return controls.make_unstored_view(items)


def _make_button(token: str, action: str, text: Catalogue) -> ui.Button[ui.View]:
    return ui.Button(
        label=text(f"change-button-{action}"), emoji="✏️", custom_id=f"draft:{token}:{action}"
    )


def _make_menu(token: str, name: str, setup: Setup, text: Catalogue) -> ui.Select[ui.View] | None:
    """Return the menu of one part of a setup; None if nothing is left to choose."""
    menu = MENUS[name]
    values = menu.list_values(setup)
    if len(values) < MIN_CHOICES:
        return None
    options = [
        discord.SelectOption(
            label=clean_label(menu.label(value, text), 100),
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


def _make_switches(
    token: str, switches: Mapping[str, bool], text: Catalogue
) -> list[ui.Select[ui.View]]:
    if not switches:
        return []
    options = [
        discord.SelectOption(
            label=clean_label(text(f"change-{name}"), 100), value=name, default=is_on
        )
        for name, is_on in switches.items()
    ]
    menu: ui.Select[ui.View] = ui.Select(
        custom_id=f"draft:{token}:switch",
        placeholder=clean_label(text("change-switches"), 150),
        options=options,
        min_values=0,
        max_values=len(options),
    )
    return [menu]


# The routes


async def show_rows(ctx: Context, token: str, draft: SetupDraft) -> None:
    """Show the rows in which the rest of the setup can be changed."""
    await _keep(ctx, token, replace(draft, changing=True))


async def pick(ctx: Context, token: str, name: str, draft: SetupDraft, picked: str) -> None:
    """Change one part of the setup to the value picked in its menu. Raises `Refusal`."""
    menu = MENUS[name]
    if name not in draft.menus or picked not in menu.list_values(draft.setup):
        raise Refusal("unknown-button")
    await _keep(ctx, token, replace(draft, setup=menu.write(draft.setup, picked)))


async def switch(ctx: Context, token: str, draft: SetupDraft) -> None:
    """Switch on what was picked in the menu of switches, and all else off. Raises `Refusal`."""
    known = draft.list_switches(ctx)
    if not known.keys() >= {*ctx.values}:
        raise Refusal("unknown-button")
    await _keep(ctx, token, draft.switch(ctx, ctx.values))


TITLE_FIELD = "title"
SIZE_FIELD = "size"
LIFE_FIELD = "life"


async def ask_for_texts(ctx: Context, token: str, draft: SetupDraft) -> None:
    """Open the form for what is typed: title, seats and starting life."""
    text = ctx.text
    setup = draft.setup
    fields = (
        (TITLE_FIELD, MAX_TITLE_LENGTH, setup.title or ""),
        (SIZE_FIELD, 2, str(setup.size or "")),
        (LIFE_FIELD, 3, str(setup.life or "")),
    )
    modal = make_modal(
        f"draft:{token}:written",
        text("change-button-write"),
        [
            (
                text(f"change-form-{name}"),
                text(f"change-form-{name}-about"),
                make_input(name, most, default, required=False),
            )
            for name, most, default in fields
        ],
    )
    await show_modal(ctx, modal)


async def take_texts(ctx: Context, token: str, draft: SetupDraft) -> None:
    """Change title, seats and starting life to what was typed. Raises `Refusal`."""
    life = _read_number(ctx, LIFE_FIELD, 1, Refusal("setup-life"))
    setup = replace(
        draft.setup,
        title=read_title(ctx),
        size=_read_number(ctx, SIZE_FIELD, MIN_SEATS, Refusal("setup-seats")),
        life=life,
        counting=draft.setup.counting or life is not None,
    )
    await _keep(ctx, token, replace(draft, setup=setup))


def read_title(ctx: Context) -> str | None:
    """Return the title in a form; None if there is none. Raises `Refusal`."""
    title = " ".join(ctx.fields.get(TITLE_FIELD, "").split())
    if len(title) > MAX_TITLE_LENGTH:
        raise Refusal("too-long", most=MAX_TITLE_LENGTH)
    return title or None


MOST_TYPED = 999
"""The largest number that is typed in the form: the most starting life."""


def _read_number(ctx: Context, field: str, least: int, refusal: Refusal) -> int | None:
    """Return a number of the form; None if the field is empty. Raises `refusal`."""
    typed = ctx.fields.get(field, "").strip()
    if not typed:
        return None
    number = parse_number(typed)
    if number is None or not least <= number <= MOST_TYPED:
        raise refusal
    return number


async def _keep(ctx: Context, token: str, draft: SetupDraft) -> None:
    """Store a changed draft and show it. Raises `Refusal` if it cannot be played."""
    await draft.check(ctx)
    ctx.services.drafts.keep(token, draft)
    await edit(ctx, **await draft.make_preview(ctx, token))


ACCESS = Access((FORM_OWNER,), elsewhere="form-other")
"""The access to a preview: only its owner, in the channel of the command."""

ROUTES = (
    Route("draft:{token}:change", show_rows, ACCESS, draft=SetupDraft),
    Route(
        f"draft:{{token}}:pick:{{name:{'|'.join(MENUS)}}}",
        pick,
        ACCESS,
        draft=SetupDraft,
        picked=str,
    ),
    Route("draft:{token}:switch", switch, ACCESS, draft=SetupDraft),
    Route("draft:{token}:write", ask_for_texts, ACCESS, draft=SetupDraft),
    Route("draft:{token}:written", take_texts, ACCESS, draft=SetupDraft),
)
