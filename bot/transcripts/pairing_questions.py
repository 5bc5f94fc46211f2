"""Pairing problems as files, and their answers: `suzerain pair`."""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from bot.basics.typed_values import (
    InvalidValueError,
    convert_value_to_type,
    find_line_of_json_path,
    parse_json_without_duplicate_keys,
)
from bot.i18n import Translations
from bot.nights.pairing import (
    LARGEST_POD,
    MAX_PLAYERS,
    SMALLEST_POD,
    Pair,
    PairingSolverInput,
    PlayerToPair,
    PodSizePreferences,
    RoundPairing,
    draw_tie_breaking_lots,
    pair_players_into_pods,
)
from bot.transcripts.replaying import TranscriptError

_Count = Annotated[int, Meta(ge=0, extra={"accepted": "a whole number of 0 or more"})]
_Bracket = Annotated[int, Meta(ge=1, le=5, extra={"accepted": "1 to 5"})]
_Place = Annotated[int, Meta(ge=1, extra={"accepted": "a whole number of 1 or more"})]
_Name = Annotated[str, Meta(min_length=1, extra={"accepted": "a name of one character or more"})]
_Size = Annotated[
    int,
    Meta(ge=SMALLEST_POD, le=LARGEST_POD, extra={"accepted": f"a whole number from {SMALLEST_POD} to {LARGEST_POD}"}),
]


class _PairingFilePlayer(Struct, forbid_unknown_fields=True, frozen=True):
    """A player in a pairing file."""

    name: _Name
    points: int = 0
    byes: _Count = 0
    bracket: _Bracket | None = None
    smaller: _Count | UnsetType = UNSET
    standing: _Place | UnsetType = UNSET
    through: bool | UnsetType = UNSET
    strength: _Count | UnsetType = UNSET


class _PairingFilePodSizes(Struct, forbid_unknown_fields=True, frozen=True):
    """The pod sizes in a pairing file."""

    allowed: Annotated[tuple[_Size, ...], Meta(min_length=1, extra={"accepted": "one or more"})]
    preferred: _Size
    may: tuple[_Size, ...] | UnsetType = UNSET


class _RoundPairingFile(Struct, forbid_unknown_fields=True, frozen=True):
    """A file with the players of a round, who are to be divided into pods."""

    players: Annotated[
        tuple[_PairingFilePlayer, ...],
        Meta(max_length=MAX_PLAYERS, extra={"accepted": f"at most {MAX_PLAYERS} players"}),
    ]
    sizes: _PairingFilePodSizes
    mode: Literal["fresh", "swiss"]
    met: tuple[tuple[str, str, _Count], ...] = ()
    earlier: tuple[tuple[str, str, _Count], ...] = ()
    apart: tuple[tuple[str, str], ...] | UnsetType = UNSET
    seed: int = 0
    share_smaller: bool = False
    cut: Literal[0, 4, 16] = 0
    keep_strength: bool = False


def pair_players_from_file(file_text: str) -> RoundPairing:
    """Return the pods into which the players of a file are divided.

    Raises `TranscriptError`, which names the line.
    """
    try:
        question = _build_pairing_input(
            convert_value_to_type(parse_json_without_duplicate_keys(file_text), _RoundPairingFile)
        )
    except InvalidValueError as error:
        raise TranscriptError(find_line_of_json_path(file_text, error.place), error.field, error.problem) from None
    return pair_players_into_pods(question)


def _build_pairing_input(pairing_file: _RoundPairingFile) -> PairingSolverInput:
    """Return the input of the pairing from a file. Raises `InvalidValueError` if it contradicts itself."""
    names: set[str] = set()
    for at, player in enumerate(pairing_file.players):
        if player.name in names:
            problem = f"{player.name!r} stands twice; accepted: each name once"
            raise InvalidValueError(f"players[{at}].name", problem)
        names.add(player.name)
        if not pairing_file.share_smaller and not isinstance(player.smaller, UnsetType):
            problem = "only with 'share_smaller': true; accepted: leave it out, or share smaller pods out"
            raise InvalidValueError(f"players[{at}].smaller", problem)
        _validate_top_cut_fields(f"players[{at}]", player, pairing_file.cut)
        if not pairing_file.keep_strength and not isinstance(player.strength, UnsetType):
            problem = "only with 'keep_strength': true; accepted: leave it out, or keep the strength that people meet"
            raise InvalidValueError(f"players[{at}].strength", problem)
    if pairing_file.keep_strength and pairing_file.mode == "swiss":
        raise InvalidValueError("keep_strength", "not in mode swiss; accepted: false, or mode fresh")
    if pairing_file.cut and not isinstance(pairing_file.apart, UnsetType):
        raise InvalidValueError("apart", "not with 'cut'; accepted: leave it out")
    apart: tuple[tuple[str, str], ...] = ()
    if not isinstance(pairing_file.apart, UnsetType):
        if pairing_file.mode == "swiss":
            raise InvalidValueError("apart", "not in mode swiss; accepted: leave it out, or mode fresh")
        apart = pairing_file.apart
    entrants = tuple(
        PlayerToPair(
            p.name,
            p.points,
            p.byes,
            p.bracket,
            0 if isinstance(p.smaller, UnsetType) else p.smaller,
            0 if isinstance(p.standing, UnsetType) else p.standing,
            p.through is True,
            strength=0 if isinstance(p.strength, UnsetType) else p.strength,
        )
        for p in pairing_file.players
    )
    return PairingSolverInput(
        entrants,
        _parse_allowed_pod_sizes(pairing_file.sizes),
        pairing_file.mode,
        _parse_meeting_counts("met", pairing_file.met, names),
        _parse_meeting_counts("earlier", pairing_file.earlier, names),
        frozenset(_parse_pair_of_player_names(f"apart[{at}]", pair, names) for at, pair in enumerate(apart)),
        draw_tie_breaking_lots(pairing_file.seed, names),
        pairing_file.share_smaller,
        pairing_file.cut,
        keeps_strength=pairing_file.keep_strength,
    )


