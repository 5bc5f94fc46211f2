"""Proofs of sealed draws, as a file, and their verification.

`docs/design/draw-recipe.md` specifies both for people who verify without the bot: change both
together. The old recipe's proof is `bot.seating.Proof`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot import seating
from bot.reading import Unreadable
from bot.rules.draws import (
    ABSENT,
    compute_commitment,
    hash_text,
    hash_word,
    join_commitment,
    make_tag,
    write_draw,
)
from bot.rules.facts import Player
from bot.rules.lobby import Started
from bot.rules.pod import Pod
from bot.rules.records import Answer, QuestionKind, Setup
from bot.rules.seats import count_teams
from bot.rules.tables import MIN_TEAM_SIZE, TableId
from bot.seating import Hex

MaybeHex = Annotated[str, Meta(pattern="^([0-9a-f]{64}|-)$", max_length=64)]
Digits = Annotated[str, Meta(pattern="^[1-9][0-9]{0,19}$", max_length=20)]
"""A Discord id or a number, as text: some languages cannot represent large numbers."""

Place = Annotated[int, Meta(ge=0, le=seating.BYTE - 1)]
"""A place in the roster, counted from 0."""


class SeatProof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player in the roster: their name, and what stands for them in the draw.

    `account` is their Discord id and `word` their word, if still known. At a table of teams, `team`
    is the one they chose, counted from 0.
    """

    name: str
    tag: MaybeHex
    word_hash: MaybeHex = ABSENT
    account: Digits | None = None
    word: str | None = None
    team: Annotated[int, Meta(ge=0, le=11)] | None = None


