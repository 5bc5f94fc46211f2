"""Life, poison and commander damage: in sentences, beside names, and on the panel of counters."""

from collections.abc import Collection, Iterator, Sequence

import discord
from discord import ui

from bot.formatters.messages import PodMessageFormatter
from bot.front.ui import components, embeds
from bot.front.ui.escaping import clean_label_text
from bot.i18n import Translations, format_signed_number
from bot.rules.facts import Player
from bot.rules.player_totals import DamagingCommander, build_player_counter_key
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodPropertyCache
from bot.rules.records import CountKind, LifeOrDamageChange
from bot.rules.tables import TABLES
from bot.rules.teams import list_players_in_game
from bot.rules.totals import (
    LethalCounter,
    LifeOrDamageChanged,
    compute_life_total_of_player,
    find_commander_name,
    find_current_life_total_owner,
    find_lethal_counters,
    is_commander_damage_counted,
    list_commanders_that_may_deal_damage,
    list_players_sharing_life_total,
)

COUNTER_EMOJIS: dict[CountKind, str] = {"life": "❤️", "poison": "☠️", "commander": "🗡️"}


def format_with_typographic_minus(amount: int) -> str:
    """Format a number with a real minus sign instead of a hyphen."""
    return str(amount).replace("-", "−")


def render_player_life_and_damage_suffix(
    pod_facts: PodPropertyCache, player: Player, formatter: PodMessageFormatter
) -> str:
    """Render a player's life, poison and damage for display beside the name; empty after the game."""
    pod = pod_facts.pod
    if not _is_life_tracked_now(pod_facts) or player not in list_players_in_game(pod.current_game.standings):
        return ""
    own = not TABLES[pod.setup.table].one_life and find_current_life_total_owner(pod, player) == player
    parts = render_life_and_damage_of_player(pod, player, formatter, includes_life=own)
    return f" {parts}" if parts else ""


def render_team_life_suffix(pod_facts: PodPropertyCache, team_members: Sequence[Player]) -> str:
    """Render a team's shared life; empty if each player has their own."""
    pod = pod_facts.pod
    if not _is_life_tracked_now(pod_facts) or not TABLES[pod.setup.table].one_life:
        return ""
    return (
        f" {COUNTER_EMOJIS['life']} {format_with_typographic_minus(compute_life_total_of_player(pod, team_members[0]))}"
    )


def _is_life_tracked_now(pod_facts: PodPropertyCache) -> bool:
    return pod_facts.pod.setup.counting and pod_facts.state in ("running", "waiting")


def render_life_and_damage_of_player(
    pod: Pod, player: Player, formatter: PodMessageFormatter, *, includes_life: bool
) -> str:
    """Render a player's life, poison and commander damage on one line."""
    parts = (
        [f"{COUNTER_EMOJIS['life']} {format_with_typographic_minus(compute_life_total_of_player(pod, player))}"]
        if includes_life
        else []
    )
    if poison := pod.counts.compute_life_or_damage("poison", player):
        parts.append(f"{COUNTER_EMOJIS['poison']} {poison}")
    dealt = pod.counts.get_damage_by_commander(player).items()
    if dealt:
        damage = ", ".join(f"{render_damaging_commander(pod, by, formatter)} {damage}" for by, damage in dealt)
        parts.append(f"{COUNTER_EMOJIS['commander']} {damage}")
    return " ".join(parts)


def render_life_or_damage_change(pod: Pod, event: LifeOrDamageChanged, formatter: PodMessageFormatter) -> str:
    """Render a change of life, poison or damage, with the new totals."""
    totals = [
        format_with_typographic_minus(pod.counts.compute_life_or_damage(*build_player_counter_key(each)))
        for each in event.changes
    ]
    parts = [f"{render_life_or_damage_change_for_history(event, formatter)} → **{totals[0]}**"]
    for each, total in zip(event.changes[1:], totals[1:], strict=True):
        parts.append(f"{COUNTER_EMOJIS[each.kind]} **{total}**")
    return " · ".join(parts)


def render_life_or_damage_change_for_history(event: LifeOrDamageChanged, formatter: PodMessageFormatter) -> str:
    """Render a change of life, poison or damage for the game's history."""
    said = event.changes[0]
    amount = format_signed_number(said.amount)
    line = f"{COUNTER_EMOJIS[said.kind]} {formatter.text.format_label_and_value(formatter.name(said.player), amount)}"
    if said.by is None:
        return line
    by = formatter.name(said.by)
    return f"{line} ({by if said.which == 1 else formatter.text('life-second', player=by)})"


