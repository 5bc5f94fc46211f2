"""Who defeated whom in a pod that counts."""

from collections import Counter
from collections.abc import Iterator

from sqlalchemy import bindparam, delete, insert

from bot.projections.played import Played
from bot.projections.standings import may_score
from bot.storage.changes import Change
from bot.storage.rivalries import ADD, SUBTRACT, TIDY
from bot.storage.schema import defeats

_CLEAR = delete(defeats).where(
    defeats.c.channel == bindparam("in_channel"), defeats.c.pod == bindparam("of_pod")
)
_WRITE = insert(defeats)


def project(played: Played) -> Iterator[Change]:
    """Writes the defeats of a pod once they count, and takes back those that no longer do."""
    recorded, pod = played.last, played.pod
    if not may_score(pod, recorded.event):
        return
    of_pod = [{"in_channel": recorded.channel, "of_pod": recorded.pod}]
    yield Change(SUBTRACT, of_pod)
    yield Change(_CLEAR, of_pod)
    pairs = Counter(
        (verdict.responsible, verdict.loser)
        for verdict in (pod.verdicts if pod.counted is not None else ())
        if verdict.responsible not in (None, verdict.loser)
    )
    if pairs:
        rows = [
            {
                "channel": recorded.channel,
                "pod": recorded.pod,
                "responsible": responsible,
                "loser": loser,
                "guild": recorded.guild,
                "times": times,
                "at": played.ended,
            }
            for (responsible, loser), times in pairs.items()
        ]
        yield Change(_WRITE, rows)
        yield Change(ADD, of_pod)
    yield Change(TIDY, [])
