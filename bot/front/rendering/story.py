"""Events, verdicts, reported facts and changes in sentences."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord

from bot.front.rendering import counters, deeds, draws
from bot.front.rendering.deck_names import name_deck
from bot.front.rendering.escaping import escape
from bot.front.rendering.fitting import cut_markdown
from bot.front.rendering.table_view import format_points
from bot.i18n import Catalogue, write_signed
from bot.rules.acts import Event
from bot.rules.choosing import Choose, Chose
from bot.rules.concession import Conceded
from bot.rules.deck_naming import DeckNamed
from bot.rules.differences import (
    GameState,
    PlayerDifference,
    PlayerPlace,
    PodDifference,
    compare_deeds,
)
from bot.rules.entering import Entered
from bot.rules.facts import Deck, Player, Report, Source
from bot.rules.house_deeds import DeedClaimed
from bot.rules.joining import Joined, Worded
from bot.rules.lobby import Opened, VariantChanged
from bot.rules.overrule import LONGEST_REASON, Overrule, Overruled
from bot.rules.pod import Claimable, Decision, Story, StoryEvent, fold
from bot.rules.records import Answer, Outcome, Result, Verdict
from bot.rules.reporting import Defeat, Defeated
from bot.rules.restarting import Restarted
from bot.rules.story import Correct, Corrected, find_left_out, find_reports
from bot.rules.tables import TEAM_NAMES
from bot.rules.team_choice import Sided
from bot.rules.teams import Standings
from bot.rules.totals import Counted
from bot.rules.undoing import Undo, Undone
from bot.rules.variants import RESTARTING
from bot.rules.winning import Won
from bot.storage.engine.moments import to_moment
from bot.storage.record.audit import NewDate
from bot.storage.record.recorded import Recorded
from bot.storage.tables.season_gate import Span, find_span
from bot.words import Words

MAX_LABEL_LENGTH = 70
"""The most characters of a report in a list."""

LISTED_REPORTS = 3
"""The most reports in a list."""

Decided = Decision | Undone | Overrule | Correct | Undo
"""The decisions of moderators that have a reason, made or being prepared."""


def render_line(
    recorded: Recorded, words: Words, before: Story = (), undone: Event | None = None
) -> str:
    """Render an event of a pod's story: time, event, and the reporter unless the event names one.

    `before` is the story before the event, `undone` the event that it takes back.
    """
    at = discord.utils.format_dt(recorded.at, "t")
    event = recorded.event
    assert isinstance(event, Event)
    told = render_event(event, words, before)
    if undone is not None:
        first, *reason = told.splitlines()
        what = render_event(undone, words).splitlines()[0].rstrip(".")
        told = "\n".join([words.text("event-undone-what", undone=first, what=what), *reason])
    parts = [at, told]
    if recorded.by is not None and recorded.by != event.author:
        parts.append(words.text("log-by", player=words.name(recorded.by)))
    return " ".join(parts)


Renderer = Callable[[Any, Words, Story], str]
"""Renders an event of one class; the story is the one before it."""

RENDERERS: dict[type[Event], Renderer] = {}
"""The renderers of events whose sentence needs more than their own fields."""


def _renders(kind: type[Event]) -> Callable[[Renderer], Renderer]:
    """Return a decorator that registers the renderer of a class of events."""

    def register(renderer: Renderer) -> Renderer:
        RENDERERS[kind] = renderer
        return renderer

    return register


def render_event(event: Event, words: Words, before: Story = ()) -> str:
    """Render an event in a line or a few; `before` is the story before it."""
    renderer = RENDERERS.get(type(event))
    if renderer is not None:
        return renderer(event, words, before)
    sentence = event.tell()
    assert sentence is not None  # every class has a sentence or a renderer
    return words.tell(sentence)


@_renders(Opened)
def _render_opened(event: Opened, words: Words, _: Story) -> str:
    opened = draws.render_opened(event, words)
    return opened if event.link is None else f"{opened}\n{words.text('event-link')}"


@_renders(Joined)
def _render_joined(event: Joined, words: Words, _: Story) -> str:
    return draws.render_joined(event, words)


@_renders(Worded)
def _render_worded(event: Worded, words: Words, _: Story) -> str:
    return draws.render_worded(event, words)


@_renders(Sided)
def _render_sided(event: Sided, words: Words, _: Story) -> str:
    player = words.name(event.player)
    if event.team is None:
        return words.text("event-unsided", player=player)
    return words.text("event-sided", player=player, team=TEAM_NAMES[event.team])


@_renders(VariantChanged)
def _render_variant(event: VariantChanged, words: Words, _: Story) -> str:
    return words.text("event-variant-changed", variant=words.name_variant(event.variant))


@_renders(Defeated)
def _render_defeated(event: Defeated, words: Words, _: Story) -> str:
    reports = "\n".join(render_report(each, words) for each in event.reports)
    return _render_with_outcome(reports, event.outcome, words)


@_renders(Conceded)
def _render_conceded(event: Conceded, words: Words, _: Story) -> str:
    player = words.name(event.player)
    kicked_by = words.join_names(event.kicked_by)
    if kicked_by:
        lead = words.text("event-kicked", player=player, by=kicked_by)
    else:
        lead = words.text("event-conceded", player=player)
    return _render_with_outcome(lead, event.outcome, words)


@_renders(Chose)
def _render_chose(event: Chose, words: Words, _: Story) -> str:
    return _render_with_outcome(render_choice(event.answer, words), event.outcome, words)


@_renders(Won)
def _render_won(event: Won, words: Words, _: Story) -> str:
    lead = words.text(f"event-won-{event.means}", player=words.name(event.player))
    return _render_with_outcome(lead, event.outcome, words)


@_renders(Restarted)
def _render_restarted(event: Restarted, words: Words, _: Story) -> str:
    steps = [words.text(f"checklist-{step}") for step in RESTARTING]
    return "\n".join([words.text("event-restarted", player=words.name(event.by)), *steps])


@_renders(Undone)
def _render_undone(event: Undone, words: Words, _: Story) -> str:
    lead = words.text("event-undone")
    return lead if event.reason is None else f"{lead}\n{render_reason(event, words)}"


@_renders(Corrected)
def _render_corrected(event: Corrected, words: Words, before: Story) -> str:
    lead = words.text("event-corrected", count=len(event.steps))
    right = render_corrections(event, before, words)
    was = fold(before)
    becomes = fold(event.story)
    if was is not None and becomes is not None:
        right += deeds.render_changes(compare_deeds(was, becomes), words)
    return "\n".join([lead, *(f"↳ {label}" for label in right), render_reason(event, words)])


@_renders(Overruled)
def _render_overruled(event: Overruled, words: Words, _: Story) -> str:
    return f"{render_override(event, words)}\n{render_reason(event, words)}"


@_renders(Counted)
def _render_counted(event: Counted, words: Words, _: Story) -> str:
    return counters.render_story_line(event, words)


@_renders(DeckNamed)
def _render_deck_named(event: DeckNamed, words: Words, _: Story) -> str:
    return _render_deck(event.player, event.deck, words)


@_renders(DeedClaimed)
def _render_deed(event: DeedClaimed, words: Words, _: Story) -> str:
    player = words.name(event.player)
    return words.text("event-deed", player=player, deed=escape(event.name))


@_renders(Entered)
def _render_entered(event: Entered, words: Words, _: Story) -> str:
    entered = list_entered(event.story, event.decks, words)
    return "\n".join([words.text("event-entered"), *entered])


def _render_deck(player: Player, deck: Deck, words: Words) -> str:
    named = name_deck(deck, words)
    line = words.text("event-deck-named", player=words.name(player), commanders=named)
    if deck.bracket is None:
        return line
    return words.text("event-deck-bracket", deck=line, bracket=deck.bracket)


def list_entered(story: Story, decks: Mapping[Player, Deck], words: Words) -> list[str]:
    """Return the decks and the events of an entered game in lines, oldest first, with verdicts."""
    told = [event for event in story if not event.is_preparing]
    played = [_render_deck(*each, words) for each in decks.items()]
    return [*played, *(f"{at}. {render_event(event, words)}" for at, event in enumerate(told, 1))]


def label_step(step: StoryEvent | Defeat, words: Words) -> str:
    """Render a step of a story on one line, without its consequences."""
    if isinstance(step, Defeated | Defeat):
        return " + ".join(render_report(each, words) for each in step.reports)
    return render_event(step, words).splitlines()[0]


def render_corrections(event: Corrected, before: Story, words: Words) -> list[str]:
    """Return the first few reports of a story that a correction changed, with their numbers."""
    numbers = {step: number for number, step in enumerate(find_reports(before), 1)}
    steps = [step for step in event.steps if step in numbers]
    lines = [
        cut_markdown(f"{numbers[step]}. {label_step(before[step], words)}", MAX_LABEL_LENGTH)
        for step in steps[:LISTED_REPORTS]
    ]
    if len(before) in event.steps:
        lines.append(words.text("claim-close"))
    return lines if len(steps) <= LISTED_REPORTS else [*lines, "…"]


def render_left_out(event: Corrected, words: Words) -> list[str]:
    """Return the first few reports that a correction left out."""
    labels = [
        cut_markdown(label_step(each, words), MAX_LABEL_LENGTH) for each in find_left_out(event)
    ]
    lines = [words.text("override-left-out", report=label) for label in labels[:LISTED_REPORTS]]
    return lines if len(labels) <= LISTED_REPORTS else [*lines, "…"]


def render_override(event: Overruled | Overrule, words: Words) -> str:
    """Render a moderator's decision without its reason."""
    player = words.name(event.player) if event.player else ""
    if event.override == "status" and event.master:
        return words.text("event-overruled-serves", player=player, master=words.name(event.master))
    if event.override == "points":
        points = [
            f"{words.name(each)} {write_signed(value)}" for each, value in event.points.items()
        ]
        return words.text("event-overruled-points", points=", ".join(points))
    if event.override == "end" and not event.player:
        return words.text("event-overruled-draw")
    if event.override == "date":
        date = discord.utils.format_dt(to_moment(event.at or 0), "f")
        return words.text("event-overruled-date", date=date)
    return words.text(f"event-overruled-{event.override}", player=player)


