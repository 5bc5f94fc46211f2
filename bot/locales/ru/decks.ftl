### Decks: who plays what, and how often it wins.

refusal-deck-other = Назвать можно свою колоду и колоды своих гостей. За остальных спроси их самих или модератора.
refusal-deck-counted = Эта игра уже засчитана. Исправить колоду ещё может модератор.
refusal-two-decks = Выбрана колода { $deck }, а вписано «{ $typed }». Укажи что-то одно.
refusal-no-commander = Командир не назван. Впиши его или выбери одну из своих колод.
refusal-many-commanders = Для одной колоды это слишком много. Впиши не больше { $most } командиров через плюс, каждого не длиннее { $length } символов.
refusal-no-such-deck = У тебя нет такой колоды. Выбери из списка; добавить можно через `/колода добавить`.
refusal-decks-full = У тебя уже { $most } колод, больше я не храню. Измени ту, которой больше не играешь: `/колода изменить`.
refusal-bad-link = Подойдёт адрес https не длиннее { $most } символов, по которому видно, куда он ведёт: без пробелов, имён пользователя и похожих букв.
refusal-export-players = Файлом выгружается только таблица игроков. Убери `файл`.
refusal-stats-deck-alone = Игрок и колода вместе не подходят. Выбери что-то одно.

## My deck

button-deck = Моя колода
deck-title = Кто какой колодой играет?
deck-whose = Чья колода?
deck-registered = Одна из твоих колод
deck-commander-or = Или командир
deck-form-commanders-about = Если их несколько, то через плюс: Tymna + Thrasios
deck-form-bracket = Брекет, на твой взгляд
deck-named = { $player } играет колодой { $deck }.
deck-near = Имелось в виду **{ $deck }**?
button-deck-near = Да: { $deck }
deck-in-bracket = брекет { $bracket }
deck-misfits = 🃏 Не в брекете { $bracket }, о котором договорились за этим столом: { $players }

## Decks of one’s own

module-deck = Колоды: кто чем играет и что выигрывает
command-deck = колода
command-deck-about = Твои колоды и то, какой из них ты играешь
command-deck-add = добавить
command-deck-add-about = Записать колоду, чтобы выбирать её для каждой игры
command-deck-change = изменить
command-deck-change-about = Изменить свою колоду; в сыгранных играх остаётся сказанное тогда
command-deck-retire = убрать
command-deck-retire-about = Больше не предлагать свою колоду или вернуть её
command-deck-list = список
command-deck-list-about = Твои колоды и что значат брекеты
option-commander = командир
option-deck-commander-about = Её командир; если их несколько, то через плюс
option-partner = партнёр
option-deck-partner-about = Напарник, предыстория или компаньон
option-deck-name-about = Как ты её называешь (обычно по командиру)
option-bracket = брекет
option-bracket-about = Брекет Commander, о котором вы договорились; другая колода отмечается, но не запрещена
option-deck-bracket-about = Её брекет Commander, на твой взгляд; я о нём не сужу
option-link = ссылка
option-deck-link-about = Адрес https со списком, виден только тебе; я его не открываю
option-deck = колода
option-deck-own-about = Одна из твоих колод
deck-added = { $deck } в твоём списке. Выбирай её за столом: 🃏 *{ button-deck }*
deck-changed = Теперь это { $deck }.
deck-retired = { $deck } больше не предлагается. Её игры остаются; та же команда её вернёт.
deck-back = { $deck } снова предлагается.
deck-list-title = 🃏 Твои колоды
deck-list-none = У тебя пока нет колод. Добавить можно через `/колода добавить`, а за столом хватит и командира.
deck-list-more = и ещё { $count }
deck-form-title = Изменить колоду
deck-form-commanders = Командиры
deck-form-name = Название
deck-form-link = Ссылка

## Brackets

bracket-title = Брекеты на { $date }
bracket-any = Все брекеты
bracket-1 = 1 · Exhibition
bracket-2 = 2 · Core
bracket-3 = 3 · Upgraded
bracket-4 = 4 · Optimized
bracket-5 = 5 · cEDH
bracket-1-about = **1 · Exhibition**: тема важнее победы
bracket-2-about = **2 · Core**: как готовая колода; игра разворачивается неспешно
bracket-3-about = **3 · Upgraded**: настроена лучше, с несколькими из сильнейших карт
bracket-4-about = **4 · Optimized**: сильна насколько возможно, без оглядки на метагейм
bracket-5-about = **5 · cEDH**: собрана побеждать за турнирным столом

