"""`import --csv`: the games of a league from its spreadsheet."""

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bot.console.settings import read_settings
from bot.console.tended import read_id, tend
from bot.console.terminal import WRONG, fail, say

if TYPE_CHECKING:
    from datetime import datetime

    from bot.care.leagues.importing import Judged, Wanted
    from bot.storage.engine.database import Database

_OF_TABLES = ("defeats", "server", "names", "encoding", "closed_seasons", "guests", "apply")
_WHO = " Lines NAME = ID or NAME = guest in a file for --names say who is meant."


def add_league(bring: argparse.ArgumentParser) -> None:
    """Add what is asked of a league to the command that imports."""
    of = bring.add_argument_group(
        "a league's spreadsheet", "without --apply, only says what would happen"
    )
    of.add_argument("--csv", action="store_true", help="FILE is a table of results")
    of.add_argument("--channel", type=read_id, metavar="ID", help="to which the games belong")
    of.add_argument("--server", type=read_id, metavar="ID", help="where the channel is new")
    of.add_argument("--defeats", type=Path, metavar="FILE", help="a table of who defeated whom")
    of.add_argument("--names", type=Path, metavar="FILE", help="lines: NAME = ID, NAME = guest")
    of.add_argument("--guests", action="store_true", help="names that are nobody's are guests'")
    of.add_argument("--encoding", metavar="NAME", help="such as cp1251, where it is not UTF-8")
    of.add_argument(
        "--closed-seasons", action="store_true", help="enter games of seasons that are over, too"
    )
    of.add_argument("--apply", action="store_true", help="enter the games")
    of.add_argument(
        "--undo", type=int, metavar="NUMBER", help="take back what was entered from this game on"
    )


def wants_league(parsed: argparse.Namespace) -> bool:
    """Whether a league is meant, and no archive. Ends the program if that is not clear."""
    if parsed.csv and parsed.undo is not None:
        fail("suzerain import: --undo: accepted only without --csv")
    if parsed.csv:
        return True
    for name in _OF_TABLES:
        if getattr(parsed, name):
            fail(f"suzerain import: --{name.replace('_', '-')}: accepted only with --csv")
    if parsed.undo is None and parsed.channel is not None:
        fail("suzerain import: --channel: accepted only with --csv or --undo")
    return parsed.undo is not None


def run_league(parsed: argparse.Namespace) -> int:
    """Enter a league's games, say what that would do, or take them back."""
    if parsed.channel is None:
        fail("suzerain import: --channel: is missing; accepted: the id of the games' channel")
    if parsed.undo is not None:
        return _undo(parsed)
    if parsed.file in (None, "-"):
        fail("suzerain import: FILE: is missing; accepted: a table, as CSV")
    from bot.care.leagues.importing import Wanted

    wanted = Wanted(
        Path(parsed.file),
        parsed.channel,
        parsed.defeats,
        parsed.server,
        parsed.names,
        parsed.encoding,
        parsed.closed_seasons,
        parsed.guests,
        read_settings(parsed).variants,
    )
    return _import(parsed, wanted)


def _import(parsed: argparse.Namespace, wanted: "Wanted") -> int:
    from bot.care.leagues.importing import enter_league, judge_league

    now = _find_now()

    async def work(database: "Database") -> "Judged":
        judged = await judge_league(database, wanted, now)
        if parsed.apply and judged.games and not judged.doubts:
            await enter_league(database, judged, now)
        return judged

    judged = tend(parsed, work)
    say("\n".join([*_describe(judged), *_conclude(judged, applied=parsed.apply)]))
    return WRONG if judged.doubts else 0


def _describe(judged: "Judged") -> list[str]:
    """What was read, and what is in doubt."""
    from bot.care.leagues.batches import count_games
    from bot.care.leagues.matching import describe

    lines = list(judged.notes)
    if judged.here:
        lines.append(f"Here already: {count_games(judged.here)}.")
    for channel, batch in judged.elsewhere:
        since = f"since {batch.at:%Y-%m-%d %H:%M} UTC, with an import of {count_games(batch.games)}"
        lines.append(f"They are in channel {channel} {since}.")
        lines.append(_describe_undo(batch.number, channel))
    if judged.games:
        days = [fresh.game.played for fresh in judged.games]
        lines.append(
            f"{count_games(len(days))} of {judged.players:,} players, played from"
            f" {min(days):%Y-%m-%d} to {max(days):%Y-%m-%d}."
        )
    if judged.new:
        lines.append(f"New to the bot: {', '.join(map(describe, judged.new))}.")
    if judged.doubts:
        lines += [f"Doubts: {len(judged.doubts):,}", *judged.doubts]
    return lines


def _conclude(judged: "Judged", *, applied: bool) -> list[str]:
    """What was done, and what to do next."""
    channel = judged.wanted.channel
    if judged.doubts:
        return [f"Nothing was changed.{_WHO if judged.names else ''}"]
    if not judged.games:
        return ["Nothing was changed."]
    if not applied:
        return ["Nothing was changed. With --apply, this is entered."]
    return [
        f"Entered into channel {channel}, as game {judged.first} and those that follow.",
        _describe_undo(judged.first, channel),
    ]


def _describe_undo(number: int, channel: int) -> str:
    return f"To take them all back: suzerain import --undo {number} --channel {channel}"


def _undo(parsed: argparse.Namespace) -> int:
    from bot.care.leagues.batches import count_games, undo_batch

    if parsed.file is not None:
        fail("suzerain import: FILE: accepted only without --undo")
    now = _find_now()
    games = tend(parsed, lambda database: undo_batch(database, parsed.channel, parsed.undo, now))
    if games:
        say(f"Taken back: {count_games(games)}.")
    else:
        say("All of it was taken back before; nothing was changed.")
    return 0


def _find_now() -> "datetime":
    from bot.storage.engine.moments import to_moment

    return to_moment(time.time_ns() // 1_000_000)