def render_damaging_commander(pod: Pod, commander: DamagingCommander, formatter: PodMessageFormatter) -> str:
    """Render the commander that dealt damage: its owner, and its name if known."""
    owner = formatter.name(commander.by)
    called = find_commander_name(pod, commander)
    if called is not None:
        return f"{owner} ({formatter.format_card_name(called)})"
    return owner if commander.which == 1 else formatter.text("life-second", player=owner)


def format_commander_for_custom_id(commander: DamagingCommander | None) -> str:
    """Format a commander for a button's custom id."""
    if commander is None:
        return NO_PLAYER
    return commander.by if commander.which == 1 else f"{commander.by}{_SECOND}"


def parse_commander_from_custom_id(custom_id_part: str) -> DamagingCommander | None:
    """Parse a commander from a part of a button's custom id; None if there is none."""
    if custom_id_part == NO_PLAYER:
        return None
    return DamagingCommander(custom_id_part.removesuffix(_SECOND), 2 if custom_id_part.endswith(_SECOND) else 1)


CHANGE_BUTTONS: dict[CountKind, tuple[int, ...]] = {"life": (-5, -1, 1, 5), "poison": (-1, 1), "commander": (-1, 1, 5)}
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

MAX_AMOUNT_LENGTH = 40
"""The most characters of an amount: a sign, digits and spaces, or the new totals of the members of a team."""


def build_buttons_to_report_losses(
    pod_number: int, pod: Pod, formatter: PodMessageFormatter, players_to_report: Collection[Player] = ()
) -> list[ui.Button[ui.View]]:
    """Return buttons to report the defeats of players who have no life left, or too much poison or damage.

    Only `players_to_report` get buttons; an empty collection means all.
    """
    found = (each for each in find_lethal_counters(pod) if not players_to_report or each.player in players_to_report)
    lost = {(each.player, each.cause): each for each in reversed([*found])}
    first = list(reversed(lost.values()))[:MAX_LOSING]
    return [_build_report_loss_button(pod_number, each, formatter) for each in first]


def _build_report_loss_button(
    pod_number: int, lethal_counter: LethalCounter, formatter: PodMessageFormatter
) -> ui.Button[ui.View]:
    cause = formatter.text(f"cause-{lethal_counter.cause}")
    return ui.Button(
        label=clean_label_text(
            formatter.text("life-report", player=formatter.name(lethal_counter.player), cause=cause), 80
        ),
        style=discord.ButtonStyle.danger,
        emoji="⚔️",
        custom_id=f"life:{pod_number}:{lethal_counter.player}:lost:{lethal_counter.cause}",
    )


def render_life_and_damage_embed(
    pod: Pod, player: Player, formatter: PodMessageFormatter, last_change_text: str = ""
) -> discord.Embed:
    """Return an embed with a player's life, poison and damage, and their last change."""
    text = formatter.text
    lines = [
        f"**{formatter.name(player)}**",
        render_life_and_damage_of_player(pod, player, formatter, includes_life=True),
    ]
    lines += render_players_sharing_life(pod, player, formatter)
    if last_change_text:
        lines += ["", last_change_text]
    lines += ["", f"-# {text('life-about')}"]
    description = "\n".join(lines)
    title = f"{COUNTER_EMOJIS['life']} {text('life-title')}"
    return discord.Embed(title=title, description=description, colour=embeds.COLOURS[pod.state])


def render_players_sharing_life(pod: Pod, player: Player, formatter: PodMessageFormatter) -> list[str]:
    """Render a line with all players who share `player`'s life total; empty if nobody does."""
    shared = list_players_sharing_life_total(pod, player)
    if len(shared) == 1:
        return []
    return [f"-# {formatter.text('life-shared', players=formatter.join_player_names(shared))}"]


