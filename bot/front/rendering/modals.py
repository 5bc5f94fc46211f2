"""Modals: forms of labelled fields, which a route receives by their custom id."""

from collections.abc import Sequence

from discord import ui

from bot.front.rendering.escaping import clean_label


def make_modal(
    custom_id: str, title: str, inputs: Sequence[tuple[str, str, ui.TextInput[ui.Modal]]]
) -> ui.Modal:
    """Return a modal; each of `inputs` is a label, a description and a field."""
    modal = ui.Modal(title=clean_label(title, 45), custom_id=custom_id)
    modal.stop()  # nobody waits for it: the answer comes back by its custom id
    for label, about, field in inputs:
        described = clean_label(about, 100) if about else None
        modal.add_item(
            ui.Label(text=clean_label(label, 45), description=described, component=field)
        )
    return modal


def make_input(
    name: str, most: int, default: str = "", *, required: bool = True
) -> ui.TextInput[ui.Modal]:
    """Return a text field with at most `most` characters."""
    return ui.TextInput(custom_id=name, max_length=most, default=default or None, required=required)
