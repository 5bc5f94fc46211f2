### Les règles telles qu’un joueur les lit : un texte par règle, les listes d’actions, et les noms de ce qu’on peut choisir.

## Esclave : début et titres

rule-esc-1 = Le mode Esclave se joue à quatre ou plus, idéalement entre quatre et six. À moins de quatre, c’est refusé ; à plus de six, c’est accepté avec une remarque. La partie commence normalement, selon son format : en chacun pour soi, que ce soit en Standard, en Modern, en Commander, etc.
rule-esc-2 = Tout le monde commence avec le titre de maître. Rien ne change tant que personne ne perd.

## Esclave : ce que perdre veut dire

rule-esc-3 = Si tu perds en tant que maître alors qu’il y a au moins trois maîtres en jeu, toi compris, tu perds ton titre de maître et tu deviens l’esclave du responsable de ta défaite. S’il ne reste que deux maîtres, c’est ESC-9 qui s’applique. (Le texte d’origine dit « plus de trois », puis termine la partie à deux : « trois ou plus » est la lecture qui convient aux deux.)
rule-esc-4 = Quand tu deviens esclave, dans cet ordre : mélange dans ta bibliothèque tous les permanents non-terrain que tu possèdes, ta main, ton cimetière et ton exil ; tes terrains restent sur le champ de bataille ; pioche trois cartes ; perds tous tes emblèmes et tous tes marqueurs (poison, énergie…), et les blessures de commandant sont oubliées. Ensuite, les effets qui te donnent le contrôle de permanents non-terrain d’autres joueurs prennent fin, et ceux que tu contrôles encore quittent la partie, comme si tu l’avais quittée. Enfin, les auras attachées à toi et contrôlées par un autre joueur vont au cimetière de leur propriétaire.
rule-esc-5 = Un maître et son esclave jouent en équipe comme au Troll à deux têtes, à trois têtes ou plus s’il y a plusieurs esclaves. Les membres de l’équipe jouent leur tour en même temps, partagent un seul total de points de vie et comptent comme un seul camp pour tout, sauf pour « chaque joueur ».
rule-esc-6 = Sans portée limitée, l’esclave peut venir s’asseoir à côté de son maître. Avec la portée limitée, chacun reste à sa place et l’équipe partage sa portée (ESC-D13).
rule-esc-7 = Un nouvel esclave peut agir dès le début du prochain tour, quel que soit le joueur dont c’est le tour. (La version courte du magazine interdisait les sorts jusqu’au prochain tour de l’esclave ; c’est la version détaillée qui prime.) Le bot ne le vérifie pas.
rule-esc-8 = Quand un maître qui a des esclaves perd, toute l’équipe suit : le responsable devient le maître de ce maître et de chacun de ses esclaves.

## Esclave : la fin et les points

rule-esc-9 = Quand il ne reste que deux maîtres et que l’un d’eux perd, la partie est finie : ce maître et ses esclaves perdent, l’autre maître et les siens gagnent. Personne ne change d’équipe lors de cette dernière défaite.
rule-esc-10 = Quand un effet dit qu’un joueur gagne la partie, elle se termine : l’équipe de ce joueur gagne et tous les autres perdent, chacun selon son statut. Si l’effet est celui d’un esclave, l’esclave gagne en tant qu’esclave et son maître en tant que maître.
rule-esc-11 = Points : victoire en tant que maître +3, victoire en tant qu’esclave +1, défaite en tant que maître 0, défaite en tant qu’esclave −1. Le barème « Lotus Noir » est celui du magazine : le même, sauf qu’une victoire par combo vaut 2 (ESC-D14).
rule-esc-12 = On joue plusieurs manches, et le premier à dix points gagne la série. L’objectif peut être changé.

## Esclave : qui est responsable

rule-esc-20 = Le responsable est le contrôleur de la source, sauf si c’est le perdant. La source est l’objet qui porte l’effet ayant entraîné la défaite, ou dont cet effet provient ; ESC-21 à ESC-25 disent quel objet compte quand plusieurs y ont pris part.
rule-esc-21 = Points de vie : la source est l’objet qui t’a fait passer de plus de 0 point de vie à 0 ou moins. Pour des blessures, c’est la source des blessures.
rule-esc-22 = Plusieurs objets t’ont pris des points de vie en même temps : la source est celui qui t’en a pris le plus. En cas d’égalité, le responsable est le joueur qui contrôle le plus de ces objets à égalité ; si l’égalité persiste, c’est toi, le perdant, qui choisis parmi ces joueurs. Les objets sont comptés pour le joueur qui les contrôle, avant qu’ESC-40 ne remplace les esclaves par leurs maîtres ; les noms entre lesquels tu choisis ensuite sont ceux des maîtres.
rule-esc-23 = Poison (dix marqueurs ou plus) : la source est l’objet qui a placé le dernier marqueur.
rule-esc-24 = Plusieurs objets t’ont mis des marqueurs poison en même temps : la source est celui qui en a placé le plus. En cas d’égalité, on fait comme pour ESC-22 : le joueur qui contrôle le plus de ces objets à égalité, puis le choix du perdant.
rule-esc-25 = Un effet dit que tu perds la partie : cet effet est la source. S’il y en a plusieurs en même temps, le responsable est le joueur qui contrôle le plus de ces effets ; en cas d’égalité, c’est toi, le perdant, qui choisis.
rule-esc-30 = « Facultatif » : tu as directement pris la décision qui t’a fait perdre aussitôt, sans rien d’autre entre les deux (te cibler avec une Foudre, choisir le mode perdant de Demonic Pact quand il en reste d’autres, payer tous tes points de vie pour Toxic Deluge). « Péremptoire » : tout le reste (Demonic Pact quand il ne reste que ce mode, la fin du tour après Fin glorieuse, la capacité déclenchée de Midnight Reaper à 1 point de vie, Dark Confidant).
rule-esc-31 = Concéder en tant que maître : tu perds aussitôt, en tant que maître, et personne n’est responsable. (Pour un esclave, voir ESC-44 ; pour un maître qui a des esclaves, ESC-45.)
rule-esc-32 = Une source que tu contrôles te prend tes derniers points de vie. Si elle est facultative, tu perds en tant que maître. Si elle est péremptoire et que tu en es le propriétaire, tu perds aussi en tant que maître. Si elle est péremptoire et qu’un autre joueur en est le propriétaire, c’est lui le responsable.
rule-esc-33 = Si tu pioches dans une bibliothèque vide, tu perds en tant que maître. (Si l’effet d’un adversaire t’a forcé à piocher, voir ESC-D4.)
rule-esc-34 = Le poison d’une source que tu contrôles se juge comme les points de vie (ESC-32) : si elle est facultative, ou si tu en es le propriétaire, tu perds en tant que maître ; si elle est péremptoire et qu’un autre joueur en est le propriétaire, c’est lui le responsable.
rule-esc-35 = Un effet que tu contrôles dit que tu perds la partie : on le juge comme les points de vie (ESC-32). S’il est facultatif, ou si tu es le propriétaire de la source, tu perds en tant que maître ; s’il est péremptoire et qu’un autre joueur est le propriétaire de la source, c’est lui le responsable.
rule-esc-36 = Pour une défaite interne (le perdant contrôle la source), la source se trouve comme pour une défaite externe (ESC-21 à ESC-25). Quand des sources sont à égalité, celles que contrôlent d’autres joueurs l’emportent toujours sur celles que contrôle le perdant.
rule-esc-40 = Si un esclave devait être responsable, c’est son maître qui l’est à sa place.
rule-esc-41 = Si tu perds à cause d’une source que tu contrôles alors qu’un autre joueur te contrôle (Mindslaver), c’est ce joueur le responsable.
rule-esc-42 = Si tu perds à cause d’une source que tu contrôles sous l’effet de Kindslaver, le responsable est le contrôleur de Kindslaver. Si c’est toi, la défaite est jugée comme si Kindslaver n’était pas là. Cette règle passe avant ESC-41.
rule-esc-43 = Un effet t’empêchait de perdre, il prend fin, et tu perds dès la vérification suivante : la source est l’action ou l’effet qui y a mis fin.
rule-esc-44 = Un esclave peut concéder à tout moment : il quitte la partie et perd en tant qu’esclave.
rule-esc-45 = Un maître qui a des esclaves peut concéder à tout moment : il quitte la partie et perd en tant que maître, et ses esclaves restent ensemble sous celui qui sert depuis le plus longtemps. Si plusieurs sont arrivés en même temps parce que leur équipe a été vaincue, c’est celui qui était le maître de cette équipe. Si plusieurs sont arrivés en même temps pour une autre raison, le maître qui part choisit parmi eux.

