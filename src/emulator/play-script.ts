/** The script of the page on which a person uses commands. Everything it shows goes in as text, never as markup. */
export const playScript = `"use strict";
const numeric = ["4", "10"];
const answer = document.getElementById("answer");

function valueOf({ type }, text) {
  if (type === "5") return text === "true";
  return numeric.includes(type) && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

function read(form, focused) {
  const fields = [...form.querySelectorAll("[data-option]")].filter((field) => field.value !== "" || field === focused);
  return {
    command: form.dataset.command,
    path: JSON.parse(form.dataset.path),
    player: document.getElementById("player").value,
    target: form.querySelector("[data-target]")?.value,
    options: fields.map((field) => ({
      name: field.dataset.option,
      type: Number(field.dataset.type),
      value: valueOf(field.dataset, field.value),
      ...(field === focused && { focused: true }),
    })),
  };
}

async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return await response.json();
}

function show(lines) {
  answer.replaceChildren(...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
  answer.hidden = false;
  answer.scrollIntoView({ block: "nearest" });
}

let watching = 0;

async function watch(id, round) {
  for (let delay = 300; round === watching && delay < 60_000; delay *= 1.3) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    if (round !== watching) return;
    const { lines } = await post("/play/messages", { id });
    if (lines?.length > 0) show(lines);
  }
}

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const round = ++watching;
  show(["Waiting for the game…"]);
  const { lines, id, isDeferred } = await post("/play/use", read(event.target));
  if (round !== watching) return;
  show(lines);
  if (isDeferred) await watch(id, round);
});

let asked = 0;

document.addEventListener("input", async ({ target }) => {
  if (!("suggest" in target.dataset)) return;
  const round = ++asked;
  const { choices = [] } = await post("/play/suggest", read(target.form, target));
  if (round !== asked) return;
  const items = choices.map(({ name, value }) => Object.assign(document.createElement("option"), { value, textContent: name }));
  document.getElementById(target.getAttribute("list")).replaceChildren(...items);
});
`;
