"""Life, poison and commander damage: in sentences, beside names, and on the panel."""

from collections.abc import Collection, Iterator, Sequence

import discord
from discord import ui

from bot.front.rendering import controls, embeds
from bot.front.rendering.escaping import clean_label
from bot.i18n import Catalogue, write_signed
from bot.rules.counting import Dealer, make_total_key
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodFacts
from bot.rules.records import CountKind, TotalChange
from bot.rules.tables import TABLES
from bot.rules.teams import find_in_game
from bot.rules.totals import (
    Counted,
    DeadlyTotal,
    find_commander,
    find_deadly_totals,
    find_life,
    find_life_holder,
    has_commanders,
    list_dealers,
)
from bot.words import Words

COUNTER_EMOJIS: dict[CountKind, str] = {"life": "❤️", "poison": "☠️", "commander": "🗡️"}


def format_number(amount: int) -> str:
    """Return a number with a true minus sign."""
    return str(amount).replace("-", "−")


def render_beside_name(facts: PodFacts, player: Player, words: Words) -> str:
    """Return a player's counters beside the name on the board; an empty string after the game."""
    pod = facts.pod
    if not _is_counting(facts) or player not in find_in_game(pod.game.standings):
        return ""
    own = not TABLES[pod.setup.table].one_life and find_life_holder(pod, player) == player
    parts = render_numbers(pod, player, words, with_life=own)
    return f" {parts}" if parts else ""


def render_beside_team(facts: PodFacts, team: Sequence[Player]) -> str:
    """Return the life beside a team's name, if the team shares one total (TAB-29)."""
    pod = facts.pod
    if not _is_counting(facts) or not TABLES[pod.setup.table].one_life:
        return ""
    return f" {COUNTER_EMOJIS['life']} {format_number(find_life(pod, team[0]))}"


def _is_counting(facts: PodFacts) -> bool:
    return facts.pod.setup.counting and facts.state in ("running", "waiting")


def render_numbers(pod: Pod, player: Player, words: Words, *, with_life: bool) -> str:
    """Render a player's counters: life, poison, commander damage."""
    parts = (
        [f"{COUNTER_EMOJIS['life']} {format_number(find_life(pod, player))}"] if with_life else []
    )
    if poison := pod.counts.compute_total("poison", player):
        parts.append(f"{COUNTER_EMOJIS['poison']} {poison}")
    dealt = pod.counts.find_damage(player).items()
    if dealt:
        damage = ", ".join(f"{name_dealer(pod, by, words)} {damage}" for by, damage in dealt)
        parts.append(f"{COUNTER_EMOJIS['commander']} {damage}")
    return " ".join(parts)


def render_change(pod: Pod, event: Counted, words: Words) -> str:
    """Render a change and the new totals; `pod` is the state after the change."""
    totals = [
        format_number(pod.counts.compute_total(*make_total_key(each))) for each in event.changes
    ]
    parts = [f"{render_story_line(event, words)} → **{totals[0]}**"]
    for each, total in zip(event.changes[1:], totals[1:], strict=True):
        parts.append(f"{COUNTER_EMOJIS[each.kind]} **{total}**")
    return " · ".join(parts)


def render_story_line(event: Counted, words: Words) -> str:
    """Render a change in a line."""
    said = event.changes[0]
    amount = write_signed(said.amount)
    line = f"{COUNTER_EMOJIS[said.kind]} {words.text.label(words.name(said.player), amount)}"
    if said.by is None:
        return line
    by = words.name(said.by)
    return f"{line} ({by if said.which == 1 else words.text('life-second', player=by)})"


def name_dealer(pod: Pod, dealer: Dealer, words: Words) -> str:
    """Return whose commander it is; of two, with its name or that it is the second."""
    owner = words.name(dealer.by)
    called = find_commander(pod, dealer)
    if called is not None:
        return f"{owner} ({words.show_card(called)})"
    return owner if dealer.which == 1 else words.text("life-second", player=owner)


def write_dealer(dealer: Dealer | None) -> str:
    """Return a commander for a custom id, as `read_dealer` reads it."""
    if dealer is None:
        return NO_PLAYER
    return dealer.by if dealer.which == 1 else f"{dealer.by}{_SECOND}"


def read_dealer(value: str) -> Dealer | None:
    """Return the commander in a custom id; None for no player."""
    if value == NO_PLAYER:
        return None
    return Dealer(value.removesuffix(_SECOND), 2 if value.endswith(_SECOND) else 1)


CHANGE_BUTTONS: dict[CountKind, tuple[int, ...]] = {
    "life": (-5, -1, 1, 5),
    "poison": (-1, 1),
    "commander": (-1, 1, 5),
}
"""The amounts of the panel's buttons."""

MAX_LOSING = 5
"""The most defeats that a board offers to report: a row of buttons."""

_SECOND = "+2"
"""Ends the owner of a second commander in a custom id; no player's key has a plus sign."""

NO_PLAYER = "-"
"""Stands for no player in a custom id."""

AMOUNT_FIELD = "amount"
"""The custom id of the modal's input."""

MAX_OPTIONS = 25
"""The most options of a menu, Discord's limit."""

MAX_AMOUNT_LENGTH = 5
"""The most characters of an amount: a sign, digits, an accidental space."""


