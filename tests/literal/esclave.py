"""Esclave: what comes of a moment's losses and of a concession (esclave.md)."""

from dataclasses import dataclass, field

from tests.literal.blame import Blame, Loss, blame
from tests.literal.loops import list_looped
from tests.literal.losses import list_losses
from tests.literal.service import Band, arrive, find_heirs, leave
from tests.literal.sheet import Question, Result, Sheet, Verdict
from tests.literal.telling import Refused
from tests.literal.turns import pass_turn_on

POINTS = {"won_as_master": 3, "won_as_servant": 1, "lost_as_master": 0, "lost_as_servant": -1}


@dataclass
class Moment:
    """The losses of one moment while they are judged: nothing of it has happened yet (ESC-D21)."""

    sheet: Sheet
    losses: list[Loss]
    blames: dict[str, Blame]
    responsible: dict[str, str | None] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)
    chosen: dict[str, str | None] = field(default_factory=dict)
    heirs: dict[str, str] = field(default_factory=dict)

    def find_loss(self, loser: str) -> Loss:
        return next(loss for loss in self.losses if loss.loser == loser)

    def blame(self, loser: str, responsible: str | None, rule: str) -> None:
        self.responsible[loser] = responsible
        self.rules[loser] = rule


def concede(sheet: Sheet, player: str) -> None:
    """ESC-31, ESC-44, ESC-45, ESC-D17."""
    if player in sheet.leavers:
        raise Refused(f"{player} is leaving already")
    sheet.facts = [fact for fact in sheet.facts if fact.loser != player]
    sheet.answers = {key: said for key, said in sheet.answers.items() if key[1] != player}
    master = sheet.master.get(player)
    if master is not None:
        sheet.remove(player)
        sheet.service[master] = leave(sheet.service.get(master, ()), [player])
    else:
        sheet.leavers.append(player)


def go_on(sheet: Sheet) -> None:
    """Lets happen what can: who leaves first, then whether the game is over, then what waits."""
    sheet.question = None
    for leaver in list(sheet.leavers):
        heirs = find_heirs(sheet.service.get(leaver, ()))
        heir = _choose(sheet, Question("successor", leaver, heirs)) if heirs else None
        if heir is not None or not heirs:
            sheet.leavers.remove(leaver)
            part(sheet, leaver, heir)
    if sheet.leavers:
        return
    if len(sheet.masters()) <= 1:
        finish(sheet, sheet.masters(), [])
    elif sheet.facts:
        _judge(sheet)


def part(sheet: Sheet, leaver: str, heir: str | None) -> None:
    """A master leaves; those who served stay together under the heir (ESC-45)."""
    order = sheet.service.pop(leaver, ())
    if heir is not None:
        followers = [player for player in sheet.servants(leaver) if player != heir]
        pass_turn_on(sheet, leaver, heir)
        sheet.free(heir)
        sheet.service[heir] = leave(order, [heir])
        for follower in followers:
            sheet.bind(follower, heir)
    sheet.remove(leaver)


def _choose(sheet: Sheet, question: Question) -> str | None:
    """The answer; the only option; or else the pod waits for it."""
    key = (question.kind, question.by)
    answer = sheet.answers.get(key)
    declined = question.may_decline and key in sheet.answers and answer is None
    if answer in question.options or declined:
        return answer
    if len(question.options) == 1 and not question.may_decline:
        return question.options[0]
    sheet.question = sheet.question or question
    return None


def _judge(sheet: Sheet) -> None:
    """What comes of the report, on the teams as they are; or what it still waits for."""
    losses = list_losses(sheet)
    moment = Moment(sheet, losses, {loss.loser: blame(sheet, loss) for loss in losses})
    losers = {loss.loser for loss in losses}
    standing = [master for master in sheet.masters() if master not in losers]
    if len(standing) <= 1:
        _finish_by_defeat(moment, standing)
        return
    for ask in (_ask_responsible, _ask_new_masters, _ask_heirs):
        ask(moment)
        if sheet.question is not None:
            return
        if ask is _ask_responsible:
            _break_loops(moment)
            _follow_the_beaten(moment)
    _settle(moment)
    sheet.facts, sheet.answers = [], {}


def _sort_losers(moment: Moment) -> list[str]:
    """Choices at the same time: who is active first, then the others clockwise (TAB-11).

    In a subgame nobody is told to be active: clockwise from the first seat.
    """
    sheet, turn = moment.sheet, moment.sheet.turn
    losers = [loss.loser for loss in moment.losses]
    if turn is None:
        return sorted(losers, key=sheet.seats.index)
    *others, own = sheet.clockwise(turn.places[0])
    order = [own, *others]
    return sorted(losers, key=lambda loser: (loser not in turn.active, order.index(loser)))


def _ask_responsible(moment: Moment) -> None:
    """ESC-22, 24, 25 and D11: the loser chooses among those who are equal."""
    for loser in _sort_losers(moment):
        found = moment.blames[loser]
        chosen = None
        if found.options:
            chosen = _choose(moment.sheet, Question("responsible", loser, found.options))
        moment.chosen[loser] = chosen
        moment.blame(loser, chosen, found.rule)


def _break_loops(moment: Moment) -> None:
    """ESC-D6: those whose responsible players form a loop have nobody responsible."""
    for loser in list_looped(moment.responsible):
        moment.blame(loser, None, "ESC-D6")


