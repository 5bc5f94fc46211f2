"""Players whom a game night's organiser adds or drops."""

from msgspec.structs import replace

from bot.nights.night import FormerSignUpPosition, GameNight, set_pseudonym_of_player
from bot.planning.plan import GameNightCommand, GameNightOrganiserAction, PlannedGame
from bot.planning.signing_up import (
    SignUpOrCheckInCommand,
    add_player_to_planned_game,
    remove_player_from_plan,
    require_room_for_sign_up,
)
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ORGANISER, Requester


class DropPlayerFromGameNight(GameNightCommand, frozen=True):
    """The command that removes a player from the coming rounds of a game night."""

    player: Player

    right = ORGANISER

    def create_game_night_event(
        self, planned_game: PlannedGame, game_night: GameNight, /
    ) -> "PlayerDroppedFromGameNight":
        """Return the `PlayerDroppedFromGameNight` event.

        Raises `Refusal` unless the player has signed up.
        """
        if self.player not in planned_game.players:
            raise_refusal("night-not-in", "player", player=self.player)
        return PlayerDroppedFromGameNight(self.player)

    def require_impartial_requester(self, planned_game: PlannedGame, requester: Requester, /) -> None:
        """Raise `Refusal` if the requester plays in the coming rounds and wants to remove another player."""
        if requester.moderator and not requester.neutral:
            return
        plays = requester.player in map(planned_game.find_member_acting_for_player, planned_game.present)
        is_other = (
            self.player in planned_game.present
            and planned_game.find_member_acting_for_player(self.player) != requester.player
        )
        if plays and is_other:
            raise_refusal("night-own-drop", player=self.player)


class PlayerDroppedFromGameNight(GameNightOrganiserAction, ModeratableEvent, frozen=True, tag="night-dropped"):
    """The event that a game night's organiser removed a player from the coming rounds."""

    player: Player

    audit_code = "night-dropped"

    def apply_to_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game without the player who was dropped from the game night.

        The player's place in the list is remembered for an undo, and their press for being added again.
        """
        without = remove_player_from_plan(
            _store_sign_up_position_for_undo(planned_game, game_night, self.player), self.player
        )
        return (
            replace(without, dropped=planned_game.dropped | {self.player})
            if planned_game.has_pressed_join_button(self.player)
            else without
        )

    def undo_in_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game with the dropped player back in their place of the sign-up list.

        A player who signed up again in the meantime stays where they are. The press of one who left again after that
        stands no longer.
        """
        planned_game, former = _restore_sign_up_position(planned_game, game_night)
        if self.player in planned_game.players:
            return planned_game
        players = [*planned_game.players]
        place = len(players) if former.place is None else former.place
        players.insert(place, self.player)
        return add_player_to_planned_game(
            replace(planned_game, players=tuple(players)),
            self.player,
            is_present=former.present,
            joined_in_person=self.player in planned_game.dropped,
        )


class AddPlayerToGameNight(SignUpOrCheckInCommand, GameNightCommand, frozen=True):
    """The command that adds a player who is present to a game night.

    `tag` stands for the player in the random draw of seats. `brought_by` is the member who brings a guest, and acts for
    the guest. `by` adds the player. Whom others add has to press for a seat in a pod, unless they signed up themselves
    before: neither being added nor being dropped by an organiser takes that press away.
    """

    brought_by: Player | None = None
    by: Player | None = None

    right = ORGANISER

    def create_game_night_event(self, planned_game: PlannedGame, game_night: GameNight, /) -> "PlayerAddedToGameNight":
        """Return the `PlayerAddedToGameNight` event.

        Raises `Refusal` if the player is present already, or there is no room.
        """
        if self.player in planned_game.present:
            raise_refusal("night-already", "player", player=self.player)
        if not planned_game.checking:
            raise_refusal("night-early")
        if self.player not in planned_game.players:
            require_room_for_sign_up(planned_game)
        is_own = self.by is not None and self.by == (self.brought_by or self.player)
        has_pressed = is_own or planned_game.has_ever_pressed_join_button(self.player, self.brought_by)
        return PlayerAddedToGameNight(self.player, self.tag, self.brought_by, unconfirmed=not has_pressed)


class PlayerAddedToGameNight(GameNightOrganiserAction, ModeratableEvent, frozen=True, tag="night-added"):
    """The event that a game night's organiser added a player who is present.

    `tag` stands for the player in the draw. `brought_by` is the member who brought a guest, and acts for the guest. An
    `unconfirmed` player was added by somebody else, and has pressed nothing.
    """

    player: Player
    tag: str | None = None
    brought_by: Player | None = None
    unconfirmed: bool = False

    audit_code = "night-added"

    def apply_to_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game with the player added to the game night as present.

        The player's previous place in the list is remembered for an undo.
        """
        planned_game = _store_sign_up_position_for_undo(
            planned_game, set_pseudonym_of_player(game_night, self.player, self.tag), self.player
        )
        if self.brought_by is not None:
            planned_game = replace(planned_game, guests={**planned_game.guests, self.player: self.brought_by})
        return add_player_to_planned_game(
            planned_game, self.player, is_present=True, joined_in_person=not self.unconfirmed
        )

    def undo_in_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game without the added player.

        Nothing changes if the player has left since, or has pressed for themself to be there.
        """
        planned_game, former = _restore_sign_up_position(planned_game, game_night)
        if self.player not in planned_game.players or (
            self.unconfirmed and planned_game.has_pressed_join_button(self.player)
        ):
            return planned_game
        if former.place is None:
            without = remove_player_from_plan(planned_game, self.player)
            return replace(without, dropped=planned_game.dropped | {self.player}) if former.dropped else without
        absent = replace(planned_game, present=planned_game.present - {self.player})
        return add_player_to_planned_game(
            absent, self.player, is_present=False, joined_in_person=not former.unconfirmed
        )


def _store_sign_up_position_for_undo(planned_game: PlannedGame, game_night: GameNight, player: Player) -> PlannedGame:
    place = planned_game.players.index(player) if player in planned_game.players else None
    states = (player in each for each in (planned_game.present, planned_game.unconfirmed, planned_game.dropped))
    former = FormerSignUpPosition(place, *states)
    return replace(planned_game, night=replace(game_night, former=(*game_night.former, former)))


def _restore_sign_up_position(
    planned_game: PlannedGame, game_night: GameNight
) -> tuple[PlannedGame, FormerSignUpPosition]:
    """Remove the last stored sign-up position for an undo; return the planned game and this position.

    Guests have the members again who brought them by the additions that were not undone.
    """
    kept = replace(game_night, former=game_night.former[:-1])
    added = (act for act in kept.acts if isinstance(act, PlayerAddedToGameNight))
    bringers = {act.player: act.brought_by for act in added if act.brought_by is not None}
    return replace(planned_game, night=kept, guests={**planned_game.guests, **bringers}), game_night.former[-1]
