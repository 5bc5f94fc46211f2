"""Whatever strangers do, somebody who has pressed nothing has no seat that counts, no result and no standing."""

from collections.abc import Callable, Mapping
from random import Random

import pytest

from bot.draws.seating import draw_seats_of_pod
from bot.joust.duel import DuelSetup
from bot.joust.lobby import JoinDuel, OpenDuel, StartDuel
from bot.nights.terms import GameNightSettings
from bot.planning.check_in import CheckInForPlan
from bot.planning.night_begin_and_end import UndoGameNightOrganiserAction
from bot.planning.night_players import AddPlayerToGameNight, DropPlayerFromGameNight
from bot.planning.night_rounds import SeatGameNightRound
from bot.planning.night_swaps import SwapPlayersBetweenPods
from bot.planning.plan import PlannedGame
from bot.planning.plan_creation import PlanFutureGame
from bot.planning.signing_up import SignUpForPlan, WithdrawFromPlannedGame
from bot.rulebooks import Game, GameCommand, apply_game_event, create_event_of_game_command, is_game_over
from bot.rules.closing import ClosePod
from bot.rules.facts import Player
from bot.rules.joining import BringGuestToPod, JoinPod
from bot.rules.lobby import LeaveLobby, OpenLobby
from bot.rules.pod import Pod
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.rights import Requester
from bot.rules.substitutes import OfferSeatToSubstitute, TakeOverSeatAsSubstitute
from bot.rules.undoing import UndoPodEvent
from bot.rules.votes import KickPlayer
from bot.rules.winning import ReportDrawnGame, ReportWin
from bot.service import rights
from bot.service.game_requests import GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from tests.storage.store import killed

STRANGERS = ("ana", "bo", "cy", "di")
OTHERS = ("victim", "other")
"""People who press nothing."""

GUEST = "guest"
HERE = ChannelAddress(1, 2)
SETUP = PodSetup(variant="elimination", scoring="elimination")
TERMS = GameNightSettings(rounds=3, minutes=60)

Act = Callable[["Channel", Player], GameCommand]


class Channel:
    """The games of a channel, in which strangers act as the service lets them."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.live = LiveGame(HERE)
        self.seated: set[Player] = set()

    @property
    def anybody(self) -> Player:
        return self.chance.choice((*STRANGERS, *OTHERS, GUEST))

    @property
    def offered(self) -> Player:
        """The player of a seat that is offered to somebody, or anybody."""
        pod = self.live.pod
        return self.anybody if pod is None or not pod.offers else self.chance.choice([*pod.offers])

    @property
    def act_count(self) -> int:
        """The number of acts of the night's organisers."""
        plan = self.live.plan
        return 0 if plan is None or plan.night is None else len(plan.night.acts)

    @property
    def some(self) -> tuple[Player, ...]:
        return tuple(self.chance.sample((*STRANGERS, *OTHERS), self.chance.randint(1, 6)))

    def act(self, act: Act, by: Player, *, moderator: bool) -> None:
        """Let a stranger act. Raises `Refusal`."""
        request = GameCommandRequest(HERE, None, lambda *_: act(self, by))
        command = request.build_command(by, self.live)
        before = None if command.opens and is_game_over(self.live.game) else self.live.game
        requester = Requester(by, moderator=moderator)
        rights.require_command_permission(before, command, requester, by)
        event = create_event_of_game_command(before, command)
        after = apply_game_event(before, event)
        rights.forbid_seating_other_people(before, event, after, by)
        self.live = LiveGame(HERE, self.live.version + 1, 1, after)
        self.seated |= {player for player in after.players if after.has_pressed_join_button(player)}


def seat_round(channel: Channel, by: Player) -> SeatGameNightRound:
    plan = channel.live.plan
    present = () if plan is None else plan.checked_in_players_with_seat
    number = 1 if plan is None or plan.night is None else len(plan.night.rounds) + 1
    return SeatGameNightRound(number, (present[:3],), present[3:], 5, by=by, reason="again")


