"""Events, verdicts, reported facts and changes in sentences."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord

from bot.formatters.messages import MessageFormatter
from bot.front.decks.deck_names import name_deck
from bot.front.draws import draw_texts
from bot.front.game_texts import counters, deed_texts
from bot.front.game_texts.table_view import format_points
from bot.front.ui.escaping import escape_markdown
from bot.front.ui.fitting import truncate_markdown
from bot.i18n import Catalogue, format_signed_number
from bot.rules.choosing import ChoiceMade, MakeChoice
from bot.rules.commands_and_events import Event
from bot.rules.concession import PlayerConceded
from bot.rules.deck_naming import DeckDeclared
from bot.rules.differences import (
    PlayerDifference,
    PlayerSituation,
    PodDifference,
    PodProgress,
    compare_deeds,
)
from bot.rules.entering import PastGameEntered
from bot.rules.facts import Deck, DefeatReport, DefeatSource, Player
from bot.rules.house_deeds import DeedClaimed
from bot.rules.joining import DrawContributionSet, PlayerJoined
from bot.rules.lobby import LobbyOpened, VariantChanged
from bot.rules.overrides import LONGEST_REASON, GameOverridden, OverrideGame
from bot.rules.pod import (
    ConfirmableEvent,
    EventStory,
    ModeratorDecision,
    StoryEvent,
    replay_pod_events,
)
from bot.rules.records import ChoiceAnswer, DefeatVerdict, GameResult, RulesOutcome
from bot.rules.reporting import DefeatsReported, ReportDefeats
from bot.rules.restarting import GameRestarted
from bot.rules.story import (
    CorrectReports,
    ReportsCorrected,
    find_removable_steps,
    find_removed_events,
)
from bot.rules.tables import TEAM_NAMES
from bot.rules.team_choice import TeamChosen
from bot.rules.teams import Standings
from bot.rules.totals import TotalsChanged
from bot.rules.undoing import PodStepUndone, UndoPodStep
from bot.rules.variants import RESTARTING
from bot.rules.winning import WinReported
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.record.audit import GameDateChange
from bot.storage.record.stored_event import StoredEvent
from bot.storage.tables.season_gate import SeasonPeriod, find_season_at

MAX_LABEL_LENGTH = 70
"""The most characters of a report in a list."""

LISTED_REPORTS = 3
"""The most reports in a list."""

Decided = ModeratorDecision | PodStepUndone | OverrideGame | CorrectReports | UndoPodStep
"""The decisions of moderators that have a reason, made or being prepared."""


def render_story_line(
    stored_event: StoredEvent,
    formatter: MessageFormatter,
    previous_events: EventStory = (),
    undone_event: Event | None = None,
) -> str:
    """Render an event of a pod's story: time, sentence, and the reporter unless the event names
    one.

    `undone_event` is the event that this event undoes.
    """
    at = discord.utils.format_dt(stored_event.at, "t")
    event = stored_event.event
    assert isinstance(event, Event)
    told = render_event(event, formatter, previous_events)
    if undone_event is not None:
        first, *reason = told.splitlines()
        what = render_event(undone_event, formatter).splitlines()[0].rstrip(".")
        told = "\n".join([formatter.text("event-undone-what", undone=first, what=what), *reason])
    parts = [at, told]
    if stored_event.by is not None and stored_event.by != event.author:
        parts.append(formatter.text("log-by", player=formatter.name(stored_event.by)))
    return " ".join(parts)


Renderer = Callable[[Any, MessageFormatter, EventStory], str]
"""Renders an event of one class; the story is the one before it."""

RENDERERS: dict[type[Event], Renderer] = {}
"""The renderers of events whose sentence needs more than their own fields."""


def _register_renderer(event_class: type[Event]) -> Callable[[Renderer], Renderer]:
    """Return a decorator that registers the renderer of a class of events."""

    def register_renderer(renderer: Renderer) -> Renderer:
        RENDERERS[event_class] = renderer
        return renderer

    return register_renderer


def render_event(
    event: Event, formatter: MessageFormatter, previous_events: EventStory = ()
) -> str:
    """Render an event of a pod in one or more lines; `previous_events` is the story before the
    event.
    """
    renderer = RENDERERS.get(type(event))
    if renderer is not None:
        return renderer(event, formatter, previous_events)
    sentence = event.describe()
    assert sentence is not None  # every class has a sentence or a renderer
    return formatter.render_sentence(sentence)


@_register_renderer(LobbyOpened)
def _render_lobby_opened(event: LobbyOpened, formatter: MessageFormatter, _: EventStory) -> str:
    opened = draw_texts.render_lobby_opened(event, formatter)
    return opened if event.link is None else f"{opened}\n{formatter.text('event-link')}"


@_register_renderer(PlayerJoined)
def _render_player_joined(event: PlayerJoined, formatter: MessageFormatter, _: EventStory) -> str:
    return draw_texts.render_player_joined(event, formatter)


@_register_renderer(DrawContributionSet)
def _render_contribution_change(
    event: DrawContributionSet, formatter: MessageFormatter, _: EventStory
) -> str:
    return draw_texts.render_contribution_change(event, formatter)


@_register_renderer(TeamChosen)
def _render_team_chosen(event: TeamChosen, formatter: MessageFormatter, _: EventStory) -> str:
    player = formatter.name(event.player)
    if event.team is None:
        return formatter.text("event-unsided", player=player)
    return formatter.text("event-sided", player=player, team=TEAM_NAMES[event.team])


@_register_renderer(VariantChanged)
def _render_variant_changed(
    event: VariantChanged, formatter: MessageFormatter, _: EventStory
) -> str:
    return formatter.text(
        "event-variant-changed", variant=formatter.format_variant_name(event.variant)
    )


@_register_renderer(DefeatsReported)
def _render_defeat(event: DefeatsReported, formatter: MessageFormatter, _: EventStory) -> str:
    reports = "\n".join(render_defeat_report(each, formatter) for each in event.reports)
    return _render_event_with_outcome(reports, event.outcome, formatter)


@_register_renderer(PlayerConceded)
def _render_concession(event: PlayerConceded, formatter: MessageFormatter, _: EventStory) -> str:
    player = formatter.name(event.player)
    kicked_by = formatter.join_player_names(event.kicked_by)
    if kicked_by:
        lead = formatter.text("event-kicked", player=player, by=kicked_by)
    else:
        lead = formatter.text("event-conceded", player=player)
    return _render_event_with_outcome(lead, event.outcome, formatter)


@_register_renderer(ChoiceMade)
def _render_choice_made(event: ChoiceMade, formatter: MessageFormatter, _: EventStory) -> str:
    return _render_event_with_outcome(
        render_choice_answer(event.answer, formatter), event.outcome, formatter
    )


@_register_renderer(WinReported)
def _render_victory(event: WinReported, formatter: MessageFormatter, _: EventStory) -> str:
    lead = formatter.text(f"event-won-{event.means}", player=formatter.name(event.player))
    return _render_event_with_outcome(lead, event.outcome, formatter)


@_register_renderer(GameRestarted)
def _render_game_restarted(event: GameRestarted, formatter: MessageFormatter, _: EventStory) -> str:
    steps = [formatter.text(f"checklist-{step}") for step in RESTARTING]
    return "\n".join([formatter.text("event-restarted", player=formatter.name(event.by)), *steps])


@_register_renderer(PodStepUndone)
def _render_undo(event: PodStepUndone, formatter: MessageFormatter, _: EventStory) -> str:
    lead = formatter.text("event-undone")
    return lead if event.reason is None else f"{lead}\n{render_moderator_reason(event, formatter)}"


@_register_renderer(ReportsCorrected)
def _render_correction(
    event: ReportsCorrected, formatter: MessageFormatter, previous_events: EventStory
) -> str:
    lead = formatter.text("event-corrected", count=len(event.steps))
    right = render_corrected_reports(event, previous_events, formatter)
    was = replay_pod_events(previous_events)
    becomes = replay_pod_events(event.story)
    if was is not None and becomes is not None:
        right += deed_texts.render_deed_changes(compare_deeds(was, becomes), formatter)
    return "\n".join(
        [lead, *(f"↳ {label}" for label in right), render_moderator_reason(event, formatter)]
    )


@_register_renderer(GameOverridden)
def _render_moderator_override(
    event: GameOverridden, formatter: MessageFormatter, _: EventStory
) -> str:
    return (
        f"{render_moderator_override(event, formatter)}\n"
        f"{render_moderator_reason(event, formatter)}"
    )


@_register_renderer(TotalsChanged)
def _render_counters_changed(
    event: TotalsChanged, formatter: MessageFormatter, _: EventStory
) -> str:
    return counters.render_counter_story_line(event, formatter)


@_register_renderer(DeckDeclared)
def _render_deck_named(event: DeckDeclared, formatter: MessageFormatter, _: EventStory) -> str:
    return _render_deck_declaration(event.player, event.deck, formatter)


@_register_renderer(DeedClaimed)
def _render_deed_claimed(event: DeedClaimed, formatter: MessageFormatter, _: EventStory) -> str:
    player = formatter.name(event.player)
    return formatter.text("event-deed", player=player, deed=escape_markdown(event.name))


@_register_renderer(PastGameEntered)
def _render_entered_game(event: PastGameEntered, formatter: MessageFormatter, _: EventStory) -> str:
    entered = render_entered_story(event.story, event.decks, formatter)
    return "\n".join([formatter.text("event-entered"), *entered])


def _render_deck_declaration(player: Player, deck: Deck, formatter: MessageFormatter) -> str:
    named = name_deck(deck, formatter)
    line = formatter.text("event-deck-named", player=formatter.name(player), commanders=named)
    if deck.bracket is None:
        return line
    return formatter.text("event-deck-bracket", deck=line, bracket=deck.bracket)


def render_entered_story(
    story: EventStory, decks: Mapping[Player, Deck], formatter: MessageFormatter
) -> list[str]:
    """Return the decks and the events of an entered game in lines, oldest first, with verdicts."""
    told = [event for event in story if not event.is_before_game]
    played = [_render_deck_declaration(*each, formatter) for each in decks.items()]
    return [
        *played,
        *(f"{at}. {render_event(event, formatter)}" for at, event in enumerate(told, 1)),
    ]


def render_story_label(step: StoryEvent | ReportDefeats, formatter: MessageFormatter) -> str:
    """Render an event or a defeat on one line, without its consequences."""
    if isinstance(step, DefeatsReported | ReportDefeats):
        return " + ".join(render_defeat_report(each, formatter) for each in step.reports)
    return render_event(step, formatter).splitlines()[0]


def render_corrected_reports(
    event: ReportsCorrected, previous_events: EventStory, formatter: MessageFormatter
) -> list[str]:
    """Return the first few reports that a correction changed, with their numbers."""
    numbers = {step: number for number, step in enumerate(find_removable_steps(previous_events), 1)}
    steps = [step for step in event.steps if step in numbers]
    lines = [
        truncate_markdown(
            f"{numbers[step]}. {render_story_label(previous_events[step], formatter)}",
            MAX_LABEL_LENGTH,
        )
        for step in steps[:LISTED_REPORTS]
    ]
    if len(previous_events) in event.steps:
        lines.append(formatter.text("claim-close"))
    return lines if len(steps) <= LISTED_REPORTS else [*lines, "…"]


def render_dropped_reports(event: ReportsCorrected, formatter: MessageFormatter) -> list[str]:
    """Return the first few reports that a correction left out."""
    labels = [
        truncate_markdown(render_story_label(each, formatter), MAX_LABEL_LENGTH)
        for each in find_removed_events(event)
    ]
    lines = [formatter.text("override-left-out", report=label) for label in labels[:LISTED_REPORTS]]
    return lines if len(labels) <= LISTED_REPORTS else [*lines, "…"]


def render_moderator_override(
    event: GameOverridden | OverrideGame, formatter: MessageFormatter
) -> str:
    """Render a moderator's decision without its reason."""
    player = formatter.name(event.player) if event.player else ""
    if event.override == "status" and event.master:
        return formatter.text(
            "event-overruled-serves", player=player, master=formatter.name(event.master)
        )
    if event.override == "points":
        points = [
            f"{formatter.name(each)} {format_signed_number(value)}"
            for each, value in event.points.items()
        ]
        return formatter.text("event-overruled-points", points=", ".join(points))
    if event.override == "end" and not event.player:
        return formatter.text("event-overruled-draw")
    if event.override == "date":
        date = discord.utils.format_dt(datetime_from_milliseconds(event.at or 0), "f")
        return formatter.text("event-overruled-date", date=date)
    return formatter.text(f"event-overruled-{event.override}", player=player)


