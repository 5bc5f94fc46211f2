"""Pictures: scenes as data, which a worker process renders as SVG and then as PNG.

The bot's own process needs `scene`, `figures`, `glyphs` and `picture_queue` only; the other modules belong to the
worker.
"""
