### What a server sets, and the trail of who changed it.

## The wizard

setup-title = ⚙️ Réglages de ce serveur
setup-intro = Rien n’est obligatoire : le bot marche tel quel. Voici les cinq réglages qui comptent d’abord ; le menu a les autres, par groupe. Chaque changement compte aussitôt, et `/audit` dit qui a changé quoi.
setup-group-reports = Déclarations et contestations
setup-group-calls = Mentions, listes, résultats
setup-group-server = Journal et données
setup-group-pods = Nouvelles tables
setup-line = { $setting } : **{ $value }**
setup-menu = Changer un réglage…
setup-all = Vue d’ensemble
setup-next = Suite : { $setting }
setup-test = Vérifier les droits du bot
setup-now = En ce moment : **{ $value }**
setup-saved = ✅ Enregistré.
setup-tested = Ce que je peux faire
setup-tested-well = ✅ { $channel } : je peux y afficher des tableaux
setup-tested-log = ✅ { $channel } : je peux y tenir le journal
setup-tested-missing = ⚠️ { $channel } : il me manque { $missing }
setup-tested-gone = ⚠️ { $channel } : ce salon n’existe plus, ou je ne le vois pas
setup-tested-role = ⚠️ Le rôle de modération n’existe plus : seuls les membres qui peuvent *Gérer le serveur* modèrent. Choisis un autre rôle.

## Settings: what each is called, what it is about, and what holds while nothing is chosen

setting-language = Langue
setting-language-about = La langue des tableaux et des autres messages publics. Une réponse privée est toujours dans la langue du Discord de la personne qui la lit.
setting-moderator_role = Modération
setting-moderator_role-about = Ceux qui peuvent lancer, fermer et corriger les parties des autres, et lire `/audit`. Les membres qui peuvent *Gérer le serveur* le peuvent toujours.
setting-channels = Salons
setting-channels-about = Où l’on peut utiliser le bot : dans ces salons et leurs fils. Ailleurs, il le dit en privé à ceux qui essaient.
setting-modules = Modules
setting-modules-about = Des commandes entières dont seuls certains serveurs ont besoin. Choisis toutes celles que tes membres verront dans leur liste ; les parties en cours continuent de toute façon.
unset-modules = Aucun
module-series = Séries : des manches jusqu’à ce que quelqu’un ait 10 points
module-joust = Magicjoust : des duels de magiciens
setting-variant = Variante
setting-variant-about = La variante des nouvelles tables, si l’on n’en choisit pas d’autre.
setting-table = Disposition
setting-table-about = La disposition des nouvelles tables, si l’on n’en choisit pas d’autre.
setting-base = Format
setting-base-about = Le format des decks des nouvelles tables, si l’on n’en choisit pas d’autre.
setting-scoring = Barème
setting-scoring-about = Comment les points sont comptés si l’on ne choisit pas d’autre barème. Une variante à laquelle il ne convient pas garde le sien.
setting-log_channel = Salon du journal
setting-log_channel-about = Un salon où j’écris qui a changé quoi, comme dans `/audit`. Je n’y mentionne personne.
unset-moderator_role = Ceux qui peuvent gérer les messages
unset-channels = Tous les salons
unset-scoring = Celui de la variante
unset-log_channel = Pas de journal

## Audit trail

audit-title = 📜 Journal d’audit
audit-empty = Rien n’a encore été changé.
audit-setting = { $setting } : { $before } → { $after }
audit-unknown = quelque chose que cette version du bot ne connaît pas ({ $what })

## Refusals

refusal-not-here = On ne peut pas m’utiliser ici. Va dans { $channels }. Un administrateur du serveur peut changer cela avec `/réglages serveur`.
refusal-module-off = Cette commande n’est pas activée sur ce serveur. Quelqu’un qui peut *Gérer le serveur* l’active avec `/réglages serveur` : 🧩 *{ setting-modules }*.
refusal-only-administrators = Seuls les membres qui peuvent *Gérer le serveur* peuvent le faire. Demande à l’un d’eux.
refusal-everyone-moderates = Avec @everyone, tout le monde serait modérateur. Choisis un rôle que seuls certains membres ont.

## Commands: names, then what they do

command-server = serveur
command-server-about = Tous les réglages : langue, modération, salons, valeurs par défaut, journal
command-audit = audit
command-audit-about = Qui a changé quoi sur ce serveur (modération)