def render_date_change(
    new_date: GameDateChange, seasons: Sequence[SeasonPeriod], formatter: MessageFormatter
) -> list[str]:
    """Render the date, the season and the points of a game before and after a new date."""
    before = datetime_from_milliseconds(new_date.before)
    after = datetime_from_milliseconds(new_date.after)
    old = find_season_at(seasons, before)
    new = find_season_at(seasons, after)
    days = " → ".join(discord.utils.format_dt(each, "f") for each in (before, after))
    lines = [f"📅 {days}"]
    points = {each: f"`{format_signed_number(value)}`" for each, value in new_date.points.items()}
    if old == new:
        told = ", ".join(f"**{formatter.name(each)}** {value}" for each, value in points.items())
        return [*lines, f"🗓️ {_format_season_name(old, formatter)}: {told}"]
    for season, change in ((old, "{} → `–`"), (new, "`–` → {}")):
        told = ", ".join(
            f"**{formatter.name(each)}** {change.format(value)}" for each, value in points.items()
        )
        lines.append(f"🗓️ {_format_season_name(season, formatter)}: {told}")
    return lines


def _format_season_name(season: SeasonPeriod | None, formatter: MessageFormatter) -> str:
    return formatter.text("date-no-season") if season is None else escape_markdown(season.name)


