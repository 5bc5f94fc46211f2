### Who may attack whom, and who is in range: on the board and below `/pod status`

board-attack = ⚔️ May attack
reach-nobody = nobody
board-attack-more = … for the others see `/pod status`
status-title = 🪑 The table
status-seats = Turn order: { $seats }
status-attack = ⚔️ You may attack: { $players }
status-reach = 🎯 In your range: { $players }
status-no-limit = 🎯 Everyone is in your range.
status-begun = ⏳ Until the next turn, teams, seats and range count as this turn began: nobody attacks who was a teammate then.
status-phased = 💤 You are phased out: you attack nobody, and nobody attacks you. You are back when your turn comes around.
status-out = 💀 You are out of the game.

## In the picture: a word or two beside each sign

picture-attack = you may attack
picture-reach = in your range
picture-beyond = out of your range
picture-active = active player
picture-table = The seats clockwise, from the first.
picture-team = team
picture-serves = serves
picture-master = master
picture-emperor = emperor
picture-thrall = thrall
picture-minion = minion
picture-masterless = masterless
picture-out = out
