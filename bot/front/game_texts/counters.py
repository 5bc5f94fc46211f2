"""Life, poison and commander damage: in sentences, beside names, and on the panel of counters."""

from collections.abc import Collection, Iterator, Sequence

import discord
from discord import ui

from bot.formatters.messages import MessageFormatter
from bot.front.ui import components, embeds
from bot.front.ui.escaping import clean_label
from bot.i18n import Catalogue, format_signed_number
from bot.rules.facts import Player
from bot.rules.player_totals import CommanderKey, find_total_key
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodFacts
from bot.rules.records import CountKind, TotalChange
from bot.rules.tables import TABLES
from bot.rules.teams import list_players_in_game
from bot.rules.totals import (
    LethalTotal,
    TotalsChanged,
    counts_commander_damage,
    find_commander_name,
    find_lethal_totals,
    find_life_total,
    find_life_total_owner_in_pod,
    list_damaging_commanders,
)

COUNTER_EMOJIS: dict[CountKind, str] = {"life": "❤️", "poison": "☠️", "commander": "🗡️"}


def format_with_true_minus(amount: int) -> str:
    """Return a number with a true minus sign."""
    return str(amount).replace("-", "−")


def render_counters_beside_name(
    pod_facts: PodFacts, player: Player, formatter: MessageFormatter
) -> str:
    """Return a player's counters to stand beside their name; an empty string after the game."""
    pod = pod_facts.pod
    if not _is_counting_life(pod_facts) or player not in list_players_in_game(
        pod.current_game.standings
    ):
        return ""
    own = (
        not TABLES[pod.setup.table].one_life and find_life_total_owner_in_pod(pod, player) == player
    )
    parts = render_counters(pod, player, formatter, with_life=own)
    return f" {parts}" if parts else ""


def render_life_beside_team(pod_facts: PodFacts, team: Sequence[Player]) -> str:
    """Return a team's life to stand beside its name, if the team shares one total (TAB-29)."""
    pod = pod_facts.pod
    if not _is_counting_life(pod_facts) or not TABLES[pod.setup.table].one_life:
        return ""
    return f" {COUNTER_EMOJIS['life']} {format_with_true_minus(find_life_total(pod, team[0]))}"


def _is_counting_life(pod_facts: PodFacts) -> bool:
    return pod_facts.pod.setup.counting and pod_facts.state in ("running", "waiting")


def render_counters(
    pod: Pod, player: Player, formatter: MessageFormatter, *, with_life: bool
) -> str:
    """Render a player's counters: life, poison, commander damage."""
    parts = (
        [f"{COUNTER_EMOJIS['life']} {format_with_true_minus(find_life_total(pod, player))}"]
        if with_life
        else []
    )
    if poison := pod.counts.compute_total("poison", player):
        parts.append(f"{COUNTER_EMOJIS['poison']} {poison}")
    dealt = pod.counts.find_commander_damage(player).items()
    if dealt:
        damage = ", ".join(
            f"{name_commander_damage_dealer(pod, by, formatter)} {damage}" for by, damage in dealt
        )
        parts.append(f"{COUNTER_EMOJIS['commander']} {damage}")
    return " ".join(parts)


def render_counter_change(pod: Pod, event: TotalsChanged, formatter: MessageFormatter) -> str:
    """Render a change of counters and the new totals; `pod` is the state after the change."""
    totals = [
        format_with_true_minus(pod.counts.compute_total(*find_total_key(each)))
        for each in event.changes
    ]
    parts = [f"{render_counter_story_line(event, formatter)} → **{totals[0]}**"]
    for each, total in zip(event.changes[1:], totals[1:], strict=True):
        parts.append(f"{COUNTER_EMOJIS[each.kind]} **{total}**")
    return " · ".join(parts)


