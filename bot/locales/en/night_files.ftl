### The file of a night, and the picture of its standings.

plan-button-fair = Check the draw
night-sealed-about = Among pods that are equally good a secret chooses, which nobody sees before the night is over. The commitment is the SHA-256 fingerprint of the lines below. Note its first sixteen characters, which stay on the message: once the night is closed, this button gives you the file that proves the pods.
night-sealed-still = The file comes { $when }: until then the end of the night can still be taken back.
night-proof-about = The pods came from what is in this file; its `commitment` was on the message before. Save it: `suzerain verify night.json` pairs again. How to do it without the bot: `docs/design/night-recipe.md`, beside its source.
night-proof-hides = On this server people avoid somebody. So that nobody can work out who, whoever was here, the file leaves out the secret. It proves sizes and who sat out. Moderators who neither played nor led the night get all of it by this button.
night-proof-changed = Somebody has changed since whom they avoid: the file no longer proves the pods of rounds { $rounds }.
night-proof-pairs = Only moderators get this file: it says who was kept apart. Tell nobody.
night-proof-forgotten = Somebody of this night was forgotten: the file proves the pods, but no longer which account is behind which line.
night-chart = Standings, round by round
night-chart-picture = { $title }: place, name and points, then the places after rounds { $weeks }.
