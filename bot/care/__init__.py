"""Maintenance of the database: checking it, copying it, and moving histories elsewhere."""


class MaintenanceError(Exception):
    """An error of a maintenance command, for the operator; the database was not changed.

    `problems` are the lines that say why.
    """

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problems: tuple[str, ...] = (problem,)
