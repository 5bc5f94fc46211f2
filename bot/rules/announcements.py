"""Announcements beside the game: where the players meet, and that the time of a round is over."""

from bot.rules.commands_and_events import TranslatableSentence
from bot.rules.pod import NonGameplayEvent, Pod, PodCommand
from bot.rules.rights import PLAYERS, THE_BOT


class SetMeetingLink(PodCommand, frozen=True):
    """The command that sets or removes the link of the pod's web meeting.

    None as the link removes it.
    """

    link: str | None = None

    right = PLAYERS

    def create_event(self, pod: Pod, /) -> "MeetingLinkChanged":
        """Return the `MeetingLinkChanged` event. Raises `Refusal` if the pod is over."""
        pod.require_game_unfinished()
        return MeetingLinkChanged(self.link)


class MeetingLinkChanged(NonGameplayEvent, frozen=True, tag="link-set"):
    """The event that the link of the pod's web meeting was set or removed."""

    link: str | None = None

    def compute_meeting_link_after_event(self, previous_link: str | None) -> str | None:
        return self.link

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("event-link-gone" if self.link is None else "event-link")


class AnnounceEndOfRoundTime(PodCommand, frozen=True):
    """The command that announces the end of a round's time; the game itself goes on."""

    right = THE_BOT

    def create_event(self, pod: Pod, /) -> "RoundTimeEnded":
        """Return the `RoundTimeEnded` event. Raises `Refusal` if the pod is over."""
        pod.require_game_unfinished()
        return RoundTimeEnded()


class RoundTimeEnded(NonGameplayEvent, frozen=True, tag="time-up"):
    """The event that the time of a round ended: players finish only the current turn cycle."""

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("event-time-up")