def render_counter_story_line(event: TotalsChanged, formatter: MessageFormatter) -> str:
    """Render a change of counters on one line of the game's story."""
    said = event.changes[0]
    amount = format_signed_number(said.amount)
    line = (
        f"{COUNTER_EMOJIS[said.kind]} "
        f"{formatter.text.format_label(formatter.name(said.player), amount)}"
    )
    if said.by is None:
        return line
    by = formatter.name(said.by)
    return f"{line} ({by if said.which == 1 else formatter.text('life-second', player=by)})"


def name_commander_damage_dealer(
    pod: Pod, commander: CommanderKey, formatter: MessageFormatter
) -> str:
    """Return a text for a commander that dealt damage: its owner, and its name or that it is
    the second.
    """
    owner = formatter.name(commander.by)
    called = find_commander_name(pod, commander)
    if called is not None:
        return f"{owner} ({formatter.format_card_name(called)})"
    return owner if commander.which == 1 else formatter.text("life-second", player=owner)


def format_commander_id(commander: CommanderKey | None) -> str:
    """Return a commander as a part of a custom id, which `parse_commander_id` parses."""
    if commander is None:
        return NO_PLAYER
    return commander.by if commander.which == 1 else f"{commander.by}{_SECOND}"


def parse_commander_id(value: str) -> CommanderKey | None:
    """Return the commander in a part of a custom id; None for no player."""
    if value == NO_PLAYER:
        return None
    return CommanderKey(value.removesuffix(_SECOND), 2 if value.endswith(_SECOND) else 1)


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


def build_loss_buttons(
    pod_number: int, pod: Pod, formatter: MessageFormatter, among_players: Collection[Player] = ()
) -> list[ui.Button[ui.View]]:
    """Return a report button for each player who loses by their counters, or only
    `among_players`.
    """
    found = (
        each
        for each in find_lethal_totals(pod)
        if not among_players or each.player in among_players
    )
    lost = {(each.player, each.cause): each for each in reversed([*found])}
    first = list(reversed(lost.values()))[:MAX_LOSING]
    return [_build_loss_button(pod_number, each, formatter) for each in first]


def _build_loss_button(
    pod_number: int, deadly_total: LethalTotal, formatter: MessageFormatter
) -> ui.Button[ui.View]:
    cause = formatter.text(f"cause-{deadly_total.cause}")
    return ui.Button(
        label=clean_label(
            formatter.text("life-report", player=formatter.name(deadly_total.player), cause=cause),
            80,
        ),
        style=discord.ButtonStyle.danger,
        emoji="⚔️",
        custom_id=f"life:{pod_number}:{deadly_total.player}:lost:{deadly_total.cause}",
    )


def render_counter_panel(
    pod: Pod, player: Player, formatter: MessageFormatter, last_change: str = ""
) -> discord.Embed:
    """Render a player's counters as an embed, below the text of the last change."""
    text = formatter.text
    shared = [
        p
        for p in list_players_in_game(pod.current_game.standings)
        if find_life_total_owner_in_pod(pod, p) == find_life_total_owner_in_pod(pod, player)
    ]
    lines = [
        f"**{formatter.name(player)}**",
        render_counters(pod, player, formatter, with_life=True),
    ]
    if len(shared) > 1:
        lines.append(f"-# {text('life-shared', players=formatter.join_player_names(shared))}")
    if last_change:
        lines += ["", last_change]
    lines += ["", f"-# {text('life-about')}"]
    description = "\n".join(lines)
    title = f"{COUNTER_EMOJIS['life']} {text('life-title')}"
    return discord.Embed(title=title, description=description, colour=embeds.COLOURS[pod.state])


