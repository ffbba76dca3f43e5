import { act } from "./actions.ts";
import { CopyButton, onSubmit } from "./parts.tsx";
import { model, toggle, update } from "../model/model.ts";
import type { PlayState } from "../model/view.ts";

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
      <form onSubmit={onSubmit((form) => void act("/play/endpoint", Object.fromEntries(new FormData(form))))}>
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
      <form onSubmit={onSubmit((form) => void act("/play/activity", Object.fromEntries(new FormData(form))))}>
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

interface RowProps {
  readonly name: string;
  readonly value: string;
  readonly isSecret?: boolean;
}

function Row({ name, value, isSecret = false }: RowProps) {
  const isShown = !isSecret || model.revealed.includes(name);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{isShown ? value : "••••••••"}</code>
        <span class="buttons">
          {isSecret && (
            <button
              type="button"
              class="small"
              aria-pressed={isShown}
              onClick={() => update({ revealed: toggle(model.revealed, name) })}
            >
              Show<span class="unseen"> {name}</span>
            </button>
          )}
          <CopyButton name={name} text={value} />
        </span>
      </dd>
    </div>
  );
}
