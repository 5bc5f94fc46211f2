### Les mots qui sont lus dans les tableaux d’une ligue, chacun avec ses autres formes, séparées par des virgules

## Les colonnes

sheet-column-game = partie, numéro, n°
sheet-column-player = joueur, joueuse, nom, pseudo
sheet-column-played = date, jour, jouée le
sheet-column-time = heure, horaire
sheet-column-variant = variante
sheet-column-table = disposition
sheet-column-format = format
sheet-column-scoring = barème
sheet-column-won = gagné, victoire, résultat, issue, v/d, v/d/n
sheet-column-winner = vainqueur, vainqueurs, gagnant, gagnante, gagnants, gagné par
sheet-column-place = place, rang, classement
sheet-column-points = points
sheet-column-master = maître
sheet-column-deck = deck, decks, nom du deck
sheet-column-commander = commandant, commandants, général, commander
sheet-column-partner = partenaire, second commandant
sheet-column-seat = siège, numéro de siège, place à table, ordre de jeu, ordre de tour
sheet-column-bracket = bracket
sheet-column-colours = couleurs, couleur, identité, identité de couleur
sheet-column-defeated = éliminations, éliminés, tués, victimes, a éliminé
sheet-column-out = tour d’élimination, éliminé au tour, tour de mort
sheet-column-players = joueurs
sheet-column-how = comment, cause
sheet-column-by = par, tué par, vaincu par, éliminé par, sorti par
sheet-column-card = carte

## Les issues

sheet-won-won = oui, o, x, 1, vrai, gagné, gagnée, gagne, gagnant, gagnante, vainqueur, victoire, v
sheet-won-lost = non, 0, -, faux, perdu, perdue, perd, perdant, perdante, défaite, d
sheet-won-draw = nul, nulle, match nul, égalité, n

## Les façons de perdre

sheet-how-life = vie, points de vie, blessures
sheet-how-poison = poison
sheet-how-library = bibliothèque, meule
sheet-how-effect = effet
sheet-how-commander = commandant, blessures de commandant
sheet-how-concede = abandon, abandonne, concède
sheet-how-choose = choix, choisit
sheet-how-win = victoire, gagne
sheet-how-draw = nul, nulle, égalité
