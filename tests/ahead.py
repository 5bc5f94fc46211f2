"""Texts of `tables.ftl` that are ready before the rules and pages that will say them."""

KEYS = ("concede-sure-", "impossible-", "remind-", "var-")
"""How keys begin that no source names or makes yet."""

ANSWERS = {
    "killed-by-master",
    "another-master",
    "freed",
    "not-freed",
    "master-and-minion",
    "scored",
    "scored-nobody",
}
"""`answer-` clauses that no rule says yet."""
