### Decks: who plays what, and how often it wins.

refusal-deck-other = Tu indiques ton propre deck et ceux des invités que tu as amenés. Pour les autres, demande-leur ou à la modération.
refusal-deck-counted = Cette partie compte déjà. La modération peut encore corriger le deck.
refusal-two-decks = Tu as choisi { $deck }, et écrit « { $typed } ». Ne donne que l’un des deux.
refusal-no-commander = Il manque un commandant. Écris-en un, ou choisis l’un de tes decks.
refusal-many-commanders = C’est trop pour un deck. Écris { $most } commandants au plus, séparés par un plus, de { $length } caractères chacun.
refusal-no-such-deck = Tu n’as pas de deck de ce nom. Choisis-en un dans la liste ; `/deck ajouter` en ajoute un.
refusal-decks-full = Tu as { $most } decks, et je ne peux pas en garder plus. Modifies-en un que tu ne joues plus : `/deck modifier`.
refusal-bad-link = J’accepte les adresses https de { $most } caractères au plus qui montrent où elles mènent : sans espace, ni nom d’utilisateur, ni lettres trompeuses.
refusal-export-players = Seul le classement des joueurs existe en fichier. Laisse `exporter` de côté.
refusal-stats-deck-alone = Un deck et un joueur à la fois, c’est trop. Choisis l’un des deux.

## My deck

button-deck = Mon deck
deck-title = Qui joue quel deck ?
deck-whose = Le deck de qui ?
deck-registered = L’un de tes decks
deck-commander-or = Ou bien le commandant
deck-form-commanders-about = S’il y en a plusieurs, avec un plus : Tymna + Thrasios
deck-form-bracket = Bracket, d’après toi
deck-named = { $player } joue { $deck }.
deck-near = Voulais-tu dire **{ $deck }** ?
button-deck-near = Oui : { $deck }
deck-in-bracket = bracket { $bracket }
deck-misfits = 🃏 Hors du bracket { $bracket } convenu à cette table : { $players }

## Decks of one’s own

module-deck = Decks : qui joue quoi, et ce qui gagne
command-deck = deck
command-deck-about = Tes decks, et celui que tu joues
command-deck-add = ajouter
command-deck-add-about = Enregistrer un deck, pour le choisir à chaque partie
command-deck-change = modifier
command-deck-change-about = Modifier l’un de tes decks ; les parties jouées gardent ce qui a été dit
command-deck-retire = ranger
command-deck-retire-about = Ne plus proposer l’un de tes decks, ou le proposer de nouveau
command-deck-list = liste
command-deck-list-about = Tes decks, et ce que veulent dire les brackets
option-commander = commandant
option-deck-commander-about = Son commandant ; s’il y en a plusieurs, avec un plus
option-partner = partenaire
option-deck-partner-about = Un partenaire, un historique ou un compagnon
option-deck-name-about = Comment tu l’appelles (par défaut : son commandant)
option-bracket = bracket
option-bracket-about = Le bracket Commander convenu ; un deck à côté est signalé, jamais refusé
option-deck-bracket-about = Son bracket Commander, d’après toi ; je n’en juge jamais
option-link = lien
option-deck-link-about = L’adresse https de sa liste, pour toi seul ; je ne l’ouvre jamais
option-deck = deck
option-deck-own-about = L’un de tes decks
deck-added = { $deck } est dans ta liste. Choisis-le à la table : 🃏 *{ button-deck }*
deck-changed = C’est maintenant { $deck }.
deck-retired = { $deck } n’est plus proposé. Ses parties restent ; la même commande le ramène.
deck-back = { $deck } est de nouveau proposé.
deck-list-title = 🃏 Tes decks
deck-list-none = Tu n’as pas encore de deck. `/deck ajouter` en ajoute un ; à la table, un commandant suffit.
deck-list-more = { $count ->
    [one] et un de plus
   *[other] et { $count } de plus
}
deck-form-title = Modifier un deck
deck-form-commanders = Commandants
deck-form-name = Nom
deck-form-link = Lien

## Brackets

bracket-title = Les brackets, au { $date }
bracket-any = Tous les brackets
bracket-1 = 1 · Exhibition
bracket-2 = 2 · Core
bracket-3 = 3 · Upgraded
bracket-4 = 4 · Optimized
bracket-5 = 5 · cEDH
bracket-1-about = **1 · Exhibition** : le thème passe avant la victoire
bracket-2-about = **2 · Core** : comme un deck préconstruit ; la partie prend son temps
bracket-3-about = **3 · Upgraded** : mieux réglé, avec quelques-unes des cartes les plus fortes
bracket-4-about = **4 · Optimized** : aussi fort que possible, sans métagame
bracket-5-about = **5 · cEDH** : fait pour gagner à une table compétitive

