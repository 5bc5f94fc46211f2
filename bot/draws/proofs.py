"""Files that prove that random draws, fixed by a hash in advance, were fair, and their verification.

`docs/design/draw-recipe.md` specifies both for people who verify without the bot: change both together. The old
recipe's proof is `bot.draws.seating.OldRandomSeatingFairnessProof`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.basics.typed_values import InvalidValueError
from bot.draws import seating
from bot.draws.seating import Hex
from bot.rules.draws import (
    ABSENT,
    compute_account_pseudonym,
    compute_seating_commitment_hash,
    format_seating_commitment_text,
    format_seating_hash_input,
    hash_seed_text,
    hash_text,
)
from bot.rules.facts import Player
from bot.rules.lobby import GameStarted
from bot.rules.pod import Pod
from bot.rules.records import PlayerChoiceAnswer, PodSetup, QuestionKind
from bot.rules.seats import count_teams_of_setup
from bot.rules.tables import MIN_TEAM_SIZE, TableId

MaybeHex = Annotated[str, Meta(pattern="^([0-9a-f]{64}|-)$", max_length=64)]
Digits = Annotated[str, Meta(pattern="^[1-9][0-9]{0,19}$", max_length=20)]
"""A Discord id or a number, as text: some languages cannot represent large numbers."""

Place = Annotated[int, Meta(ge=0, le=seating.BYTE - 1)]
"""A place in the roster, counted from 0."""


class PlayerInRandomSeatingProof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player in the proof of a fair draw of seats, with the hashes used in the draw.

    `account` is their Discord id and `word` the text they added to the draw, if still known. At a table of teams,
    `team` is the one they chose, counted from 0.
    """

    name: str
    tag: MaybeHex
    word_hash: MaybeHex = ABSENT
    account: Digits | None = None
    word: str | None = None
    team: Annotated[int, Meta(ge=0, le=11)] | None = None


class RandomChoiceFairnessProof(Struct, frozen=True, forbid_unknown_fields=True):
    """A proof that a random choice in a game was fair.

    `asked` is the player for whom the draw chose, `options` the candidates in any order, `chosen` the result; all are
    places in the roster. `verdicts` is the number of verdicts in the game before.
    """

    kind: QuestionKind
    asked: Place
    verdicts: Annotated[int, Meta(ge=0)]
    options: Annotated[tuple[Place, ...], Meta(min_length=1, max_length=seating.BYTE)]
    chosen: Place


class RandomSeatingFairnessProof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A proof that a game's seats were drawn fairly, with the data to draw them again.

    `roster` is in order of joining. `seats`, clockwise, and `first` are the announced results, as places in the roster.
    `veil` is missing once a player's data was erased. `text_before` are the lines of the previous commitment.
    `text_source` are those of the unused draw that handed its secrets on. `kept` is the draw of a pod closed before its
    first report, whose seats the same people kept. `choices` were drawn during the game.
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
    roster: Annotated[tuple[PlayerInRandomSeatingProof, ...], Meta(min_length=1, max_length=seating.BYTE)]
    seats: tuple[Place, ...] | None = None
    first: Place | None = None
    veil: Hex | None = None
    table: TableId = "free-for-all"
    teams: Annotated[int, Meta(ge=2, le=12)] = MIN_TEAM_SIZE
    text_before: str | None = None
    text_source: str | None = None
    kept: "RandomSeatingFairnessProof | None" = None
    choices: tuple[RandomChoiceFairnessProof, ...] = ()


class FairnessProofCheck(Struct, frozen=True):
    """A check of a fairness proof: an announced value and the recomputed value."""

    what: str
    found: tuple[str, ...]
    announced: tuple[str, ...] | None

    @property
    def is_valid(self) -> bool:
        """Return True if the announced value equals the computed one, or if no value was announced."""
        return self.announced is None or self.announced == self.found


class RecomputedRandomSeating(Struct, frozen=True):
    """Seats and first player recomputed from a proof; `key` is the seed of the draw."""

    key: str
    seats: tuple[int, ...]
    first: int


# Making a proof


