### Правила сезона: что засчитывается, кто в зачёте и кто исключён

## Правила, каждое в двух словах

season-rule-none = засчитывается каждая игра, всем
season-rule-needed = { $games ->
    [one] в зачёте с { $games } игры
   *[other] в зачёте с { $games } игр
}
season-rule-best = { $best ->
    [one] { $best } лучшая игра
    [few] { $best } лучшие игры
   *[other] { $best } лучших игр
}
season-rule-best-of = { $best ->
    [one] { $best } лучшая
    [few] { $best } лучшие
   *[other] { $best } лучших
} из первых { $of }
season-rule-weekly = не больше { $games } в неделю с одними и теми же людьми
season-rule-week-most = { $games ->
    [one] { $games } лучшая игра каждой недели
    [few] { $games } лучшие игры каждой недели
   *[other] { $games } лучших игр каждой недели
}
season-rule-rounds-week = { $of ->
    [0] { $best ->
        [one] { $best } лучшая неделя
        [few] { $best } лучшие недели
       *[other] { $best } лучших недель
    }
   *[other] { $best ->
        [one] { $best } лучшая
        [few] { $best } лучшие
       *[other] { $best } лучших
    } из первых недель с играми (их { $of })
}
season-rule-rounds-night = { $of ->
    [0] { $best ->
        [one] { $best } лучший вечер
        [few] { $best } лучших вечера
       *[other] { $best } лучших вечеров
    }
   *[other] { $best ->
        [one] { $best } лучший
       *[other] { $best } лучших
    } из первых вечеров с играми (их { $of })
}
season-rule-attendance-week = за каждую неделю с игрой: +{ NUMBER($points) }
season-rule-attendance-night = за каждый вечер с игрой: +{ NUMBER($points) }
season-rule-circles = узкий круг не поднимает выше середины
season-rule-provisional = { $games ->
    [one] до { $games } игры рейтинг предварительный (?)
   *[other] до { $games } игр рейтинг предварительный (?)
}
season-rule-damped = рейтинг меняется меньше, если играют одни и те же
season-rule-guests = гости тоже в зачёте
season-rule-cap = за игру не больше { NUMBER($points) } оч.
leaderboard-rules = 📏 { $rules }
leaderboard-missing = { $games ->
    [one] ещё { $games } игра
    [few] ещё { $games } игры
   *[other] ещё { $games } игр
}
leaderboard-excluded = вне зачёта
leaderboard-provisional = ⭐{ $rating }?

## Как их меняют

season-rules-now = 📏 **{ $name }**: { $rules }
season-presets = Начни с одного из трёх наборов правил. Сначала увидишь, что он изменит. Отдельные правила меняют параметры `/сезон правила`.
season-preset-line = **{ $preset }**: { $rules }
season-preset-fun = Ради удовольствия
season-preset-league = Лига
season-preset-prize = Лига с призом
season-preset-changed = { $preset } (изменено)
season-rules-title = 📏 Новые правила для сезона «{ $name }»?
season-rules-change = Сейчас: { $before }
    Станет: { $after }

    Ниже — кто поднимется и кто опустится. Пока ничего не изменилось.
season-move = { $sign } **{ $player }** { $was } → { $becomes } · { $before } → { $after } оч.
season-moves-none = Ни места, ни очки ни у кого не изменятся.
season-rules-set = Принять эти правила
season-rules-keep = Оставить как есть
season-rules-kept = Правила остаются прежними.
season-excluded = 🚫 **{ $player }** больше не в зачёте сезона **{ $name }**. Что другие выиграли в этих играх, остаётся при них. Вернуть: `/сезон вернуть`.
season-included = ✅ **{ $player }** снова в зачёте сезона **{ $name }**.

audit-season-rules = правила сезона **{ $name }**: { $before } → { $after }
audit-season-exclude = исключение из зачёта сезона **{ $name }**: **{ $player }**, «{ $reason }»
audit-season-include = возвращение в зачёт сезона **{ $name }**: **{ $player }**

refusal-season-rule-number = Правило сезона — число от 1 до { $most }. С нулём правило выключено.
refusal-season-rule-best = Для «лучших из первых» нужны оба числа, и второе не меньше первого. Пример: `лучших:12 из:16`.
refusal-season-rules-over = Этот сезон окончен, и правила его остаются прежними. Но `/сезон исключить` по-прежнему работает.
refusal-season-rules-changed = Кто-то уже изменил правила этого сезона. Посмотри на них: `/сезон правила` — и начни заново.
refusal-season-excluded = Этот человек уже исключён из зачёта сезона. Вернуть: `/сезон вернуть`.
refusal-season-not-excluded = Этот человек не исключён из зачёта сезона. Исключить: `/сезон исключить`.
refusal-season-not-played = У этого человека нет игр в этом сезоне: места, которое можно отнять, нет. Попробуй, когда игра появится.
refusal-no-season-yet = Сезонов ещё не было. Первый начинает `/сезон начать`.

