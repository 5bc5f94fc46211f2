### Le bilan de la semaine et les finales de saison : quand, où, et ce qui n’a pas marché

weekly-title = 📅 Le bilan de la semaine
weekly-late = Ce bilan arrive en retard : le bot était absent à l’heure prévue.
