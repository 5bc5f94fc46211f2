### The judge on Discord: questions, answers, forms.

## The server's setting

setting-rules_era = Rules of the judge
setting-rules_era-about = Which rules the judge goes by if nobody chooses others: those of today, or those of January 2013, when damage to a player could be redirected to a planeswalker. An answer always says which.
rules-era-2013 = January 2013
rules-era-current = Today’s
