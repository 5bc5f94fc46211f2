### Les règles telles qu’un joueur les lit : un texte par règle, les listes d’actions, et les noms de ce qu’on peut choisir.

## Esclave : début et titres

rule-esc-1 = Le mode Esclave se joue à quatre ou plus, idéalement entre quatre et six. À moins de quatre, c’est refusé ; à plus de six, c’est accepté avec une remarque. La partie commence normalement, selon son format : en chacun pour soi, que ce soit en Standard, en Modern, en Commander, etc.
rule-esc-2 = Tout le monde commence avec le titre de maître. Rien ne change tant que personne ne perd.

## Esclave : ce que perdre veut dire

rule-esc-3 = Si tu perds en tant que maître alors qu’il y a au moins trois maîtres en jeu, toi compris, tu perds ton titre de maître et tu deviens l’esclave du responsable de ta défaite. S’il ne reste que deux maîtres, c’est ESC-9 qui s’applique. (Le texte d’origine dit « plus de trois », puis termine la partie à deux : « trois ou plus » est la lecture qui convient aux deux.)
rule-esc-4 = Quand tu deviens esclave, dans cet ordre : mélange à ta bibliothèque tous les permanents non-terrain que tu possèdes, ta main, ton cimetière et ton exil ; tes terrains restent sur le champ de bataille ; pioche trois cartes ; perds tous tes emblèmes et tous tes marqueurs (poison, énergie…), et les blessures de commandant sont oubliées. Ensuite, les effets qui te donnent le contrôle de permanents non-terrain d’autres joueurs prennent fin, et ceux que tu contrôles encore quittent la partie, comme si tu l’avais quittée. Enfin, les auras attachées à toi et contrôlées par un autre joueur vont au cimetière de leur propriétaire.
rule-esc-5 = Un maître et son esclave jouent en équipe comme au Troll à deux têtes, à trois têtes ou plus s’il y a plusieurs esclaves. L’équipe joue son tour en même temps, partage un seul total de points de vie et compte comme un seul camp pour tout, sauf pour « chaque joueur ».
rule-esc-6 = Sans portée limitée, l’esclave peut venir s’asseoir à côté de son maître. Avec la portée limitée, chacun reste à sa place et l’équipe partage sa portée (ESC-D13).
rule-esc-7 = Un nouvel esclave peut agir dès le début du prochain tour, quel que soit le joueur dont c’est le tour. (La version courte du magazine interdisait les sorts jusqu’à son propre prochain tour ; c’est la version détaillée qui prime.) Le bot ne le vérifie pas.
rule-esc-8 = Quand un maître qui a des esclaves perd, toute l’équipe suit : le responsable devient le maître de ce maître et de chacun de ses esclaves.

## Esclave : la fin et les points

rule-esc-9 = Quand il ne reste que deux maîtres et que l’un d’eux perd, la partie est finie : ce maître et ses esclaves perdent, l’autre maître et les siens gagnent. Personne ne change d’équipe lors de cette dernière défaite.
rule-esc-10 = Quand un effet dit qu’un joueur gagne la partie, elle se termine : l’équipe de ce joueur gagne et tous les autres perdent, chacun selon son statut. Si l’effet est celui d’un esclave, l’esclave gagne en tant qu’esclave et son maître en tant que maître.
rule-esc-11 = Points : victoire en tant que maître +3, victoire en tant qu’esclave +1, défaite en tant que maître 0, défaite en tant qu’esclave −1. Le barème « Lotus Noir » est celui du magazine : le même, sauf qu’une victoire par combo vaut 2 (ESC-D14).
rule-esc-12 = On joue plusieurs manches, et le premier à dix points gagne la série. L’objectif peut être changé.

## Esclave : qui est responsable

