"""Disputing the end of a duel while it does not count, and letting it stand."""

from bot.joust.commands import DisputeDuel, UpholdDuel
from bot.joust.duel import Duel
from bot.joust.events import DuelDisputed, DuelUpheld
from bot.joust.lookups import find_duelist
from bot.rules.refusals import refuse


def dispute_end(duel: Duel, command: DisputeDuel) -> DuelDisputed:
    """A player says that the end is wrong, of each end once.

    Raises `Refusal` if there is no result, if it counts, or if it is disputed.
    """
    find_duelist(duel, command.by)
    if duel.result is None:
        refuse("duel-goes-on")
    if duel.counted is not None:
        refuse("duel-counts")
    if command.by in duel.disputers:
        refuse("disputed-once")
    if duel.disputed is not None:
        refuse("duel-disputed")
    return DuelDisputed(command.by)


def uphold_end(duel: Duel, command: UpholdDuel) -> DuelDisputed | DuelUpheld:
    """The end stands: it counts, unless who disputed it thinks again, which begins the time anew.

    Raises `Refusal` if nobody disputes the end or asks to take it back.
    """
    if not duel.is_contested:
        refuse("dispute-settled")
    if command.by == duel.disputed:
        return DuelDisputed(command.by, taken_back=True)
    return DuelUpheld()
