"""The board of a night: who is here, the round and its clock, the pods, and the standings."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import discord

from bot.front.rendering.embeds import SHOWN_SEAL_LENGTH
from bot.front.rendering.escaping import escape
from bot.front.rendering.table_view import SEPARATOR
from bot.i18n import Catalogue
from bot.nights.night import Night, NightRound
from bot.nights.standings import NightLine, compute_standings
from bot.nights.terms import NightTerms, compute_night_commitment
from bot.planning.plan import Plan
from bot.rules.facts import Player
from bot.rules.records import Setup
from bot.rules.seats import format_sizes
from bot.service.pod_states import PodState, score_rounds
from bot.words import Words

NightStates = Sequence[Sequence[PodState]]
"""The states of a night's pods, round by round."""

LONGEST_FIELD = 1_000
"""Characters of a list on the board; what has no room is counted."""

LONGEST_MESSAGE = 1_900
"""Characters of a private message about the pods; lines that have no room are left out."""

LONGEST_LINE = 400
"""Characters of the names in a line of the standings; those that have no room stand in the next."""

SHOWN_LINES = 16
"""Lines of the standings on the board."""


def render_terms(setup: Setup, terms: NightTerms, text: Catalogue) -> Iterator[str]:
    """Yield the title of a night, its rounds and its pod sizes."""
    title = escape(setup.title) if setup.title else text("plan-title", kind="night")
    yield f"**{title}**"
    yield from render_rules(terms, text)


def render_rules(terms: NightTerms, text: Catalogue) -> Iterator[str]:
    """Yield the rounds of a night, how it seats people, and its pod sizes."""
    mode = text(f"mode-{terms.mode}")
    yield text("night-terms", rounds=terms.rounds, minutes=terms.minutes, mode=mode)
    sizes = text.join(format_sizes(terms.allowed).split(", "))
    yield f"-# {text('night-pod-sizes', sizes=sizes)}"
    if terms.channels:
        channels = " ".join(f"<#{each}>" for each in terms.channels)
        yield f"-# {text('night-in-channels', channels=channels)}"


def add_night(
    embed: discord.Embed, plan: Plan, night: Night, states: NightStates, words: Words
) -> None:
    """Add the fields of a night to the embed of its plan."""
    text = words.text
    if night.rounds:
        current = night.rounds[-1]
        pods = [_render_pod(at, each, words) for at, each in enumerate(states[-1], 1)]
        title = text("night-round", round=len(night.rounds), rounds=night.terms.rounds)
        embed.add_field(name=title, value=_fit_lines(pods, text), inline=False)
        if current.out:
            embed.add_field(name=text("night-outs"), value=_fit_names(current.out, words))
        lines = compute_standings(score_rounds(night, states))
        if lines:
            value = _fit_lines([*_render_lines(lines[:SHOWN_LINES], words)], text)
            embed.add_field(name=text("night-standings"), value=value, inline=False)
        _add_newcomers(embed, plan, current, words)
        return
    shown = plan.coming if plan.has_begun else plan.seated
    here = text("night-here" if plan.has_begun else "night-signed-up", count=len(shown))
    names = [_name(plan, player, words) for player in shown]
    embed.add_field(name=here, value=_fit_parts(names, text) or text("lobby-empty"), inline=False)


def _add_newcomers(embed: discord.Embed, plan: Plan, current: NightRound, words: Words) -> None:
    """Add who is here and has no place in the round; the others' names stand there already."""
    known = {*current.players, *current.out}
    new = [player for player in plan.coming if player not in known]
    if new:
        title = words.text("night-newcomers")
        embed.add_field(name=title, value=_fit_names(new, words), inline=False)


def list_lines(plan: Plan, night: Night, states: NightStates, words: Words) -> Iterator[str]:
    """Yield everything that a night's message may have no room for, a line each."""
    text = words.text
    if night.rounds:
        title = text("night-round", round=len(night.rounds), rounds=night.terms.rounds)
        yield f"**{title}**"
        yield from (_render_pod(at, each, words) for at, each in enumerate(states[-1], 1))
        yield f"**{text('night-standings')}**"
        yield from _render_lines(compute_standings(score_rounds(night, states)), words)
    shown = plan.coming if plan.has_begun else plan.players
    title = text("night-here" if plan.has_begun else "night-signed-up", count=len(shown))
    yield f"**{title}**"
    yield from (f"{at}. {_name(plan, player, words)}" for at, player in enumerate(shown, 1))
    if plan.has_begun and plan.waiting:
        yield f"**{text('plan-waiting')}**"
        yield from (f"{at}. {words.name(each)}" for at, each in enumerate(plan.waiting, 1))
    for by in dict.fromkeys(plan.guests[each] for each in shown if each in plan.guests):
        brought = [each for each in shown if plan.guests.get(each) == by]
        guests = words.join_names(brought)
        yield f"-# {text('guests-of', by=words.name(by), guests=guests, count=len(brought))}"