## Esclave : les cartes qui recommencent ou emboîtent la partie

rule-esc-50 = Karn libéré fait recommencer la partie : les maîtres repartent normalement ; les esclaves restent avec leur maître et repartent avec trois cartes au lieu de sept. Le contrôleur de Karn récupère les permanents exilés comme le dit la carte. Les emblèmes, les marqueurs et les points de vie repartent à neuf, et le contrôleur de Karn joue le premier tour (ESC-D21).
rule-esc-51 = Shahrazad : la sous-partie commence normalement, les équipes restent des équipes et les esclaves piochent trois cartes. Une équipe gagne la sous-partie si son maître la gagne.
rule-esc-52 = Enter the Dungeon : comme Shahrazad (ESC-51), avec 5 points de vie par équipe. Chaque joueur de l’équipe gagnante cherche deux cartes dans sa bibliothèque.
rule-esc-53 = The Countdown Is at One : comme Shahrazad (ESC-51), avec 1 point de vie par équipe.
rule-esc-60 = Règle optionnelle, désactivée par défaut : si tu devais perdre en tant que maître sans avoir concédé et que la partie continue, tu peux devenir à la place l’esclave du maître de ton choix.

## Esclave : décisions

rule-esc-d1 = Décision de Suzerain : perdre en tant que maître (ESC-31 à ESC-35), c’est être hors jeu avec 0 point. Si tu avais des esclaves et que ce sont les points de vie communs de l’équipe qui sont tombés à 0, toute l’équipe est hors jeu et les esclaves perdent en tant qu’esclaves (−1). Sinon, tes esclaves restent et suivent ESC-45.
rule-esc-d2 = Décision de Suzerain : ESC-45 passe avant ESC-9. Si un maître qui a des esclaves concède face à un seul autre maître, la partie continue donc sous son successeur. Toute autre défaite d’un maître quand il en reste deux est la dernière (ESC-9), même si personne n’en est responsable. La dernière défaite ne demande de choix à personne.
rule-esc-d3 =
    Décision de Suzerain. Les points de vie sont à l’équipe : une défaite par les points de vie est celle du maître, quel que soit le membre touché ; une source qu’un membre contrôle compte comme contrôlée par le perdant, et possédée par lui si un membre la possède. Plusieurs de ces défaites d’une équipe au même moment n’en font qu’une.
    Le poison, une bibliothèque vide, un effet et les blessures de commandant frappent un seul joueur. Un maître : ESC-8 ou ESC-9, et sans responsable ESC-D1. Un esclave devient l’esclave du responsable et refait ESC-4, même s’il garde le même maître ; sans responsable, il est hors jeu et perd en tant qu’esclave (−1). La défaite d’un esclave ne termine jamais la partie.
    Si la source d’un esclave frappe son maître, ESC-40 ramène au perdant : personne n’est responsable. Si cet esclave a directement pris la décision (facultatif), il part avec son maître et perd en tant qu’esclave : la trahison ne paie pas.
rule-esc-d4 = Décision de Suzerain : si l’effet d’un adversaire te force à piocher dans une bibliothèque vide, la défaite est externe : ESC-20 s’applique à cet effet, qui se juge comme tout effet (ESC-25). Avoir été meulé ne suffit pas : si tu fais ta pioche du tour dans une bibliothèque qu’un adversaire a vidée, c’est ESC-33, quelles que soient les sources déclarées.
rule-esc-d5 = Décision de Suzerain : ESC-41 (Mindslaver) et ESC-42 (Kindslaver) ne s’appliquent jamais à une concession. On ne peut forcer personne à concéder.
rule-esc-d6 =
    Décision de Suzerain : les joueurs qui perdent au même moment sont jugés ensemble, d’après les équipes d’avant. Les concessions n’en font jamais partie.
    Si un seul maître au plus échappe à cette défaite, la partie est finie et personne ne change d’équipe : les perdants perdent selon leur statut, leurs esclaves en tant qu’esclaves, et le maître restant gagne avec toute son équipe. S’il n’en reste aucun, la partie est nulle, 0 point chacun (TAB-6).
    Sinon, les perdants dont les responsables forment une boucle entre eux perdent en tant que maîtres, sans responsable. Ensuite, si ton responsable est devenu esclave à ce moment-là, tu sers le maître de cet esclave, nommé responsable ; s’il a quitté la partie, il n’y a pas de responsable.
    Un esclave frappé lui-même en même temps que son maître va à son propre responsable ; les autres suivent le maître.