def build_life_and_damage_view(
    pod_number: int,
    pod: Pod,
    player: Player,
    label_formatter: PodMessageFormatter,
    last_change: LifeOrDamageChange | None,
    commander: DamagingCommander | None,
) -> ui.View:
    """Return buttons and menus to change a player's life, poison, and damage by `commander`."""
    playing = list_players_in_game(pod.current_game.standings)
    whose: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label_text(label_formatter.text("life-whose"), 150),
        options=components.build_player_select_options(playing, label_formatter, [player]),
        custom_id=f"life:{pod_number}:show",
        row=0,
    )
    items: list[ui.Item[ui.View]] = [whose, *_build_life_change_buttons(pod_number, player, "life", None, 1)]
    items.append(
        ui.Button(
            label=label_formatter.text("life-type"), emoji="✏️", custom_id=f"life:{pod_number}:{player}:type", row=1
        )
    )
    items += _build_life_change_buttons(pod_number, player, "poison", None, 2)
    if last_change is not None:
        items.append(build_button_to_undo_life_change(pod_number, pod, last_change, label_formatter.text, button_row=2))
    for lost in build_buttons_to_report_losses(
        pod_number, pod, label_formatter, {player, find_current_life_total_owner(pod, player)}
    )[:1]:
        lost.row = 2
        items.append(lost)
    if is_commander_damage_counted(pod):
        dealers: ui.Select[ui.View] = ui.Select(
            placeholder=clean_label_text(label_formatter.text("life-commander"), 150),
            options=_build_commander_select_options(pod, label_formatter, commander),
            custom_id=f"life:{pod_number}:{player}:from",
            row=3,
        )
        items.append(dealers)
        if commander is not None:
            items += _build_life_change_buttons(pod_number, player, "commander", commander, 4)
    return components.build_view_without_callbacks(items)


def find_damaging_commander(life_or_damage_change: LifeOrDamageChange) -> DamagingCommander | None:
    """Return the commander behind a change of damage; None for other changes."""
    if life_or_damage_change.kind != "commander" or life_or_damage_change.by is None:
        return None
    return DamagingCommander(life_or_damage_change.by, life_or_damage_change.which)


def _build_commander_select_options(
    pod: Pod, formatter: PodMessageFormatter, selected_commander: DamagingCommander | None
) -> list[discord.SelectOption]:
    """Return menu options for the commanders that can deal damage.

    If there are too many, second commanders are left out; `/life` has them.
    """
    every = list_commanders_that_may_deal_damage(pod)
    shown = every if len(every) <= MAX_OPTIONS else [each for each in every if each.which == 1]
    return [
        discord.SelectOption(
            label=clean_label_text(render_damaging_commander(pod, each, formatter), 100),
            value=format_commander_for_custom_id(each),
            default=each == selected_commander,
        )
        for each in shown
    ]


def _build_life_change_buttons(
    pod_number: int, player: Player, counter_kind: CountKind, commander: DamagingCommander | None, button_row: int
) -> Iterator[ui.Button[ui.View]]:
    for amount in CHANGE_BUTTONS[counter_kind]:
        worse = (amount < 0) == (counter_kind == "life")
        yield ui.Button(
            label=format_signed_number(amount),
            emoji=COUNTER_EMOJIS[counter_kind],
            style=discord.ButtonStyle.danger if worse else discord.ButtonStyle.success,
            custom_id=f"life:{pod_number}:{player}:{counter_kind}:{amount}:{format_commander_for_custom_id(commander)}",
            row=button_row,
        )


def build_button_to_undo_life_change(
    pod_number: int,
    pod: Pod,
    last_change: LifeOrDamageChange,
    translations: Translations,
    button_row: int | None = None,
) -> ui.Button[ui.View]:
    return ui.Button(
        label=translations("life-back"),
        emoji="↩️",
        custom_id=f"life:{pod_number}:{last_change.player}:back:{last_change.kind}:{pod.counts.made}"
        f":{format_commander_for_custom_id(find_damaging_commander(last_change))}",
        row=button_row,
    )


def build_button_to_set_player_counter(
    pod_number: int,
    player: Player,
    counter_kind: CountKind,
    counter_value: int,
    commander: DamagingCommander | None,
    translations: Translations,
) -> ui.Button[ui.View]:
    """Return a button that sets a total, such as a player's life, to the number that the user just entered."""
    return ui.Button(
        label=translations("life-set", total=counter_value),
        emoji=COUNTER_EMOJIS[counter_kind],
        custom_id=f"life:{pod_number}:{player}:{counter_kind}:={counter_value}:{format_commander_for_custom_id(commander)}",
    )


def build_life_amount_modal(pod_number: int, player: Player, title: str, translations: Translations) -> ui.Modal:
    """Return the form for an amount of life to gain or lose, or for the new total."""
    asking = ui.Modal(title=clean_label_text(title, 45), custom_id=f"life:{pod_number}:{player}:typed")
    asking.stop()
    amount: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=AMOUNT_FIELD, max_length=MAX_AMOUNT_LENGTH, placeholder="−7"
    )
    asking.add_item(ui.Label(text=translations("life-amount"), component=amount))
    return asking
