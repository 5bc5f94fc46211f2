"""The Commander brackets and the date of their definitions.

Owners declare them; the bot judges none.
"""

BRACKETS = (1, 2, 3, 4, 5)
"""The brackets, weakest first; their texts are `bracket-<number>` and `bracket-<number>-about`."""

DEFINED = "2025-10-21"
"""The day of the definitions that the texts sum up."""
