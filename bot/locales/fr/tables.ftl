### Les autres variantes et tables, et ce dont est faite une variante maison.

## Variantes

variant-necromancer = Necromancer
variant-necromancer-about = Le perdant revient comme serviteur de son vainqueur. Le dernier joueur libre gagne.
variant-respawn = Respawn
variant-respawn-about = Le perdant peut revenir, on arrive quand on veut. À la fin, celui qui a le plus de points gagne.
scoring-necromancer = Necromancer
scoring-respawn = Respawn
scoring-classic = Classique
scoring-places = Places 5-3-2-1
how-necromancer =
    • À trois ou plus, comme en Commander, avec sa liste de cartes bannies. Le perdant ne sort pas : il revient comme serviteur du responsable, avec 30 points de vie et sept cartes en main ; ses autres cartes vont dans sa bibliothèque. 📋 *{ button-checklist }* montre les étapes.
    • D’abord, tu joues trois tours à l’écart, hors phase : personne ne t’affecte et tu n’affectes personne. Au quatrième, tu es de retour.
    • Tu ne peux ni attaquer ton maître ni lui infliger de blessures, et les serviteurs d’un même maître se laissent tranquilles. Lui peut t’attaquer.
    • Si ton maître te tue, tu es hors jeu ; si c’est un autre, tu deviens son serviteur. Si tu fais perdre ton maître, tu es libre, tu peux de nouveau gagner, et il te sert. Si personne n’est nommé, tu es sans maître et ne peux pas gagner.
    • Quelqu’un a perdu ? Appuie sur *{ button-report }* ou utilise `/défaite` : je dis qui devient son maître, et selon quelle règle.
    • Le dernier joueur qui n’est ni serviteur ni hors jeu gagne seul, avec 3 points. Après `/concéder`, tu es hors jeu pour de bon.
how-respawn =
    • À deux ou plus, et personne ne sert personne. Si tu perds ou concèdes, tu peux revenir à la même place, avec un autre deck si tu veux : 🪑 *{ button-join }*.
    • On peut rejoindre une partie commencée tant qu’il reste une place : 🪑 *{ button-join }*.
    • Un joueur qui arrive ou revient joue d’abord trois tours à l’écart, dans une bulle : il n’affecte personne et personne ne l’affecte.
    • Quelqu’un a perdu ? Appuie sur *{ button-report }* ou utilise `/défaite` : qui a perdu, comment, et qui contrôlait la carte. Je dis à qui va le point.
    • Points : +1 si tu bats un adversaire, −1 si tu perds, −1 si tu concèdes. Si personne ne peut être nommé, personne n’a le point.
    • La partie dure jusqu’à ce que vous arrêtiez : `⋯` 🔒 *{ button-close }* y met fin. Celui qui a le plus de points gagne, et à égalité on partage la victoire ; mais un joueur qui a concédé sans revenir ne peut pas gagner.

## Tables

table-melee = Mêlée
table-grand-melee = Grande mêlée
table-teams = Équipes
table-two-headed-giant = Troll à deux têtes
table-emperor = Empereur
table-pentagon = Pentagone
table-free-for-all-about = Places au hasard ; d’habitude, portée illimitée, et on attaque qui on veut. Le dernier joueur gagne.
table-melee-about = De six à dix joueurs, places au hasard ; d’habitude, portée 2, et on n’attaque que son voisin de gauche. Le dernier joueur gagne.
table-grand-melee-about = Onze joueurs ou plus, places au hasard ; d’habitude, portée 1, et on n’attaque que son voisin de gauche ; plusieurs tours se jouent en même temps. Le dernier joueur gagne.
table-teams-about = Des équipes de même taille, assises en alternance (A1 B1 A2 B2 …) ; d’habitude, portée 2, et on n’attaque que des adversaires assis juste à côté. La dernière équipe gagne.
table-two-headed-giant-about = Deux équipes, chacune assise en rang avec un seul total de points de vie ; d’habitude, les membres d’une équipe jouent leur tour ensemble. Portée illimitée, et on n’attaque que le joueur d’en face. La dernière équipe gagne.
table-emperor-about = Deux équipes de trois ou cinq, chacune en rang avec son empereur au milieu ; d’habitude, portée 2, on attaque les adversaires à portée et on peut déplacer des créatures. Une équipe perd avec son empereur.
table-pentagon-about = Cinq joueurs, places au hasard ; d’habitude, portée illimitée, et on n’attaque que les deux joueurs d’en face. Tu gagnes quand ils ont perdu tous les deux.

