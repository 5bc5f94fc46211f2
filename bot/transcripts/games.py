"""Replay a transcript of any game; its first line names the game in `game`, except for pods."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from bot.basics.typed_values import InvalidValueError
from bot.i18n import Translations
from bot.transcripts import pods
from bot.transcripts.joust.duels import build_duel_json, replay_duel_transcript
from bot.transcripts.joust.telling import summarize_duel
from bot.transcripts.replaying import TranscriptError, parse_transcript_line


class TranscriptReplayResult(NamedTuple):
    """A game played again from a transcript (a file of commands): its final state as JSON, and a summary."""

    document: dict[str, Any]
    summary: str


def _replay_pod_transcript(transcript_lines: Sequence[str], translations: Translations) -> TranscriptReplayResult:
    recording = pods.replay_pod_transcript_with_line_numbers(transcript_lines, translations)
    return TranscriptReplayResult(recording.build_json(translations), recording.summarize_replayed_pod(translations))


def _replay_duel_transcript(lines: Sequence[str], translations: Translations) -> TranscriptReplayResult:
    duel = replay_duel_transcript(lines, translations)
    return TranscriptReplayResult(build_duel_json(duel), summarize_duel(duel, translations))


GAMES: Mapping[str, Callable[[Sequence[str], Translations], TranscriptReplayResult]] = {
    "magicjoust": _replay_duel_transcript
}
"""Functions that replay a game, by its name in transcripts."""


def replay_game_transcript(lines: Sequence[str], translations: Translations) -> TranscriptReplayResult:
    """Play a game again from its transcript. Raises `TranscriptError` at the first wrong line."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            game = _parse_game_kind_of_transcript(line, number)
            return GAMES[game](lines, translations) if game is not None else _replay_pod_transcript(lines, translations)
    return _replay_pod_transcript(lines, translations)


def _parse_game_kind_of_transcript(first_line: str, line_number: int) -> str | None:
    try:
        first = parse_transcript_line(first_line)
    except InvalidValueError:
        return None
    game = first.get("game")
    if "game" not in first:
        return None
    if not isinstance(game, str) or game not in GAMES:
        accepted = f"accepted: {', '.join(GAMES)}; a pod names none"
        raise TranscriptError(line_number, "game", f"{game!r} is no game; {accepted}")
    return game
