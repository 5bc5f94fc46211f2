"""The sample server of the sandbox: its channels, its members, and their languages."""

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import discord
import simcord
from PIL import Image, ImageDraw, ImageFont

from bot.i18n import Locale

GUILD = "The Undercroft"
BOT = "Suzerain"
BOT_COLOUR = "#5b2a86"
AVATAR = "sandbox"  # stands for the hash of a picture on Discord
_AVATAR_SIZE = 160

DUEL_CHANNEL = "duel"
"""The channel for duels of Magicjoust."""


@dataclass(frozen=True, slots=True)
class SampleChannel:
    """A text channel of the sample server: name and topic."""

    name: str
    topic: str


@dataclass(frozen=True, slots=True)
class SampleMember:
    """A member of the sample server: name, colour, language, and whether they are a moderator.

    The page collapses the list of members who are only there to fill a game night.
    """

    name: str
    colour: str
    locale: str = "en-US"
    moderates: bool = False
    is_folded: bool = False


CHANNELS = (
    SampleChannel("table-one", "One pod at a time · Une table à la fois · Один стол за раз"),
    SampleChannel("table-two", "Another table · Une autre table · Другой стол"),
    SampleChannel("table-ronde", "Ici, on joue en français."),
    SampleChannel("leaderboard", "The season · La saison · Сезон"),
    SampleChannel(DUEL_CHANNEL, "Magicjoust"),
)

PEOPLE = (
    SampleMember("Ana", "#b4431f", moderates=True),
    SampleMember("Bo", "#2f6f9f"),
    SampleMember("Cy", "#3b7d4f"),
    SampleMember("Di", "#8a4fa3"),
    SampleMember("Eve", "#a8761b"),
    SampleMember("Fay", "#b03a6b", locale="fr"),
    SampleMember("Gil", "#4f5d75", locale="ru"),
    SampleMember("Hal", "#6b5b2e", is_folded=True),
    SampleMember("Ida", "#1f7a7a", is_folded=True),
    SampleMember("Jo", "#8c3b3b", is_folded=True),
    SampleMember("Kim", "#5a4fb0", is_folded=True),
    SampleMember("Lou", "#3f6b3a", is_folded=True),
)


def find_sample_duel_deck(language: Locale) -> Path:
    """Return the path of the file with the two decks for a first duel, in a language."""
    return Path(__file__).with_name("decks") / f"first-duel.{language}.toml"


@dataclass(frozen=True, slots=True)
class SampleServer:
    """The sandbox's sample server: its id, channels and members."""

    guild: int
    channels: list[simcord.ChannelHandle]
    members: dict[simcord.MemberActor, SampleMember]

    @property
    def moderator_ids(self) -> set[int]:
        return {member.id for member, person in self.members.items() if person.moderates}

    @property
    def ids_of_collapsed_members(self) -> set[int]:
        return {member.id for member, person in self.members.items() if person.is_folded}

    @property
    def language_by_member_id(self) -> dict[int, str]:
        """Return the language of each sample member's Discord client, by user id."""
        return {member.id: person.locale for member, person in self.members.items()}

    def draw_avatars(self, bot_id: int) -> dict[int, bytes]:
        """Return an avatar as PNG for each sample member and the bot, by user id."""
        people = {member.id: (person.name, person.colour) for member, person in self.members.items()}
        named = {bot_id: (BOT, BOT_COLOUR), **people}
        return {user_id: _draw_letter_avatar(*drawn) for user_id, drawn in named.items()}


def build_sample_server(simulated_discord: simcord.Env) -> SampleServer:
    """Create the sample server in a simulated Discord. Its ids are always the same."""
    known = [person for person in PEOPLE if not person.is_folded]
    users = [_create_sample_user(simulated_discord, person) for person in known]
    guild = simulated_discord.create_guild(GUILD, owner=users[0])
    channels = [guild.create_text_channel(place.name, topic=place.topic) for place in CHANNELS]
    moderating = discord.Permissions(manage_guild=True, manage_messages=True)
    moderators = [guild.create_role("Moderators", permissions=moderating)]
    members = {
        guild.add_member(user, roles=moderators if person.moderates else ()): person
        for user, person in zip(users, known, strict=True)
    }
    # The ids of what stands above stay those of databases that were kept before these came.
    folded = (person for person in PEOPLE if person.is_folded)
    members |= {guild.add_member(_create_sample_user(simulated_discord, person)): person for person in folded}
    return SampleServer(guild.id, channels, members)


def _create_sample_user(simulated_discord: simcord.Env, sample_member: SampleMember) -> simcord.UserHandle:
    return simulated_discord.create_user(sample_member.name.lower(), global_name=sample_member.name, avatar=AVATAR)


def _draw_letter_avatar(name: str, colour: str) -> bytes:
    """Return a PNG with the first letter of a name in white on a colour."""
    image = Image.new("RGB", (_AVATAR_SIZE, _AVATAR_SIZE), colour)
    font = ImageFont.load_default(size=_AVATAR_SIZE * 0.55)
    middle = (_AVATAR_SIZE / 2, _AVATAR_SIZE / 2)
    ImageDraw.Draw(image).text(middle, name[0], fill="white", font=font, anchor="mm")
    written = BytesIO()
    image.save(written, "PNG")
    return written.getvalue()
