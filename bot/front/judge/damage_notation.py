"""A question about damage as people type it, and back: sources, effects, planeswalkers, the player.

What is read is the data of a file of `suzerain judge`; shapes and limits are the judge's own.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, assert_never

from msgspec import Struct

from bot.front.judge.notation import (
    Item,
    Notation,
    Unfit,
    check_flags,
    join_names,
    read_number,
    read_numbered,
    split_items,
    split_names,
    split_numbered,
)
from bot.front.judge.question_names import OPPONENT, SOURCE, QuestionNames
from bot.front.rendering.escaping import cut, escape
from bot.judge.assigning import MOST_WAYS
from bot.judge.checking import check_damage
from bot.judge.question import (
    MOST_PRODUCT,
    PLAYER,
    All,
    DamageQuestion,
    Double,
    Effect,
    Half,
    Next,
    Part,
    Redirect,
)
from bot.reading import Unreadable, read
from bot.rules.refusals import Refusal

Data = dict[str, Any]

_FLAGS = ("targeted", "lifelink", "infect", "wither", "combat", "trample", "removed")
_OF_A_SOURCE = (
    *("by", "to", "instead", "blockers", "loss"),
    *("unblocked", "must-player", "only-planeswalkers"),
    *_FLAGS,
)
_KINDS = ("next", "all", "half", "double", "redirect")
_OF_AN_EFFECT = ("on", "from", "once")
_OF_THE_PLAYER = ("poison", "hexproof", "teammates")

WORDS = (*_OF_A_SOURCE, *_KINDS, *_OF_AN_EFFECT, *_OF_THE_PLAYER, "up", "down", "me")
"""All that can be typed in such a question besides names and numbers."""


class TypedDamage(Struct, frozen=True):
    """What was typed of a question: one source or effect on each line."""

    sources: str
    you: str
    planeswalkers: str
    effects: str


class DamageNotation:
    """Reads and writes questions about damage for one reader."""

    def __init__(self, names: QuestionNames) -> None:
        self._names = names
        self._notation = Notation(names.text)

    # Reading: each gives a list of data, or raises `Refusal` with the item that does not fit

    def read_sources(self, typed: str) -> list[Data]:
        """Read what deals damage."""
        found = []
        for item in split_items(typed):
            try:
                found.append(self._read_source(item))
            except Unfit:
                raise Refusal("judge-sources", typed=escape(item), most=MOST_WAYS) from None
        return found

    def read_effects(self, typed: str) -> list[Data]:
        """Read what prevents or replaces damage, each with a name of its own."""
        found: list[Data] = []
        for item in split_items(typed):
            try:
                effect = self._read_effect(item)
            except Unfit:
                raise _refuse_effects(item) from None
            effect["name"] = _make_unique(effect["name"], {each["name"] for each in found})
            found.append(effect)
        return found

    def read_planeswalkers(self, typed: str) -> list[Data]:
        """Read the player's planeswalkers, each with its loyalty."""
        found = []
        for item in split_numbered(typed):
            try:
                name, loyalty = read_numbered(item)
            except Unfit:
                raise Refusal("judge-planeswalkers", typed=escape(item)) from None
            found.append({"name": name, "loyalty": loyalty})
        return found

    def read_you(self, typed: str) -> Data:
        """Read the player's life, and what else is known of them."""
        try:
            item = self._notation.read_item(typed, _OF_THE_PLAYER)
            check_flags(item, ["hexproof"])
            found: Data = {"life": read_number(item.head), "hexproof": "hexproof" in item.clauses}
            if "poison" in item.clauses:
                found["poison"] = read_number(item.clauses["poison"])
        except Unfit:
            raise Refusal("judge-you", typed=escape(typed)) from None
        mates = split_names(item.clauses.get("teammates", ""))
        return {**found, "teammates": [self._names.find(name) for name in mates]}

    def find_recipient(self, typed: str, known: Iterable[str]) -> str:
        """Return the recipient that was typed: the player, one that is known, or as it is."""
        found = self._notation.find(typed, ["me"])
        if typed.casefold() == PLAYER or (found is not None and not found[1]):
            return PLAYER
        return next((name for name in known if name.casefold() == typed.casefold()), typed)

    def _read_source(self, typed: str) -> Data:
        item = self._notation.read_item(typed, _OF_A_SOURCE)
        clauses = item.clauses
        check_flags(item, [*_FLAGS, "loss", "unblocked", "must-player", "only-planeswalkers"])
        name, amount = read_numbered(item.head)
        by = self._find_controller(clauses["by"]) if clauses.get("by") else OPPONENT
        found: Data = {"object": name or SOURCE, "controller": by, "amount": amount}
        found |= {flag: True for flag in _FLAGS if flag in clauses}
        if "to" in clauses:
            found["to"] = clauses["to"]
        if "loss" in clauses:
            found["kind"] = "loss"
        if "instead" in clauses:
            found["instead"] = read_number(clauses["instead"])
        if "blockers" in clauses:
            found["blockers"] = [read_number(each) for each in split_names(clauses["blockers"])]
        if "unblocked" in clauses:
            found["as_though_unblocked"] = True
        for word, what in (("must-player", "player"), ("only-planeswalkers", "planeswalkers")):
            if word in clauses:
                found["may_attack"] = what
        return found

    def _find_controller(self, typed: str) -> str:
        me = self._notation.find(typed, ["me"]) == ("me", "")
        return PLAYER if me else self._names.find(typed)

    def _read_effect(self, typed: str) -> Data:
        item = self._notation.read_item(typed, _OF_AN_EFFECT)
        check_flags(item, ["once"])
        name, kind, rest = self._split_kind(item)
        found: Data = {"name": name, "kind": kind, **self._read_kind(kind, rest, item)}
        if "on" in item.clauses:
            everybody = self._notation.find(item.clauses["on"], ["all"]) == ("all", "")
            found["on"] = "all" if everybody else split_names(item.clauses["on"])
        if "from" in item.clauses:
            found["from"] = item.clauses["from"]
        if "once" in item.clauses:
            found["once"] = True
        return found

    def _split_kind(self, item: Item) -> tuple[str, str, str]:
        """Return the effect's name, its kind and what is said of that."""
        name, _, kind = item.head.rpartition(":")
        found = self._notation.find(item.head, _KINDS)
        if found is None and name.strip():
            found = self._notation.find(kind.strip(), _KINDS)
        else:
            name = item.head
        if found is None:
            raise Unfit
        return (name.strip(), *found)

    def _read_kind(self, kind: str, rest: str, item: Item) -> Data:
        match kind:
            case "next":
                return {"amount": read_number(rest)}
            case "half" if rest:
                rounded = self._notation.find(rest, ["up", "down"])
                if rounded is None or rounded[1]:
                    raise Unfit
                return {"rounded": rounded[0]}
            case "redirect":
                return {"to": rest}
            case _ if rest:
                raise Unfit
            case _:
                return {}

    # Writing

    def write(self, question: DamageQuestion) -> TypedDamage:
        """Return a question as its reader types it."""
        clauses = [self._notation.write("poison", question.poison)] if question.poison else []
        clauses += [self._notation.write("hexproof")] if question.hexproof else []
        if question.teammates:
            mates = join_names(map(self._names.label, question.teammates))
            clauses.append(self._notation.write("teammates", mates))
        return TypedDamage(
            "\n".join(self.write_source(part) for part in question.damage),
            self._notation.write_item(str(question.life), clauses),
            ", ".join(f"{each.name} {each.loyalty}" for each in question.planeswalkers),
            "\n".join(self.write_effect(effect) for effect in question.effects),
        )

    def write_source(self, part: Part) -> str:
        """Return what deals damage as its reader types it."""
        label, write = self._names.label, self._notation.write
        head = f"{label(part.object)} {part.amount}"
        clauses = [write("by", label(part.controller))]
        clauses += [write("to", part.to)] if part.to != PLAYER else []
        clauses += [write("loss")] if part.kind == "loss" else []
        clauses += [write("instead", part.instead)] if part.instead is not None else []
        clauses += [write(flag) for flag in _FLAGS if getattr(part, flag)]
        clauses += [
            write("blockers", join_names(part.blockers)) if part.blockers is not None else "",
            write("unblocked") if part.as_though_unblocked else "",
            write("must-player") if part.may_attack == "player" else "",
            write("only-planeswalkers") if part.may_attack == "planeswalkers" else "",
        ]
        return self._notation.write_item(head, clauses)

    def write_effect(self, effect: Effect) -> str:
        """Return an effect as its reader types it."""
        write = self._notation.write
        match effect:
            case Next():
                kind = write("next", effect.amount)
            case All():
                kind = write("all")
            case Half():
                kind = write("half", write("up") if effect.rounded == "up" else "")
            case Double():
                kind = write("double")
            case Redirect():
                kind = write("redirect", effect.to)
            case _:
                assert_never(effect)
        recipients = [write("me") if name == PLAYER else name for name in effect.on]
        on = write("all") if effect.on == "all" else join_names(recipients)
        clauses = [
            write("on", on) if effect.on != (PLAYER,) else "",
            write("from", self._names.label(effect.source)) if effect.source else "",
            write("once") if not isinstance(effect, Next) and effect.once else "",
        ]
        head = kind if effect.name == kind else f"{effect.name}: {kind}"
        return self._notation.write_item(head, clauses)


