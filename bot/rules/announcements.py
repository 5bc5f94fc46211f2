"""Announcements beside the game: where the players meet, and that the time of a round is over."""

from bot.rules.commands_and_events import Sentence
from bot.rules.pod import Pod, PodCommand, SideEvent
from bot.rules.rights import PLAYERS, THE_BOT


class SetMeetingLink(PodCommand, frozen=True):
    """The command that sets the web link where the players meet; None removes the link."""

    link: str | None = None

    right = PLAYERS

    def create_event(self, pod: Pod, /) -> "MeetingLinkSet":
        """Return the `MeetingLinkSet` event for this command.

        Raises `Refusal` if the pod is over.
        """
        pod.check_open()
        return MeetingLinkSet(self.link)


class MeetingLinkSet(SideEvent, frozen=True, tag="link-set"):
    """The event that a player set or removed (None) the web link where the players meet."""

    link: str | None = None

    def update_meeting_link(self, link: str | None) -> str | None:
        """Return the new meeting link; None if the link was removed."""
        return self.link

    def describe(self) -> Sentence:
        """Return the sentence that describes the `MeetingLinkSet` event to players."""
        return Sentence("event-link-gone" if self.link is None else "event-link")


class RecordTimeUp(PodCommand, frozen=True):
    """The command that tells the players that their round's time is over; the game goes on."""

    right = THE_BOT

    def create_event(self, pod: Pod, /) -> "RoundTimeEnded":
        """Return the `RoundTimeEnded` event for this command.

        Raises `Refusal` if the pod is over.
        """
        pod.check_open()
        return RoundTimeEnded()


class RoundTimeEnded(SideEvent, frozen=True, tag="time-up"):
    """The event that the round's time is over: the players finish this turn cycle."""

    def describe(self) -> Sentence:
        """Return the sentence that describes the `RoundTimeEnded` event to players."""
        return Sentence("event-time-up")
