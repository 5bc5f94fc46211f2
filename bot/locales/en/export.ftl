### Standings as a file, and the role of whoever is first of the season

## Export

standings-exported = { $players ->
    [one] 📦 The standings, with { $players } player; only you see this file.
   *[other] 📦 The standings, with { $players } players; only you see this file.
}
option-export = export
option-export-about = Everybody’s standings as a file that only you see
export-csv = CSV, for spreadsheets
export-json = JSON, for programs
refusal-export-large = This file would be too large for Discord. Choose a season or the last days, or CSV instead of JSON; or ask whoever runs the bot, who has no such limit.

## Role

setting-champion_role = Champion’s role
setting-champion_role-about = A role for whoever is first of the season that is running, or for all who share first place. It moves with the lead. After a season its champion keeps it until somebody leads the next one. Whoever was given the role by somebody else keeps it. I need *Manage Roles* for this, and my own role has to stand above it in the list.
unset-champion_role = No role
refusal-everyone-champion = Everybody has @everyone already. Choose a role that nobody has yet.
crown-well = ✅ { $role }: I can give it to the first of the season
crown-gone = ⚠️ The champion’s role no longer exists: choose another one in `/setup server`.
crown-managed = ⚠️ { $role } cannot be given to members: Discord, or another app, decides who has it. Choose another role in `/setup server`.
crown-permission = ⚠️ { $role }: to give it to the first of the season I need *Manage Roles*. Allow it in Server Settings → Roles → my role.
crown-above = ⚠️ { $role } stands above my own role, so I cannot give or take it. Drag my role above it in Server Settings → Roles.
crown-refused = ⚠️ { $role }: Discord did not let me give it to the first of the season, or take it back. Check in Server Settings → Roles that I have *Manage Roles* and that my role stands above it.
crown-given = First of the season
crown-taken = No longer first of the season
