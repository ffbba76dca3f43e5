import { act } from "./actions.ts";
import type { ShownControl, ShownFrame } from "../model/activity-view.ts";
import { FramePrompt } from "./frame-prompt.tsx";
import type { Named } from "../model/view.ts";

interface FrameProps {
  readonly frame: ShownFrame;
  /** Of the application. */
  readonly name: string;
  readonly player: Named;
}

/** The window in which the player has the Activity. */
export function Frame({ frame, name, player }: FrameProps) {
  const { url, players, connection, layout, platform, orientation, isLocked, prompts, problems } = frame;
  const [prompt] = prompts;
  return (
    <div class="window">
      <div class="bar">
        <strong dir="auto">{name}</strong>
        <span class="mark" role="status">
          {connection}
        </span>
        <ul class="playing-here" aria-label="Playing">
          {players.map((one) => (
            <li key={one.id} class={one.isSpeaking ? "speaking" : ""}>
              <bdi>{one.name}</bdi>
              {one.id === player.id && " (you)"}
              {one.isSpeaking && <span class="unseen"> is speaking</span>}
            </li>
          ))}
        </ul>
        <button type="button" onClick={leave}>
          Leave
        </button>
      </div>
      <div class={`layout ${layout}`}>
        <div class={`screen ${platform} ${orientation}`}>
          {/* What lies under a question is neither reached by keys nor read out. */}
          <iframe src={url} title={`Activity of ${name}`} allow={allowed} inert={prompt !== undefined} />
          {prompt && <FramePrompt key={prompt.id} prompt={prompt} />}
        </div>
        {layout === "grid" &&
          players
            .filter(({ id }) => id !== player.id)
            .map((one) => (
              <div key={one.id} class={one.isSpeaking ? "tile speaking" : "tile"} aria-hidden="true">
                <bdi>{one.name}</bdi>
              </div>
            ))}
      </div>
      {problems.map(({ message, hint }) => (
        <div key={message} class="problem">
          <p>{message}</p>
          <p class="hint">{hint}</p>
        </div>
      ))}
      <Controls frame={frame} />
      {isLocked && <p class="nothing">The Activity has locked its orientation: {orientation}.</p>}
    </div>
  );
}

/** What a game may need of its window; a page of another origin has it only when it is given. */
const allowed = "autoplay; encrypted-media; fullscreen; gamepad; screen-wake-lock";

/** What the real client does by itself, or lets its player do. */
function Controls({ frame: { controls } }: { readonly frame: ShownFrame }) {
  return (
    <form class="place" aria-label="Window of the Activity" onSubmit={(event) => event.preventDefault()}>
      {controls.map((control) => (
        <Control key={control.name} control={control} />
      ))}
    </form>
  );
}

function Control({ control }: { readonly control: ShownControl }) {
  const { name, label, value, items } = control;
  const id = `frame-${name}`;
  return (
    <div>
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => void act("/play/set", { name, value: currentTarget.value })}
      >
        {items.map((item) => (
          <option key={item.id} value={item.id} selected={item.id === value}>
            {item.name}
          </option>
        ))}
      </select>
    </div>
  );
}

function leave(): void {
  document.getElementById("log")?.focus();
  void act("/play/leave", {});
}