POD_ACTS: Mapping[str, Act] = {
    "open": lambda at, by: OpenLobby(SETUP, by, (by, *(p for p in at.some if p != by)), carried=at.some),
    "open with guests": lambda at, by: OpenLobby(SETUP, by, (by, GUEST), guests={GUEST: at.chance.choice(OTHERS)}),
    "join": lambda at, by: JoinPod(at.chance.choice((by, at.anybody))),
    "guest": lambda at, by: BringGuestToPod(GUEST, at.chance.choice((by, at.anybody))),
    "leave": lambda at, by: LeaveLobby(by),
    "start": lambda at, by: draw_seats_of_pod(at.live.pod),
    "kick": lambda at, by: KickPlayer(at.anybody, by),
    "offer": lambda at, by: OfferSeatToSubstitute(by, at.chance.choice((at.anybody, *STRANGERS))),
    "take": lambda at, by: TakeOverSeatAsSubstitute(
        at.offered, at.chance.choice((by, by, at.anybody)), takes_result=True
    ),
    "beat": lambda at, by: killed(at.anybody, at.chance.choice((by, at.anybody))),
    "win": lambda at, by: ReportWin(at.anybody),
    "draw": lambda at, by: ReportDrawnGame(),
    "undo": lambda at, by: UndoPodEvent(),
    "close": lambda at, by: ClosePod(),
}

NIGHT_ACTS: Mapping[str, Act] = {
    "plan": lambda at, by: PlanFutureGame(SETUP, by, 5, 4, night=TERMS),
    "sign up": lambda at, by: SignUpForPlan(at.chance.choice((by, at.anybody))),
    "sign off": lambda at, by: WithdrawFromPlannedGame(at.chance.choice(STRANGERS)),
    "check in": lambda at, by: CheckInForPlan(at.chance.choice((by, at.anybody)), 5),
    "add": lambda at, by: AddPlayerToGameNight(at.anybody, by=by),
    "add guest": lambda at, by: AddPlayerToGameNight(GUEST, brought_by=at.anybody, by=by),
    "drop": lambda at, by: DropPlayerFromGameNight(at.anybody),
    "seat": seat_round,
    "swap": lambda at, by: SwapPlayersBetweenPods(at.anybody, at.anybody, by),
    "take back": lambda at, by: UndoGameNightOrganiserAction(at.act_count),
}

DUEL_ACTS: Mapping[str, Act] = {
    "duel": lambda at, by: OpenDuel(DuelSetup("own"), by, tuple(dict.fromkeys((by, at.anybody)))),
    "join duel": lambda at, by: JoinDuel(at.anybody),
    "start duel": lambda at, by: StartDuel(by),
}


@pytest.mark.parametrize("acts", [POD_ACTS, NIGHT_ACTS, DUEL_ACTS], ids=["pods", "nights", "duels"])
def test_whoever_has_pressed_nothing_has_no_seat_that_counts_whatever_strangers_do(acts: Mapping[str, Act]) -> None:
    done = set[str]()
    for seed in range(300):
        chance = Random(seed)
        channel = Channel(chance)
        for _ in range(40):
            name = chance.choice([*acts])
            try:
                channel.act(acts[name], chance.choice(STRANGERS), moderator=chance.random() < 0.3)
            except Refusal:
                continue
            done.add(name)
            check(channel)
    assert done == {*acts}


def check(channel: Channel) -> None:
    game: Game | None = channel.live.game
    assert channel.seated.isdisjoint(OTHERS)
    if isinstance(game, Pod):
        members = {game.guests.get(player, player) for player in (*game.players, *game.standings)}
        points = {} if game.result is None else game.result.points
        assert (members | {*points}).isdisjoint(OTHERS)
    elif isinstance(game, PlannedGame):
        guests = {player for player in game.players if game.has_pressed_join_button(player)} & {GUEST}
        assert {game.guests[player] for player in guests}.isdisjoint(OTHERS)
