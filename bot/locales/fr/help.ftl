### `/aide`, la liste des règles, ce que l’on redemande, et le premier message sur un serveur

command-help = aide
command-help-about = Comment se joue cette partie, ce que tu peux faire, et où en lire plus
help-title = ❔ Aide
help-begin = J’arbitre des parties de Magic à plusieurs : je tire les places au sort, je retiens qui sert qui, je dis qui est responsable d’une défaite et je compte les points. Un joueur ouvre une table, les autres s’y assoient, l’hôte lance la partie.
help-duel = Tu joues un duel de Magicjoust. Le tableau montre les deux quadrants et toutes les cartes ; ses boutons font ce que ton tour permet : placer une singularité, piocher, invoquer, utiliser une carte, attaquer, finir le tour.
help-now = Ce que tu peux faire
help-read = Pour en savoir plus
help-where = 📖 `/règles` : les règles de ce que tu joues · `/pourquoi` : le dernier verdict · `/juge` : ce qui se passerait
help-page-players = Le guide des joueurs
help-page-organisers = Le guide des organisateurs de soirées
help-page-moderators = Le guide de la modération
help-modules = Désactivé ici
help-modules-off = Quelqu’un qui peut *Gérer le serveur* les active : `/réglages serveur`, 🧩 *{ setting-modules }*
help-series = 🔁 Ouvrir une série de manches : `/série`
help-join = T’asseoir : 🪑 *{ button-join }*
help-leave = Rendre ta place : 🚪 *{ button-leave }*
help-guest = 🎟️ Amener quelqu’un qui n’a pas de compte, et agir pour lui : `/table invité`
help-start = Commencer la partie : *{ button-start }*
help-report = ⚔️ Déclarer une défaite : le bouton, ou `/défaite`
help-turn = Passer au tour suivant : ⏭️ *{ button-turn }*
help-concede = Quitter la partie : `⋯` 🏳️ *{ button-concede }*
help-end = 🏁 Victoire grâce à un effet ou à une combo, ou partie nulle : `⋯` 🏁 *{ button-end }*
help-dispute = Une erreur ? ✋ *{ button-dispute }* sur le tableau
help-undo = ↩️ Annuler la dernière déclaration : `/annuler`
help-close = 🔒 Fermer la table sans résultat : `⋯` 🔒 *{ button-close }*
help-open = 🎲 Ouvrir une table : `/table ouvrir`
help-find = 🔎 Places libres, maintenant ou plus tard : `/table chercher`
help-plan = 📅 Prévoir une partie : `/table prévoir`
help-joust = 🧪 Ouvrir un duel de Magicjoust : `/joute ouvrir`
help-night = 🌙 Une soirée de plusieurs tables : `/soirée ouvrir` ; quel soir : `/soirée sonder` ; résultats : `/soirée voir`
help-duel-join = Prendre place dans le duel : 🪑 *{ button-join }*
help-duel-leave = Rendre ta place : 🚪 *{ button-leave }*
help-duel-turn = 🎯 C’est ton tour : les boutons sont sur le tableau
help-duel-concede = 🏳️ Concéder le duel : `/joute concéder`
help-setup = ⚙️ Les réglages de ce serveur : `/réglages serveur`

button-rules = Toutes les règles
rules-title = 📖 Règles
page-number = Page { $page } sur { $pages }
rules-which = Lire une règle
rules-more =
    { $found ->
        [one] { $found } règle en parle. Voici les { $shown } qui s’en approchent le plus.
       *[other] { $found } règles en parlent. Voici les { $shown } qui s’en approchent le plus.
    }
rules-groups = Groupe de règles
rules-group-esc = Esclave
rules-group-tab = Tables : places, portée, départs
rules-group-nec = Necromancer
rules-group-rsp = Respawn
rules-group-var = Variantes : ce que chacune décide
rules-group-pw = Planeswalkers et blessures
rules-group-mj = Magicjoust

sure-winning = 🏁 Victoire grâce à un effet ou à une combo : { $player }. La partie est alors finie. C’est bien ça ?
sure-drawing = 🏁 La partie se termine par une nulle. C’est bien ça ?
sure-closing = 🔒 La table est fermée sans résultat, pour tout le monde. C’est bien ça ?
sure-closing-counts = 🔒 La partie se termine maintenant, pour tout le monde, et ses points comptent. C’est bien ça ?
button-winning = Oui, finir la partie
button-drawing = Oui, partie nulle
button-closing = Oui, la fermer

welcome = 👋 Bonjour ! J’arbitre des parties de Magic à plusieurs et je compte les points. Écrivez `/table ouvrir` dans le salon où vous jouez : c’est tout ce qu’il faut. `/aide` explique la suite, et `/réglages serveur` contient les réglages.
