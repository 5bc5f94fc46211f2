### Les réglages d’une partie, montrés à toi seul avant toute publication

change-button-change = Modifier
change-button-write = Titre, places, vie…
change-button-options = Portée, attaques, tours…
change-button-back = Retour
change-base = Format
change-scoring = Barème
change-teams = Équipes
change-bracket = Bracket
change-bracket-none = Aucun bracket
change-switches = Ce qui est activé
change-turns = Suivre les tours sur le tableau
change-life = Compter points de vie, poison et blessures de commandant
change-choose_master = Un perdant sans responsable peut choisir son maître
change-event = Montrer la partie parmi les événements du serveur
change-mention = Mentionner le rôle de ceux qui cherchent une partie
change-form-title = Titre
change-form-title-about = Pour le tableau, par exemple Vendredi soir
change-form-size = Places
change-form-size-about = Laisse vide pour toutes celles de la disposition
change-form-life = Points de vie au départ
change-form-life-about = Laisse vide pour le total du format ; un nombre active le décompte

option-change = modifier
option-change-about = Voir d’abord les réglages, et modifier ceux qui n’ont pas d’option ici

open-read = 🪑 Rien n’est encore publié. Modifie ci-dessous ce que tu veux, puis appuie sur *{ open-button }*.
open-button = Ouvrir la table

lobby-setup-read = ✏️ Rien n’est encore modifié. Modifie ci-dessous ce que tu veux, puis appuie sur *{ lobby-setup-button }*. Chacun garde sa place.
lobby-setup-button = Enregistrer pour tous
button-change = Modifier la table
done-change = La table est modifiée. Chacun voit les changements sur le tableau.
event-setup-changed = ✏️ Modifié : { $changes }
change-title-none = Sans titre
change-on = oui
change-off = non
lobby-range = ℹ️ Nombre minimal de places pour une portée de { $range } : { $fewest }. L’hôte peut en choisir une plus courte avec `⋯` ✏️ *{ button-change }*.

refusal-setup-gone = Cet aperçu n’est plus valable : il a déjà servi, ou j’ai redémarré. Tape la commande à nouveau.
refusal-setup-seats = Ce nombre de places ne va pas. Appuie encore sur ✏️ *{ change-button-write }*, et écris 2 ou plus, ou rien.
refusal-setup-life = Ce nombre de points de vie ne va pas. Appuie encore sur ✏️ *{ change-button-write }*, et écris un nombre de 1 à 999, ou rien.
refusal-lobby-setup-gone = Cet aperçu n’est plus valable : il a déjà servi, ou j’ai redémarré. Appuie encore sur `⋯` ✏️ *{ button-change }* sur le tableau.
refusal-setup-started = La partie a commencé : ce qui était convenu reste. Pour autre chose, ferme-la et ouvre une autre table.
refusal-setup-late = Quelqu’un d’autre a modifié cette table entre-temps. Appuie encore sur `⋯` ✏️ *{ button-change }* sur le tableau.
refusal-setup-same = Rien n’est encore modifié. Choisis d’abord autre chose ci-dessous.
refusal-setup-full = Places prises ou gardées ici : { $taken }, places choisies : { $most }. Choisis-en plus, ou demande d’abord à quelqu’un de partir.
refusal-setup-teams = L’équipe choisie ({ $players }) n’existerait plus (équipes alors : { $most }). Il faut d’abord en choisir une autre.
refusal-setup-shared = Dans une série ou une soirée, le barème et le choix d’un maître sont les mêmes pour toutes les parties ; dans une soirée, la portée, les attaques, les tours, les points de vie et les équipes aussi. Laisse-les tels quels, et modifie le reste.
