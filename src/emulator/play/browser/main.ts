// The program of the page on which a person uses commands. Everything it shows goes in as text, never as markup.
import type { SeenControl, SeenForm, SeenMessage } from "../../interactions/seen.ts";
import type { View } from "./view.ts";
import { startConditions } from "./conditions.ts";
import { make, required } from "./elements.ts";
import { post } from "./post.ts";
import { readFields, readForm } from "./read-form.ts";

/** What the emulator answers: what is seen now, and by which id to ask again. */
interface Shown extends Partial<View> {
  readonly id?: string;
  readonly activity?: { readonly title: string; readonly players: readonly string[] };
}

type Press = (customId: string, chosen?: readonly string[]) => void;

const place = required("place", HTMLFormElement);
const player = required("player", HTMLSelectElement);
const answer = required("answer", HTMLElement);

/** Who and where the person is, on which page. */
function where(): object {
  const { place: chosen = "{}", window } = place.dataset;
  return { ...(JSON.parse(chosen) as object), window, player: player.value };
}

async function askView(path: string, body: object): Promise<Shown> {
  return (await post<Shown>(path, body)) ?? { notes: ["The emulator does not answer any more."] };
}

let controls = 0;

function showControl(control: SeenControl, press?: Press): readonly Node[] {
  const { kind, customId, label, description, isRequired, isDisabled } = control;
  if (kind === "button") {
    const button = make("button", { type: "button", textContent: label, disabled: isDisabled });
    button.addEventListener("click", () => press?.(customId));
    return [button];
  }
  const id = `control-${controls++}`;
  const isChecked = kind === "checkbox";
  const field = makeField(control, {
    id,
    name: customId,
    required: isRequired && !isChecked,
    disabled: isDisabled,
  });
  const optional = isRequired || press ? [] : [" ", make("small", { textContent: "optional" })];
  return [
    make("label", { htmlFor: id }, label, ...optional),
    field,
    ...(press && field instanceof HTMLSelectElement
      ? chooseWith(field, (chosen) => press(customId, chosen))
      : []),
    ...(description === "" ? [] : [make("small", { textContent: description })]),
  ];
}

/** One choice counts at once; several are sent with a button of their own. */
function chooseWith(field: HTMLSelectElement, choose: (chosen: readonly string[]) => void): readonly Node[] {
  const chosen = () => [...field.selectedOptions].map(({ value }) => value).filter((value) => value !== "");
  if (!field.multiple) {
    field.addEventListener("change", () => chosen().length > 0 && choose(chosen()));
    return [];
  }
  const button = make("button", { type: "button", textContent: "Choose" });
  button.addEventListener("click", () => choose(chosen()));
  return [button];
}

function makeField(
  { kind, value, options, most }: SeenControl,
  shared: {
    readonly id: string;
    readonly name: string;
    readonly required: boolean;
    readonly disabled: boolean;
  },
): HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  if (kind === "checkbox") return make("input", { ...shared, type: "checkbox" });
  if (kind === "paragraph") return make("textarea", { ...shared, value, rows: 4 });
  if (kind !== "menu") return make("input", { ...shared, value, autocomplete: "off" });
  const items = options.map((option) =>
    make("option", { value: option.value, textContent: option.label, selected: option.isPicked }),
  );
  const none =
    most > 1 ? [] : [make("option", { value: "", selected: !options.some(({ isPicked }) => isPicked) })];
  return make("select", { ...shared, multiple: most > 1 }, ...none, ...items);
}

function showMessage(view: Shown, message: SeenMessage): readonly Node[] {
  const { id, content, texts, files, poll, controls: below } = message;
  const press: Press = (customId, chosen) =>
    void act("/play/press", { id: view.id, message: id, customId, chosen });
  const fields = below.flatMap((control) => showControl(control, press));
  return [
    ...[content, ...texts, ...files]
      .filter((text) => text !== "")
      .map((text) => make("p", { textContent: text, dir: "auto" })),
    ...(poll ? [showPoll(poll)] : []),
    ...(fields.length > 0 ? [make("div", { className: "controls" }, ...fields)] : []),
  ];
}

function showPoll({ question, answers }: SeenMessage["poll"] & object): Node {
  const items = answers.map((one) => make("li", { textContent: one, dir: "auto" }));
  return make("div", {}, make("p", { textContent: question, dir: "auto" }), make("ul", {}, ...items));
}

function showForm(id: string | undefined, { title, controls: below }: SeenForm): Node {
  const fields = below.flatMap((control) => showControl(control));
  const send = make("button", { className: "main", textContent: "Send" });
  const form = make("form", {}, make("h2", { textContent: title }), ...fields, send);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void act("/play/submit", { id, fields: readFields(form, below) });
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
  const view = await askView(path, { ...where(), ...body });
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

startConditions();

let asked = 0;

async function suggest(field: HTMLInputElement, form: HTMLFormElement): Promise<void> {
  const round = ++asked;
  const usage = { ...where(), ...readForm(form, field) };
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
