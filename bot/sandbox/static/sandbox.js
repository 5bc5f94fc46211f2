// The list of members, places and languages beside simcord's page. A tab's address says who looks,
// where, and how their Discord speaks: `?as=Bo&in=table-two&see=fr`; moving is following a link, so any
// place opens in a tab of its own. A first visit is in the language of the browser, if the bot speaks it.
(() => {
  "use strict";
  const here = new URLSearchParams(location.search);
  const capability = location.hash.slice(1);
  const everySeconds = 1.5;
  let viewer = here.get("as") || "";
  let place = here.get("in") || "";
  const own = navigator.language.split("-")[0];
  const see = here.get("see") || (!here.has("as") && ["fr", "ru"].includes(own) ? own : "");
  let words = {};

  // What Discord says in the language of the tab; `%` stands for a name or a number.
  let discordTexts = {};
  window.sayLikeDiscord = (english) => {
    if (english in discordTexts) return discordTexts[english];
    for (const [theirs, ours] of Object.entries(discordTexts)) {
      const [before, after] = theirs.split("%");
      if (after !== undefined && english.startsWith(before) && english.endsWith(after)) {
        return ours.replace("%", () => english.slice(before.length, english.length - after.length));
      }
    }
    return english;
  };

  // simcord's script opens its page with this one request: tell it whose and where, once its words are known.
  let announceTexts;
  const textsArrived = new Promise((resolve) => { announceTexts = resolve; });
  const theirFetch = window.fetch;
  let tab = "";
  window.fetch = async (resource, options) => {
    tab = new Headers(options && options.headers).get("X-Simcord-Context") || tab;
    if (resource !== "/api/pages") return theirFetch(resource, options);
    await textsArrived;
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const asked = new URLSearchParams({ as: viewer, in: place, see, timezone });
    return theirFetch(`${resource}?${asked}`, options);
  };

  const address = (as, where, how = see) =>
    `?${new URLSearchParams({ as, in: where, ...(how && { see: how }) })}#${capability}`;
  const seenKey = (where) => `seen:${viewer}:${where}`;

  // What did not change stays the same element: a refresh closes no open menu, takes no focus and
  // loses no press that has begun.
  const kept = new Map();
  function keep(key, state, make) {
    const told = JSON.stringify(state);
    if (!kept.has(key) || kept.get(key).told !== told) kept.set(key, { told, made: make() });
    return kept.get(key).made;
  }

  function fill(parent, children) {
    [...parent.children].filter((old) => !children.includes(old)).forEach((old) => old.remove());
    children.forEach((child, position) => {
      const there = parent.children[position] || null;
      if (there !== child) parent.insertBefore(child, there);
    });
  }

  function link(text, href, current, unread) {
    const anchor = document.createElement("a");
    anchor.textContent = text;
    anchor.href = href;
    if (current) anchor.setAttribute("aria-current", "page");
    if (unread) anchor.dataset.unread = "true";
    const item = document.createElement("li");
    item.append(anchor);
    return item;
  }

  function list(heading, items) {
    const [section, title, entries] = keep(`list ${heading}`, heading, () =>
      ["section", "h2", "ul"].map((name) => document.createElement(name)));
    title.textContent = heading;
    fill(entries, items);
    fill(section, [title, entries]);
    return section;
  }

  function isUnread({ place: where, last }) {
    return where !== place && last !== "0" && sessionStorage.getItem(seenKey(where)) !== last;
  }

  function placeLink(known) {
    const current = known.place === place;
    if (current) sessionStorage.setItem(seenKey(place), known.last);
    const unread = isUnread(known);
    return keep(`place ${known.place}`, [known.label, current, unread], () =>
      link(known.label, address(viewer, known.place), current, unread));
  }

  // Beside what a member can do: the menu of a name, and a hurry.
  async function carryOut(what, more = {}) {
    const answer = await theirFetch(`/sandbox/do?${new URLSearchParams({ what, ...more })}`, {
      headers: { "X-Simcord-Capability": capability, "X-Simcord-Context": tab }, cache: "no-store",
    }).catch(() => null);
    notice.textContent = answer && answer.ok ? "" : words.failed;
    return answer && answer.ok ? answer.json() : null;
  }

  function button(label, busy, press) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.addEventListener("click", async () => {
      made.disabled = true;
      made.textContent = busy;
      await press();
      made.disabled = false;
      made.textContent = label;
    });
    const item = document.createElement("li");
    item.append(made);
    return item;
  }

  function errandButtons({ others, progress, places, season, duels }) {
    const isPlayed = places.some(({ place: where, last }) => where === season && last !== "0");
    const errands = {
      season: [words.season, words["season-busy"], async () => {
        const opened = await carryOut("season");
        if (opened) location.assign(address(viewer, opened.place));
      }],
      skip: [words.skip, words["skip-busy"], () => carryOut("skip")],
      ...(isPlayed && !progress && { week: [words.week, words["skip-busy"], () => carryOut("week")] }),
      ...(place === duels && { deck: [words.deck, words["deck-busy"], () => carryOut("deck")] }),
      ...(others && { [others]: [others, words["others-busy"], () => carryOut("others")] }),
    };
    const made = Object.entries(errands).map(([name, errand]) =>
      keep(`errand ${name}`, name, () => button(...errand)));
    const pressed = made[0].firstChild;
    if (progress && pressed.disabled) pressed.textContent = progress;
    return made;
  }

  function personLink({ name, label, menu: menuLabel }, menus) {
    const item = link(label, address(name, place), name === viewer, false);
    if (name === viewer || !menus.length) return item;
    const menu = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = "⋮";
    summary.setAttribute("aria-label", menuLabel);
    const entries = document.createElement("ul");
    entries.append(...menus.map((command) => button(command.label, command.label, () => {
      menu.open = false;
      return carryOut("menu", { target: name, command: command.name });
    })));
    menu.append(summary, entries);
    item.append(menu);
    return item;
  }

  function foldedLinks(folded) {
    const item = document.createElement("li");
    const fold = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = `+${folded.length}`;
    const entries = document.createElement("ul");
    entries.append(...folded.map(({ name, label }) => link(label, address(name, place), false, false)));
    fold.append(summary, entries);
    item.append(fold);
    return item;
  }

  // Those who only make a night full are behind one entry, unless one of them looks.
  function peopleLinks(people, menus) {
    const isFolded = ({ name, folded }) => folded && name !== viewer;
    const folded = people.filter(isFolded);
    const links = people.filter((person) => !isFolded(person)).map((person) =>
      keep(`person ${person.name}`, [person, menus], () => personLink(person, menus)));
    return folded.length ? [...links, keep("folded", folded, () => foldedLinks(folded))] : links;
  }

  function paragraph(text, id) {
    const made = document.createElement("p");
    made.id = id;
    made.textContent = text;
    return made;
  }

  let shown = "";
  function show(found) {
    viewer = viewer || found.people[0].name;
    place = place || found.places[0].place;
    const current = found.places.find((known) => known.place === place);
    document.title = `${current ? current.label : place} · ${viewer} · Suzerain`;
    const state = JSON.stringify(found);
    if (state === shown) return;
    const first = !shown;
    shown = state;
    words = found.words;
    discordTexts = found.discord;
    const looking = found.people.find(({ name }) => name === viewer) || found.people[0];
    const spoken = see in found.languages ? see : looking.language;
    if (first) translatePage(spoken);
    const choices = Object.entries(found.languages).map(([code, label]) =>
      keep(`language ${code}`, [label, code === spoken], () =>
        link(label, address(viewer, place, code), code === spoken, false)));
    const note = (name, text) => keep(`note ${name}`, text, () => paragraph(text, `sandbox-${name}`));
    const isEmpty = found.places.every(({ last }) => last === "0");
    fill(nav, [
      ...(isEmpty ? [note("welcome", looking.welcome)] : []),
      list(words.try, errandButtons(found)),
      list(words.look, peopleLinks(found.people, found.menus)),
      list(words.places, found.places.map(placeLink)),
      list(words.see, choices),
    ]);
    const seenBest = { block: "nearest", inline: "nearest" };
    if (first && !isEmpty) nav.querySelectorAll("[aria-current]").forEach((each) => each.scrollIntoView(seenBest));
  }

  // simcord's page has some words before its script draws anything.
  function translatePage(spoken) {
    document.documentElement.lang = spoken;
    for (const id of ["channel-empty", "history-older", "history-newer", "new-messages"]) {
      const element = document.getElementById(id);
      element.textContent = sayLikeDiscord(element.textContent);
    }
  }

  async function refresh() {
    const answer = await theirFetch(`/sandbox/places?${new URLSearchParams({ as: viewer, in: place, see })}`, {
      headers: { "X-Simcord-Capability": capability }, cache: "no-store",
    }).catch(() => null);
    if (answer && answer.ok) show(await answer.json());
    announceTexts();
    setTimeout(refresh, everySeconds * 1000);
  }

  // simcord reports every step of its own; here only failure is news, in Discord's words.
  const failures = [
    [/not completed/, "silent"],
    [/uncertain/, "late"],
    [/interrupted|unavailable|ended|closed/, "stopped"],
  ];
  const status = document.getElementById("action-status");
  const notice = document.createElement("p");
  notice.id = "sandbox-notice";
  notice.setAttribute("role", "alert");
  document.body.append(notice);
  new MutationObserver(() => {
    const failure = failures.find(([pattern]) => pattern.test(status.textContent));
    notice.textContent = failure ? words[failure[1]] : "";
  }).observe(status, { childList: true });

  // A place opens at its newest message, as on Discord.
  const app = document.getElementById("preview-app");
  const timeline = document.getElementById("channel-timeline");
  new MutationObserver((changes, observer) => {
    if (app.getAttribute("aria-busy") !== "false") return;
    observer.disconnect();
    timeline.scrollTop = timeline.scrollHeight;
  }).observe(app, { attributeFilter: ["aria-busy"] });

  const nav = document.createElement("nav");
  nav.id = "sandbox-nav";
  nav.setAttribute("aria-label", "Members and places");
  document.getElementById("preview-workspace").prepend(nav);
  refresh();
})();
