"""The command line: games from files, the judge, the bot itself, and care of the database.

A command imports what it needs when it runs, so that `--help` loads no database and no Discord.
"""

import argparse
import subprocess
from collections.abc import Sequence
from pathlib import Path

from bot import VERSION
from bot.console.cards import add_card_index_commands_to_parser
from bot.console.care import add_maintenance_commands
from bot.console.file_commands import (
    add_joust_command,
    add_judge_command,
    add_pairing_command,
    add_proof_verification_command,
    add_transcript_replay_command,
)
from bot.console.process_commands import add_run_health_and_sandbox_commands, add_shards_command
from bot.console.terminal import CommandLineParser, escape_unencodable_output, print_lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command of the command line, and return the process's exit status."""
    with escape_unencodable_output():
        parsed = build_argument_parser().parse_args(arguments)
        status: int = parsed.run(parsed)
        return status


class PrintVersionAction(argparse.Action):
    """The option that prints the version and exits."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print_lines(f"{parser.prog} {find_bot_version()}")
        parser.exit()


def find_bot_version(repository_folder: Path = Path(__file__).parents[1]) -> str:
    """Return the version of the bot.

    A git checkout past the release adds the number of commits since then and the commit's hash.
    """
    if not (repository_folder / ".git").exists():
        return VERSION

    def run_git(*git_arguments: str) -> str:
        command = ("git", "-C", str(repository_folder), *git_arguments)
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=10)
        return done.stdout.strip()

    try:
        # A copy without tags knows the commit that set the version.
        release = run_git("tag", "--list", f"v{VERSION}") or run_git(
            *("log", "-1", "--format=%H", f'-SVERSION = "{VERSION}"', "--", "bot/__init__.py")
        )
        past = int(run_git("rev-list", "--count", f"{release}..HEAD")) if release else 0
        return f"{VERSION}+{past}.g{run_git('rev-parse', '--short', 'HEAD')}" if past else VERSION
    except (OSError, subprocess.SubprocessError):
        return VERSION


def build_argument_parser() -> argparse.ArgumentParser:
    """Build the parser of the whole command line."""
    parser = CommandLineParser(prog="suzerain", description="Referees and scores multiplayer Magic pods.")
    parser.add_argument("--version", action=PrintVersionAction, nargs=0, help="show program's version number and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=CommandLineParser)
    add_transcript_replay_command(commands)
    add_judge_command(commands)
    add_joust_command(commands)
    add_pairing_command(commands)
    add_proof_verification_command(commands)
    add_run_health_and_sandbox_commands(commands)
    add_shards_command(commands)
    add_maintenance_commands(commands)
    add_card_index_commands_to_parser(commands)
    return parser
