"""The command line: run, sandbox, replay, judge, migrate."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Never

import msgspec

FAILED = 2
"""Exit status for a bad argument, file or setting."""


class _Parser(argparse.ArgumentParser):
    """Complains in one line, as all of the program does."""

    def error(self, message: str) -> Never:
        fail(f"{self.prog}: {message} (see {self.prog} --help)")


def fail(message: str) -> Never:
    """Ends the program with one line on standard error."""
    print(" ".join(message.split()), file=sys.stderr)
    sys.exit(FAILED)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command that the arguments name; returns the exit status."""
    parsed = _parser().parse_args(arguments)
    status: int = parsed.run(parsed)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="suzerain", description="Referees and scores multiplayer Magic pods.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    replay = commands.add_parser("replay", help="play a transcript and print where the pod stands")
    replay.add_argument("file", metavar="FILE", type=Path, help="a transcript: JSON Lines")
    replay.add_argument("--json", action="store_true", help="print one JSON document")
    replay.set_defaults(run=_replay)

    judge = commands.add_parser("judge", help="judge one defeat: who is responsible, and why")
    judge.add_argument("file", metavar="FILE", type=Path, help="one defeat: a JSON object")
    judge.add_argument("--json", action="store_true", help="print one JSON document")
    judge.set_defaults(run=_judge)
    return parser


# Each command imports what it needs: printing help takes no database and no Discord.


def _replay(parsed: argparse.Namespace) -> int:
    from bot import transcript
    from bot.i18n import DEFAULT, catalogue

    text = catalogue(DEFAULT)
    try:
        pod = transcript.replay(_read(parsed.file).splitlines(), text)
    except transcript.Mistake as mistake:
        _wrong(parsed.file, mistake)
    if parsed.json:
        _print_json(transcript.document(pod, text))
    else:
        print(transcript.summary(pod, text))
    return 0


def _judge(parsed: argparse.Namespace) -> int:
    from bot import transcript
    from bot.i18n import DEFAULT, catalogue

    text = catalogue(DEFAULT)
    try:
        verdict = transcript.judge(_read(parsed.file), text)
    except transcript.Mistake as mistake:
        _wrong(parsed.file, mistake)
    if parsed.json:
        _print_json(verdict)
    else:
        print(transcript.in_words(verdict, text))
    return 0


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        fail(f"{path}: {error.strerror or error}; accepted: a file that can be read")
    except UnicodeDecodeError:
        fail(f"{path}: not a text in UTF-8")


def _wrong(path: Path, mistake: "Exception") -> Never:
    from bot.transcript import Mistake

    assert isinstance(mistake, Mistake)
    at = f"{path}:{mistake.line}" if mistake.line else f"{path}"
    fail(": ".join(part for part in (at, mistake.field, mistake.problem) if part))


def _print_json(document: object) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(document) + b"\n")
