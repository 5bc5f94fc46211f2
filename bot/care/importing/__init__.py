"""Reading an archive into a database: all of it or nothing.

The log knows people by ids of its own. Who has another one here keeps it, and the archive's
events name them by it; everything else stays to the letter.
"""

from bot.care.importing.history import import_history

__all__ = ["import_history"]