rule-esc-d7 = Décision de Suzerain : les esclaves arrivés ensemble parce que leur équipe a été vaincue gardent leur ordre d’ancienneté : d’abord le maître vaincu, puis les esclaves dans l’ordre où ils l’avaient servi.
rule-esc-d8 = Décision de Suzerain : pour les blessures de commandant (21 blessures de combat d’un même commandant), la source est ce commandant. Si le perdant le contrôle, on juge comme pour ESC-32.
rule-esc-d9 = Décision de Suzerain : si tu choisis un maître grâce à ESC-60, toute ton équipe te suit, comme pour ESC-8. On te le demande une fois le reste réglé selon ESC-D6, et tu peux refuser même s’il ne reste qu’un choix ; si tu acceptes, aucun esclave ne part pour trahison (ESC-D21).
rule-esc-d10 = Décision de Suzerain : un joueur qui est parti garde les points de son départ, quoi que fasse son équipe par la suite.
rule-esc-d11 = Décision de Suzerain : quand ESC-36 ne laisse que des sources à égalité que le perdant contrôle, une source péremptoire dont un autre joueur est le propriétaire l’emporte. S’il y a plusieurs propriétaires, c’est celui qui en possède le plus, puis le choix du perdant. À défaut, c’est une source péremptoire, et à défaut encore une facultative.
rule-esc-d12 = Décision de Suzerain : le premier à atteindre l’objectif gagne la série à la fin de cette manche. Si plusieurs l’atteignent en même temps, le plus haut total gagne ; à égalité, on joue une manche de plus.
rule-esc-d13 = Décision de Suzerain : la portée partagée réunit les portées de tous les membres. Les options d’attaque restent propres à chacun, depuis sa place. Personne n’attaque un équipier, ni, jusqu’au tour suivant, quelqu’un qui l’était au début du tour. L’équipe joue au rang de son maître dans l’ordre du tour, et on saute les places des esclaves ; la place d’un successeur devient celle de l’équipe. Si tu es vaincu pendant ton propre tour, ce tour va jusqu’au bout sans joueur actif.
rule-esc-d14 = Décision de Suzerain : est une combo ce que la déclaration donne comme tel : une boucle ou une condition de victoire alternative. Les 2 points sont pour le maître ; les esclaves en ont 1, comme toujours.
rule-esc-d15 = Décision de Suzerain : rejoindre une équipe ne change aucun total de points de vie. L’équipe garde celui de son maître, et un successeur garde celui de l’équipe. Seul le vaincu fait ESC-4 : ceux qui suivent un maître vaincu (ESC-8) gardent tout ce qu’ils ont.
rule-esc-d16 = Décision de Suzerain : pour ESC-4, tes propres sorts sur la pile sont mélangés eux aussi, et ton commandant peut aller dans la zone de commandement à la place.
rule-esc-d17 = Décision de Suzerain : pendant que la table attend un choix, on peut toujours concéder. Si celui qui devait choisir concède, il est hors jeu selon ESC-44 ou ESC-45 et la question tombe. Si quelqu’un qu’on pouvait choisir concède, ce choix disparaît (le successeur d’un maître peut en devenir un à sa place), et s’il n’en reste qu’un, il est retenu. L’hôte ou un modérateur peut choisir pour quelqu’un qui ne répond pas, mais pas en sa propre faveur ; si personne ne le fait, le tirage scellé tranche.
rule-esc-d18 = Décision de Suzerain : une sous-partie se joue avec la variante de la table. Y concéder ou y être vaincu ne dit rien de la partie principale, et ses verdicts n’appartiennent qu’à elle. Le tableau reste celui de la partie principale. Pas de sous-partie dans une sous-partie.
rule-esc-d19 = Décision de Suzerain : le mode Esclave est refusé avec la disposition Grande mêlée. Des équipes qui jouent leur tour ensemble et plusieurs marqueurs de tour ne vont pas ensemble.
rule-esc-d20 = Décision de Suzerain : une déclaration nomme au moins une source, quelle que soit la cause, sauf pour une bibliothèque vide. Un joueur n’y figure qu’une fois, mais les pertes de points de vie d’une équipe sont réunies (ESC-D21). Fermer une table avant la fin ne donne ni points ni résultat.
rule-esc-d21 =
    Décision de Suzerain, les détails. Des équipiers sont toujours à portée ; les nouveaux esclaves sont actifs, et équipes et portées changent, dès le tour suivant.
    Si le joueur actif concède, son successeur continue le tour ; sans successeur, personne n’est actif jusqu’au tour suivant.
    Frappés au même moment (ESC-D6), les esclaves du maître gagnant gagnent quand même.
    Pour des effets (ESC-36), ceux des autres ne l’emportent que si le perdant n’en contrôle pas plus ; un autre joueur l’emporte sur l’esclave du perdant.
    Mindslaver ou Kindslaver aux mains du perdant, ou de l’esclave du maître qui perd, ne compte pas.
    Un esclave qui recommence sous le même maître passe dernier en ancienneté ; si plusieurs équipes vaincues arrivent ensemble, on ne choisit que parmi leurs anciens maîtres (ESC-45).
    Tant que la table attend, rien de ce qu’elle attend n’a eu lieu ; après une concession, la défaite est rejugée.
    Un joueur hors jeu ne peut être nommé ni propriétaire ni contrôleur.
rule-esc-d22 = Décision de Suzerain : en ligne, personne ne change de place, même si ESC-6 permet à un esclave de s’asseoir à côté de son maître. Seul le rang du tour d’un successeur en dépendrait, et c’est celui de sa propre place.
rule-esc-d23 = Décision de Suzerain : les « plus de dix » marqueurs poison du texte d’origine se lisent dix ou plus, comme dans Magic ; « le plus d’objets », c’est le plus d’objets à égalité. Une équipe forme un seul camp, mais on n’additionne pas les objets d’un maître et d’un esclave (ESC-22).

## Tables : gagner, perdre, faire nulle

