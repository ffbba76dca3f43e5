// The part of the page where a person says what goes wrong, and lets time pass.
import { make, required } from "./elements.ts";
import { post } from "./post.ts";
import type { Conditions } from "./view.ts";

/** What the emulator answers: how it is now, or why not. */
type Answer = Conditions | { readonly notes: readonly string[] };

const note = required("conditions-note", HTMLElement);

async function change(path: string, body: object): Promise<void> {
  const answer = await post<Answer>(path, body);
  const conditions = answer && "faults" in answer ? answer : undefined;
  const problem = answer && "notes" in answer ? answer.notes : ["The emulator does not answer any more."];
  note.textContent = conditions ? "" : problem.join(" ");
  note.hidden = conditions !== undefined;
  if (!conditions) return;
  const items = conditions.faults.map((textContent) => make("li", { textContent }));
  required("conditions-faults", HTMLUListElement).replaceChildren(...items);
  required("conditions-time", HTMLTimeElement).textContent = conditions.time;
}

function onSubmit(id: string, send: (form: HTMLFormElement) => Promise<void>): void {
  const form = required(id, HTMLFormElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form);
  });
}

/** The fields of a form that are filled; numbers as numbers. */
function readFilled(form: HTMLFormElement): object {
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]")];
  const filled = fields.filter(({ value }) => value !== "");
  return Object.fromEntries(
    filled.map(({ name, type, value }) => [name, type === "number" ? Number(value) : value]),
  );
}

/** Lets the forms of this part do what they say. */
export function startConditions(): void {
  onSubmit("fault", (form) => change("/play/fault", { fault: readFilled(form) }));
  onSubmit("no-faults", () => change("/play/no-faults", {}));
  onSubmit("time", () => change("/play/advance", { time: required("time-passes", HTMLInputElement).value }));
}