## What decks have won

option-leaders-by-about = Ce que l’on classe (par défaut : les joueurs)
leaders-by-players = Joueurs
leaders-by-decks = Decks
leaders-by-commanders = Commandants
leaders-by-colours = Couleurs
leaders-by-seats = Places
leaders-decks = 🃏 Les decks les plus fiables
leaders-commanders = 🃏 Les commandants les plus fiables
leaders-colours = 🎨 Les couleurs les plus fiables
leaders-seats = 🪑 Combien de fois chaque place gagne
leaders-decks-none = Aucune partie qui compte ne dit quel deck a été joué. Dis-le à la table : 🃏 *{ button-deck }*
leaders-commanders-none = { leaders-decks-none }
leaders-colours-none = Aucune partie qui compte ne dit quelles couleurs ont été jouées.
leaders-seats-none = Aucune partie ne compte encore.
deck-rate = **{ $share } %** ({ $low } à { $high } %) en { $games } parties
deck-few-games = { $won ->
    [one] { $won } victoire
   *[other] { $won } victoires
} en { $games ->
    [one] { $games } partie
   *[other] { $games } parties
}
deck-thrall = ⛓️ { $won } comme esclave
deck-table-of = À une table de { $seats }
deck-legend = { $thralls ->
    [0] Victoires
   *[other] Victoires comme maître
}, et où se trouve le vrai taux 95 fois sur 100 ; en dessous de { $games } parties, pas de taux
deck-stats-title = 📊 Ce que ce deck a gagné
deck-played-by = Joué par { $players }
option-stats-deck-about = L’un de tes decks, ou n’importe quel commandant
stats-decks = 🃏 Decks
button-rivals-commanders = Par commandant
rivals-commanders-title = ⚔️ Rivalités entre commandants
button-rivals-cards = Par carte
rivals-cards-title = 💥 Les cartes les plus meurtrières
rivals-card = { $rank }. { $card } × { NUMBER($count) }
rivals-cards-none = Aucune défaite comptée ne dit de quelle carte il s’agissait. Nomme-la quand tu en déclares une avec `/défaite`.

## Settings

decks-title = Decks
setting-decks_shown = Decks avant le début
setting-decks_shown-about = Si le tableau montre dès avant le lancement qui joue quel deck, ou si tout le monde les découvre au début de la partie.
decks_shown-always = Avant le lancement
decks_shown-start = À partir du lancement
week-deck = 🃏 Le deck de la semaine
entry-deck = Indiquer un deck

setup-lines-same = Une ligne chacun : Oiseaux = Kangee
setting-same_names = Noms qui n’en font qu’un
setting-same_names-about = Des noms de commandants qui comptent pour un autre dans les statistiques, un par ligne : ce qui a été écrit = ce que c’est, comme Oiseaux = Kangee, gardienne du ciel ; après un #, la raison. Les modérateurs le trouvent dans les classements des decks et des commandants, aussi pour les decks enregistrés. Les parties restent comme elles sont ; une ligne retirée les sépare à nouveau.
unset-same_names = Aucun
refusal-same-line = « { $line } » n’est pas une ligne de noms. Écris ce qui a été écrit, un = et le commandant dont il s’agit, comme Oiseaux = Kangee (longueur maximale : { $most }).
refusal-same-many = C’est trop de noms : { $most } au plus par serveur. Retire d’abord des lignes.

## Moderators

deck-reason-about = Obligatoire pour le deck d’un autre joueur, et dès que la partie compte
audit-deck = { $player } : { $before } → { $after }
audit-deck-none = aucun deck
audit-override-deck = a corrigé un deck

## Decks that are one

button-same = Ils n’en font qu’un
same-lines = Lesquels : numéros ou noms
same-lines-about = De cette liste, séparés par des virgules : 3, 12
same-back = Ou revenir sur
same-done = Désormais, ils comptent pour un seul dans les statistiques de toutes les parties : { $decks }.
same-undone = Ils comptent à nouveau séparément, tels qu’ils ont été saisis.
button-same-back = Revenir dessus
refusal-same-unknown = « { $typed } » n’est pas dans cette liste, ou plusieurs portent ce nom. Tape les numéros qui les précèdent, de 1 à { $most }, séparés par des virgules.
refusal-same-few = Nommes-en de deux à { $most } de cette liste, séparés par des virgules, comme 3, 12 ; ou choisis ce sur quoi revenir.
refusal-same-cards = Ce sont des cartes différentes, elles ne peuvent donc pas n’en faire qu’une : { $names }. Un nom qui n’est pas une carte peut être la même chose qu’une carte.
refusal-same-gone = C’est déjà annulé. Ouvre à nouveau le formulaire pour voir ce qui vaut.