rule-esc-20 = Le responsable est le contrôleur de la source, sauf si c’est le perdant. La source est l’objet qui porte l’effet ayant entraîné la défaite, ou dont cet effet provient ; ESC-21 à ESC-25 disent quel objet compte quand plusieurs y ont pris part.
rule-esc-21 = Points de vie : la source est l’objet qui t’a fait passer de plus de 0 point de vie à 0 ou moins. Pour des blessures, c’est la source des blessures.
rule-esc-22 = Plusieurs objets t’ont pris des points de vie en même temps : la source est celui qui t’en a pris le plus. En cas d’égalité, le responsable est le joueur qui contrôle le plus de ces objets à égalité ; si l’égalité persiste, c’est toi, le perdant, qui choisis parmi ces joueurs. Les objets sont comptés pour le joueur qui les contrôle, avant qu’ESC-40 ne remplace les esclaves par leurs maîtres ; les noms entre lesquels tu choisis ensuite sont ceux des maîtres.
rule-esc-23 = Poison (dix marqueurs ou plus) : la source est l’objet qui a placé le dernier marqueur.
rule-esc-24 = Plusieurs objets t’ont mis des marqueurs poison en même temps : la source est celui qui en a placé le plus. En cas d’égalité, on fait comme pour ESC-22 : le joueur qui contrôle le plus de ces objets à égalité, puis le choix du perdant.
rule-esc-25 = Un effet dit que tu perds la partie : cet effet est la source. S’il y en a plusieurs en même temps, le responsable est le joueur qui contrôle le plus de ces effets ; en cas d’égalité, c’est toi, le perdant, qui choisis.
rule-esc-30 = « Facultatif » : tu as directement pris la décision qui t’a fait perdre aussitôt, sans rien d’autre entre les deux (te cibler avec Lightning Bolt, choisir le mode perdant de Demonic Pact quand il en reste d’autres, payer tous tes points de vie pour Toxic Deluge). « Péremptoire » : tout le reste (Demonic Pact quand il ne reste que ce mode, la fin du tour après Glorious End, la capacité de Midnight Reaper à 1 point de vie, Dark Confidant).
rule-esc-31 = Concéder en tant que maître : tu perds aussitôt, en tant que maître, et personne n’est responsable. (Pour un esclave, voir ESC-44 ; pour un maître qui a des esclaves, ESC-45.)
rule-esc-32 = Une source que tu contrôles te prend tes derniers points de vie. Si elle est facultative, tu perds en tant que maître. Si elle est péremptoire et que tu en es le propriétaire, tu perds aussi en tant que maître. Si elle est péremptoire et qu’un autre joueur en est le propriétaire, c’est lui le responsable.
rule-esc-33 = Si tu pioches dans une bibliothèque vide, tu perds en tant que maître. (Si l’effet d’un adversaire t’a forcé à piocher, voir ESC-D4.)
rule-esc-34 = Le poison d’une source que tu contrôles se juge comme les points de vie (ESC-32) : si elle est facultative, ou si tu en es le propriétaire, tu perds en tant que maître ; si elle est péremptoire et qu’un autre joueur en est le propriétaire, c’est lui le responsable.
rule-esc-35 = Un effet que tu contrôles dit que tu perds la partie : on le juge comme les points de vie (ESC-32). S’il est facultatif, ou si tu es le propriétaire de la source, tu perds en tant que maître ; s’il est péremptoire et qu’un autre joueur est le propriétaire de la source, c’est lui le responsable.
rule-esc-36 = Pour une défaite interne (le perdant contrôle la source), la source se trouve comme pour une défaite externe (ESC-21 à ESC-25). Quand des sources sont à égalité, celles que contrôlent d’autres joueurs l’emportent toujours sur celles que contrôle le perdant.
rule-esc-40 = Si un esclave devait être responsable, c’est son maître qui l’est à sa place.
rule-esc-41 = Si tu perds à cause d’une source que tu contrôles alors qu’un autre joueur te contrôle (Mindslaver), c’est ce joueur le responsable.
rule-esc-42 = Si tu perds à cause d’une source que tu contrôles sous l’effet de Kindslaver, le responsable est le contrôleur de Kindslaver. Si c’est toi, la défaite est jugée comme si Kindslaver n’était pas là. Cela se regarde avant ESC-41.
rule-esc-43 = Un effet t’empêchait de perdre, il prend fin, et tu perds dès la vérification suivante : la source est l’action ou l’effet qui y a mis fin.
rule-esc-44 = Un esclave peut concéder à tout moment : il quitte la partie et perd en tant qu’esclave.
rule-esc-45 = Un maître qui a des esclaves peut concéder à tout moment : il quitte la partie et perd en tant que maître, et ses esclaves restent ensemble sous celui qui sert depuis le plus longtemps. Si plusieurs sont arrivés en même temps parce que leur équipe a été vaincue, c’est celui qui était le maître de cette équipe. Si plusieurs sont arrivés en même temps pour une autre raison, le maître qui part choisit parmi eux.

