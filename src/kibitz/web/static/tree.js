// What the explorer (explorer.js) has on the server: its data come by parts, the address says what is shown, and a search may
// begin at any node. As long as there is no tree the page looks again.
{
  const frame = document.getElementById("explorer");
  const here = new URL(location.href).searchParams;
  const BASE = 36, LONGEST = 8000; // the digits of numbers in an address, and the letters of all that are open
  let near = Number(frame?.dataset.near), busy = false, waiting = null, path = [];

  // Numbers of nodes as short text, as tree_view.py has it: how far each is from the one before.
  const pack = (nodes) => {
    const sorted = [...new Set(nodes)].sort((one, other) => one - other);
    return sorted.map((node, at) => (node - (at ? sorted[at - 1] : 0)).toString(BASE)).join(".") || "-";
  };
  const unpack = (text) => {
    let last = 0;
    return text === "-" ? [] : text.split(".").map((part) => (last += parseInt(part, BASE)));
  };

  // The tree with what is below these open nodes; null where that fails, with a sentence.
  async function fetchTree(open) {
    const address = new URL(frame.dataset.source, location.href);
    if (open) address.searchParams.set("open", pack(open));
    address.searchParams.set("near", near);
    busy = true;
    frame.setAttribute("aria-busy", "true");
    let problem = "The server does not answer. Is it still running?";
    try {
      const answer = await fetch(address, { headers: { "Kibitz-Fragment": "data" }, credentials: "same-origin" });
      const text = await answer.text();
      if (answer.headers.get("content-type") === "application/json") {
        const found = JSON.parse(text);
        problem = found.problem || "";
        path = found.path || path;
        return found.tree || null;
      }
      problem = new DOMParser().parseFromString(text, "text/html").querySelector(".wrong")?.textContent || text.slice(0, 200);
    } catch {
      // what there is stays
    } finally {
      busy = false;
      frame.removeAttribute("aria-busy");
      document.getElementById("said").textContent = problem;
    }
    return null;
  }

  async function fetchMore(node) {
    if (busy) return;
    const before = outline.contains(document.activeElement);
    if (node === null) near *= 2;
    const wanted = [...opened, ...(node === null ? [] : [node])].map(index);
    const found = await fetchTree(wanted);
    if (!found) return;
    const view = currentView();
    load(found, { ...view, opened: [...view.opened, ...wanted] });
    if (before) items.get(active)?.focus({ preventScroll: true });
  }

  // What is shown, so that the page is the same when it is loaded again.
  function writeAddress() {
    const address = new URL(location.href), view = currentView(), open = pack(view.opened);
    const fields = { toggle: null, open: open.length < LONGEST ? open : null, node: view.chosen === index(0) ? null : view.chosen };
    fields.at = view.event && !hiding ? view.event.join(".") : null;
    if (near !== Number(frame.dataset.near)) fields.near = near;
    for (const [name, value] of Object.entries(fields)) {
      if (value === null) address.searchParams.delete(name);
      else address.searchParams.set(name, value);
    }
    history.replaceState(history.state, "", address);
    address.searchParams.set("counts", 1);
    document.querySelector("#counts a")?.setAttribute("href", address);
  }

  // What may be done with the chosen node.
  const ways = document.createElement("p");

  function showWays() {
    document.getElementById("counts").hidden = !tells();
    if (!children[selected].length && !hidden(selected)) return ways.replaceChildren();
    const branch = new URL(frame.dataset.source, location.href), search = new URL(frame.dataset.begin, location.href);
    branch.searchParams.set("top", index(selected));
    const bare = (node) => (byChance(data.parent[node]) ? moveName(node).replace(/ \S+%$/, "") : moveName(node));
    const names = [...path, ...pathTo(selected).slice(1).map(bare).filter(Boolean)];
    const all = [...JSON.parse(frame.dataset.moves), ...names];
    search.searchParams.set("moves", all.join(all.some((name) => name.includes(" ")) ? "; " : " "));
    ways.replaceChildren(make("a", { href: branch }, "Only this branch"), " · ", make("a", { href: search }, "Search from here"));
  }

  async function begin() {
    ways.className = "hint";
    byId("node").append(ways);
    const open = here.get("open") || here.get("toggle") ? unpack(frame.dataset.open) : null;
    const found = await fetchTree(open);
    document.getElementById("drawing").remove();
    if (!found) return document.getElementById("still").setAttribute("data-needed", "");
    fetchBelow = fetchMore;
    show(byId("legend"), true);
    const event = here.get("at")?.split(".").map(Number);
    load(found, { opened: open, chosen: here.has("node") ? Number(here.get("node")) : undefined, event });
    document.getElementById("still").remove();
    showWays();
    document.addEventListener("explored", () => {
      showWays();
      clearTimeout(waiting);
      waiting = setTimeout(writeAddress, 200);
    });
  }

  // Until the search has come, which brings a page of its own.
  const look = () => document.querySelector("#waiting a")?.click();
  document.addEventListener("kibitz:swapped", (event) => event.target.id === "waiting" && look());
  if (frame) begin();
  else addEventListener("DOMContentLoaded", look);
}
