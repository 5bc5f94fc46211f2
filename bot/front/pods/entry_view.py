"""What the form looks like with which a game is entered."""

import discord
from discord import ui

from bot.front.pods.entry_draft import CAUSES, ENDS, EntryDraft
from bot.front.rendering import controls, embeds, guests, story
from bot.front.rendering.escaping import clean_label
from bot.i18n import write_signed
from bot.rules.choices import Question
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.seats import find_teams
from bot.rules.story import Story
from bot.rules.teams import find_in_game
from bot.storage.engine.moments import to_moment
from bot.words import Words


def render_entry(
    draft: EntryDraft, pod: Pod, told: Story, words: Words, follows: str, *, locked: bool
) -> discord.Embed:
    """The game so far, each step with its verdict, and what `follows` from the next one.

    Of a game whose season is `locked` it is said that a moderator has to confirm it.
    """
    text = words.text
    played = discord.utils.format_dt(to_moment(draft.played), "f")
    lines = [text("entry-about", date=played, channel=f"<#{draft.place.channel}>")]
    if locked:
        lines.append(text("entry-locked"))
    sides = find_teams(pod.setup, pod.players) or [pod.players]
    seats = " · ".join(words.join_names(side) for side in sides)
    lines.append(text("entry-seats", players=seats))
    lines += story.list_entered(told, words)
    embed = discord.Embed(title=text("entry-title"), description="\n".join(lines))
    embed.colour = discord.Colour(embeds.COLOURS[pod.state])
    guests.add_guests(embed, pod, words)
    embed.add_field(name=text(_find_heading(pod)), value=follows, inline=False)
    return embed


def _find_heading(pod: Pod) -> str:
    if pod.result is not None:
        return "entry-over"
    return "board-waiting" if pod.state == "waiting" else "form-verdict"


def render_points(pod: Pod, words: Words) -> str:
    """Everybody's points, once the game is over."""
    assert pod.result is not None
    points = pod.result.points.items()
    return "\n".join(
        words.text("entry-points", player=words.name(player), points=write_signed(value))
        for player, value in points
    )


def make_entry_view(token: str, draft: EntryDraft, pod: Pod, words: Words, ready: bool) -> ui.View:
    """The menus for what happened next, which is `ready` to be added, and the buttons."""
    items: list[ui.Item[ui.View]] = []
    if pod.question is not None and pod.state == "waiting":
        items.append(_make_choice_menu(token, pod.question, words))
    elif pod.result is None:
        items += _make_menus(token, draft, pod, words)
    return controls.make_unstored_view([*items, *_make_buttons(token, draft, pod, words, ready)])


def _make_choice_menu(token: str, question: Question, words: Words) -> ui.Select[ui.View]:
    options = controls.make_player_options(question.options, words)
    if question.may_decline:
        label = words.text("choice-decline")
        options.append(discord.SelectOption(label=label, value=controls.DECLINE))
    asked = words.text("choice-placeholder", by=words.name(question.by))
    return ui.Select(
        placeholder=clean_label(asked, 150), options=options, custom_id=f"entry:{token}:choose"
    )


def _make_menus(token: str, draft: EntryDraft, pod: Pod, words: Words) -> list[ui.Item[ui.View]]:
    step, text = draft.next, words.text
    closes = pod.setup.answers.ends_when == "closed"
    ends = [end for end in ENDS if end != "close" or closes]
    happened: list[tuple[str, str]] = [(cause, text(f"cause-{cause}")) for cause in CAUSES]
    happened += [(end, text(f"entry-what-{end}")) for end in ends]
    options = [
        discord.SelectOption(label=clean_label(label, 100), value=what, default=what == step.what)
        for what, label in happened
    ]
    menus = [_make_menu(token, "what", options, words)]
    playing = find_in_game(pod.game.standings) or list(pod.players)
    if step.what not in ("draw", "close"):
        menus.append(_make_player_menu(token, "who", playing, step.who, words))
    if step.what in CAUSES:
        menus.append(_make_player_menu(token, "by", playing, step.by, words))
    return menus


def _make_player_menu(
    token: str, field: str, players: list[Player], chosen: Player | None, words: Words
) -> ui.Item[ui.View]:
    options = controls.make_player_options(players, words, [chosen])
    return _make_menu(token, field, options, words, least=0 if field == "by" else 1)


def _make_menu(
    token: str, field: str, options: list[discord.SelectOption], words: Words, least: int = 1
) -> ui.Item[ui.View]:
    return ui.Select(
        custom_id=f"entry:{token}:{field}",
        placeholder=clean_label(words.text(f"entry-pick-{field}"), 150),
        options=options,
        min_values=least,
        max_values=1,
    )


def _make_buttons(
    token: str, draft: EntryDraft, pod: Pod, words: Words, ready: bool
) -> list[ui.Item[ui.View]]:
    success, secondary = discord.ButtonStyle.success, discord.ButtonStyle.secondary
    buttons: list[tuple[str, discord.ButtonStyle, bool]] = []
    if pod.result is not None:
        buttons.append(("send", success, True))
    elif pod.state == "running":
        buttons.append(("add", discord.ButtonStyle.primary, ready))
    buttons.append(("back", secondary, draft.has_steps))
    buttons.append(("cancel", discord.ButtonStyle.danger, True))
    return [
        ui.Button(
            custom_id=f"entry:{token}:{action}",
            label=words.text(f"entry-{action}"),
            style=style,
            disabled=not able,
            row=4,
        )
        for action, style, able in buttons
    ]
