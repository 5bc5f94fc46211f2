"""Maintenance of the database: checking it, copying it, and moving histories elsewhere."""


class MaintenanceError(Exception):
    """An error that stops a maintenance command; `problems` are the lines that say why.

    The database was not changed.
    """

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problems: tuple[str, ...] = (problem,)
