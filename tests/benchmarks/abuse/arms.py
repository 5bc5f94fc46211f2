"""The tricks that a cheater tries, by the number of further accounts that they need."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from bot.storage.tables.game_kinds import JOUST, POD, GameKind
from tests.benchmarks.abuse import tricks
from tests.benchmarks.abuse.own_accounts import How
from tests.benchmarks.abuse.stage import Rows, Stage

Try = Callable[[Stage], Rows]


class Arm(NamedTuple):
    """A trick with so many further accounts, and the table that shows its gain."""

    accounts: int
    name: str
    rows: Try
    kind: GameKind = POD


AT_TABLES: Mapping[str, type[tricks.Honesty]] = {
    "lone rematches": tricks.LoneRematch,
    "/pod win at others' tables": tricks.FalseWin,
    "kicking the others": tricks.Kicking,
    "undo and close what was lost": tricks.Closing,
    "reopening until the seats please": tricks.Reseating,
    "disputes as obstruction": tricks.Obstruction,
    "claiming deeds that were not done": tricks.FalseDeeds,
    "claiming them when the game is over": tricks.LateDeeds,
    "all of these": tricks.Everything,
}

ALONE: Mapping[str, How] = {
    "rematches with own accounts": "rematch",
    "/pod win, which an own account confirms": "win",
    "a variant without an end": "respawn",
    "own accounts that win as friends would": "friends",
    "un-voiding what moderators voided": "voided",
    "deeds against own accounts": "deeds",
}
"""What is done beside honest evenings."""


def _list_at_tables() -> list[Arm]:
    return [Arm(0, name, _cheat(trick)) for name, trick in AT_TABLES.items()]


def _list_alone(accounts: int) -> list[Arm]:
    return [
        *(Arm(accounts, name, _play_beside(accounts, how)) for name, how in ALONE.items()),
        Arm(accounts, "no honest evenings, always winning", _play_only(accounts, "win")),
        Arm(accounts, "no honest evenings, winning as friends do", _play_only(accounts, "friends")),
        Arm(accounts, "duels against own accounts", _duel(accounts), JOUST),
    ]


def _list_with_three() -> list[Arm]:
    return [
        Arm(3, "accounts that meet each other", _play_beside(3, "padding")),
        Arm(3, "accounts sent to a quarter of the evenings", _send_out(1, 2)),
        Arm(3, "accounts sent to half of the evenings", _send_out(2, 6)),
        Arm(3, "accounts sent to all evenings", _send_out(4, 8)),
        Arm(3, "accounts that play with two new guests", _bring_guests()),
        Arm(3, "... every week as often", _bring_guests(each_week=True)),
        Arm(3, "two new guests in one's own games too", _bring_guests(each_week=True, beside=True)),
        Arm(3, "accounts that are forgotten and come back", _come_back()),
        Arm(3, "... every week as often", _come_back(each_week=True)),
        Arm(3, "everything at once", _try_everything),
    ]


def _cheat(trick: type[tricks.Honesty]) -> Try:
    return lambda stage: stage.cheat(trick())


def _play_beside(accounts: int, how: How) -> Try:
    return lambda stage: stage.honest + stage.play_alone(accounts, how)


def _play_only(accounts: int, how: How) -> Try:
    return lambda stage: stage.deserted + stage.play_alone(accounts, how)


def _duel(accounts: int) -> Try:
    return lambda stage: stage.duels + stage.play_alone(accounts, "duel")


def _send_out(quarters: int, games: int) -> Try:
    return lambda stage: stage.send_out(quarters) + stage.play_alone(3, "win", 1, games)


def _bring_guests(*, each_week: bool = False, beside: bool = False) -> Try:
    return lambda stage: stage.honest + stage.play_with_guests(each_week, beside)


def _come_back(*, each_week: bool = False) -> Try:
    return lambda stage: stage.honest + stage.play_again_and_again(each_week)


def _try_everything(stage: Stage) -> Rows:
    return stage.cheat(tricks.Everything()) + stage.play_alone(3, "padding")


ARMS = (*_list_at_tables(), *_list_alone(1), *_list_alone(3), *_list_with_three())
"""Everything that is tried."""
