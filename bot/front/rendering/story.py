"""Events, verdicts, reported facts and changes in sentences."""

import re
from collections.abc import Mapping, Sequence
from typing import assert_never

import discord

from bot.front.rendering import counters, deeds, draws
from bot.front.rendering.deck_names import name_deck
from bot.front.rendering.escaping import escape
from bot.front.rendering.fitting import cut_markdown
from bot.front.rendering.table_view import format_points
from bot.i18n import Catalogue, write_signed
from bot.rules.commands import Choose, Correct, Defeat, Overrule, Undo
from bot.rules.differences import (
    GameState,
    PlayerDifference,
    PlayerPlace,
    PodDifference,
    compare_deeds,
)
from bot.rules.events import (
    Answer,
    Balanced,
    Chose,
    Claimed,
    Closed,
    Conceded,
    Confirmed,
    Corrected,
    Counted,
    DeckNamed,
    DeedClaimed,
    Defeated,
    DisputeBegun,
    Disputed,
    Drew,
    Entered,
    Event,
    Joined,
    Left,
    LinkSet,
    ModeratorsCalled,
    Opened,
    Outcome,
    Overruled,
    Preparing,
    Restarted,
    Result,
    ResultGranted,
    SaidPresent,
    SeatOffered,
    Sided,
    Started,
    StoryEvent,
    SubgameBegan,
    Substituted,
    TimeUp,
    TurnBegan,
    Undone,
    VariantChanged,
    Verdict,
    VoteCalled,
    Voted,
    Won,
    Worded,
)
from bot.rules.facts import Deck, Player, Report, Source
from bot.rules.gate import Locked
from bot.rules.idling import Kept, Warned
from bot.rules.overrule import LONGEST_REASON
from bot.rules.pod import fold
from bot.rules.story import Story, find_left_out, find_reports, is_preparing
from bot.rules.tables import TEAM_NAMES
from bot.rules.teams import Standings
from bot.rules.variants import RESTARTING
from bot.storage.engine.moments import to_moment
from bot.storage.record.audit import NewDate
from bot.storage.record.recorded import Recorded
from bot.storage.tables.season_gate import Span, find_span
from bot.words import Words

MAX_LABEL_LENGTH = 70
"""The most characters of a report in a list."""

LISTED_REPORTS = 3
"""The most reports in a list."""

Decided = Overruled | Corrected | Undone | Overrule | Correct | Undo
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
    if recorded.by is not None and recorded.by != _find_doer(event):
        parts.append(words.text("log-by", player=words.name(recorded.by)))
    return " ".join(parts)


def _find_doer(event: Event) -> Player | None:
    """Return the player who caused an event, if the event names them."""
    match event:
        case Opened():
            return event.host
        case Left(kicked_by=(*_, by)) | Conceded(kicked_by=(*_, by)):
            return by
        case Joined() | Left() | Conceded() | Won() | SaidPresent() | Worded():
            return event.player
        case Voted() | VoteCalled() | Substituted() | ResultGranted():
            return event.by
        case SeatOffered() | DeedClaimed():
            return event.player
        case Chose():
            return None if event.answer.drawn else event.answer.chosen_by or event.answer.by
        case Disputed():
            return event.by
        case Restarted():
            return event.by
        case _:
            return None