def build_question(data: Data, notation: DamageNotation) -> DamageQuestion:
    """Return the question that was typed. Raises `Refusal` with what does not fit."""
    _find_recipients(data, notation)
    try:
        question = read(data, DamageQuestion)
        check_damage(question)
    except Unreadable as error:
        raise _refuse(error.field, data) from None
    return question


def _find_recipients(data: Data, notation: DamageNotation) -> None:
    """Put the names that the question has for what was typed as a recipient or a source."""
    walkers = [walker["name"] for walker in data["planeswalkers"]]
    creatures = [effect["to"] for effect in data["effects"] if effect["kind"] == "redirect"]
    known = [*walkers, *creatures]
    for part in data["damage"]:
        if part["controller"] == PLAYER:
            part["controller"] = data["player"]
        part["to"] = notation.find_recipient(part.get("to", PLAYER), walkers)
    objects = {part["object"].casefold(): part["object"] for part in data["damage"]}
    for effect in data["effects"]:
        if isinstance(effect.get("on"), list):
            effect["on"] = [notation.find_recipient(name, known) for name in effect["on"]]
        if "from" in effect:
            effect["from"] = objects.get(effect["from"].casefold(), effect["from"])


def _refuse(field: str, data: Data) -> Refusal:
    """Return what to say of a field of the data that does not fit."""
    name, _, rest = field.partition("[")
    listed: Sequence[Data] = data.get(name, ()) if name in _LISTED else ()
    index = rest.partition("]")[0]
    if index.isdigit():
        listed = listed[int(index) :][:1]
    match name:
        case "damage":
            typed = "; ".join(f"{each['object']} {each['amount']}" for each in listed)
            return Refusal("judge-sources", typed=escape(typed), most=MOST_WAYS)
        case "effects":
            return _refuse_effects("; ".join(each["name"] for each in listed))
        case "planeswalkers":
            typed = ", ".join(f"{each['name']} {each['loyalty']}" for each in listed)
            return Refusal("judge-planeswalkers", typed=escape(typed))
        case _:
            return Refusal("judge-you", typed=escape(str(data["life"])))


_LISTED = ("damage", "effects", "planeswalkers")


def _refuse_effects(typed: str) -> Refusal:
    return Refusal("judge-effects", typed=escape(typed), most=MOST_PRODUCT)


def _make_unique(name: str, taken: set[str]) -> str:
    return next(each for each in _number(cut(name, 90)) if each not in taken)


def _number(name: str) -> Iterator[str]:
    yield name
    for number in range(2, 100):
        yield f"{name} ({number})"