## What decks have won

option-leaders-by-about = О чём таблица (обычно об игроках)
leaders-by-players = Игроки
leaders-by-decks = Колоды
leaders-by-commanders = Командиры
leaders-by-colours = Цвета
leaders-by-seats = Места
leaders-decks = 🃏 Самые надёжные колоды
leaders-commanders = 🃏 Самые надёжные командиры
leaders-colours = 🎨 Самые надёжные цвета
leaders-seats = 🪑 Как часто побеждает каждое место
leaders-decks-none = Ни в одной засчитанной игре не сказано, кто какой колодой играл. Скажи это за столом: 🃏 *{ button-deck }*
leaders-commanders-none = { leaders-decks-none }
leaders-colours-none = Ни в одной засчитанной игре не сказано, какими цветами играли.
leaders-seats-none = Засчитанных игр пока нет.
deck-rate = **{ $share } %** ({ $low }–{ $high } %), { $games ->
    [one] { $games } игра
    [few] { $games } игры
   *[many] { $games } игр
}
deck-few-games = { $won ->
    [one] { $won } победа
    [few] { $won } победы
   *[many] { $won } побед
}, { $games ->
    [one] { $games } игра
    [few] { $games } игры
   *[many] { $games } игр
}
deck-thrall = ⛓️ { $won } в роли невольника
deck-table-of = За столом на { $seats }
deck-legend = { $thralls ->
    [0] Победы
   *[other] Победы в роли мастера
} и где лежит настоящая доля в 95 случаях из 100; если игр меньше { $games }, доли нет
deck-stats-title = 📊 Чего добилась эта колода
deck-played-by = Кто играл: { $players }
option-stats-deck-about = Одна из твоих колод или любой командир
stats-decks = 🃏 Колоды
button-rivals-commanders = По командирам
rivals-commanders-title = ⚔️ Соперничество командиров
button-rivals-cards = По картам
rivals-cards-title = 💥 Самые смертоносные карты
rivals-card = { $rank }. { $card } × { NUMBER($count) }
rivals-cards-none = Ни в одном засчитанном поражении не названа карта. Назови её, когда сообщаешь о поражении через `/поражение`.

## Settings

decks-title = Колоды
setting-decks_shown = Колоды до начала
setting-decks_shown-about = Видно ли ещё до начала, кто какой колодой играет, или все колоды открываются вместе с началом игры.
decks_shown-always = До начала
decks_shown-start = С начала игры
week-deck = 🃏 Колода недели
entry-deck = Назвать колоду

setup-lines-same = По одному в строке: Птицы = Kangee
setting-same_names = Разные записи одного имени
setting-same_names-about = Имена командиров, которые в статистике считаются другим именем, по одному в строке: как написано = кто это, например: Птицы = Kangee, Sky Warden; после # — причина. Модераторы находят это в таблицах колод и командиров, в том числе для записанных колод. Сами партии не меняются; убери строку — и имена снова будут раздельными.
unset-same_names = Нет
refusal-same-line = «{ $line }» — не строка с именами. Напиши, как было записано, знак = и командира, например: Птицы = Kangee, Sky Warden (предельная длина строки: { $most }).
refusal-same-many = Слишком много имён: на сервере не больше { $most }. Сначала удали лишние строки.

## Moderators

deck-reason-about = Нужно для колоды другого игрока и когда игра уже засчитана
audit-deck = { $player }: { $before } → { $after }
audit-deck-none = нет колоды
audit-override-deck = исправление колоды

## Decks that are one

button-same = Это одно и то же
same-lines = Какие: номера или названия
same-lines-about = Из этого списка, через запятую: 3, 12
same-back = Или отменить
same-done = Теперь в статистике всех партий это одно и то же: { $decks }.
same-undone = Теперь они снова считаются раздельно, как были записаны.
button-same-back = Отменить
refusal-same-unknown = «{ $typed }» нет в этом списке, или так называются несколько. Напиши номера перед ними, от 1 до { $most }, через запятую.
refusal-same-few = Назови хотя бы два из этого списка (предел: { $most }), через запятую, например: 3, 12; или выбери, что отменить.
refusal-same-cards = Это разные карты, они не могут быть одним и тем же: { $names }. С картой можно объединить название, которое не карта.
refusal-same-gone = Это уже отменено. Открой форму снова, чтобы увидеть, что действует.
