### Дуэли Magicjoust в Discord: сбор, табло, меню и формы.

## Команды

command-joust = дуэль
command-joust-about = Magicjoust: дуэль двух волшебников с собственными картами
command-joust-open = открыть
command-joust-open-about = Открыть здесь дуэль
command-joust-invoke = призвать
command-joust-invoke-about = Призвать карту из руки
command-joust-change = изменить
command-joust-change-about = Ввести, что меняет на столе текст карты
command-joust-undo = отменить
command-joust-undo-about = Отменить последний шаг дуэли
command-joust-concede = сдаться
command-joust-concede-about = Сдать дуэль
command-joust-close = закрыть
command-joust-close-about = Закрыть дуэль без результата, если второй игрок согласен
command-joust-board = табло
command-joust-board-about = Показать табло только тебе
command-joust-pay = оплата
command-joust-pay-about = Как оплатить формулу на твоём квадранте
command-joust-deck = колода
command-joust-deck-about = Твоя колода: проверить и сохранить, посмотреть или забыть
option-dice = кубики
option-dice-about = Кто бросает; если не указать — бот
dice-bot = кубики бота
dice-own = свои кубики
option-joust_name-about = Карта; если она из твоей колоды или уже призывалась, больше ничего не нужно
option-card_kind = вид
option-card_kind-about = Какого вида карта
option-cost = стоимость
option-cost-about = Сколько стоит, например: синяя * - красная; если не указать — бесплатно
option-plan_points-about = Очки плана
option-wear = износ
option-wear-about = Износ N: бросок после каждого действия карты
option-action = действие
option-action-about = Что она делает, коротко
option-formula = формула
option-formula-about = Сколько стоит каждое её действие
option-ephemeral = эфемерная
option-ephemeral-about = Уходит ли она в конце хода; если не указать — нет
option-what = что
option-change_what-about = добавить синяя 2 · убрать синяя! 1 · переместить синяя 1 3 · сбросить Котёл · рука +2
option-because = почему
option-change_because-about = Карта, текст которой это велит
option-change_player-about = У кого это происходит
option-undo_reason-about = Почему; обязан сказать только модератор
option-pay_formula-about = Например: синяя * - красная
option-also = потом
option-pay_also-about = До четырёх формул, которые нужно оплатить потом, через запятую
option-file = файл
option-deck_file-about = Колода в TOML или JSON, не больше 64 КБ
option-forget = забыть
option-deck_forget-about = Удалить колоду, которую я для тебя храню

## Сбор и табло

joust-title = Magicjoust
joust-thread-name = Magicjoust · { $host }
joust-about = Дуэль Magicjoust: два волшебника, у каждого две свои колоды. Дуэль завершает третий план перед игроком; побеждает тот, чьи планы дают больше очков.
joust-missing = ⏳ **Не хватает соперника**: нажми 🪑 *{ button-join }*.
joust-ready = ✅ Оба на месте. Начинайте, когда будете готовы.
joust-sealed = 🎲 Кубики определены заранее:
joust-dice-bot = Magicjoust · кубики бота
joust-dice-own = Magicjoust · свои кубики
joust-counts = ✋ { $hand } в руке · планов: { $plans } из { $most }{ $plans ->
    [0] {""}
   *[other] {" "}· { $points ->
        [one] { $points } очко
        [few] { $points } очка
       *[other] { $points } очков
    }
}
joust-gone = Сброшено: { $cards ->
    [one] { $cards } карта
    [few] { $cards } карты
   *[other] { $cards } карт
}, { $singularities ->
    [one] { $singularities } сингулярность
    [few] { $singularities } сингулярности
   *[other] { $singularities } сингулярностей
}
joust-latest = Последние шаги
joust-dice-numbers = { $shown } (кубики { $numbers })
joust-may-singularity = Ещё можно взять и положить сингулярность.
joust-may-crucible = Ещё можно взять карту тигля.
joust-may-use = Есть ещё не использованное действие.
joust-guide-singularity = 🔮 *{ joust-button-place }*: возьми карту сингулярности и укажи, куда она ложится.
joust-guide-crucible = 🃏 *{ joust-button-draw }*: возьми в руку карту тигля.
joust-guide-invoke = ✨ *{ joust-button-invoke }*: сыграй карту с руки, если сингулярностей хватает на её стоимость.
joust-guide-end = ⏭️ *{ joust-button-end }*, когда закончишь. Подробнее: { button-more } › ❔ *{ button-how }*
joust-how-title = Как играть в Magicjoust
joust-how-need = **Нужны** две свои колоды от 20 карт: сингулярности и тигель. В начале у тебя в руке пять карт тигля. Рука и колоды у тебя, стол веду я.
joust-how-turn = **Твой ход**, в любом порядке:
    🔮 *{ joust-button-place }*: возьми карту сингулярности; укажи семейство и зону (↖️ 1, ↗️ 2, ↘️ 3, ↙️ 4).
    🃏 *{ joust-button-draw }*: возьми карту тигля.
    ✨ *{ joust-button-invoke }*: играй карты с руки, сколько сможешь оплатить.
    ⚙️ *{ joust-button-use }*: действие каждой карты на столе, раз за ход.
    ⚔️ *{ joust-button-attack }*: каждый бросает кубик; побеждает большая сумма, равенство — неудача.
    ⏭️ *{ joust-button-end }*: потраченное и использованное снова готово.
