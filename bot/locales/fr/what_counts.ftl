### Quand une partie compte, à qui est une place, et ce que la modération en décide.

## À la table

lobby-kept = 🪑 Places gardées jusqu’à ce que chacun appuie sur 🙋 *{ button-present }* : { $players }
board-kept = 🪑 Une place est gardée pour { $players }. Appuie sur 🙋 *{ button-present }* pour la prendre : sans cela, tu n’es pas de la partie.
done-rematch = La table est ouverte. Ceux qui jouaient encore il y a moins de 15 minutes ont de nouveau leur place, et peuvent partir avant le début. Pour les autres, elle est gardée jusqu’à ce qu’ils appuient sur 🙋 *{ button-present }* sur le tableau.
done-rematch-seated = La table est ouverte. Ceux qui viennent de jouer ont de nouveau leur place. Pour laisser la tienne avant le début, appuie sur 🚪 *{ button-leave }* sur le tableau.
refusal-seats-kept = Les dernières places sont gardées pour { $players }. L’hôte peut en libérer une avec `⋯` 🥾 *{ button-removal }*.
refusal-seats-unpressed = Il faut { $fewest } joueurs, et tous n’ont pas encore appuyé sur 🙋 *{ button-present }* : { $players }.
refusal-own-seat = Cette place, seul son joueur peut la prendre : demande à { $player } d’appuyer.

## Sur le tableau

claim-pending = ⏳ Pas encore définitif
claim-press = Une victoire compte dès qu’un autre joueur la confirme, une nulle dès que tous ceux qui pouvaient encore gagner la confirment ; le silence n’y suffit pas.
claim-stands = ☑️ { $what } : jugé valable par { $by }
claim-concession = concession ({ $player })
claim-kick = mise à l’écart ({ $player })
claim-choice = choix ({ $player })
claim-choice-for = choix pour { $player } ({ $maker })
claim-choice-draw = choix pour { $player } (tirage)
claim-close = fin de la partie
claim-closing = fermeture de la partie
claim-undoing = annulation de la fin de la partie
claim-undone = ↩️ { $player } a annulé la fin de la partie. Si c’est à tort, appuie sur ✋ *{ button-dispute }*.
claim-closed = 🔒 { $player } a fermé la partie sans résultat. Si c’est à tort, appuie sur ✋ *{ button-dispute }*.
claim-closed-idle = 🔒 La partie a été fermée sans résultat : plus personne n’y touchait. Si c’est à tort, appuie sur ✋ *{ button-dispute }*.
claim-final = Ce sera définitif { $due }, sauf si quelqu’un appuie sur ✋ *{ button-dispute }*.
claim-decision = décision de la modération
dispute-another = { $by } en a déjà décidé : à un autre modérateur de trancher.
decided-by-player = ⚠️ Décidé par un joueur de cette partie : { $players }
board-decided = ⚖️ Décidé par la modération

## Réglages

setting-dispute_time = Délai de contestation
setting-dispute_time-about = Combien de temps chaque joueur peut contester le résultat d’une partie avant que ses points comptent, si personne n’a à le confirmer. Le délai commence à la fin de la partie, et de nouveau quand une contestation est réglée. Les nouvelles tables suivent ce réglage ; une table déjà ouverte garde le sien.
dispute_time-5m = 5 minutes
dispute_time-15m = 15 minutes
dispute_time-30m = 30 minutes
dispute_time-1h = 1 heure
dispute_time-24h = 24 heures
setting-choice_time = Délai pour choisir
setting-choice_time-about = Combien de temps quelqu’un qui doit choisir peut rester silencieux avant que l’hôte ou la modération puisse choisir à sa place. La modération est alors appelée, et dix minutes plus tard le tirage tranche.
choice_time-5m = 5 minutes
choice_time-10m = 10 minutes
choice_time-15m = 15 minutes
choice_time-30m = 30 minutes
choice_time-1h = 1 heure
setting-referee = Modérateurs qui jouent
setting-referee-about = Si un modérateur peut décider d’une partie où il joue lui-même. S’il le fait, le tableau et `/audit` le disent.
referee-any = Peuvent décider, et c’est indiqué
referee-other = Un autre modérateur décide

## Modération

audit-plays = ⚠️ décidé par un joueur de cette partie
audit-confirmed = a confirmé des déclarations dans { $channel }
audit-chose = a fait un choix pour quelqu’un dans { $channel }
audit-took-back = a annulé la dernière déclaration dans { $channel }
audit-closed = a fermé la partie dans { $channel }
audit-removed = a retiré quelqu’un de la partie dans { $channel }
audit-objected = a contesté quelque chose dans { $channel }
audit-entered = a enregistré une partie dans { $channel }
audit-managed = est intervenu comme modérateur dans la partie du salon { $channel }
audit-override-date = a décidé quand la partie s’est terminée
date-no-season = hors saison
event-overruled-date = La modération a décidé quand la partie s’est terminée : { $date }.
past-unscored = ⏳ ne compte pas encore
override-locked = 🔒 Une saison terminée
override-season = Cette partie compte dans { $name }. Le classement final et les bilans de cette saison changeront avec ta décision.
override-really = Changer quand même
command-override-date = date
command-override-date-about = Décider quand une partie s’est vraiment terminée : sa saison et sa semaine
option-at = fin
option-at-about = Fin de la partie, par exemple : hier 21:00, vendredi dernier 20:30, 27/11 21:00, il y a 2 h
button-unsettled = En suspens : { $count }
unsettled-disputed = ✋ Contesté par { $by } : { $what }
unsettled-unconfirmed = Non confirmé : { $what }
done-unsettled = ⬇️ Le tableau arrive en bas de son salon : { $channel }

## Saisons terminées

season-really = 🔒 Cela change ce qui compte dans { $names }, une saison terminée. Son classement final et ses bilans changeront avec ta décision.
refusal-season-over = { $names } est terminée : seul un modérateur peut encore décider de cela. Demande à l’un d’eux.
event-locked = 🔒 La saison est terminée : seul un modérateur peut encore confirmer cela.

## Refus

refusal-counted = Cette partie compte : seul un modérateur peut encore la changer, en disant pourquoi, avec `/arbitrer`.
refusal-draw-out = Tu es hors jeu : déclarer la partie nulle revient à ceux qui jouent encore. Demande à l’un d’eux, ou à la modération.
refusal-disputed-once = Tu l’as déjà contesté, et chacun ne le peut qu’une fois. Si autre chose est faux, conteste-le, ou demande à la modération.
refusal-other-moderator = Tu joues dans cette partie, et ce serveur veut qu’un autre modérateur décide. Demande à l’un d’eux.
refusal-decided-already = Tu en as déjà décidé, et c’est contesté : c’est à un autre modérateur de trancher. Demande à l’un d’eux.
refusal-no-date = Ce n’est pas un jour et une heure passés. Écris par exemple `hier 21:00`, `ven 21:00` ou `{ $typed }`.
