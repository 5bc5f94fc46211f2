### Les parties prévues : `/pod plan`, leur message, et ce qui est refusé

## Les mots qui sont lus, chacun avec ses autres formes

when-words-in = dans
when-words-at = à a le la prochain ce
when-words-today = aujourd hui auj aujourd’hui soir
when-words-tomorrow = demain
when-words-one = un une
when-words-and = et
when-words-minute = minute minutes min mn m
when-words-half = demie demi
when-words-hour = heure heures h
when-words-day = jour jours j
when-words-week = semaine semaines sem

## La commande

command-plan = prévoir
command-plan-about = Prévoir une partie : on s’inscrit maintenant et on confirme sa présence à l’heure dite
option-when = quand
option-when-about = Par exemple : ven 21:00, demain 20 h, dans 2 h, 27/11 21:00

plan-moment = { $moment } ({ $zone })
plan-read = 📅 Une partie sera prévue pour { $when } ({ $relative }). C’est bien ça ? Sinon, tape la commande à nouveau.
plan-utc = Je lis les heures en UTC. L’administration peut choisir le fuseau du serveur avec `/réglages fuseau`.
plan-made = La partie est prévue pour { $when }. Tout le monde peut s’inscrire sur son message dans ce salon.

## Le message d’une partie prévue

plan-title = Partie prévue
plan-planned = Inscris-toi avec 🪑 *{ plan-button-join }*. 30 minutes avant, chacun confirme ici sa présence.
plan-checking = Tu es là ? Appuie sur 🙋 *{ plan-button-come }*. À { $until }, les places de ceux qui ne l’ont pas fait passent à la liste d’attente.
plan-gathered = ▶️ La partie a sa table : { $channel }
plan-cancelled = 🗑️ Cette partie prévue a été annulée.
plan-lapsed = 🗑️ Cette partie n’a pas eu lieu.
plan-held-up = ⏳ Une autre partie est encore ouverte dans ce salon. Celle-ci attend qu’elle se termine.
plan-unreached = 🔕 Aucun message privé n’a pu atteindre { $players }.
plan-waiting = Liste d’attente
plan-host = Prévue par
plan-call = 🙋 { $players } : vous êtes là ? Confirmez ci-dessous.
plan-reminder = 🔔 Ta partie commence { $when }. Confirme ta présence ici : { $place }

plan-button-make = Prévoir
plan-button-join = S’inscrire
plan-button-leave = Se désister
plan-button-come = Je suis là
plan-button-remind = Me prévenir
plan-button-cancel = Annuler
plan-button-cancelling = Oui, annuler

plan-done-join = Tu as une place.
plan-done-waits = Toutes les places sont prises. Tu es numéro { $place } sur la liste d’attente, et tu avanceras sans rien faire.
plan-done-leave = Ton inscription est retirée.
plan-done-come = Ta présence est notée.
plan-done-remind = Je te préviendrai une fois par message privé, 30 minutes avant. Pour y renoncer, appuie à nouveau sur 🔔 *{ plan-button-remind }*.
plan-done-unremind = Je ne te préviendrai pas.
plan-done-cancel = La partie prévue est annulée.
plan-cancel = { $count ->
    [0] Personne n’est inscrit pour { $when }. Annuler la partie ?
    [one] Une personne est inscrite pour { $when }. Annuler la partie ?
   *[other] { $count } personnes sont inscrites pour { $when }. Annuler la partie ?
}

## Ce qui est refusé

refusal-when-unreadable = Je n’arrive pas à lire cette heure. Écris par exemple `ven 21:00`, `demain 20 h`, `27/11 21:00` ou `dans 2 h`.
refusal-when-impossible = Ce jour ou cette heure n’existe pas. Vérifie les chiffres et tape la commande à nouveau.
refusal-when-skipped = Ce jour-là, les horloges sautent { $time }. Choisis une heure plus tôt ou plus tard.
refusal-when-past = Cette heure est déjà passée. Choisis-en une plus tard.
refusal-when-far = { $days ->
    [one] Une partie se prévoit un jour à l’avance au plus. Choisis une date plus proche.
   *[other] Une partie se prévoit { $days } jours à l’avance au plus. Choisis une date plus proche.
}
refusal-no-plan = Aucune partie n’est prévue ici sous ce numéro. Prévois-en une avec `/table prévoir`.
refusal-plan-gone = Cette question n’est plus valable, car j’ai redémarré. Tape `/table prévoir` à nouveau.
refusal-plan-cancelled = Cette partie a été annulée. Prévois-en une autre avec `/table prévoir`.
refusal-plan-gathered = Cette partie a déjà sa table. Son message dit où.
refusal-plan-late = C’est trop tard : les choses ont avancé. Regarde le message de la partie.
refusal-plan-early = Les présences se confirment à partir de { $opens }. Reviens à ce moment-là.
refusal-plan-already = Tu es déjà sur la liste. Pour laisser ta place, appuie sur 🚪 *{ plan-button-leave }*.
refusal-plan-present = Ta présence est déjà notée. Il n’y a plus qu’à attendre l’ouverture de la table.
refusal-plan-not-in = Tu n’es pas sur la liste. Appuie d’abord sur 🪑 *{ plan-button-join }*.
refusal-plan-full = La liste est pleine : { $most }. Prévois une autre partie avec `/table prévoir`.
refusal-plan-remind-late = C’est trop tard pour un rappel. Confirme ta présence sur le message de la partie.
refusal-plan-many = Tu as déjà prévu des parties dans { $channels }. Annules-en une, ou attends que l’une d’elles ait commencé.
refusal-plan-most = Nombre de parties que ce serveur peut prévoir à la fois : { $most }. Inscris-toi à l’une d’elles, ou attends que l’une ait commencé.
refusal-only-planner = Seule la personne qui a prévu cette partie ({ $by }) ou la modération peut l’annuler. Demande-leur.
