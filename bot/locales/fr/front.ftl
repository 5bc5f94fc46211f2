### What people see in Discord: boards, forms, answers, commands.

## Buttons

button-join = Rejoindre
button-leave = Partir
button-start = Lancer
button-how = Comment ça marche
button-fair = Vérifier le tirage
button-report = Signaler une défaite
button-concede = Concéder
button-checklist = Ma liste
button-turn = Tour suivant
button-here = Tableau ici
button-rematch = Revanche
button-leaving = Oui, je concède
button-redo = Annuler et corriger

## Lobby

board-title = Table { $variant }
lobby-seats = Places · { $have } sur { $most }
lobby-host = Hôte
lobby-empty = Personne pour l’instant.
lobby-missing = ⏳ Joueurs manquants : { $missing }
lobby-ready = ✅ { $host } peut lancer la partie. Places libres : { $free }
lobby-full = ✅ La table est complète. { $host } peut lancer la partie.
lobby-remark = ℹ️ L’idéal pour cette table : de { $low } à { $high } joueurs.
lobby-draw = 🎲 Tirage scellé · SHA-256
option-choose-master = maître au choix

## Board

board-seats = Places, en partant du premier joueur
board-drawn = 🎲 Vérifier le tirage : `/table situation`
board-latest = Dernier verdict · { $rule }
board-closed = Fermée sans résultat.
board-over = ⚪ Terminé
board-waiting = ⏳ En attente d’un choix
board-turn = ▶️ Tour { $number }
board-turn-nobody = Personne n’est actif jusqu’au prochain tour.
board-draw = 🤝 **Match nul**
board-won = 🏆 **Victoire : { $winner }**
board-won-team = 🏆 **Victoire : { $winner }**, avec { $team }
board-call = { $player }, à toi de choisir.
board-subgame-shahrazad = 🌀 Shahrazad : une sous-partie est en cours.
board-subgame-enter-the-dungeon = 🌀 Enter the Dungeon : une sous-partie est en cours.
board-subgame-countdown = 🌀 The Countdown Is at One : une sous-partie est en cours.
choice-placeholder = Choix de { $by }…
choice-decline = Quitter plutôt la partie
forgotten-player = joueur oublié

## What became of a loser

became-servant = { $loser } a désormais { $responsible } pour maître.
became-out = { $loser } est hors jeu.
became-beaten = Défaite de { $loser } : la partie est finie.
became-masterless = { $loser } reste sans maître.
became-rejoins = { $loser } peut revenir en jeu.

## Facts

cause-life = 0 point de vie
cause-poison = Poison
cause-library = Bibliothèque vide
cause-effect = Un effet
cause-commander = Blessures de commandant
means-effect = Un effet
means-combo = Un combo
fact-lost = { $loser } : { $cause }
fact-controller = contrôleur : { $player }
fact-owner = propriétaire : { $player }
fact-amount = quantité { $amount }
fact-voluntary = facultatif
fact-forced = pioche forcée
fact-controlled = décisions prises par { $player }
fact-kindslaver = Kindslaver de { $player }
fact-protection = a mis fin à une protection : { $source }

## Story

log-title = L’histoire jusqu’ici
log-by = — { $player }
event-opened = { $player } a ouvert la table.
event-sealed = 🎲 Le tirage est scellé : `{ $commitment }`
event-joined = { $player } rejoint la table.
event-left = { $player } quitte la table.
event-sided = 🪑 { $player } rejoint l’équipe { $team }.
event-unsided = 🪑 { $player } laisse le tirage choisir l’équipe.
event-started = La partie commence : { $seats }. Premier joueur : { $first }.
event-conceded = { $player } concède.
event-chose = { $by } choisit { $player }.
event-declined = { $by } préfère partir.
event-succeeded = { $player } mène désormais l’équipe.
event-won-effect = { $player } gagne par un effet.
event-won-combo = { $player } gagne avec un combo.
event-drew = La partie est nulle.
event-turn = Tour suivant : { $players }.
event-restarted = { $player } recommence la partie avec Karn libéré.
event-undone = Le signalement précédent est annulé.
event-closed = La table est fermée.

## Answers

