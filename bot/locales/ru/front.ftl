### What people see in Discord: boards, forms, answers, commands.

## Buttons

button-join = Сесть
button-leave = Встать
button-start = Начать
button-how = Как играть
button-fair = Проверить жребий
button-report = Поражение
button-concede = Сдаться
button-checklist = Что теперь?
button-turn = Дальше
button-here = Табло вниз
button-rematch = Реванш
button-leaving = Да, сдаюсь
button-redo = Отменить и исправить
button-near-card = Может быть, { $card }?

## Lobby

board-title = Стол: { $variant }
lobby-seats = Места · { $have } из { $most }
lobby-host = Организатор
lobby-empty = Пока никого нет.
lobby-missing = ⏳ **Не хватает игроков: { $missing }** · всего мест: { $most }
button-instead = Играть: { $variant }
done-variant = Теперь за этим столом — { $variant }. Места и тайна жеребьёвки остаются.
lobby-ready = ✅ { $host } может начать игру · свободных мест: { $free }
lobby-full = ✅ Все места заняты. { $host } может начать игру.
lobby-remark = ℹ️ Лучше всего при такой рассадке: от { $low } до { $high } игроков.
lobby-draw = 🎲 Жребий определён заранее:
option-choose-master = проигравший без ответственного может выбрать мастера

## Board

board-closed = Стол закрыт без результата.
board-waiting = ⏳ Ждём выбора
board-choice-opens = Если ответа не будет, выбрать смогут другие: { $opens }
board-turn-nobody = До следующего хода активного игрока нет.
board-draw = 🤝 **Ничья**
board-won = 🏆 **Победа: { $winner }**
board-won-team = 🏆 **Победа: { $winner }** и команда ({ $team })
board-won-shared = 🏆 **Общая победа: { $winners }**
board-call = { $player }, выбери ниже.
choice-call = { $moderators }, игрок не отвечает. Если вы не играете в этой игре, выберите за него ниже. Если никто не выберет, { $draws } решит жребий.
board-subgame-shahrazad = 🌀 Shahrazad: идёт подпартия.
board-subgame-enter-the-dungeon = 🌀 Enter the Dungeon: идёт подпартия.
board-subgame-countdown = 🌀 The Countdown Is at One: идёт подпартия.
choice-placeholder = Выбирает { $by }…
choice-decline = Никого: покинуть игру
forgotten-player = удалённый игрок

## What became of a loser

became-servant = { $loser } теперь служит игроку { $responsible }.
became-out = { $loser } вне игры.
became-beaten = { $loser } терпит поражение: игра окончена.
became-masterless = { $loser } теперь ничейный миньон.
became-rejoins = { $loser } терпит поражение и может вернуться в игру.

## Facts

cause-life = 0 жизней
cause-poison = Яд
cause-library = Пустая библиотека
cause-effect = Эффект проигрыша
cause-commander = Повреждения от командира
means-effect = Эффект победы
means-combo = Комбо
fact-lost = { $loser }: { $cause }
fact-controller = под контролем: { $player }
fact-owner = владелец: { $player }
fact-amount = количество: { $amount }
fact-voluntary = добровольно
fact-forced = принудительное взятие карты
fact-controlled = решения за проигравшего: { $player }
fact-kindslaver = Kindslaver игрока { $player }
fact-protection = защиту от проигрыша снимает { $source }

## Story

