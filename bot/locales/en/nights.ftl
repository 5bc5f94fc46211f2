### Nights: a crowd, divided into pods round by round.

## Pairing a round (`suzerain pair`)

pair-pod = Pod { $number }: { $names }
pair-nobody = Nobody can play: no pod size fits.
pair-out = Sitting out: { $names }
pair-cost = Could not be avoided: { $parts }.
pair-cost-apart = { $count ->
    [one] { $count } pair seated together that should be apart
   *[other] { $count } pairs seated together that should be apart
}
pair-cost-repeats = repeats of this night: { $count }
pair-cost-earlier = repeats of earlier nights: { $count }
pair-cost-points = difference in points: { $count }
pair-cost-brackets = difference in brackets: { $count }
