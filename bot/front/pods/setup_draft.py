"""The setup of a game in a private preview, before anything is posted.

Options of a command hold what people usually choose. *Change* below the preview shows menus for the rest, a menu of
what can be switched on, and a form for typed values. Each kind of preview is a `GameSetupDraft`; the routes here serve
all of them.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Self, get_args

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.formatters.messages import format_variant_name
from bot.front.game_texts.setup_texts import NO_VALUE, SETTING_TEXTS, describe_pod_settings
from bot.front.interaction.answers import answer_by_editing_message, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import InteractionDraft
from bot.front.interaction.inputs import parse_ascii_number
from bot.front.interaction.routes import AccessRule, CustomIdRoute
from bot.front.pods.game_options import MAX_TITLE_LENGTH, MIN_SEATS
from bot.front.ui import components
from bot.front.ui.embeds import SEPARATOR
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.front.ui.modals import build_modal, build_modal_text_input
from bot.i18n import Translations
from bot.rules.brackets import BRACKETS
from bot.rules.records import FormatId, PodSetup
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER
from bot.rules.seats import find_maximum_player_count, list_playable_player_counts
from bot.rules.table_options import list_table_option_value_names, set_table_option
from bot.rules.tables import MIN_TEAM_SIZE, POD_OPTIONS, TABLES, TEAM_NAMES, PodOption
from bot.rules.variants import list_scorings_of_variant

# The menus


class GameSetupMenu(Struct, frozen=True):
    """A menu for one part of a game's setup, such as the scoring.

    `name_key` is the catalogue key of its name, for screen readers. `list_values` returns what the setup leaves
    possible. `SETTING_TEXTS` has the words for a value.
    """

    name_key: str
    list_values: Callable[[PodSetup], Sequence[str]]
    write: Callable[[PodSetup, str], PodSetup]


def _list_possible_scorings(pod_setup: PodSetup) -> Sequence[str]:
    return () if pod_setup.house is not None else list_scorings_of_variant(pod_setup.variant)


def _list_possible_team_counts(setup: PodSetup) -> Sequence[str]:
    if TABLES[setup.table].sides != "alternate":
        return ()
    counts = range(MIN_TEAM_SIZE, len(TEAM_NAMES) + 1)
    sizes = {count: list_playable_player_counts(replace(setup, teams=count)) for count in counts}
    return [str(count) for count, allowed in sizes.items() if allowed and (setup.size is None or setup.size in allowed)]


def _build_table_option_menu(option: PodOption) -> GameSetupMenu:
    return GameSetupMenu(
        f"pod-option-{option}",
        lambda setup: list_table_option_value_names(setup, option),
        lambda setup, value: set_table_option(setup, option, value),
    )


MENUS: Mapping[str, GameSetupMenu] = {
    "base": GameSetupMenu(
        "change-base",
        lambda _: get_args(FormatId),
        lambda setup, value: replace(setup, base=next(b for b in get_args(FormatId) if b == value)),
    ),
    "scoring": GameSetupMenu(
        "change-scoring", _list_possible_scorings, lambda setup, value: replace(setup, scoring=value)
    ),
    "teams": GameSetupMenu(
        "change-teams", _list_possible_team_counts, lambda setup, value: replace(setup, teams=int(value))
    ),
    "bracket": GameSetupMenu(
        "change-bracket",
        lambda _: [NO_VALUE, *map(str, BRACKETS)],
        lambda setup, value: replace(setup, bracket=None if value == NO_VALUE else int(value)),
    ),
    **{option: _build_table_option_menu(option) for option in POD_OPTIONS},
}
"""The parts of a setup that have a menu behind *Change*, by name."""


# The draft


class GameSetupDraft(InteractionDraft, frozen=True):
    """The setup of a game that its owner previews and can still change.

    With `changing`, the menus are shown; `menus` names the parts of the setup that have one, and `option_menus` the
    options of the table, which stand on a `page` of their own, because a message has no room for all. With `has_form`,
    title, seats and starting life can be typed in a form.
    """

    setup: PodSetup
    changing: bool = False
    page: int = 0

    menus: ClassVar[Sequence[str]] = ("scoring", "teams", "bracket")
    option_menus: ClassVar[Sequence[str]] = POD_OPTIONS
    has_form: ClassVar[bool] = True

    @staticmethod
    def build_expired_draft_error() -> Refusal:
        """Return the error to raise when a user presses a button of a preview that has expired."""
        return Refusal("setup-gone")

    async def build_preview_message(self, ctx: Context, draft_key: str) -> dict[str, Any]:
        """Return the private message that previews the game, with its buttons and menus."""
        raise NotImplementedError

    async def require_valid_setup(self, ctx: Context) -> None:
        """Raise `Refusal` if the rules forbid a game with this setup."""
        raise NotImplementedError

    def with_setup(self, setup: PodSetup) -> Self:
        """Return a copy of the draft with another setup, and with the values that depend on the setup."""
        return replace(self, setup=setup)

    def list_on_off_options(self, ctx: Context) -> dict[str, bool]:
        """Return the setup's options that can be on or off, by name."""
        setup = self.setup
        switches = {"turns": setup.turns, "life": setup.counting}
        if setup.variant_rules.team_is_one_side:
            switches["choose_master"] = setup.choose_master
        return switches

    def with_on_off_options(self, ctx: Context, enabled_options: Collection[str]) -> Self:
        """Return a copy of the draft in which only the `enabled_options` are on."""
        setup = self.setup
        counting = "life" in enabled_options
        setup = replace(
            setup,
            turns="turns" in enabled_options,
            counting=counting,
            life=setup.life if counting else None,
            choose_master="choose_master" in enabled_options,
        )
        return replace(self, setup=setup)