## Esclave : les cartes qui recommencent ou emboîtent la partie

rule-esc-50 = Karn Liberated recommence la partie : les maîtres repartent normalement ; les esclaves restent avec leur maître et repartent avec trois cartes au lieu de sept. Le contrôleur de Karn récupère les permanents exilés comme le dit la carte. Les emblèmes, les marqueurs et les points de vie repartent à neuf, et le contrôleur de Karn joue le premier tour (ESC-D21).
rule-esc-51 = Shahrazad : la sous-partie commence normalement, les équipes restent des équipes et les esclaves piochent trois cartes. Une équipe gagne la sous-partie si son maître la gagne.
rule-esc-52 = Enter the Dungeon : comme Shahrazad (ESC-51), avec 5 points de vie par équipe. Chaque joueur de l’équipe gagnante cherche deux cartes dans sa bibliothèque.
rule-esc-53 = The Countdown Is at One : comme Shahrazad (ESC-51), avec 1 point de vie par équipe.
rule-esc-60 = Règle optionnelle, désactivée par défaut : si tu devais perdre en tant que maître sans avoir concédé et que la partie continue, tu peux devenir à la place l’esclave du maître de ton choix.

## Esclave : décisions

rule-esc-d1 = Décision de Suzerain : perdre en tant que maître (ESC-31 à ESC-35), c’est être hors jeu avec 0 point. Si tu avais des esclaves et que ce sont les points de vie communs de l’équipe qui sont tombés à 0, toute l’équipe est hors jeu et les esclaves perdent en tant qu’esclaves (−1). Sinon, tes esclaves restent et suivent ESC-45.
rule-esc-d2 = Décision de Suzerain : ESC-45 passe avant ESC-9. Si un maître qui a des esclaves concède face à un seul autre maître, la partie continue donc sous son successeur. Toute autre défaite d’un maître quand il en reste deux est la dernière (ESC-9), même si personne n’en est responsable. La dernière défaite ne demande de choix à personne.
rule-esc-d3 =
    Décision de Suzerain. Les points de vie sont à l’équipe : une défaite par les points de vie est celle du maître, quel que soit le membre touché ; une source qu’un membre contrôle compte comme contrôlée par le perdant, et possédée par lui si un membre la possède. Plusieurs de ces défaites d’une équipe au même moment n’en font qu’une.
    Le poison, une bibliothèque vide, un effet et les blessures de commandant frappent un seul joueur. Un maître : ESC-8 ou ESC-9, et sans responsable ESC-D1. Un esclave devient l’esclave du responsable et refait ESC-4, même s’il garde le même maître ; sans responsable, il est hors jeu et perd en tant qu’esclave (−1). La défaite d’un esclave ne termine jamais la partie.
    Si la source d’un esclave frappe son maître, ESC-40 ramène au perdant : personne n’est responsable. Si cet esclave a directement pris la décision (facultatif), il part avec son maître et perd en tant qu’esclave : la trahison ne paie pas.
