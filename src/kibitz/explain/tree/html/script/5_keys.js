/* Keys, as https://www.w3.org/WAI/ARIA/apg/patterns/treeview/ has them. */
let typed = "", typedAt = 0;

outline.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const all = [...outline.querySelectorAll("li")], item = items.get(active), at = all.indexOf(item), node = nodeOf(active);
  const isNote = /\D$/.test(active), open = item.getAttribute("aria-expanded");
  const startsSo = (other) => other.firstChild.textContent.toLowerCase().startsWith(typed.toLowerCase());
  const go = (target) => target && choose(keyOf(target), true);
  if (event.key.length > 1) typed = "";
  switch (event.key) {
    case "ArrowDown": go(all[at + 1]); break;
    case "ArrowUp": go(all[at - 1]); break;
    case "Home": go(all[0]); break;
    case "End": go(all[all.length - 1]); break;
    case "ArrowRight":
      if (open === "false") toggle(node, true);
      else if (open) go(all[at + 1]);
      break;
    case "ArrowLeft":
      if (open === "true") toggle(node, false);
      else go(item.parentNode.closest("li"));
      break;
    case "Enter": case " ":
      if (!isNote) toggle(node);
      break;
    case "*":
      for (const key of [...item.parentNode.children].map(keyOf)) if (!/\D$/.test(key)) toggle(nodeOf(key), true);
      break;
    default:
      if (event.key.length !== 1) return;
      typed = event.timeStamp - typedAt > 700 ? event.key : typed + event.key;
      typedAt = event.timeStamp;
      go([...all.slice(at + (typed.length === 1 ? 1 : 0)), ...all.slice(0, at)].find(startsSo));
  }
  event.preventDefault();
});

outline.addEventListener("click", (event) => {
  const item = event.target.closest("li");
  if (!item) return;
  choose(keyOf(item), true);
  if (event.target.closest(".twist")) toggle(nodeOf(keyOf(item)));
});

outline.addEventListener("dblclick", (event) => {
  const item = event.target.closest("li");
  if (item && !event.target.closest(".twist") && item.hasAttribute("aria-expanded")) toggle(nodeOf(keyOf(item)));
});