def render_setup_summary(setup: PodSetup, translations: Translations) -> str:
    """Return two lines about a setup, first its title and seats, then the other settings."""
    variant = format_variant_name(setup.variant, translations)
    title = escape_markdown(setup.title or translations("board-title", variant=variant))
    agreed = translations("plan-agreed", title=title, seats=find_maximum_player_count(setup))
    return f"{agreed}\n-# {SEPARATOR.join(describe_pod_settings(setup, translations))}"


def build_setup_preview_message(
    ctx: Context, draft_key: str, draft: GameSetupDraft, *, introduction: str, button_label: str, action: str
) -> dict[str, Any]:
    """Return the message that previews a setup, with menus to change the setup and a button for `action`."""
    button: ui.Button[ui.View] = ui.Button(
        label=button_label, style=discord.ButtonStyle.primary, custom_id=f"opening:{draft_key}:{action}"
    )
    content = f"{introduction}\n{render_setup_summary(draft.setup, ctx.translations)}"
    return {"content": content, "view": build_buttons_below_setup_preview(ctx, draft_key, draft, [button])}


def build_buttons_below_setup_preview(
    ctx: Context, draft_key: str, setup_draft: GameSetupDraft, extra_buttons: Sequence[ui.Item[ui.View]]
) -> ui.View:
    """Return the menus and buttons below the preview of a setup.

    The menus are there once the user has pressed *Change*.
    """
    text = ctx.translations
    buttons = [*extra_buttons]
    if not setup_draft.changing:
        buttons.append(_build_setup_change_button(draft_key, "change", text))
        return components.build_view_without_callbacks(buttons)
    room = components.LAST_ROW - sum(not isinstance(each, ui.Button) for each in extra_buttons)
    pages = _divide_setup_menus_into_pages(ctx, draft_key, setup_draft, room)
    page = min(setup_draft.page, len(pages) - 1)
    if setup_draft.has_form and page == 0:
        buttons.append(_build_setup_change_button(draft_key, "write", text))
    if page > 0:
        buttons.append(_build_setup_change_button(draft_key, "back", text))
    if page + 1 < len(pages):
        buttons.append(_build_setup_change_button(draft_key, "options", text))
    return components.build_view_without_callbacks([*pages[page], *buttons])


def _divide_setup_menus_into_pages(
    ctx: Context, draft_key: str, setup_draft: GameSetupDraft, menus_per_page: int
) -> list[list[ui.Select[ui.View]]]:
    """Return the menus of a setup in pages: the general menus, then those for the table's options."""
    text = ctx.translations
    first = _build_game_setup_menus(draft_key, setup_draft.menus, setup_draft.setup, text)
    first += _build_on_off_options_menu(draft_key, setup_draft.list_on_off_options(ctx), text)
    rest = first[menus_per_page:] + _build_game_setup_menus(
        draft_key, setup_draft.option_menus, setup_draft.setup, text
    )
    later = [rest[at : at + menus_per_page] for at in range(0, len(rest), menus_per_page)]
    return [first[:menus_per_page], *later]


