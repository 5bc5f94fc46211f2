### Les places libres : `/pod find`, et ce qui est refusé

command-find = chercher
command-find-about = Les parties, ouvertes ou prévues, où il reste des places

find-title = 🔎 Places libres
find-host = Hôte : { $host }
find-join = Prendre une place…
find-none = Il n’y a aucune place libre pour le moment. Ouvre une table avec `/table ouvrir`, ou prévois une partie avec `/table prévoir`.
find-none-such = Aucune partie de ce genre n’a de place libre. `/table chercher` sans option les montre toutes ; `/table ouvrir` ouvre la tienne.

## Le message qui les montre toujours

find-all = Tout voir, en privé
find-more = { $count ->
    [one] … et encore une partie : 🔎 *{ find-all }*
   *[other] … et encore { $count } parties : 🔎 *{ find-all }*
}
find-ended = 🔎 Quelqu’un a supprimé la liste des places libres dans { $channel }. Elle reste supprimée ; choisis à nouveau le salon dans `/réglages serveur` pour la retrouver.
setting-seat_lists = Listes des places libres
setting-seat_lists-about = Des salons où je tiens un message qui montre toujours quelles parties, ouvertes ou prévues, ont des places libres. On y prend sa place directement. Je n’y mentionne personne, et il ne parle d’un salon que si tous ceux qui lisent la liste le voient.
unset-seat_lists = Nulle part
setup-tested-list = ✅ { $channel } : je peux y tenir la liste des places libres

## Le rôle de ceux qui cherchent une partie

setting-players_role = Rôle de ceux qui cherchent une partie
setting-players_role-about = Il est mentionné une fois par partie prévue, sur son message, sauf si la personne qui la prévoit ne le veut pas. Choisis un rôle que les membres se donnent eux-mêmes.
unset-players_role = Aucun : pas de mention
setup-tested-mention = ✅ { $role } : les parties prévues peuvent le mentionner
setup-mention-gone = ⚠️ Le rôle de ceux qui cherchent une partie n’existe plus. Choisis-en un autre.
setup-mention-silent = ⚠️ { $role } ne serait pas notifié : permets à tous de le mentionner (dans les réglages du rôle), ou donne-moi la permission de mentionner tous les rôles.

## Ce qui est refusé

refusal-find-gone = Cette partie n’est plus ouverte, ou tu ne vois pas son salon. Cherche à nouveau avec `/table chercher`.
refusal-everyone-players = @everyone dérangerait tout le serveur à chaque partie prévue. Choisis un rôle que les membres se donnent eux-mêmes.
