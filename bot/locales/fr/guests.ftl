### Les invités : sans compte, ils jouent sous leur nom.

guest = invité
refusal-guest-name = Ce n’est pas un nom possible pour un invité : il faut quelque chose de lisible, de { $most } caractères au plus, qui ne commence pas par { $sign }.
refusal-bring-seat = Prends d’abord une place : qui amène un invité joue à la même table.
refusal-bring-late = Avec { $player }, la partie en cours ne compterait plus au classement. Qu’un autre membre prenne place d’abord, ou amène ton invité à la prochaine.

## En amener un

command-guest = invité
command-guest-about = Amener quelqu’un qui n’a pas de compte ici, et agir pour lui
option-guest-about = Son nom : le même nom est la même personne sur ce serveur
done-guest = { $guest } a une place. Tu agis pour cette personne : déclare, choisis et concède pour elle comme pour toi.
guests-title = 🎟️ Invités
guests-of = { $guests } : { $count ->
    [one] invité de { $by }, qui agit en son nom.
   *[other] invités de { $by }, qui agit en leur nom.
}
guests-few-members = Avec cette table, la partie ne comptera pas au classement : il faut trois membres qui ont pris place eux-mêmes.
guests-many-guests = Avec cette table, la partie ne comptera pas au classement : les invités doivent être moins de la moitié de la table.
stats-few-members = moins de trois membres avaient pris place eux-mêmes
stats-many-guests = les invités n’étaient pas moins de la moitié de la table
button-guest-leaves = { $guest } concède
event-brought = { $by } a amené { $guest }.
refusal-guest-claimed = C’était { $player }, qui a un compte ici. Cette personne peut prendre place elle-même.
refusal-only-bringer = Seule la personne qui a amené cet invité agit pour lui. La modération dispose de `/arbitrer`.
refusal-host-guest = { $player } est un invité et ne peut pas être l’hôte : sans compte, on n’appuie sur rien. Choisis un membre.

## En reconnaître un

command-me-claim = reconnaître
command-me-claim-about = Dire qu’un invité de ce serveur, c’était toi ; la modération le confirme
option-claim-about = L’invité que tu étais
done-claim = La modération le trouvera sur son bureau. Si elle est d’accord, ce que { $guest } a joué et gagné est à toi.
button-claims = Invités reconnus : { $count }
claims-title = 🎟️ Invités reconnus
claims-none = Personne ne dit avoir été un invité.
claim-line = **{ $number }.** { $player } dit être { $guest }, { $at } · parties qui comptent : { $games }
button-claim-confirm = C’est bien ça
button-claim-decline = Non
done-claim-confirm = Ce que l’invité a gagné est à son nom. Les résultats des autres n’ont pas changé.
done-claim-decline = L’invité reste un invité.
command-override-unclaim = dissocier
command-override-unclaim-about = Séparer de nouveau un invité de la personne qui l’avait reconnu
option-guest = invité
option-claimed-about = L’invité, et qui l’a reconnu
done-unclaim = { $guest } redevient un invité, avec tout ce qui avait été gagné.
audit-claimed = 🎟️ a confirmé que { $guest } est { $player }
audit-unclaimed = 🎟️ a annulé que { $guest } soit { $player } : { $reason }
audit-claim-declined = 🎟️ n’a pas confirmé que { $guest } soit { $player }
refusal-claim-unknown = Aucun invité de ce nom ici. Choisis-en un dans la liste.
refusal-claim-other = Quelqu’un d’autre dit être cet invité. Demande à la modération, qui en décidera d’abord.
refusal-claim-playing = Cet invité a une place dans une partie qui n’est pas finie : { $channels }. Réessaie quand elle sera finie ou fermée.
refusal-claim-together = Vous avez joué dans la même partie : ce n’est donc pas une seule personne. Si c’est une erreur, demande à la modération de corriger cette partie.
refusal-claim-gone = C’est déjà réglé. Ouvre de nouveau `/bureau`.
refusal-claim-own = C’est toi qui le demandes. Laisse décider quelqu’un d’autre de la modération.
refusal-claim-many = Cela ferait plus de { $most } parties pour une seule personne. Demande à quelqu’un qui peut gérer le serveur.
refusal-claim-none = Personne n’a reconnu cet invité. Choisis-en un dans la liste.