def _build_setup_change_button(draft_key: str, action: str, translations: Translations) -> ui.Button[ui.View]:
    label = translations(f"change-button-{action}")
    return ui.Button(label=label, emoji=_BUTTON_EMOJIS[action], custom_id=f"draft:{draft_key}:{action}")


_BUTTON_EMOJIS = {"change": "✏️", "write": "✏️", "options": "🧭", "back": "◀️"}


def _build_game_setup_menus(
    draft_key: str, menu_names: Sequence[str], pod_setup: PodSetup, translations: Translations
) -> list[ui.Select[ui.View]]:
    """Return the menus for the named parts of a setup that have more than one possible value."""
    menus = (_build_game_setup_menu(draft_key, name, pod_setup, translations) for name in menu_names)
    return [menu for menu in menus if menu is not None]


def _build_game_setup_menu(
    draft_key: str, menu_name: str, pod_setup: PodSetup, translations: Translations
) -> ui.Select[ui.View] | None:
    """Return the menu for one part of a setup; None if it has only one value."""
    menu = MENUS[menu_name]
    values = menu.list_values(pod_setup)
    if len(values) < MIN_CHOICES:
        return None
    words = SETTING_TEXTS[menu_name]
    options = [
        discord.SelectOption(
            label=clean_label_text(words.label(value, translations), 100),
            value=value,
            default=value == words.read(pod_setup),
        )
        for value in values
    ]
    name = clean_label_text(translations(menu.name_key), 150)
    return ui.Select(custom_id=f"draft:{draft_key}:pick:{menu_name}", placeholder=name, options=options)


MIN_CHOICES = 2
"""The fewest values for which a menu is shown."""


def _build_on_off_options_menu(
    draft_key: str, on_off_options: Mapping[str, bool], translations: Translations
) -> list[ui.Select[ui.View]]:
    if not on_off_options:
        return []
    options = [
        discord.SelectOption(label=clean_label_text(translations(f"change-{name}"), 100), value=name, default=is_on)
        for name, is_on in on_off_options.items()
    ]
    menu: ui.Select[ui.View] = ui.Select(
        custom_id=f"draft:{draft_key}:switch",
        placeholder=clean_label_text(translations("change-switches"), 150),
        options=options,
        min_values=0,
        max_values=len(options),
    )
    return [menu]


# The routes


async def show_game_setup_menus(ctx: Context, draft_key: str, draft: GameSetupDraft) -> None:
    await _store_and_show_game_setup(ctx, draft_key, replace(draft, changing=True))


async def show_next_page_of_setup_menus(ctx: Context, draft_key: str, draft: GameSetupDraft) -> None:
    """Show the next page of a setup's menus, such as those for the table's options."""
    await _store_and_show_game_setup(ctx, draft_key, replace(draft, page=draft.page + 1))


async def return_to_first_page_of_setup_menus(ctx: Context, draft_key: str, draft: GameSetupDraft) -> None:
    await _store_and_show_game_setup(ctx, draft_key, replace(draft, page=0))


async def change_game_setup_by_menu(
    ctx: Context, draft_key: str, name: str, draft: GameSetupDraft, selection: str
) -> None:
    """Set one part of a game's setup, such as the scoring, to the selected value."""
    menu = MENUS[name]
    if name not in (*draft.menus, *draft.option_menus) or selection not in menu.list_values(draft.setup):
        raise Refusal("unknown-button")
    await _store_and_show_game_setup(ctx, draft_key, draft.with_setup(menu.write(draft.setup, selection)))


async def change_on_off_options_of_game_setup(ctx: Context, draft_key: str, draft: GameSetupDraft) -> None:
    """Switch the selected options of a setup on, and all others off.

    Raises `Refusal`.
    """
    known = draft.list_on_off_options(ctx)
    if not known.keys() >= {*ctx.menu_values}:
        raise Refusal("unknown-button")
    await _store_and_show_game_setup(ctx, draft_key, draft.with_on_off_options(ctx, ctx.menu_values))