joust-how-pay = **Чтобы оплатить стоимость**, например *{ step-blue } { step-any }*, выбери начальную зону и направление. Каждый шаг тратит одну стабильную сингулярность в следующей зоне: здесь синюю в первой и любую во второй. *{ step-skip }* не тратит ничего. Способы оплаты нахожу я. Стоимость плана уничтожает потраченное.
joust-how-end = **Конец**: третий план перед игроком завершает дуэль; каждый считает очки своих планов.
joust-proposal = 🤝 Ждём согласия
joust-proposal-undo = { $player } хочет отменить последний шаг. Если ты не против, нажми 🤝 *{ joust-button-agree }*.
joust-proposal-close = { $player } хочет закрыть дуэль без результата. Если ты не против, нажми 🤝 *{ joust-button-agree }*.
joust-call-undo = { $player }, отменить последний шаг? Нужно твоё согласие.
joust-call-close = { $player }, закрыть дуэль без результата? Нужно твоё согласие.
joust-button-start = Начать
joust-button-place = Положить
joust-button-draw = Взять
joust-button-invoke = Призвать
joust-button-use = Использовать
joust-button-wear = Бросок на износ
joust-button-attack = Атаковать
joust-button-end = Конец хода
joust-button-change = Изменить
joust-button-undo = Отменить
joust-button-agree = Даю согласие
joust-button-concede = Сдаться
joust-button-fair = Проверить кубики
joust-button-log = Хроника
joust-button-rematch = Реванш
joust-button-other = Описать карту
joust-button-really = Всё равно закончить
joust-button-conceding = Да, сдаюсь

## Личные меню и ответы

joust-done-open = Дуэль открыта. Второй игрок может сесть на табло в этом канале.
joust-done-opened = Дуэль открыта.
joust-done-thread = Дуэль открыта: { $thread }
joust-done-asked = Нужно согласие игрока { $player }: вопрос на табло.
joust-done-unasked = Просьба отозвана: согласие игрока { $player } больше не нужно.
joust-first = У вас свои кубики: у кого выпало больше, кто начинает?
joust-first-placeholder = Кто начинает?
joust-place =
    🔮 Какая сингулярность взята и куда она ложится?
    -# Зоны: ↖️ 1, ↗️ 2, ↘️ 3, ↙️ 4. Если карта не называет зону, выбираешь ты.
joust-place-placeholder = Семейство и зона…
joust-place-zone = { $family } → зона { $zone }
joust-place-discarded = { $family } → положить нельзя
joust-invoke =
    ✨ Какую карту ты призываешь?
    -# Я скажу, можно ли её оплатить и как.
joust-invoke-unknown = ✨ Твоих карт я ещё не знаю. Та, которую призываешь: ✏️ *{ joust-button-other }*. Или сохрани колоду командой `/дуэль колода` и выбирай из списка.
joust-invoke-placeholder = Твои карты…
joust-card-points = { $points ->
    [one] { $points } очко
    [few] { $points } очка
   *[other] { $points } очков
}
joust-free = бесплатно
joust-use = ⚙️ Какое действие ты используешь?
joust-use-placeholder = Твои действия…
joust-pay-which = Это можно оплатить разными сингулярностями. Какими?
joust-pay-placeholder = Потратить…
joust-pay-way = начать в зоне { $start }, { $direction }: { $steps }
joust-pay-left = Останется: { $left }
joust-pay-start = Начать в зоне { $zone }
joust-pay-any = *любая* номер { $number }: { $family }
joust-end-sure = ⏭️ Закончить ход? Делать это необязательно:
joust-concede-sure = 🏳️ Ты проигрываешь дуэль, а второй игрок получает 3 очка.
joust-fair-title = 🎲 Проверить кубики
joust-fair-sealed = Броски определяет секрет, выбранный случайно при открытии дуэли. До конца виден только его хеш SHA-256: к другому секрету он не подойдёт. Сохрани хеш: после конца эта кнопка покажет сам секрет.
joust-fair-proof = Броски определил этот секрет; его хеш (`commitment`) был на табло. Сохрани эти строки как `dice.json`: команда `suzerain verify dice.json` повторит броски.
joust-deck-registered = ✅ Колода сохранена. Больше никто её не видит.
joust-deck-kept = Вот колода, которую я для тебя храню. Больше никто её не видит.
joust-deck-not-kept = ⚠️ Этой колодой пока играть нельзя, поэтому я её не сохранил.
joust-deck-forgotten = Твоя колода забыта.

## Формы

