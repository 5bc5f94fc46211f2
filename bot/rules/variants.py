"""The variants as one table: each is a set of answers to the same questions (VAR-1 to VAR-14).

A new variant is a row here, a text in each catalogue and a test.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

ScoringId = Literal["esclave", "lotus", "elimination"]
VariantId = Literal["esclave", "elimination"]


class Scoring(Struct, frozen=True):
    """Points for each way to end a game (VAR-14)."""

    won_as_master: int
    won_as_servant: int
    lost_as_master: int
    lost_as_servant: int
    combo_win: int
    draw: int = 0


class Variant(Struct, frozen=True):
    """One row of answers; the comments name the parameter."""

    loser_becomes: Literal["servant", "out"]  # VAR-1
    responsibility: Literal["esclave", "simple"]  # VAR-2
    team_is_one_side: bool  # VAR-7
    min_players: int  # VAR-13
    ends_by: str | None  # the rule that a last defeat cites; None: the table's own
    scorings: tuple[ScoringId, ...]  # VAR-14, the first is the default
    checklist: tuple[str, ...]  # what the beaten do: catalogue keys (ESC-4)


SCORINGS: Mapping[ScoringId, Scoring] = {
    "esclave": Scoring(3, 1, 0, -1, combo_win=3),  # ESC-11
    "lotus": Scoring(3, 1, 0, -1, combo_win=2),  # ESC-11, ESC-D14
    "elimination": Scoring(3, 0, 0, 0, combo_win=3),  # TAB-D4
}

LEAVING = ("tab-16-1", "tab-16-2", "tab-16-3", "tab-17", "tab-18")
"""What the table does when a player leaves (TAB-16 to TAB-18): catalogue keys."""

RESTARTING = ("esc-50-1", "esc-50-2", "esc-50-3", "esc-50-4")
"""What everybody does when Karn Liberated restarts the game (ESC-50): catalogue keys."""

SUBGAMES = {"shahrazad": "esc-51", "enter-the-dungeon": "esc-52", "countdown": "esc-53"}
"""How each subgame starts (ESC-51 to ESC-53): catalogue keys."""

VARIANTS: Mapping[VariantId, Variant] = {
    "esclave": Variant(
        loser_becomes="servant",
        responsibility="esclave",
        team_is_one_side=True,
        min_players=4,
        ends_by="ESC-9",
        scorings=("esclave", "lotus"),
        checklist=("esc-4-1", "esc-4-2", "esc-4-3", "esc-4-4", "esc-4-5", "esc-4-6"),
    ),
    "elimination": Variant(
        loser_becomes="out",
        responsibility="simple",
        team_is_one_side=False,
        min_players=2,
        ends_by=None,
        scorings=("elimination",),
        checklist=LEAVING,
    ),
}
