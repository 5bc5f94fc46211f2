### What people see in Discord: boards, forms, answers, commands.

## Buttons

button-join = Rejoindre
button-leave = Partir
button-start = Lancer
button-how = Comment jouer
button-fair = Vérifier le tirage
button-report = Déclarer
button-concede = Concéder
button-checklist = À faire
button-turn = Tour suivant
button-here = Descendre le tableau
button-rematch = Revanche
button-leaving = Oui, je concède
button-redo = Annuler et corriger
button-near-card = Plutôt { $card } ?

## Lobby

board-title = Table { $variant }
lobby-seats = Places · { $have } sur { $most }
lobby-host = Hôte
lobby-empty = Personne pour l’instant.
lobby-missing = ⏳ **Joueurs manquants : { $missing }** · { $most } au plus
button-instead = Jouer { $variant }
done-variant = Cette table joue maintenant { $variant }. Chacun garde sa place, et le tirage son secret.
lobby-ready = ✅ { $host } peut lancer la partie · places libres : { $free }
lobby-full = ✅ La table est complète. { $host } peut lancer la partie.
lobby-remark = ℹ️ L’idéal pour cette table : de { $low } à { $high } joueurs.
lobby-draw = 🎲 Tirage fixé d’avance :
option-choose-master = sans responsable, le perdant peut choisir un maître

## Board

board-closed = Fermée sans résultat.
board-waiting = ⏳ En attente d’un choix
board-choice-opens = Sans réponse, d’autres peuvent choisir : { $opens }
board-turn-nobody = Pas de joueur actif jusqu’au prochain tour.
board-draw = 🤝 **Partie nulle**
board-won = 🏆 **Victoire : { $winner }**
board-won-team = 🏆 **Victoire : { $winner }**, avec { $team }
board-won-shared = 🏆 **Victoire partagée : { $winners }**
board-call = { $player }, à toi de choisir ci-dessous.
choice-call = { $moderators } : quelqu’un ne répond pas. Si tu ne joues pas dans cette partie, choisis pour cette personne ci-dessous. Si personne ne le fait, le tirage tranchera { $draws }.
board-subgame-shahrazad = 🌀 Shahrazad : une sous-partie est en cours.
board-subgame-enter-the-dungeon = 🌀 Enter the Dungeon : une sous-partie est en cours.
board-subgame-countdown = 🌀 The Countdown Is at One : une sous-partie est en cours.
choice-placeholder = { $by } choisit…
choice-decline = Quitter la partie
forgotten-player = joueur supprimé

## What became of a loser

became-servant = { $loser } sert désormais { $responsible }.
became-out = { $loser } est hors jeu.
became-beaten = { $loser } a perdu : la partie est finie.
became-masterless = { $loser } se retrouve sans maître.
became-rejoins = { $loser } a perdu et peut revenir en jeu.

## Facts

cause-life = 0 point de vie
cause-poison = Poison
cause-library = Bibliothèque vide
cause-effect = Un effet qui fait perdre
cause-commander = Blessures de commandant
means-effect = Un effet qui fait gagner
means-combo = Une combo
fact-lost = { $loser } : { $cause }
fact-controller = contrôleur : { $player }
fact-owner = propriétaire : { $player }
fact-amount = quantité : { $amount }
fact-voluntary = facultatif
fact-forced = pioche forcée
fact-controlled = décisions prises par { $player }
fact-kindslaver = Kindslaver : { $player }
fact-protection = fin d’un effet qui empêchait de perdre : { $source }

## Story

