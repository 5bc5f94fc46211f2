"""Questions to the pairing as files, and its answers: `suzerain pair`."""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from bot.i18n import Catalogue
from bot.pairing import (
    LARGEST_POD,
    MAX_PLAYERS,
    SMALLEST_POD,
    Entrant,
    Pair,
    Pairing,
    Round,
    Sizes,
    draw_lots,
    pair_players,
)
from bot.reading import Unreadable, find_line, read, read_unambiguous_json
from bot.replaying import Mistake

_Count = Annotated[int, Meta(ge=0, extra={"accepted": "a whole number of 0 or more"})]
_Bracket = Annotated[int, Meta(ge=1, le=5, extra={"accepted": "1 to 5"})]
_Name = Annotated[str, Meta(min_length=1, extra={"accepted": "a name of one character or more"})]
_Size = Annotated[
    int,
    Meta(
        ge=SMALLEST_POD,
        le=LARGEST_POD,
        extra={"accepted": f"a whole number from {SMALLEST_POD} to {LARGEST_POD}"},
    ),
]


class _Player(Struct, forbid_unknown_fields=True, frozen=True):
    name: _Name
    points: int = 0
    byes: _Count = 0
    bracket: _Bracket | None = None


class _Sizes(Struct, forbid_unknown_fields=True, frozen=True):
    allowed: Annotated[tuple[_Size, ...], Meta(min_length=1, extra={"accepted": "one or more"})]
    preferred: _Size
    may: tuple[_Size, ...] | UnsetType = UNSET


class _Question(Struct, forbid_unknown_fields=True, frozen=True):
    players: Annotated[
        tuple[_Player, ...],
        Meta(max_length=MAX_PLAYERS, extra={"accepted": f"at most {MAX_PLAYERS} players"}),
    ]
    sizes: _Sizes
    mode: Literal["fresh", "swiss"]
    met: tuple[tuple[str, str, _Count], ...] = ()
    earlier: tuple[tuple[str, str, _Count], ...] = ()
    apart: tuple[tuple[str, str], ...] | UnsetType = UNSET
    seed: int = 0


def answer_pairing(text: str) -> Pairing:
    """Return the pairing that a file asks for. Raises `Mistake`, which names the line."""
    try:
        question = _read_round(read(read_unambiguous_json(text), _Question))
    except Unreadable as error:
        raise Mistake(find_line(text, error.place), error.field, error.problem) from None
    return pair_players(question)


def _read_round(question: _Question) -> Round:
    """Return the round that a question describes. Raises `Unreadable` if its parts contradict."""
    names: set[str] = set()
    for at, player in enumerate(question.players):
        if player.name in names:
            problem = f"{player.name!r} stands twice; accepted: each name once"
            raise Unreadable(f"players[{at}].name", problem)
        names.add(player.name)
    apart: tuple[tuple[str, str], ...] = ()
    if not isinstance(question.apart, UnsetType):
        if question.mode == "swiss":
            raise Unreadable("apart", "not in mode swiss; accepted: leave it out, or mode fresh")
        apart = question.apart
    entrants = tuple(Entrant(p.name, p.points, p.byes, p.bracket) for p in question.players)
    return Round(
        entrants,
        _read_sizes(question.sizes),
        question.mode,
        _count_pairs("met", question.met, names),
        _count_pairs("earlier", question.earlier, names),
        frozenset(_read_pair(f"apart[{at}]", pair, names) for at, pair in enumerate(apart)),
        draw_lots(question.seed, names),
    )


def _read_sizes(sizes: _Sizes) -> Sizes:
    allowed = frozenset(sizes.allowed)
    if isinstance(sizes.may, UnsetType):
        return Sizes(allowed, allowed, sizes.preferred)
    may = frozenset(sizes.may)
    for at, size in enumerate(sizes.allowed):
        if size not in may:
            accepted = ", ".join(map(str, sorted(may))) or "none"
            problem = f"{size} is not in 'may'; accepted: {accepted}"
            raise Unreadable(f"sizes.allowed[{at}]", problem)
    return Sizes(allowed, may, sizes.preferred)


def _count_pairs(
    field: str, told: Iterable[tuple[str, str, int]], names: set[str]
) -> dict[Pair, int]:
    """Return the meetings of each pair. A pair may be told twice if both counts agree."""
    counts: dict[Pair, int] = {}
    for at, (one, other, count) in enumerate(told):
        pair = _read_pair(f"{field}[{at}]", (one, other), names)
        if counts.setdefault(pair, count) != count:
            problem = f"{one!r} and {other!r} met {counts[pair]} times before; accepted: one count"
            raise Unreadable(f"{field}[{at}][2]", problem)
    return counts


def _read_pair(field: str, pair: tuple[str, str], names: set[str]) -> Pair:
    for at, name in enumerate(pair):
        if name not in names:
            raise Unreadable(
                f"{field}[{at}]", f"{name!r} is no player; accepted: a name of players"
            )
    if pair[0] == pair[1]:
        raise Unreadable(f"{field}[1]", f"{pair[1]!r} stands twice; accepted: two players")
    return frozenset(pair)


def write_pairing(pairing: Pairing) -> dict[str, object]:
    """Return a pairing as the document that `--json` prints."""
    return {"pods": pairing.pods, "out": pairing.out, "cost": pairing.cost._asdict()}


def explain_pairing(pairing: Pairing, text: Catalogue) -> str:
    """Return a pairing in lines for people: each pod, who sits out, and what it costs."""
    lines = [
        text("pair-pod", number=number, names=", ".join(pod))
        for number, pod in enumerate(pairing.pods, 1)
    ]
    if not pairing.pods:
        lines.append(text("pair-nobody"))
    if pairing.out:
        lines.append(text("pair-out", names=", ".join(pairing.out)))
    parts = [
        text(f"pair-cost-{part}", count=count)
        for part, count in pairing.cost._asdict().items()
        if count
    ]
    if parts:
        lines.append(text("pair-cost", parts=", ".join(parts)))
    return "\n".join(lines)