def render_new_date(dated: NewDate, seasons: Sequence[Span], words: Words) -> list[str]:
    """Render the date, the season and the points of a game before and after a new date."""
    before = to_moment(dated.before)
    after = to_moment(dated.after)
    old = find_span(seasons, before)
    new = find_span(seasons, after)
    days = " → ".join(discord.utils.format_dt(each, "f") for each in (before, after))
    lines = [f"📅 {days}"]
    points = {each: f"`{write_signed(value)}`" for each, value in dated.points.items()}
    if old == new:
        told = ", ".join(f"**{words.name(each)}** {value}" for each, value in points.items())
        return [*lines, f"🗓️ {_name_season(old, words)}: {told}"]
    for season, change in ((old, "{} → `–`"), (new, "`–` → {}")):
        told = ", ".join(
            f"**{words.name(each)}** {change.format(value)}" for each, value in points.items()
        )
        lines.append(f"🗓️ {_name_season(season, words)}: {told}")
    return lines


def _name_season(season: Span | None, words: Words) -> str:
    return words.text("date-no-season") if season is None else escape(season.name)


def render_reason(decided: Decided, words: Words) -> str:
    """Render the reason of a moderator's decision."""
    return words.text("event-reason", reason=escape(decided.reason or "", LONGEST_REASON))


