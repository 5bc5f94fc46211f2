"""Replay a transcript of any game; its first line names the game in `game`, except for pods."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from bot import transcript
from bot.i18n import Catalogue
from bot.joust_files.duels import replay as replay_duel
from bot.joust_files.duels import write_duel
from bot.joust_files.telling import summarize_duel
from bot.reading import Unreadable
from bot.replaying import Mistake, read_line


class Replayed(NamedTuple):
    """The end of a replayed game, as a document and in words."""

    document: dict[str, Any]
    summary: str


def _replay_pod(lines: Sequence[str], text: Catalogue) -> Replayed:
    recording = transcript.record(lines, text)
    return Replayed(recording.make_document(text), recording.summarize(text))


def _replay_joust(lines: Sequence[str], text: Catalogue) -> Replayed:
    duel = replay_duel(lines, text)
    return Replayed(write_duel(duel), summarize_duel(duel, text))


GAMES: Mapping[str, Callable[[Sequence[str], Catalogue], Replayed]] = {
    "magicjoust": _replay_joust,
}
"""Functions that replay a game, by its name in transcripts."""


def replay(lines: Sequence[str], text: Catalogue) -> Replayed:
    """Replay a transcript of any game. Raises `Mistake` at its first wrong line."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            game = _find_game(line, number)
            return GAMES[game](lines, text) if game is not None else _replay_pod(lines, text)
    return _replay_pod(lines, text)


def _find_game(line: str, number: int) -> str | None:
    """Return the game that a first line names; None for a pod or an unreadable line."""
    try:
        first = read_line(line)
    except Unreadable:
        return None
    game = first.get("game")
    if "game" not in first:
        return None
    if not isinstance(game, str) or game not in GAMES:
        accepted = f"accepted: {', '.join(GAMES)}; a pod names none"
        raise Mistake(number, "game", f"{game!r} is no game; {accepted}")
    return game
