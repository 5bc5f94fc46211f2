"""Care of the database: checking it, copying it, and moving histories elsewhere."""


class CareError(Exception):
    """An error that something cannot be done, for the operator. Nothing was changed.

    `problems` are the lines that say why.
    """

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problems: tuple[str, ...] = (problem,)