log-title = Хроника игры
log-by = — { $player }
event-opened = { $player } открывает стол.
event-sealed = 🎲 Жребий запечатан: `{ $commitment }`
event-joined = { $player } садится за стол.
event-left = { $player } встаёт из-за стола.
event-sided = 🪑 { $player } теперь в команде { $team }.
event-unsided = 🪑 { $player } оставляет выбор команды жребию.
event-started = Игра начинается: { $seats }. Первый ход: { $first }.
event-started-team = Игра начинается: { $seats }. Первый ход: { $players }.
event-conceded = { $player } сдаётся.
event-chose = { $by } выбирает: { $player }.
event-declined = { $by } предпочитает уйти.
event-chose-for = { $maker } выбирает за игрока { $by }: { $player }.
event-declined-for = { $maker } решает за игрока { $by }: уйти.
event-chose-draw = { $by } не делает выбора, решает жребий: { $player }.
event-moderators-called = ⏳ { $player } не делает выбора: вызваны модераторы.
event-substituted = 🔁 { $by } садится на место игрока { $player }.
event-substituted-result = 🔁 { $by } садится на место игрока { $player } и получает его результат.
event-deck-named = 🃏 { $player } играет колодой { $commanders }
event-deck-bracket = { $deck } (брекет { $bracket })
event-succeeded = { $player } теперь во главе команды.
event-won-effect = { $player } побеждает благодаря эффекту.
event-won-combo = { $player } побеждает благодаря комбо.
event-drew = Игра заканчивается вничью.
event-turn = Следующий ход: { $players }.
event-restarted = { $player } перезапускает игру с помощью Karn Liberated.
event-undone = Запись отменена.
event-undone-what = { $undone } Это было: { $what }.
event-closed = Стол закрыт.

## Answers

done-open = Стол открыт. Сесть за него можно на табло в этом канале.
done-opened = Стол открыт.
board-late = Discord пока не принял табло. Я пробую снова, оно появится само. А пока его показывает `/стол табло`, и сесть можно там же. Если через минуту табло так и нет, попроси модератора проверить мои права в этом канале.
done-join = Место за тобой.
done-leave = Место снова свободно.
done-start = Игра началась. Удачи!
done-close = Стол закрыт без результата. Ошибка? `/отменить` откроет его снова.
done-end = Игра окончена. Очки — на табло. Ошибка? `/отменить`.
done-undo = Отменено:
undo-more = Кто-то другой только что отменил запись. Отменить ещё одну — вот эту?
done-undo-turns = Ходы, начатые с тех пор, тоже отменены: сначала кто-то должен сделать выбор.
done-report = Записано. Ошибка в записи? `/отменить`.
done-override = Записано. Ошибка? `/решить убрать` или новое решение через `/решить`.
done-here = ⬇️ Табло сейчас появится в конце канала.
done-language = ✅ Язык общих сообщений: { $language }
concede-sure = 🏳️ Ты покидаешь игру насовсем. Невольники, если они у тебя есть, останутся вместе, и один из них возглавит команду.
checklist-title = Что теперь?
checklist-servant = Твой мастер — **{ $master }**: победа и поражение у вас общие. Сразу после поражения, по порядку:
checklist-minion = Твой мастер — **{ $master }**; победить ты не можешь, даже если победит мастер. Сразу после поражения, по порядку:
checklist-out = Ты вне игры. Что теперь делают остальные:
checklist-follower = Твой мастер теперь — **{ $master }**, как и у всей твоей команды. Все свои карты ты сохраняешь.
checklist-from-next-turn = Действуй с начала следующего хода, чей бы он ни был. С этого момента у тебя и мастера ({ $master }) общие ходы и жизни.
checklist-shares = У тебя и мастера ({ $master }) общие ходы и жизни.
checklist-peace = Не атакуй ни мастера ({ $master }), ни других его миньонов.
checklist-master-falls-follow = Если мастер ({ $master }) проиграет, ты сохраняешь карты и служишь тому, кто за это ответственен.
checklist-master-falls-stay = Если мастер ({ $master }) проиграет, ты сохраняешь карты и служишь ему дальше.
checklist-over = Игра окончена: от тебя ничего не требуется.
checklist-nothing = От тебя ничего не требуется: играй дальше.
fair-title = 🎲 Проверить жребий
fair-sealed = Места и первый ход определяет секрет, выбранный случайно при открытии стола. До начала игры виден только его хеш SHA-256: к другому секрету он не подойдёт. Сохрани хеш: после начала эта кнопка покажет сам секрет.
fair-proof = Места и первый ход определил этот секрет; его хеш (`commitment`) был виден до начала игры. Сохрани эти строки в файл `draw.json`: команда `suzerain verify draw.json` повторит жеребьёвку. Как проверить её без бота — в `docs/design/draw-recipe.md`, рядом с исходным кодом.

