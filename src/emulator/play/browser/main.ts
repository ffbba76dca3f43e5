// The program of the page on which a person uses commands. Everything it shows goes in as text, never as markup.
import type { Control, View } from "./view.ts";
import { make, required } from "./elements.ts";
import { readForm } from "./read-form.ts";

/** What the emulator answers: what is seen now, and by which id to ask again. */
interface Shown extends Partial<View> {
  readonly id?: string;
  readonly activity?: { readonly title: string; readonly players: readonly string[] };
}

type Press = (customId: string, values?: readonly string[]) => void;

const player = required("player", HTMLSelectElement);
const answer = required("answer", HTMLElement);

async function post<Answer>(path: string, body: object): Promise<Answer | undefined> {
  const headers = { "content-type": "application/json" };
  try {
    const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()) as Answer;
  } catch {
    return undefined;
  }
}

async function askView(path: string, body: object): Promise<Shown> {
  return (await post<Shown>(path, body)) ?? { notes: ["The emulator does not answer any more."] };
}

let controls = 0;

function showControl(control: Control, press?: Press): readonly Node[] {
  const { kind, customId, label, description, isRequired } = control;
  if (kind === "button") {
    const button = make("button", { type: "button", textContent: label });
    button.addEventListener("click", () => press?.(customId));
    return [button];
  }
  const id = `control-${controls++}`;
  const field = makeField(control, { id, name: customId, required: isRequired });
  if (press) field.addEventListener("change", () => field.value !== "" && press(customId, [field.value]));
  const optional = isRequired || press ? [] : [" ", make("small", { textContent: "optional" })];
  const texts = [make("label", { htmlFor: id }, label, ...optional)];
  return description === ""
    ? [...texts, field]
    : [...texts, field, make("small", { textContent: description })];
}

function makeField(
  { kind, value, options }: Control,
  shared: { readonly id: string; readonly name: string; readonly required: boolean },
): HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  if (kind === "text") return make("input", { ...shared, value, autocomplete: "off" });
  if (kind === "paragraph") return make("textarea", { ...shared, value, rows: 4 });
  const items = options.map((option) => make("option", { value: option.value, textContent: option.label }));
  return make("select", shared, make("option", { value: "" }), ...items);
}

function showMessage(view: Shown, { id, texts, controls: below }: View["messages"][number]): readonly Node[] {
  const press: Press = (customId, values) =>
    void act("/play/press", { id: view.id, message: id, customId, values });
  const fields = below.flatMap((control) => showControl(control, press));
  return [
    ...texts.map((text) => make("p", { textContent: text })),
    ...(fields.length > 0 ? [make("div", { className: "controls" }, ...fields)] : []),
  ];
}

function showForm(id: string | undefined, { title, controls: below }: View["form"] & object): Node {
  const fields = below.flatMap((control) => showControl(control));
  const send = make("button", { className: "main", textContent: "Send" });
  const form = make("form", {}, make("h2", { textContent: title }), ...fields, send);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const filled = [...new FormData(form)].filter(([, value]) => value !== "");
    void act("/play/submit", { id, fields: Object.fromEntries(filled) });
  });
  return form;
}

function showActivity(
  id: string | undefined,
  { title, players }: Shown["activity"] & object,
): readonly Node[] {
  const join = make("button", { type: "button", textContent: "Join" });
  join.addEventListener("click", () => void act("/play/join", { id }));
  const playing = make("p", { textContent: `Playing: ${players.join(", ")}` });
  return [make("p", { textContent: title }), playing, make("div", { className: "controls" }, join)];
}

let shown = "";

function show(view: Shown): void {
  const next = JSON.stringify(view);
  if (next === shown) return;
  shown = next;
  const hadFocus = answer.contains(document.activeElement);
  answer.replaceChildren(
    ...(view.notes ?? []).map((note) => make("p", { textContent: note })),
    ...(view.messages ?? []).flatMap((message) => showMessage(view, message)),
    ...(view.form ? [showForm(view.id, view.form)] : []),
    ...(view.activity ? showActivity(view.id, view.activity) : []),
  );
  answer.hidden = false;
  answer.scrollIntoView({ block: "nearest" });
  const field = view.form && answer.querySelector<HTMLElement>("input, select, textarea");
  if (field) field.focus();
  else if (hadFocus) answer.focus();
}

let watching = 0;

/** Follow-ups come, messages change, others join. */
async function watch(id: string, round: number): Promise<void> {
  for (let delay = 300; delay < 60_000; delay *= 1.3) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    if (round !== watching) return;
    const view = await askView("/play/view", { id });
    if (round === watching) show(view);
  }
}

async function act(path: string, body: object): Promise<void> {
  const round = ++watching;
  show({ notes: ["Waiting for the game…"] });
  const view = await askView(path, { ...body, player: player.value });
  if (round !== watching) return;
  show(view);
  if (view.id !== undefined) await watch(view.id, round);
}

for (const form of document.querySelectorAll<HTMLFormElement>("[data-command]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void act("/play/use", readForm(form));
  });
}

required("portal", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  void act("/play/endpoint", { url: required("endpoint", HTMLInputElement).value });
});

let asked = 0;

async function suggest(field: HTMLInputElement, form: HTMLFormElement): Promise<void> {
  const round = ++asked;
  const usage = { ...readForm(form, field), player: player.value };
  const found = await post<{ choices?: { name: string; value: string }[] }>("/play/suggest", usage);
  if (round !== asked) return;
  const items = (found?.choices ?? []).map(({ name, value }) => make("option", { value, textContent: name }));
  required(field.getAttribute("list") ?? "", HTMLDataListElement).replaceChildren(...items);
}

document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.dataset["suggest"] === undefined || !target.form)
    return;
  void suggest(target, target.form);
});
