"""The reports of a pod that do not count yet, and what answers make of them."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from bot.rules.claims import Claim
from bot.rules.events import Claimed, Confirmed, Disputed, Event, Overruled

_SETTLING = ("status", "points", "void", "end")
"""Decisions that settle what is disputed: a moderator has looked at it and said what holds."""


class Unconfirmed(Struct, frozen=True, gc=False):
    """A report that is not confirmed yet; `verdicts` is how many the pod had before it."""

    event: Claimed
    verdicts: int

    @property
    def claim(self) -> Claim:
        """Who may confirm it, and until when."""
        assert self.event.claim is not None
        return self.event.claim


def add_claim(
    unconfirmed: tuple[Unconfirmed, ...], event: Event, verdicts: int
) -> tuple[Unconfirmed, ...]:
    """Return what is yet to confirm once `event` has happened; the pod had so many `verdicts`."""
    if not isinstance(event, Claimed) or event.claim is None:
        return unconfirmed
    return (*unconfirmed, Unconfirmed(event, verdicts))


def answer_claim(claim: Claim, event: Confirmed | Disputed) -> Claim | None:
    """Return what is yet to confirm of a report after `event`, which may be about other ones."""
    if isinstance(event, Disputed):
        return claim.dispute(event.by) if event.claim == claim.version else claim
    if claim.version not in event.claims:
        return claim
    return claim.confirm(event.by, stands=event.stands)


def answer_claims(
    unconfirmed: Iterable[Unconfirmed], event: Confirmed | Disputed
) -> tuple[Unconfirmed, ...]:
    """Return what is yet to confirm of several reports after `event`."""
    answered = ((each, answer_claim(each.claim, event)) for each in unconfirmed)
    return tuple(
        replace(each, event=replace(each.event, claim=claim))
        for each, claim in answered
        if claim is not None
    )


def drop_settled(unconfirmed: tuple[Unconfirmed, ...], event: Overruled) -> tuple[Unconfirmed, ...]:
    """Return what is yet to confirm of earlier reports once a moderator has decided.

    That is nothing, where they said who won.
    """
    if event.override == "end" and event.claim is not None:  # older ones left it as it was
        return ()
    if event.override not in _SETTLING:
        return unconfirmed
    return tuple(each for each in unconfirmed if not each.claim.disputed)