def build_random_seating_fairness_proof(
    lobby: Pod,
    start_event: GameStarted,
    player_names: Mapping[Player, str],
    account_ids: Mapping[Player, int],
    published_hash_texts: tuple[str | None, str | None] = (None, None),
    reused_seating_proof: RandomSeatingFairnessProof | None = None,
    random_choices: Iterable[tuple[Pod, PlayerChoiceAnswer]] = (),
) -> RandomSeatingFairnessProof:
    """Return the proof that a pod's seats and random choices were drawn fairly.

    `lobby` is the pod before the start, with its draw commitment. `account_ids` are the known Discord ids.
    `published_hash_texts` are the lines of the previous commitment and of the draw that handed its secrets on.
    `reused_seating_proof` is the proof of an earlier draw whose seats were kept.
    """
    assert lobby.draw is not None
    seal = lobby.draw.seal
    roster = lobby.players
    places = {player: place for place, player in enumerate(roster)}
    return RandomSeatingFairnessProof(
        recipe=2,
        commitment=compute_seating_commitment_hash(seal),
        server=f"{seal.server}",
        channel=f"{seal.channel}",
        pod=f"{seal.pod}",
        number=seal.number,
        before=seal.before or ABSENT,
        secret=seal.own.secret,
        veil_hash=seal.own.cover,
        next_secret_hash=hash_text(seal.following.secret),
        next_veil_hash=seal.following.cover,
        roster=tuple(
            _build_player_in_random_seating_proof(lobby, p, player_names[p], account_ids.get(p)) for p in roster
        ),
        seats=tuple(places[player] for player in start_event.seats),
        first=places[start_event.first],
        veil=seal.own.veil,
        table=lobby.setup.table,
        teams=lobby.setup.teams,
        text_before=published_hash_texts[0],
        text_source=published_hash_texts[1],
        kept=reused_seating_proof,
        choices=tuple(
            _build_random_choice_fairness_proof(pod, answer, [places[player] for player in start_event.seats])
            for pod, answer in random_choices
        ),
    )


def _build_random_choice_fairness_proof(
    pod: Pod, choice_answer: PlayerChoiceAnswer, player_indexes: Sequence[int]
) -> RandomChoiceFairnessProof:
    """Return the proof that the bot's random choice of a player in a pod was fair.

    A seat that has changed hands is named by the player who drew it.
    """
    assert pod.pending_player_choice is not None
    assert choice_answer.player is not None
    places = dict(zip(pod.players, player_indexes, strict=True))
    return RandomChoiceFairnessProof(
        choice_answer.kind,
        places[choice_answer.by],
        len(pod.verdicts),
        tuple(places[player] for player in pod.pending_player_choice.options),
        places[choice_answer.player],
    )


def _build_player_in_random_seating_proof(
    lobby: Pod, player: Player, player_name: str, account_id: int | None
) -> PlayerInRandomSeatingProof:
    """Return a player's entry in a seating proof, with account and text only if their hashes match."""
    assert lobby.draw is not None
    veil = lobby.draw.seal.own.veil
    word = lobby.draw.words.get(player)
    tag = lobby.draw.tags.get(player, ABSENT)
    known = veil is not None and account_id is not None and compute_account_pseudonym(veil, account_id) == tag
    told = None
    if known and word is not None and veil is not None and account_id is not None:
        told = word.word if hash_seed_text(veil, account_id, word.word) == word.hash else None
    return PlayerInRandomSeatingProof(
        name=player_name,
        tag=tag,
        word_hash=ABSENT if word is None else word.hash,
        account=f"{account_id}" if known else None,
        word=told,
        team=lobby.sides.get(player),
    )


# Verifying a proof


def recompute_random_seating(seating_proof: RandomSeatingFairnessProof) -> RecomputedRandomSeating:
    """Recompute the seats from a proof. Raises `InvalidValueError` if a team does not exist."""
    setup = PodSetup(table=seating_proof.table, teams=seating_proof.teams)
    sides = _parse_chosen_teams(seating_proof, setup)
    text = format_seating_hash_input(
        seating_proof.secret,
        int(seating_proof.server),
        int(seating_proof.channel),
        int(seating_proof.pod),
        [(seat.tag, seat.word_hash) for seat in seating_proof.roster],
    )
    key = hash_text(text)
    start = seating.draw_seats_from_secret(
        setup, [f"{place}" for place in range(len(seating_proof.roster))], key, sides
    )
    return RecomputedRandomSeating(key, tuple(map(int, start.seats)), int(start.first))


