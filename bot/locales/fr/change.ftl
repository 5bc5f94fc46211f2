### Les réglages d’une partie, montrés à toi seul avant toute publication

change-button-change = Modifier
change-button-write = Titre, places, vie…
change-base = Format
change-scoring = Barème
change-teams = Équipes
change-bracket-none = Aucun bracket
change-switches = Tout est désactivé
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

refusal-setup-gone = Cet aperçu n’est plus valable : il a déjà servi, ou j’ai redémarré. Tape la commande à nouveau.
refusal-setup-seats = Ce nombre de places ne va pas. Appuie encore sur ✏️ *{ change-button-write }*, et écris 2 ou plus, ou rien.
refusal-setup-life = Ce nombre de points de vie ne va pas. Appuie encore sur ✏️ *{ change-button-write }*, et écris un nombre de 1 à 999, ou rien.
