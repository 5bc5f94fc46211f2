### Ce que les règles répondent : verdicts et refus.

## Comment la source d’une défaite a été trouvée (première partie d’une explication)

found-protection = { $source } a mis fin à ce qui empêchait { $loser } de perdre
found-forced = { $source } a forcé { $loser } à piocher dans une bibliothèque vide
found-most = { $source } a eu le plus d’effet
found-count = { $controller } contrôlait le plus d’objets parmi ceux à égalité
found-team = tous ceux qui avaient le plus d’objets à égalité sont dans la même équipe
found-left = parmi ceux qui avaient le plus d’objets à égalité, seule l’équipe du responsable ({ $responsible }) est encore en jeu
found-others = à égalité, les objets des autres passent avant ceux du camp du perdant ({ $loser })
found-thralls = à égalité, les objets des esclaves du perdant passent avant ceux contrôlés par { $loser }
found-chosen = { $loser } a tranché l’égalité
found-chosen-for = { $by } a tranché l’égalité pour { $loser }
found-chosen-draw = sources à égalité, { $loser } n’a pas choisi et le tirage a tranché
choice-moderator = { $player } (modération)
found-draw = plus personne ne peut gagner : partie nulle

## Qui en répond (l’autre partie)

answer-controller = { $responsible }, qui contrôlait { $source }, est responsable
answer-controller-served = { $controller } contrôlait { $source } et sert { $responsible } : { $responsible } est responsable
answer-leader = { $responsible } est responsable
answer-leader-served = { $controller } sert { $responsible } : { $responsible } est responsable
answer-owner = { $source } appartient à { $responsible } et { $controller } n’avait pas le choix : { $responsible } est responsable
answer-owner-served = { $source } appartient à { $owner } et { $controller } n’avait pas le choix ; { $owner } sert { $responsible } : { $responsible } est responsable
answer-kindslaver = { $responsible }, qui contrôlait Kindslaver, est responsable
answer-kindslaver-served = { $controller } contrôlait Kindslaver et sert { $responsible } : { $responsible } est responsable
answer-controlled = { $responsible }, qui décidait dans le camp du perdant ({ $loser }), est responsable
answer-controlled-served = { $controller } décidait dans le camp du perdant ({ $loser }) et sert { $responsible } : { $responsible } est responsable
answer-voluntary = { $controller } a pris directement la décision fatale : personne n’est responsable
answer-compelled-own = { $source } appartenait à { $owner } : personne n’est responsable
answer-compelled-side = { $source } appartenait à { $owner }, du même camp que { $loser } : personne n’est responsable
answer-library = { $loser } a pioché dans une bibliothèque vide : personne n’est responsable
answer-own-servant = { $controller } sert { $loser } : personne n’est responsable
answer-gone = le joueur qui serait responsable a quitté la partie : personne ne l’est
answer-gone-too = { $controller } a quitté la partie au même moment : personne n’est responsable
answer-circle = les responsabilités forment une boucle : personne n’est responsable
answer-fellow-loser = { $controller } a perdu au même moment et sert désormais { $responsible } : { $responsible } est responsable
answer-fellow-nobody = { $controller } a perdu au même moment, sans responsable : personne n’est responsable ici non plus
answer-chose-master = personne n’est responsable, et { $loser } a choisi de servir { $responsible }
answer-chose-master-for = personne n’est responsable, et { $by } a choisi pour { $loser } de servir { $responsible }
answer-chose-master-draw = personne n’est responsable, { $loser } n’a pas choisi, et le tirage lui fait servir { $responsible }
answer-declined-for = { $by } a choisi le départ pour { $loser }
answer-circle-last = les responsabilités forment une boucle, mais cela ne change plus rien
answer-moot = qui est responsable ne change plus rien
answer-tie = plusieurs joueurs pourraient être responsables, mais cela ne change plus rien
answer-unknown = personne ne sait d’où vient le coup : personne n’est responsable
answer-tied = des objets de plusieurs joueurs sont à égalité : personne n’est responsable
answer-own-doing = { $loser } a causé sa propre défaite : personne n’est responsable
answer-teammate = { $controller } et { $loser } sont dans la même équipe : personne n’est responsable

unnamed-source = la source
clauses = { $first } ; { $second }
labelled = { $label } : { $value }

## Refus : ce qui ne se peut pas, et que faire à la place