def verify_random_seating_fairness_proof(seating_proof: RandomSeatingFairnessProof) -> Iterator[FairnessProofCheck]:
    """Yield all checks of a proof of a fair draw of seats. Raises `InvalidValueError` if it contradicts itself."""
    commitment = hash_text(_format_hashed_random_seating_text(seating_proof))
    yield FairnessProofCheck("commitment", (commitment,), (seating_proof.commitment,))
    yield from _verify_player_hashes(seating_proof)
    yield from _verify_secrets_predate_lobby(seating_proof)
    seats = _format_names_with_indexes(seating_proof, seating_proof.seats)
    first = _format_names_with_indexes(seating_proof, _get_first_player_index(seating_proof))
    if seating_proof.kept is None:
        drawn = recompute_random_seating(seating_proof)
        yield FairnessProofCheck("seats", _format_names_with_indexes(seating_proof, drawn.seats) or (), seats)
        yield FairnessProofCheck("first", _format_names_with_indexes(seating_proof, (drawn.first,)) or (), first)
        yield from _verify_random_choices(seating_proof, seating_proof.seats or drawn.seats)
        return
    origin = seating_proof.kept
    for check in verify_random_seating_fairness_proof(origin):
        yield FairnessProofCheck(f"kept {check.what}", check.found, check.announced)
    drawn = recompute_random_seating(origin)
    yield FairnessProofCheck("people", _list_sorted_player_names(seating_proof), _list_sorted_player_names(origin))
    yield FairnessProofCheck(
        "seats",
        _list_names_of_players(origin, drawn.seats) or (),
        _list_names_of_players(seating_proof, seating_proof.seats),
    )
    yield FairnessProofCheck(
        "first",
        _list_names_of_players(origin, (drawn.first,)) or (),
        _list_names_of_players(seating_proof, _get_first_player_index(seating_proof)),
    )
    yield from _verify_random_choices(seating_proof, seating_proof.seats)


def recompute_random_player_choice(
    seating_proof: RandomSeatingFairnessProof, choice_proof: RandomChoiceFairnessProof, seat_order: Sequence[int]
) -> int:
    """Recompute a random choice from its proof; return the chosen player's index in the list of players.

    Raises `InvalidValueError` for a player without a seat.
    """
    if absent := [place for place in (choice_proof.asked, *choice_proof.options) if place not in seat_order]:
        problem = f"nobody with place {absent[0]} has a seat; accepted: {', '.join(map(str, seat_order))}"
        raise InvalidValueError("choices", problem)
    options = [place for place in seat_order if place in choice_proof.options]
    seat = seat_order.index(choice_proof.asked)
    at = seating.choose_random_option_index(
        seating_proof.secret, choice_proof.kind, seat, choice_proof.verdicts, len(options)
    )
    return options[at]


def _verify_random_choices(
    seating_proof: RandomSeatingFairnessProof, seat_order: Sequence[int] | None
) -> Iterator[FairnessProofCheck]:
    for number, choice in enumerate(seating_proof.choices, 1):
        if seat_order is None:
            raise InvalidValueError("seats", "missing; accepted: the seats, where there are choices")
        found = _format_names_with_indexes(
            seating_proof, (recompute_random_player_choice(seating_proof, choice, seat_order),)
        )
        yield FairnessProofCheck(
            f"choice {number}", found or (), _format_names_with_indexes(seating_proof, (choice.chosen,))
        )


def _list_sorted_player_names(seating_proof: RandomSeatingFairnessProof) -> tuple[str, ...]:
    return tuple(sorted(seat.name for seat in seating_proof.roster))


