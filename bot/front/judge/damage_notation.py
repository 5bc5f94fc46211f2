"""The notation of questions about damage: sources, the player, planeswalkers and effects.

Reading gives the data of a file of `suzerain judge`; shapes and limits are the judge's own.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from bot.front.judge.notation import (
    OPPONENT,
    SOURCE,
    Clause,
    Data,
    Item,
    Notation,
    TypedQuestion,
    Unfit,
    join_names,
    list_words,
    read_number,
    read_numbered,
    refuse_unfit,
    split_items,
    split_names,
    split_numbered,
)
from bot.front.rendering.escaping import cut, escape
from bot.judge.assigning import MAX_WAYS
from bot.judge.checking import check_damage
from bot.judge.question import (
    MAX_PARTS_TIMES_EFFECTS,
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

_SOURCE_CLAUSES = (
    Clause("by", kind="other"),
    Clause("to", "to", "text", unwritten=PLAYER),
    Clause("loss", "kind", value="loss"),
    Clause("instead", "instead", "number"),
    Clause("targeted", "targeted"),
    Clause("lifelink", "lifelink"),
    Clause("infect", "infect"),
    Clause("wither", "wither"),
    Clause("combat", "combat"),
    Clause("trample", "trample"),
    Clause("removed", "removed"),
    Clause("blockers", "blockers", "numbers"),
    Clause("unblocked", "as_though_unblocked"),
    Clause("must-player", "may_attack", value="player"),
    Clause("only-planeswalkers", "may_attack", value="planeswalkers"),
)
_EFFECT_CLAUSES = (Clause("on", kind="other"), Clause("from", kind="other"), Clause("once", "once"))
_PLAYER_CLAUSES = (
    Clause("poison", "poison", "number", unwritten=0),
    Clause("hexproof", "hexproof"),
    Clause("teammates", "teammates", "names", unwritten=()),
)
_EFFECT_KINDS = ("next", "all", "half", "double", "redirect")

WORDS = (
    *list_words([*_SOURCE_CLAUSES, *_EFFECT_CLAUSES, *_PLAYER_CLAUSES]),
    *_EFFECT_KINDS,
    "up",
    "down",
    "me",
)
"""All words of the notation."""


class TypedDamage(TypedQuestion, frozen=True):
    """A typed question about damage; each source and each effect stands on a line."""

    sources: str
    you: str
    planeswalkers: str
    effects: str


class DamageNotation(Notation):
    """The notation of questions about damage for one reader."""

    # Reading

    def read(self, typed: TypedDamage, player: str, era: str) -> DamageQuestion:
        """Read a form about `player`. Raises `Refusal` for the text that does not fit."""
        data: Data = {
            **self.read_you(typed.you),
            "era": era,
            "player": player,
            "planeswalkers": self.read_planeswalkers(typed.planeswalkers),
            "effects": self.read_effects(typed.effects),
            "damage": self.read_sources(typed.sources),
        }
        return build_question(data, self)

    def read_sources(self, typed: str) -> list[Data]:
        """Read the sources of damage. Raises `Refusal`, as all that reads does."""
        found = []
        for item in split_items(typed):
            with refuse_unfit("judge-sources", item, most=MAX_WAYS):
                found.append(self._read_source(item))
        return found

    def read_effects(self, typed: str) -> list[Data]:
        """Read the effects that prevent or replace damage; each gets a name of its own."""
        found: list[Data] = []
        for item in split_items(typed):
            with refuse_unfit("judge-effects", item, most=MAX_PARTS_TIMES_EFFECTS):
                effect = self._read_effect(item)
            effect["name"] = _make_unique(effect["name"], {each["name"] for each in found})
            found.append(effect)
        return found

    def read_planeswalkers(self, typed: str) -> list[Data]:
        """Read the player's planeswalkers, each with its loyalty."""
        found = []
        for item in split_numbered(typed):
            with refuse_unfit("judge-planeswalkers", item):
                name, loyalty = read_numbered(item)
            found.append({"name": name, "loyalty": loyalty})
        return found

    def read_you(self, typed: str) -> Data:
        """Read the player's life, poison, hexproof and teammates."""
        with refuse_unfit("judge-you", typed):
            item = self.read_item(typed, _PLAYER_CLAUSES)
            return {"life": read_number(item.head), **self.read_clauses(item, _PLAYER_CLAUSES)}

    def find_recipient(self, typed: str, known: Iterable[str]) -> str:
        """Return the typed recipient: the player, a `known` name, or the text itself."""
        if typed.casefold() == PLAYER or self.is_word(typed, "me"):
            return PLAYER
        return next((name for name in known if name.casefold() == typed.casefold()), typed)

    def _read_source(self, typed: str) -> Data:
        item = self.read_item(typed, _SOURCE_CLAUSES)
        name, amount = read_numbered(item.head)
        by = item.clauses.get("by")
        return {
            "object": name or SOURCE,
            "controller": self._find_controller(by) if by else OPPONENT,
            "amount": amount,
            **self.read_clauses(item, _SOURCE_CLAUSES),
        }

    def _find_controller(self, typed: str) -> str:
        return PLAYER if self.is_word(typed, "me") else self.names.find(typed)

    def _read_effect(self, typed: str) -> Data:
        item = self.read_item(typed, _EFFECT_CLAUSES)
        name, kind, rest = self._split_kind(item)
        found: Data = {"name": name, "kind": kind, **self._read_kind(kind, rest)}
        if "on" in item.clauses:
            on = item.clauses["on"]
            found["on"] = "all" if self.is_word(on, "all") else split_names(on)
        if "from" in item.clauses:
            found["from"] = item.clauses["from"]
        return {**found, **self.read_clauses(item, _EFFECT_CLAUSES)}

    def _split_kind(self, item: Item) -> tuple[str, str, str]:
        """Return the effect's name, its kind and the text after the kind."""
        name, _, kind = item.head.rpartition(":")
        found = self.find_word(item.head, _EFFECT_KINDS)
        if found is None and name.strip():
            found = self.find_word(kind.strip(), _EFFECT_KINDS)
        else:
            name = item.head
        if found is None:
            raise Unfit
        return (name.strip(), *found)

    def _read_kind(self, kind: str, rest: str) -> Data:
        match kind:
            case "next":
                return {"amount": read_number(rest)}
            case "half" if rest:
                rounded = self.find_word(rest, ["up", "down"])
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
        return TypedDamage(
            "\n".join(self.write_source(part) for part in question.damage),
            self.write_item(str(question.life), self.write_clauses(question, _PLAYER_CLAUSES)),
            ", ".join(f"{each.name} {each.loyalty}" for each in question.planeswalkers),
            "\n".join(self.write_effect(effect) for effect in question.effects),
        )

    def write_source(self, part: Part) -> str:
        """Return a source of damage as its reader types it."""
        head = f"{self.names.label(part.object)} {part.amount}"
        by = self.write_clause("by", self.names.label(part.controller))
        return self.write_item(head, [by, *self.write_clauses(part, _SOURCE_CLAUSES)])

    def write_effect(self, effect: Effect) -> str:
        """Return an effect as its reader types it."""
        write = self.write_clause
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
            write("from", self.names.label(effect.source)) if effect.source else "",
            *self.write_clauses(effect, _EFFECT_CLAUSES),
        ]
        head = kind if effect.name == kind else f"{effect.name}: {kind}"
        return self.write_item(head, clauses)


