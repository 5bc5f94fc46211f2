### Ce que `/règles` cherche : les terminaisons retirées des mots, et les mots avec lesquels on demande une règle.

search-endings = s es e é ée ées er ez ent ant it ir is eur eurs

words-esc-3 = devenir esclave, perdre, vaincu, battu
words-esc-4 = emblème, jeton, marqueurs, main, terrains, cimetière, nouvel esclave
words-esc-5 = équipe, points de vie partagés, tour partagé
words-esc-7 = quand un esclave peut-il agir, nouvel esclave, jouer des sorts, prochain tour
words-esc-22 = qui choisit, égalité
words-esc-d17 = qui choisit, attendre un choix
words-tab-1 = étape de pioche, premier tour, premier joueur, commencer
words-tab-8 = abandonner, se rendre
words-tab-11 = qui choisit en premier, ordre des choix, capacités déclenchées, simultané
words-tab-14 = bloquer pour un voisin, bloquer pour un autre joueur, bloqueurs, combat
words-tab-16 = jetons, départ, abandon, propriétaire
words-tab-28 = tour supplémentaire
words-tab-34 = priorité, passer, je passe, répondre, pile, étape, phase
words-tab-35 = qui choisit, un adversaire choisit
words-tab-36 = qui choisit, choix en même temps, simultané
words-tab-37 = qui choisit, deux effets de remplacement, prévention
words-tab-38 = contrôle, contrôleur, propriétaire, voler
words-nec-5 = jetons, hors phase, quand un serviteur peut-il agir
words-pw-16 = emblème
