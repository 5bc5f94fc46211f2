"""The table of modules: whole commands that are listed only on servers that switched them on.

Discord lists a module as a command of the server, every other command for all servers.
"""

from bot.front.interaction.context import Context
from bot.rules.refusals import Refusal

MODULES: tuple[str, ...] = ("series", "joust", "deck", "night")
"""The English name of each module's command or group; its text in the settings is `module-<name>`.
"""


def check_module(ctx: Context, command: str) -> None:
    """Raise `Refusal` for a command of a module that the server has not switched on."""
    root = command.partition(" ")[0]
    if root in MODULES and root not in ctx.settings.modules:
        raise Refusal("module-off", module=root)
