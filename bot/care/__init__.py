"""Care of the database: looking after it, copying it, and carrying histories elsewhere."""


class CareError(Exception):
    """Something cannot be done: one line for whoever asked, and nothing was changed."""
