"""simcord's page, with what the sandbox changes in it."""

from pathlib import Path

import simcord.preview


def make_index() -> str:
    """simcord's page, with the sandbox's title, style and script."""
    page = (Path(simcord.preview.__file__).with_name("static") / "index.html").read_text("utf-8")
    for theirs, ours in _INDEX_CHANGES.items():
        if page.count(theirs) != 1:
            raise RuntimeError(f"simcord's page has changed: it should say once {theirs!r}")
        page = page.replace(theirs, ours)
    return page


_INDEX_CHANGES = {
    "<title>SimCord Preview</title>": "<title>Suzerain</title>",
    "<strong>SimCord</strong><small>Preview</small>": "<strong>Suzerain</strong>",
    '<link rel="stylesheet" href="/preview.css">': (
        '<link rel="stylesheet" href="/preview.css">\n'
        '    <link rel="stylesheet" href="/sandbox.css">'
    ),
    '<script type="module" src="/app.js"></script>': (
        '<script src="/sandbox.js"></script>\n    <script type="module" src="/app.js"></script>'
    ),
}
