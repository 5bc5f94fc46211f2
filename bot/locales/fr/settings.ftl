### What a server sets, and the trail of who changed it.

## The wizard

setup-title = ⚙️ Réglages de ce serveur
setup-intro = Rien n’est obligatoire : le bot marche tel quel. Choisis ci-dessous ce que tu veux changer. Chaque changement compte aussitôt, et `/audit` dit qui a changé quoi.
setup-group-server = Ce serveur
setup-group-pods = Nouvelles tables
setup-line = { $setting } : **{ $value }**
setup-groups = Choisir un groupe de réglages…
setup-menu = Changer un réglage…
setup-all = Vue d’ensemble
setup-next = Suite : { $setting }
setup-test = Tester les permissions
setup-now = En ce moment : **{ $value }**
setup-saved = ✅ Enregistré.
setup-tested = Ce que je peux faire
setup-tested-well = ✅ { $channel } : je peux y afficher des tableaux
setup-tested-log = ✅ { $channel } : je peux y tenir le journal
setup-tested-missing = ⚠️ { $channel } : il me manque { $missing }
setup-tested-gone = ⚠️ { $channel } : ce salon n’existe plus, ou je ne le vois pas
setup-tested-role = ⚠️ Le rôle de modération n’existe plus : seuls ceux qui peuvent gérer le serveur modèrent. Choisis un autre rôle.

## Settings: what each is called, what it is about, and what holds while nothing is chosen

setting-language = Langue
setting-language-about = La langue des tableaux. Une réponse privée est toujours dans la langue du Discord de qui la lit.
setting-moderator_role = Modération
setting-moderator_role-about = Qui peut lancer, fermer et corriger les parties des autres, et lire `/audit`. Ceux qui peuvent gérer le serveur le peuvent toujours.
setting-channels = Salons
setting-channels-about = Où le bot peut servir : dans ces salons et leurs fils. Ailleurs, il le dit, en privé, à qui a essayé.
setting-variant = Variante
setting-variant-about = Ce que joue `/table ouvrir` si personne ne choisit une autre variante.
setting-table = Table
setting-table-about = La disposition de `/table ouvrir` si personne n’en choisit une autre.
setting-base = Format
setting-base-about = Le format des decks de `/table ouvrir` si personne n’en choisit un autre.
setting-scoring = Décompte
setting-scoring-about = Comment les points sont comptés si personne ne choisit un autre décompte. Une variante à laquelle il ne convient pas garde le sien.
setting-log_channel = Salon du journal
setting-log_channel-about = Un salon où j’écris qui a changé quoi, comme dans `/audit`. Je n’y mentionne personne.
unset-moderator_role = Qui peut gérer les messages
unset-channels = Tous les salons
unset-scoring = Celui de la variante
unset-log_channel = Pas de journal

## Audit trail

audit-title = 📜 Journal d’audit
audit-empty = Rien n’a encore été changé.
audit-setting = { $setting } : { $before } → { $after }
audit-unknown = une chose que cette version du bot ne connaît pas ({ $what })

## Refusals

refusal-not-here = Je ne peux pas servir ici. Va dans { $channels }. Qui gère le serveur peut changer cela avec `/réglages serveur`.
refusal-only-administrators = Seuls ceux qui peuvent gérer le serveur peuvent le faire. Demande-leur.
refusal-everyone-moderates = Avec @everyone, tout le monde serait modérateur. Choisis un rôle que seuls certains membres ont.

## Commands: names, then what they do

command-server = serveur
command-server-about = Tous les réglages : langue, modération, salons, valeurs par défaut, journal
command-audit = audit
command-audit-about = Qui a changé quoi sur ce serveur (modération)
