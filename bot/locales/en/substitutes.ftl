### Substitutes: somebody takes over a seat in a running game.

option-substitute-about = Who plays on for you; name them again to take the offer back
button-substitute = Substitute
button-seat = Take { $player }’s seat
button-grant = It’s theirs now: { $player }
seat-ask = Who plays on for you? { $who } They agree with 🔁 *{ $button }* on the board. The result stays yours, unless everyone else in the game says it is theirs.
seat-who-new = Choose someone who has had no seat in this game.
seat-who-invited = Only these people can: { $players }.
seat-placeholder = Your substitute
seat-call = 🔁 { $player } would like to give their seat in this game to { $to }. If you agree, press the button.
done-seat-kept = You keep your seat.
substitutes-title = 🔁 Substitutes
substitutes-of = { $player } sits where { $former } sat.
substitutes-owner = -# The result belongs to { $owner }, unless everyone else in the game presses 🔁.
substitutes-result = -# The result belongs to { $owner }.
substitutes-agreed = -# It should be the substitute’s: { $have } of { $needed }
substitutes-offer = { $player } offers their seat to { $to }.
event-seat-offered = 🔁 { $player } offers their seat to { $to }.
event-seat-kept = 🔁 { $player } keeps their seat.
event-result-granted = 🔁 { $by } says that the result now belongs to { $player }.
event-result-taken = 🔁 { $by } says so too: the result now belongs to { $player }.
refusal-seat-not-offered = Nobody has offered you this seat, or the offer was taken back. Ask the player to use `⋯` 🔁 *{ button-substitute }*.
refusal-seat-bot = That isn’t a member who could play on. Choose a person on this server.
refusal-no-substitute = No result is left to give away here: the substitute is out of the game, or it is theirs already.
refusal-others-grant = That is for the others in the game to say: { $players }.
refusal-granted-already = You have said that already. The result is { $player }’s once everyone else in the game says so.
