### Continuer sans quelqu’un qui a disparu, et les tables que personne ne touche plus.

## Sur le tableau

board-vote = 🗳️ Continuer sans { $player } ? { $have } sur { $needed }
board-vote-opens = Le vote s’ouvre à { $opens }. Le moindre geste de sa part avant la décision y met fin ; il expire à { $lapses }.
call-vote = 🙋 { $called }, tu es encore là ? On voudrait continuer sans toi. Appuie sur 🙋 *{ button-present }*, ou fais n’importe quoi d’autre dans cette partie ; sinon, les autres pourront voter { $opens }.
board-gone = 🚪 { $player } a quitté le serveur
board-gone-about = N’importe quel joueur de la partie peut continuer sans cette personne avec le bouton ci-dessous. Pour elle, cela compte comme une concession.
board-idle = ⏰ On joue encore ?
board-idle-about = Dernière action : { $since }. Fermeture { $until } sans résultat, sauf si quelqu’un joue ou appuie sur ▶️ *{ button-keep }*.
board-forgotten = ⏰ Oubliée
board-forgotten-about = Cette table a été fermée : plus personne n’y jouait.
button-kick = Continuer sans { $player }
button-present = Je suis là
button-keep = On joue encore

## Story

event-kicked = 🚪 { $player } avait disparu : la partie continue sans cette personne (décision : { $by }).
event-unseated = 🚪 { $player } a perdu sa place (décision : { $by }).
event-vote-called = 🙋 { $by } a appelé { $player } : un vote pour continuer sans cette personne s’ouvrirait cinq minutes plus tard.
event-present = 🙋 { $player } était là : pas de vote.
event-voted = 🗳️ { $by } veut continuer sans { $player }.
event-voted-back = 🗳️ { $by } ne veut plus continuer sans { $player }.
event-warned = ⏰ Personne n’avait touché à la table depuis longtemps. Elle allait être fermée.
event-kept = ⏰ La partie était toujours en cours : la table reste ouverte.
event-closed-idle = ⏰ La table a été fermée sans résultat : plus personne n’y touchait.

## Answers

done-call = 🙋 J’ai appelé { $player }, et ta voix est notée. Le vote s’ouvre { $opens }, sauf si cette personne fait quelque chose d’ici là.
done-present = ✅ Content de te voir : il n’y a plus de vote à ton sujet.
done-vote = 🗳️ Ton vote pour continuer sans { $player } compte : { $have } sur { $needed }. Appuie de nouveau sur le bouton du tableau pour le retirer.
done-vote-back = 🗳️ Ton vote pour continuer sans { $player } est retiré.
done-keep = ✅ La table reste ouverte. Bonne partie !
done-unseat = ✅ Place libérée : { $player }.

## Refusals

refusal-kick-early = Le vote n’est pas encore ouvert : le tableau dit à quelle heure il s’ouvre. D’ici là, cette personne peut montrer qu’elle est là.
refusal-kick-unreachable = Je n’ai pas pu mentionner cette personne dans ce salon, et sans cela il n’y a pas de vote. Demande à un modérateur d’utiliser `⋯` 🥾 *{ button-removal }*.
refusal-kick-uncalled = Il n’y a plus de vote à son sujet : cette personne a fait quelque chose entre-temps, ou il a expiré. `⋯` 🥾 *{ button-removal }* l’appelle de nouveau.
refusal-nobody-called = Personne ne t’a appelé : il n’y a pas de vote à ton sujet. Joue tranquillement !
refusal-kick-too-few = À deux joueurs, un seul vote ne décide de rien. Si { $player } a disparu, demande à un modérateur d’utiliser `⋯` 🥾 *{ button-removal }*.
refusal-kick-yourself = On ne vote pas contre soi-même. Utilise `/concéder` pour quitter la partie.
refusal-kept-already = Cette table ne va pas être fermée : quelqu’un a joué entre-temps. Regarde le tableau le plus récent.

## Settings

setting-idle = Tables oubliées
setting-idle-about = Au bout de combien de temps une table que personne ne touche est marquée comme oubliée sur son tableau. Si rien ne se passe pendant encore autant de temps, elle est fermée sans résultat. Personne n’est mentionné.
idle-never = Jamais fermées
idle-6h = 6 heures
idle-12h = 12 heures
idle-24h = 24 heures
idle-3d = 3 jours
idle-7d = 7 jours

## Commands: names, then what they do