## Options d’une partie

pod-option-range = Portée
pod-option-attack = Attaque
pod-option-deploy = Déplacement de créatures
pod-option-turn_of = Tours
option-value-range = portée { $seats }
option-value-range-none = portée illimitée
option-value-attack-one = attaque d’un seul adversaire
option-value-attack-several = attaque de plusieurs joueurs
option-value-attack-left = attaque à gauche
option-value-attack-right = attaque à droite
option-value-deploy-yes = déplacement de créatures
option-value-deploy-no = pas de déplacement de créatures
option-value-turn_of-player = chacun joue son propre tour
option-value-turn_of-team = chaque équipe joue son tour ensemble

## Comment jouer : la disposition

how-seats-alone = Les places sont tirées au hasard, et chacun commence seul.
how-seats-alternate = Les équipes s’assoient en alternance : A1, B1, A2, B2, etc.
how-seats-rows = Chaque équipe est assise en rang.
how-seats-neighbours = Les places sont tirées au hasard ; tes deux voisins sont tes alliés, sans former une équipe avec toi.
how-one-life = Une équipe partage un seul total de points de vie.
how-turns-team = Les membres d’une équipe jouent leur tour ensemble.
how-turns-player = Chacun joue son propre tour, même dans une équipe.
how-markers = Plusieurs joueurs jouent leur tour en même temps (TAB-28).
how-end-player = Le dernier joueur gagne.
how-end-team = La dernière équipe gagne.
how-end-emperor = Une équipe perd quand son empereur, assis au milieu, perd.
how-end-pentagon = Tu gagnes quand tes deux adversaires ont perdu.
how-attack-one = Au début du combat, tu choisis un adversaire, celui que tu veux, et tu n’attaques que lui.
how-attack-several = Tu peux attaquer plusieurs adversaires dans un même combat : chaque attaquant attaque celui que tu choisis.
how-attack-left = Tu n’attaques que le joueur assis juste à ta gauche.
how-attack-right = Tu n’attaques que le joueur assis juste à ta droite.
how-attack-beside = Tu n’attaques que les adversaires assis juste à côté de toi.
how-attack-across = Tu n’attaques que le joueur assis en face de toi.
how-attack-two-across = Tu n’attaques que les deux joueurs assis en face de toi.
how-attack-each = Chacun de tes attaquants peut en attaquer un autre.
how-deploy = Tu peux donner une créature à un équipier (TAB-15).
how-range =
    { $seats ->
        [0] Ta portée n’est pas limitée.
        [one] Attaques et effets portent à { $seats } place de chaque côté : tes voisins, et personne d’autre (TAB-12).
       *[other] Attaques et effets portent à { $seats } places de chaque côté, pas plus loin (TAB-12).
    }

## Listes : ce que fait le vaincu en Necromancer (NEC-3, NEC-5, NEC-D7)

checklist-masterless = Tu es sans maître : tu ne sers personne et tu ne peux pas gagner. À la suite de ta défaite, dans l’ordre :
checklist-nec-3-1 = Remets ton commandant dans la zone de commandement.
checklist-nec-3-2 = Mélange dans ta bibliothèque toutes les cartes que tu possèdes.
checklist-nec-3-3 = Tous les effets continus prennent fin ; le poison, les emblèmes et les blessures de commandant disparaissent aussi.
checklist-nec-3-4 = Permanents des autres joueurs que tu contrôles : les effets qui t’en donnent le contrôle prennent fin, puis ce que tu contrôles encore quitte la partie.
checklist-nec-3-5 =
    { $life ->
        [format] Repars avec les points de vie que le format donne au départ.
       *[other] Passe à { $life } points de vie.
    }
