"""From state to text, embeds and menus; decides nothing."""