def _verify_player_hashes(seating_proof: RandomSeatingFairnessProof) -> Iterator[FairnessProofCheck]:
    """Yield the checks of the hashes of account ids and texts, and of the secret behind them."""
    if seating_proof.veil is None:
        return
    yield FairnessProofCheck("veil", (hash_text(seating_proof.veil),), (seating_proof.veil_hash,))
    known = [(seat, int(seat.account)) for seat in seating_proof.roster if seat.account is not None]
    if known:
        tags = tuple(compute_account_pseudonym(seating_proof.veil, account) for _, account in known)
        yield FairnessProofCheck("tags", tags, tuple(seat.tag for seat, _ in known))
    worded = [(s.word, s.word_hash, a) for s, a in known if s.word is not None]
    if worded:
        hashes = tuple(hash_seed_text(seating_proof.veil, account, word) for word, _, account in worded)
        yield FairnessProofCheck("words", hashes, tuple(hash for _, hash, _ in worded))


def _verify_secrets_predate_lobby(seating_proof: RandomSeatingFairnessProof) -> Iterator[FairnessProofCheck]:
    own = (seating.hash_random_draw_secret(seating_proof.secret), seating_proof.veil_hash)
    if seating_proof.text_source is not None:
        source = seating_proof.text_source
        yield FairnessProofCheck(
            "source",
            own,
            (_find_text_after_line_prefix(source, "secret"), _find_text_after_line_prefix(source, "veil")),
        )
    if seating_proof.text_before is not None:
        before = seating_proof.text_before
        yield FairnessProofCheck("before", (hash_text(before),), (seating_proof.before,))
        if seating_proof.text_source is None:
            foretold = (
                _find_text_after_line_prefix(before, "next-secret"),
                _find_text_after_line_prefix(before, "next-veil"),
            )
            yield FairnessProofCheck("foretold", own, foretold)


def _find_text_after_line_prefix(text: str, line_prefix: str) -> str:
    """Return the rest of the line that begins with `line_prefix`; empty if there is no such line."""
    lines = (line.split(" ", 1) for line in text.splitlines())
    return next((line[1] for line in lines if line[0] == line_prefix and len(line) > 1), "")


def _get_first_player_index(seating_proof: RandomSeatingFairnessProof) -> tuple[int, ...] | None:
    return None if seating_proof.first is None else (seating_proof.first,)


def _format_names_with_indexes(
    seating_proof: RandomSeatingFairnessProof, player_indexes: Sequence[int] | None
) -> tuple[str, ...] | None:
    """Format players as a text of names, each with the player's index in the proof, because names may repeat."""
    names = _list_names_of_players(seating_proof, player_indexes)
    if player_indexes is None or names is None:
        return None
    return tuple(f"{place} {name}" for place, name in zip(player_indexes, names, strict=True))


def _list_names_of_players(
    seating_proof: RandomSeatingFairnessProof, player_indexes: Sequence[int] | None
) -> tuple[str, ...] | None:
    """Return the names of players by index in a proof's list. Raises `InvalidValueError` for an unknown index."""
    if player_indexes is None:
        return None
    most = len(seating_proof.roster) - 1
    if beyond := [place for place in player_indexes if place > most]:
        raise InvalidValueError("seats", f"nobody has place {beyond[0]}; accepted: 0 to {most}")
    return tuple(seating_proof.roster[place].name for place in player_indexes)


def _parse_chosen_teams(seating_proof: RandomSeatingFairnessProof, setup: PodSetup) -> dict[Player, int]:
    count = count_teams_of_setup(setup)
    for place, seat in enumerate(seating_proof.roster):
        if seat.team is not None and seat.team >= count:
            problem = f"there is no team {seat.team}; accepted: 0 to {count - 1}"
            raise InvalidValueError(f"roster[{place}].team", problem)
    return {f"{place}": s.team for place, s in enumerate(seating_proof.roster) if s.team is not None}


def _format_hashed_random_seating_text(seating_proof: RandomSeatingFairnessProof) -> str:
    return format_seating_commitment_text(
        (int(seating_proof.server), int(seating_proof.channel), int(seating_proof.pod)),
        seating_proof.number,
        seating_proof.before,
        (seating.hash_random_draw_secret(seating_proof.secret), seating_proof.veil_hash),
        (seating_proof.next_secret_hash, seating_proof.next_veil_hash),
    )
