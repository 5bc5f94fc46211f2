### Words that are read in a league’s tables, each with its other forms, separated by commas

## Columns

sheet-column-game = game, game number, game no, match, no, №
sheet-column-player = player, player name, name, who
sheet-column-played = played, played on, date, day
sheet-column-time = time, hour
sheet-column-variant = variant, mode
sheet-column-table = table
sheet-column-format = format
sheet-column-scoring = scoring
sheet-column-won = won, win, result, outcome, w/l, w/l/d
sheet-column-winner = winner, winners, won by
sheet-column-place = place, rank, finish, finishing place, placement, standing
sheet-column-points = points, pts, score
sheet-column-master = master, served
sheet-column-deck = deck, decks, deck name
sheet-column-commander = commander, commanders, general
sheet-column-partner = partner, second commander, partner commander
sheet-column-seat = seat, seat number, seat no, seat position, seating, seat order, turn order, play order, turn position, starting position, starting seat
sheet-column-bracket = bracket
sheet-column-players = players
sheet-column-how = how, cause
sheet-column-by = by, killed by, defeated by
sheet-column-card = card

## Outcomes

sheet-won-won = yes, y, x, 1, true, won, win, winner, w, victory
sheet-won-lost = no, n, 0, -, false, lost, loss, loser, l, defeat
sheet-won-draw = draw, drawn, tie, tied, d, t

## Ways to lose

sheet-how-life = life, damage
sheet-how-poison = poison
sheet-how-library = library, decked, mill
sheet-how-effect = effect
sheet-how-commander = commander, commander damage
sheet-how-concede = concede, conceded, concession
sheet-how-choose = choose, chose
sheet-how-win = win, won
sheet-how-draw = draw, tie