rule-tab-1 = À plus de deux joueurs, le premier joueur ne saute pas sa pioche. Les tours se jouent dans le sens des aiguilles d’une montre.
rule-tab-2 = Tu gagnes si tu es encore en jeu quand tous tes adversaires ont perdu.
rule-tab-3 = Quand un effet dit que tu gagnes la partie, tous tes adversaires perdent.
rule-tab-4 = Tu perds à 0 point de vie ou moins, si tu pioches dans une bibliothèque vide, avec dix marqueurs poison, ou quand un adversaire gagne.
rule-tab-5 = Si tu devais gagner et perdre en même temps, tu perds.
rule-tab-6 = Si tous les joueurs restants perdent en même temps, la partie est nulle.
rule-tab-7 = Une boucle que personne ne peut arrêter rend la partie nulle. Une boucle qui contient une action optionnelle, jamais.
rule-tab-8 = Tu peux concéder à tout moment : tu quittes aussitôt la partie et tu perds.
rule-tab-9 = Qui perd quitte la partie, et qui quitte la partie perd. Une variante peut changer le sort de ceux qui perdent, jamais celui de ceux qui partent.
rule-tab-10 = Une équipe perd quand tous ses membres ont perdu, et gagne quand toutes les autres équipes ont perdu. Si toutes les équipes restantes perdent en même temps, la partie est nulle.
rule-tab-11 = Quand plusieurs joueurs choisissent en même temps, le joueur actif choisit d’abord, puis les autres dans le sens des aiguilles d’une montre (APNAP). Les capacités qui se déclenchent ensemble vont sur la pile dans cet ordre et se résolvent donc dans l’ordre inverse.

## Tables : options

rule-tab-12 =
    Portée N : elle couvre les joueurs à N places de toi au plus, à gauche comme à droite, et ce qu’ils contrôlent. Portée 1 : tes deux voisins ; portée 2 : deux joueurs de chaque côté.
    Tes attaques, cibles, effets, informations, auras et équipements ne vont pas plus loin. Ce qu’un effet ne peut pas atteindre est laissé de côté et le reste se produit : à six avec une portée de 1, Tremblement de terre ne touche que toi et tes voisins. Une aura attachée hors de ta portée va au cimetière de son propriétaire ; un équipement se détache.
    Si tu choisis des joueurs ou des objets, c’est parmi ceux à portée (pour la capacité d’un autre, à portée de vous deux) ; entre de simples options, comme deux modes, tu choisis librement. Si personne à portée ne peut faire un choix, c’est le joueur approprié le plus proche sur ta gauche qui le fait.
    Un effet de remplacement modifie ce qu’il peut atteindre, même si ce qu’il met à la place ne peut alors pas se produire. Pour prévenir les blessures d’une source, ton effet doit atteindre la source ; pour prévenir celles infligées à quelqu’un ou à quelque chose, il doit atteindre ce qu’il protège. Chaque effet nomme l’un des deux.
rule-tab-13 = Qui est à portée de qui est fixé au début de chaque tour. Quand un joueur part, rien ne change avant le début du tour suivant. Avec une portée de 1, si le joueur assis entre Bo et toi s’en va, Bo n’est à ta portée qu’à ce moment-là.
rule-tab-14 =
    Sans option d’attaque, le joueur actif choisit un adversaire au début du combat, et lui seul peut être attaqué.
    Avec « attaquer plusieurs joueurs », tous ses adversaires sont des joueurs défenseurs, et chaque attaquant attaque l’un d’eux, choisi à sa déclaration. Si la capacité d’une créature parle du joueur défenseur, c’est celui que cette créature attaque. Ce qui limite ou impose les attaques regarde tous les attaquants ensemble.
    Les bloqueurs sont déclarés dans l’ordre du tour, tous ceux d’un joueur défenseur avant ceux du suivant. Une créature ne bloque que ce qui attaque son contrôleur, et ce qui limite ou impose les blocages ne regarde que cela. Les blessures de combat sont réparties dans l’ordre du tour, en commençant par le joueur actif, et infligées toutes ensemble.
rule-tab-15 = Déplacement de créatures : lorsque tu pourrais lancer un rituel, engage une créature dégagée que tu contrôles depuis le début du tour : l’équipier ciblé en acquiert le contrôle.

## Tables : partir

rule-tab-16 = Quand un joueur quitte la partie, ceci arrive aussitôt, et non comme une action basée sur un état : tous les objets qu’il possède quittent la partie, tous les effets qui lui donnent le contrôle de quelque chose prennent fin, puis tout ce qu’il contrôle encore quitte la partie aussi.
rule-tab-17 = Si un objet d’un joueur parti devait arriver plus tard dans une zone, quelle qu’elle soit, il quitte la partie à la place.
rule-tab-18 = Si un joueur parti devait faire un choix, le contrôleur de l’objet désigne un autre joueur pour le faire. Si ce choix revenait à un adversaire, ce doit être un autre adversaire, si possible.

## Tables : formats

rule-tab-19 = Attaque à gauche, attaque à droite : tu ne peux attaquer que le joueur assis à la place voisine de ce côté. Si ce n’est pas un adversaire, tu ne peux attaquer personne de cette façon.
rule-tab-20 = Chacun pour soi : chacun joue seul, les places sont tirées au hasard, d’habitude la portée n’est pas limitée et on attaque qui on veut (TAB-33), et la partie se termine quand il ne reste qu’un joueur. C’est prévu pour trois à six joueurs ; deux, ou sept à dix, sont acceptés avec une remarque.
rule-tab-21 = Mêlée : de six à dix joueurs, chacun pour soi. Les places sont tirées au hasard, d’habitude la portée est de 2 et on attaque à gauche (TAB-33) : seulement le joueur assis juste à ta gauche. La partie se termine quand il ne reste qu’un joueur.
rule-tab-22 = Grande mêlée : onze joueurs ou plus (jusqu’à 25), chacun pour soi. Les places sont tirées au hasard, d’habitude la portée est de 1 et on attaque à gauche (TAB-33) : seulement le joueur assis juste à ta gauche. Plusieurs tours se jouent en même temps (TAB-28). La partie se termine quand il ne reste qu’un joueur.
rule-tab-23 = Équipes : deux équipes ou plus, de même taille. On s’assied en alternance : A1, B1, C1, A2, B2, C2, etc. D’habitude la portée est de 2 (TAB-33), et tu ne peux attaquer que des adversaires assis juste à côté de toi. La dernière équipe gagne.
rule-tab-24 = Troll à deux têtes : deux équipes de même taille, d’au moins deux joueurs ; à trois, c’est un troll à trois têtes, et ainsi de suite. Chaque équipe est assise en rang : A1, A2, …, B1, B2, … La portée n’est pas limitée. Tu ne peux attaquer que le joueur assis en face (TAB-30). L’équipe partage un total de 20 points de vie par tête. La dernière équipe gagne.
rule-tab-25 = Empereur : deux équipes de trois ou cinq joueurs. Chaque équipe est assise en rang, son empereur au milieu : A2 et B2, ou A3 et B3. D’habitude la portée est de 2 (TAB-33), et tu ne peux attaquer que des adversaires à portée. Tout le monde peut déplacer des créatures (TAB-15). Une équipe perd quand son empereur perd.
rule-tab-26 = Pentagone : cinq joueurs exactement, places tirées au hasard, portée non limitée d’habitude (TAB-33). Tes adversaires sont les deux joueurs assis en face de toi, et tu ne peux attaquer qu’eux. Tes deux voisins sont tes alliés, mais vous ne formez pas une équipe. Tu gagnes quand tes deux adversaires ont perdu.
rule-tab-27 = Le premier joueur est tiré au hasard. Au Troll à deux têtes, c’est le deuxième joueur d’une équipe tirée au hasard (A2 ou B2), même à trois têtes ou plus, ou toute cette équipe si le tour est celui de l’équipe (TAB-D6) ; en Empereur, c’est l’empereur d’une équipe tirée au hasard.
rule-tab-28 =
    Les tours en Grande mêlée : un tour supplémentaire gagné hors de ton tour se joue avant ton prochain tour. (Aux autres dispositions, un tour supplémentaire suit le tour en cours.)
    Il y a un marqueur de tour par groupe complet de quatre joueurs, donc deux quand on est onze et trois quand on est douze, et toujours au moins un. Le premier va au premier joueur, le suivant au joueur assis quatre places plus à gauche, et ainsi de suite. Tous ceux qui ont un marqueur jouent leur tour en même temps.
    Un marqueur attend tant que l’un des trois joueurs à la gauche de son prochain détenteur en a un.
    Quand quelqu’un part et que le nombre de marqueurs diminue, on retire le marqueur qui est juste à la droite de celui qui part. Si plusieurs joueurs partent en même temps et que plusieurs marqueurs peuvent être retirés, le plus petit numéro part d’abord.