def _follow_the_beaten(moment: Moment) -> None:
    """ESC-D6: who beat them serves another now, or has left."""
    for loser, found in list(moment.responsible.items()):
        at = found
        while at is not None and at in moment.responsible:
            at = moment.responsible[at]
        if at != found:
            moment.blame(loser, at, "ESC-D6")


def _ask_new_masters(moment: Moment) -> None:
    """ESC-60: who would lose as a master may serve a master of their choice instead."""
    sheet = moment.sheet
    if not sheet.choose_master:
        return
    standing = [master for master in sheet.masters() if master not in moment.blames]
    for loser in _sort_losers(moment):
        if moment.responsible[loser] is None and sheet.status[loser] == "master":
            asked = Question("new-master", loser, standing, may_decline=True)
            chosen = _choose(sheet, asked)
            if chosen is not None:
                moment.blame(loser, chosen, "ESC-60")


def _ask_heirs(moment: Moment) -> None:
    """ESC-D1: the servants of a master who is out stay, and follow ESC-45."""
    for loser in _sort_losers(moment):
        heirs = find_heirs(_list_abandoned(moment, loser))
        if heirs:
            chosen = _choose(moment.sheet, Question("successor", loser, heirs))
            moment.heirs[loser] = chosen or heirs[0]


def _list_abandoned(moment: Moment, loser: str) -> tuple[tuple[Band, ...], ...]:
    """Who stays behind when this loser leaves, in the order of their service."""
    if moment.responsible[loser] is not None or moment.find_loss(loser).by_life:
        return ()
    gone = [*moment.blames, *moment.blames[loser].traitors]
    return leave(moment.sheet.service.get(loser, ()), gone)


def _settle(moment: Moment) -> None:
    """It happens: everybody arrives, leaves or succeeds at this one moment."""
    sheet = moment.sheet
    arriving: dict[str, list[Band]] = {}
    losers = list(moment.blames)
    orders = {loser: leave(sheet.service.get(loser, ()), losers) for loser in losers}
    for master, order in sheet.service.items():
        sheet.service[master] = leave(order, losers)
    for loser in losers:
        responsible = moment.responsible[loser]
        if responsible is None:
            _put_out(moment, loser)
        else:
            arriving.setdefault(responsible, []).append(Band(loser, orders[loser]))
            _bring(sheet, loser, responsible, losers)
    for master, bands in arriving.items():
        sheet.service[master] = arrive(sheet.service.get(master, ()), bands)
    for loser in losers:
        _give_verdict(moment, loser, "out" if sheet.status[loser] == "out" else "servant")


def _bring(sheet: Sheet, loser: str, master: str, losers: list[str]) -> None:
    """ESC-8: a beaten master brings all who served them; nobody of them is active any more."""
    for servant in sheet.servants(loser):
        if servant not in losers:
            sheet.bind(servant, master)
            sheet.rest(servant)
    sheet.service.pop(loser, None)
    sheet.bind(loser, master)
    sheet.rest(loser)


def _put_out(moment: Moment, loser: str) -> None:
    """ESC-D1, ESC-D3: nobody is responsible."""
    sheet = moment.sheet
    others = [player for player in sheet.servants(loser) if player not in moment.blames]
    with_them = moment.blames[loser].traitors
    if moment.find_loss(loser).by_life:
        with_them = others
    for servant in with_them:
        if servant in others:
            sheet.remove(servant)
            sheet.service[loser] = leave(sheet.service.get(loser, ()), [servant])
    part(sheet, loser, moment.heirs.get(loser))


def _give_verdict(moment: Moment, loser: str, becomes: str) -> None:
    responsible = moment.responsible[loser]
    named = moment.blames[loser]
    by_choice = responsible is None or moment.rules[loser] == "ESC-60"  # nobody is responsible
    source = named.name_source(responsible if by_choice else moment.chosen.get(loser, responsible))
    verdict = Verdict(loser, responsible, becomes, moment.rules[loser], source)
    moment.sheet.verdicts.append(verdict)


def _finish_by_defeat(moment: Moment, standing: list[str]) -> None:
    """ESC-9, ESC-D6: at most one master is not among the losers. Nobody is asked (ESC-D2)."""
    rule = "ESC-9" if standing else "TAB-6"
    for loser, found in moment.blames.items():
        said = moment.sheet.answers.get(("responsible", loser))
        named = found.options[0] if len(found.options) == 1 else None
        moment.blame(loser, said if said in found.options else named, rule)
        _give_verdict(moment, loser, "beaten")
    finish(moment.sheet, standing, [])


def win(sheet: Sheet, player: str, means: str) -> None:
    """ESC-10, ESC-11."""
    combo = sheet.scoring == "lotus" and means == "combo"
    master = sheet.master.get(player, player)
    finish(sheet, [master], [master] if combo else [])


def finish(sheet: Sheet, winners: list[str], by_combo: list[str]) -> None:
    """The points of everybody, each as what they are or left as (ESC-11, ESC-D10, ESC-D14)."""
    points = {}
    winning = [player for master in winners for player in sheet.team(master)]
    for player in sheet.seats:
        role = sheet.out_as.get(player, sheet.status[player])
        won = player in winning
        points[player] = POINTS[f"{'won' if won else 'lost'}_as_{role}"]
        if not winners and player in sheet.present():
            points[player] = 0
        if player in by_combo:
            points[player] = 2
    sheet.facts, sheet.answers, sheet.question = [], {}, None
    sheet.result = Result(winning, not winners, points)
