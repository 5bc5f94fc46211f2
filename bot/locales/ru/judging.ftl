### Судья в Discord: вопросы, ответы, формы.

## Настройка сервера

setting-rules_era = Правила судьи
setting-rules_era-about = По каким правилам отвечает судья, если не выбраны другие: по сегодняшним или по правилам января 2013 года, когда повреждения игроку можно было перенаправить мироходцу. В ответе всегда сказано, по каким.
rules-era-2013 = Январь 2013
rules-era-current = Сегодняшние

## То, что никто не назвал

judge-opponent = оппонент
judge-teammate = сокомандник
judge-source = источник

## Ответы

judge-title-damage = ⚖️ Что возможно
judge-restated = { $player } (жизни: { $you }) · { $what }
judge-otherwise-unknown = Ответили бы другие правила иначе, не узнать: вопрос слишком велик.
judge-verdict-unknown = Кто ответственный, зависит от того, чей источник: назови игрока кнопкой *✏️ Ещё…*.
judge-which = Какой исход случился?
button-judge-more = Ещё…
button-judge-show = Показать всем
button-judge-happened = Это случилось

## Слова вопроса, как их пишут в форме

judge-word-by = от
judge-word-to = кому
judge-word-instead = заменить на
judge-word-blockers = блокируют
judge-word-loss = потеря
judge-word-unblocked = как незаблокированное
judge-word-must-player = должно атаковать меня
judge-word-only-planeswalkers = только мироходцев
judge-word-targeted = цель
judge-word-lifelink = цепь жизни
judge-word-infect = инфекция
judge-word-wither = иссушение
judge-word-combat = бой
judge-word-trample = пробивной удар
judge-word-removed = удалён из боя
judge-word-next = предотвратить
judge-word-all = всё
judge-word-half = половина
judge-word-double = удвоить
judge-word-redirect = перенаправить на
judge-word-on = защищает
judge-word-from = источник
judge-word-once = один раз
judge-word-poison = яд
judge-word-hexproof = порчеустойчивость
judge-word-teammates = сокомандники
judge-word-up = вверх
judge-word-down = вниз
judge-word-me = я
## Формы: название каждого поля и пример

judge-form-sources = Источники, по одному в строке
judge-form-sources-about = Blast 2, { judge-word-by } Бо, { judge-word-instead } 4 · Медведь 3, { judge-word-combat }, { judge-word-blockers } 2 + 1
judge-form-you = Жизни игрока и прочее
judge-form-you-about = 20, { judge-word-poison } 3, { judge-word-hexproof }
judge-form-planeswalkers = Мироходцы и верность
judge-form-planeswalkers-about = Jace 2, Garruk 3
judge-form-effects = Предотвращение и замещение
judge-form-effects-about = Salve: { judge-word-next } 3 · { judge-word-half }, { judge-word-once } · { judge-word-redirect } Медведь
judge-form-era = По каким правилам?

## Отказы

refusal-judge-planeswalkers = Мироходцы: «{ $typed }» не подходит. Пиши каждое имя с верностью от 1 до 99, например `Jace 2, Garruk 3`: не больше четырёх, каждое имя один раз.
refusal-judge-you = Жизни: «{ $typed }» не подходит. Сначала жизни от 1 до 9999, потом остальное: `20, { judge-word-poison } 3, { judge-word-hexproof }, { judge-word-teammates } Вика + Дан`; яда от 0 до 9.
refusal-judge-sources = Источники: «{ $typed }» не подходит. Пиши не больше четырёх, каждый на своей строке, с повреждениями от 1 до 99: `Galvanic Blast 2, { judge-word-by } Бо, { judge-word-instead } 4` или `Медведь 3, { judge-word-combat }, { judge-word-blockers } 2 + 1, { judge-word-trample }, { judge-word-to } Jace`. Ещё: `{ judge-word-targeted }`, `{ judge-word-lifelink }`, `{ judge-word-infect }`, `{ judge-word-wither }`, `{ judge-word-loss }`; только вместе с `{ judge-word-combat }`: `{ judge-word-unblocked }`, `{ judge-word-removed }`, `{ judge-word-must-player }`, `{ judge-word-only-planeswalkers }`, и без `{ judge-word-targeted }` и `{ judge-word-instead }`. Способов назначить боевые повреждения — не больше { $most }.
refusal-judge-effects = Эффекты: «{ $typed }» не подходит. Пиши не больше шести, например `{ judge-word-next } 3; { judge-word-half } { judge-word-up }; { judge-word-double }; { judge-word-all }; Pariah: { judge-word-redirect } Медведь`; перед двоеточием может стоять имя. Потом через запятую: `{ judge-word-on } Jace + { judge-word-me }` (или `{ judge-word-on } { judge-word-all }`), `{ judge-word-from } Blast`, `{ judge-word-once }` (без `{ judge-word-next }`). Эффектов, умноженных на источники, — не больше { $most }.
refusal-judge-large = Вопрос слишком велик, чтобы перебрать все исходы. Убери лишнее: эффект, источник или мироходца.
refusal-judge-busy = Сейчас у судьи слишком много вопросов. Спроси ещё раз через минуту.
refusal-judge-replaced = Ты уже спрашиваешь о другом: ответ будет только на новый вопрос.
refusal-judge-failed = Судья сбился. Спроси ещё раз; если это повторится, скажи владельцу бота.
refusal-judge-gone = Этот ответ слишком стар, чтобы его продолжить. Спроси ещё раз: `/судья`.
refusal-judge-other = Это чужой вопрос или твой из другого канала. Задай свой: `/судья`.

## Команды: названия, затем что они делают

command-judge = судья
command-judge-about = Что было бы: поражение, повреждения, способность верности
option-question = вопрос
option-judge-question-about = Что ты хочешь узнать; для остального откроется форма
judge-question-defeat = кто отвечает за поражение
judge-question-damage = что получится из повреждений
judge-question-loyalty = можно ли активировать верность
option-judge-player-about = О ком вопрос; если не указать — о тебе
option-judge-card-about = Карта, о которой вопрос; с неё начнётся форма
