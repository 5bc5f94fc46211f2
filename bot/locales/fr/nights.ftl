### Les soirées : une foule, répartie en tables à chaque ronde.

## Répartir une ronde (`suzerain pair`)

pair-pod = Table { $number } : { $names }
pair-nobody = Personne ne peut jouer : aucune taille de table ne convient.
pair-out = Au repos : { $names }
pair-cost = Inévitable : { $parts }.
pair-cost-apart = { $count ->
    [one] { $count } paire à séparer se retrouve à la même table
   *[other] { $count } paires à séparer se retrouvent à la même table
}
pair-cost-repeats = rencontres déjà faites ce soir : { $count }
pair-cost-earlier = rencontres des soirées précédentes : { $count }
pair-cost-points = écart de points : { $count }
pair-cost-brackets = écart de brackets : { $count }
