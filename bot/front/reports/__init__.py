"""Reporting a defeat: the quick way, and the form."""

from bot.front.reports import form, quick_report

COMMANDS = (quick_report.report_defeat, quick_report.report_their_defeat)
ROUTES = (*form.ROUTES, *quick_report.ROUTES)