def render_host(plan: Plan, night: Night, words: Words) -> str:
    """Return who leads a night, then how many are here in its rounds, then when it was."""
    text = words.text
    parts = [f"{text('plan-host')} {words.name(plan.host)}"]
    if night.closed is not None:
        parts.append(f"<t:{plan.at // 1000}:f>")
    elif night.rounds:
        parts.append(text("night-here", count=len(plan.coming)))
    return f"-# {SEPARATOR.join(parts)}"


def render_clock(night: Night, text: Catalogue) -> Iterator[str]:
    """Yield where a night stands: its clock needs no edits of the board."""
    yield _render_stand(night, text)
    yield from (f"-# {each}" for each in render_owed(night, text))


def render_owed(night: Night, text: Catalogue) -> Iterator[str]:
    """Yield when the pods are opened that have yet to be, if there are any."""
    if night.owed:
        yield text("night-owed-in-channels" if night.terms.channels else "night-owed")


def _render_stand(night: Night, text: Catalogue) -> str:
    current = night.current
    if night.closed is not None:
        return text("night-lapsed" if night.closed.lapsed else "night-closed")
    if current is None:
        return text("night-first")
    if night.paused is not None:
        return text("night-paused")
    ends = f"<t:{current.ends // 1000}:R>"
    if current.called:
        return text("night-time-over")
    is_last = len(night.rounds) == night.terms.rounds
    return text("night-ends-last" if is_last else "night-ends", when=ends)


def render_seal(night: Night, text: Catalogue) -> Iterator[str]:
    """Yield the commitment to a night's sealed draw."""
    seal = night.terms.seal
    if seal is not None:
        shown = compute_night_commitment(seal)[:SHOWN_SEAL_LENGTH]
        yield f"-# {text('night-draw')} `{shown}`"


def _name(plan: Plan, player: Player, words: Words) -> str:
    here = " ✅" if not plan.has_begun and player in plan.present else ""
    return f"{words.name(player)}{here}"


def _render_pod(number: int, state: PodState, words: Words) -> str:
    """Return a pod's state, its link and its players, the winners first and bold."""
    pod = None if state.live is None else state.live.pod
    winners = () if pod is None or pod.result is None else pod.result.winners
    others = [player for player in state.pod.players if player not in winners]
    names = [f"**{words.join_names(winners)}**"] if winners else []
    names += [words.join_names(others)] if others else []
    link = f"<#{state.pod.channel}>" if state.pod.is_opened else ""
    parts = [f"**{number}.**", _render_state(state), link, ", ".join(names)]
    return " ".join(part for part in parts if part)


def _render_state(state: PodState) -> str:
    """Return the sign of what became of a pod: won, drawn, or that it goes on."""
    if not state.pod.is_opened:
        return "⏳"
    pod = None if state.live is None else state.live.pod
    if pod is None:
        return ""
    if pod.result is None:
        looks = {"lobby": "🪑", "closed": "🚪"}
        return looks.get(pod.state, "⚔️")
    unsettled = "" if state.score is not None and state.score.settled else "❔"
    return f"{'🏆' if pod.result.winners else '🤝'}{unsettled}"


def _render_lines(lines: Iterable[NightLine], words: Words) -> Iterator[str]:
    """Yield the standings: lines for all with equal points, with each place once in a line.

    Places are bold so that Discord does not number the lines anew, as it does a list.
    """
    for points, equal in groupby(lines, key=lambda each: each.points):
        group = [*equal]
        all_open = all(each.unsettled for each in group)
        mark = "\N{NO-BREAK SPACE}❔" if all_open else ""
        names, length, last = list[str](), 0, 0
        for each in group:
            unsettled = "\N{NO-BREAK SPACE}❔" if each.unsettled and not all_open else ""
            name = f"{words.name(each.player)}{unsettled}"
            if names and length + len(name) > LONGEST_LINE:
                yield f"{', '.join(names)} · **{points}**{mark}"
                names, length, last = [], 0, 0
            names.append(name if each.place == last else f"**{each.place}.** {name}")
            length += len(names[-1]) + len(", ")
            last = each.place
        yield f"{', '.join(names)} · **{points}**{mark}"


def fit_message(lines: Iterable[str]) -> str:
    """Return lines as a message that Discord takes; those that have no room are left out."""
    said = "\n".join(lines)
    if len(said) <= LONGEST_MESSAGE:
        return said
    kept = said[:LONGEST_MESSAGE].rsplit("\n", 1)[0]
    return f"{kept}\n…"


def _fit_names(players: Iterable[Player], words: Words) -> str:
    return _fit_parts([words.name(player) for player in players], words.text)


def _fit_parts(parts: Sequence[str], text: Catalogue) -> str:
    """Return parts separated by commas; those that have no room are counted."""
    return _fit(parts, ", ", text)


def _fit_lines(lines: Sequence[str], text: Catalogue) -> str:
    """Return lines; those that have no room are counted."""
    return _fit(lines, "\n", text)


def _fit(parts: Sequence[str], joint: str, text: Catalogue) -> str:
    kept: list[str] = []
    length = 0
    for part in parts:
        length += len(part) + len(joint)
        if length > LONGEST_FIELD - 40:
            kept.append(text("night-more", count=len(parts) - len(kept)))
            break
        kept.append(part)
    return joint.join(kept)