TITLE_FIELD = "title"
SIZE_FIELD = "size"
LIFE_FIELD = "life"


async def open_game_setup_form(ctx: Context, draft_key: str, draft: GameSetupDraft) -> None:
    """Open the form for a game's title, number of seats and starting life."""
    text = ctx.translations
    setup = draft.setup
    fields = (
        (TITLE_FIELD, MAX_TITLE_LENGTH, setup.title or ""),
        (SIZE_FIELD, 2, str(setup.size or "")),
        (LIFE_FIELD, 3, str(setup.life or "")),
    )
    modal = build_modal(
        f"draft:{draft_key}:written",
        text("change-button-write"),
        [
            (
                text(f"change-form-{name}"),
                text(f"change-form-{name}-about"),
                build_modal_text_input(name, most, default, is_required=False),
            )
            for name, most, default in fields
        ],
    )
    await show_modal(ctx, modal)


async def change_game_setup_by_form(ctx: Context, draft_key: str, draft: GameSetupDraft) -> None:
    """Set a game's title, number of seats and starting life to the form's values.

    Raises `Refusal`.
    """
    life = _parse_number_in_modal_field(ctx, LIFE_FIELD, 1, Refusal("setup-life"))
    setup = replace(
        draft.setup,
        title=parse_game_title_in_modal(ctx),
        size=_parse_number_in_modal_field(ctx, SIZE_FIELD, MIN_SEATS, Refusal("setup-seats")),
        life=life,
        counting=draft.setup.counting or life is not None,
    )
    await _store_and_show_game_setup(ctx, draft_key, draft.with_setup(setup))


def parse_game_title_in_modal(ctx: Context) -> str | None:
    """Return the game's title in the form; None if the field is empty. Raises `Refusal` for bad titles."""
    title = " ".join(ctx.modal_fields.get(TITLE_FIELD, "").split())
    if len(title) > MAX_TITLE_LENGTH:
        raise Refusal("too-long", most=MAX_TITLE_LENGTH)
    return title or None


MOST_TYPED = 999
"""The largest number that is typed in the form: the most starting life."""


def _parse_number_in_modal_field(ctx: Context, field_id: str, minimum: int, refusal_if_invalid: Refusal) -> int | None:
    """Parse a number in a modal's field; None if empty. Raises `refusal_if_invalid` for other text."""
    typed = ctx.modal_fields.get(field_id, "").strip()
    if not typed:
        return None
    number = parse_ascii_number(typed)
    if number is None or not minimum <= number <= MOST_TYPED:
        raise refusal_if_invalid
    return number


async def _store_and_show_game_setup(ctx: Context, draft_key: str, draft: GameSetupDraft) -> None:
    """Store a changed game setup and show its preview. Raises `Refusal` if the rules forbid the setup."""
    await draft.require_valid_setup(ctx)
    ctx.services.drafts.replace_draft(draft_key, draft)
    await answer_by_editing_message(ctx, **await draft.build_preview_message(ctx, draft_key))


ACCESS = AccessRule((FORM_OWNER,), elsewhere="form-other")
"""The access to a preview: only its owner, in the channel of the command."""

ROUTES = (
    CustomIdRoute("draft:{draft_key}:change", show_game_setup_menus, ACCESS, draft=GameSetupDraft),
    CustomIdRoute(
        f"draft:{{draft_key}}:pick:{{name:{'|'.join(MENUS)}}}",
        change_game_setup_by_menu,
        ACCESS,
        draft=GameSetupDraft,
        picked=str,
    ),
    CustomIdRoute("draft:{draft_key}:options", show_next_page_of_setup_menus, ACCESS, draft=GameSetupDraft),
    CustomIdRoute("draft:{draft_key}:back", return_to_first_page_of_setup_menus, ACCESS, draft=GameSetupDraft),
    CustomIdRoute("draft:{draft_key}:switch", change_on_off_options_of_game_setup, ACCESS, draft=GameSetupDraft),
    CustomIdRoute("draft:{draft_key}:write", open_game_setup_form, ACCESS, draft=GameSetupDraft),
    CustomIdRoute("draft:{draft_key}:written", change_game_setup_by_form, ACCESS, draft=GameSetupDraft),
)
