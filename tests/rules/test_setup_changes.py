"""Changing the setup of an open lobby: who sits keeps their seat, and what does not fit is refused."""

from collections.abc import Mapping

import pytest
from msgspec.structs import fields, replace

from bot.front.game_texts.setup_texts import SETTING_TEXTS, describe_setup_changes
from bot.i18n import load_translations
from bot.rulebooks import apply_game_event, create_event_of_game_command, replay_game_events
from bot.rules.commands_and_events import Command
from bot.rules.lobby import ChangeLobbySetup, LobbySetupChanged, OpenLobby, StartGame
from bot.rules.pod import Pod
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.rights import Requester
from bot.rules.series import GameSeriesSettings
from bot.rules.tables import POD_OPTIONS, TableOptions
from bot.rules.team_choice import ChooseTeam
from bot.rules.winning import ReportDrawnGame
from bot.service import rights

PLAYERS = ("ana", "bo", "cy", "di")
TEAMS = PodSetup(table="teams", variant="elimination", scoring="elimination", teams=3)

AGREED_ELSEWHERE = {"table", "variant", "house", "confirmation", "dispute_minutes", "series", "played", "invited"}
"""Parts of a setup that have no place behind *Change*: commands and settings of the server decide them."""


def play(setup: PodSetup, *commands: Command, **opening: object) -> Pod:
    opened = replace(OpenLobby(setup, "ana", PLAYERS), **opening)
    game = replay_game_events([create_event_of_game_command(None, opened)])
    for command in commands:
        game = apply_game_event(game, create_event_of_game_command(game, command))
    assert isinstance(game, Pod)
    return game


def change(pod: Pod, **changes: object) -> Pod:
    command = ChangeLobbySetup(replace(pod.setup, **changes), pod.setup)
    after = apply_game_event(pod, create_event_of_game_command(pod, command))
    assert isinstance(after, Pod)
    return after


def refuse(pod: Pod, **changes: object) -> str:
    with pytest.raises(Refusal) as refused:
        change(pod, **changes)
    return refused.value.code


def test_changed_lobby_keeps_everything_but_its_setup() -> None:
    pod = play(PodSetup(), kept=("eve",))
    after = change(pod, size=6, bracket=3, turns=False, title="Friday")
    assert after.setup == PodSetup(size=6, bracket=3, turns=False, title="Friday")
    assert replace(after, setup=pod.setup, told=pod.told) == pod


def test_game_is_played_by_the_changed_setup() -> None:
    pod = change(play(PodSetup()), scoring="lotus", counting=True, life=30)
    started = create_event_of_game_command(pod, StartGame(PLAYERS, "ana"))
    running = apply_game_event(pod, started)
    assert isinstance(running, Pod)
    assert running.setup.scoring == "lotus"
    assert running.counts.compute_life_or_damage("life", "ana") == 30


@pytest.mark.parametrize(
    ("setup", "changes", "code"),
    [
        (PodSetup(), {}, "setup-same"),
        (PodSetup(), {"size": 3}, "size"),
        (PodSetup(), {"scoring": "duel"}, "scoring"),
        (PodSetup(), {"table": "emperor"}, "impossible"),
        (PodSetup(size=6), {"size": 4}, "setup-full"),
        (TEAMS, {"teams": 14}, "never-full"),
        (PodSetup(series=GameSeriesSettings(10, 1)), {"scoring": "lotus"}, "setup-shared"),
        (PodSetup(series=GameSeriesSettings(10, 1)), {"choose_master": True}, "setup-shared"),
    ],
)
def test_setup_that_does_not_fit_is_refused(setup: PodSetup, changes: Mapping[str, object], code: str) -> None:
    pod = play(setup, kept=("eve",))
    assert refuse(pod, **changes) == code


def test_first_round_of_a_series_may_change_its_scoring_and_later_rounds_the_rest() -> None:
    assert change(play(PodSetup(series=GameSeriesSettings(10))), scoring="lotus").setup.scoring == "lotus"
    assert change(play(PodSetup(series=GameSeriesSettings(10, 1))), bracket=2).setup.bracket == 2


def test_pod_of_a_night_keeps_the_scoring_of_the_night() -> None:
    pod = play(PodSetup(invited=PLAYERS), called=PLAYERS)
    assert refuse(pod, scoring="lotus") == "setup-shared"
    assert refuse(pod, options=TableOptions(attack="left")) == "setup-shared"
    assert change(pod, counting=True).setup.counting


def test_team_that_somebody_chose_is_not_taken_away() -> None:
    pod = play(TEAMS, ChooseTeam("cy", 2))
    assert refuse(pod, teams=2) == "setup-teams"
    assert change(play(TEAMS, ChooseTeam("cy", 1)), teams=2).sides == {"cy": 1}


def test_change_of_a_setup_that_nobody_saw_is_refused() -> None:
    pod = play(PodSetup())
    command = ChangeLobbySetup(replace(pod.setup, size=6), pod.setup)
    with pytest.raises(Refusal) as refused:
        create_event_of_game_command(change(pod, bracket=3), command)
    assert refused.value.code == "setup-late"


@pytest.mark.parametrize(
    ("commands", "code"),
    [((StartGame(PLAYERS, "ana"),), "setup-started"), ((StartGame(PLAYERS, "ana"), ReportDrawnGame()), "finished")],
)
def test_setup_is_changed_in_the_lobby_alone(commands: tuple[Command, ...], code: str) -> None:
    assert refuse(play(PodSetup(), *commands), bracket=3) == code


def test_host_and_moderators_may_change_a_lobby() -> None:
    pod = play(PodSetup())
    command = ChangeLobbySetup(replace(pod.setup, size=6), pod.setup)
    for requester in (Requester("ana"), Requester("zed", moderator=True)):
        rights.require_command_permission(pod, command, requester, None)
    with pytest.raises(Refusal) as refused:
        rights.require_command_permission(pod, command, Requester("bo"), None)
    assert refused.value.code == "only-host"


def test_every_part_of_a_setup_that_can_be_changed_has_words() -> None:
    parts = {field.name for field in fields(PodSetup)} - {"options"} | {*POD_OPTIONS}
    assert parts == {*SETTING_TEXTS} | AGREED_ELSEWHERE


def test_change_is_told_with_its_new_values() -> None:
    event = LobbySetupChanged(PodSetup(size=6, bracket=3, turns=False, title="*Friday*"), PodSetup(title="Monday"))
    told = describe_setup_changes(event.before, event.setup, load_translations("en"))
    assert told == ["Title: \\*Friday\\*", "Seats: 6", "bracket 3", "Track turns on the board: no"]
    assert describe_setup_changes(event.setup, event.before, load_translations("en")) == [
        "Title: Monday",
        "Seats: 10",
        "No bracket",
        "Track turns on the board: yes",
    ]
