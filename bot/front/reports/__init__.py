"""Report a defeat: by a command, a modal, or the form."""

from bot.front.reports import form, quick_report

COMMANDS = (
    quick_report.report_defeat,
    quick_report.report_their_defeat,
    quick_report.report_own_defeat,
)
ROUTES = (*form.ROUTES, *quick_report.ROUTES)
