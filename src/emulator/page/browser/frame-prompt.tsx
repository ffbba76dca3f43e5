import { act } from "./actions.ts";
import type { ShownPrompt } from "../model/activity-view.ts";
import { complain } from "./say.ts";

/** What the player is asked, over the frame: the Activity cannot reach it. */
export function FramePrompt({ prompt }: { readonly prompt: ShownPrompt }) {
  const answer = (isAccepted: boolean, chosen: readonly string[] = []) => {
    document.getElementById("activity-title")?.focus();
    void act("/play/answer", { prompt: prompt.id, isAccepted, chosen });
  };
  return (
    <div class="prompt">
      <div
        class="card"
        role="dialog"
        aria-labelledby="prompt-title"
        aria-describedby="prompt-lines"
        tabIndex={-1}
        ref={enter}
        onKeyDown={({ key }) => key === "Escape" && answer(false)}
      >
        <Question prompt={prompt} answer={answer} />
      </div>
    </div>
  );
}

interface QuestionProps {
  readonly prompt: ShownPrompt;
  readonly answer: (isAccepted: boolean, chosen?: readonly string[]) => void;
}

function Question({ prompt, answer }: QuestionProps) {
  const { title, lines, accept, deny, choice, hasFile, link } = prompt;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (link !== undefined) window.open(link, "_blank", "noopener,noreferrer");
        chosenIn(event.currentTarget).then((chosen) => answer(true, chosen), complainOfFile);
      }}
    >
      <h3 id="prompt-title" dir="auto">
        {title}
      </h3>
      <ul id="prompt-lines">
        {lines.map(({ text, code }) => (
          <li key={`${text} ${code}`} dir="auto">
            {text} {code !== undefined && <code>{code}</code>}
          </li>
        ))}
      </ul>
      {choice && <Choice choice={choice} />}
      {hasFile === true && (
        <div class="field">
          <label for="prompt-file">Picture</label>
          <input id="prompt-file" type="file" accept="image/png,image/jpeg,image/gif,image/webp" />
        </div>
      )}
      <div class="buttons">
        <button class="main">{accept}</button>
        <button type="button" onClick={() => answer(false)}>
          {deny}
        </button>
      </div>
    </form>
  );
}

function Choice({ choice: { label, items } }: { readonly choice: NonNullable<ShownPrompt["choice"]> }) {
  return (
    <>
      <label for="prompt-choice">{label}</label>
      <select id="prompt-choice" name="choice">
        {items.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </>
  );
}

/** Moves the focus to the question, for players who use the keyboard or a screen reader. */
function enter(card: HTMLElement | null): void {
  card?.focus();
}

/** What is picked of a list, or a file as a `data:` URL. */
async function chosenIn(form: HTMLFormElement): Promise<readonly string[]> {
  const picked = [...form.querySelectorAll("select")].map(({ value }) => value);
  const file = form.querySelector<HTMLInputElement>("[type=file]")?.files?.[0];
  return file ? [await readAsUrl(file)] : picked;
}

function complainOfFile(): void {
  complain({ message: "The browser could not read the picture.", hint: "Choose another one." });
}

function readAsUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(new Error("The file cannot be read.")));
    reader.readAsDataURL(file);
  });
}