## Что это значит для одного человека

stats-season = 📏 По правилам сезона «{ $name }»
season-standing-ranked = Место { $rank } · { NUMBER($points) } оч. · засчитано игр: { $games } из { $played }
season-standing-unranked = Пока вне зачёта: { $missing ->
    [one] ещё { $missing } игра
    [few] ещё { $missing } игры
   *[other] ещё { $missing } игр
} · { NUMBER($points) } оч. · засчитано игр: { $games } из { $played }
season-standing-excluded = Вне зачёта · { NUMBER($points) } оч. · игр: { $games } из { $played }
season-standing-reason = Причина: «{ $reason }»
season-standing-held = Не засчитано: { NUMBER($points) } оч. из игр узкого круга ({ $games }), которые не поднимают выше середины таблицы; сейчас это { NUMBER($middle) } оч.
season-standing-held-votes = Не засчитано: { NUMBER($points) } оч. по голосованиям, которые не поднимают выше середины таблицы; сейчас это { NUMBER($middle) } оч.
season-standing-capped = Не засчитано: { NUMBER($points) } оч. — за одну игру даётся не больше { NUMBER($most) } оч.
season-left-game = { $date } не засчитывается: { $reason }
season-left-count = Не засчитано × { $count }: { $reason }
season-left-more = … и ещё { $count }
season-left-weekly = { $number ->
    [0] в основном с теми, с кем на той неделе сыграно уже { $most }
   *[other] игра № { $number } за неделю в основном с теми же людьми
}
season-left-later = { $number ->
    [0] учитываются только первые { $of }
   *[other] это игра № { $number }, а учитываются только первые { $of }
}
season-left-worse = { $best ->
    [one] лучшая даёт больше
   *[other] лучшие { $best } дают больше
}

season-left-week-most = другие игры той недели дают больше (засчитывается { $most })
season-left-later-round-week = { $number ->
    [0] учитываются только первые недели: { $of }
   *[other] это неделя № { $number }, а учитываются только первые { $of }
}
season-left-later-round-night = { $number ->
    [0] учитываются только первые вечера: { $of }
   *[other] это вечер № { $number }, а учитываются только первые { $of }
}
season-left-worse-round-week = другие недели дают больше (засчитывается { $best })
season-left-worse-round-night = другие вечера дают больше (засчитывается { $best })
season-standing-rounds-week = Засчитано недель: { $counted } из { $played }
season-standing-rounds-night = Засчитано вечеров: { $counted } из { $played }
season-standing-attendance = Очки за участие: { NUMBER($points) }

## Недели и вечера, как их пишут

round-words-week = неделю, неделя, недели, недель
round-words-night = вечер, вечера, вечеров
round-of = из
round-a = за
round-none = нет
refusal-season-rule-rounds = Это не правило о неделях или вечерах. Напиши, сколько засчитывается и из скольких, каждое число не больше { $most }: `3 недели` или `3 из 5 вечеров`. `нет` отменяет правило.
refusal-season-rule-attendance = Это не очки за участие. Напиши, сколько очков (не больше { $most }) и за что: `1 за неделю` или `2 за вечер`. `нет` отменяет правило.

## Команды: названия, потом что они делают

command-season-rules = правила
command-season-rules-about = Правила сезона; с параметрами — что даст их изменение
command-season-exclude = исключить
command-season-exclude-about = Лишить кого-то места в сезоне, с причиной
command-season-include = вернуть
command-season-include-about = Вернуть кому-то место в сезоне
option-needed = нужно
option-needed-about = Сколько игр нужно для зачёта; 0 — нисколько
option-best = лучших
option-best-about = Сколько лучших игр каждого засчитывается; 0 — все
option-of = из
option-of-about = Из скольких первых игр; 0 — из всех
option-weekly = неделя
option-weekly-same-about = Сколько игр в неделю засчитывается с одними и теми же людьми; 0 — все
option-circles = круги
option-circles-about = Не поднимать выше середины за игры тех немногих, кто играет почти только вместе
option-provisional = предварительный
option-provisional-about = До скольких игр рейтинг считается предварительным; 0 — никогда
option-damped = смягчать
option-damped-about = Менять рейтинг всё меньше, когда играют одни и те же люди
option-guests = гости
option-guests-about = Ставить в зачёт и гостей, в которых ещё никто себя не узнал
option-cap = потолок
option-cap-about = Сколько очков игра даёт каждому самое большее; 0 — сколько угодно
option-per_week = за-неделю
option-spans = недели-вечера
option-week-most-about = Сколько лучших игр одной недели засчитывается; 0 — все
option-best-rounds-about = Какие лучшие недели или вечера засчитываются, например 3 из 5 вечеров; нет — все
option-attendance = участие
option-attendance-about = Очки за каждую неделю или вечер с игрой, например 1 за вечер; нет — без очков
option-excluded-about = Кого исключить
option-included-about = Кого вернуть