def render_event(event: Event, words: Words, before: Story = ()) -> str:
    """Render an event in a line or a few; `before` is the story before it."""
    match event:
        case Opened() | Joined() | Left() | Sided() | Balanced() | VariantChanged() | Started():
            return _tell_of_seats(event, words)
        case Defeated() | Conceded() | Chose() | Won():
            return _render_with_outcome(_render_reported(event, words), event.outcome, words)
        case Substituted():
            return _tell_of_substitute(event, words)
        case Drew() | TurnBegan() | Restarted() | SubgameBegan():
            return _tell_of_play(event, words)
        case Undone() | Confirmed() | Disputed() | Locked() | Corrected() | Overruled():
            return _tell_of_correction(event, words, before)
        case Closed() | VoteCalled() | SaidPresent() | Voted() | Warned() | Kept() | Counted():
            return _tell_aside(event, words)
        case Worded():
            return draws.render_worded(event, words)
        case DisputeBegun():
            return words.text("event-dispute-begun", player=words.name(event.by))
        case ModeratorsCalled():
            return words.text("event-moderators-called", player=words.name(event.player))
        case TimeUp():
            return words.text("event-time-up")
        case SeatOffered() | ResultGranted():
            return _tell_of_substitute(event, words)
        case LinkSet():
            return words.text("event-link-gone" if event.link is None else "event-link")
        case DeckNamed():
            return _render_deck(event.player, event.deck, words)
        case DeedClaimed():
            player = words.name(event.player)
            return words.text("event-deed", player=player, deed=escape(event.name))
        case Entered():
            entered = list_entered(event.story, event.decks, words)
            return "\n".join([words.text("event-entered"), *entered])
        case _:
            assert_never(event)


def _tell_of_substitute(event: Substituted | SeatOffered | ResultGranted, words: Words) -> str:
    player = words.name(event.player)
    match event:
        case Substituted():
            key = "event-substituted-result" if event.takes_result else "event-substituted"
            return words.text(key, by=words.name(event.by), player=player)
        case SeatOffered():
            if event.to is None:
                return words.text("event-seat-kept", player=player)
            return words.text("event-seat-offered", player=player, to=words.name(event.to))
        case ResultGranted():
            key = "event-result-taken" if event.takes else "event-result-granted"
            return words.text(key, player=player, by=words.name(event.by))
        case _:
            assert_never(event)


def _tell_of_seats(event: Preparing, words: Words) -> str:
    text = words.text
    name = words.name
    match event:
        case Opened():
            opened = draws.render_opened(event, words)
            return opened if event.link is None else f"{opened}\n{text('event-link')}"
        case Joined():
            return draws.render_joined(event, words)
        case Left(kicked_by=(_, *_)):
            by = words.join_names(event.kicked_by)
            return text("event-unseated", player=name(event.player), by=by)
        case Left():
            return text("event-left", player=name(event.player))
        case Sided():
            return _render_sided(event, words)
        case Balanced():
            return text("event-balanced")
        case VariantChanged():
            return text("event-variant-changed", variant=words.name_variant(event.variant))
        case Started():
            return text(
                "event-started", seats=words.join_names(event.seats), first=name(event.first)
            )
        case _:
            assert_never(event)


def _render_reported(event: Defeated | Conceded | Chose | Won, words: Words) -> str:
    """Render what was reported or chosen, without its consequences."""
    match event:
        case Defeated():
            return "\n".join(render_report(each, words) for each in event.reports)
        case Conceded():
            return _render_conceded(event, words)
        case Chose():
            return render_choice(event.answer, words)
        case Won():
            return words.text(f"event-won-{event.means}", player=words.name(event.player))
        case _:
            assert_never(event)


def _tell_of_play(event: Drew | TurnBegan | Restarted | SubgameBegan, words: Words) -> str:
    text = words.text
    match event:
        case Drew():
            return text("event-drew")
        case TurnBegan():
            turn = event.outcome.turn
            return text("event-turn", players=words.join_names(turn.active) if turn else "")
        case Restarted():
            steps = [text(f"checklist-{step}") for step in RESTARTING]
            return "\n".join([text("event-restarted", player=words.name(event.by)), *steps])
        case SubgameBegan():
            return text(f"board-subgame-{event.card}")
        case _:
            assert_never(event)


def _tell_of_correction(
    event: Undone | Confirmed | Disputed | Locked | Corrected | Overruled,
    words: Words,
    before: Story,
) -> str:
    text = words.text
    match event:
        case Undone():
            lead = text("event-undone")
            return f"{lead}\n{render_reason(event, words)}" if event.reason is not None else lead
        case Confirmed():
            how = "stands" if event.stands else "players" if event.by else "time"
            return text(f"event-confirmed-{how}", count=len(event.claims))
        case Disputed():
            return text("event-disputed", player=words.name(event.by))
        case Locked():
            return text("event-locked")
        case Corrected():
            lead = text("event-corrected", count=len(event.steps))
            right = render_corrections(event, before, words)
            was = fold(before)
            becomes = fold(event.story)
            if was is not None and becomes is not None:
                right += deeds.render_changes(compare_deeds(was, becomes), words)
            return "\n".join(
                [lead, *(f"↳ {label}" for label in right), render_reason(event, words)]
            )
        case Overruled():
            return f"{render_override(event, words)}\n{render_reason(event, words)}"
        case _:
            assert_never(event)


