### Ce que la modération masque, et son bureau

## Masquer un texte

button-strike = Masquer un texte
button-unstrike = Réafficher
strike-which = Quel texte ?
struck-title = Titre
struck-variant = Nom de variante
struck-season = Nom de saison
struck-guest = Nom d’invité
struck-reason = Motif
struck-card = Carte ou effet
struck-text = Texte
done-strike = Masqué : { $what }. Ce serveur affiche désormais { $mark } à la place, partout où ce texte a été écrit. Aucun résultat ne change. Une erreur ? Appuie sur le bouton, ou utilise `/arbitrer réafficher`.
done-unstrike = Le texte est de nouveau affiché.
audit-struck = a masqué un texte ({ $what })
audit-struck-in = a masqué un texte ({ $what }) dans { $channel }
audit-unstruck = a réaffiché un texte masqué ({ $what })
audit-unstruck-in = a réaffiché un texte masqué ({ $what }) dans { $channel }
refusal-no-text = Ce texte n’est pas de ceux que l’on peut masquer. Choisis-en un dans la liste ; pour une autre partie, remplis l’option `partie`.
refusal-not-struck = Ce texte n’est plus masqué. Choisis dans la liste de `/arbitrer réafficher`.

command-override-strike = masquer
command-override-strike-about = Masquer un titre, une carte, un nom d’invité ou un autre texte écrit par quelqu’un
command-override-unstrike = réafficher
command-override-unstrike-about = Afficher de nouveau un texte masqué
option-text = texte
option-text-about = Quel texte : de cette partie, une saison ou une variante ; ailleurs : option partie
option-struck = texte
option-struck-about = Où se trouvait le texte masqué, le plus récent d’abord

## Le bureau

command-desk = bureau
command-desk-about = Ce qui attend la modération : contestations, résultats à confirmer, parties à voir
desk-title = 🗂️ Bureau de la modération
desk-empty = Rien ne t’attend.
desk-hidden = Rien sur cette page ne vient d’un salon que tu modères. Passe à une autre page.
desk-which = Quelle déclaration ?
desk-pick = Décider d’une partie
look-few = { $count ->
    [one] Le même petit groupe a joué { $count } partie en 28 jours.
   *[other] Le même petit groupe a joué { $count } parties en 28 jours.
}
look-quick = Finie moins d’une minute après son début.
look-won = Gagnée par un effet ou une combo.
button-correct = Corriger
button-void = Invalider
button-dismiss = Classer
done-dismiss = Classée. Cette partie ne reviendra pas sur le bureau.
audit-dismissed = a classé sans suite : { $channel }