## Leaderboard

leaderboard-title = 🏆 Таблица лидеров сервера
leaderboard-empty = Пока ни одной законченной игры. Открой первую: `/стол открыть`!
leaderboard-own = Ты
language-en = Английский (English)
language-fr = Французский (français)
language-ru = Русский
language-auto = Как в Discord

## Form

form-title = ⚔️ Поражение
form-intro = Укажи, кто проиграл, от чего и под чьим контролем был источник. Ничего не засчитано, пока не нажато *{ form-send }*.
form-intro-owner = Осталось узнать, чья это карта. С твоим ответом поражение будет записано.
form-moved = ⚠️ Игра тем временем изменилась. Проверь вердикт ещё раз, прежде чем сообщать.
form-served = ℹ️ { $loser } уже служит игроку { $master }. Возможно, это поражение только что записали?
form-phased = 💤 Вне фазы до своего следующего хода
form-verdict = Что из этого следует
form-loser = Кто проиграл? { $loser } · { $cause }
form-no-source = Источник не указан
form-whose = { $card }: чья карта?
form-pick-loser = Кто проиграл?
form-pick-cause = От чего?
form-pick-controller = Кто контролировал источник?
form-controller-none = Никто или неизвестно
form-pick-owner = Чья это карта?
form-whose-card = ❔ **Чья это карта?** { $source } — под контролем игрока { $controller }. Если картой владеет кто-то другой, ответственным может быть он.
form-pick-controlled = Кто решал за проигравшего?
form-pick-flags = Особые обстоятельства?
form-more = Случай посложнее
form-more-about = Несколько карт, Mindslaver…
form-send = Записать поражение
form-card = Карта и количество…
form-details = Уточнить…
form-back = Назад
form-cancel = Отмена
form-source = Ещё источник
form-another = Ещё проигравший
form-next = Следующий источник
form-remove = Убрать источник
form-cancelled = Ничего не засчитано.
form-card-title = Источник
form-card-name = Карта или эффект
form-card-amount = Отнято жизней или положено жетонов
form-card-amount-about = Нужно, если источников несколько
flag-voluntary = Добровольно
flag-voluntary-about = Контролирующий (проигравший или его команда) сам принял решение, ведущее к поражению
flag-forced_draw = Принудительное взятие карты
flag-forced_draw-about = Источник заставил взять карту из пустой библиотеки
flag-ended = Снимает защиту от проигрыша
flag-ended-about = Источник снял то, что удерживало проигравшего в игре, например Platinum Angel
flag-kindslaver = Kindslaver
flag-kindslaver-about = Решения за проигравшего принимались через Kindslaver

## Refusals of the front