def make_loss_buttons(
    number: int, pod: Pod, words: Words, of: Collection[Player] = ()
) -> list[ui.Button[ui.View]]:
    """Return a report button for each player who loses by the totals, or only for some."""
    found = (each for each in find_deadly_totals(pod) if not of or each.player in of)
    lost = {(each.player, each.cause): each for each in reversed([*found])}
    first = list(reversed(lost.values()))[:MAX_LOSING]
    return [_make_loss_button(number, each, words) for each in first]


def _make_loss_button(number: int, each: DeadlyTotal, words: Words) -> ui.Button[ui.View]:
    cause = words.text(f"cause-{each.cause}")
    return ui.Button(
        label=clean_label(
            words.text("life-report", player=words.name(each.player), cause=cause), 80
        ),
        style=discord.ButtonStyle.danger,
        emoji="⚔️",
        custom_id=f"life:{number}:{each.player}:lost:{each.cause}",
    )


def render_panel(pod: Pod, player: Player, words: Words, lead: str = "") -> discord.Embed:
    """Render a player's totals, below the change made last."""
    text = words.text
    shared = [
        p
        for p in find_in_game(pod.game.standings)
        if find_life_holder(pod, p) == find_life_holder(pod, player)
    ]
    lines = [
        f"**{words.name(player)}**",
        render_numbers(pod, player, words, with_life=True),
    ]
    if len(shared) > 1:
        lines.append(f"-# {text('life-shared', players=words.join_names(shared))}")
    if lead:
        lines += ["", lead]
    lines += ["", f"-# {text('life-about')}"]
    description = "\n".join(lines)
    title = f"{COUNTER_EMOJIS['life']} {text('life-title')}"
    return discord.Embed(title=title, description=description, colour=embeds.COLOURS[pod.state])


def make_panel_view(
    number: int, pod: Pod, player: Player, words: Words, made: TotalChange | None, by: Dealer | None
) -> ui.View:
    """Return the panel's items; `made` is the last change, damage is dealt by `by`'s commander.

    `words` name players without Markdown.
    """
    playing = find_in_game(pod.game.standings)
    whose: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label(words.text("life-whose"), 150),
        options=controls.make_player_options(playing, words, [player]),
        custom_id=f"life:{number}:show",
        row=0,
    )
    items: list[ui.Item[ui.View]] = [whose, *_make_change_buttons(number, player, "life", None, 1)]
    items.append(
        ui.Button(
            label=words.text("life-type"),
            emoji="✏️",
            custom_id=f"life:{number}:{player}:type",
            row=1,
        )
    )
    items += _make_change_buttons(number, player, "poison", None, 2)
    if made is not None:
        items.append(make_back_button(number, pod, made, words.text, row=2))
    for lost in make_loss_buttons(number, pod, words, {player, find_life_holder(pod, player)})[:1]:
        lost.row = 2
        items.append(lost)
    if has_commanders(pod):
        dealers: ui.Select[ui.View] = ui.Select(
            placeholder=clean_label(words.text("life-commander"), 150),
            options=_make_dealer_options(pod, words, by),
            custom_id=f"life:{number}:{player}:from",
            row=3,
        )
        items.append(dealers)
        if by is not None:
            items += _make_change_buttons(number, player, "commander", by, 4)
    return controls.make_unstored_view(items)


def find_dealer(change: TotalChange) -> Dealer | None:
    """Return the commander that dealt the damage of a change; None for another change."""
    if change.kind != "commander" or change.by is None:
        return None
    return Dealer(change.by, change.which)


def _make_dealer_options(
    pod: Pod, words: Words, chosen: Dealer | None
) -> list[discord.SelectOption]:
    """Return a menu's options of commanders; partners whose deck is unknown need `/life`."""
    every = list_dealers(pod)
    shown = every if len(every) <= MAX_OPTIONS else [each for each in every if each.which == 1]
    return [
        discord.SelectOption(
            label=clean_label(name_dealer(pod, each, words), 100),
            value=write_dealer(each),
            default=each == chosen,
        )
        for each in shown
    ]


def _make_change_buttons(
    number: int, player: Player, kind: CountKind, by: Dealer | None, row: int
) -> Iterator[ui.Button[ui.View]]:
    for amount in CHANGE_BUTTONS[kind]:
        worse = (amount < 0) == (kind == "life")
        yield ui.Button(
            label=write_signed(amount),
            emoji=COUNTER_EMOJIS[kind],
            style=discord.ButtonStyle.danger if worse else discord.ButtonStyle.success,
            custom_id=f"life:{number}:{player}:{kind}:{amount}:{write_dealer(by)}",
            row=row,
        )


def make_back_button(
    number: int, pod: Pod, made: TotalChange, text: Catalogue, row: int | None = None
) -> ui.Button[ui.View]:
    """Return the button that takes the newest change back."""
    return ui.Button(
        label=text("life-back"),
        emoji="↩️",
        custom_id=f"life:{number}:{made.player}:back:{made.kind}:{pod.counts.made}"
        f":{write_dealer(find_dealer(made))}",
        row=row,
    )


def make_amount_modal(number: int, player: Player, name: str, text: Catalogue) -> ui.Modal:
    """Return a modal for an amount; its answer comes back by its custom id."""
    asking = ui.Modal(title=clean_label(name, 45), custom_id=f"life:{number}:{player}:typed")
    asking.stop()
    amount: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=AMOUNT_FIELD, max_length=MAX_AMOUNT_LENGTH, placeholder="−7"
    )
    asking.add_item(ui.Label(text=text("life-amount"), component=amount))
    return asking
