### Перекличка за столами вечера: кто на месте и кто выходит из запаса

board-pod = ▶️ Ваш стол открыт: { $players }. Нажмите 🙋 *{ button-present }* — у вас { $minutes } мин., потом место займёт кто-нибудь из запаса. Когда нажали все, любой из вас начинает кнопкой *{ button-start }*.
call-again = ▶️ { $players }: когда закончилось время вызова, меня не было. Нажмите 🙋 *{ button-present }* — у вас снова { $minutes } мин., потом место займёт кто-нибудь из запаса.
lobby-all-here = ✅ Все на месте: начать может любой из вас.
event-call-ended = { $count ->
    [0] 🪑 Свободные места достаются запасным.
   *[other] 🪑 Не на месте, места достаются запасным: { $players }.
}
event-seats-filled = { $count ->
    [0] 🪑 В запасе никого не было.
   *[other] 🪑 Из запаса: { $players }.
}
audit-call-ended = места за столом вечера отданы запасным: { $channel }
plan-button-filling = Отдать места запасным
clock-ask-lobby = { $pod } ({ $players }): игра ещё не началась. Кто не нажал 🙋 *{ button-present }*, уступит место запасному. Или закрой стол.
clock-done-fill = { $pod }: места отданы запасным.
refusal-only-leaders = Это могут только организаторы вечера и модераторы. Обратись к ним.
refusal-call-none = За этим столом никого не ждут. Посмотри на табло.
refusal-call-full = За этим столом нажали все, свободных мест нет. Начать может любой из игроков.
refusal-call-filling = Свободные места сейчас достаются запасным. Попробуй ещё раз через минуту.
refusal-call-runs = 🙋 *{ button-present }* нажали ещё не все: { $players }. Подожди их или конца переклички: тогда места займут запасные.
refusal-call-over = Твоё место за этим столом досталось запасным. Нажми 🙋 *{ plan-button-come }* или 🪑 *{ button-join }* в сообщении вечера: тебе достанется следующее свободное место или место в следующем туре.

## Points that an organiser takes

command-night-points = очки
command-night-points-about = Снять очки с игрока вечера
option-points-from = игрок
option-points-from-about = С кого снять очки
option-points-taken = очки
option-points-taken-about = Сколько очков, не больше 99
night-points-taken = ➖ Тур { $round } · { $by } → { $player }: −{ $points }. { $reason }
night-done-points = Снято очков: { $points }, { $player }. Причину прочтут все на табло.
audit-night-points = с игрока вечера сняты очки: { $channel }
refusal-night-points = За раз можно снять не больше { $most } очков. Укажи меньше, но хотя бы одно.
refusal-night-own-points = Ты играешь в этом вечере, поэтому очков ни с кого не снимаешь. Попроси модератора.
night-leaders-pick = Кто ведёт вместе с тобой? Участники, роли…
night-leaders = Также ведут: { $leaders }
night-pair-anew = ⚠️ После рассадки тура { $round } изменился результат. 🔀 *{ plan-button-redraw }* заново рассадит столы, которые не начали; остальные останутся.
night-pair-anew-moderator = ⚠️ После рассадки тура { $round } изменился результат. Ты в нём играешь, поэтому заново рассадить столы, которые не начали, может только модератор.
plan-button-redraw = Рассадить заново
night-redraw-title = Тур { $round }: рассадить заново
night-redraw-about = Ещё не начали столов: { $count }. Причину увидят все на табло.
night-done-redraw = Тур { $round }: столы, которые не начали, рассажены заново. Столов: { $pods }. Сейчас открою.
audit-night-redrawn = столы вечера рассажены заново: { $channel }
refusal-night-redraw-none = Рассаживать заново нечего: результаты не менялись или все столы этого тура уже начали. Подожди следующего тура.
refusal-night-redraw-begun = Один из этих столов уже начал. Нажми 🔀 *{ plan-button-redraw }* ещё раз: рассядутся остальные.
