"""Modals: forms of labelled fields, which a route receives by their custom id."""

from collections.abc import Sequence

from discord import ui

from bot.front.ui.escaping import clean_label_text


def build_modal(custom_id: str, title: str, fields: Sequence[tuple[str, str, ui.TextInput[ui.Modal]]]) -> ui.Modal:
    """Return a Discord modal. Each field has a label, a description and a text input."""
    modal = ui.Modal(title=clean_label_text(title, 45), custom_id=custom_id)
    modal.stop()  # nobody waits for it: the answer comes back by its custom id
    for label, about, field in fields:
        described = clean_label_text(about, 100) if about else None
        modal.add_item(ui.Label(text=clean_label_text(label, 45), description=described, component=field))
    return modal


def build_modal_text_input(
    custom_id: str, maximum_length: int, default: str = "", *, is_required: bool = True
) -> ui.TextInput[ui.Modal]:
    return ui.TextInput(custom_id=custom_id, max_length=maximum_length, default=default or None, required=is_required)