def render_choice(answer: Answer | Choose, words: Words) -> str:
    """Render a choice that somebody made, or that was made for them."""
    text = words.text
    by = words.name(answer.by)
    player = "" if answer.player is None else words.name(answer.player)
    if answer.drawn:
        return text("event-chose-draw", by=by, player=player)
    if answer.chosen_by is None or answer.chosen_by == answer.by:
        key = "event-chose" if player else "event-declined"
        return text(key, by=by, player=player)
    maker = words.name_maker(answer.chosen_by, answer.moderated)
    if not player:
        return text("event-declined-for", maker=maker, by=by)
    return text("event-chose-for", maker=maker, by=by, player=player)


def _render_with_outcome(lead: str, what: Outcome, words: Words) -> str:
    """Render an event with its consequences: verdicts, a new master, an open choice, the end."""
    lines = [lead, render_outcome(what, words)]
    lines += [words.text("event-succeeded", player=words.name(heir)) for heir in what.heirs]
    if what.result is not None:
        lines.append(render_end(what.result, words))
    return "\n".join(line for line in lines if line)


def render_outcome(outcome: Outcome, words: Words) -> str:
    """Render what a report leads to: a line for each verdict, or the open choice."""
    if outcome.pending is not None and outcome.pending.question is not None:
        return words.render_question(outcome.pending.question)
    return "\n".join(f"`{v.rule}` {render_fate(v, words)}" for v in outcome.verdicts)


def render_fate(verdict: Verdict, words: Words) -> str:
    """Render a loser's fate and its reason."""
    return f"**{words.render_fate(verdict)}** {words.render_reason(verdict)}"


def render_end(result: Result, words: Words, standings: Standings | None = None) -> str:
    """Render who won; winners of equal right stand side by side.

    Without the `standings` at the end, that is told by the winners' points.
    """
    if result.draw:
        return words.text("board-draw")
    master, *team = result.winners
    if not team:
        return words.text("board-won", winner=words.name(master))
    if _is_shared(result, standings):
        return words.text("board-won-shared", winners=words.join_names(result.winners))
    return words.text("board-won-team", winner=words.name(master), team=words.join_names(team))


