"""`/pod …`: the commands of a pod, which the features of this room declare."""

from bot.front.interaction.declaring import make_group

POD = make_group("pod")
