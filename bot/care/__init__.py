"""Maintenance of the database: checking it, copying it, and moving histories elsewhere."""


class MaintenanceCommandError(Exception):
    """The error that stops a maintenance command. Each of the `problems` is a line for the operator.

    The database was not changed.
    """

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problems: tuple[str, ...] = (problem,)