def render_moderator_reason(decision: Decided, formatter: MessageFormatter) -> str:
    """Render the reason of a moderator's decision."""
    return formatter.text(
        "event-reason", reason=escape_markdown(decision.reason or "", LONGEST_REASON)
    )


def render_choice_answer(answer: ChoiceAnswer | MakeChoice, formatter: MessageFormatter) -> str:
    """Render a choice of a player, who may have made it for another player."""
    text = formatter.text
    by = formatter.name(answer.by)
    player = "" if answer.player is None else formatter.name(answer.player)
    if answer.drawn:
        return text("event-chose-draw", by=by, player=player)
    if answer.chosen_by is None or answer.chosen_by == answer.by:
        key = "event-chose" if player else "event-declined"
        return text(key, by=by, player=player)
    maker = formatter.format_chooser_name(answer.chosen_by, answer.moderated)
    if not player:
        return text("event-declined-for", maker=maker, by=by)
    return text("event-chose-for", maker=maker, by=by, player=player)


def _render_event_with_outcome(
    event_text: str, outcome: RulesOutcome, formatter: MessageFormatter
) -> str:
    """Render an event with its consequences: verdicts, a new master, an open choice, the end."""
    lines = [event_text, render_report_outcome(outcome, formatter)]
    lines += [
        formatter.text("event-succeeded", player=formatter.name(heir)) for heir in outcome.heirs
    ]
    if outcome.result is not None:
        lines.append(render_winners(outcome.result, formatter))
    return "\n".join(line for line in lines if line)