def _tell_aside(
    event: Closed | VoteCalled | SaidPresent | Voted | Warned | Kept | Counted, words: Words
) -> str:
    text = words.text
    name = words.name
    match event:
        case Closed():
            return text("event-closed-idle" if event.idle else "event-closed")
        case VoteCalled():
            by = name(event.by)
            player = name(event.against)
            return text("event-vote-called", by=by, player=player)
        case SaidPresent():
            return text("event-present", player=name(event.player))
        case Voted():
            key = "event-voted-back" if event.taken_back else "event-voted"
            return text(key, by=name(event.by), player=name(event.against))
        case Warned():
            return text("event-warned")
        case Kept():
            return text("event-kept")
        case Counted():
            return counters.render_story_line(event, words)
        case _:
            assert_never(event)


def _render_deck(player: Player, deck: Deck, words: Words) -> str:
    named = name_deck(deck, words)
    line = words.text("event-deck-named", player=words.name(player), commanders=named)
    if deck.bracket is None:
        return line
    return words.text("event-deck-bracket", deck=line, bracket=deck.bracket)


def list_entered(story: Story, decks: Mapping[Player, Deck], words: Words) -> list[str]:
    """Return the decks and the events of an entered game in lines, oldest first, with verdicts."""
    told = [event for event in story if not is_preparing(event)]
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


def _render_sided(event: Sided, words: Words) -> str:
    player = words.name(event.player)
    if event.team is None:
        return words.text("event-unsided", player=player)
    return words.text("event-sided", player=player, team=TEAM_NAMES[event.team])


def _render_conceded(event: Conceded, words: Words) -> str:
    player = words.name(event.player)
    kicked_by = words.join_names(event.kicked_by)
    if kicked_by:
        return words.text("event-kicked", player=player, by=kicked_by)
    return words.text("event-conceded", player=player)


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


def render_claimed(event: Claimed, words: Words) -> str:
    """Render an unconfirmed report in a few words."""
    match event:
        case Defeated():
            losers = dict.fromkeys(report.loser for report in event.reports)
            return words.text("claim-defeat", count=len(losers), losers=words.join_names(losers))
        case Won():
            return words.text("claim-win", player=words.name(event.player))
        case Drew():
            return words.text("claim-draw")
        case Conceded():
            key = "claim-kick" if event.kicked_by else "claim-concession"
            return words.text(key, player=words.name(event.player))
        case Chose():
            answer = event.answer
            player = words.name(event.answer.by)
            if answer.drawn:
                return words.text("claim-choice-draw", player=player)
            if answer.chosen_by is None:
                return words.text("claim-choice", player=player)
            maker = words.name_maker(answer.chosen_by, answer.moderated)
            return words.text("claim-choice-for", maker=maker, player=player)
        case DeedClaimed():
            player = words.name(event.player)
            return words.text("claim-deed", player=player, deed=escape(event.name))
        case Closed():
            ended = event.outcome.result is not None
            return words.text("claim-close" if ended else "claim-closing")
        case Undone():
            return words.text("claim-undoing")
        case Overruled() | Corrected():
            return words.text("claim-decision")
        case Entered():
            return words.text("claim-entered")
        case _:
            assert_never(event)


def render_source(source: Source, words: Words) -> str:
    """Render a source: the object, its controller, and other facts."""
    text = words.text
    name = words.show_card(source.object) if source.object else text("unnamed-source")
    notes = [text("fact-controller", player=words.name(source.controller))]
    if source.owned_by != source.controller:
        notes.append(text("fact-owner", player=words.name(source.owned_by)))
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
