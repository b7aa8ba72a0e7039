// Buttons that copy: data-copy="a text", data-copy-address="/a/place" of this server, or data-copy-form="the id of a form",
// for what a server answers to that form.

const BRIEF = 1500; // milliseconds that a button says it has been done

async function write(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const field = document.createElement("textarea"); // where an address is neither https nor this machine
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

async function answered(form) {
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) }).catch(() => null);
  return answer?.ok ? answer.text() : null;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy], [data-copy-address], [data-copy-form]");
  if (!button) return;
  const { copy, copyAddress, copyForm } = button.dataset;
  const text = copyForm ? await answered(document.getElementById(copyForm))
    : copyAddress ? new URL(copyAddress, location.href).href : copy;
  const done = text !== null && (await write(text));
  const said = document.getElementById("said");
  button.dataset.called ??= button.textContent;
  button.textContent = done ? "Copied" : "Not copied";
  button.focus({ preventScroll: true });
  said?.classList.add("hidden");
  if (said) said.textContent = done ? "Copied." : "It could not be copied.";
  setTimeout(() => (button.textContent = button.dataset.called), BRIEF);
});