checklist-nec-3-6 =
    { $cards ->
        [0] Ne pioche pas de carte.
        [7] Pioche sept cartes ; les mulligans sont permis.
        [one] Pioche { $cards } carte ; les mulligans sont permis.
       *[other] Pioche { $cards } cartes ; les mulligans sont permis.
    }
checklist-nec-3-7 =
    { $turns ->
        [3] Joue trois tours de suite à l’écart, hors phase. Quand revient ton tour à la table, tu es de retour.
        [one] Joue { $turns } tour à l’écart, hors phase. Quand revient ton tour à la table, tu es de retour.
       *[other] Joue { $turns } tours de suite à l’écart, hors phase. Quand revient ton tour à la table, tu es de retour.
    }

## Listes : ce que fait qui arrive ou revient en Respawn (RSP-1, RSP-2)

checklist-rejoins = Tu peux revenir quand tu veux, à la même place. Si tu reviens :
checklist-rsp-1 = Mélange tout ton deck, ou un autre si tu veux ; rien à toi ne reste sur la table.
checklist-rsp-2 = Commence comme en début de partie : { $life ->
        [format] points de vie de départ
       *[other] { $life } points de vie
    }, { $cards ->
        [0] aucune carte en main
        [7] main de sept cartes avec mulligans
        [one] main de { $cards } carte
       *[other] main de { $cards } cartes avec mulligans
    }, commandant dans la zone de commandement.
checklist-rsp-3 =
    { $turns ->
        [3] Joue trois tours à l’écart : tu n’affectes personne et personne ne t’affecte.
        [one] Joue { $turns } tour à l’écart : tu n’affectes personne et personne ne t’affecte.
       *[other] Joue { $turns } tours à l’écart : tu n’affectes personne et personne ne t’affecte.
    }
checklist-rsp-4 = Continue ensuite avec tout le monde, dès ton prochain tour.

## Avant de concéder

concede-sure-out = 🏳️ Tu quittes la partie pour de bon.
concede-sure-servant = 🏳️ Tu quittes la partie pour de bon. Tes serviteurs, si tu en as, ne serviront plus personne.
concede-sure-rejoins =
    { $points ->
        [one] 🏳️ Tu perds un point. Tu peux revenir plus tard avec 🪑 *{ button-join }* ; si tu ne reviens pas, tu ne peux pas gagner.
       *[other] 🏳️ Tu perds { $points } points. Tu peux revenir plus tard avec 🪑 *{ button-join }* ; si tu ne reviens pas, tu ne peux pas gagner.
    }

## Qui répond d’une défaite (l’autre partie d’une explication)

answer-killed-by-master = { $responsible } contrôlait { $source } et est le maître du perdant ({ $loser }) : tué par son maître, on ne revient pas
answer-freed = { $responsible } contrôlait { $source } et a battu { $loser }, son propre maître : { $responsible } retrouve la liberté
answer-not-freed = { $responsible } contrôlait { $source } et servait { $loser }, mais a perdu au même moment et ne retrouve pas la liberté
answer-still-serves = { $controller } sert { $loser } et n’y gagne rien : personne n’est responsable

## Rappels sur le tableau

board-reminders = ⚖️ À ne pas oublier
remind-nec-5 = 💤 Hors phase jusqu’à leur prochain tour : { $players } (NEC-5).
remind-nec-6 = { $servant } ne peut pas attaquer { $master } (NEC-6).
remind-nec-8 = Les serviteurs d’un même maître ne peuvent pas s’attaquer : { $servants } (NEC-8).

## Une variante maison : ce que veut dire chaque réponse

