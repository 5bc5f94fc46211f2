"""The only layer that knows Discord: commands, buttons, forms and boards.

It turns presses into commands for the service, and events into messages. It decides no rule and writes no sentence.
"""
