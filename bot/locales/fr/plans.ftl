### Les parties prévues : `/pod plan`, leur message, et ce qui est refusé

## Les mots qui sont lus, chacun avec ses autres formes

when-words-in = dans
when-words-at = à a le la du de ce cet
when-words-next = prochain prochaine
when-words-article = le
when-words-ordinal = er e
when-words-today = aujourd hui auj aujourd’hui soir
when-words-evening = soir soirée
when-words-morning = matin
when-words-afternoon = après-midi apres-midi aprèm
when-words-noon = midi
when-words-midnight = minuit
when-words-tomorrow = demain
when-words-after = après-demain apres-demain aprèsdemain
when-words-yesterday = hier
when-words-before = avant-hier avanthier
when-words-last = dernier dernière derniere passé passée
when-words-ago = il
when-words-one = un une
when-words-2 = deux
when-words-3 = trois
when-words-4 = quatre
when-words-5 = cinq
when-words-6 = six
when-words-7 = sept
when-words-8 = huit
when-words-9 = neuf
when-words-10 = dix
when-words-and = et y a
when-words-minute = minute minutes min mn m
when-words-half = demie demi
when-words-one-and-half = 1½
when-words-hour = heure heures h
when-words-day = jour jours j
when-words-week = semaine semaines sem

## La commande

command-plan = prévoir
command-plan-about = Prévoir une partie : on s’inscrit maintenant et on confirme sa présence à l’heure dite
option-when = quand
option-when-about = Par exemple : ven 21:00, demain 20 h, dans 2 h, 27/11 21:00
option-every = répétition
option-every-about = Répéter à la même heure, selon l’horloge du serveur
every-1 = chaque semaine
every-2 = toutes les deux semaines

moment-which = Cela peut se lire de plusieurs façons. Quel moment veux-tu dire ?
plan-moment = { $moment } ({ $zone })
plan-read = { $kind ->
    [night] 📅 Une soirée sera prévue pour { $when }. C’est bien ça ? Sinon, tape la commande à nouveau.
   *[game] 📅 Une partie sera prévue pour { $when }. C’est bien ça ? Sinon, tape la commande à nouveau.
}
plan-utc = Je lis les heures en UTC. L’administration peut choisir le fuseau du serveur avec `/réglages fuseau`.
plan-agreed = **{ $title }** · { $seats ->
    [one] { $seats } place
   *[other] { $seats } places
}
plan-form-when = Nouvelle heure
plan-made = { $kind ->
    [night] La soirée est prévue pour { $when }. Tout le monde peut s’inscrire sur son message dans ce salon.
   *[game] La partie est prévue pour { $when }. Tout le monde peut s’inscrire sur son message dans ce salon.
}
plan-mentions = { $role } sera mentionné une fois, dans le message d’inscription.

## Le message d’une partie prévue

