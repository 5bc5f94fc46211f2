"""The random transcripts reach what the rules hinge on; or their agreement would say little."""

from random import Random

import pytest

from tests.literal.chance import Teller
from tests.literal.history import History
from tests.literal.openings import open_randomly
from tests.literal.telling import Refused

RULES = """
ESC-21 ESC-22 ESC-23 ESC-24 ESC-25 ESC-32 ESC-33 ESC-34 ESC-35 ESC-36 ESC-40 ESC-41 ESC-42 ESC-43
ESC-60 ESC-9 ESC-D3 ESC-D4 ESC-D6 ESC-D8 NEC-2 NEC-9 NEC-10 NEC-11 NEC-12 NEC-13 NEC-D1 NEC-D4
NEC-D5 TAB-6 TAB-20 TAB-21 TAB-22 TAB-23 TAB-24 TAB-25 TAB-26
"""
LINES = "choose close concede correct defeat defeats draw join restart subgame substitute turn undo win"
QUESTIONS = "responsible successor new-master"


def list_missing(wanted: set[str], seeds: range) -> set[str]:
    """Return which rules no verdict cites, which lines nobody takes and which questions none of them raises."""
    missing = {*wanted}
    for seed in seeds:
        if not missing:
            break
        random = Random(seed)
        history = History(open_randomly(random))
        teller = Teller(random)
        for _ in range(random.randint(4, 18)):
            line = teller.tell(history)
            try:
                history.tell(line)
            except Refused:
                continue
            asked = history.sheet.question
            missing -= {line["do"], *([asked.kind] if asked else [])}
        missing -= {verdict.rule for verdict in history.sheet.verdicts}
    return missing


@pytest.mark.long
def test_random_transcripts_reach_every_rule_line_and_question() -> None:
    wanted = {*RULES.split(), *LINES.split(), *QUESTIONS.split()}
    assert list_missing(wanted, range(1, 1001)) == set()
