"""Events, verdicts, reported facts and changes in sentences."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord

from bot.formatters.messages import PodMessageFormatter
from bot.front.decks.deck_names import format_deck_name_with_commanders
from bot.front.draws import draw_texts
from bot.front.game_texts import counters, deed_texts, setup_texts
from bot.front.game_texts.table_view import format_points_prefix
from bot.front.ui.embeds import SEPARATOR
from bot.front.ui.escaping import escape_markdown
from bot.front.ui.fitting import truncate_markdown
from bot.i18n import Translations, format_signed_number
from bot.rules.choosing import AnswerPendingPlayerChoice, PendingPlayerChoiceAnswered
from bot.rules.commands_and_events import Event
from bot.rules.concession import PlayerConceded
from bot.rules.deck_naming import DeckDeclared
from bot.rules.differences import (
    ComparedPlayerState,
    ComparedPodState,
    PlayerStatusDifference,
    PodStateDifference,
    compare_achievements,
)
from bot.rules.entering import PastGameRecorded
from bot.rules.facts import Deck, DefeatReport, DefeatSource, Player
from bot.rules.house_deeds import (
    ServerAchievementClaimed,
    ServerAchievementEvent,
    ServerAchievementGiven,
    ServerAchievementVoteClosed,
)
from bot.rules.joining import PlayerJoined, PlayerSeedTextChanged
from bot.rules.lobby import LobbyOpened, LobbySetupChanged, VariantChanged
from bot.rules.overrides import LONGEST_REASON, GameOverriddenByModerator, OverrideGameAsModerator
from bot.rules.pod import ConfirmableEvent, EventHistory, ModeratorDecision, PodHistoryEvent, replay_pod_events
from bot.rules.records import DefeatVerdict, GameChanges, GameResult, PlayerChoiceAnswer
from bot.rules.reporting import DefeatsReported, ReportDefeats
from bot.rules.restarting import GameRestartedByKarn
from bot.rules.story import (
    CorrectGameReports,
    GameReportsCorrected,
    list_events_removed_by_correction,
    list_removable_report_indexes,
)
from bot.rules.tables import TEAM_NAMES
from bot.rules.team_choice import TeamChosen
from bot.rules.teams import StateByPlayer
from bot.rules.totals import LifeOrDamageChanged
from bot.rules.undoing import PodEventUndone, UndoPodEvent
from bot.rules.variants import RESTARTING
from bot.rules.winning import WinReported
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.record.audit import GameEndDateChangeByModerator
from bot.storage.record.stored_event import StoredEvent
from bot.storage.tables.season_gate import SeasonPeriod, find_season_at_time

MAX_LABEL_LENGTH = 70
"""The most characters of a report in a list."""

LISTED_REPORTS = 3
"""The most reports in a list."""

Decided = ModeratorDecision | PodEventUndone | OverrideGameAsModerator | CorrectGameReports | UndoPodEvent
"""The decisions of moderators that have a reason, made or being prepared."""


def render_game_history_line(
    stored_event: StoredEvent,
    formatter: PodMessageFormatter,
    previous_events: EventHistory = (),
    undone_event: Event | None = None,
) -> str:
    """Render a line of the game's history: time, sentence and reporter of an event."""
    at = discord.utils.format_dt(stored_event.at, "t")
    event = stored_event.event
    assert isinstance(event, Event)
    told = render_pod_event(event, formatter, previous_events)
    if undone_event is not None:
        first, *reason = told.splitlines()
        what = render_pod_event(undone_event, formatter).splitlines()[0].rstrip(".")
        told = "\n".join([formatter.text("event-undone-what", undone=first, what=what), *reason])
    parts = [at, told]
    if stored_event.by is not None and stored_event.by != event.player_who_caused_event:
        parts.append(formatter.text("log-by", player=formatter.name(stored_event.by)))
    return " ".join(parts)


Renderer = Callable[[Any, PodMessageFormatter, EventHistory], str]
"""Renders an event of one class; the story is the one before it."""

RENDERERS: dict[type[Event], Renderer] = {}
"""The renderers of events whose sentence needs more than their own fields."""


def _register_event_renderer(event_class: type[Event]) -> Callable[[Renderer], Renderer]:
    def add_event_renderer(renderer: Renderer) -> Renderer:
        RENDERERS[event_class] = renderer
        return renderer

    return add_event_renderer