done-open = Ta table est ouverte. Le tableau est dans le salon.
done-join = Tu as une place.
done-leave = Ta place est libérée.
done-start = C’est parti. Bonne chance !
done-close = La table est fermée, sans résultat.
done-end = La partie est finie. Les points sont sur le tableau.
done-undo = Annulé :
done-report = C’est noté. `/annuler` pour annuler.
done-here = ⬇️ Le tableau arrive.
done-language = ✅ Messages publics : { $language }
concede-sure = 🏳️ Tu quittes la partie pour de bon. Tes esclaves, si tu en as, restent ensemble sous l’un d’eux.
checklist-title = Ma liste
checklist-servant = Tu as **{ $master }** pour maître. Au moment de ta défaite :
checklist-out = Tu es hors jeu. Ce que fait la table :
checklist-follower = Tu as suivi ton équipe chez **{ $master }** et tu gardes tout ce que tu as.
checklist-over = La partie est finie : il n’y a rien à faire.
checklist-nothing = Rien à faire : continue à jouer.
fair-title = 🎲 Vérifier le tirage
fair-sealed = Les places et le premier joueur dépendent d’un secret tiré à l’ouverture de la table. Avant le lancement, tu n’en vois que l’empreinte SHA-256, qui ne va avec aucun autre secret. Garde-la : une fois la partie lancée, ce bouton montre le secret.
fair-proof = Les places et le premier joueur viennent de ce secret ; son empreinte (`commitment`) était affichée avant le lancement. Enregistre ces lignes dans `draw.json` : `suzerain verify draw.json` refait le tirage. Pour le refaire sans le bot : `docs/fair-draws.md`, avec son code source.

## Leaderboard

leaderboard-title = 🏆 Classement du serveur
leaderboard-empty = Aucune partie finie pour l’instant. Ouvres-en une avec `/table ouvrir` !
leaderboard-own = Toi
language-en = Anglais (English)
language-fr = Français
language-ru = Russe (русский)
language-auto = Celle de Discord

## Form

form-title = ⚔️ Signaler une défaite
form-intro = Dis qui a perdu, comment, et qui contrôlait la source. Rien ne compte avant *Signaler*.
form-moved = ⚠️ La partie a changé entre-temps. Vérifie le verdict avant de signaler.
form-served = ℹ️ { $loser } a déjà { $master } pour maître. Cette défaite vient peut-être d’être signalée ?
form-verdict = Ce qui s’ensuit
form-loser = Qui a perdu ? { $loser } · { $cause }
form-no-source = Pas encore de source
form-pick-loser = Qui a perdu ?
form-pick-cause = Comment ?
form-pick-controller = Qui contrôlait la source ?
form-pick-owner = Propriétaire, si ce n’est pas le contrôleur ?
form-pick-controlled = Qui prenait les décisions du perdant ?
form-pick-flags = Quelque chose de particulier ?
form-nobody = Personne
form-own-decisions = Le perdant, comme d’habitude
form-send = Signaler
form-card = Carte et quantité…
form-details = Détails…
form-back = Retour
form-cancel = Annuler
form-source = Autre source
form-another = Autre perdant
form-next = Source suivante
form-remove = Retirer
form-cancelled = Rien n’a été signalé.
form-card-title = La source
form-card-name = Carte ou effet
form-card-amount = Points de vie retirés ou marqueurs posés
form-card-amount-about = Nécessaire s’il y a plusieurs sources à la fois
flag-voluntary = Facultatif
flag-voluntary-about = Son contrôleur, du côté du perdant, a pris la décision fatale
flag-forced_draw = Pioche forcée
flag-forced_draw-about = La source a fait piocher dans la bibliothèque vide
flag-ended = A mis fin à une protection
flag-ended-about = La source a mis fin à ce qui maintenait le perdant en jeu
flag-kindslaver = Kindslaver
flag-kindslaver-about = Les décisions du perdant étaient prises avec Kindslaver

## Refusals of the front

