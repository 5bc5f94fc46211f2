### Les invités : sans compte, ils jouent sous leur nom.

guest = invité
refusal-guest-name = Ce n’est pas un nom possible pour un invité : il faut quelque chose de lisible, de { $most } caractères au plus, qui ne commence pas par { $sign }.
refusal-bring-seat = Prends d’abord une place : on n’amène un invité qu’à la table où l’on joue.
refusal-bring-late = Avec { $player }, la partie en cours ne compterait plus au classement. Qu’un autre membre prenne place d’abord, ou amène ton invité à la prochaine.

## En amener un

command-guest = invité
command-guest-about = Amener quelqu’un qui n’a pas de compte ici, et agir pour lui
option-guest-about = Son nom : sur ce serveur, le même nom désigne toujours la même personne
done-guest = { $guest } a une place. Tu agis pour cette personne : déclare, choisis et concède pour elle comme pour toi.
guests-title = 🎟️ Invités
guests-of = { $by } a amené { $guests } et agit en { $count ->
    [one] son nom
   *[other] leur nom
}.
guests-few-members = Avec cette table, la partie ne comptera pas au classement : il faut trois membres qui ont pris place eux-mêmes.
guests-many-guests = Avec cette table, la partie ne comptera pas au classement : les invités doivent former moins de la moitié de la table.
stats-few-members = moins de trois membres avaient pris place eux-mêmes
stats-many-guests = les invités formaient la moitié de la table ou plus
button-guest-leaves = { $guest } concède
event-brought = { $by } a amené { $guest }.
refusal-guest-claimed = Cet invité, c’est { $player }, qui a un compte ici. Cette personne peut prendre place elle-même.
refusal-only-bringer = Seule la personne qui a amené cet invité agit pour lui. La modération dispose de `/arbitrer`.
refusal-host-guest = { $player } est un invité et ne peut pas être l’hôte : sans compte, on n’appuie sur rien. Choisis un membre.

## En reconnaître un

command-me-claim = reconnaître
command-me-claim-about = Dire qu’un invité de ce serveur, c’était toi ; la modération le confirme
option-claim-about = L’invité que tu étais
done-claim = La modération trouvera ta demande sur `/bureau` pendant une semaine. Si elle est d’accord, tout ce qu’a joué et gagné { $guest } sera à toi.
button-claims = Invités à identifier : { $count }
claims-title = 🎟️ Invités à identifier
claims-none = Aucune demande n’attend.
claim-line = **{ $number }.** { $player } dit être { $guest } · { $at } · parties qui comptent : { $games }
button-claim-confirm = C’est bien ça
button-claim-decline = Non
done-claim-confirm = Les parties et les points de l’invité sont désormais à cette personne. Rien ne change pour les autres.
claim-agreed = 🎟️ La modération du serveur { $server } est d’accord : les parties et les points attribués à { $guest } sont désormais à toi. `/stats` les montre.
done-claim-decline = L’invité reste un invité.
command-override-unclaim = dissocier
command-override-unclaim-about = Séparer de nouveau un invité de la personne qui l’avait reconnu
option-guest = invité
option-claimed-about = L’invité, et qui l’a reconnu
done-unclaim = { $guest } redevient un invité, avec tout ce qui avait été gagné.
audit-claim-made = 🎟️ dit être { $guest }
audit-claimed = 🎟️ a confirmé ceci : { $guest } est { $player }
audit-unclaimed = 🎟️ a dissocié { $guest } et { $player } : { $reason }
audit-claim-declined = 🎟️ n’a pas confirmé ceci : { $guest } serait { $player }
refusal-claim-unknown = Aucun invité de ce nom ici. Choisis-en un dans la liste.
refusal-claim-other = Quelqu’un d’autre dit être cet invité. Demande à la modération, qui en décidera d’abord.
refusal-claim-playing = Cet invité a une place dans une partie qui n’est pas finie : { $channels }. Réessaie quand elle sera finie ou fermée.
refusal-claim-together = L’invité et le membre qui dit l’avoir été ont joué dans la même partie : ce sont deux personnes. Si c’est une erreur, un modérateur peut corriger cette partie avec `/arbitrer`.
refusal-claim-gone = C’est déjà réglé. Ouvre de nouveau `/bureau`.
refusal-claim-left = Ce membre n’est plus sur le serveur : personne ne peut confirmer sa demande. Refuse-la.
refusal-claim-own = C’est ta propre demande. Laisse quelqu’un d’autre de la modération en décider.
refusal-claim-many = Cela ferait plus de { $most } parties pour une seule personne. Demande à un membre qui peut *Gérer le serveur* de confirmer.
refusal-unclaim-many = Cette personne a obtenu plus de { $most } parties, ce qui a demandé un membre qui peut *Gérer le serveur*. Demande à l’un d’eux de revenir là-dessus.
refusal-claim-none = Personne n’a reconnu cet invité. Choisis-en un dans la liste.