plan-title = { $kind ->
    [night] Soirée
   *[game] Partie prévue
}
plan-sign-up = Inscris-toi avec 🪑 *{ button-join }*.
plan-planned = 30 minutes avant, chacun confirme ici sa présence.
plan-checking = { $kind ->
    [night] Tu es là ? Appuie sur 🙋 *{ plan-button-come }*. À { $until }, la soirée commence avec les personnes présentes.
   *[game] Tu es là ? Appuie sur 🙋 *{ plan-button-come }*. À { $until }, les places de ceux qui ne l’ont pas fait passent à la liste d’attente.
}
plan-checked-in = Inscris-toi avec 🪑 *{ button-join }* : cela confirme aussi ta présence.
plan-gathered = ▶️ La partie a sa table : { $channel }
plan-cancelled = { $kind ->
    [night] 🗑️ Cette soirée a été annulée.
   *[game] 🗑️ Cette partie prévue a été annulée.
}
plan-lapsed = { $kind ->
    [night] 🗑️ Cette soirée n’a pas eu lieu.
   *[game] 🗑️ Cette partie n’a pas eu lieu.
}
plan-held-up = ⏳ Une autre partie est encore ouverte dans ce salon. Celle-ci attend qu’elle se termine.
plan-held-up-open = D’ici là, tu peux encore t’inscrire ou confirmer ta présence.
plan-cancelled-series = { $kind ->
    [night] 🗑️ Cette soirée a été annulée, et aucune ne suivra.
   *[game] 🗑️ Cette partie prévue a été annulée, et aucune ne suivra.
}
plan-series-over = { $kind ->
    [night] 🔁 Aucune ne suivra : la personne qui l’avait prévue a quitté le serveur, on ne peut plus jouer ainsi, ou on ne peut plus m’utiliser dans ce salon. Prévois-en une autre avec `/soirée ouvrir`.
   *[game] 🔁 Aucune ne suivra : la personne qui l’avait prévue a quitté le serveur, on ne peut plus jouer ainsi, ou on ne peut plus m’utiliser dans ce salon. Prévois-en une autre avec `/table prévoir`.
}
plan-listing = 📆 Elle sera aussi parmi les événements du serveur.
plan-listing-permission = { $kind ->
    [night] Je ne peux pas la montrer parmi les événements du serveur : il me manque la permission *Créer des événements*. La soirée peut être prévue sans cela.
   *[game] Je ne peux pas la montrer parmi les événements du serveur : il me manque la permission *Créer des événements*. La partie peut être prévue sans cela.
}
plan-listing-hidden = { $kind ->
    [night] Je ne peux pas la montrer parmi les événements du serveur : tout le monde l’y verrait, et ce salon n’est pas ouvert à tous. La soirée peut être prévue sans cela.
   *[game] Je ne peux pas la montrer parmi les événements du serveur : tout le monde l’y verrait, et ce salon n’est pas ouvert à tous. La partie peut être prévue sans cela.
}
plan-listing-about = On s’inscrit dans le salon : { $place }
plan-listing-full = { $kind ->
    [night] 📆 Le serveur n’a plus de place pour un événement. La soirée reste prévue.
   *[game] 📆 Le serveur n’a plus de place pour un événement. La partie reste prévue.
}
plan-listing-refused = { $kind ->
    [night] 📆 Discord ne m’a pas laissé la montrer parmi les événements du serveur. La soirée reste prévue.
   *[game] 📆 Discord ne m’a pas laissé la montrer parmi les événements du serveur. La partie reste prévue.
}
plan-listing-gone = { $kind ->
    [night] 📆 L’événement de cette soirée a été supprimé. La soirée reste prévue.
   *[game] 📆 L’événement de cette partie a été supprimé. La partie reste prévue.
}
plan-every = { $kind ->
    [night] { $weeks ->
        [one] 🔁 Chaque semaine : la prochaine soirée est annoncée ici dès que celle-ci commence.
       *[other] 🔁 Toutes les { $weeks } semaines : la prochaine soirée est annoncée ici dès que celle-ci commence.
    }
   *[game] { $weeks ->
        [one] 🔁 Chaque semaine : la prochaine partie est annoncée ici dès que celle-ci commence.
       *[other] 🔁 Toutes les { $weeks } semaines : la prochaine partie est annoncée ici dès que celle-ci commence.
    }
}
plan-unreached = 🔕 Aucun message privé n’a pu atteindre { $players }.
plan-waiting = Liste d’attente
plan-host = Prévue par
plan-looking = 📣 { $role } : on cherche des joueurs pour { $when }. Inscrivez-vous ci-dessous.
plan-call = 🙋 { $players } : vous êtes là ? Confirmez ci-dessous.
plan-moved-call = { $kind ->
    [night] 📅 { $players } : cette soirée a été déplacée au { $when }. Votre inscription tient toujours.
   *[game] 📅 { $players } : cette partie a été déplacée au { $when }. Votre inscription tient toujours.
}
plan-cancelled-call = { $kind ->
    [night] 🗑️ { $players } : la soirée prévue { $when } est annulée.
   *[game] 🗑️ { $players } : la partie prévue { $when } est annulée.
}
plan-reminder = { $kind ->
    [night] 🔔 La soirée commence { $when }. Confirme ta présence ici : { $place }
   *[game] 🔔 Ta partie commence { $when }. Confirme ta présence ici : { $place }
}

plan-button-make = Prévoir
plan-button-come = Je suis là
plan-button-remind = Rappel
plan-button-retime = Changer l’heure…
plan-button-move = Déplacer
plan-button-cancel = Annuler
plan-button-cancelling = Oui, annuler
plan-button-skipping = Seulement celle-ci
plan-button-ending = Celle-ci et les suivantes