log-title = Le récit de la partie
log-by = — { $player }
event-opened = { $player } a ouvert la table.
event-sealed = 🎲 Le tirage est scellé : `{ $commitment }`
event-joined = { $player } a rejoint la table.
event-left = { $player } a quitté la table.
event-sided = 🪑 { $player } a rejoint l’équipe { $team }.
event-unsided = 🪑 { $player } s’en remet au tirage pour son équipe.
event-started = La partie a commencé : { $seats }. Premier joueur : { $first }.
event-started-team = La partie a commencé : { $seats }. Premier tour : { $players }.
event-conceded = { $player } a concédé.
event-chose = { $by } a choisi { $player }.
event-declined = { $by } a préféré partir.
event-chose-for = { $maker } a choisi { $player } pour { $by }.
event-declined-for = { $maker } a choisi le départ pour { $by }.
event-chose-draw = { $by } n’a pas choisi, et le tirage a donné { $player }.
event-moderators-called = ⏳ { $player } n’avait pas choisi : la modération a été appelée.
event-substituted = 🔁 { $by } remplace { $player }.
event-substituted-result = 🔁 { $by } remplace { $player } et reprend son résultat.
event-deck-named = 🃏 { $player } joue { $commanders }
event-deck-bracket = { $deck } (bracket { $bracket })
event-succeeded = { $player } mène désormais l’équipe.
event-won-effect = { $player } a gagné grâce à un effet.
event-won-combo = { $player } a gagné avec une combo.
event-drew = La partie est nulle.
event-turn = Tour suivant : { $players }.
event-restarted = { $player } a fait recommencer la partie avec Karn libéré.
event-undone = Une déclaration a été annulée.
event-undone-what = { $undone } C’était : { $what }.
event-closed = La table a été fermée.

## Answers

done-open = Ta table est ouverte : on la rejoint sur le tableau de ce salon.
done-opened = Ta table est ouverte.
board-late = Discord n’a pas encore accepté le tableau. Je réessaie, il viendra tout seul. En attendant, `/table situation` le montre et permet de rejoindre. S’il n’y a toujours pas de tableau dans une minute, demande à la modération de vérifier mes permissions dans ce salon.
done-join = Tu as une place.
done-leave = Ta place est libérée.
done-start = C’est parti. Bonne chance !
done-close = La table est fermée, sans résultat. Une erreur ? `/annuler` la rouvre.
done-end = La partie est finie. Les points sont sur le tableau. Une erreur ? `/annuler`
done-undo = Annulé :
undo-more = Quelqu’un d’autre vient d’annuler une déclaration. Veux-tu en annuler encore une, celle-ci ?
done-undo-turns = Les tours commencés depuis sont annulés aussi, car quelqu’un doit d’abord choisir.
done-report = C’est noté. Une erreur ? `/annuler`
done-override = C’est noté. Une erreur ? `/arbitrer retirer`, ou une nouvelle décision avec `/arbitrer`.
done-here = ⬇️ Le tableau arrive en bas du salon.
done-language = ✅ Messages publics : { $language }
concede-sure = 🏳️ Tu quittes la partie pour de bon. Tes esclaves, si tu en as, restent ensemble et l’un d’eux devient leur maître.
checklist-title = À faire
checklist-servant = Tu sers **{ $master }** : vous gagnez ou perdez ensemble. À la suite de ta défaite, dans l’ordre :
checklist-minion = Tu sers **{ $master }** et tu ne peux pas gagner, même si { $master } gagne. À la suite de ta défaite, dans l’ordre :
checklist-out = Tu es hors jeu. Ce que la table fait maintenant :
checklist-follower = Tu sers désormais **{ $master }**, avec toute ton équipe. Tu gardes toutes tes cartes.
checklist-from-next-turn = Tu agis dès le début du prochain tour, quel qu’en soit le joueur actif. Ensuite, { $master } et toi partagez les tours et les points de vie.
checklist-shares = { $master } et toi partagez les tours et les points de vie.
checklist-peace = Tu n’attaques ni { $master }, ni ses autres serviteurs.
checklist-master-falls-follow = Si { $master } perd, tu gardes tes cartes et tu sers le responsable de sa défaite.
checklist-master-falls-stay = Si { $master } perd, tu gardes tes cartes et tu continues à servir { $master }.
checklist-over = La partie est finie : il n’y a rien à faire.
checklist-nothing = Rien à faire : continue à jouer.
fair-title = 🎲 Vérifier le tirage
fair-sealed = Les places et le premier joueur dépendent d’un secret tiré à l’ouverture de la table. Avant le lancement, tu n’en vois que l’empreinte SHA-256, qui ne va avec aucun autre secret. Garde-la : une fois la partie lancée, ce bouton montre le secret.
fair-proof = Les places et le premier joueur viennent de ce secret ; son empreinte (`commitment`) était affichée avant le lancement. Enregistre ces lignes dans `draw.json` : `suzerain verify draw.json` refait le tirage. Pour le refaire sans le bot : `docs/design/draw-recipe.md`, avec son code source.

## Leaderboard

