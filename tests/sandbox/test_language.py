"""The page in the reader's language: commands, their options, and what Discord itself says."""

import pytest

from bot.i18n import LOCALES, Locale
from tests import effort
from tests.sandbox.browser import CLIENTS, PHONE, in_browser
from tests.sandbox.test_game import Opens, opens

pytestmark = in_browser

__all__ = ["opens"]

_TYPE_EVERY_COMMAND = """async () => {
    const headers = { "X-Simcord-Capability": location.hash.slice(1),
        "X-Simcord-Context": window.simcordPreview.contextId };
    const { entries } = await (await fetch("/api/commands", { headers })).json();
    const type = (text) => {
        const input = document.getElementById("channel-composer-input");
        input.value = text;
        input.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const isOnScreen = () => {
        const { left, right, bottom } = document.getElementById("send-message").getBoundingClientRect();
        return left > 0 && right <= innerWidth && bottom <= innerHeight;
    };
    return entries.map(({ key, invocation }) => {
        type(`/${invocation}`);
        document.querySelector(`.command-entry[data-entry-key="${key}"]`).click();
        const seen = [isOnScreen()], options = [];
        for (let more; (more = document.querySelector(".command-ghost")); ) {
            more.click();
            const offered = document.querySelector(".command-popup .command-suggestion");
            options.push(offered.querySelector(".command-suggestion-about").textContent);
            offered.click();
            seen.push(isOnScreen());
        }
        for (const field of document.querySelectorAll(".command-option-input")) {
            field.value = "m".repeat(40);
            field.dispatchEvent(new Event("input", { bubbles: true }));
        }
        seen.push(isOnScreen());
        document.querySelector(".command-context-close").click();
        type("");
        return { invocation, options, isSendSeen: seen.every(Boolean) };
    });
}"""
"""Types each command with all of its options, and tells what stands beside them."""


@pytest.mark.parametrize("locale", LOCALES if effort.NAME == "nightly" else ["ru"])
async def test_every_command_can_be_sent_on_a_phone_and_says_what_its_options_are(opens: Opens, locale: Locale) -> None:
    async with opens() as sandbox:
        ana = await sandbox.tab("Ana", size=PHONE, see=CLIENTS[locale])
        await ana.at_rest()
        typed = await ana.page.evaluate(_TYPE_EVERY_COMMAND)
        assert len(typed) > 60
        assert [each["invocation"] for each in typed if not each["isSendSeen"]] == []
        assert [each["invocation"] for each in typed if not all(each["options"])] == []
        assert ana.errors == []