rule-tab-29 = Les points de vie au Troll à deux têtes : les blessures et les pertes de points de vie touchent chaque joueur et s’appliquent au total de l’équipe. Si un effet fixe le total de plusieurs membres, comme Biorhythm, celui de l’équipe devient la somme ; s’il fixe celui d’un seul membre, celui de l’équipe devient ce nombre. Ce qui empêche un membre de perdre, comme Transcendence, empêche toute l’équipe de perdre. À 0, toute l’équipe perd.
rule-tab-30 = Qui est en face au Troll à deux têtes : les places des deux équipes se répondent comme dans un miroir. À deux têtes, A1 est en face de B2 et A2 en face de B1 ; à trois, A1 de B3, A2 de B2 et A3 de B1. Si la place d’en face est vide, tu as en face le joueur le plus proche de l’autre camp : à deux têtes, celui qui reste ; à trois têtes, l’un des deux ou les deux.
rule-tab-31 = Empereur : une équipe dont l’empereur perd a perdu. La dernière équipe gagne ; si toutes les équipes restantes perdent en même temps, la partie est nulle.
rule-tab-32 = Pentagone : les deux joueurs assis en face de toi sont tes adversaires, et tu gagnes quand ils ont perdu tous les deux. Deux joueurs peuvent gagner en même temps ; la partie n’est pas nulle, ils gagnent tous les deux.
rule-tab-33 =
    Les options sont celles de la partie. Avant le début, ses joueurs peuvent convenir d’autres options que celles qui sont habituelles à leur disposition :
    • Portée : illimitée, ou 1, 2, … jusqu’à la moitié des places. Au Troll à deux têtes elle est toujours illimitée, en Empereur toujours limitée.
    • Attaque : un seul adversaire à chaque combat, plusieurs joueurs, à gauche ou à droite. En Équipes, Empereur et Pentagone seulement les deux premières, et seulement contre ceux que désigne la règle de la disposition. Le Troll à deux têtes n’a pas cette option.
    • Déplacement de créatures : oui ou non partout où il y a des équipes ; toujours oui en Empereur.
    • Tours : le sien pour chacun, ou celui de l’équipe, au Troll à deux têtes seulement (TAB-D6).
    Toute variante que le nombre de joueurs permet peut se jouer ainsi. Par exemple, quatre personnes peuvent jouer en mode Esclave avec une portée de 1 : un esclave garde sa place, et l’équipe partage sa portée (ESC-6).

## Tables : priorité, choix, contrôle

rule-tab-34 =
    La priorité : dans la plupart des étapes et des phases, c’est le joueur actif qui la reçoit en premier ; personne ne l’a pendant le dégagement. Si tu as la priorité, tu joues quelque chose et tu la reçois de nouveau, ou tu passes, et elle va au joueur suivant dans le sens des aiguilles d’une montre. Quand tous ont passé à la suite, l’objet du dessus de la pile se résout et le joueur actif reçoit la priorité. Si la pile est vide, l’étape ou la phase se termine.
    Exemple : c’est le tour d’Ana, qui joue avec Bo et Cy. Ana joue une créature et passe, Bo passe, Cy joue un contresort et passe. Avant que le contresort se résolve, Ana et Bo doivent passer de nouveau.
rule-tab-35 =
    Certains sorts et capacités laissent un adversaire faire un choix, comme celui du mode, à la place de leur contrôleur au moment où on les joue. C’est alors cet adversaire qui choisit. Si les deux ont quelque chose à faire à ce moment-là, le contrôleur le fait d’abord, quel que soit le joueur dont c’est le tour : c’est l’exception à TAB-11.
    Exemple : Ana joue un sort pendant le tour de Bo. Ana en choisit la cible et Bo le mode ; Ana choisit en premier, bien que Bo soit le joueur actif.
rule-tab-36 =
    Les joueurs qui choisissent en même temps annoncent leurs choix l’un après l’autre (TAB-11), et chacun connaît les choix d’avant. Ensuite, tout se produit en même temps. Un joueur qui a plusieurs choix à faire suit l’ordre indiqué, ou l’ordre qu’il veut si rien n’est indiqué. Quand il y a plusieurs étapes, on fait cela pour chacune, et on l’exécute avant de passer à la suivante.
    Exemple : pendant le tour d’Ana, chaque joueur sacrifie une créature, puis se défausse d’une carte. Ana désigne une créature, puis Bo et Cy, qui connaissent le choix d’Ana ; les créatures partent ensemble. C’est seulement après qu’on choisit les cartes.
rule-tab-37 =
    Plusieurs effets de remplacement ou de prévention veulent modifier le même événement : le contrôleur de l’objet affecté choisit celui qui s’applique d’abord, ou son propriétaire si personne ne le contrôle ; si c’est un joueur qui est affecté, c’est lui qui choisit. Les effets d’auto-remplacement passent avant tous les autres. Les effets restants s’appliquent ensuite de la même façon, s’ils le peuvent encore. Si plusieurs joueurs doivent choisir en même temps, voir TAB-11.
    Exemple : une source devrait infliger 3 blessures à Bo ; un effet les double, un autre en prévient 1. Bo choisit : 4 blessures si la prévention vient d’abord, 5 si c’est le doublement.