class ChoiceProof(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice that the draw made: its `kind`, for whom, among whom, and who was `chosen`.

    People are places in the roster; `options` are in any order. The game had so many `verdicts`
    before.
    """

    kind: QuestionKind
    asked: Place
    verdicts: Annotated[int, Meta(ge=0)]
    options: Annotated[tuple[Place, ...], Meta(min_length=1, max_length=seating.BYTE)]
    chosen: Place


class DrawProof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The data that checks a draw; `roster` is in order of joining.

    `seats`, clockwise, and `first` are the announced results, as places in the roster. `veil` is
    missing once a player was forgotten. `text_before` are the lines of the previous commitment.
    `text_source` are those of the unused draw that handed its secrets on. `kept` is the draw of a
    pod closed before its first report, whose seats the same people kept. `choices` were drawn
    during the game.
    """

    recipe: Literal[2]
    commitment: Hex
    server: Digits
    channel: Digits
    pod: Digits
    number: Annotated[int, Meta(ge=1)]
    before: MaybeHex
    secret: Hex
    veil_hash: Hex
    next_secret_hash: Hex
    next_veil_hash: Hex
    roster: Annotated[tuple[SeatProof, ...], Meta(min_length=1, max_length=seating.BYTE)]
    seats: tuple[Place, ...] | None = None
    first: Place | None = None
    veil: Hex | None = None
    table: TableId = "free-for-all"
    teams: Annotated[int, Meta(ge=2, le=12)] = MIN_TEAM_SIZE
    text_before: str | None = None
    text_source: str | None = None
    kept: "DrawProof | None" = None
    choices: tuple[ChoiceProof, ...] = ()


class Check(Struct, frozen=True):
    """A recomputed value and the announced one; a valid proof has them equal."""

    what: str
    found: tuple[str, ...]
    announced: tuple[str, ...] | None

    @property
    def holds(self) -> bool:
        """Return whether the announced value, if any, equals the recomputed one."""
        return self.announced is None or self.announced == self.found


class Drawn(Struct, frozen=True):
    """The result of a repeated draw: its key, and places in the roster."""

    key: str
    seats: tuple[int, ...]
    first: int


# Making a proof


def prove_draw(
    lobby: Pod,
    drawn: Started,
    names: Mapping[Player, str],
    accounts: Mapping[Player, int],
    texts: tuple[str | None, str | None] = (None, None),
    kept: DrawProof | None = None,
    choices: Iterable[tuple[Pod, Answer]] = (),
) -> DrawProof:
    """Return the proof of a start, and of the `choices` that the draw made since.

    `lobby` is the pod before the start, with its seal.

    `accounts` are the known Discord ids. `texts` are the lines of the previous commitment and of
    the draw that handed its secrets on.
    """
    assert lobby.draw is not None
    seal = lobby.draw.seal
    roster = lobby.players
    places = {player: place for place, player in enumerate(roster)}
    return DrawProof(
        recipe=2,
        commitment=compute_commitment(seal),
        server=f"{seal.server}",
        channel=f"{seal.channel}",
        pod=f"{seal.pod}",
        number=seal.number,
        before=seal.before or ABSENT,
        secret=seal.own.secret,
        veil_hash=seal.own.cover,
        next_secret_hash=hash_text(seal.following.secret),
        next_veil_hash=seal.following.cover,
        roster=tuple(_prove_seat(lobby, p, names[p], accounts.get(p)) for p in roster),
        seats=tuple(places[player] for player in drawn.seats),
        first=places[drawn.first],
        veil=seal.own.veil,
        table=lobby.setup.table,
        teams=lobby.setup.teams,
        text_before=texts[0],
        text_source=texts[1],
        kept=kept,
        choices=tuple(
            _prove_choice(pod, answer, [places[player] for player in drawn.seats])
            for pod, answer in choices
        ),
    )


def _prove_choice(pod: Pod, answer: Answer, seats: Sequence[int]) -> ChoiceProof:
    """Return the entry of a choice that the draw made for a pod that waited for it.

    `seats` are places in the roster. A seat that has changed hands is named by who drew it.
    """
    assert pod.question is not None
    assert answer.player is not None
    places = dict(zip(pod.players, seats, strict=True))
    return ChoiceProof(
        answer.kind,
        places[answer.by],
        len(pod.verdicts),
        tuple(places[player] for player in pod.question.options),
        places[answer.player],
    )


def _prove_seat(lobby: Pod, player: Player, name: str, account: int | None) -> SeatProof:
    """Return a player's entry; account and word only if they hash to the values in the draw."""
    assert lobby.draw is not None
    veil = lobby.draw.seal.own.veil
    word = lobby.draw.words.get(player)
    tag = lobby.draw.tags.get(player, ABSENT)
    known = veil is not None and account is not None and make_tag(veil, account) == tag
    told = None
    if known and word is not None and veil is not None and account is not None:
        told = word.word if hash_word(veil, account, word.word) == word.hash else None
    return SeatProof(
        name=name,
        tag=tag,
        word_hash=ABSENT if word is None else word.hash,
        account=f"{account}" if known else None,
        word=told,
        team=lobby.sides.get(player),
    )


# Verifying a proof


def repeat_sealed_draw(proof: DrawProof) -> Drawn:
    """Repeat a draw. Raises `Unreadable` if the proof names a team that does not exist."""
    setup = Setup(table=proof.table, teams=proof.teams)
    sides = _read_sides(proof, setup)
    text = write_draw(
        proof.secret,
        int(proof.server),
        int(proof.channel),
        int(proof.pod),
        [(seat.tag, seat.word_hash) for seat in proof.roster],
    )
    key = hash_text(text)
    start = seating.draw(setup, [f"{place}" for place in range(len(proof.roster))], key, sides)
    return Drawn(key, tuple(map(int, start.seats)), int(start.first))


def check_draw(proof: DrawProof) -> Iterator[Check]:
    """Yield every check of a proof. Raises `Unreadable` if it contradicts itself."""
    commitment = hash_text(_write_commitment(proof))
    yield Check("commitment", (commitment,), (proof.commitment,))
    yield from _check_entries(proof)
    yield from _check_texts(proof)
    seats = _name_places(proof, proof.seats)
    first = _name_places(proof, _list_first(proof))
    if proof.kept is None:
        drawn = repeat_sealed_draw(proof)
        yield Check("seats", _name_places(proof, drawn.seats) or (), seats)
        yield Check("first", _name_places(proof, (drawn.first,)) or (), first)
        yield from _check_choices(proof, proof.seats or drawn.seats)
        return
    origin = proof.kept
    for check in check_draw(origin):
        yield Check(f"kept {check.what}", check.found, check.announced)
    drawn = repeat_sealed_draw(origin)
    yield Check("people", _list_names(proof), _list_names(origin))
    yield Check(
        "seats", _list_names_at(origin, drawn.seats) or (), _list_names_at(proof, proof.seats)
    )
    yield Check(
        "first",
        _list_names_at(origin, (drawn.first,)) or (),
        _list_names_at(proof, _list_first(proof)),
    )
    yield from _check_choices(proof, proof.seats)


def repeat_choice(proof: DrawProof, choice: ChoiceProof, seats: Sequence[int]) -> int:
    """Draw a choice again, for people in these seats; return the place of who is chosen.

    Raises `Unreadable` for somebody without a seat.
    """
    if absent := [place for place in (choice.asked, *choice.options) if place not in seats]:
        problem = (
            f"nobody with place {absent[0]} has a seat; accepted: {', '.join(map(str, seats))}"
        )
        raise Unreadable("choices", problem)
    options = [place for place in seats if place in choice.options]
    seat = seats.index(choice.asked)
    at = seating.roll_choice(proof.secret, choice.kind, seat, choice.verdicts, len(options))
    return options[at]


def _check_choices(proof: DrawProof, seats: Sequence[int] | None) -> Iterator[Check]:
    """Yield a check of each choice that the draw made."""
    for number, choice in enumerate(proof.choices, 1):
        if seats is None:
            raise Unreadable("seats", "missing; accepted: the seats, where there are choices")
        found = _name_places(proof, (repeat_choice(proof, choice, seats),))
        yield Check(f"choice {number}", found or (), _name_places(proof, (choice.chosen,)))


def _list_names(proof: DrawProof) -> tuple[str, ...]:
    return tuple(sorted(seat.name for seat in proof.roster))


def _check_entries(proof: DrawProof) -> Iterator[Check]:
    """Yield the checks of the veil, and of the tags and words of known players."""
    if proof.veil is None:
        return
    yield Check("veil", (hash_text(proof.veil),), (proof.veil_hash,))
    known = [(seat, int(seat.account)) for seat in proof.roster if seat.account is not None]
    if known:
        tags = tuple(make_tag(proof.veil, account) for _, account in known)
        yield Check("tags", tags, tuple(seat.tag for seat, _ in known))
    worded = [(s.word, s.word_hash, a) for s, a in known if s.word is not None]
    if worded:
        hashes = tuple(hash_word(proof.veil, account, word) for word, _, account in worded)
        yield Check("words", hashes, tuple(hash for _, hash, _ in worded))


def _check_texts(proof: DrawProof) -> Iterator[Check]:
    """Yield the checks that the secrets were settled before the lobby opened, as far as known."""
    own = (seating.make_commitment(proof.secret), proof.veil_hash)
    if proof.text_source is not None:
        source = proof.text_source
        yield Check("source", own, (_find_line(source, "secret"), _find_line(source, "veil")))
    if proof.text_before is not None:
        before = proof.text_before
        yield Check("before", (hash_text(before),), (proof.before,))
        if proof.text_source is None:
            foretold = (_find_line(before, "next-secret"), _find_line(before, "next-veil"))
            yield Check("foretold", own, foretold)


def _find_line(text: str, key: str) -> str:
    """Return the rest of the line that begins with `key`; empty if there is no such line."""
    lines = (line.split(" ", 1) for line in text.splitlines())
    return next((line[1] for line in lines if line[0] == key and len(line) > 1), "")


def _list_first(proof: DrawProof) -> tuple[int, ...] | None:
    return None if proof.first is None else (proof.first,)


def _name_places(proof: DrawProof, places: Sequence[int] | None) -> tuple[str, ...] | None:
    """Return places with their players' names, because several may share a name."""
    names = _list_names_at(proof, places)
    if places is None or names is None:
        return None
    return tuple(f"{place} {name}" for place, name in zip(places, names, strict=True))


def _list_names_at(proof: DrawProof, places: Sequence[int] | None) -> tuple[str, ...] | None:
    """Return the names of players at these places. Raises `Unreadable` for an unknown place."""
    if places is None:
        return None
    most = len(proof.roster) - 1
    if beyond := [place for place in places if place > most]:
        raise Unreadable("seats", f"nobody has place {beyond[0]}; accepted: 0 to {most}")
    return tuple(proof.roster[place].name for place in places)


def _read_sides(proof: DrawProof, setup: Setup) -> dict[Player, int]:
    count = count_teams(setup)
    for place, seat in enumerate(proof.roster):
        if seat.team is not None and seat.team >= count:
            problem = f"there is no team {seat.team}; accepted: 0 to {count - 1}"
            raise Unreadable(f"roster[{place}].team", problem)
    return {f"{place}": s.team for place, s in enumerate(proof.roster) if s.team is not None}


def _write_commitment(proof: DrawProof) -> str:
    """Return the lines of the commitment that a proof claims."""
    return join_commitment(
        (int(proof.server), int(proof.channel), int(proof.pod)),
        proof.number,
        proof.before,
        (seating.make_commitment(proof.secret), proof.veil_hash),
        (proof.next_secret_hash, proof.next_veil_hash),
    )
