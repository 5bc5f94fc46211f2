"""A board as a Discord message: the permissions it needs, and its layout of components."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple
from zlib import crc32

import discord
from discord import ui

from bot.front.ui.components import BUTTONS_PER_ROW
from bot.front.ui.fitting import MAX_ALT_TEXT_LENGTH, truncate_embed_to_limits, truncate_text_to_length

NEEDED_PERMISSIONS = discord.Permissions(view_channel=True, send_messages=True, send_messages_in_threads=True)
"""The permissions that the bot needs where it is used."""

SEND_IN_THREADS = "send_messages_in_threads"
_NEEDED_NAMES = tuple(name for name, needed in NEEDED_PERMISSIONS if needed)


def list_missing_board_permissions(permissions: discord.Permissions, *, in_thread: bool) -> tuple[str, ...]:
    """Return the names of the permissions that the bot lacks to post in a channel or thread."""
    elsewhere = "send_messages" if in_thread else SEND_IN_THREADS
    return tuple(n for n in _NEEDED_NAMES if n != elsewhere and not getattr(permissions, n))


MAX_TEXT_LENGTH = 4000
"""The most characters of all texts of a message."""

MAX_COMPONENTS = 40
"""The most components of a message."""

_MARKUP_LENGTH = 8
"""Characters of markup that a part takes besides its text."""


_BUTTON_IDS = 2**30
"""The number of component ids that buttons and menus share."""

_FIRST_BUTTON = MAX_COMPONENTS + 1
"""The lowest component id of a button: Discord gives those below to parts without one."""

_FIRST_GAME = _FIRST_BUTTON + _BUTTON_IDS
"""The component id of the container of a game's board, less the number of the game."""

SMALL_PRINT = "-# "
"""Begins a line of small print."""


class BoardPicture(NamedTuple):
    """The picture of a game's board, with its file name and alt text."""

    file: str
    about: str


def build_board_layout(
    embed: discord.Embed,
    buttons_and_menus: Iterable[ui.Item[Any]],
    mention_text: str | None = None,
    picture: BoardPicture | None = None,
    game_number: int | None = None,
) -> ui.LayoutView:
    """Return a game's board as a Discord layout: text, then buttons and menus.

    The mention stands above the board, the picture above its grey line. `find_game_number_in_components` reads the
    `game_number` from the message again.
    """
    rows = [
        ui.ActionRow(*row)
        for row in _group_buttons_and_menus_into_rows(_assign_stable_component_ids(buttons_and_menus))
    ]
    room = MAX_COMPONENTS - sum(1 + len(row.children) for row in rows) - 7
    container: ui.Container[Any] = ui.Container(
        accent_colour=embed.colour, id=None if game_number is None else _FIRST_GAME + game_number
    )
    first, *parts = _split_embed_into_text_parts(_truncate_board_embed_to_message_length(embed, mention_text), room)
    container.add_item(ui.TextDisplay(first))
    if parts:
        container.add_item(ui.Separator())
    for at, part in enumerate(parts):
        if picture is not None and part.startswith(SMALL_PRINT):
            container.add_item(_build_media_gallery(picture))
            picture = None
        elif at and 2 * len(parts) <= room:
            container.add_item(ui.Separator(visible=False))
        container.add_item(ui.TextDisplay(part))
    if picture is not None:
        container.add_item(_build_media_gallery(picture))
    view = ui.LayoutView(timeout=None)
    if mention_text:
        view.add_item(ui.TextDisplay(mention_text))
    view.add_item(container)
    for row in rows:  # outside of the container, where a phone has room for four buttons
        view.add_item(row)
    view.stop()
    return view


def _build_media_gallery(picture: BoardPicture) -> ui.MediaGallery[Any]:
    gallery: ui.MediaGallery[Any] = ui.MediaGallery()
    gallery.add_item(
        media=f"attachment://{picture.file}", description=truncate_text_to_length(picture.about, MAX_ALT_TEXT_LENGTH)
    )
    return gallery


def _assign_stable_component_ids(buttons_and_menus: Iterable[ui.Item[Any]]) -> Iterator[ui.Item[Any]]:
    """Give each button and menu an id that depends only on its custom id.

    By default Discord numbers the components. A press on a board that was just edited could then hit the neighbour of
    the button.
    """
    for item in buttons_and_menus:
        custom_id = getattr(item, "custom_id", None)
        if custom_id is not None:
            item.id = _FIRST_BUTTON + crc32(custom_id.encode()) % _BUTTON_IDS
        yield item


def _group_buttons_and_menus_into_rows(buttons_and_menus: Iterable[ui.Item[Any]]) -> Iterator[list[ui.Item[Any]]]:
    """Yield rows of up to five buttons or of one menu.

    An item may set its own row.
    """
    row: list[ui.Item[Any]] = []
    for item in buttons_and_menus:
        alone = not isinstance(item, ui.Button)
        if row and (alone or len(row) == BUTTONS_PER_ROW or item.row != row[-1].row):
            yield row
            row = []
        if alone:
            yield [item]
        else:
            row.append(item)
    if row:
        yield row


def _truncate_board_embed_to_message_length(embed: discord.Embed, mention_text: str | None) -> discord.Embed:
    markup = _MARKUP_LENGTH * (3 + len(embed.fields))
    return truncate_embed_to_limits(
        embed, MAX_TEXT_LENGTH - len(mention_text or "") - markup, maximum_field_length=MAX_TEXT_LENGTH
    )


def _split_embed_into_text_parts(embed: discord.Embed, maximum_parts: int) -> list[str]:
    """Return the texts of an embed, joined into at most `maximum_parts` parts."""
    head = [f"### {embed.title}"] if embed.title else []
    lines = (embed.description or "").strip("\n").split("\n")
    small = [*takewhile(lambda line: line.startswith(SMALL_PRINT), lines)]
    body = "\n".join(lines[len(small) :])
    fields = [_render_embed_field_as_text(each.name or "", each.value or "") for each in embed.fields]
    below = [f"{SMALL_PRINT}{embed.footer.text}"] if embed.footer.text else []
    parts = ["\n".join([*head, *small]), *([body] if body else []), *fields]
    room = maximum_parts - len(below)
    parts = parts if len(parts) <= room else [*parts[: room - 1], "\n".join(parts[room - 1 :])]
    return [*parts, *below]


def _render_embed_field_as_text(name: str, value: str) -> str:
    return f"**{name}**\n{value}"


def find_game_number_in_components(components: Sequence[Any]) -> int | None:
    """Return the number of the game in a board's message; None for other messages."""
    for component in components:
        found = component.id if isinstance(component, discord.Container) else None
        if found is not None and found > _FIRST_GAME:
            return found - _FIRST_GAME
    return None


def collect_component_texts(components: Sequence[Any]) -> list[str]:
    """Return the texts of a message's components in order, including nested ones."""
    found: list[str] = []
    rest = [*reversed(components)]
    while rest:
        component = rest.pop()
        if (said := getattr(component, "content", None)) is not None:
            found.append(str(said))
        rest += reversed(getattr(component, "children", ()))
    return found
