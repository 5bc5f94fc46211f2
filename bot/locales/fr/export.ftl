### Le classement en fichier, et le rôle de qui est en tête de la saison

## Export

standings-exported = { $players ->
    [one] 📦 Le classement, avec { $players } joueur ; personne d’autre ne voit ce fichier.
   *[other] 📦 Le classement, avec { $players } joueurs ; personne d’autre ne voit ce fichier.
}
option-export = exporter
option-export-about = Le classement complet dans un fichier visible par toi uniquement
export-csv = CSV, pour les tableurs
export-json = JSON, pour les programmes
refusal-export-large = Ce fichier serait trop gros pour Discord. Choisis une saison ou les derniers jours, ou CSV plutôt que JSON ; ou demande à la personne qui fait tourner le bot : elle n’a pas cette limite.

## Les parties dans un fichier

export-games = Parties (CSV), administrateurs
games-exported = { $games ->
    [0] 📄 Aucune partie ne compte dans cette période.
    [one] 📄 { $games } partie. Toi seul vois ce fichier. Il nomme des comptes : ne le donne pas à n’importe qui.
   *[other] 📄 { NUMBER($games) } parties. Toi seul vois ce fichier. Il nomme des comptes : ne le donne pas à n’importe qui.
} Un tel fichier peut être saisi à nouveau, ici ou ailleurs ; tu vois d’abord ce qui changerait.
games-enter = Saisir les parties d’un fichier
games-file = Fichier de parties (CSV)
games-file-about = Tel que « exporter : Parties » l’a donné. Tu vois ce qui changerait avant que rien ne change.
games-preview = { $games ->
    [0] 📥 Rien de nouveau dans ce fichier
    [one] 📥 **{ $games } nouvelle partie** dans ce fichier
   *[other] 📥 **{ NUMBER($games) } nouvelles parties** dans ce fichier
} ; { $known ->
    [0] aucune de ses parties n’est déjà ici
    [one] { $known } est déjà ici et reste comme elle est
   *[other] { NUMBER($known) } sont déjà ici et restent comme elles sont
}.
games-days = Période : { $days }. Elles comptent tout de suite dans les totaux, les saisons et les cotes, et appartiennent à { $channel } : qui voit ce salon les voit dans `/historique`.
games-new-members = 👤 Nouveaux pour le bot : { $players }
games-new-guests = 👤 Nouveaux invités, sans compte : { $players }
games-differing = { $count ->
    [one] ⚠️ { $count } partie qui est ici a d’autres points dans le fichier. Elle reste comme elle est ; `/arbitrer points` la change.
   *[other] ⚠️ { NUMBER($count) } parties qui sont ici ont d’autres points dans le fichier. Elles restent comme elles sont ; `/arbitrer points` les change.
}
games-problems = { $count ->
    [one] ⚠️ { $count } partie ne peut pas être saisie et est laissée de côté :
   *[other] ⚠️ { NUMBER($count) } parties ne peuvent pas être saisies et sont laissées de côté :
}
games-problem = Ligne { NUMBER($line, useGrouping: 0) } : { $problem }
games-problem-rows = il faut une ligne par place, de 1 à { $wanted }.
games-problem-record = la colonne `record` a changé ou est vide. Reprends-la du fichier d’origine.
games-problem-name = il faut un nom dans `player`, et deux lignes ne peuvent pas être la même personne.
games-problem-account = « { $cell } » n’est pas un compte. Écris-le comme `<@80351110224678912>`, ou laisse vide pour un invité.
games-problem-rules = d’après les règles, elle n’a pas pu se passer ainsi.
games-problem-cell = `{ $column }` dit « { $cell } », mais d’après la partie c’est « { $wanted } ». Seuls les points et les noms peuvent changer dans un fichier.
games-problem-end = elle n’a pas de résultat qui compte.
games-apply = { $games ->
    [one] Saisir { $games } partie
   *[other] Saisir { NUMBER($games) } parties
}
games-entered = { $games ->
    [one] { $games } partie est saisie. `/audit` le dit.
   *[other] { NUMBER($games) } parties sont saisies. `/audit` le dit.
}
games-reason = Comme dans un fichier de parties
refusal-games-large = Il y a trop de parties pour un fichier. Choisis une saison, ou moins de jours.
refusal-games-alone = Un fichier de parties se limite par une saison ou par des jours. Laisse les autres options vides.
refusal-games-unreadable = Ce n’est pas un fichier de parties tel que « exporter : Parties » en donne, en UTF-8, une ligne par joueur. Il manque : { $columns }.
refusal-games-changed = L’une de ces parties a été saisie entre-temps, et rien n’a changé. Envoie le fichier à nouveau.

## Rôle

setting-champion_role = Rôle du champion
setting-champion_role-about = Un rôle pour le premier de la saison en cours, ou pour tous ceux qui partagent la première place. Il suit la tête du classement. Après une saison, son champion le garde jusqu’à ce que quelqu’un mène la suivante. Je ne le retire jamais à ceux qui l’ont reçu de quelqu’un d’autre. Il me faut *Gérer les rôles*, et mon propre rôle doit être au-dessus de celui-ci dans la liste.
unset-champion_role = Aucun rôle
refusal-everyone-champion = Tout le monde a déjà @everyone. Choisis un rôle que personne n’a encore.
crown-well = ✅ { $role } : je peux le donner au premier de la saison
crown-gone = ⚠️ Le rôle du champion n’existe plus : choisis-en un autre dans `/réglages serveur`.
crown-managed = ⚠️ { $role } ne se donne pas aux membres : c’est Discord, ou une autre application, qui décide qui le porte. Choisis un autre rôle dans `/réglages serveur`.
crown-permission = ⚠️ { $role } : pour le donner au premier de la saison, il me faut *Gérer les rôles*. Accorde-moi cette permission dans Paramètres du serveur → Rôles → mon rôle.
crown-above = ⚠️ { $role } est au-dessus de mon propre rôle : je ne peux ni le donner ni le reprendre. Glisse mon rôle au-dessus dans Paramètres du serveur → Rôles.
crown-refused = ⚠️ { $role } : Discord ne m’a pas laissé le donner au premier de la saison, ou le reprendre. Vérifie dans Paramètres du serveur → Rôles que j’ai *Gérer les rôles* et que mon rôle est au-dessus.
crown-given = Premier de la saison
crown-taken = N’est plus premier de la saison
