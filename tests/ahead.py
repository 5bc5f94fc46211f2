"""Texts of `tables.ftl` that are ready before the pages that will say them."""

KEYS = ("var-",)
"""How keys begin that no source names or makes yet."""

ANSWERS: set[str] = set()
"""`answer-` clauses that no rule says yet."""
