"""Games with a cheater's own accounts alone, in channels where nobody else plays.

The accounts press buttons freely: no game has to be played.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Literal

from bot.draws import seating
from bot.rules.closing import ClosePod
from bot.rules.confirmation import ConfirmGameReports
from bot.rules.facts import DefeatReport, DefeatSource, Player
from bot.rules.house_deeds import ClaimServerAchievement
from bot.rules.joining import BringGuestToPod, JoinPod
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import PodCommand
from bot.rules.records import PodSetup
from bot.rules.reporting import ReportDefeats
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportWin
from tests.benchmarks.abuse.duels import play_duel
from tests.benchmarks.abuse.evening import LENGTH, SETUP
from tests.benchmarks.abuse.people import BEGIN, CHEATER, HOUSE_DEED, HOUSE_TIMES
from tests.benchmarks.abuse.sitting import MODERATOR, Sitting

EACH_WEEK = 12
"""Games that somebody has with own accounts in a week."""

FRIENDLY = 0.4
"""How many of their games the best of four friends wins."""

MANY = 30
"""Defeats in a game that goes on until it is closed."""

FARMED = 6
"""Games in a season that somebody wins against own accounts whom invented guests vouch for."""

VOUCHED = 16
"""Games in a season of the own accounts with two new guests in each."""

How = Literal["rematch", "win", "respawn", "friends", "padding", "duel", "voided", "deeds"]
"""
rematch    the accounts lose one after the other, as reported
win        `/pod win`, which another account confirms
respawn    a variant that counts each defeat, until the game is closed
friends    the accounts win as often as friends would, and take as long
padding    the accounts have as many games among themselves besides
duel       the accounts concede duels of Magicjoust
voided     as `win`; the moderators void each game, and the accounts undo what they can
deeds      the accounts lose all at once, by poison, after deeds of the server's own were claimed
"""


def play_alone(accounts: Sequence[Player], how: How, weeks: int, each_week: int, seed: int) -> Iterator[Sitting]:
    """Play a season's games with own accounts, each in a channel of its own."""
    chance = Random(f"{seed} {how}")
    for number in range(weeks * each_week):
        week, place = divmod(number, each_week)
        at = BEGIN + timedelta(weeks=week, days=5 * place // each_week, hours=-8, minutes=10 * place)
        yield _play(accounts, how, 1_000_000 + number, at, chance)
        if how == "padding":
            two = [accounts[place % len(accounts)], accounts[(place + 1) % len(accounts)]]
            yield win_by_report(two, 2_000_000 + number, at, two[0])


def play_with_guests(
    accounts: Sequence[Player], weeks: int, farmed: int, vouched: int, seed: int, *, beside: bool
) -> Iterator[Sitting]:
    """Games won against own accounts, and games of those with two guests whom nobody has seen.

    They are spread over the season. With `beside`, the cheater sits in the latter as well.
    """
    chance = Random(f"{seed} guests")
    games = [True] * farmed + [False] * vouched
    chance.shuffle(games)
    for number, farms in enumerate(games):
        at = BEGIN + timedelta(days=7 * weeks * number / len(games), hours=-8)
        channel = 4_000_000 + number
        players = [CHEATER, *accounts]
        if farms:
            yield win_by_report(players, channel, at, CHEATER)
        else:
            those = players if beside else accounts
            guests = [f"guest-{number}-{place}" for place in (1, 2)]
            seated = [*those, *guests]
            yield win_by_report(seated, channel, at, chance.choice(accounts), guests=guests)


AGAIN = "~"
"""Stands in an id before how often its account was forgotten."""


def play_again_and_again(
    accounts: Sequence[Player], weeks: int, farmed: int, vouched: int, seed: int
) -> Iterator[Sitting]:
    """Games won against the first account, and games of it with the others.

    Before each game the others let the bot forget them, and come back as strangers. So no guest is
    needed: the first account meets new people, who vouch for it.
    """
    chance = Random(f"{seed} again")
    games = [True] * farmed + [False] * vouched
    chance.shuffle(games)
    first, *others = accounts
    for number, farms in enumerate(games):
        at = BEGIN + timedelta(days=7 * weeks * number / len(games), hours=-8)
        strangers = [f"{account}{AGAIN}{number}" for account in others]
        players = [CHEATER, first] if farms else [first, *strangers]
        winner = CHEATER if farms else chance.choice(players)
        yield win_by_report(players, 5_000_000 + number, at, winner)


def _play(accounts: Sequence[Player], how: How, channel: int, at: datetime, chance: Random) -> Sitting:
    match how:
        case "rematch" | "padding":
            return win_by_report([CHEATER, *accounts], channel, at, CHEATER)
        case "win":
            return _claim(accounts, channel, at)
        case "voided":
            return _fight_void(_claim(accounts, channel, at), accounts)
        case "respawn":
            return _respawn(accounts[0], channel, at)
        case "deeds":
            return _do_deeds(accounts, channel, at)
        case "friends":
            wins = chance.random() < FRIENDLY
            winner = CHEATER if wins else chance.choice(accounts)
            return win_by_report([CHEATER, *accounts], channel, at, winner, LENGTH)
        case "duel":
            account = accounts[channel % len(accounts)]
            return play_duel((CHEATER, account), account, channel, at)


def _find_setup(players: int, variant: str = "elimination") -> PodSetup:
    """Return a setup for so few players: Esclave takes four."""
    if players >= SETUP.variant_rules.min_players and variant != "respawn":
        return SETUP
    return PodSetup(variant=variant, scoring=variant, dispute_minutes=SETUP.dispute_minutes)


def _begin(
    players: Sequence[Player], setup: PodSetup, channel: int, at: datetime, guests: Sequence[Player] = ()
) -> Sitting:
    sitting, host = Sitting(channel, at), players[0]
    sitting.ask(OpenLobby(setup, host, (host,), f"{channel:064x}"), host)
    for player in players[1:]:
        if player in guests:
            sitting.ask(BringGuestToPod(player, host), host)
        else:
            sitting.ask(JoinPod(player), player)
    sitting.ask(seating.draw_seats_of_pod(sitting.pod), host)
    return sitting


def _beat(loser: Player, winner: Player) -> ReportDefeats:
    return ReportDefeats((DefeatReport(loser, "effect", (DefeatSource(winner),)),))


def win_by_report(
    players: Sequence[Player],
    channel: int,
    at: datetime,
    winner: Player,
    length: float = 0.5,
    guests: Sequence[Player] = (),
) -> Sitting:
    """Play a game in which all others lose to the winner, one after the other."""
    sitting = _begin(players, _find_setup(len(players)), channel, at, guests)
    for loser in (player for player in players if player != winner):
        sitting.wait(length)
        sitting.ask(_beat(loser, winner), players[0] if loser in guests else loser)
    sitting.pass_silence()
    return sitting


def _claim(accounts: Sequence[Player], channel: int, at: datetime) -> Sitting:
    players = [CHEATER, *accounts]
    sitting = _begin(players, _find_setup(len(players)), channel, at)
    sitting.wait(0.5)
    sitting.ask(ReportWin(CHEATER), CHEATER)
    claims = tuple(each.needed_confirmation.version for each in sitting.pod.unconfirmed)
    sitting.ask(ConfirmGameReports(claims, accounts[0]), accounts[0])
    sitting.pass_silence()
    return sitting


def _fight_void(sitting: Sitting, accounts: Sequence[Player]) -> Sitting:
    """Void the game, then try everything that its accounts may do."""
    sitting.ask(OverrideGameAsModerator("void", "Nobody played"), MODERATOR)
    tried: tuple[PodCommand, ...] = (
        UndoPodEvent(),
        UndoPodEvent("It was played"),
        OverrideGameAsModerator("reopen", "It was played"),
        OverrideGameAsModerator("end", "It was played", CHEATER),
        StartGame(sitting.pod.players, CHEATER),
        ReportWin(CHEATER),
    )
    for player in (CHEATER, *accounts):
        for command in tried:
            sitting.ask(command, player)
    sitting.pass_silence()
    return sitting


def _do_deeds(accounts: Sequence[Player], channel: int, at: datetime) -> Sitting:
    players = [CHEATER, *accounts]
    sitting = _begin(players, _find_setup(len(players)), channel, at)
    for _ in range(HOUSE_TIMES):
        sitting.ask(ClaimServerAchievement(CHEATER, HOUSE_DEED, "It was done", HOUSE_TIMES), CHEATER)
        claim = sitting.pod.unconfirmed[-1].needed_confirmation.version
        sitting.ask(ConfirmGameReports((claim,), accounts[0]), accounts[0])
    lost = tuple(DefeatReport(account, "poison", (DefeatSource(CHEATER),)) for account in accounts)
    sitting.ask(ReportDefeats(lost), accounts[0])
    sitting.pass_silence()
    return sitting


def _respawn(account: Player, channel: int, at: datetime) -> Sitting:
    sitting = _begin([CHEATER, account], _find_setup(2, "respawn"), channel, at)
    for _ in range(MANY):
        sitting.ask(_beat(account, CHEATER), account)
    sitting.ask(ClosePod(), CHEATER)
    sitting.pass_silence()
    return sitting