def _validate_top_cut_fields(field_name: str, player: _PairingFilePlayer, cut_size: int) -> None:
    """Raise `InvalidValueError` if a player's standings place is missing for a top cut, or given without a cut."""
    if cut_size and isinstance(player.standing, UnsetType):
        raise InvalidValueError(
            f"{field_name}.standing", "missing; accepted: with 'cut', a place in the standings for everybody"
        )
    for key, value in (("standing", player.standing), ("through", player.through)):
        if not cut_size and not isinstance(value, UnsetType):
            raise InvalidValueError(
                f"{field_name}.{key}", "only with 'cut' of 4 or 16; accepted: leave it out, or ask for a cut"
            )


def _parse_allowed_pod_sizes(pod_sizes: _PairingFilePodSizes) -> PodSizePreferences:
    allowed = frozenset(pod_sizes.allowed)
    if isinstance(pod_sizes.may, UnsetType):
        return PodSizePreferences(allowed, allowed, pod_sizes.preferred)
    may = frozenset(pod_sizes.may)
    for at, size in enumerate(pod_sizes.allowed):
        if size not in may:
            accepted = ", ".join(map(str, sorted(may))) or "none"
            problem = f"{size} is not in 'may'; accepted: {accepted}"
            raise InvalidValueError(f"sizes.allowed[{at}]", problem)
    return PodSizePreferences(allowed, may, pod_sizes.preferred)


def _parse_meeting_counts(
    field_name: str, meetings: Iterable[tuple[str, str, int]], player_names: set[str]
) -> dict[Pair, int]:
    """Return how often each pair of players has met; a pair that is listed twice must agree."""
    counts: dict[Pair, int] = {}
    for at, (one, other, count) in enumerate(meetings):
        pair = _parse_pair_of_player_names(f"{field_name}[{at}]", (one, other), player_names)
        if counts.setdefault(pair, count) != count:
            problem = f"{one!r} and {other!r} met {counts[pair]} times before; accepted: one count"
            raise InvalidValueError(f"{field_name}[{at}][2]", problem)
    return counts


def _parse_pair_of_player_names(field_name: str, pair_names: tuple[str, str], player_names: set[str]) -> Pair:
    for at, name in enumerate(pair_names):
        if name not in player_names:
            raise InvalidValueError(f"{field_name}[{at}]", f"{name!r} is no player; accepted: a name of players")
    if pair_names[0] == pair_names[1]:
        raise InvalidValueError(f"{field_name}[1]", f"{pair_names[1]!r} stands twice; accepted: two players")
    return frozenset(pair_names)


def build_pairing_json(pairing: RoundPairing) -> dict[str, object]:
    return {"pods": pairing.pods, "out": pairing.out, "cost": pairing.cost._asdict()}


def describe_round_pairing(round_pairing: RoundPairing, translations: Translations) -> str:
    """Return a pairing as text: its pods, the players who sit out, and its quality."""
    lines = [
        translations("pair-pod", number=number, names=", ".join(pod))
        for number, pod in enumerate(round_pairing.pods, 1)
    ]
    if not round_pairing.pods:
        lines.append(translations("pair-nobody"))
    if round_pairing.out:
        lines.append(translations("pair-out", names=", ".join(round_pairing.out)))
    parts = [
        translations(f"pair-cost-{part}", count=count) for part, count in round_pairing.cost._asdict().items() if count
    ]
    if parts:
        lines.append(translations("pair-cost", parts=", ".join(parts)))
    return "\n".join(lines)
