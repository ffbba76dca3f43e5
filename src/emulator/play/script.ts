/** The script of the page on which a person uses commands. Everything it shows goes in as text, never as markup. */
export const playScript = `"use strict";
const numeric = ["4", "10"];
const player = document.getElementById("player");
const answer = document.getElementById("answer");

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function valueOf({ type }, text) {
  if (type === "5") return text === "true";
  return numeric.includes(type) && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

function read(form, focused) {
  const fields = [...form.querySelectorAll("[data-option]")].filter((field) => field.value !== "" || field === focused);
  return {
    command: form.dataset.command,
    path: JSON.parse(form.dataset.path),
    player: player.value,
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
  try {
    const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    return await response.json();
  } catch {
    return { notes: ["The emulator does not answer any more."] };
  }
}

let controls = 0;

function control(given, press) {
  const { kind, customId, label, description, isRequired, value, options } = given;
  if (kind === "button") {
    const button = make("button", { type: "button", textContent: label });
    button.addEventListener("click", () => press(customId));
    return [button];
  }
  const id = "control-" + controls++;
  const items = options.map((option) => make("option", { value: option.value, textContent: option.label }));
  const shared = { id, name: customId, required: isRequired };
  const field = {
    menu: () => make("select", shared, make("option", { value: "" }), ...items),
    text: () => make("input", { ...shared, value, autocomplete: "off" }),
    paragraph: () => make("textarea", { ...shared, value, rows: 4 }),
  }[kind]();
  if (press) field.addEventListener("change", () => field.value !== "" && press(customId, [field.value]));
  const optional = isRequired || press ? [] : [" ", make("small", { textContent: "optional" })];
  const texts = [make("label", { htmlFor: id }, label, ...optional)];
  return description === "" ? [...texts, field] : [...texts, field, make("small", { textContent: description })];
}

function showMessage(view, { id, texts, controls }) {
  const press = (customId, values) => act("/play/press", { id: view.id, message: id, customId, values });
  return [
    ...texts.map((text) => make("p", { textContent: text })),
    ...(controls.length > 0 ? [make("div", { className: "controls" }, ...controls.flatMap((given) => control(given, press)))] : []),
  ];
}

function showForm({ id, form: { title, controls } }) {
  const fields = controls.flatMap((given) => control(given));
  const form = make("form", {}, make("h2", { textContent: title }), ...fields, make("button", { className: "main", textContent: "Send" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const filled = [...form.elements].filter(({ name, value }) => name && value !== "");
    act("/play/submit", { id, fields: Object.fromEntries(filled.map(({ name, value }) => [name, value])) });
  });
  return form;
}

function showActivity({ id, activity: { title, players } }) {
  const join = make("button", { type: "button", textContent: "Join" });
  join.addEventListener("click", () => act("/play/join", { id }));
  const playing = make("p", { textContent: "Playing: " + players.join(", ") });
  return [make("p", { textContent: title }), playing, make("div", { className: "controls" }, join)];
}

let shown = "";

function show(view) {
  const next = JSON.stringify(view);
  if (next === shown) return;
  shown = next;
  const hadFocus = answer.contains(document.activeElement);
  answer.replaceChildren(
    ...(view.notes ?? []).map((note) => make("p", { textContent: note })),
    ...(view.messages ?? []).flatMap((message) => showMessage(view, message)),
    ...(view.form ? [showForm(view)] : []),
    ...(view.activity ? showActivity(view) : []),
  );
  answer.hidden = false;
  answer.scrollIntoView({ block: "nearest" });
  const field = view.form && answer.querySelector("input, select, textarea");
  if (field) field.focus();
  else if (hadFocus) answer.focus();
}

let watching = 0;

/** Follow-ups come, messages change, others join. */
async function watch(id, round) {
  for (let delay = 300; delay < 60_000; delay *= 1.3) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    if (round !== watching) return;
    const view = await post("/play/view", { id });
    if (round === watching) show(view);
  }
}

async function act(path, body) {
  const round = ++watching;
  show({ notes: ["Waiting for the game…"] });
  const view = await post(path, { ...body, player: player.value });
  if (round !== watching) return;
  show(view);
  if (view.id !== undefined) await watch(view.id, round);
}

for (const form of document.querySelectorAll("[data-command]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act("/play/use", read(form));
  });
}

document.getElementById("portal").addEventListener("submit", (event) => {
  event.preventDefault();
  act("/play/endpoint", { url: document.getElementById("endpoint").value });
});

let asked = 0;

document.addEventListener("input", async ({ target }) => {
  if (!("suggest" in target.dataset)) return;
  const round = ++asked;
  const { choices = [] } = await post("/play/suggest", read(target.form, target));
  if (round !== asked) return;
  const items = choices.map(({ name, value }) => make("option", { value, textContent: name }));
  document.getElementById(target.getAttribute("list")).replaceChildren(...items);
});
`;
