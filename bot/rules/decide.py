"""The decision about a command to a pod: an event, or a `Refusal`. Nothing changes here.

Each refusal has a code; its words are in the catalogues (`refusal-<code>`).
"""

from bot.rules.acts import Command, Event
from bot.rules.awards import award_points
from bot.rules.pod import OpeningCommand, Pod, PodCommand
from bot.rules.refusals import refuse


def decide(pod: Pod | None, command: Command) -> Event:
    """Return the event that `command` leads to. Raises `Refusal` and then nothing has happened."""
    if pod is None:
        return command.open_pod() if isinstance(command, OpeningCommand) else refuse("no-pod")
    stops = isinstance(command, PodCommand) and command.stops_for_dispute
    if stops and pod.disputed is not None:
        refuse("disputed")
    return award_points(pod, command.decide(pod))