refusal-old-pod = Это относится к прошлой игре. Используй последнее табло этого канала.
refusal-only-players = Это могут делать только участники игры. Приходи на следующую.
refusal-no-secret = Этот стол открыли, когда жеребьёвку ещё нельзя было проверить. У следующего — можно: открой его командой `/стол открыть`.
refusal-only-host = Это может сделать только организатор ({ $by }) или модератор. Обратись к ним.
refusal-only-maker = Автор последней записи — { $player }. Отменить её может только автор, организатор ({ $by }) или модератор. Обратись к ним.
refusal-permissions = Я не могу показать здесь табло. Попроси модератора разрешить мне в этом канале: { $missing }.
refusal-unknown-button = Эта кнопка устарела. Используй последнее табло или `/стол табло`.
refusal-form-gone = Эта форма закрыта: она уже отправлена или её прервал перезапуск. Посмотри на табло; если поражения там нет, нажми *{ button-report }*, чтобы начать заново.
refusal-form-other = Это чужая форма. Нажми *{ button-report }*, чтобы открыть свою.
refusal-form-amount = Количество — целое число, не меньше 1. Открой *{ form-card }* ещё раз.
refusal-draft-loser = Выбери в первом меню, кто проиграл.
refusal-variant-late = Игра уже началась, вариант остаётся. Закрой её и открой другой стол, чтобы играть в другой.
refusal-variant-other = Этот вариант не подходит тем, кто сейчас за столом. Посмотри на табло: там видно, во что им играть.
refusal-choice-late = Этот выбор уже сделан. Посмотри на последнее табло.
refusal-choice-early = Пока выбирать может только { $by }. Если ответа не будет, ты сможешь выбрать за игрока { $opens }.
refusal-choice-own = Нельзя выбирать за игрока { $by } в свою пользу. Оставь этот выбор кому-нибудь другому.
refusal-turn-late = Этот ход уже закончен. Посмотри на последнее табло.
refusal-undo-late = Это уже отменено. Посмотри на последнее табло.
refusal-undo-newer = С тех пор появилась новая запись. Посмотри на последнее табло и отмени ещё раз.
refusal-redo-late = С тех пор игра изменилась. Посмотри на табло; `/отменить` отменяет записи по одной.
refusal-who = «{ $typed }» не участвует в этой игре. Выбери из списка: { $players }.
refusal-not-playing = Этот человек не участвует в игре. Запиши поражение кого-то из участников.
refusal-no-rule = В правилах нет ничего про «{ $typed }». Попробуй другое слово или номер вроде ESC-22; список всех правил — `/правила` без слов.
refusal-stopping = Я перезапускаюсь. Попробуй через минуту; ничего не изменилось.
error-busy = Сейчас ко мне слишком много запросов. Ничего не изменилось: попробуй снова через пару секунд.
error-storage = База данных сейчас не отвечает. Проверь табло чуть позже и попробуй снова.
error-unanswered = База данных сейчас не отвечает, и пока она молчит, я не принимаю ничего нового. Ничего не изменилось: попробуй снова через пару секунд.
error-unknown = База данных ещё не ответила, и я не знаю, сохранилось ли это. Повторять не нужно: как только станет известно, я скажу об этом здесь, и табло это покажет.
error-outdated = Эта команда изменилась. Перезапусти Discord и попробуй снова.
error-forbidden = Discord не разрешает мне этого здесь. Попроси модератора проверить мои права в канале.
error-unexpected = Что-то пошло не так с моей стороны. Проверь табло командой `/стол табло` и попробуй снова.

## Commands: names, then what they do

command-pod = стол
command-pod-about = Игра и её участники
command-open = открыть
command-open-about = Открыть стол в этом канале
command-status = табло
command-status-about = Показать табло только тебе
command-defeat = поражение
command-defeat-about = Записать поражение
command-concede = сдаться
command-concede-about = Покинуть игру насовсем
command-undo = отменить
command-undo-about = Отменить последнюю запись
command-leaderboard = лидеры
command-leaderboard-about = Таблица лидеров этого сервера
command-rules = правила
command-rules-about = Что говорит правило
command-setup = настройки
command-setup-about = Настройки этого сервера
command-language = язык
command-language-about = Язык табло на этом сервере
menu-report = Записать поражение игрока
menu-lost = Моё поражение от этого игрока
option-table = рассадка
option-table-about = Как рассажены игроки
option-variant = вариант
option-variant-about = Что будет с проигравшим
option-base = формат
option-base-about = Формат колод
option-scoring = очки
option-scoring-about = Как считать очки
option-title = название
option-title-about = Как назвать стол
option-size = места
option-size-about = Сколько человек может сесть
option-player = игрок
option-loser = проигравший
option-loser-about = Кто проиграл
option-controller = контролирующий
option-controller-about = Под чьим контролем источник; оставь пустым, чтобы открыть форму
option-cause = причина
option-cause-about = От чего; если не указать — 0 жизней
option-card = карта
option-card-about = Какая карта или эффект
option-language = язык
option-language-about = Английский, французский, русский или как в Discord
option-rule = правило
option-rule-about = Что искать, например «дополнительный ход», или номер правила

## Discord’s permissions, as Discord calls them

permission-read_messages = Просматривать канал
permission-send_messages = Отправлять сообщения
permission-send_messages_in_threads = Отправлять сообщения в ветках
permission-embed_links = Встраивать ссылки