def render_report_outcome(outcome: RulesOutcome, formatter: MessageFormatter) -> str:
    """Render the outcome of a report: a line for each verdict, or the open choice."""
    if outcome.pending is not None and outcome.pending.question is not None:
        return formatter.render_question(outcome.pending.question)
    return "\n".join(f"`{v.rule}` {render_verdict(v, formatter)}" for v in outcome.verdicts)


def render_verdict(verdict: DefeatVerdict, formatter: MessageFormatter) -> str:
    """Render what becomes of a loser, and the reason."""
    return f"**{formatter.render_consequence(verdict)}** {formatter.render_verdict_reason(verdict)}"


def render_winners(
    result: GameResult, formatter: MessageFormatter, standings: Standings | None = None
) -> str:
    """Render who won; winners of equal right stand side by side.

    Without the `standings` at the end, equal points stand for equal right.
    """
    if result.draw:
        return formatter.text("board-draw")
    master, *team = result.winners
    if not team:
        return formatter.text("board-won", winner=formatter.name(master))
    if _is_shared_win(result, standings):
        return formatter.text(
            "board-won-shared", winners=formatter.join_player_names(result.winners)
        )
    return formatter.text(
        "board-won-team", winner=formatter.name(master), team=formatter.join_player_names(team)
    )


