// "p" shows the board and what belongs to it alone, and larger: for a projector. Another "p", or Escape, brings the page back.
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input:not([type=checkbox]), select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const root = document.documentElement;
  if (event.key === "p") root.toggleAttribute("data-presenting");
  else if (event.key === "Escape") root.removeAttribute("data-presenting");
});
