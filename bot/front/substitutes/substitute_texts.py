"""Substitutes on a board: who plays for whom, which seats are offered, and the buttons for both."""

from collections.abc import Iterator

import discord
from discord import ui

from bot.formatters.messages import PodMessageFormatter
from bot.front.ui.escaping import clean_label_text
from bot.rules.facts import Player
from bot.rules.pod_facts import PodPropertyCache
from bot.rules.substitutes import list_players_yet_to_approve_transfer

_MAX_LABEL_LENGTH = 80  # the most characters of a label, Discord's limit


def add_seat_substitutions_field(
    embed: discord.Embed, pod_facts: PodPropertyCache, formatter: PodMessageFormatter
) -> None:
    """Add an embed field about the substitutes in a pod and the seats that are offered."""
    if lines := [*render_substitutes_and_seat_offers(pod_facts, formatter)]:
        value = "\n".join(lines)
        embed.add_field(name=formatter.text("substitutes-title"), value=value, inline=False)


def render_substitutes_and_seat_offers(pod_facts: PodPropertyCache, formatter: PodMessageFormatter) -> Iterator[str]:
    """Yield lines about the substitutes in a pod and the seats that are offered."""
    text = formatter.text
    ungranted = pod_facts.seats_awaiting_result_transfer
    for seat in pod_facts.pod.passed_on:
        names = {"player": formatter.name(seat.player), "former": formatter.join_player_names(seat.former)}
        yield text("substitutes-of", **names)
        if seat.owner != seat.player:
            key = "substitutes-owner" if seat in ungranted else "substitutes-result"
            yield text(key, owner=formatter.name(seat.owner))
        if seat in ungranted and seat.agreed:
            others = list_players_yet_to_approve_transfer(pod_facts.pod, seat)
            have = sum(player in seat.agreed for player in others)
            yield text("substitutes-agreed", have=have, needed=len(others))
    for player, to in pod_facts.seat_offers.items():
        yield text("substitutes-offer", player=formatter.name(player), to=formatter.name(to))


def build_seat_substitution_buttons(
    pod_number: int, pod_facts: PodPropertyCache, label_formatter: PodMessageFormatter
) -> list[ui.Item[ui.View]]:
    """Return the buttons to take over offered seats and to agree on who gets their results."""
    return [
        *(build_take_over_seat_button(pod_number, player, label_formatter) for player in pod_facts.seat_offers),
        *(
            ui.Button[ui.View](
                label=_build_label_with_player_name("button-grant", seat.player, label_formatter),
                style=discord.ButtonStyle.secondary,
                emoji="🔁",
                custom_id=f"pod:{pod_number}:grant:{seat.player}",
            )
            for seat in pod_facts.seats_awaiting_result_transfer
        ),
    ]


def build_take_over_seat_button(pod_number: int, player: Player, formatter: PodMessageFormatter) -> ui.Button[ui.View]:
    """Return the button with which a substitute takes over an offered seat."""
    return ui.Button(
        label=_build_label_with_player_name("button-seat", player, formatter),
        style=discord.ButtonStyle.success,
        emoji="🔁",
        custom_id=f"pod:{pod_number}:seat:{player}",
    )


def _build_label_with_player_name(text_key: str, player: Player, formatter: PodMessageFormatter) -> str:
    return clean_label_text(formatter.text(text_key, player=formatter.name(player)), _MAX_LABEL_LENGTH)
