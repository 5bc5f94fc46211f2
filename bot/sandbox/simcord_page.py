"""simcord's page as the sandbox serves it: with its own title, and with Discord's words in the tab's language.

`sandbox.js` defines `sayLikeDiscord` before simcord's scripts run: it returns what Discord says in the language of the
tab instead of simcord's English words, which are the keys of `DISCORD_TEXTS`; `%` stands for a name or a number.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import simcord.preview

_STATIC = Path(simcord.preview.__file__).with_name("static")

DISCORD_TEXTS: Mapping[str, str] = {
    "Submit": "submit",
    "Cancel": "cancel",
    "This form will be submitted to %. Do not share passwords or other sensitive information.": "form-warning",
    "Apply": "apply",
    "Select an option": "select",
    "Select one or more options": "select-several",
    "Message %": "message",
    "No messages in this channel.": "no-messages",
    "Load earlier messages": "earlier",
    "New messages · jump to latest": "newer",
    "Only you can see this": "private",
    "Thinking…": "thinking",
    "(edited)": "edited",
    "% used": "used",
    "+% optional": "optional",
    "+% options": "more-options",
    "+% more": "more",
    "OPTIONS": "options",
    "OPTIONS MATCHING %": "matching",
    "MEMBERS": "members",
    "ROLES": "roles",
    "CHANNELS": "channels",
    "No options match": "no-match",
    "True": "true",
    "False": "false",
    "This field is required.": "required",
    "Value length is outside the allowed range.": "wrong-length",
    "Value is outside the allowed range.": "wrong-range",
    "Choose an available option.": "wrong-choice",
    "Enter a valid value.": "wrong-value",
}
"""The suffixes of the texts `discord-…`, by what simcord says."""

_CHANGES: Mapping[str, Mapping[str, str]] = {
    "index.html": {
        "<title>SimCord Preview</title>": "<title>Suzerain</title>",
        "<strong>SimCord</strong><small>Preview</small>": "<strong>Suzerain</strong>",
        '<link rel="stylesheet" href="/preview.css">': (
            '<link rel="stylesheet" href="/preview.css">\n    <link rel="stylesheet" href="/sandbox.css">'
        ),
        '<script type="module" src="/app.js"></script>': (
            '<script src="/sandbox.js"></script>\n    <script type="module" src="/app.js"></script>'
        ),
    },
    "components.js": {
        '"button-secondary", "Cancel"': '"button-secondary", sayLikeDiscord("Cancel")',
        "`This form will be submitted to": "sayLikeDiscord(`This form will be submitted to",
        "passwords or other sensitive information.`": "passwords or other sensitive information.`)",
        '"button-primary", "Submit"': '"button-primary", sayLikeDiscord("Submit")',
    },
    "selects.js": {
        'placeholder || "Select an option"': 'placeholder || sayLikeDiscord("Select an option")',
        'placeholder || (multi ? "Select': 'placeholder || sayLikeDiscord(multi ? "Select',
        '"select-apply", "Apply"': '"select-apply", sayLikeDiscord("Apply")',
        '"select-cancel", "Cancel"': '"select-cancel", sayLikeDiscord("Cancel")',
    },
    "messages.js": {
        '"Only you can see this"': 'sayLikeDiscord("Only you can see this")',
        '"Thinking…"': 'sayLikeDiscord("Thinking…")',
        '" (edited)"': '` ${sayLikeDiscord("(edited)")}`',
        '"message-edited-compact", "(edited)"': '"message-edited-compact", sayLikeDiscord("(edited)")',
        "`/${name}`": "sayLikeDiscord(`/${name}`)",
        "`${invoker} used `": "`${sayLikeDiscord(`${invoker} used`)} `",
    },
    "composer.js": {
        "`Message ${channel.glyph}${channel.name}`": "sayLikeDiscord(`Message ${channel.glyph}${channel.name}`)",
    },
    "commands.js": {
        "`+${optional} optional`": "sayLikeDiscord(`+${optional} optional`)",
        '`+${remaining} ${displayed.length ? "more" : "options"}`': (
            'sayLikeDiscord(`+${remaining} ${displayed.length ? "more" : "options"}`)'
        ),
        '"command-popup-heading", heading': '"command-popup-heading", sayLikeDiscord(heading)',
        '"No options match"': 'sayLikeDiscord("No options match")',
        '[{ name: "True", value: true }, { name: "False", value: false }]': (
            '[{ name: sayLikeDiscord("True"), value: true }, { name: sayLikeDiscord("False"), value: false }]'
        ),
        '(value.raw ? "True" : "False")': 'sayLikeDiscord(value.raw ? "True" : "False")',
        "error.textContent = message": "error.textContent = sayLikeDiscord(message)",
        '"command-error", currentDraft().errors[option.name]': (
            '"command-error", sayLikeDiscord(currentDraft().errors[option.name])'
        ),
        # The options of a command in the language of the tab, each with its description.
        '"command-pill-label", option.name': '"command-pill-label", option.label || option.name',
        "? [focused.name, focused": "? [focused.label || focused.name, focused",
        "({ name: option.name, value: option.name, ": "({ name: option.label || option.name, value: option.name, ",
        'if (value.username) item.append(node("span", "command-suggestion-meta", value.username));': (
            'if (value.username) item.append(node("span", "command-suggestion-meta", value.username));\n'
            '      if (optional) item.append(node("span", "command-suggestion-about", value.description));'
        ),
    },
}
"""Replacements in simcord's files, all of which must be found."""


@cache
def build_patched_simulator_file(file_name: str) -> str:
    """Return the content of one of simcord's files with the sandbox's changes.

    Raises `RuntimeError` if simcord's file has changed.
    """
    text = (_STATIC / file_name).read_text("utf-8")
    for theirs, ours in _CHANGES[file_name].items():
        if theirs not in text:
            raise RuntimeError(f"simcord's {file_name} has changed: it should contain {theirs!r}")
        text = text.replace(theirs, ours)
    return text


CHANGED_FILES = (*_CHANGES,)