rule-tab-38 =
    Le contrôleur d’un permanent est le joueur qui l’a mis sur le champ de bataille, sauf si l’effet qui l’y a mis dit autre chose. Des effets peuvent plus tard en changer le contrôleur, jamais le propriétaire.
    Exemple : Ana renvoie sur le champ de bataille une carte de créature du cimetière de Bo. Ana contrôle la créature, Bo en est le propriétaire. Si Cy en acquiert le contrôle jusqu’à la fin du tour, elle revient ensuite à Ana.

## Tables : décisions

rule-tab-d1 = Décision de Suzerain : tu commences à 20 points de vie, à 40 en Commander, et à 20 par tête au Troll à deux têtes. Tout cela peut se régler pour une table.
rule-tab-d2 = Décision de Suzerain : une ligne des règles de 2004 renvoie au chacun pour soi les Grandes mêlées de dix joueurs ou moins, une autre dit que le chacun pour soi se joue de trois à six. Trois à six est donc la recommandation ; deux, ou sept à dix, sont acceptés avec une remarque, si la variante permet ce nombre.
rule-tab-d3 = Décision de Suzerain : la place d’un joueur parti se referme au début du tour suivant, pour les attaques (à gauche, à droite, à la place voisine) comme pour la portée (TAB-13).
rule-tab-d4 = Décision de Suzerain : en Élimination, chaque gagnant a +3 et tous les autres 0. Le dernier perdant est hors jeu comme les autres.
rule-tab-d5 = Décision de Suzerain : un Pentagone se termine avec le premier joueur dont les deux adversaires ont perdu, ou avec les deux joueurs à qui cela arrive en même temps.
rule-tab-d6 = Décision de Suzerain : dans une disposition par équipes, les places sont exactement dans l’ordre affiché, à partir d’A1. Au Troll à deux têtes, une nouvelle partie se joue avec le tour de l’équipe, sauf si l’on convient que chacun joue le sien : une équipe tirée au hasard commence, tous ses membres sont actifs, et le tour suivant est celui de l’autre équipe. Là, les défaites d’une équipe par les points de vie au même moment n’en font qu’une, la source d’un équipier qui prend les points de vie de l’équipe compte comme la tienne, et un joueur d’en face qui est parti est remplacé (TAB-30) dès le tour suivant.
rule-tab-d7 = Décision de Suzerain : les membres d’une équipe gagnante qui avaient perdu avant gagnent avec elle. `⋯` 🏁 *{ button-end }* met hors jeu tous les adversaires du gagnant. En Grande mêlée, *{ button-turn }* fait avancer tous les marqueurs ensemble ; un marqueur qui attend ou qui a été retiré n’a pas de joueur actif.

## Necromancer

rule-nec-1 = Une partie de Necromancer commence comme une partie de Commander ordinaire : 40 points de vie, ou ce que dit le format de la table. La liste des cartes bannies est celle de Commander.
rule-nec-2 = Si tu perds, tu deviens le serviteur du responsable : celui qui a infligé les blessures mortelles, meulé la dernière carte de ta bibliothèque, etc. Ce joueur est désormais ton maître.
rule-nec-3 = Quand tu es vaincu, dans cet ordre : ton commandant retourne dans la zone de commandement ; mélange dans ta bibliothèque toutes les cartes que tu possèdes ; tous les effets continus prennent fin ; tu passes à 30 points de vie ; pioche sept cartes, avec mulligans ; puis joue trois tours à l’écart (NEC-5). On ne change pas de deck en cours de partie.
rule-nec-4 = Un serviteur ne peut pas gagner la partie, même si son maître la gagne.
rule-nec-5 = Ensuite, tu joues trois tours de suite à l’écart de la partie. Toi et tout ce que tu as êtes hors phase : tu n’affectes personne, personne ne t’affecte, et tes jetons survivent. Le Stasis ou le Mana Flare d’un autre joueur ne te font rien pendant ces tours, et les tiens ne font rien aux autres. Quand ton tour revient dans l’ordre de la table, tu reviens en phase, et c’est ton quatrième tour.
rule-nec-6 = De retour dans la partie, tu ne peux ni attaquer ton maître ni lui infliger de blessures, et tes effets qui disent « adversaire » ne l’atteignent pas. Mais tu peux cibler ton maître, ses sorts et ses permanents, et infliger des blessures à ses permanents. Les effets qui n’infligent pas de blessures à des joueurs affectent tout le monde comme d’habitude, ton maître aussi.
rule-nec-7 = Un maître peut attaquer son serviteur et lui infliger des blessures de toutes les façons, mais il ne peut pas le choisir là où un effet demande un adversaire.
rule-nec-8 = Les serviteurs d’un même maître ne peuvent ni s’attaquer, ni s’infliger de blessures, ni se compter comme adversaires.
rule-nec-9 = Un serviteur tué par son propre maître ne revient pas : il est hors jeu.
rule-nec-10 = Un serviteur tué par un autre joueur revient en tant que serviteur de ce joueur.
rule-nec-11 = Un serviteur qui fait perdre son propre maître est libre : il n’est plus serviteur, il peut de nouveau gagner, et le maître vaincu devient son serviteur. Par exemple, il le fait piocher dans une bibliothèque vide, ou le cible avec Door to Nothingness.
rule-nec-12 = Si tu perds de ton propre fait (ta bibliothèque est vide, par exemple), ou si personne ne peut être nommé, tu peux revenir comme serviteur sans maître : tu ne sers personne, et tu ne peux pas gagner. Le bot te fait revenir ; si tu ne veux pas, concède.
rule-nec-13 = La partie se termine quand il ne reste qu’un joueur qui n’est ni serviteur ni hors jeu : il gagne. (Le texte d’origine dit « qui n’est pas mort » ; mais un serviteur libéré par NEC-11 peut de nouveau gagner, et c’est donc la liberté qui compte.)
rule-nec-14 = Tu peux concéder à tout moment : tu es hors jeu pour de bon.

## Necromancer : décisions (la première vaut aussi en Élimination et en Respawn)

