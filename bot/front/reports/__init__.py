"""Reports of defeats: by a slash command, a modal or the report form."""

from bot.front.reports import form, quick_report

COMMANDS = (
    quick_report.report_defeat,
    quick_report.open_defeat_report_modal_for_member,
    quick_report.report_loss_to_member,
)
ROUTES = (*form.ROUTES, *quick_report.ROUTES)
