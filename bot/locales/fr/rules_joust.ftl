### Magicjoust tel qu’un joueur le lit : un texte par règle. Chacun nomme la partie du texte d’origine, version 0.0.1, dont il vient ou qu’il complète.

## Magicjoust : les éléments

rule-mj-1 = Ton quadrant a quatre zones : 1 en haut à gauche, 2 en haut à droite, 3 en bas à droite, 4 en bas à gauche. Elles forment un anneau, 1-2-3-4-1 : chaque zone a deux zones adjacentes et une zone opposée. (Magicjoust 0.0.1, introduction.)
rule-mj-2 = Les singularités (*quirks* en anglais) appartiennent aux familles bleu, rouge et jaune ; des cartes peuvent en apporter d’autres. Une carte singularité en porte une. Elle est stable quand tu la places, puis instable dès que tu l’actives, jusqu’à la fin du tour. (Magicjoust 0.0.1, « Les cartes ».)
rule-mj-3 = L’autre pioche est le creuset. Une carte du creuset a un coût, qui est une formule, et une action ; l’action a parfois sa propre formule, ou de l’usure ; la carte est parfois éphémère. C’est une connaissance, un être vivant, une chose, un événement ou un plan, et la liste reste ouverte (MJ-D14). Les plans portent des points. (Magicjoust 0.0.1, « Les cartes ».)
rule-mj-4 = Tu apportes les deux pioches, de vingt cartes au moins chacune, avec trois exemplaires au plus d’une même carte dans le creuset. (Magicjoust 0.0.1, « Les cartes » et « Mise en place ».)
rule-mj-5 = Tu commences avec cinq cartes du creuset en main et un quadrant vide. Un dé à six faces détermine qui commence (MJ-D5). (Magicjoust 0.0.1, « Mise en place ».)

## Magicjoust : un tour, dans n’importe quel ordre

rule-mj-6 = Pioche une carte singularité et place-la immédiatement. Si elle ne peut pas se placer, elle est défaussée : une singularité ne se stocke pas. (Magicjoust 0.0.1, « Tour de jeu ».)
rule-mj-7 = Pioche une carte du creuset. (Magicjoust 0.0.1, « Tour de jeu ».)
rule-mj-8 = Invoque autant de cartes de ta main que tu peux en payer. Une carte invoquée est posée face visible devant toi. (Magicjoust 0.0.1, « Tour de jeu ».)
rule-mj-9 = Déclenche l’action de chacune de tes cartes invoquées une fois par tour au plus ; rien ne t’y oblige. Si l’action a une formule, paie-la comme un coût. Tourne de 90° une carte qui a servi. (Magicjoust 0.0.1, « Les cartes » et « Tour de jeu ».)
rule-mj-10 = À la fin de ton tour, défausse les cartes éphémères que tu as invoquées, qu’elles aient servi ou non, puis défausse-toi jusqu’à sept cartes en main. Tes cartes qui ont servi et tes singularités instables sont de nouveau prêtes. (Magicjoust 0.0.1, « Tour de jeu ».)
rule-mj-11 = Si le texte d’une carte contredit ces règles, c’est la carte qui l’emporte. (Magicjoust 0.0.1, « Tour de jeu ».)

## Magicjoust : payer une formule

rule-mj-12 = Une formule est une suite d’étapes : une famille, *n’importe* ou *passe*. Choisis une zone de départ et un sens. La première étape a lieu dans cette zone, chaque étape suivante dans la zone d’après, si bien que la cinquième retombe dans la zone de la première ; le sens reste le même pour toute la formule. Une famille ou *n’importe* active une singularité stable de sa zone, *passe* n’en active aucune. Chaque singularité ne sert qu’une fois. (Magicjoust 0.0.1, « Les cartes ».)
rule-mj-13 = Un plan demande davantage : les singularités activées pour son coût ne deviennent pas instables, elles sont détruites et vont dans la défausse. (Magicjoust 0.0.1, « Les cartes ».)

## Magicjoust : attaque, usure, fin