rule-esc-d4 = Décision de Suzerain : si l’effet d’un adversaire te force à piocher dans une bibliothèque vide, la défaite est externe : ESC-20 s’applique à cet effet, qui se juge comme tout effet (ESC-25). Avoir été meulé ne suffit pas : si tu fais ta pioche du tour dans une bibliothèque qu’un adversaire a vidée, c’est ESC-33, quelles que soient les sources signalées.
rule-esc-d5 = Décision de Suzerain : ESC-41 (Mindslaver) et ESC-42 (Kindslaver) ne s’appliquent jamais à une concession. On ne peut forcer personne à concéder.
rule-esc-d6 =
    Décision de Suzerain : les joueurs qui perdent au même moment sont jugés ensemble, d’après les équipes d’avant. Les concessions n’en font jamais partie.
    Si un maître au plus n’est pas parmi les perdants, la partie est finie et personne ne change d’équipe : les perdants perdent selon leur statut, leurs esclaves en tant qu’esclaves, et le maître restant gagne avec toute son équipe. S’il n’en reste aucun, la partie est nulle, 0 point chacun (TAB-6).
    Sinon, les perdants dont les responsables forment une boucle entre eux perdent en tant que maîtres, sans responsable. Ensuite, si ton responsable est devenu esclave à ce moment-là, tu sers le maître de cet esclave, nommé responsable ; s’il a quitté la partie, il n’y a pas de responsable.
    Un esclave frappé lui-même en même temps que son maître va à son propre responsable ; les autres suivent le maître.
rule-esc-d7 = Décision de Suzerain : les esclaves arrivés ensemble parce que leur équipe a été vaincue gardent leur ordre d’ancienneté : d’abord le maître vaincu, puis les esclaves dans l’ordre où ils l’avaient servi.
rule-esc-d8 = Décision de Suzerain : pour les blessures de commandant (21 blessures de combat d’un même commandant), la source est ce commandant. Si le perdant le contrôle, on juge comme pour ESC-32.
rule-esc-d9 = Décision de Suzerain : si tu choisis un maître grâce à ESC-60, toute ton équipe te suit, comme pour ESC-8. On te le demande une fois le reste réglé selon ESC-D6, et tu peux refuser même s’il ne reste qu’un choix ; si tu acceptes, aucun esclave ne part pour trahison (ESC-D21).
rule-esc-d10 = Décision de Suzerain : un joueur qui est parti garde les points de son départ, quoi que fasse son équipe par la suite.
rule-esc-d11 = Décision de Suzerain : quand ESC-36 ne laisse que des sources à égalité que le perdant contrôle, une source péremptoire dont un autre joueur est le propriétaire l’emporte. S’il y a plusieurs propriétaires, c’est celui qui en possède le plus, puis le choix du perdant. À défaut, c’est une source péremptoire, et à défaut encore une facultative.
rule-esc-d12 = Décision de Suzerain : le premier à atteindre l’objectif gagne la série à la fin de cette manche. Si plusieurs l’atteignent en même temps, le plus haut total gagne ; à égalité, on joue une manche de plus.
rule-esc-d13 = Décision de Suzerain : la portée partagée réunit les portées de tous les membres. Les options d’attaque restent propres à chacun, depuis sa place, et personne n’attaque sa propre équipe. L’équipe joue à la place de son maître dans l’ordre du tour, et on saute les places des esclaves ; celle d’un successeur devient celle de l’équipe. Si tu es vaincu pendant ton propre tour, ce tour va jusqu’au bout sans joueur actif.
rule-esc-d14 = Décision de Suzerain : est une combo ce que le signalement déclare comme tel, une boucle ou une condition de victoire alternative. Les 2 points sont pour le maître ; les esclaves en ont 1, comme toujours.
rule-esc-d15 = Décision de Suzerain : rejoindre une équipe ne change aucun total de points de vie. L’équipe garde celui de son maître, et un successeur garde celui de l’équipe. Seul le vaincu fait ESC-4 : ceux qui suivent un maître vaincu (ESC-8) gardent tout ce qu’ils ont.
rule-esc-d16 = Décision de Suzerain : pour ESC-4, tes propres sorts sur la pile sont mélangés eux aussi, et ton commandant peut aller à la place dans la zone de commandement.
rule-esc-d17 = Décision de Suzerain : pendant que la table attend un choix, on peut toujours concéder. Si celui qui devait choisir concède, il est hors jeu selon ESC-44 ou ESC-45 et la question tombe. Si quelqu’un qu’on pouvait choisir concède, ce choix disparaît, et s’il n’en reste qu’un, il est retenu. L’hôte ou un modérateur peut choisir pour quelqu’un qui ne répond pas.
rule-esc-d18 = Décision de Suzerain : une sous-partie se joue avec la variante de la table. Y concéder ou y être vaincu ne dit rien de la partie principale, et ses verdicts n’appartiennent qu’à elle. Le tableau reste celui de la partie principale. Pas de sous-partie dans une sous-partie.
rule-esc-d19 = Décision de Suzerain : le mode Esclave est refusé à une table de Grand Melee. Des équipes qui jouent leur tour ensemble et plusieurs marqueurs de tour ne vont pas ensemble.
rule-esc-d20 = Décision de Suzerain : un signalement nomme au moins une source, quelle que soit la cause, sauf pour une bibliothèque vide. Un joueur n’y figure qu’une fois, mais les pertes de points de vie d’une équipe sont réunies (ESC-D21). Fermer une table avant la fin ne donne ni points ni résultat.
rule-esc-d21 =
    Décision de Suzerain, les détails. Des équipiers sont toujours à portée ; les nouveaux esclaves sont actifs, et équipes et portées changent, dès le tour suivant.
    Si le joueur actif concède, son successeur continue le tour ; sans successeur, personne n’est actif jusqu’au tour suivant.
    Frappés au même moment (ESC-D6), les esclaves du maître gagnant gagnent quand même.
    Pour des effets (ESC-36), ceux des autres ne l’emportent que si le perdant n’en contrôle pas plus ; un autre joueur l’emporte sur l’esclave du perdant.
    Mindslaver ou Kindslaver aux mains du perdant, ou de l’esclave du maître qui perd, ne compte pas.
    Qui repart sous le même maître passe dernier en ancienneté ; si plusieurs équipes vaincues arrivent ensemble, on ne choisit que parmi leurs anciens maîtres (ESC-45).
    Tant que la table attend, rien de ce qu’elle attend n’a eu lieu ; après une concession, la défaite est rejugée.
    Un joueur hors jeu ne peut être nommé ni propriétaire ni contrôleur.

