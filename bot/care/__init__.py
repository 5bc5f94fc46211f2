"""Care of the database: checking it, copying it, and moving histories elsewhere."""


class CareError(Exception):
    """An error that something cannot be done: one line for the operator. Nothing was changed."""