refusal-old-pod = Cela appartient à une partie précédente. Utilise le dernier tableau du salon.
refusal-only-players = Seuls les joueurs de cette partie peuvent le faire. La prochaine t’est ouverte.
refusal-no-secret = Cette table a été ouverte avant que les tirages soient vérifiables. Celui de la prochaine le sera : ouvre-la avec `/table ouvrir`.
refusal-only-host = C’est réservé à l’hôte, { $by }, ou à la modération. Demande-leur.
refusal-only-maker = Seuls l’auteur du dernier signalement, l’hôte ({ $by }) ou la modération peuvent l’annuler. Demande-leur.
refusal-permissions = Je ne peux pas afficher de tableau ici. Demande à la modération de m’autoriser dans ce salon : { $missing }.
refusal-unknown-button = Ce bouton date d’un autre temps. Utilise le dernier tableau, ou `/table situation`.
refusal-form-gone = Ce formulaire est fermé : il a déjà été envoyé, ou un redémarrage l’a interrompu. Regarde le tableau ; si la défaite n’y est pas, appuie sur *Signaler une défaite* pour recommencer.
refusal-form-other = Ce formulaire est à quelqu’un d’autre. Appuie sur *Signaler une défaite* pour avoir le tien.
refusal-form-amount = La quantité doit être un nombre entier, 1 au moins. Rouvre *Carte et quantité…*.
refusal-draft-loser = Choisis qui a perdu dans le premier menu.
refusal-choice-late = Ce choix est déjà fait. Regarde le dernier tableau.
refusal-turn-late = Ce tour est déjà fini. Regarde le dernier tableau.
refusal-redo-late = La partie a changé depuis. Regarde le tableau ; `/annuler` annule un signalement à la fois.
refusal-who = « { $typed } » n’est personne dans cette partie. Choisis dans la liste : { $players }.
refusal-not-playing = Cette personne n’est pas dans la partie. Signale la défaite de l’un de ses joueurs.
refusal-no-rule = Il n’y a pas de règle « { $typed } ». Essaie un identifiant comme ESC-22, ou choisis dans la liste.
refusal-stopping = Je redémarre. Réessaie dans une minute ; rien n’a changé.
error-busy = On me demande beaucoup de choses en même temps. Rien n’a changé : réessaie dans quelques secondes.
error-storage = Le journal ne répond pas pour l’instant. Vérifie le tableau dans un moment, puis réessaie.
error-outdated = Cette commande a changé. Redémarre Discord et réessaie.
error-forbidden = Discord ne me le permet pas ici. Demande à la modération de vérifier mes permissions dans ce salon.
error-unexpected = Quelque chose a mal tourné de mon côté. Vérifie le tableau avec `/table situation`, puis réessaie.

## Commands: names, then what they do

command-pod = table
command-pod-about = Une partie et ceux qui y jouent
command-open = ouvrir
command-open-about = Ouvrir une table dans ce salon
command-join = rejoindre
command-join-about = Prendre place à la table de ce salon
command-leave = partir
command-leave-about = Rendre sa place avant le début
command-start = lancer
command-start-about = Tirer les places et le premier joueur, et commencer
command-status = situation
command-status-about = Voir le tableau en privé
command-turn = tour
command-turn-about = Le tour suivant commence
command-win = victoire
command-win-about = Un effet ou un combo fait gagner la partie
command-draw = nulle
command-draw-about = La partie est nulle : une boucle que personne ne peut arrêter
command-log = histoire
command-log-about = L’histoire jusqu’ici
command-close = fermer
command-close-about = Fermer la table sans résultat
command-defeat = défaite
command-defeat-about = Signaler que quelqu’un a perdu
command-concede = concéder
command-concede-about = Quitter la partie pour de bon
command-undo = annuler
command-undo-about = Annuler le dernier signalement
command-leaderboard = classement
command-leaderboard-about = Les points de ce serveur
command-rules = règles
command-rules-about = Ce que dit une règle
command-setup = réglages
command-setup-about = Réglages de ce serveur
command-language = langue
command-language-about = La langue des tableaux de ce serveur
menu-report = Signaler sa défaite
option-table = table
option-table-about = Comment la table est disposée
option-variant = variante
option-variant-about = Ce que devient celui qui perd
option-base = format
option-base-about = Le format des decks
option-scoring = décompte
option-scoring-about = Comment les points sont comptés
option-choose_master = maître_au_choix
option-choose_master-about = Règle optionnelle : qui perd sans responsable peut choisir son maître
option-title = titre
option-title-about = Le nom du tableau
option-size = places
option-size-about = Combien peuvent s’asseoir
option-player = joueur
option-winner-about = Qui gagne
option-means = moyen
option-means-about = Un effet qui le dit, ou un combo
option-loser = perdant
option-loser-about = Qui a perdu
option-controller = contrôleur
option-controller-about = Qui contrôlait la source ; laisse vide pour plus de détails
option-cause = cause
option-cause-about = Comment ; 0 point de vie si rien n’est dit
option-card = carte
option-card-about = Ce qui l’a fait
option-language = langue
option-language-about = Anglais, français, russe, ou celle de Discord
option-rule = règle
option-rule-about = Son identifiant, tel que le tableau le cite, ou un mot

## Discord’s permissions, as Discord calls them

permission-read_messages = Voir le salon
permission-send_messages = Envoyer des messages
permission-send_messages_in_threads = Envoyer des messages dans les fils
permission-embed_links = Intégrer des liens
