import { act } from "./actions.ts";
import { CopyButton, onSubmit, Options } from "./parts.tsx";
import { model, toggle } from "../model/model.ts";
import type { PlayState, Conditions } from "../model/view.ts";

export function Developer({ state: { application, portal } }: { readonly state: PlayState }) {
  const { publicKey, clientSecret, botToken, endpoint, activity } = portal;
  return (
    <details>
      <summary>For the developer</summary>
      <dl class="ids">
        <Row name="application id" value={application.id} />
        <Row name="public key" value={publicKey} />
        <Row name="client secret" value={clientSecret} isSecret />
        <Row name="bot token" value={botToken} isSecret />
      </dl>
      <form onSubmit={sendTo("/play/endpoint")}>
        <label for="endpoint">Interactions endpoint</label>
        <input
          id="endpoint"
          name="url"
          type="url"
          required
          placeholder="http://127.0.0.1:3000/interactions"
          defaultValue={/^https?:/.test(endpoint) ? endpoint : ""}
        />
        {endpoint !== "" && (
          <small>
            Interactions go to <bdi>{endpoint}</bdi>.
          </small>
        )}
        <button class="main">Save</button>
      </form>
      <form onSubmit={sendTo("/play/activity")}>
        <label for="activity-url">Activity URL</label>
        <input
          id="activity-url"
          name="url"
          type="url"
          placeholder="http://127.0.0.1:5173"
          defaultValue={activity === "" ? "" : `http://${activity}`}
        />
        <small>The URL mapping for /: the local address of the Activity's page.</small>
        <button class="main">Set Activity URL</button>
      </form>
    </details>
  );
}

function sendTo(path: string) {
  return onSubmit((form) => void act(path, Object.fromEntries(new FormData(form))));
}

interface RowProps {
  readonly name: string;
  readonly value: string;
  readonly isSecret?: boolean;
}

function Row({ name, value, isSecret = false }: RowProps) {
  const isRevealed = !isSecret || model.opened.includes(name);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{isRevealed ? value : "••••••••"}</code>
        <span class="buttons">
          {isSecret && (
            <button type="button" class="small" aria-pressed={isRevealed} onClick={() => toggle(name)}>
              Show<span class="unseen"> {name}</span>
            </button>
          )}
          <CopyButton name={name} text={value} />
        </span>
      </dd>
    </div>
  );
}

export function ConditionForms({
  conditions: { faults, aheadMs, kinds },
}: {
  readonly conditions: Conditions;
}) {
  return (
    <details>
      <summary>Faults and time</summary>
      <form onSubmit={onSubmit((form) => void act("/play/fault", { fault: readFilled(form) }))}>
        <label for="fault-answer">Failure</label>
        <select id="fault-answer" name="answer">
          <option value="">No failure, only a delay</option>
          <Options items={kinds} />
        </select>
        <label for="fault-path">
          Where <small>optional</small>
        </label>
        <input id="fault-path" name="path" autocomplete="off" placeholder="/oauth2/token" />
        {numbers.map(({ name, label, ...bounds }) => (
          <div key={name} class="field">
            <label for={`fault-${name}`}>
              {label} <small>optional</small>
            </label>
            <input type="number" id={`fault-${name}`} name={name} {...bounds} />
          </div>
        ))}
        <button class="main">Add fault</button>
      </form>
      <form onSubmit={sendTo("/play/advance")}>
        <label for="time-passes">Time to advance</label>
        <input id="time-passes" name="time" required autocomplete="off" defaultValue="16m" />
        <button>Advance time</button>
      </form>
      <section class="now" aria-label="Current faults and time">
        <p>
          It is <time>{new Date(Date.now() + aheadMs).toUTCString()}</time>.
        </p>
        <ul aria-live="polite">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      </section>
      <form onSubmit={onSubmit(() => void act("/play/no-faults", {}))}>
        <button>Remove all faults</button>
      </form>
    </details>
  );
}

const numbers = [
  { name: "latencyMs", label: "Delay before the request is handled, in milliseconds", min: 0, step: "1" },
  { name: "clockSkewMs", label: "How far the clock is ahead, in milliseconds", step: "1" },
  { name: "retryAfterSeconds", label: "Seconds in Retry-After", min: 0, step: "any" },
  { name: "share", label: "Share of requests, from 0 to 1", min: 0, max: 1, step: "any" },
  { name: "times", label: "How many times to apply the fault", min: 1, step: "1" },
] as const;

function readFilled(form: HTMLFormElement): object {
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]")];
  const filled = fields.filter(({ value }) => value !== "");
  return Object.fromEntries(
    filled.map(({ name, type, value }) => [name, type === "number" ? Number(value) : value]),
  );
}