rule-mj-14 = Attaque : chaque joueur jette un dé et ajoute ses bonus, que des cartes invoquées peuvent donner. L’attaquant ne réussit qu’avec le plus grand total ; à égalité, il échoue. (Magicjoust 0.0.1, « Attaque/défense ».)
rule-mj-15 = Usure N : après chaque action de la carte, jette un dé et ajoute tes bonus. Au-dessous de N, la carte est défaussée ; sur un 1 naturel aussi, quels que soient les bonus. (Magicjoust 0.0.1, « Usure ».)
rule-mj-16 = La partie se termine immédiatement quand un joueur a invoqué trois plans. Chacun compte les points de ses propres plans. Le plus grand total gagne, et le gagnant présente sa grande œuvre au public. (Magicjoust 0.0.1, « Fin de la partie ».)

## Magicjoust : décisions

rule-mj-d1 = Décision de Suzerain : à égalité de points, la partie est nulle. (Sur Magicjoust 0.0.1, « Fin de la partie ».)
rule-mj-d2 = Décision de Suzerain : une zone contient autant de singularités qu’on veut, sauf si une carte dit le contraire. (Sur Magicjoust 0.0.1, « Les cartes ».)
rule-mj-d3 = Décision de Suzerain : si une pioche est vide, on n’y pioche rien et la partie continue. C’est aux joueurs d’y veiller : le bot ne compte pas les pioches. (Sur Magicjoust 0.0.1, « Tour de jeu ».)
rule-mj-d4 = Décision de Suzerain : pour la saison, une victoire vaut 3 points, une partie nulle 1, une défaite 0. (Sur Magicjoust 0.0.1, « Fin de la partie ».)
rule-mj-d5 = Décision de Suzerain : si les dés du début sont égaux, les deux joueurs les rejettent. Le plus grand dé commence. (Sur Magicjoust 0.0.1, « Mise en place ».)
rule-mj-d6 = Décision de Suzerain : seuls comptent les plans encore posés devant un joueur, pour les trois plans (MJ-16) comme pour les points. (Sur Magicjoust 0.0.1, « Fin de la partie ».)
rule-mj-d7 = Décision de Suzerain : si tu concèdes, tu perds : 0 point pour toi, 3 pour ton adversaire. (Sur Magicjoust 0.0.1, « Fin de la partie ».)
rule-mj-d8 = Décision de Suzerain : seul le coût d’un plan détruit les singularités (MJ-13). La formule de son action les rend instables, comme d’habitude. (Sur Magicjoust 0.0.1, « Les cartes ».)
rule-mj-d9 = Décision de Suzerain : tu pioches au plus une singularité et une carte du creuset par tour. Le bot te le rappelle, mais rien ne t’y oblige. (Sur Magicjoust 0.0.1, « Tour de jeu ».)
rule-mj-d10 = Décision de Suzerain : une singularité va dans la zone que sa carte indique. Si la carte n’en indique pas, c’est toi qui choisis. (Sur Magicjoust 0.0.1, « Tour de jeu ».)
rule-mj-d11 = Décision de Suzerain : deux façons de payer qui dépensent les mêmes singularités n’en font qu’une. Si elles diffèrent, tu dis laquelle tu choisis. (Sur Magicjoust 0.0.1, « Les cartes ».)
rule-mj-d12 = Décision de Suzerain : tu peux déclencher l’action d’une carte dès le tour où tu l’invoques. (Sur Magicjoust 0.0.1, « Tour de jeu ».)
rule-mj-d13 = Décision de Suzerain : c’est le joueur actif qui attaque, et les deux dés ont six faces. Aucun résultat n’a de sens particulier, sauf le 1 de l’usure (MJ-15). (Sur Magicjoust 0.0.1, « Attaque/défense ».)
rule-mj-d14 = Décision de Suzerain : une carte d’un type absent de la liste est de type *autre*. Une carte peut ne rien coûter. (Sur Magicjoust 0.0.1, « Les cartes ».)
