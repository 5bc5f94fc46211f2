"""Pictures: what is drawn as data, drawn as SVG and made a PNG by a process of its own.

The bot's own process needs `scene`, `figures`, `glyphs` and `studio` alone; the others belong to
the worker.
"""