var-1-name = Ce que devient le perdant
var-1-servant = Le perdant continue à jouer et sert le responsable de sa défaite.
var-1-rejoins = Le perdant peut revenir, et tout le monde peut rejoindre la partie en cours.
var-1-out = Le perdant est hors jeu.
var-2-name = Qui est responsable
var-2-esclave = Les règles d’Esclave disent qui est responsable (ESC-20 à ESC-43).
var-2-simple = Responsable : le contrôleur de l’objet qui a eu le plus d’effet ; à égalité, personne (NEC-D1).
var-3-name = Si personne n’est responsable
var-3-out = Si personne n’est responsable, le perdant est hors jeu.
var-3-masterless = Si personne n’est responsable, le perdant continue à jouer, ne sert personne et ne peut pas gagner.
var-3-loser_chooses = Si personne n’est responsable, le perdant peut choisir un maître ; sinon il est hors jeu.
var-4-name = Ceux qui servent un maître vaincu
var-4-follow = Bats un maître, et tous ceux qui le servent viennent avec lui.
var-4-stay = Ceux qui servent un maître vaincu continuent à le servir.
var-5-name = Si ton propre maître te tue
var-5-out = Un joueur tué par son propre maître est hors jeu.
var-5-again = Un joueur tué par son propre maître revient et continue à le servir.
var-6-name = Si tu bats ton propre maître
var-6-freed = Un joueur qui bat son propre maître est libre, peut de nouveau gagner, et son maître le sert.
var-6-nothing = Battre son propre maître ne libère personne.
var-7-name = Un seul camp
var-7-true = Un maître et ceux qui le servent forment un seul camp : mêmes tours, mêmes points de vie.
var-7-false = Chacun joue son tour avec ses propres points de vie, même ceux qui servent.
var-8-name = Fin de la partie
var-8-one_master = La partie se termine quand il ne reste qu’un joueur qui ne sert personne et n’est pas hors jeu.
var-8-closed = La partie dure jusqu’à ce que le groupe s’arrête ; celui qui a le plus de points gagne.
var-8-table = Selon la disposition : dernier joueur, dernière équipe ; Empereur et Pentagone à leur façon.
var-9-name = Gagner avec son maître
var-9-true = Ceux qui servent gagnent quand leur maître gagne.
var-9-false = Ceux qui servent ne gagnent rien quand leur maître gagne.
var-10-name = Points de vie après une défaite
var-10-number = Son total de points de vie devient { $life }.
var-10-team = Il partage les points de vie de l’équipe qu’il rejoint.
var-10-format = Il repart avec les points de vie que le format donne au départ.
var-11-name = Cartes après une défaite
var-11-number =
    { $cards ->
        [0] Il ne pioche pas de carte.
        [one] Il pioche { $cards } carte.
       *[other] Il pioche { $cards } cartes.
    }
var-12-name = Tours à l’écart
var-12-number =
    { $turns ->
        [0] Il continue aussitôt, avec tout le monde.
        [one] Il joue d’abord { $turns } tour à l’écart, sans affecter personne.
       *[other] Il joue d’abord { $turns } tours à l’écart, sans affecter personne.
    }
var-13-name = Nombre minimum de joueurs
var-13-number = Il faut au moins { $players } joueurs.
var-14-name = Points
var-14-won_as_master = Victoire en tant que maître : { $points }
var-14-won_as_servant = Victoire au service d’un maître : { $points }
var-14-lost_as_master = Défaite en tant que maître : { $points }
var-14-lost_as_servant = Défaite au service d’un maître : { $points }
var-14-combo_win = Victoire par combo, en tant que maître : { $points }
var-14-combo_win-none = Victoire par combo : comme toute autre victoire
var-14-per_defeat = Pour chaque défaite : +{ $points } pour le joueur qui l’a causée, −{ $points } pour le perdant
var-14-draw = Partie nulle : { $points }
var-14-per_beat = Chaque joueur battu : { $points }
var-14-places = Selon la place : { $points }
var-14-places-none = Selon la place : rien
var-14-at_most = Au plus par partie : { $points }
var-14-at_most-none = Au plus par partie : sans limite

