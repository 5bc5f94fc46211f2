"""The table of modules: commands that are listed only on servers that switched them on.

Discord lists a module as a command of the server, every other command for all servers.
"""

MODULES: tuple[str, ...] = ("series", "joust", "deck", "night")
"""The English name of each module's command or group; its text in the settings is `module-<name>`.
"""
