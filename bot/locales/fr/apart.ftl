### Joueurs tenus à distance, et tables sur invitation

command-me-avoid = éviter
command-me-avoid-about = Choisir avec qui tu préfères ne pas jouer ; toi seul le vois

avoid-list = 🤫 Tu évites : { $players }
avoid-none = 🤫 Tu n’évites personne sur ce serveur.
avoid-about = Toi seul vois qui tu évites, sauf que la modération peut voir dans le fichier d’une soirée à nouveaux adversaires que vous avez été placés à des tables différentes, si vous y étiez tous les deux et qu’elle ne l’a ni jouée ni menée ; quelqu’un qui observe les soirées pendant un an peut le deviner à ceux qui ne se rencontrent jamais. Personne de la liste n’est prévenu. `/table chercher` laisse leurs parties de côté, et je te demande avant que tu t’assoies ou t’inscrives là où l’un d’eux se trouve. Dans une telle soirée, je te place quand je peux à une autre table que le premier de ta liste. La liste vaut sur ce serveur.
avoid-placeholder = Qui évites-tu ?
avoid-here = 🤫 Une personne que tu évites est à cette table. Tu n’y es pas encore, et personne n’a rien remarqué. Veux-tu venir quand même ?
avoid-join = Venir quand même

refusal-avoid-many = C’est trop : { $most } au plus par serveur. Retires-en d’abord.
refusal-joining-gone = Cette question n’est plus valable. Rejoins la table à nouveau.

## Sur invitation

option-invite = inviter
option-invite-about = Seuls à pouvoir s’asseoir ici, avec toi ; mentionne-les : @Ana @Bo
lobby-invited = ✉️ Sur invitation : { $players }
invite-call = ✉️ { $players } · { $host } a ouvert une table pour vous : { $channel }

refusal-invited-only = Cette table est sur invitation. Seuls peuvent s’y asseoir : { $players }. Demande à l’hôte, ou ouvre la tienne dans un autre salon.
refusal-invited-few = Invite plus de monde. Avec toi, il faut être au moins { $fewest }.
refusal-mentions-many = C’est trop. Nommes-en { $most } au plus.
refusal-mentions = Ce n’est pas une liste de membres. Mentionne des membres de ce serveur, sans bots, par exemple `@Ana @Bo`.