def build_question(data: Data, notation: DamageNotation) -> DamageQuestion:
    """Return the question that `data` holds. Raises `Refusal` for the field that does not fit."""
    _resolve_names(data, notation)
    try:
        question = read(data, DamageQuestion)
        check_damage(question)
    except Unreadable as error:
        raise _make_refusal(error.field, data) from None
    return question


def _resolve_names(data: Data, notation: DamageNotation) -> None:
    """Replace typed recipients and sources in `data` by their names in the question."""
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


_LISTED_FIELDS = ("damage", "effects", "planeswalkers")


def _make_refusal(field: str, data: Data) -> Refusal:
    """Return the refusal that quotes a field which does not fit."""
    name, _, rest = field.partition("[")
    listed: Sequence[Data] = data.get(name, ()) if name in _LISTED_FIELDS else ()
    index = rest.partition("]")[0]
    if index.isdigit():
        listed = listed[int(index) :][:1]
    match name:
        case "damage":
            typed = "; ".join(f"{each['object']} {each['amount']}" for each in listed)
            return Refusal("judge-sources", typed=escape(typed), most=MAX_WAYS)
        case "effects":
            typed = "; ".join(each["name"] for each in listed)
            return Refusal("judge-effects", typed=escape(typed), most=MAX_PARTS_TIMES_EFFECTS)
        case "planeswalkers":
            typed = ", ".join(f"{each['name']} {each['loyalty']}" for each in listed)
            return Refusal("judge-planeswalkers", typed=escape(typed))
        case _:
            return Refusal("judge-you", typed=escape(str(data["life"])))


def _make_unique(name: str, taken: set[str]) -> str:
    return next(each for each in _list_numbered_names(cut(name, 90)) if each not in taken)


def _list_numbered_names(name: str) -> Iterator[str]:
    yield name
    for number in range(2, 100):
        yield f"{name} ({number})"
