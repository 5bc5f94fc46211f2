"""Which pods a channel has seen since one of them, with what each counts."""

from bot.joust.concessions import ConcedeDuel
from bot.joust.duel import DuelSetup
from bot.joust.lobby import OpenDuel, StartDuel
from bot.projections.past_pods import PodSeriesRound, load_pod_series_rounds
from bot.rules.closing import ClosePod
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportDrawnGame
from bot.storage.engine.database import Database
from tests.storage.store import CHANNEL, Channel

ANA_WON = {"ana": 3, "bo": 1, "cy": 1, "di": 0}
NOTHING = dict.fromkeys(ANA_WON, 0)


async def test_a_channel_without_pods_has_no_rounds(database: Database) -> None:
    assert await load_pod_series_rounds(database, CHANNEL, 1) == []


async def test_a_duel_between_pods_is_no_round(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    await channel.do(OpenDuel(DuelSetup("own"), "ana", ("ana", "bo")), StartDuel("ana"))
    await channel.do(ConcedeDuel("ana"))
    await channel.play("bo")
    assert [each.winners for each in await load_pod_series_rounds(database, CHANNEL, 1)] == [["ana", "bo", "cy"], []]


async def test_rounds_are_told_from_the_first_on_with_points_once_they_count(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    first = await channel.do(UndoPodEvent())
    await channel.do(ReportDrawnGame())
    await channel.play("bo", "cy", "di")
    second = channel.number
    await channel.play("bo")
    third = channel.number
    await Channel(database, CHANNEL + 1).play("bo", "cy", "di")
    draw = PodSeriesRound(first.pod, "finished", NOTHING, [])
    won = PodSeriesRound(second, "finished", ANA_WON, ["ana", "bo", "cy"])
    assert await load_pod_series_rounds(database, CHANNEL, 1) == [draw, won, PodSeriesRound(third, "running", {}, [])]
    await channel.do(ClosePod())
    assert await load_pod_series_rounds(database, CHANNEL, second) == [won, PodSeriesRound(third, "closed", {}, [])]