plan-done-join = Tu as une place.
plan-done-waits = Toutes les places sont prises. Tu es numéro { $place } sur la liste d’attente, et tu avanceras automatiquement.
plan-done-leave = Ton inscription est retirée.
plan-done-come = Ta présence est notée.
plan-done-remind = Je te préviendrai une fois par message privé, 30 minutes avant. Pour y renoncer, appuie à nouveau sur 🔔 *{ plan-button-remind }*.
plan-done-unremind = Je ne te préviendrai pas.
plan-done-cancel = { $kind ->
    [night] La soirée est annulée.
   *[game] La partie prévue est annulée.
}
plan-move-read = { $kind ->
    [night] 📅 La soirée passe au { $when }. Les inscrits le restent, et je les préviens ici. C’est bien cela ?
   *[game] 📅 La partie passe au { $when }. Les inscrits le restent, et je les préviens ici. C’est bien cela ?
}
plan-move-series = { $kind ->
    [night] 🔁 Seule cette soirée change. Les suivantes gardent leur jour et leur heure.
   *[game] 🔁 Seule cette partie change. Les suivantes gardent leur jour et leur heure.
}
plan-done-move = { $kind ->
    [night] La soirée est déplacée : { $when }.
   *[game] La partie est déplacée : { $when }.
}
plan-more-out = Tu n’es pas sur la liste.
plan-done-skipping = Celle-ci est annulée. La prochaine est annoncée ici dans un instant.
plan-done-ending = Celle-ci est annulée, et aucune ne suivra.
plan-cancel-series = { $kind ->
    [night] 🔁 Cette soirée revient régulièrement. Seulement celle-ci, ou les suivantes aussi ?
   *[game] 🔁 Cette partie revient régulièrement. Seulement celle-ci, ou les suivantes aussi ?
}
audit-unplanned = a annulé ce qui était prévu dans { $channel }
audit-unplanned-series = a annulé ce qui était prévu dans { $channel }, et tout ce qui devait suivre
audit-moved = a déplacé ce qui était prévu dans { $channel }
plan-cancel = { $kind ->
    [night] { $count ->
        [0] Personne n’est inscrit pour { $when }. Annuler la soirée ?
        [one] Une personne est inscrite pour { $when }. Annuler la soirée ?
       *[other] { $count } personnes sont inscrites pour { $when }. Annuler la soirée ?
    }
   *[game] { $count ->
        [0] Personne n’est inscrit pour { $when }. Annuler la partie ?
        [one] Une personne est inscrite pour { $when }. Annuler la partie ?
       *[other] { $count } personnes sont inscrites pour { $when }. Annuler la partie ?
    }
}

## Ce qui est refusé

refusal-when-unreadable = Je n’arrive pas à lire cette heure. Écris par exemple `ven 21:00`, `demain 20 h`, `27/11 21:00` ou `dans 2 h`.
refusal-when-impossible = Ce jour ou cette heure n’existe pas. Vérifie les chiffres et tape la commande à nouveau.
refusal-when-skipped = Ce jour-là, l’heure { $time } n’existe pas : l’horloge avance. Choisis une heure plus tôt ou plus tard.
refusal-when-weekday = Le { $day } est un { $weekday }, pas un { $typed_weekday }. Corrige l’un des deux.
refusal-when-two-days = Cela désigne deux jours : le { $day } et le { $other_day }. N’en écris qu’un.
refusal-moment-gone = Cette question n’est plus valable, car j’ai redémarré. Tape la commande à nouveau.
refusal-when-past = Cette heure est déjà passée. Choisis-en une plus tard.
refusal-when-far = { $days ->
    [one] On peut prévoir un jour à l’avance au plus. Choisis une date plus proche.
   *[other] On peut prévoir { $days } jours à l’avance au plus. Choisis une date plus proche.
}
refusal-no-plan = Rien n’est prévu ici sous ce numéro. Pour voir ce qui est prévu, tape `/table chercher`.
refusal-plan-cancelled = C’est annulé. Pour voir ce qui est encore prévu, tape `/table chercher`.
refusal-plan-gathered = Cette partie a déjà sa table. Son message dit où.
refusal-plan-late = C’est trop tard : les choses ont avancé. Regarde le message d’inscription.
refusal-plan-early = Les présences se confirment à partir de { $opens }. Reviens à ce moment-là.
refusal-plan-already = Tu es déjà sur la liste. Pour laisser ta place, appuie sur 🚪 *{ button-leave }*.
refusal-plan-present = Ta présence est déjà notée. Il n’y a plus qu’à attendre le début.
refusal-plan-not-in = Tu n’es pas sur la liste. Appuie d’abord sur 🪑 *{ button-join }*.
refusal-plan-full = La liste est pleine : { $most }. Pour voir ce qui est encore prévu, tape `/table chercher`.
refusal-plan-remind-late = C’est trop tard pour un rappel. Confirme ta présence sur le message d’inscription.
refusal-plan-same-time = C’est déjà prévu à cette heure. Choisis-en une autre.
refusal-plan-many = Tu as déjà beaucoup de choses prévues dans { $channels }. Annules-en une, ou attends que l’une d’elles ait commencé.
refusal-plan-most = Ce serveur ne peut rien prévoir de plus à la fois (maximum : { $most }). Inscris-toi à ce qui est déjà prévu, ou attends que quelque chose ait commencé.
refusal-only-planner = Seule la personne qui l’a annoncée ({ $by }) ou la modération peut la déplacer ou l’annuler. Demande-leur.