refusal-no-pod = Il n’y a pas encore de partie ici. Ouvres-en une avec `/table ouvrir`.
refusal-already-open = Une partie est déjà ouverte ici. Son hôte ({ $by }) ou la modération peut la fermer avec `⋯` 🔒 *{ button-close }* ; sinon, ouvre la tienne dans un autre salon.
refusal-rematch-waits = [Une autre partie]({ $board }) est ouverte ici, et un salon n’en a qu’une à la fois. Quand elle sera finie ou fermée, appuie de nouveau.
refusal-lobby = La partie n’a pas encore commencé. L’hôte la lance avec *{ button-start }*.
refusal-finished = La partie est finie. Si la dernière déclaration était fausse, `/annuler` la retire tant que la partie ne compte pas.
refusal-closed = La partie a été fermée. Ouvres-en une autre avec `/table ouvrir`.
refusal-waiting = C’est à { $by } de choisir. Réessaie dès que c’est fait.
refusal-nothing-to-undo = Il n’y a rien à annuler. `/table situation` montre où en est la partie.
refusal-scoring = Ce barème ne va pas avec { $variant }. Choisis-en un autre : { $accepted }.
refusal-choose-master = Pour choisir son maître, il faut une variante avec des esclaves ; { $variant } n’en a pas. Retire cette option, ou choisis une autre variante.
refusal-full = Les { $most } places sont prises. Attends qu’une place se libère, ou la prochaine partie.
refusal-twice = { $player } apparaît deux fois. Nomme chaque joueur une seule fois.
refusal-twice-team = { $player } perdrait deux fois au même moment : par les points de vie de l’équipe et à titre personnel. Ne déclare que l’une des deux défaites.
refusal-no-defeats = Il n’y a aucune défaite. Indique au moins un perdant.
refusal-too-late-to-join = La partie a commencé, on ne peut plus la rejoindre. La prochaine t’attend.
refusal-too-late-to-leave = La partie a commencé. Pour la quitter, utilise `/concéder`.
refusal-already-in = { $player } a déjà une place. Patiente : l’hôte lance la partie dès que tout le monde est là.
refusal-no-seat = Tu n’as pas de place ici. S’il en reste une, prends-la avec 🪑 *{ button-join }*.
refusal-played-here = { $player } joue dans cette partie, ou y a joué. Seule une personne qui n’y a jamais eu de place peut en reprendre une.
refusal-seat-given = Ta place dans cette partie appartient maintenant à { $player } : tu ne peux pas y revenir. Prends une place dans la prochaine partie.
refusal-not-in = { $player } n’est pas dans cette partie. Choisis parmi ses joueurs : { $players }.
refusal-out = { $player } est hors jeu. Choisis parmi ceux qui sont encore en jeu : { $players }.
refusal-already-started = La partie a déjà commencé. Déclare les défaites avec `/défaite`.
refusal-impossible = Cela ne peut pas se jouer ainsi. { $reason }
refusal-never-full = Il faut au moins { $fewest } joueurs, mais cette disposition n’en accueille que { $most }. Choisis une autre disposition, ou moins d’équipes.
refusal-no-teams = Avec cette disposition ({ $table }), on ne choisit pas d’équipe. Attends simplement le début.
refusal-no-such-team = Cette équipe n’existe pas. Il y en a { $most } : choisis l’une d’elles.
refusal-sides = Ces places mettent { $player } dans une autre équipe que la sienne. Que chacun choisisse à nouveau, ou laisse faire le tirage.
refusal-table-size = { $table } se joue avec ces nombres de joueurs : { $sizes }. Il faut que d’autres s’assoient, ou que certains se lèvent.
refusal-cannot-win = { $player } ne peut pas gagner : un serviteur, même sans maître, n’est plus en course ({ $rules }). Peuvent gagner : { $players }.
refusal-table-option = { $table } ne se joue pas ainsi. { $pod_option } : { $option_values }. Choisis parmi ces possibilités.
refusal-table-no-option = Avec cette disposition ({ $table }), il n’y a rien à choisir ici : { $pod_option }. Retire cette option.
refusal-size = Nombres de places possibles ici : { $sizes }. Choisis l’un d’eux.
refusal-too-few = { $because ->
    [table] { $table }
    [range] Portée de { $range }
   *[variant] { $variant }
} : il faut { $fewest } joueurs, et il n’y en a { $have ->
    [0] pas encore
    [one] qu’un
   *[other] que { $have }
}. D’autres doivent d’abord appuyer sur 🪑 *{ button-join }*.
refusal-seats = Les places doivent nommer chaque joueur une fois : { $players }.
refusal-first = Seul un joueur de la partie peut commencer. Choisis parmi : { $players }.
refusal-no-source = Nomme au moins une source : ce qui a causé la défaite et qui le contrôlait. Seule une bibliothèque vide s’en passe.
refusal-no-amount = Avec plusieurs sources, il faut une quantité pour chacune : les points de vie retirés ou les marqueurs posés, 1 au moins.
refusal-forced-draw = Seule une bibliothèque vide peut venir d’une pioche forcée. Choisis cette cause, ou retire *Pioche forcée*.
refusal-already-conceding = { $player } s’en va déjà. Il ne reste qu’à choisir qui mènera l’équipe : fais-le sur le tableau.
refusal-nothing-to-choose = Il n’y a rien à choisir pour le moment. Regarde le dernier tableau.
refusal-not-yours = Ce choix revient à { $by }. En cas d’absence, l’hôte ou la modération peut choisir.
refusal-must-choose = On ne peut pas refuser ce choix. Choisis parmi : { $players }.
refusal-not-an-option = { $player } n’est pas un choix possible. Choisis parmi : { $players }.
refusal-goes-on = { $variant } continue jusqu’à ce que le groupe s’arrête : pas de victoire ni de nulle avant. Ferme la table quand vous avez fini, et celui qui a le plus de points l’emporte (RSP-4).
refusal-not-in-variant = Les parties recommencées et les sous-parties ne sont suivies que si une équipe forme un seul camp ; en { $variant }, note simplement le résultat.
refusal-subgame-nested = Une sous-partie est déjà en cours, et je n’en suis qu’une à la fois. Termine-la d’abord.

## Où en est la partie

state-lobby = La partie n’a pas encore commencé.
state-running = La partie est en cours.
state-waiting = La partie attend un choix.
state-finished = La partie est finie.
state-closed = La partie a été fermée sans résultat.
team-name = Équipe { $team }
team-masterless = { $player } est sans maître
team-served = { $master } ← { $servants }
team-out = Hors jeu : { $players }
question-responsible = { $by } doit choisir qui est responsable : { $options }.
question-successor = { $by } s’en va et doit choisir qui mènera l’équipe : { $options }.
question-new-master = { $by } peut choisir un maître à servir ({ $options }) ou quitter la partie.
