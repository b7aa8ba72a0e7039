// What the explorer has beyond forms: keys in the outline, a slider that follows the hand, steps that play by themselves.

const form = () => document.getElementById("walk");
const slider = () => document.getElementById("at");
const shown = () => document.getElementById("shown");
const items = () => [...document.querySelectorAll("#outline [role=treeitem]")];
let playing = null, waiting = null, held = false, typed = "", typedAt = 0, sits = null;

// One item is in the tab order, and its buttons are not: the arrows move between items, as in every tree.
function settle() {
  const all = items();
  if (!all.length) return;
  for (const button of document.querySelectorAll("#outline button, #outline a")) button.tabIndex = -1;
  const active = all.find((item) => item.id === sits) || all.find((item) => item.ariaSelected === "true") || all[0];
  for (const item of all) item.tabIndex = item === active ? 0 : -1;
  const at = slider(), now = shown();
  if (at) at.max = now.dataset.last; // who predicts gets no further than to the question
  if (at && !held) at.value = now.dataset.at;
  if (at) at.setAttribute("aria-valuetext", `step ${now.dataset.at} of ${now.dataset.last}`);
  document.querySelector('#outline [aria-current="step"]')?.scrollIntoView({ block: "nearest" });
  follow();
}

// The picture shows in its middle the node where the search is, or that is told of.
function follow() {
  const frame = document.getElementById("drawn");
  if (!frame) return;
  const told = document.getElementById("about")?.dataset.node;
  const node = frame.querySelector("[data-here]") || frame.querySelector(`[data-node="${told}"]`);
  const more = frame.scrollWidth > frame.clientWidth + 1 || frame.scrollHeight > frame.clientHeight + 1;
  document.getElementById("drawn-more").hidden = !more;
  if (!node || !more) return;
  const [inner, outer] = [node.getBoundingClientRect(), frame.getBoundingClientRect()];
  frame.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  frame.scrollTop += inner.top + inner.height / 2 - (outer.top + outer.height / 2);
}

function go(item) {
  if (!item) return;
  for (const other of items()) other.tabIndex = other === item ? 0 : -1;
  sits = item.id;
  item.focus();
  clearTimeout(waiting);
  waiting = setTimeout(() => pick(item), 200);
}

function pick(item) {
  for (const other of items()) other.setAttribute("aria-selected", other === item);
  item.querySelector(".pick")?.click();
}

const toggle = (item) => {
  clearTimeout(waiting);
  sits = item.id;
  item.querySelector(".twist")?.click();
};

function above(all, item) {
  const level = Number(item.ariaLevel);
  return all.slice(0, all.indexOf(item)).reverse().find((other) => Number(other.ariaLevel) < level);
}

// The keys of https://www.w3.org/WAI/ARIA/apg/patterns/treeview/
document.addEventListener("keydown", (event) => {
  const item = event.target.closest?.("[role=treeitem]");
  if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
  const all = items(), at = all.indexOf(item), open = item.ariaExpanded;
  switch (event.key) {
    case "ArrowDown": go(all[at + 1]); break;
    case "ArrowUp": go(all[at - 1]); break;
    case "Home": go(all[0]); break;
    case "End": go(all[all.length - 1]); break;
    case "ArrowRight":
      if (open === "false") toggle(item);
      else if (open === "true") go(all[at + 1]);
      break;
    case "ArrowLeft":
      if (open === "true") toggle(item);
      else go(above(all, item));
      break;
    case "Enter": case " ":
      if (item.querySelector(".link")) item.querySelector(".link").click();
      else toggle(item);
      break;
    default: {
      if (event.key.length !== 1) return;
      typed = event.timeStamp - typedAt > 700 ? event.key : typed + event.key;
      typedAt = event.timeStamp;
      const after = [...all.slice(at + (typed.length === 1 ? 1 : 0)), ...all.slice(0, at)];
      go(after.find((other) => other.textContent.trim().toLowerCase().startsWith(typed.toLowerCase())));
    }
  }
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  const item = event.target.closest?.("#outline [role=treeitem]");
  if (item) {
    sits = item.id;
    for (const other of items()) {
      other.setAttribute("aria-selected", other === item);
      other.tabIndex = other === item ? 0 : -1;
    }
    item.focus({ preventScroll: true });
  }
  const block = event.target.closest?.("#drawn [data-node]");
  if (block) {
    const same = document.getElementById(`n${block.dataset.node}`);
    sits = same?.id;
    same?.querySelector(".twist, .pick")?.click();
  }
  if (event.target.closest?.("#play")) play(playing === null);
  else if (event.target.closest?.(".steps button")) play(false);
});