rule-nec-d1 = Décision de Suzerain : le responsable est le contrôleur de la source des blessures mortelles, des marqueurs, de la meule ou de l’effet. S’il y a plusieurs sources en même temps, c’est celle qui a la plus grande quantité ; si celles de joueurs différents sont à égalité, personne ne peut être nommé. Si c’est une source que tu contrôles, c’est de ton propre fait.
rule-nec-d2 = Décision de Suzerain : le service est un lien entre deux joueurs. Il commence avec NEC-2, NEC-10 ou NEC-11, et ne se termine qu’avec l’une de ces règles, avec NEC-9 ou NEC-12, ou quand l’un des deux part. Les serviteurs d’un maître vaincu continuent donc à le servir : il peut y avoir des chaînes, où un serviteur a des serviteurs, et même des boucles à la longue.
rule-nec-d3 = Décision de Suzerain : quand un maître quitte la partie (NEC-9, NEC-14), ses serviteurs se retrouvent sans maître.
rule-nec-d4 = Décision de Suzerain : les joueurs qui perdent au même moment sont jugés ensemble, d’après les liens d’avant. Ceux dont les nouveaux liens formeraient une boucle entre eux reviennent tous sans maître : deux joueurs qui se tuent l’un l’autre, trois en cercle. Si un maître et son serviteur se tuent l’un l’autre au même moment, le serviteur est hors jeu (NEC-9) et le maître revient sans servir personne.
rule-nec-d5 = Décision de Suzerain : s’il ne reste que des serviteurs, la partie est nulle.
rule-nec-d6 = Décision de Suzerain : NEC-9 met un serviteur hors jeu quel que soit le moyen par lequel son maître l’a tué. NEC-12 vaut pour un serviteur comme pour n’importe qui.
rule-nec-d7 = Décision de Suzerain : NEC-3 efface aussi le poison, les emblèmes et les blessures de commandant. Pour les permanents des autres que tu contrôles, les effets qui t’en donnent le contrôle prennent fin, puis ceux que tu contrôles encore quittent la partie, comme le dit TAB-16.
rule-nec-d8 = Décision de Suzerain : si un effet dit qu’un serviteur gagne, il ne gagne rien, et `⋯` 🏁 *{ button-end }* est refusé pour un serviteur (NEC-4). Une déclaration peut ne nommer aucune source si personne ne la connaît (NEC-12).
rule-nec-d9 = Décision de Suzerain : le bot ne fait pas respecter NEC-5 à NEC-8, il les rappelle ; là où il dit qui tu peux attaquer, il laisse de côté ceux que NEC-6 et NEC-8 interdisent. De sa défaite jusqu’à son retour, un joueur hors phase (NEC-5, RSP-2) n’attaque personne, n’est attaqué par personne et n’est à portée de personne. Sa place compte toujours dans les distances : si tu ne pouvais attaquer que ce voisin, tu n’attaques personne. Une table où le bot ne suit pas les tours ne tient personne pour hors phase. Si tu es vaincu pendant ton propre tour, tu restes le joueur actif jusqu’au tour suivant. Un serviteur vaincu au moment même où il bat son maître n’est pas libéré.

## Respawn

rule-rsp-1 = Tout le monde peut rejoindre la partie à tout moment. Si tu as perdu ou concédé, tu peux revenir à la même place, avec un autre deck si tu veux.
rule-rsp-2 = Un joueur qui arrive ou revient joue d’abord trois tours à l’écart, dans une bulle : il n’affecte personne et personne ne l’affecte.
rule-rsp-3 = Points : +1 si tu bats un adversaire, −1 si tu perds, −1 si tu concèdes. Le dernier joueur qui a infligé des blessures à celui qui concède peut recevoir +1.
rule-rsp-4 = La partie dure jusqu’à ce que le groupe s’arrête : fermer la table y met fin, avec un résultat. Parmi les joueurs encore présents, celui qui a le plus de points gagne ; à égalité, on partage la victoire.
rule-rsp-d1 = Décision de Suzerain : le responsable se trouve comme pour NEC-D1, et personne ne devient serviteur. Un joueur qui rejoint la partie prend la dernière place, jusqu’au nombre de joueurs de la table. Un joueur qui a concédé sans revenir ne peut pas gagner. `⋯` 🏁 *{ button-end }* est refusé.

## Variantes : les questions auxquelles chacune répond

rule-var-1 = Que devient le perdant ? Il sert le responsable (Esclave, Necromancer), peut revenir (Respawn), ou il est hors jeu (Élimination). Une variante où le perdant sert demande une disposition où chacun commence seul : Chacun pour soi, Mêlée ou Grande mêlée. Une disposition par équipes n’accepte que l’Élimination.
rule-var-2 = Comment trouve-t-on le responsable ? Selon les règles d’Esclave (ESC-20 à ESC-43), ou simplement : le contrôleur de l’objet qui a eu le plus d’effet (NEC-D1), comme en Necromancer, en Respawn et en Élimination.
rule-var-3 = Et si personne n’est responsable ? Le perdant est hors jeu (Esclave, Élimination), continue sans maître (Necromancer), ou choisit un maître (ESC-60 en Esclave, si la table le permet). En Respawn, il revient comme d’habitude.
rule-var-4 = Que font ceux qui servent quand leur maître est vaincu ? Ils le suivent chez le nouveau maître (Esclave), ou restent au service du vaincu (Necromancer).
rule-var-5 = Et si quelqu’un est tué par le maître qu’il sert ? Il est hors jeu (Necromancer), ou il revient. La question ne se pose pas si une équipe ne forme qu’un camp, comme en Esclave.
rule-var-6 = Et si quelqu’un bat le maître qu’il sert ? Il est libéré et le maître le sert (Necromancer), ou il n’y gagne rien. La question ne se pose pas si une équipe ne forme qu’un camp, comme en Esclave.
rule-var-7 = Un maître et tous ceux qui le servent forment-ils un seul camp, avec des tours et des points de vie en commun ? Oui en Esclave, non en Necromancer.
rule-var-8 = Quand la partie se termine-t-elle ? Quand il ne reste qu’un maître (Esclave, Necromancer), quand le groupe s’arrête (Respawn), ou comme le dit la disposition : avec le dernier joueur ou la dernière équipe (Élimination).
rule-var-9 = Ceux qui servent gagnent-ils avec leur maître ? Oui en Esclave, non en Necromancer.
rule-var-10 = Combien de points de vie a un perdant qui continue ? Ceux de l’équipe (Esclave), un nombre donné (30 en Necromancer), ou ceux que le format donne au départ (Respawn).
rule-var-11 = Combien de cartes pioche un perdant qui continue ? Trois en Esclave, sept en Necromancer et en Respawn.
rule-var-12 = Combien de tours à l’écart joue un perdant qui continue, avant de revenir dans la partie ? Aucun en Esclave, trois en Necromancer et en Respawn.
rule-var-13 = Combien de joueurs faut-il au moins ? Quatre en Esclave, trois en Necromancer, deux en Respawn et en Élimination.
rule-var-14 =
    Combien de points pour quoi ?
    • Victoire en tant que maître : 3 en Esclave, en Necromancer et en Élimination.
    • Victoire au service d’un maître : 1 en Esclave.
    • Défaite en tant que maître : 0 en Esclave, en Necromancer et en Élimination.
    • Défaite au service d’un maître : −1 en Esclave, 0 en Necromancer.
    • Victoire par combo : comme toute victoire, sauf si le barème dit autre chose (2 avec « Lotus Noir »).
    • Pour chaque défaite, en Respawn : +1 pour le joueur qui l’a causée, −1 pour le perdant.
    • Partie nulle : 0 en Esclave, en Necromancer et en Élimination.
    • Pour chaque joueur battu, à la fin : 1 en « Classique ». Chaque joueur compte une fois, même battu plusieurs fois.
    • Pour la place : 5, 3, 2, 1 en « Places 5-3-2-1 », pour les quatre premiers. Une partie nulle ne rapporte rien à ce titre ; des joueurs à égalité reçoivent tous les points de leur place.
    • Une partie peut être limitée à un maximum de points.