## Une variante maison : les réponses qui ne vont pas ensemble

impossible-servants-teams = Une variante où le perdant sert demande une disposition où chacun joue seul : Chacun pour soi, Mêlée ou Grande mêlée. Celle-ci n’accepte que les variantes où le perdant est hors jeu, comme l’Élimination.
impossible-rejoins-teams = Une variante où le perdant revient demande une disposition sans équipes : Chacun pour soi, Mêlée, Grande mêlée ou Pentagone. Celle-ci n’accepte que les variantes où le perdant est hors jeu, comme l’Élimination.
impossible-esclave-grand-melee = Des équipes qui jouent leur tour ensemble ne vont pas avec les marqueurs de tour d’une Grande mêlée (ESC-D19). Choisis une autre disposition.
impossible-esclave-sides = Les règles d’Esclave sur le responsable demandent des équipes qui forment un seul camp (VAR-7). Choisis un seul camp, ou la règle simple.
impossible-side-simple = Si une équipe forme un seul camp (VAR-7), son maître répond de tous ses membres. Il faut pour cela les règles d’Esclave sur le responsable (VAR-2).
impossible-side-servants = Une équipe qui forme un seul camp (VAR-7) demande des perdants qui servent (VAR-1). Sans eux, chacun joue seul.
impossible-side-stay = Si une équipe forme un seul camp (VAR-7), ceux qui servent un maître vaincu viennent avec lui. Choisis cela pour VAR-4.
impossible-side-masterless = Un joueur sans maître n’est d’aucune équipe : cela ne va pas avec des équipes qui forment un seul camp (VAR-7). Mets le perdant hors jeu, ou laisse-le choisir un maître (VAR-3).
impossible-side-life = Une équipe qui forme un seul camp (VAR-7) partage un seul total de points de vie : un joueur qui la rejoint a ceux de l’équipe. Choisis cela pour VAR-10.
impossible-side-turns = Une équipe qui forme un seul camp (VAR-7) joue ses tours ensemble : personne ne joue de tours à l’écart. Choisis 0 pour VAR-12.
impossible-life-sides = Seule une équipe qui forme un seul camp (VAR-7) a des points de vie à partager. Choisis pour VAR-10 un nombre, ou les points de vie du format.
impossible-masterless-servants = On ne peut être sans maître que si les perdants servent (VAR-1). Choisis une autre réponse à VAR-3.
impossible-chooses-servants = On ne peut choisir un maître que si les perdants servent (VAR-1). Choisis une autre réponse à VAR-3.
impossible-win-servants = On ne peut gagner avec un maître que si les perdants servent (VAR-1). Choisis « non » pour VAR-9.
impossible-closed-points = Une partie qui dure jusqu’à ce que le groupe s’arrête (VAR-8) se gagne aux points : il en faut pour chaque défaite (VAR-14).
impossible-points-closed = Des points pour chaque défaite (VAR-14) ne vont qu’avec une partie qui dure jusqu’à ce que le groupe s’arrête (VAR-8).
impossible-places-rise = Une meilleure place ne doit pas rapporter moins de points qu’une moins bonne (VAR-14).

## Playing: teams, turns, restarts

lobby-sizes = ⏳ Nombres de joueurs possibles : { $sizes }
team-drawn = Laisser faire le tirage
team-placeholder = Choisis ton équipe
done-side = Ton choix d’équipe est noté.
subgame-shahrazad = Shahrazad
subgame-enter-the-dungeon = Enter the Dungeon
subgame-countdown = The Countdown Is at One
button-balance = Équilibrer
done-balance = Chacun a maintenant une équipe, selon les cotes de ce serveur. Tu peux encore changer la tienne.
event-balanced = ⚖️ Les équipes ont été équilibrées.
event-variant-changed = 🔀 On joue désormais { $variant } : l’autre variante demandait plus de joueurs.
refusal-sides-late = Quelqu’un est arrivé ou parti entre-temps. Regarde la table et équilibre à nouveau les équipes.
