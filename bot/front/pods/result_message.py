"""The result of a game as a message of its own: text and picture."""

from collections import Counter
from collections.abc import Mapping

import discord
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.front.decks import deck_texts
from bot.front.decks.deck_names import format_short_commander_names
from bot.front.game_texts import deed_texts, story, table_view
from bot.front.pods import pod_board
from bot.front.substitutes import substitute_texts
from bot.front.ui import embeds, player_names
from bot.front.ui.escaping import escape_markdown
from bot.front.ui.fitting import MAX_ALT_TEXT_LENGTH, truncate_text_to_length
from bot.joust.duel import Duel
from bot.pictures import glyphs
from bot.pictures.scene import MAX_ARROWS, MAX_RIVALS, DefeatsPictureScene, PlayerInPicture, PlayerPairDefeatCount
from bot.rulebooks import Game
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodPropertyCache
from bot.rules.substitutes import replace_players_by_result_owners

PICTURE_NAME = "result.png"


def render_game_result_embed(game: Game, formatter: PodMessageFormatter, board_link: str) -> discord.Embed:
    embed = discord.Embed(colour=embeds.COLOURS["finished"])
    match game:
        case Pod(result=result) if result is not None:
            embed.title = pod_board.render_pod_title(game, formatter)
            lines = [
                f"**{story.render_winners(result, formatter, game.standings)}**",
                table_view.render_final_pod_points(game, formatter),
                *deed_texts.render_achievements_in_game(replace_players_by_result_owners(game), formatter),
                *filter(None, [deck_texts.render_decks_played_in_pod(game, formatter)]),
                *table_view.render_guests_with_inviters(game, formatter),
                *substitute_texts.render_substitutes_and_seat_offers(PodPropertyCache(game), formatter),
            ]
        case Duel(result=result) if result is not None:
            embed.title = escape_markdown(game.setup.title or formatter.text("joust-title"))
            ended, *points = player_names.build_duel_formatter_from_pod_formatter(formatter).describe_duel_result(
                result
            )
            lines = [f"**{ended}**", *points]
        case _:
            raise ValueError("a game that is not over")
    embed.description = "\n".join([*lines, f"-# {formatter.text('result-board', board=board_link)}"])
    return embed


def count_defeats_by_player_pair(pod: Pod) -> dict[tuple[Player, Player], int]:
    """Return how often each player beat each other player, first defeats first."""
    pairs = (
        (verdict.responsible, verdict.loser)
        for verdict in pod.verdicts
        if verdict.responsible is not None and verdict.responsible != verdict.loser
    )
    return dict(Counter(pairs))


def build_defeats_picture_scene(
    pod: Pod, players_in_picture: Mapping[Player, PlayerInPicture], formatter: PodMessageFormatter
) -> DefeatsPictureScene | None:
    """Return the data of the picture of who beat whom in a pod; None without defeats."""
    defeats = list(count_defeats_by_player_pair(pod).items())[:MAX_ARROWS]
    involved: dict[Player, None] = {}
    kept: list[tuple[tuple[Player, Player], int]] = []
    for pair, times in defeats:
        if len(involved | dict.fromkeys(pair)) <= MAX_RIVALS:
            involved |= dict.fromkeys(pair)
            kept.append((pair, times))
    if not kept:
        return None
    order = [player for player in players_in_picture if player in involved]
    number = {player: at for at, player in enumerate(order)}
    return DefeatsPictureScene(
        "",  # the message has a title
        tuple(_add_commander_caption(pod, player, players_in_picture[player], formatter) for player in order),
        tuple(PlayerPairDefeatCount(number[one], number[other], times) for (one, other), times in kept),
        formatter.text("result-legend"),
    )


def _add_commander_caption(
    pod: Pod, player: Player, player_figure: PlayerInPicture, formatter: PodMessageFormatter
) -> PlayerInPicture:
    deck = pod.find_declared_deck_of_player(player)
    named = "" if deck is None else format_short_commander_names(deck, formatter)
    return replace(player_figure, caption=named) if glyphs.can_fonts_draw_text(named) else player_figure


def build_defeats_picture_alt_text(pod: Pod, formatter: PodMessageFormatter) -> str:
    return describe_defeats_by_victor(count_defeats_by_player_pair(pod), formatter)


def describe_defeats_by_victor(defeats: Mapping[tuple[Player, Player], int], formatter: PodMessageFormatter) -> str:
    """Return a line for each player who beat others, with the losers and the counts."""
    by: dict[Player, list[str]] = {}
    for (victor, loser), times in defeats.items():
        often = f" ×{times}" if times > 1 else ""
        by.setdefault(victor, []).append(f"{formatter.name(loser)}{often}")
    lines = [
        formatter.text("result-felled", victor=formatter.name(victor), losers=", ".join(losers))
        for victor, losers in by.items()
    ]
    return truncate_text_to_length("\n".join([formatter.text("result-picture"), *lines]), MAX_ALT_TEXT_LENGTH)
