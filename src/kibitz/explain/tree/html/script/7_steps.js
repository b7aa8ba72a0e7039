/* Through the search, forwards and backwards. */

const slider = byId("time");

/* Whether to show totals: they show a reader who predicts how much is still to come, and so give cuts away. */
const tells = () => !hiding || now === end;

function goTo(time) {
  const last = hiding ? barrier() : end;
  now = Math.max(0, Math.min(last, time));
  const place = places[now], path = new Set(pathTo(now < end ? place : 0).slice(0, -1));
  passing.clear();
  if (now < end) {
    for (const node of path) passing.add(node);
    if (isIn(place, now)) passing.add(place);
  }
  slider.max = last;
  slider.value = now;
  slider.setAttribute("aria-valuetext", tells() ? `step ${now} of ${end}` : `step ${now}`);
  byId("count").textContent = tells() ? `${now} / ${end}` : now;
  byId("summary").textContent = tells() ? totals : "The totals appear at the end.";
  byId("told").textContent = told(now);
  for (const id of ["first", "back"]) byId(id).setAttribute("aria-disabled", now === 0);
  for (const id of ["next", "over", "last"]) byId(id).setAttribute("aria-disabled", now === end);
  syncAll();
  const shown = kinds[now] === RETURN ? data.parent[place] : place;
  choose(now < end ? String(shown) : active, false); /* at the end the reader stays where they are */
  drawPicture();
  showLine();
  showQuiz();
}

/* The pseudocode, and the line of it that is executing. */
function writeCode() {
  show(byId("code"), data.code !== null);
  byId("lines").replaceChildren();
  if (!data.code) return;
  byId("remark").textContent = data.code.remark;
  for (const [text] of data.code.lines) {
    const code = make("code", {}, text.trim() || "\u00a0");
    code.style.paddingInlineStart = `${(text.length - text.trimStart().length) * 0.6 + 1}em`;
    byId("lines").append(make("li", {}, code));
  }
}
function stepsAt(time) {
  const node = places[time];
  if (kinds[time] === PLAYOUT) return [playouts[time - 1][1]];
  const by = (name, at) => [`${name}.${byChance(at) ? "chance" : maximises(at) ? "max" : "min"}`, name];
  if (kinds[time] === ENTER) return ["enter"];
  if (kinds[time] === RETURN) return by("update", data.parent[node]);
  if (reason(node) === "searched") return by("return", node);
  return isCut(node) || reason(node) === "spared" ? by("cut", node) : [reason(node)];
}

function showLine() {
  if (!data.code) return;
  const steps = stepsAt(now);
  const wanted = steps.find((step) => data.code.lines.some(([, names]) => names.includes(step)));
  data.code.lines.forEach(([, names], at) => {
    const item = byId("lines").children[at];
    if (now < end && names.includes(wanted)) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  });
}

/* Playing goes on until it is stopped, or a question is asked. */
let playing = null;

function play(yes) {
  clearInterval(playing);
  const step = () => (now === end || (hiding && now === barrier()) ? play(false) : goTo(now + 1));
  playing = yes ? setInterval(step, 900) : null;
  byId("play").setAttribute("aria-pressed", yes);
  byId("play").replaceChildren(unspoken(yes ? "❚❚" : "▶"), yes ? " Pause" : " Play");
}

const press = (id, act) => byId(id).addEventListener("click", () => byId(id).getAttribute("aria-disabled") !== "true" && act());
const walk = (time) => { play(false); goTo(time); };
press("first", () => walk(0));
press("back", () => walk(now - 1));
press("next", () => walk(now + 1));
press("over", () => walk(kinds[now] === ENTER ? left[places[now]] : now + 1));
press("last", () => walk(end));
press("play", () => { if (playing === null && now === end) goTo(0); play(playing === null); });
slider.addEventListener("input", () => walk(Number(slider.value)));
