### Remplaçants : quelqu’un reprend une place dans une partie en cours.

option-substitute-about = Qui joue à ta place ; redonne son nom pour retirer ta proposition
button-substitute = Remplaçant
button-seat = Prendre la place : { $player }
button-grant = Le résultat lui revient : { $player }
seat-ask = Qui joue à ta place ? { $who } Cette personne accepte avec 🔁 *{ $button }* sur le tableau. Le résultat reste le tien, sauf si tous les autres joueurs encore en jeu disent que c’est le sien.
seat-who-new = Choisis une personne qui n’a jamais eu de place dans cette partie.
seat-who-invited = Seules ces personnes le peuvent : { $players }.
seat-placeholder = Ton remplaçant
seat-call = 🔁 { $player } aimerait laisser sa place dans cette partie à { $to }. Si tu acceptes, appuie sur le bouton.
done-seat-kept = Tu gardes ta place.
substitutes-title = 🔁 Remplaçants
substitutes-of = { $player } remplace { $former }.
substitutes-owner = -# Le résultat revient à { $owner }, sauf si tous les autres joueurs encore en jeu appuient sur 🔁.
substitutes-result = -# Le résultat revient à { $owner }.
substitutes-agreed = -# Pour que ce soit celui du remplaçant : { $have } sur { $needed }
substitutes-offer = { $player } propose sa place à { $to }.
event-seat-offered = 🔁 { $player } propose sa place à { $to }.
event-seat-kept = 🔁 { $player } garde sa place.
event-result-granted = 🔁 Selon { $by }, le résultat revient désormais à { $player }.
event-result-taken = 🔁 { $by } est du même avis : le résultat revient désormais à { $player }.
refusal-seat-not-offered = Personne ne t’a proposé cette place, ou la proposition a été retirée. Demande à la personne d’utiliser `⋯` 🔁 *{ button-substitute }*.
refusal-seat-bot = Cette personne ne peut pas jouer à ta place. Choisis un membre de ce serveur.
refusal-no-substitute = Il n’y a plus de résultat à donner ici : le remplaçant est hors jeu, ou c’est déjà le sien.
refusal-others-grant = C’est aux autres joueurs encore en jeu de le dire : { $players }.
refusal-granted-already = Tu l’as déjà dit. Le résultat reviendra à { $player } quand tous les autres l’auront dit.
