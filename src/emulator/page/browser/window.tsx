import { onSubmit, Options, Pick, ProblemBox } from "./parts.tsx";
import { act, say } from "./actions.ts";
import { base64Of } from "../model/model.ts";
import type { WindowView, Named, PromptView } from "../model/view.ts";

interface WindowProps {
  readonly window: WindowView;
  readonly name: string;
  readonly player: Named;
}

export function OpenWindow({ window, name, player }: WindowProps) {
  const { url, players, connection, layout, platform, orientation, isLocked, prompts, problems } = window;
  const [prompt] = prompts;
  return (
    <div class="window">
      <div class="bar">
        <strong dir="auto">{name}</strong>
        <span class="mark" role="status">
          {connection}
        </span>
        <ul class="playing-here" aria-label="Playing">
          {players.map((participant) => (
            <li key={participant.id} class={participant.isSpeaking ? "speaking" : ""}>
              <bdi>{participant.name}</bdi>
              {participant.id === player.id && " (you)"}
              {participant.isSpeaking && <span class="unseen"> is speaking</span>}
            </li>
          ))}
        </ul>
        <button type="button" onClick={leave}>
          Leave
        </button>
      </div>
      <div class={`layout ${layout}`}>
        <div class={`screen ${platform} ${orientation}`}>
          {/* While a prompt is open, the keyboard and screen readers must not reach the Activity. */}
          <iframe src={url} title={`Activity: ${name}`} allow={allowed} inert={prompt !== undefined} />
          {prompt && <WindowPrompt key={prompt.id} prompt={prompt} />}
        </div>
        {layout === "grid" &&
          players
            .filter(({ id }) => id !== player.id)
            .map((participant) => (
              <div
                key={participant.id}
                class={participant.isSpeaking ? "tile speaking" : "tile"}
                aria-hidden="true"
              >
                <bdi>{participant.name}</bdi>
              </div>
            ))}
      </div>
      {problems.map((problem) => (
        <ProblemBox key={problem.message} problem={problem} />
      ))}
      <Controls window={window} />
      {isLocked && <p class="nothing">The Activity has locked the orientation to {orientation}.</p>}
    </div>
  );
}

/** A cross-origin frame has only the permissions listed here. */
const allowed = "autoplay; encrypted-media; fullscreen; gamepad; screen-wake-lock";

function Controls({ window: { controls } }: { readonly window: WindowView }) {
  return (
    <form class="location" aria-label="Activity window" onSubmit={onSubmit(() => undefined)}>
      {controls.map(({ name, label, value, items }) => (
        <Pick
          key={name}
          id={`window-${name}`}
          label={label}
          items={items}
          chosen={value}
          choose={(chosen) => void act("/play/set", { name, value: chosen })}
        />
      ))}
    </form>
  );
}

function leave(): void {
  document.getElementById("log")?.focus();
  void act("/play/leave", {});
}

function WindowPrompt({ prompt }: { readonly prompt: PromptView }) {
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
  readonly prompt: PromptView;
  readonly answer: (isAccepted: boolean, chosen?: readonly string[]) => void;
}

function Question({ prompt, answer }: QuestionProps) {
  const { title, lines, accept, deny, choice, hasFile, link } = prompt;
  return (
    <form
      onSubmit={onSubmit((form) => {
        if (link !== undefined) open(link, "_blank", "noopener,noreferrer");
        chosenIn(form).then((chosen) => answer(true, chosen), complainOfFile);
      })}
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
      {choice && (
        <>
          <label for="prompt-choice">{choice.label}</label>
          <select id="prompt-choice" name="choice">
            <Options items={choice.items} />
          </select>
        </>
      )}
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

function enter(card: HTMLElement | null): void {
  card?.focus();
}

async function chosenIn(form: HTMLFormElement): Promise<readonly string[]> {
  const picked = [...form.querySelectorAll("select")].map(({ value }) => value);
  const file = form.querySelector<HTMLInputElement>("[type=file]")?.files?.[0];
  return file ? [`data:${file.type};base64,${await base64Of(file)}`] : picked;
}

function complainOfFile(): void {
  say("The browser could not read the image.", "Choose another one.");
}
