### Les sondages : `/soirée sonder`, quel soir convient au plus grand nombre

command-night = soirée
command-night-about = Une soirée de plusieurs tables
command-ask = sonder
command-ask-about = Demander qui peut venir quand, et voir combien de tables cela ferait
option-mention = mention
option-mention-about = Mentionner le rôle de ceux qui cherchent une partie, si le serveur en a un (par défaut : oui)
module-night = Soirées : plusieurs tables le même soir

poll-title = Quel soir ?
poll-form-moments = Quand serait-ce possible ?
poll-form-moments-about = Une date par ligne, dix au plus : ven 21:00
poll-read = 🗳️ Je demande qui peut venir à chacune de ces dates. C’est bien ça ?
poll-made = Le sondage est ouvert. Tout le monde peut répondre sur son message dans ce salon.

## Le message d’un sondage

poll-asking = Appuie sur le numéro de chaque date où tu peux venir. Appuie encore pour y renoncer.
poll-lapsed = 🗑️ Ce sondage est terminé : aucune date n’a été choisie.
poll-cancelled = 🗑️ Ce sondage a été annulé.
poll-host = Demandé par
poll-people = { $people ->
    [0] personne pour l’instant
    [one] { $people } personne
   *[other] { $people } personnes
}
poll-pods = { $pods ->
    [0] trop peu pour une table
    [one] { $pods } table : { $sizes }
   *[other] { $pods } tables : { $sizes }
}
poll-out = { $people ->
    [one] { $people } au repos
   *[other] { $people } au repos
}
poll-and-more = { $players } et { $count ->
    [one] { $count } autre
   *[other] { $count } autres
}
poll-choose = Choisir une de ces dates…
poll-picked = Tu peux venir : { $moments }.
poll-picked-none = Tu ne peux venir à aucune de ces dates.
poll-looking = 📣 { $role } : quand pouvez-vous venir ? Répondez ci-dessous.
poll-chosen-call = 📅 { $players } : ce sera { $when }. Vous pouvez venir : votre inscription est faite.
poll-cancelled-call = 🗑️ { $players } : le sondage sur la prochaine soirée est annulé.
poll-cancel = { $people ->
    [0] Personne n’a répondu. Annuler le sondage ?
    [one] Une personne a répondu. Annuler le sondage ?
   *[other] { $people } personnes ont répondu. Annuler le sondage ?
}
poll-done-cancel = Le sondage est annulé.
poll-button-make = Demander
poll-button-change = Modifier
poll-button-cancel = Annuler le sondage
poll-button-cancelling = Oui, annuler
audit-settled = a choisi la date d’un sondage dans { $channel }

## Ce qui est refusé

refusal-poll-gone = Cette question n’est plus valable, car j’ai redémarré. Tape `/soirée sonder` à nouveau.
refusal-poll-open = La date n’est pas encore choisie. Appuie sur le numéro de chaque date où tu peux venir.
refusal-poll-over = La date est choisie : { $when }. Inscris-toi sur le dernier message à ce sujet.
refusal-poll-moment = Ce sondage n’a pas cette date. Appuie sur un des numéros sous son message.
refusal-poll-full = Ce sondage n’accepte plus de réponses, il y en a déjà : { $most }. Dis à la personne qui l’a ouvert que tu peux venir.
refusal-poll-count = Un sondage porte sur deux à dix dates. Écris chacune sur sa propre ligne.
refusal-poll-unreadable = « { $typed } » : je n’y lis pas une date des prochaines semaines. Écris par exemple `ven 21:00` ou `27/11 21:00`.
