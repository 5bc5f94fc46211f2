### Words that are read in a league’s tables, each with its other forms, separated by commas

## Columns

sheet-column-game = game, game number, game no, game #, match #, #, game id, match, match id, no, №
sheet-column-player = player, player name, name, who, pilot
sheet-column-played = played, played on, date, day, date played, game date
sheet-column-time = time, hour
sheet-column-variant = variant, mode
sheet-column-table = table
sheet-column-format = format
sheet-column-scoring = scoring
sheet-column-won = won, win, result, outcome, w/l, w/l/d
sheet-column-winner = winner, winners, won by
sheet-column-place = place, rank, finish, finishing place, placement, standing, finish position, finishing position, final place, final rank
sheet-column-points = points, pts, score
sheet-column-master = master, served
sheet-column-deck = deck, decks, deck name
sheet-column-commander = commander, commanders, general, commander name
sheet-column-partner = partner, second commander, partner commander
sheet-column-seat = seat, seat number, seat no, seat position, seating, seat order, turn order, play order, turn position, starting position, starting seat
sheet-column-bracket = bracket
sheet-column-colours = colours, colors, colour, color, colour identity, color identity, ci, deck colors, deck colours
sheet-column-defeated = defeated, kills, killed, eliminations, eliminated, knockouts, kos, victims, players eliminated, players killed
sheet-column-out = out, turn of death, death turn, turn out, turn eliminated, eliminated turn, elimination turn, turn of elimination, turn killed, killed turn, eliminated on turn, turn lost
sheet-column-players = players
sheet-column-how = how, cause
sheet-column-by = by, killed by, defeated by, eliminated by, knocked out by, ko’d by, killer, slain by, beaten by
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