## Tables : gagner, perdre, partir

rule-tab-1 = À plus de deux joueurs, le premier joueur ne saute pas sa pioche. Les tours se jouent dans le sens des aiguilles d’une montre.
rule-tab-2 = Tu gagnes si tu es encore en jeu quand tous tes adversaires ont perdu.
rule-tab-3 = Quand un effet dit que tu gagnes la partie, tous tes adversaires perdent.
rule-tab-4 = Tu perds à 0 point de vie ou moins, si tu pioches dans une bibliothèque vide, avec dix marqueurs poison, ou quand un adversaire gagne.
rule-tab-5 = Si tu devais gagner et perdre en même temps, tu perds.
rule-tab-6 = Si tous les joueurs restants perdent en même temps, la partie est nulle.
rule-tab-7 = Une boucle que personne ne peut arrêter rend la partie nulle. Une boucle qui contient une action facultative, jamais.
rule-tab-8 = Tu peux concéder à tout moment : tu quittes aussitôt la partie et tu perds.
rule-tab-9 = Qui perd quitte la partie, et qui quitte la partie perd. Une variante peut changer le sort de ceux qui perdent, jamais celui de ceux qui partent.
rule-tab-10 = Une équipe perd quand tous ses membres ont perdu, et gagne quand toutes les autres équipes ont perdu. Si toutes les équipes restantes perdent en même temps, la partie est nulle.
rule-tab-11 = Quand plusieurs joueurs choisissent en même temps, le joueur actif choisit d’abord, puis les autres dans le sens des aiguilles d’une montre (APNAP). Les capacités qui se déclenchent ensemble vont sur la pile dans cet ordre et se résolvent donc dans l’ordre inverse.
rule-tab-16 = Quand un joueur quitte la partie, ceci arrive aussitôt, et non comme une action basée sur un état : tous les objets qu’il possède quittent la partie, tous les effets qui lui donnent le contrôle de quelque chose prennent fin, puis tout ce qu’il contrôle encore quitte la partie aussi.
rule-tab-17 = Si un objet d’un joueur parti devait arriver plus tard dans une zone, quelle qu’elle soit, il quitte la partie à la place.
rule-tab-18 = Si un joueur parti devait faire un choix, le contrôleur de l’objet désigne un autre joueur pour le faire. Si ce choix revenait à un adversaire, ce doit être un autre adversaire, si possible.
rule-tab-20 = Chacun pour soi : chacun joue seul, les places sont tirées au hasard, la portée n’est pas limitée, on attaque qui on veut, et la partie se termine quand il ne reste qu’un joueur. C’est prévu pour trois à six joueurs ; deux, ou sept à dix, sont acceptés avec une remarque.
rule-tab-d1 = Décision de Suzerain : tu commences à 20 points de vie, à 40 en Commander, et à 20 par tête au Troll à deux têtes. Tout cela peut se régler pour une table.
rule-tab-d2 = Décision de Suzerain : une ligne des règles de 2004 renvoie au chacun pour soi les Grand Melee de dix joueurs ou moins, une autre dit que le chacun pour soi se joue de trois à six. Trois à six est donc la recommandation ; deux, ou sept à dix, sont acceptés avec une remarque, si la variante permet ce nombre.
rule-tab-d4 = Décision de Suzerain : en Élimination, chaque gagnant a +3 et tous les autres 0. Le dernier perdant est hors jeu comme les autres.

