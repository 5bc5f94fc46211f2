"""Care of the database: checks, backups, rebuilds, archives, and imports of leagues."""


class CareError(Exception):
    """A reason why a command cannot be carried out, in one line; nothing was changed."""
