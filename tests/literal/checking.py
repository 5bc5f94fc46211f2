"""What a report must say to be taken (ESC-D20, ESC-D21, interface.md)."""

from tests.literal.sheet import Sheet
from tests.literal.telling import Entry, Refused

NEEDS_AMOUNTS = ("life", "poison")


def check_report(sheet: Sheet, report: list[Entry]) -> None:
    """Raises `Refused` for what cannot be."""
    losers = [entry["loser"] for entry in report]
    if not losers or len(set(losers)) < len(losers):
        raise Refused("a player appears once in a report (ESC-D21)")
    for entry in report:
        _check_people(sheet, entry)
        _check_sources(sheet, entry)


def _check_people(sheet: Sheet, entry: Entry) -> None:
    sources = [*entry.get("sources", ()), entry.get("protection_ended_by") or {}]
    named = [entry["loser"], entry.get("controlled_by"), entry.get("kindslaver")]
    named += [source.get(role) for source in sources for role in ("controller", "owner")]
    for player in named:
        if player is not None and player not in sheet.present():
            raise Refused(f"{player} is not in the game (ESC-D21)")


def _check_sources(sheet: Sheet, entry: Entry) -> None:
    sources = entry.get("sources", ())
    unknown_is_refused = sheet.variant == "esclave" and entry["cause"] != "library"
    if not sources and unknown_is_refused:
        raise Refused("a report names at least one source (ESC-D20)")
    several = entry["cause"] in NEEDS_AMOUNTS and len(sources) > 1
    if several and not all(source.get("amount") for source in sources):
        raise Refused("how much each of several sources took has to be told")
