// The board after a move of a line, as long as the pointer or the focus is on that move. It comes from the server, and is kept.
{
  const SOON = 80; // milliseconds on a move before it is shown: who passes over it sees nothing
  const KEPT = 60;
  const boards = new Map(); // by address, the newest last
  let wanted = null; // the link whose board is to be shown
  let timer = 0;

  const clear = () => document.getElementById("preview")?.remove();

  async function fetched(address) {
    if (!boards.has(address)) {
      const answer = await fetch(address, { headers: { "Kibitz-Fragment": "preview" }, credentials: "same-origin" });
      if (!answer.ok) return "";
      boards.set(address, await answer.text());
      if (boards.size > KEPT) boards.delete(boards.keys().next().value);
    }
    return boards.get(address);
  }

  async function show(link) {
    const html = await fetched(link.href).catch(() => "");
    const board = document.querySelector(".analyse .board");
    if (link !== wanted || !html || !board) return;
    clear();
    board.insertAdjacentHTML("beforeend", html);
  }

  function want(link) {
    if (link === wanted) return;
    wanted = link;
    clearTimeout(timer);
    if (!link) clear();
    else timer = setTimeout(show, SOON, link);
  }

  const step = (target) => target?.closest?.(".steps-of a") ?? null;
  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && want(step(event.target)));
  document.addEventListener("focusin", (event) => want(step(event.target)));
  document.addEventListener("focusout", (event) => want(step(event.relatedTarget)));
  document.addEventListener("click", () => want(null), true);
  document.addEventListener("kibitz:swapped", () => wanted && !wanted.isConnected && want(null));
}