def _is_shared(result: Result, standings: Standings | None) -> bool:
    """Return whether no winner served another one."""
    if standings is None:
        return len({result.points.get(player) for player in result.winners}) == 1
    return all(standings[player].status != "servant" for player in result.winners[1:])


def render_report(report: Report, words: Words) -> str:
    """Render the facts of one defeat on one line."""
    text = words.text
    parts = [text("fact-lost", loser=words.name(report.loser), cause=text(f"cause-{report.cause}"))]
    parts += [render_source(each, words) for each in report.sources]
    if report.controlled_by:
        parts.append(text("fact-controlled", player=words.name(report.controlled_by)))
    if report.kindslaver:
        parts.append(text("fact-kindslaver", player=words.name(report.kindslaver)))
    if report.protection_ended_by:
        ended = render_source(report.protection_ended_by, words)
        parts.append(text("fact-protection", source=ended))
    return " · ".join(parts)


def render_claimed(event: Claimable, words: Words) -> str:
    """Render an unconfirmed report in a few words."""
    sentence = event.tell_claim()
    if sentence is not None:
        return words.tell(sentence)
    if isinstance(event, DeedClaimed):
        player = words.name(event.player)
        return words.text("claim-deed", player=player, deed=escape(event.name))
    assert isinstance(event, Chose)
    assert event.answer.chosen_by is not None
    maker = words.name_maker(event.answer.chosen_by, event.answer.moderated)
    return words.text("claim-choice-for", maker=maker, player=words.name(event.answer.by))


def render_source(source: Source, words: Words) -> str:
    """Render a source: the object, its controller, and other facts."""
    text = words.text
    name = words.show_card(source.object) if source.object else text("unnamed-source")
    notes = [text("fact-controller", player=words.name(source.controller))]
    if source.owner and source.owner != source.controller:
        notes.append(text("fact-owner", player=words.name(source.owner)))
    if source.amount is not None:
        notes.append(text("fact-amount", amount=source.amount))
    if source.voluntary:
        notes.append(text("fact-voluntary"))
    if source.forced_draw:
        notes.append(text("fact-forced"))
    return f"{name} ({', '.join(notes)})"


_SENTENCE_IN_BRACKETS = re.compile(r"(?<=[.!?])[^\S\n]*\([^()]*(?:\([^()]*\)[^()]*)*\)")
"""A whole sentence in brackets: a quotation of the original, or a reference."""

_MAX_RULE_LENGTH = 700
"""The most characters of a rule's text; several stand in one embed of 6,000."""


def render_brief_rule(rule: str, text: Catalogue) -> str:
    """Return the text of `rule`, such as `ESC-3`, without its asides; `/rules` shows all of it."""
    return cut_markdown(
        _SENTENCE_IN_BRACKETS.sub("", text(f"rule-{rule.lower()}")), _MAX_RULE_LENGTH
    )


def render_difference(difference: PodDifference, words: Words) -> list[str]:
    """Render the differences between two states of a pod, before and after side by side."""
    before = difference.before
    after = difference.after
    pairs = [(_render_game(before, words), _render_game(after, words))]
    if before.host != after.host:
        host = words.text("lobby-host")
        pairs.append((f"{host} · {words.name(before.host)}", words.name(after.host)))
    lines = [f"{old} → {new}" for old, new in pairs if old != new]
    return [*lines, *(_render_player(each, words) for each in difference.players)]


def _render_player(each: PlayerDifference, words: Words) -> str:
    old = _render_place(each.before, words)
    new = _render_place(each.after, words)
    was = _render_points(each.before)
    becomes = _render_points(each.after)
    if each.before.points is None and each.after.points is None:
        line = f"{old} → {new}"
    elif old == new:
        line = f"{old} {was} → {becomes}"
    else:
        line = f"{old} {was} → {new} {becomes}"
    return f"**{words.name(each.player)}** {line}"


def _render_game(game: GameState, words: Words) -> str:
    if game.turn is None:
        return words.text(f"state-{game.state}")
    return words.text("board-turn", number=game.turn)


def _render_place(place: PlayerPlace, words: Words) -> str:
    served = words.name(place.master) if place.master else ""
    return words.text(f"place-{place.where}", master=served)


def _render_points(place: PlayerPlace) -> str:
    return "`–`" if place.points is None else f"`{format_points(place.points).strip()}`"
