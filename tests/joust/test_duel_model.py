"""Any transcript leads where the contract, written down a second time, leads."""

import pytest

from bot.transcripts.replaying import TranscriptError
from tests.joust import model
from tests.joust.notation import played
from tests.joust.wandering import Draw, duels, lightly, wander


@duels
@lightly
def test_a_duel_goes_as_the_contract_says_line_by_line(draw: Draw) -> None:
    """A line that the one refuses the other refuses too; it is left out, and the duel goes on."""
    for before, tried, accepted in wander(draw):
        lines = [*before, tried]
        if accepted:
            assert played(lines) == model.document(lines)
            continue
        with pytest.raises(TranscriptError) as refused:
            played(lines)
        assert refused.value.line == len(lines)
