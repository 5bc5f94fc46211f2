"""The small server that the sandbox plays in: its channels, its members, and their languages."""

from dataclasses import dataclass

import discord
import simcord

from bot.sandbox import avatars

GUILD = "The Undercroft"
BOT, BOT_COLOUR = "Suzerain", "#5b2a86"
AVATAR = "sandbox"  # what Discord has a hash for
_LANGUAGES = {"en-US": "", "fr": "français", "ru": "русский"}


@dataclass(frozen=True, slots=True)
class SampleChannel:
    """A text channel: its name, and the line beside it."""

    name: str
    topic: str


@dataclass(frozen=True, slots=True)
class SampleMember:
    """A member: the name shown, their colour, the language of their client, if they moderate."""

    name: str
    colour: str
    locale: str = "en-US"
    moderates: bool = False

    @property
    def label(self) -> str:
        """The name, and what makes this member worth looking as."""
        notes = (self.name, _LANGUAGES[self.locale], "moderator" if self.moderates else "")
        return " · ".join(filter(None, notes))


CHANNELS = (
    SampleChannel("table-one", "One pod at a time. Begin with /pod open."),
    SampleChannel("table-two", "Another table, another pod."),
    SampleChannel("table-ronde", "Ici, on joue en français."),
    SampleChannel("leaderboard", "Who has most points?"),
    SampleChannel("duel", "Magicjoust, for two. Begin with /joust open."),
)

PEOPLE = (
    SampleMember("Ana", "#b4431f", moderates=True),
    SampleMember("Bo", "#2f6f9f"),
    SampleMember("Cy", "#3b7d4f"),
    SampleMember("Di", "#8a4fa3"),
    SampleMember("Eve", "#a8761b"),
    SampleMember("Fay", "#b03a6b", locale="fr"),
    SampleMember("Gil", "#4f5d75", locale="ru"),
)


@dataclass(frozen=True, slots=True)
class World:
    """The channels, and who is who among the members."""

    channels: list[simcord.ChannelHandle]
    members: dict[simcord.MemberActor, SampleMember]

    @property
    def languages(self) -> dict[int, str]:
        """The language of each member's client, by user id."""
        return {member.id: person.locale for member, person in self.members.items()}

    @property
    def labels(self) -> dict[simcord.MemberActor, str]:
        """What the page calls each member."""
        return {member: person.label for member, person in self.members.items()}

    def draw_pictures(self, bot_id: int) -> dict[int, bytes]:
        """The picture of everybody, the bot included, by user id."""
        people = {
            member.id: (person.name, person.colour) for member, person in self.members.items()
        }
        named = {bot_id: (BOT, BOT_COLOUR), **people}
        return {user_id: avatars.draw(*drawn) for user_id, drawn in named.items()}


def build(env: simcord.Env) -> World:
    """Make the server in a simulated Discord that has not started; always with the same ids."""
    users = [
        env.create_user(person.name.lower(), global_name=person.name, avatar=AVATAR)
        for person in PEOPLE
    ]
    guild = env.create_guild(GUILD, owner=users[0])
    channels = [guild.create_text_channel(place.name, topic=place.topic) for place in CHANNELS]
    moderating = discord.Permissions(manage_guild=True, manage_messages=True)
    moderators = [guild.create_role("Moderators", permissions=moderating)]
    members = {
        guild.add_member(user, roles=moderators if person.moderates else ()): person
        for user, person in zip(users, PEOPLE, strict=True)
    }
    return World(channels, members)
