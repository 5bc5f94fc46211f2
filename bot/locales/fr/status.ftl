### Qui peut attaquer qui, et qui est à portée : sur le tableau et sous `/table situation`

board-attack = ⚔️ Peut attaquer
reach-nobody = personne
board-attack-more = … pour les autres, voir `/table situation`
status-title = 🪑 La table
status-seats = Ordre des tours : { $seats }
status-attack = ⚔️ Tu peux attaquer : { $players }
status-reach = 🎯 À ta portée : { $players }
status-no-limit = 🎯 Ta portée est illimitée.
status-begun = ⏳ Jusqu’au prochain tour, équipes, places et portée sont celles du début de celui-ci.
status-phased = 💤 Tu es hors phase : tu n’attaques personne et personne ne t’attaque. Tu reviens quand c’est de nouveau ton tour.
status-out = 💀 Tu es hors jeu : tu n’attaques personne.

## Dans l’image : un mot ou deux à côté de chaque signe

picture-attack = tu peux attaquer
picture-reach = à ta portée
picture-beyond = hors de ta portée
picture-active = c’est son tour
picture-table = Les places dans le sens horaire, depuis la première.
picture-team = équipe
picture-serves = sert
picture-master = maître
picture-emperor = empereur
picture-thrall = esclave
picture-minion = serviteur
picture-masterless = sans maître
picture-out = hors jeu
