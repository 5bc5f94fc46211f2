"""Announcements beside the game: where the players meet, and that the time of a round is over."""

from bot.rules.acts import Sentence
from bot.rules.pod import AsideEvent, Pod, PodCommand
from bot.rules.rights import PLAYERS, THE_BOT


class SetLink(PodCommand, frozen=True):
    """Say where the players meet on the web; None takes the link away."""

    link: str | None = None

    right = PLAYERS

    def decide(self, pod: Pod, /) -> "LinkSet":
        """Return the event of the command. Raises `Refusal` if the pod is over."""
        pod.check_open()
        return LinkSet(self.link)


class LinkSet(AsideEvent, frozen=True, tag="link-set"):
    """A player said where they meet on the web; None means that they took the link away."""

    link: str | None = None

    def change_link(self, link: str | None) -> str | None:
        """Return the new link."""
        return self.link

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        return Sentence("event-link-gone" if self.link is None else "event-link")


class NoteTimeUp(PodCommand, frozen=True):
    """Tell the players that the time of their round is over; the game goes on."""

    right = THE_BOT

    def decide(self, pod: Pod, /) -> "TimeUp":
        """Return the event of the command. Raises `Refusal` if the pod is over."""
        pod.check_open()
        return TimeUp()


class TimeUp(AsideEvent, frozen=True, tag="time-up"):
    """The players were told that the time of their round is over: they finish this turn cycle."""

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        return Sentence("event-time-up")
