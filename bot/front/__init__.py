"""The only place that knows Discord: commands, buttons, forms and boards.

It turns what people press into commands for the service, and what comes of them into
messages. No rule is decided and no sentence written here.
"""
