"""What life, poison and commander damage look like in words, and beside names on the board."""

from collections.abc import Sequence

from bot.i18n import write_signed
from bot.rules.counting import make_key
from bot.rules.events import Counted, CountKind
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.tables import TABLES
from bot.rules.teams import find_in_game
from bot.rules.totals import find_life, find_life_holder
from bot.words import Words

MARKS: dict[CountKind, str] = {"life": "❤️", "poison": "☠️", "commander": "🗡️"}


def format_number(amount: int) -> str:
    """A number with a minus sign as long as the plus."""
    return str(amount).replace("-", "−")


def render_beside_name(pod: Pod, player: Player, words: Words) -> str:
    """What stands beside a player's name on the board; nothing if nothing is counted any more."""
    if not _is_counting(pod) or player not in find_in_game(pod.game.standings):
        return ""
    own = not TABLES[pod.setup.table].one_life and find_life_holder(pod, player) == player
    parts = render_numbers(pod, player, words, with_life=own)
    return f" {parts}" if parts else ""


def render_beside_team(pod: Pod, team: Sequence[Player]) -> str:
    """The life that stands beside a team's name, where that is one total (TAB-29)."""
    if not _is_counting(pod) or not TABLES[pod.setup.table].one_life:
        return ""
    return f" {MARKS['life']} {format_number(find_life(pod, team[0]))}"


def _is_counting(pod: Pod) -> bool:
    return pod.setup.counting and pod.state in ("running", "waiting")


def render_numbers(pod: Pod, player: Player, words: Words, *, with_life: bool) -> str:
    """All that is counted of a player."""
    parts = [f"{MARKS['life']} {format_number(find_life(pod, player))}"] if with_life else []
    if poison := pod.counts.compute_total("poison", player):
        parts.append(f"{MARKS['poison']} {poison}")
    dealt = pod.counts.find_damage(player).items()
    if dealt:
        damage = ", ".join(f"{words.name(by)} {damage}" for by, damage in dealt)
        parts.append(f"{MARKS['commander']} {damage}")
    return " ".join(parts)


def render_change(pod: Pod, event: Counted, words: Words) -> str:
    """What changed, and what that makes the totals now; `pod` is as it was left."""
    totals = [format_number(pod.counts.compute_total(*make_key(each))) for each in event.changes]
    parts = [f"{render_story_line(event, words)} → **{totals[0]}**"]
    for each, total in zip(event.changes[1:], totals[1:], strict=True):
        parts.append(f"{MARKS[each.kind]} **{total}**")
    return " · ".join(parts)


def render_story_line(event: Counted, words: Words) -> str:
    """What changed, in a line."""
    said = event.changes[0]
    amount = write_signed(said.amount)
    line = f"{MARKS[said.kind]} {words.text.label(words.name(said.player), amount)}"
    return f"{line} ({words.name(said.by)})" if said.by else line
