### Судья в Discord: верность и то, к чему привело бы поражение.

## Ответы о верности и о поражении

judge-planeswalker = мироходец
judge-title-loyalty = ⚖️ Можно ли это сейчас?
judge-title-defeat = ⚖️ Что было бы, если…
judge-restated-loyalty = { $player }: { $what }
judge-assumed-owner = Ответ верен, если владелец ({ $source }) — { $owner }; если нет, добавь «{ judge-word-owner }» и имя.
judge-assumed = { $variant }, в игре не меньше трёх мастеров.

## Слова таких вопросов

judge-word-types = типы
judge-word-no-planeswalker = не мироходец
judge-word-cast = разыграть
judge-word-emblem = эмблема
judge-word-stack = стек
judge-word-flash = миг
judge-word-seasons = Doubling Season
judge-word-triggers = срабатывания
judge-word-turn = ход
judge-word-priority = приоритет
judge-word-happened = в этом ходу
judge-word-untap = разворот
judge-word-upkeep = поддержка
judge-word-draw = взятие карты
judge-word-main = главная фаза
judge-word-end = заключительный шаг
judge-word-cleanup = шаг очистки
judge-word-activated = активирован
judge-word-control-changed = сменил контроль
judge-word-transformed = трансформирован
judge-word-returned = вернулся
judge-word-nobody = никто
judge-word-life = жизни
judge-word-library = библиотека
judge-word-effect = эффект
judge-word-commander = командир
judge-word-owner = владелец
judge-word-voluntary = добровольно
judge-word-forced-draw = заставил взять карту
judge-word-ended = снял защиту
judge-word-controlled = под управлением
judge-word-kindslaver = Kindslaver игрока
## Формы

judge-form-permanent = Имя и верность
judge-form-permanent-about = Jace 3, { judge-word-by } Бо · Jace 3, { judge-word-types } Jace · Gideon 4, { judge-word-no-planeswalker }
judge-form-cost = Стоимость или «{ judge-word-cast }»
judge-form-cost-about = -2 · +1, { judge-word-emblem } · -X 3 · { judge-word-cast } · +1, { judge-word-cast }
judge-form-moment = Когда
judge-form-moment-about = { judge-word-main }, { judge-word-turn } Бо, { judge-word-priority } Бо, { judge-word-stack } 1, { judge-word-happened } { judge-word-activated }
judge-form-others = Другие мироходцы
judge-form-others-about = Если карту разыгрывают, каждый на своей строке: Jace Beleren, { judge-word-types } Jace, { judge-word-by } Вика
judge-form-loser = Кто проиграл и от чего
judge-form-loser-about = Бо, { judge-word-library }, { judge-word-controlled } Вика · { judge-word-poison }, { judge-word-effect }, { judge-word-commander }
judge-form-objects = Из-за чего, по объекту в строке
judge-form-objects-about = Bolt 3, { judge-word-by } Аня, { judge-word-owner } Вика · Pact, { judge-word-by } Бо, { judge-word-voluntary }
judge-form-teams = Кто кому служит
judge-form-teams-about = Вика: Аня; Дан: Аня
judge-form-variant = Вариант

## Отказы

refusal-judge-permanent = Имя и верность: «{ $typed }» не подходит. Напиши имя и жетоны верности от 0 до 999 (для карты — напечатанную верность, не больше 99), например `Jace 3, { judge-word-by } Бо` или `Gideon 4, { judge-word-no-planeswalker }`; если карту разыгрывают — ещё и типы: `Jace 3, { judge-word-types } Jace`.
refusal-judge-cost = Стоимость: «{ $typed }» не подходит. Напиши `0`, от `+1` до `+99`, от `-1` до `-99` или `-X` и число, например `-X 3`. В форме можно добавить `{ judge-word-emblem }` или `{ judge-word-cast }`, если мироходца разыгрывают: эмблемы тогда не бывает.
refusal-judge-this-turn = В этом ходу: «{ $typed }» не подходит. Напиши по порядку, что с ним было: `{ judge-word-activated }`, `{ judge-word-control-changed }`, `{ judge-word-transformed }`, `{ judge-word-returned }`, например `{ judge-word-activated } + { judge-word-returned }`.
refusal-judge-moment = Когда: «{ $typed }» не подходит. Сначала фаза (`{ judge-word-untap }`, `{ judge-word-upkeep }`, `{ judge-word-draw }`, `{ judge-word-main }`, `{ judge-word-combat }`, `{ judge-word-end }`, `{ judge-word-cleanup }`), потом остальное: `{ judge-word-turn } Бо`, `{ judge-word-priority } Вика` или `{ judge-word-priority } { judge-word-nobody }`, `{ judge-word-stack } 1`, `{ judge-word-flash }`, `{ judge-word-seasons } 2` (не больше 4), если карту разыгрывают — `{ judge-word-triggers } 1`, иначе `{ judge-word-happened } { judge-word-activated }`: один раз, если между ними он не `{ judge-word-returned }`.
refusal-judge-others = Другие мироходцы: «{ $typed }» не подходит. Пиши не больше двадцати, каждого на своей строке, с типами и контролирующим, например `Jace Beleren, { judge-word-types } Jace, { judge-word-by } Вика`; только если мироходца разыгрывают.
refusal-judge-loser = Кто проиграл: «{ $typed }» не подходит. Напиши имя, потом от чего: `{ judge-word-life }`, `{ judge-word-poison }`, `{ judge-word-library }`, `{ judge-word-effect }` или `{ judge-word-commander }`; можно ещё `{ judge-word-controlled } Вика` или `{ judge-word-kindslaver } Вика`.
refusal-judge-objects = Из-за чего: «{ $typed }» не подходит. Пиши не больше двенадцати, каждый на своей строке, например `Bolt 3, { judge-word-by } Аня`: с контролирующим, можно с числом от 1 и словами `{ judge-word-owner } Вика`, `{ judge-word-voluntary }`, `{ judge-word-forced-draw }`, `{ judge-word-ended }` (у одного).
refusal-judge-teams = Кто кому служит: «{ $typed }» не подходит. Напиши каждого с мастером, например `Вика: Аня; Дан: Аня`: каждого один раз, в варианте, где служат; никто не служит тому, кто служит ему.
