### Подвиги: что игроки совершают в партии и за что сезоны дают очки.

## Сами подвиги

deeds-title = Подвиги
deeds-word = подвиги
deeds-intro = Победить игрока — значит быть ответственным за его поражение. Каждый подвиг засчитывается игроку один раз за один момент; сезон может давать за них очки.
deed-given = + { $deed }: { $player }
deed-taken = − { $deed }: { $player }
deed-first-blood = Первая кровь
deed-first-blood-about = Твоя победа над игроком — первая в партии.
deed-regicide = Цареубийство
deed-regicide-about = Ты побеждаешь мастера, которому служат двое или больше.
deed-commanders-blow = Удар командира
deed-commanders-blow-about = Ты побеждаешь игрока повреждениями от командира.
deed-venom = Яд
deed-venom-about = Ты побеждаешь игрока ядом.
deed-mill = Милл
deed-mill-about = Ты побеждаешь игрока, у которого кончилась библиотека.
deed-double = Дубль
deed-double-about = Ты побеждаешь двоих или больше в один момент.
deed-revenge = Месть
deed-revenge-about = Ты побеждаешь игрока, который раньше победил тебя.
deed-broke-the-chains = Разорванные цепи
deed-broke-the-chains-about = Ты побеждаешь собственного мастера.
deed-loyal = Верность
deed-loyal-about = Ты побеждаешь на службе и за всю партию служишь только одному мастеру.

## Очки за них в сезоне

deeds-none = нет
deeds-most = не больше
season-rule-deeds-most = не больше за партию: { $points }
deeds-preset-classic = Классика: за подвиги очков нет
deeds-preset-first-blood = Первая кровь · { $deeds }
deeds-preset-hunters = Охотники · { $deeds }
leaderboard-deeds = 🎖️{ $points }
leaderboard-legend-deeds = 🎖️ из них за подвиги
season-standing-deeds = За результаты: { NUMBER($points) }, за подвиги: { NUMBER($deeds) }
refusal-season-rule-deeds = Это не очки за подвиги. Напиши каждый подвиг с очками (до { $most }) и предел за партию, например: первая кровь 1, цареубийство 2, не больше 3.
option-deeds = подвиги
option-deeds-about = Очки за подвиги и предел за партию: первая кровь 1, цареубийство 2, не больше 3; нет — без очков

## В статистике и в еженедельном сообщении

deeds-of = 🎖️ Подвиги: { $player }
deeds-nothing = Подвигов пока нет. Что это такое, рассказывает `/правила`, строка «Подвиги».
week-deed = 🎖️ Самый редкий подвиг: { $deed } ({ $players })

## Подвиги, которые сервер называет сам

event-deed = { $player } заявляет подвиг: { $deed }
claim-deed = подвиг игрока { $player }: { $deed }
button-deed = Заявить подвиг
deed-ask = Какой из подвигов сервера удалось совершить? Любой за столом может его оспорить.
deed-placeholder = Выбери подвиг…
refusal-deed-often = За партию этот подвиг больше заявить нельзя (предел — { $most }). Сначала отмени одно заявление.
refusal-no-deeds = У сервера больше нет своих подвигов. Попроси модератора назвать их в `/настройки сервер`.
deed-unnamed = подвиг сервера
deed-times = { $times ->
    [one] до { $times } раза за партию
   *[other] до { $times } раз за партию
}
setup-lines = Строки…
setup-lines-label = Один подвиг в строке: Красивый жест ×2
setting-house_deeds = Подвиги сервера
setting-house_deeds-about = До 25 подвигов, которые игроки заявляют во время партии кнопкой ⋯ на табло, по одному в строке; ×2 — подвиг можно заявить дважды за партию. Сезон даёт за них очки: `/сезон правила`.
unset-house_deeds = Нет
refusal-deed-line = Строка слишком длинная или повторов слишком много. Напиши название покороче (до { $longest }) и ×2 … ×{ $most }, если заявить его можно не один раз за партию.
refusal-deeds-many = Подвигов слишком много. У сервера их может быть не больше: { $most }.
struck-deed = подвиг
