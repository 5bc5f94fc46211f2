"""Reporting a defeat: the quick way, and the form."""

from bot.front.reports import form, quick_report

COMMANDS = quick_report.COMMANDS
ROUTES = (*form.ROUTES, *quick_report.ROUTES)