def _is_shared_win(result: GameResult, standings: Standings | None) -> bool:
    """Return whether no winner served another one."""
    if standings is None:
        return len({result.points.get(player) for player in result.winners}) == 1
    return all(standings[player].status != "servant" for player in result.winners[1:])


def render_defeat_report(report: DefeatReport, formatter: MessageFormatter) -> str:
    """Render the facts of one defeat on one line."""
    text = formatter.text
    parts = [
        text("fact-lost", loser=formatter.name(report.loser), cause=text(f"cause-{report.cause}"))
    ]
    parts += [render_defeat_source(each, formatter) for each in report.sources]
    if report.controlled_by:
        parts.append(text("fact-controlled", player=formatter.name(report.controlled_by)))
    if report.kindslaver:
        parts.append(text("fact-kindslaver", player=formatter.name(report.kindslaver)))
    if report.protection_ended_by:
        ended = render_defeat_source(report.protection_ended_by, formatter)
        parts.append(text("fact-protection", source=ended))
    return " · ".join(parts)


def render_unconfirmed_report(event: ConfirmableEvent, formatter: MessageFormatter) -> str:
    """Render an unconfirmed report in a few words."""
    sentence = event.describe_claim()
    if sentence is not None:
        return formatter.render_sentence(sentence)
    if isinstance(event, DeedClaimed):
        player = formatter.name(event.player)
        return formatter.text("claim-deed", player=player, deed=escape_markdown(event.name))
    assert isinstance(event, ChoiceMade)
    assert event.answer.chosen_by is not None
    maker = formatter.format_chooser_name(event.answer.chosen_by, event.answer.moderated)
    return formatter.text("claim-choice-for", maker=maker, player=formatter.name(event.answer.by))


def render_defeat_source(source: DefeatSource, formatter: MessageFormatter) -> str:
    """Render a source of a defeat: the card, its controller, and other facts."""
    text = formatter.text
    name = formatter.format_card_name(source.object) if source.object else text("unnamed-source")
    notes = [text("fact-controller", player=formatter.name(source.controller))]
    if source.owner and source.owner != source.controller:
        notes.append(text("fact-owner", player=formatter.name(source.owner)))
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


def render_brief_rule(rule_id: str, catalogue: Catalogue) -> str:
    """Return the text of a rule, such as `ESC-3`, without its asides; `/rules` shows all of it."""
    return truncate_markdown(
        _SENTENCE_IN_BRACKETS.sub("", catalogue(f"rule-{rule_id.lower()}")), _MAX_RULE_LENGTH
    )


def render_pod_difference(difference: PodDifference, formatter: MessageFormatter) -> list[str]:
    """Render the differences between two states of a pod, before and after side by side."""
    before = difference.before
    after = difference.after
    pairs = [(_render_game_state(before, formatter), _render_game_state(after, formatter))]
    if before.host != after.host:
        host = formatter.text("lobby-host")
        pairs.append((f"{host} · {formatter.name(before.host)}", formatter.name(after.host)))
    lines = [f"{old} → {new}" for old, new in pairs if old != new]
    return [*lines, *(_render_player_difference(each, formatter) for each in difference.players)]


def _render_player_difference(difference: PlayerDifference, formatter: MessageFormatter) -> str:
    old = _render_player_place(difference.before, formatter)
    new = _render_player_place(difference.after, formatter)
    was = _render_place_points(difference.before)
    becomes = _render_place_points(difference.after)
    if difference.before.points is None and difference.after.points is None:
        line = f"{old} → {new}"
    elif old == new:
        line = f"{old} {was} → {becomes}"
    else:
        line = f"{old} {was} → {new} {becomes}"
    return f"**{formatter.name(difference.player)}** {line}"


def _render_game_state(state: PodProgress, formatter: MessageFormatter) -> str:
    if state.turn is None:
        return formatter.text(f"state-{state.state}")
    return formatter.text("board-turn", number=state.turn)


def _render_player_place(player_place: PlayerSituation, formatter: MessageFormatter) -> str:
    served = formatter.name(player_place.master) if player_place.master else ""
    return formatter.text(f"place-{player_place.where}", master=served)


def _render_place_points(player_place: PlayerSituation) -> str:
    return (
        "`–`" if player_place.points is None else f"`{format_points(player_place.points).strip()}`"
    )
