### Standings as a file, and the role of whoever is first of the season

## Export

standings-exported = { $players ->
    [one] 📦 The standings, with { $players } player. Only you can see this file.
   *[other] 📦 The standings, with { $players } players. Only you can see this file.
}
option-export = export
option-export-about = Get the standings as a file that only you can see
export-csv = CSV, for spreadsheets
export-json = JSON, for programs
refusal-export-large = This file is too large for Discord. Choose one season or fewer days, or CSV instead of JSON; or ask the people who run the bot: they can export all of it.

## Role

setting-champion_role = Champion role
setting-champion_role-about = A role for the leader of the current season, or for everyone tied for first. It moves when the lead changes. When a season ends, its champion keeps the role until the next season has a leader. I never take it from members who got it from someone else. I need *Manage Roles*, and my own role must be above it in the role list.
unset-champion_role = No role
refusal-everyone-champion = Everyone already has @everyone. Choose a role that no one has yet.
crown-well = ✅ { $role }: I can give it to the season leader
crown-gone = ⚠️ The champion role no longer exists. Choose another one in `/setup server`.
crown-managed = ⚠️ { $role } can’t be given to members: Discord or another app controls it. Choose another role in `/setup server`.
crown-permission = ⚠️ To give { $role } to the season leader, I need *Manage Roles*. Turn it on under Server Settings → Roles → my role.
crown-above = ⚠️ { $role } is above my own role, so I can’t give or remove it. Drag my role above it in Server Settings → Roles.
crown-refused = ⚠️ Discord did not let me give or remove { $role }. In Server Settings → Roles, check that I have *Manage Roles* and that my role is above it.
crown-given = First of the season
crown-taken = No longer first of the season