// In a long outline only the rows of the node that is opened or closed are fetched; beside a short one there is a picture, too.
const FEW = 60;
let busy = false;

// How many nodes there are at least when this item has been opened or closed.
function afterwards(item) {
  const all = items(), level = Number(item.ariaLevel);
  const rest = item.ariaExpanded === "true" ? all.slice(all.indexOf(item) + 1) : [];
  const end = rest.findIndex((other) => Number(other.ariaLevel) <= level);
  const gone = new Set(end < 0 ? rest : rest.slice(0, end));
  return all.filter((other) => other.dataset.node && !gone.has(other)).length;
}

document.addEventListener("submit", async (event) => {
  const item = event.submitter?.closest?.("#outline li");
  if (!item || event.submitter.name !== "toggle" || document.getElementById("drawn") || afterwards(item) <= FEW) return;
  event.preventDefault();
  if (busy) return;
  busy = true;
  const address = `${location.pathname}?${new URLSearchParams(new FormData(form(), event.submitter))}`;
  try {
    const answer = await fetch(address, { headers: { "Kibitz-Fragment": "rows" }, credentials: "same-origin" });
    const holder = document.createElement("template");
    holder.innerHTML = (await answer.text()).trim();
    const fresh = holder.content.querySelector("#rows");
    if (!fresh || !item.isConnected) return location.assign(address);
    const level = Number(item.ariaLevel);
    while (item.nextElementSibling && Number(item.nextElementSibling.ariaLevel) > level) item.nextElementSibling.remove();
    const rows = [...fresh.children];
    for (const name of ["aria-posinset", "aria-setsize", "aria-selected"]) rows[0].setAttribute(name, item.getAttribute(name));
    item.replaceWith(...rows);
    form().elements.open.value = fresh.dataset.open;
    history.replaceState(history.state, "", answer.headers.get("Kibitz-Location"));
    sits = rows[0].id;
    settle();
    rows[0].focus({ preventScroll: true });
  } finally {
    busy = false;
  }
});

function play(yes) {
  clearInterval(playing);
  const step = () => {
    const now = shown();
    if (!now || Number(now.dataset.at) >= Number(now.dataset.until)) play(false);
    else form().requestSubmit(document.getElementById("next"));
  };
  playing = yes ? setInterval(step, 900) : null;
  const button = document.getElementById("play");
  button?.setAttribute("aria-pressed", String(yes));
  button?.replaceChildren(Object.assign(document.createElement("span"), { ariaHidden: "true", textContent: yes ? "❚❚" : "▶" }), yes ? " Pause" : " Play");
  if (yes) step();
}

document.addEventListener("input", (event) => {
  if (event.target !== slider()) return;
  play(false);
  held = true;
  const node = document.querySelector('#about input[name="node"]');
  node?.remove(); // told of is where the search is
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    held = false;
    form().requestSubmit();
  }, 80);
});

document.addEventListener("kibitz:swapped", (event) => {
  if (event.target.id === "waiting") look();
  if (event.target.id === "about") follow();
  if (event.target.id !== "shown") return;
  const focused = document.activeElement === document.body || !document.activeElement;
  settle();
  if (focused && sits) document.getElementById(sits)?.focus({ preventScroll: true });
});

// Until the search has come, which brings a page of its own.
function look() {
  document.querySelector("#waiting a")?.click();
}

settle();
addEventListener("resize", follow);
look();
