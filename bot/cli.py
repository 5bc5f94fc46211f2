"""The command line: playing, judging, and care of the database.

Each command imports what it needs when it runs: printing help takes no database and no Discord.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from bot.console.games import add_joust, add_pair, add_replay
from bot.console.running import add_running
from bot.console.shards import add_shards
from bot.console.tending import add_care
from bot.console.terminal import Commands, Parser, fail_at, open_output, print_json, read_text, say
from bot.console.verify import add_verify


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name; return the exit status."""
    with open_output():
        parsed = _make_parser().parse_args(arguments)
        status: int = parsed.run(parsed)
        return status


def _make_parser() -> argparse.ArgumentParser:
    parser = Parser(prog="suzerain", description="Referees and scores multiplayer Magic pods.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    add_replay(commands)
    _add_judge(commands)
    add_joust(commands)
    add_pair(commands)
    add_verify(commands)
    add_running(commands)
    add_shards(commands)
    add_care(commands)
    return parser


def _add_judge(commands: Commands) -> None:
    judge = commands.add_parser(
        "judge", help="answer one question: who is responsible, what becomes of damage, what may be"
    )
    judge.add_argument("file", metavar="FILE", type=Path, help="one question: a JSON object")
    judge.add_argument("--json", action="store_true", help="print one JSON document")
    judge.set_defaults(run=_judge)


def _judge(parsed: argparse.Namespace) -> int:
    from bot.i18n import DEFAULT, load_catalogue
    from bot.judge_files import judge
    from bot.replaying import Mistake

    try:
        ruling = judge(read_text(parsed.file), load_catalogue(DEFAULT))
    except Mistake as mistake:
        fail_at(parsed.file, mistake)
    if parsed.json:
        print_json(ruling.document)
    else:
        say(ruling.tell())
    return 0