def render_pod_event(event: Event, formatter: PodMessageFormatter, previous_events: EventHistory = ()) -> str:
    """Render an event of a pod; some events need `previous_events`."""
    renderer = RENDERERS.get(type(event))
    if renderer is not None:
        return renderer(event, formatter, previous_events)
    sentence = event.build_event_sentence()
    assert sentence is not None  # every class has a sentence or a renderer
    return formatter.render_sentence(sentence)


@_register_event_renderer(LobbyOpened)
def _render_lobby_opened_event(
    event: LobbyOpened, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    opened = draw_texts.render_lobby_opened_event(event, formatter)
    return opened if event.link is None else f"{opened}\n{formatter.text('event-link')}"


@_register_event_renderer(PlayerJoined)
def _render_player_joined_event(
    event: PlayerJoined, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    return draw_texts.render_player_joined_event(event, formatter)


@_register_event_renderer(PlayerSeedTextChanged)
def _render_seating_text_changed_event(
    event: PlayerSeedTextChanged, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    return draw_texts.render_seed_text_changed_event(event, formatter)


@_register_event_renderer(TeamChosen)
def _render_team_chosen_event(event: TeamChosen, formatter: PodMessageFormatter, _previous_events: EventHistory) -> str:
    player = formatter.name(event.player)
    if event.team is None:
        return formatter.text("event-unsided", player=player)
    return formatter.text("event-sided", player=player, team=TEAM_NAMES[event.team])


@_register_event_renderer(VariantChanged)
def _render_variant_changed_event(
    event: VariantChanged, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    return formatter.text("event-variant-changed", variant=formatter.format_variant_name(event.variant))


@_register_event_renderer(LobbySetupChanged)
def _render_lobby_setup_changed_event(
    event: LobbySetupChanged, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    changes = setup_texts.describe_setup_changes(event.before, event.setup, formatter.text)
    return formatter.text("event-setup-changed", changes=SEPARATOR.join(changes))


@_register_event_renderer(DefeatsReported)
def _render_defeats_reported_event(
    event: DefeatsReported, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    reports = "\n".join(render_defeat_report(each, formatter) for each in event.reports)
    return _render_event_with_consequences(reports, event.outcome, formatter)


@_register_event_renderer(PlayerConceded)
def _render_player_conceded_event(
    event: PlayerConceded, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    player = formatter.name(event.player)
    kicked_by = formatter.join_player_names(event.kicked_by)
    if kicked_by:
        lead = formatter.text("event-kicked", player=player, by=kicked_by)
    else:
        lead = formatter.text("event-conceded", player=player)
    return _render_event_with_consequences(lead, event.outcome, formatter)


@_register_event_renderer(PendingPlayerChoiceAnswered)
def _render_open_choice_answered_event(
    event: PendingPlayerChoiceAnswered, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    return _render_event_with_consequences(
        render_answered_player_choice(event.answer, formatter), event.outcome, formatter
    )


@_register_event_renderer(WinReported)
def _render_win_reported_event(
    event: WinReported, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    lead = formatter.text(f"event-won-{event.means}", player=formatter.name(event.player))
    return _render_event_with_consequences(lead, event.outcome, formatter)


@_register_event_renderer(GameRestartedByKarn)
def _render_game_restarted_event(
    event: GameRestartedByKarn, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    steps = [formatter.text(f"checklist-{step}") for step in RESTARTING]
    return "\n".join([formatter.text("event-restarted", player=formatter.name(event.by)), *steps])


@_register_event_renderer(PodEventUndone)
def _render_undo_of_pod_event(
    event: PodEventUndone, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    lead = formatter.text("event-undone")
    return lead if event.reason is None else f"{lead}\n{render_moderator_reason(event, formatter)}"


@_register_event_renderer(GameReportsCorrected)
def _render_reports_corrected_event(
    event: GameReportsCorrected, formatter: PodMessageFormatter, previous_events: EventHistory
) -> str:
    lead = formatter.text("event-corrected", count=len(event.steps))
    right = render_corrected_reports(event, previous_events, formatter)
    was = replay_pod_events(previous_events)
    becomes = replay_pod_events(event.story)
    if was is not None and becomes is not None:
        right += deed_texts.render_achievement_differences(compare_achievements(was, becomes), formatter)
    return "\n".join([lead, *(f"↳ {label}" for label in right), render_moderator_reason(event, formatter)])


@_register_event_renderer(GameOverriddenByModerator)
def _render_game_overridden_event(
    event: GameOverriddenByModerator, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    return f"{render_moderator_override(event, formatter)}\n{render_moderator_reason(event, formatter)}"


@_register_event_renderer(LifeOrDamageChanged)
def _render_life_or_damage_changed_event(
    event: LifeOrDamageChanged, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    return counters.render_life_or_damage_change_for_history(event, formatter)


@_register_event_renderer(DeckDeclared)
def _render_deck_declared_event(
    event: DeckDeclared, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    return _render_deck_of_player(event.player, event.deck, formatter)


@_register_event_renderer(ServerAchievementClaimed)
def _render_server_achievement_claimed_event(
    event: ServerAchievementClaimed, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    player = formatter.name(event.player)
    return formatter.text("event-deed", player=player, deed=escape_markdown(event.name))


@_register_event_renderer(ServerAchievementVoteClosed)
def _render_server_achievement_voted_event(
    event: ServerAchievementVoteClosed, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    deed = escape_markdown(event.name)
    if event.player is None:
        return formatter.text("event-deed-voted-nobody", deed=deed)
    return formatter.text("event-deed-voted", player=formatter.name(event.player), deed=deed)


@_register_event_renderer(ServerAchievementGiven)
def _render_server_achievement_given_event(
    event: ServerAchievementGiven, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    assert event.by is not None
    return formatter.text(
        "event-deed-given",
        by=formatter.name(event.by),
        player=formatter.name(event.player),
        deed=escape_markdown(event.name),
        reason=escape_markdown(event.reason, LONGEST_REASON),
    )


@_register_event_renderer(PastGameRecorded)
def _render_past_game_entered_event(
    event: PastGameRecorded, formatter: PodMessageFormatter, _previous_events: EventHistory
) -> str:
    entered = render_past_game_events(event.story, event.decks, formatter)
    return "\n".join([formatter.text("event-entered"), *entered])


def _render_deck_of_player(player: Player, deck: Deck, formatter: PodMessageFormatter) -> str:
    named = format_deck_name_with_commanders(deck, formatter)
    line = formatter.text("event-deck-named", player=formatter.name(player), commanders=named)
    if deck.bracket is None:
        return line
    return formatter.text("event-deck-bracket", deck=line, bracket=deck.bracket)


def render_past_game_events(
    past_events: EventHistory, decks: Mapping[Player, Deck], formatter: PodMessageFormatter
) -> list[str]:
    """Render the decks and the events of a past game that was recorded later."""
    told = [event for event in past_events if not event.is_lobby_event]
    played = [_render_deck_of_player(*each, formatter) for each in decks.items()]
    return [*played, *(f"{at}. {render_pod_event(event, formatter)}" for at, event in enumerate(told, 1))]


def render_event_as_menu_option(event: PodHistoryEvent | ReportDefeats, formatter: PodMessageFormatter) -> str:
    """Render an event as one line for a menu, without its consequences."""
    if isinstance(event, DefeatsReported | ReportDefeats):
        return " + ".join(render_defeat_report(each, formatter) for each in event.reports)
    return render_pod_event(event, formatter).splitlines()[0]


def render_corrected_reports(
    event: GameReportsCorrected, previous_events: EventHistory, formatter: PodMessageFormatter
) -> list[str]:
    """Render the first few reports that a correction changed."""
    numbers = {step: number for number, step in enumerate(list_removable_report_indexes(previous_events), 1)}
    steps = [step for step in event.steps if step in numbers]
    lines = [
        truncate_markdown(
            f"{numbers[step]}. {render_event_as_menu_option(previous_events[step], formatter)}", MAX_LABEL_LENGTH
        )
        for step in steps[:LISTED_REPORTS]
    ]
    if len(previous_events) in event.steps:
        lines.append(formatter.text("claim-close"))
    return lines if len(steps) <= LISTED_REPORTS else [*lines, "…"]


def render_reports_removed_by_correction(
    correction_event: GameReportsCorrected, formatter: PodMessageFormatter
) -> list[str]:
    """Render the first few reports that a correction removed."""
    labels = [
        truncate_markdown(render_event_as_menu_option(each, formatter), MAX_LABEL_LENGTH)
        for each in list_events_removed_by_correction(correction_event)
    ]
    lines = [formatter.text("override-left-out", report=label) for label in labels[:LISTED_REPORTS]]
    return lines if len(labels) <= LISTED_REPORTS else [*lines, "…"]


def render_moderator_override(
    event: GameOverriddenByModerator | OverrideGameAsModerator, formatter: PodMessageFormatter
) -> str:
    """Render a moderator's override of a game."""
    player = formatter.name(event.player) if event.player else ""
    if event.override == "status" and event.master:
        return formatter.text("event-overruled-serves", player=player, master=formatter.name(event.master))
    if event.override == "points":
        points = [f"{formatter.name(each)} {format_signed_number(value)}" for each, value in event.points.items()]
        return formatter.text("event-overruled-points", points=", ".join(points))
    if event.override == "end" and not event.player:
        return formatter.text("event-overruled-draw")
    if event.override == "date":
        date = discord.utils.format_dt(datetime_from_milliseconds(event.at or 0), "f")
        return formatter.text("event-overruled-date", date=date)
    return formatter.text(f"event-overruled-{event.override}", player=player)


def render_game_date_change(
    date_change: GameEndDateChangeByModerator, seasons: Sequence[SeasonPeriod], formatter: PodMessageFormatter
) -> list[str]:
    """Render how a new date changes a past game's date, season and season points."""
    before = datetime_from_milliseconds(date_change.before)
    after = datetime_from_milliseconds(date_change.after)
    old = find_season_at_time(seasons, before)
    new = find_season_at_time(seasons, after)
    days = " → ".join(discord.utils.format_dt(each, "f") for each in (before, after))
    lines = [f"📅 {days}"]
    points = {each: f"`{format_signed_number(value)}`" for each, value in date_change.points.items()}
    if old == new:
        told = ", ".join(f"**{formatter.name(each)}** {value}" for each, value in points.items())
        return [*lines, f"🗓️ {_format_season_name(old, formatter)}: {told}"]
    for season, change in ((old, "{} → `–`"), (new, "`–` → {}")):
        told = ", ".join(f"**{formatter.name(each)}** {change.format(value)}" for each, value in points.items())
        lines.append(f"🗓️ {_format_season_name(season, formatter)}: {told}")
    return lines


def _format_season_name(season: SeasonPeriod | None, formatter: PodMessageFormatter) -> str:
    return formatter.text("date-no-season") if season is None else escape_markdown(season.name)


def render_moderator_reason(decision: Decided, formatter: PodMessageFormatter) -> str:
    return formatter.text("event-reason", reason=escape_markdown(decision.reason or "", LONGEST_REASON))


def render_answered_player_choice(
    answer: PlayerChoiceAnswer | AnswerPendingPlayerChoice, formatter: PodMessageFormatter
) -> str:
    """Render the sentence about a choice that a player made, or that others made for them."""
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


def _render_event_with_consequences(event_text: str, rules_outcome: GameChanges, formatter: PodMessageFormatter) -> str:
    """Render an event and its consequences, such as new masters or the end of the game."""
    lines = [event_text, render_defeat_consequences(rules_outcome, formatter)]
    lines += [formatter.text("event-succeeded", player=formatter.name(heir)) for heir in rules_outcome.heirs]
    if rules_outcome.result is not None:
        lines.append(render_winners(rules_outcome.result, formatter))
    return "\n".join(line for line in lines if line)


def render_defeat_consequences(rules_outcome: GameChanges, formatter: PodMessageFormatter) -> str:
    """Render what follows from reported defeats: each loser's fate, or an open choice."""
    if rules_outcome.pending is not None and rules_outcome.pending.question is not None:
        return formatter.render_choice_question(rules_outcome.pending.question)
    return "\n".join(f"`{v.rule}` {render_defeat_verdict(v, formatter)}" for v in rules_outcome.verdicts)


def render_defeat_verdict(verdict: DefeatVerdict, formatter: PodMessageFormatter) -> str:
    """Render a defeated player's fate and its reason."""
    return f"**{formatter.render_consequence_for_loser(verdict)}** {formatter.render_verdict_reason(verdict)}"


def render_winners(
    result: GameResult, formatter: PodMessageFormatter, player_states: StateByPlayer | None = None
) -> str:
    """Render who won a game; winners of equal rank stand side by side.

    Without `player_states`, equal points stand for equal rank.
    """
    if result.draw:
        return formatter.text("board-draw")
    master, *team = result.winners
    if not team:
        return formatter.text("board-won", winner=formatter.name(master))
    if _is_shared_win(result, player_states):
        return formatter.text("board-won-shared", winners=formatter.join_player_names(result.winners))
    return formatter.text("board-won-team", winner=formatter.name(master), team=formatter.join_player_names(team))


def _is_shared_win(result: GameResult, player_states: StateByPlayer | None) -> bool:
    """Return True if no winner serves another winner, so all won equally."""
    if player_states is None:
        return len({result.points.get(player) for player in result.winners}) == 1
    return all(player_states[player].status != "servant" for player in result.winners[1:])


def render_defeat_report(report: DefeatReport, formatter: PodMessageFormatter) -> str:
    """Render a reported defeat in one line: loser, cause and cards."""
    text = formatter.text
    parts = [text("fact-lost", loser=formatter.name(report.loser), cause=text(f"cause-{report.cause}"))]
    parts += [render_defeat_source(each, formatter) for each in report.sources]
    if report.controlled_by:
        parts.append(text("fact-controlled", player=formatter.name(report.controlled_by)))
    if report.kindslaver:
        parts.append(text("fact-kindslaver", player=formatter.name(report.kindslaver)))
    if report.protection_ended_by:
        ended = render_defeat_source(report.protection_ended_by, formatter)
        parts.append(text("fact-protection", source=ended))
    return " · ".join(parts)


def render_report_to_confirm(event: ConfirmableEvent, formatter: PodMessageFormatter) -> str:
    """Render in a few words a report that players must confirm."""
    sentence = event.build_unconfirmed_report_label()
    if sentence is not None:
        return formatter.render_sentence(sentence)
    if isinstance(event, ServerAchievementEvent):
        if isinstance(event, ServerAchievementVoteClosed) or event.player is None:
            return formatter.text("claim-deed-vote", deed=escape_markdown(event.name))
        return formatter.text("claim-deed", player=formatter.name(event.player), deed=escape_markdown(event.name))
    assert isinstance(event, PendingPlayerChoiceAnswered)
    assert event.answer.chosen_by is not None
    maker = formatter.format_chooser_name(event.answer.chosen_by, event.answer.moderated)
    return formatter.text("claim-choice-for", maker=maker, player=formatter.name(event.answer.by))


def render_defeat_source(source: DefeatSource, formatter: PodMessageFormatter) -> str:
    """Render what beat a player: the card or effect, its controller, and notes."""
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


def render_rule_text_without_remarks(rule_id: str, translations: Translations) -> str:
    """Render the text of a rule, such as `ESC-3`, without its parts in brackets."""
    return truncate_markdown(_SENTENCE_IN_BRACKETS.sub("", translations(f"rule-{rule_id.lower()}")), _MAX_RULE_LENGTH)


def render_pod_differences(pod_difference: PodStateDifference, formatter: PodMessageFormatter) -> list[str]:
    """Render a line, such as “before → after”, for each difference between two states of a pod."""
    before = pod_difference.before
    after = pod_difference.after
    pairs = [(_render_pod_progress(before, formatter), _render_pod_progress(after, formatter))]
    if before.host != after.host:
        host = formatter.text("lobby-host")
        pairs.append((f"{host} · {formatter.name(before.host)}", formatter.name(after.host)))
    lines = [f"{old} → {new}" for old, new in pairs if old != new]
    return [*lines, *(_render_player_status_difference(each, formatter) for each in pod_difference.players)]


def _render_player_status_difference(player_difference: PlayerStatusDifference, formatter: PodMessageFormatter) -> str:
    old = _render_player_situation(player_difference.before, formatter)
    new = _render_player_situation(player_difference.after, formatter)
    was = _render_player_points(player_difference.before)
    becomes = _render_player_points(player_difference.after)
    if player_difference.before.points is None and player_difference.after.points is None:
        line = f"{old} → {new}"
    elif old == new:
        line = f"{old} {was} → {becomes}"
    else:
        line = f"{old} {was} → {new} {becomes}"
    return f"**{formatter.name(player_difference.player)}** {line}"


def _render_pod_progress(compared_state: ComparedPodState, formatter: PodMessageFormatter) -> str:
    if compared_state.turn is None:
        return formatter.text(f"state-{compared_state.state}")
    return formatter.text("board-turn", number=compared_state.turn)


def _render_player_situation(compared_state: ComparedPlayerState, formatter: PodMessageFormatter) -> str:
    served = formatter.name(compared_state.master) if compared_state.master else ""
    return formatter.text(f"place-{compared_state.where}", master=served)


def _render_player_points(compared_state: ComparedPlayerState) -> str:
    return "`–`" if compared_state.points is None else f"`{format_points_prefix(compared_state.points).strip()}`"