leaderboard-title = 🏆 Classement du serveur
leaderboard-empty = Aucune partie finie pour l’instant. Ouvres-en une avec `/table ouvrir` !
leaderboard-own = Toi
language-en = Anglais (English)
language-fr = Français
language-ru = Russe (русский)
language-auto = Celle de Discord

## Form

form-title = ⚔️ Une défaite
form-intro = Dis qui a perdu, comment, et qui contrôlait la source. Rien ne compte avant que tu appuies sur *{ form-send }*.
form-intro-owner = Il ne manque qu’une chose : à qui est la carte. Ta réponse déclare la défaite.
form-moved = ⚠️ La partie a changé entre-temps. Revérifie le verdict avant d’envoyer.
form-served = ℹ️ { $loser } sert déjà { $master }. Cette défaite vient peut-être d’être déclarée ?
form-phased = 💤 Hors phase jusqu’à son prochain tour
form-verdict = Conséquence
form-loser = Qui a perdu ? { $loser } · { $cause }
form-no-source = Pas encore de source
form-whose = { $card } : à qui ?
form-pick-loser = Qui a perdu ?
form-pick-cause = Comment ?
form-pick-controller = Qui contrôlait la source ?
form-controller-none = Personne, ou je ne sais pas
form-pick-owner = À qui est la carte ?
form-whose-card = ❔ **À qui est la carte ?** { $controller } contrôlait { $source }. Si la carte est à quelqu’un d’autre, cette personne est peut-être responsable.
form-pick-controlled = Décisions prises par qui ?
form-pick-flags = Un cas particulier ?
form-more = C’est plus compliqué
form-more-about = Plusieurs cartes, Mindslaver…
form-send = Déclarer
form-card = Carte et quantité…
form-details = Détails…
form-back = Retour
form-cancel = Annuler
form-source = Autre source
form-another = Autre perdant
form-next = Source suivante
form-remove = Retirer cette source
form-cancelled = Aucune défaite n’a été déclarée.
form-card-title = La source
form-card-name = Carte ou effet
form-card-amount = Points de vie retirés ou marqueurs posés
form-card-amount-about = Nécessaire s’il y a plusieurs sources à la fois
flag-voluntary = Facultatif
flag-voluntary-about = Son contrôleur, du côté du perdant, a pris la décision fatale
flag-forced_draw = Pioche forcée
flag-forced_draw-about = La source a forcé le perdant à piocher dans sa bibliothèque vide
flag-ended = A mis fin à un effet qui empêchait de perdre
flag-ended-about = La source a mis fin à ce qui maintenait le perdant en jeu, par exemple Platinum Angel
flag-kindslaver = Kindslaver
flag-kindslaver-about = Les décisions du perdant étaient prises avec Kindslaver

## Refusals of the front

