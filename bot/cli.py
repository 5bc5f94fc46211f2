"""The command line: games from files, the judge, the bot itself, and care of the database.

A command imports what it needs when it runs, so that `--help` loads no database and no Discord.
"""

import argparse
from collections.abc import Sequence

from bot import VERSION
from bot.console.cards import add_cards
from bot.console.care import add_care
from bot.console.file_commands import add_joust, add_judge, add_pair, add_replay, add_verify
from bot.console.running import add_running, add_shards
from bot.console.terminal import Parser, open_output


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name; return the exit status."""
    with open_output():
        parsed = make_parser().parse_args(arguments)
        status: int = parsed.run(parsed)
        return status


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = Parser(prog="suzerain", description="Referees and scores multiplayer Magic pods.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {VERSION}")
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
