"""The command line: games from files, the judge, the bot itself, and care of the database.

A command imports what it needs when it runs, so that `--help` loads no database and no Discord.
"""

import argparse
import subprocess
from collections.abc import Sequence
from pathlib import Path

from bot import VERSION
from bot.console.cards import add_cards
from bot.console.care import add_care
from bot.console.file_commands import add_joust, add_judge, add_pair, add_replay, add_verify
from bot.console.running import add_running, add_shards
from bot.console.terminal import Parser, open_output, say


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name; return the exit status."""
    with open_output():
        parsed = make_parser().parse_args(arguments)
        status: int = parsed.run(parsed)
        return status


class ShowVersion(argparse.Action):
    """Prints the version and ends; the version is found only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print the version, and exit."""
        say(f"{parser.prog} {find_version()}")
        parser.exit()


def find_version(folder: Path = Path(__file__).parents[1]) -> str:
    """Return the version; in a checkout also how many commits it is past the release."""
    if not (folder / ".git").exists():
        return VERSION

    def ask_git(*question: str) -> str:
        command = ("git", "-C", str(folder), *question)
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=10)
        return done.stdout.strip()

    try:
        # A copy without tags knows the commit that set the version.
        release = ask_git("tag", "--list", f"v{VERSION}") or ask_git(
            *("log", "-1", "--format=%H", f'-SVERSION = "{VERSION}"', "--", "bot/__init__.py")
        )
        past = int(ask_git("rev-list", "--count", f"{release}..HEAD")) if release else 0
        return f"{VERSION}+{past}.g{ask_git('rev-parse', '--short', 'HEAD')}" if past else VERSION
    except (OSError, subprocess.SubprocessError):
        return VERSION


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = Parser(prog="suzerain", description="Referees and scores multiplayer Magic pods.")
    parser.add_argument(
        "--version", action=ShowVersion, nargs=0, help="show program's version number and exit"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    add_replay(commands)
    add_judge(commands)
    add_joust(commands)
    add_pair(commands)
    add_verify(commands)
    add_running(commands)
    add_shards(commands)
    add_care(commands)
    add_cards(commands)
    return parser