## Listes : ce que fait le nouvel esclave (ESC-4, ESC-D16)

checklist-esc-4-1 = Mélange dans ta bibliothèque : ta main, ton cimetière, ton exil, tes sorts sur la pile et tous les permanents non-terrain que tu possèdes. Ton commandant peut aller dans la zone de commandement.
checklist-esc-4-2 = Tes terrains restent.
checklist-esc-4-3 =
    { $cards ->
        [0] Ne pioche pas de carte.
        [3] Pioche trois cartes.
        [one] Pioche { $cards } carte.
       *[other] Pioche { $cards } cartes.
    }
checklist-esc-4-4 = Perds tes emblèmes et tes marqueurs (poison, énergie…) ; oublie les blessures de commandant.
checklist-esc-4-5 = Rends aux autres leurs permanents non-terrain ; ce que tu ne peux pas rendre quitte la partie.
checklist-esc-4-6 = Les auras des autres attachées à toi vont au cimetière de leur propriétaire.

## Listes : ce que fait la table quand un joueur part (TAB-16 à TAB-18)

checklist-tab-16-1 = Aussitôt : tous les objets que le joueur possède quittent la partie.
checklist-tab-16-2 = Tous les effets qui donnent à ce joueur le contrôle de quelque chose prennent fin.
checklist-tab-16-3 = Tout ce que ce joueur contrôle encore quitte aussi la partie.
checklist-tab-17 = Plus tard : un de ses objets qui devrait arriver dans une zone, quelle qu’elle soit, quitte la partie à la place.
checklist-tab-18 = Un choix que ce joueur devrait faire : le contrôleur de l’objet désigne un autre joueur pour le faire (un autre adversaire, si possible, là où un adversaire devait choisir).

## Listes : recommencer, et les sous-parties (ESC-50 à ESC-53)

checklist-esc-50-1 = Si tu es maître : recommence normalement, avec sept cartes.
checklist-esc-50-2 = Si tu es esclave : reste avec ton maître et recommence avec trois cartes.
checklist-esc-50-3 = Si tu contrôles Karn : récupère les permanents exilés comme le dit la carte, et joue le premier tour.
checklist-esc-50-4 = Tout le monde : plus d’emblèmes ni de marqueurs, et les points de vie repartent à neuf.
checklist-esc-51 = La sous-partie commence normalement : les équipes restent des équipes et les esclaves piochent trois cartes. Une équipe la gagne si son maître la gagne.
checklist-esc-52 = La sous-partie commence normalement, avec 5 points de vie par équipe : les équipes restent des équipes et les esclaves piochent trois cartes. Une équipe la gagne si son maître la gagne ; chaque joueur de cette équipe cherche alors deux cartes dans sa bibliothèque.
checklist-esc-53 = La sous-partie commence normalement, avec 1 point de vie par équipe : les équipes restent des équipes et les esclaves piochent trois cartes. Une équipe la gagne si son maître la gagne.

## Comment ça marche

how-esclave =
    • À quatre ou plus, et tout le monde commence maître. Si tu perds alors qu’il y a au moins trois maîtres en jeu, en général tu ne sors pas : tu deviens l’esclave du responsable de ta défaite, tu rejoins son équipe et tu continues à jouer.
    • Un nouvel esclave garde ses terrains, mélange presque tout le reste dans sa bibliothèque et pioche trois cartes. 📋 *{ button-checklist }* te montre les étapes.
    • Un maître et ses esclaves forment une équipe : même tour, mêmes points de vie. Bats un maître, et ses esclaves viennent avec lui.
    • Quelqu’un a perdu ? Appuie sur *{ button-report }* ou utilise `/défaite` : qui a perdu, comment, et qui contrôlait la carte. Je dis qui est responsable, et selon quelle règle ; en cas d’égalité, c’est le perdant qui choisit.
    • Si tu causes toi-même ta défaite, si tu pioches dans une bibliothèque vide ou si tu concèdes, en général personne n’est responsable et tu es hors jeu.
    • Quand il ne reste que deux maîtres et que l’un d’eux perd, l’autre gagne avec ses esclaves. Points : victoire en tant que maître 3, victoire en tant qu’esclave 1, défaite en tant qu’esclave −1.
how-elimination =
    • Le Magic que tu connais : le perdant est hors jeu, et il n’y a pas d’esclaves.
    • Quelqu’un a perdu ? Appuie sur *{ button-report }* ou utilise `/défaite` : qui a perdu, comment, et qui contrôlait la carte.
    • Je note qui est responsable : le contrôleur de la carte en cause ou, s’il y en a plusieurs en même temps, de celle qui a eu le plus d’effet. En cas d’égalité, personne n’est nommé et personne n’a à choisir.
    • Tu peux concéder à tout moment avec `/concéder` : tu es aussitôt hors jeu.
    • Si tous les joueurs restants perdent en même temps, la partie est nulle.
    • Points : 3 pour chaque gagnant, 0 pour tous les autres.

## Noms de ce qu’on peut choisir

variant-esclave = Esclave
variant-esclave-about = Le perdant continue comme esclave de son vainqueur. L’équipe du dernier maître gagne.
variant-elimination = Élimination
variant-elimination-about = Le perdant est hors jeu. Le dernier joueur ou la dernière équipe gagne.
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
scoring-elimination = Dernier survivant
scorings-title = Barèmes : combien de points, et pour quoi
scorings-intro = Une partie vaut ce qui était convenu à l’ouverture du salon. Un joueur « battu » est un joueur dont tu as causé la défaite ; il compte une seule fois.