## Necromancer : qui est responsable, aussi en Élimination

rule-nec-d1 = Décision de Suzerain : le responsable est le contrôleur de la source des blessures mortelles, des marqueurs, de la meule ou de l’effet. S’il y a plusieurs sources en même temps, c’est celle qui a la plus grande quantité ; si celles de joueurs différents sont à égalité, personne ne peut être nommé. Si c’est une source que tu contrôles, c’est de ton propre fait.

## Listes : ce que fait le nouvel esclave (ESC-4, ESC-D16)

checklist-esc-4-1 = Mélange à ta bibliothèque : tous les permanents non-terrain que tu possèdes, tes propres sorts sur la pile, ta main, ton cimetière et ton exil. Ton commandant peut aller à la place dans la zone de commandement.
checklist-esc-4-2 = Laisse tes terrains sur le champ de bataille.
checklist-esc-4-3 = Pioche trois cartes.
checklist-esc-4-4 = Perds tous tes emblèmes et tous tes marqueurs (poison, énergie…), et oublie les blessures de commandant.
checklist-esc-4-5 = Permanents non-terrain des autres joueurs que tu contrôles : mets fin aux effets qui t’en donnent le contrôle ; ce que tu contrôles encore quitte la partie, comme si tu l’avais quittée.
checklist-esc-4-6 = Auras attachées à toi et contrôlées par un autre joueur : mets-les au cimetière de leur propriétaire.

## Listes : ce que fait la table quand un joueur part (TAB-16 à TAB-18)

checklist-tab-16-1 = Aussitôt : tous les objets que le joueur possède quittent la partie.
checklist-tab-16-2 = Tous les effets qui donnent à ce joueur le contrôle de quelque chose prennent fin.
checklist-tab-16-3 = Tout ce que ce joueur contrôle encore quitte aussi la partie.
checklist-tab-17 = Plus tard : un de ses objets qui devrait arriver dans une zone, quelle qu’elle soit, quitte la partie à la place.
checklist-tab-18 = Un choix que ce joueur devrait faire : le contrôleur de l’objet désigne un autre joueur pour le faire (un autre adversaire, si possible, là où un adversaire devait choisir).

## Listes : recommencer, et les sous-parties (ESC-50 à ESC-53)

