import { isObject } from "../../input/readers.ts";
import { readDuration } from "../base/duration.ts";
import type { Fault } from "../base/fault.ts";
import { faultKinds, faultNames } from "../base/fault-kinds.ts";
import { escapeHtml } from "../base/page.ts";
import type { World } from "../world/world.ts";
import type { Conditions } from "./browser/view.ts";

/** What the page's script asks for here; each path needs its own part of it. */
export interface AskedConditions {
  readonly fault?: unknown;
  readonly time?: unknown;
}

/**
 * Changes what goes wrong, or what time it is.
 *
 * @returns how it is now; undefined for a path that is not of this.
 * @throws ClientError as `faults.add` and `emulator.advance`.
 */
export function changeConditions(
  world: World,
  path: string,
  { fault, time }: AskedConditions,
): Conditions | undefined {
  if (path === "/play/fault") world.faults.add(readPageFault(fault));
  else if (path === "/play/no-faults") world.faults.clear();
  else if (path === "/play/advance") world.clock.advance(readDuration(time, "time"));
  else return undefined;
  return describeConditions(world);
}

/** A fault as the page says it: its path is a text that stands somewhere in the path of a request. */
function readPageFault(given: unknown): Fault {
  if (!isObject(given) || typeof given["path"] !== "string") return given as Fault;
  const { path, ...fault } = given;
  return { ...fault, path: new RegExp(path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)) };
}

export function describeConditions({ faults, clock }: World): Conditions {
  return { faults: faults.all.map(describeFault), time: new Date(clock.now()).toUTCString() };
}

function describeFault({ answer, method, path, times, share, latencyMs, clockSkewMs }: Fault): string {
  const title =
    typeof answer === "string" ? faultKinds[answer].title : answer && `An answer with ${answer.status}`;
  const parts = [
    title ?? "The real answer",
    [method, path && `paths with ${path.source.replaceAll("\\", "")}`].filter(Boolean).join(" "),
    latencyMs === undefined ? "" : `after ${latencyMs} ms`,
    clockSkewMs === undefined ? "" : `clock ${clockSkewMs / 1000} s ahead`,
    share === undefined ? "" : `${Math.round(share * 100)} % of the requests`,
    times === undefined ? "" : `${times} times`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** The controls for what goes wrong and for the time. */
export function renderConditions(world: World): string {
  const { faults, time } = describeConditions(world);
  const kinds = faultNames.map(
    (name) => `<option value="${name}">${escapeHtml(faultKinds[name].title)}</option>`,
  );
  return `<details><summary>Faults and time</summary>
<form id="fault">
<label for="fault-answer">What goes wrong</label>
<select id="fault-answer" name="answer"><option value="">Nothing, it only takes long</option>${kinds.join("")}</select>
<label for="fault-path">Where <small>optional</small></label>
<input id="fault-path" name="path" autocomplete="off" placeholder="/oauth2/token">
${pageNumbers.map(renderNumber).join("\n")}
<button class="main">Let it go wrong</button>
</form>
<form id="time">
<label for="time-passes">Time that passes</label>
<input id="time-passes" required autocomplete="off" value="16m">
<button>Let it pass</button>
</form>
<section id="conditions" role="status" aria-label="Faults and time now">
<p id="conditions-note" hidden></p>
<p>It is <time id="conditions-time">${escapeHtml(time)}</time>.</p>
<ul id="conditions-faults">${faults.map((fault) => `<li>${escapeHtml(fault)}</li>`).join("")}</ul>
</section>
<form id="no-faults"><button>End all faults</button></form>
</details>`;
}

/** The numbers of a fault, as the page asks for them. */
const pageNumbers: readonly (readonly [field: keyof Fault, label: string, bounds: string])[] = [
  ["latencyMs", "Milliseconds before it is looked at", 'min="0" step="1"'],
  ["clockSkewMs", "Milliseconds that its clock is ahead", 'step="1"'],
  ["retryAfterSeconds", "Seconds that a 429 tells to wait", 'min="0" step="any"'],
  ["share", "Share of the requests, from 0 to 1", 'min="0" max="1" step="any"'],
  ["times", "How many times", 'min="1" step="1"'],
];

function renderNumber([field, label, bounds]: (typeof pageNumbers)[number]): string {
  return `<label for="fault-${field}">${label} <small>optional</small></label>
<input type="number" ${bounds} id="fault-${field}" name="${field}">`;
}