refusal-old-pod = Ceci date d’une partie précédente. Utilise le dernier tableau du salon.
refusal-only-players = Seuls les joueurs de cette partie peuvent le faire. Tu pourras jouer la prochaine.
refusal-no-secret = Cette table a été ouverte avant que les tirages soient vérifiables. Celui de la prochaine le sera : ouvre-la avec `/table ouvrir`.
refusal-only-host = C’est réservé à l’hôte ({ $by }) ou à la modération. Demande-leur.
refusal-only-maker = La dernière déclaration a été faite par { $player } : seuls son auteur, l’hôte ({ $by }) ou la modération peuvent l’annuler. Demande-leur.
refusal-permissions = Je ne peux pas afficher de tableau ici. Demande à la modération de m’autoriser dans ce salon : { $missing }.
refusal-unknown-button = Ce bouton n’est plus valable. Utilise le dernier tableau, ou `/table situation`.
refusal-form-gone = Ce formulaire est fermé : il a déjà été envoyé, ou un redémarrage l’a interrompu. Regarde le tableau ; si la défaite n’y est pas, appuie sur *{ button-report }* pour recommencer.
refusal-form-other = Ce formulaire est à quelqu’un d’autre. Appuie sur *{ button-report }* pour avoir le tien.
refusal-form-amount = La quantité doit être un nombre entier, 1 au moins. Rouvre *{ form-card }*.
refusal-draft-loser = Choisis qui a perdu dans le premier menu.
refusal-variant-late = La partie a commencé, sa variante reste. Ferme-la et ouvre une autre table pour en jouer une autre.
refusal-variant-other = Cette variante ne convient pas à ceux qui sont assis ici. Regarde le tableau, qui montre ce qu’ils peuvent jouer.
refusal-choice-late = Ce choix est déjà fait. Regarde le dernier tableau.
refusal-choice-early = Pour l’instant, ce choix revient à { $by }. Sans réponse de sa part, tu pourras choisir à sa place { $opens }.
refusal-choice-own = Tu ne peux pas choisir pour { $by } en ta propre faveur. Laisse ce choix à quelqu’un d’autre.
refusal-turn-late = Ce tour est déjà fini. Regarde le dernier tableau.
refusal-undo-late = C’est déjà annulé. Regarde le dernier tableau.
refusal-undo-newer = Une autre déclaration est arrivée depuis. Regarde le dernier tableau, puis annule de nouveau.
refusal-redo-late = La partie a changé depuis. Regarde le tableau ; `/annuler` annule une déclaration à la fois.
refusal-who = Personne ne s’appelle « { $typed } » dans cette partie. Choisis dans la liste : { $players }.
refusal-not-playing = Cette personne n’est pas dans la partie. Déclare la défaite de l’un des joueurs.
refusal-no-rule = Aucune règle ne parle de « { $typed } ». Essaie un autre mot ou un numéro comme ESC-22 ; `/règles` tout court les liste toutes.
refusal-stopping = Je redémarre. Réessaie dans une minute ; rien n’a changé.
error-busy = On me demande beaucoup de choses en même temps. Rien n’a changé : réessaie dans quelques secondes.
error-storage = Ma base de données ne répond pas pour l’instant. Vérifie le tableau dans un instant, puis réessaie.
error-unanswered = Ma base de données ne répond pas pour l’instant, et je ne prends rien de nouveau d’ici là. Rien n’a changé : réessaie dans quelques secondes.
error-unknown = Ma base de données n’a pas encore répondu : je ne sais pas si c’est enregistré. Inutile de recommencer : dès que je le saurai, je le dirai ici, et le tableau le montrera.
error-outdated = Cette commande a changé. Redémarre Discord et réessaie.
error-forbidden = Discord ne me le permet pas ici. Demande à la modération de vérifier mes permissions dans ce salon.
error-unexpected = Quelque chose a mal tourné de mon côté. Vérifie le tableau avec `/table situation`, puis réessaie.

## Commands: names, then what they do

command-pod = table
command-pod-about = Une partie et ceux qui y jouent
command-open = ouvrir
command-open-about = Ouvrir une table dans ce salon
command-status = situation
command-status-about = Voir le tableau en privé
command-defeat = défaite
command-defeat-about = Déclarer que quelqu’un a perdu
command-concede = concéder
command-concede-about = Quitter la partie pour de bon
command-undo = annuler
command-undo-about = Annuler la dernière déclaration
command-leaderboard = classement
command-leaderboard-about = Le classement de ce serveur
command-rules = règles
command-rules-about = Ce que dit une règle
command-setup = réglages
command-setup-about = Réglages de ce serveur
command-language = langue
command-language-about = La langue des tableaux de ce serveur
menu-report = Déclarer sa défaite
menu-lost = J’ai perdu contre ce joueur
option-table = disposition
option-table-about = La disposition des places : chacun pour soi, équipes…
option-variant = variante
option-variant-about = Ce que devient le perdant
option-base = format
option-base-about = Le format des decks
option-scoring = barème
option-scoring-about = Comment les points sont comptés
option-title = titre
option-title-about = Le nom du tableau
option-size = places
option-size-about = Nombre de places
option-player = joueur
option-loser = perdant
option-loser-about = Qui a perdu
option-controller = contrôleur
option-controller-about = Qui contrôlait la source ; laisse vide pour ouvrir un formulaire
option-cause = cause
option-cause-about = Comment ; par défaut, 0 point de vie
option-card = carte
option-card-about = La carte ou l’effet en cause
option-language = langue
option-language-about = Anglais, français, russe, ou celle de Discord
option-rule = règle
option-rule-about = Des mots à chercher, comme « tour supplémentaire », ou le numéro d’une règle

## Discord’s permissions, as Discord calls them

permission-read_messages = Voir le salon
permission-send_messages = Envoyer des messages
permission-send_messages_in_threads = Envoyer des messages dans les fils
permission-embed_links = Intégrer des liens