checklist-esc-50-1 = Si tu es maître : recommence normalement, avec sept cartes.
checklist-esc-50-2 = Si tu es esclave : reste avec ton maître et recommence avec trois cartes.
checklist-esc-50-3 = Si tu contrôles Karn : récupère les permanents exilés comme le dit la carte, et joue le premier tour.
checklist-esc-50-4 = Tout le monde : plus d’emblèmes ni de marqueurs, et les points de vie repartent à neuf.
checklist-esc-51 = La sous-partie commence normalement : les équipes restent des équipes et les esclaves piochent trois cartes. Une équipe la gagne si son maître la gagne.
checklist-esc-52 = La sous-partie commence normalement, avec 5 points de vie par équipe : les équipes restent des équipes et les esclaves piochent trois cartes. Une équipe la gagne si son maître la gagne ; chaque joueur de cette équipe cherche alors deux cartes dans sa bibliothèque.
checklist-esc-53 = La sous-partie commence normalement, avec 1 point de vie par équipe : les équipes restent des équipes et les esclaves piochent trois cartes. Une équipe la gagne si son maître la gagne.

## Comment ça marche

how-esclave =
    • À quatre ou plus, chacun pour soi, et tout le monde commence maître.
    • Si tu perds alors qu’il y a au moins trois maîtres en jeu, en général tu ne sors pas : tu deviens l’esclave du responsable de ta défaite, et tu continues à jouer.
    • Un nouvel esclave garde ses terrains, mélange presque tout le reste à sa bibliothèque et pioche trois cartes. J’affiche les étapes.
    • Un maître et ses esclaves forment une équipe : même tour, mêmes points de vie. Bats un maître, et ses esclaves viennent avec lui.
    • Quelqu’un a perdu ? Clique sur « Signaler une défaite » ou utilise `/défaite` : qui a perdu, comment, et qui contrôlait la carte. Je dis qui est responsable, et selon quelle règle.
    • Si l’égalité persiste, c’est le perdant qui choisit ; s’il ne répond pas, l’hôte ou un modérateur peut le faire.
    • Si tu causes toi-même ta défaite, si tu pioches dans une bibliothèque vide ou si tu concèdes, en général personne n’est responsable et tu es hors jeu.
    • Quand il ne reste que deux maîtres et que l’un d’eux perd, c’est fini : l’autre gagne, et ses esclaves gagnent avec lui.
    • Points : victoire en tant que maître 3, victoire en tant qu’esclave 1, défaite en tant que maître 0, défaite en tant qu’esclave −1. Aider son maître paie, le trahir non.
how-elimination =
    • Le Magic que tu connais : qui perd est hors jeu, et il n’y a pas d’esclaves.
    • Le dernier joueur gagne ; à une table par équipes, la dernière équipe.
    • Quelqu’un a perdu ? Clique sur « Signaler une défaite » ou utilise `/défaite` : qui a perdu, comment, et qui contrôlait la carte.
    • Je note qui est responsable : le contrôleur de la carte en cause ou, s’il y en a plusieurs en même temps, de celle qui a fait le plus. En cas d’égalité, personne n’est nommé et personne n’a à choisir.
    • Si tous les joueurs restants perdent en même temps, la partie est nulle : 0 point chacun.
    • Tu peux concéder à tout moment avec `/concéder` : tu es aussitôt hors jeu.
    • Points : 3 pour chaque gagnant, 0 pour tous les autres.

## Noms de ce qu’on peut choisir

variant-esclave = Esclave
variant-esclave-about = Qui perd continue en esclave de son vainqueur. L’équipe du dernier maître gagne.
variant-elimination = Élimination
variant-elimination-about = Qui perd est hors jeu. Le dernier joueur ou la dernière équipe gagne.
table-free-for-all = Chacun pour soi
base-commander = Commander
base-brawl = Brawl
base-standard = Standard
base-modern = Modern
base-pioneer = Pioneer
base-legacy = Legacy
base-vintage = Vintage
base-pauper = Pauper
base-limited = Limité
base-other = Autre format
scoring-esclave = Esclave
scoring-lotus = Lotus Noir
scoring-elimination = Dernier debout