joust-form-card = Карта
joust-form-kind = Вид
joust-form-cost = Стоимость
joust-form-cost-about = Например: синяя * - красная; пусто — бесплатно
joust-form-points = Очки
joust-form-points-about = У плана, и только у плана
joust-form-action = Действие
joust-form-action-about = Формула, износ и прочее: /дуэль призвать или твоя колода
joust-form-whose = У кого
joust-form-whose-about = Один из двух игроков
joust-form-what = Что происходит
joust-form-what-about = добавить синяя 2 · убрать синяя! 1 · переместить синяя 1 3 · перевернуть красная 2 · рука +2
joust-form-because = Из-за чего
joust-form-because-about = Карта, текст которой это велит
joust-bonus = Бонус
joust-bonus-about = Прибавляется к кубику, от −9 до 9
joust-die = Твой кубик
joust-die-about = От 1 до 6
joust-mine = Твой бонус
joust-mine-about = Прибавляется к твоему кубику, от −9 до 9
joust-theirs = Бонус второго игрока
joust-theirs-about = Прибавляется к его кубику, от −9 до 9
joust-my-die = Твой кубик
joust-my-die-about = От 1 до 6
joust-their-die = Кубик второго игрока
joust-their-die-about = От 1 до 6
change-word-add = добавить
change-word-remove = убрать
change-word-move = переместить
change-word-flip = перевернуть
change-word-discard = сбросить
change-word-return = вернуть
change-word-ready = подготовить
change-word-hand = рука

## Отказы

refusal-agree-yourself = Это твоя просьба. Согласиться должен второй игрок.
refusal-nothing-proposed = Больше никто ни о чём не просит. Посмотри на последнее табло.
refusal-card-kind = Такого вида карт я не знаю. Выбери вид из списка.
refusal-unknown-card = Я не знаю твоей карты «{ $typed }». Укажи её вид и стоимость или сохрани колоду командой `/дуэль колода`.
refusal-no-actions = У твоих карт не осталось действий на этот ход. Призови карту или закончи ход.
refusal-change-what = Я не понимаю этого изменения. Напиши, например: добавить синяя 2, убрать синяя! 1, переместить синяя 1 3, перевернуть красная 2, сбросить Котёл, вернуть Котёл, подготовить Котёл, рука +2.
refusal-change-card = У игрока { $player } на столе такой карты нет. Напиши её название, как на табло, или номер.
refusal-joust-number = Такое число не подходит. Напиши целое число от { $least } до { $most }.
refusal-no-dice-secret = В этой дуэли вы бросаете свои кубики: показывать мне нечего.
refusal-pay-also = Это слишком много сразу. Назови не больше { $most } других формул через запятую.
refusal-no-deck = Я не храню твоей колоды. Пришли её командой `/дуэль колода`: файл в TOML или JSON.
refusal-file-large = Файл слишком большой: можно не больше { $most } КБ.
refusal-file-fetch = Не удалось вовремя получить файл от Discord. Попробуй ещё раз.
refusal-deck-unreadable = Эту колоду я прочесть не могу: { $problem }

## The challenge, and the great work

option-opponent = соперник
option-opponent-about = Кого ты вызываешь; сесть может любой
joust-challenge = ⚔️ { $player } вызывает на дуэль Magicjoust: { $opponent }. Нажми 🪑 *{ button-join }* на табло.
joust-button-present = Представить творение
joust-work = 🎭 Великое творение
joust-work-about = Чем стали твои планы, для зрителей
joust-done-present = Зрители видят это на табло.
refusal-only-winner = Великое творение представляет победитель. Подожди, пока кто-нибудь победит.
refusal-duel-counts = Результат уже засчитан. Отменить его может только модератор, указав причину: `/дуэль отменить`.
joust-pending = Результат засчитается { $due }. До тех пор вы можете отменить его по согласию, а если что-то не так, второй игрок может нажать ✋ *{ button-dispute }*.

## Оспорить конец

joust-end = конец дуэли
joust-contested = Результат пока не засчитан.
joust-disputed = Конец дуэли оспаривает { $player }. Ничего не будет засчитано, пока модератор не решит спор кнопками ниже.
joust-call-dispute = { $moderators }, конец дуэли оспорен. Решите кнопками ниже, что с ним делать.
joust-done-dispute = ✋ Ты оспариваешь конец дуэли. Пока он не окончателен, модераторы видят это на табло. Если передумаешь, нажми там ☑️ *{ button-stands }*.
joust-unsettled = ↩️ Отменить конец просит { $by }, ответа нет.
audit-upheld = конец дуэли оставлен в силе, канал { $channel }
refusal-duel-goes-on = Оспаривать нечего: дуэль продолжается. Посмотри на последнее табло.
refusal-duel-disputed = Останется ли конец дуэли в силе, решает модератор или тот, кто его оспаривает. Подожди или обратись к модератору.
refusal-dispute-own = Эту дуэль заканчиваешь ты, поэтому оспорить результат может только второй игрок. Если это ошибка, нажми ↩️ *{ joust-button-undo }*: второй игрок должен согласиться.
