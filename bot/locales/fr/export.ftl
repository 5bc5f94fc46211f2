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