def build_counter_panel_view(
    pod_number: int,
    pod: Pod,
    player: Player,
    formatter: MessageFormatter,
    last_change: TotalChange | None,
    commander: CommanderKey | None,
) -> ui.View:
    """Return the buttons and menus of the panel on which a player's counters are changed.

    Damage is dealt by `commander`. `formatter` names players without Markdown.
    """
    playing = list_players_in_game(pod.current_game.standings)
    whose: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label(formatter.text("life-whose"), 150),
        options=components.build_player_options(playing, formatter, [player]),
        custom_id=f"life:{pod_number}:show",
        row=0,
    )
    items: list[ui.Item[ui.View]] = [
        whose,
        *_build_counter_buttons(pod_number, player, "life", None, 1),
    ]
    items.append(
        ui.Button(
            label=formatter.text("life-type"),
            emoji="✏️",
            custom_id=f"life:{pod_number}:{player}:type",
            row=1,
        )
    )
    items += _build_counter_buttons(pod_number, player, "poison", None, 2)
    if last_change is not None:
        items.append(build_revert_button(pod_number, pod, last_change, formatter.text, row=2))
    for lost in build_loss_buttons(
        pod_number, pod, formatter, {player, find_life_total_owner_in_pod(pod, player)}
    )[:1]:
        lost.row = 2
        items.append(lost)
    if counts_commander_damage(pod):
        dealers: ui.Select[ui.View] = ui.Select(
            placeholder=clean_label(formatter.text("life-commander"), 150),
            options=_build_commander_options(pod, formatter, commander),
            custom_id=f"life:{pod_number}:{player}:from",
            row=3,
        )
        items.append(dealers)
        if commander is not None:
            items += _build_counter_buttons(pod_number, player, "commander", commander, 4)
    return components.build_stateless_view(items)


def find_damage_dealer(change: TotalChange) -> CommanderKey | None:
    """Return the commander that dealt the damage of a change; None for another change."""
    if change.kind != "commander" or change.by is None:
        return None
    return CommanderKey(change.by, change.which)


def _build_commander_options(
    pod: Pod, formatter: MessageFormatter, selected_commander: CommanderKey | None
) -> list[discord.SelectOption]:
    """Return a menu's options of commanders; partners whose deck is unknown need `/life`."""
    every = list_damaging_commanders(pod)
    shown = every if len(every) <= MAX_OPTIONS else [each for each in every if each.which == 1]
    return [
        discord.SelectOption(
            label=clean_label(name_commander_damage_dealer(pod, each, formatter), 100),
            value=format_commander_id(each),
            default=each == selected_commander,
        )
        for each in shown
    ]


def _build_counter_buttons(
    pod_number: int, player: Player, kind: CountKind, commander: CommanderKey | None, row: int
) -> Iterator[ui.Button[ui.View]]:
    for amount in CHANGE_BUTTONS[kind]:
        worse = (amount < 0) == (kind == "life")
        yield ui.Button(
            label=format_signed_number(amount),
            emoji=COUNTER_EMOJIS[kind],
            style=discord.ButtonStyle.danger if worse else discord.ButtonStyle.success,
            custom_id=f"life:{pod_number}:{player}:{kind}:{amount}:{format_commander_id(commander)}",
            row=row,
        )


def build_revert_button(
    pod_number: int,
    pod: Pod,
    last_change: TotalChange,
    catalogue: Catalogue,
    row: int | None = None,
) -> ui.Button[ui.View]:
    """Return the button that reverts the newest change of counters."""
    return ui.Button(
        label=catalogue("life-back"),
        emoji="↩️",
        custom_id=f"life:{pod_number}:{last_change.player}:back:{last_change.kind}:{pod.counts.made}"
        f":{format_commander_id(find_damage_dealer(last_change))}",
        row=row,
    )


def build_amount_modal(
    pod_number: int, player: Player, title: str, catalogue: Catalogue
) -> ui.Modal:
    """Return a modal that asks for an amount of life to gain or lose."""
    asking = ui.Modal(title=clean_label(title, 45), custom_id=f"life:{pod_number}:{player}:typed")
    asking.stop()
    amount: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=AMOUNT_FIELD, max_length=MAX_AMOUNT_LENGTH, placeholder="−7"
    )
    asking.add_item(ui.Label(text=catalogue("life-amount"), component=amount))
    return asking
