import { type Fault, readDuration, readPlainFault } from "../base/fault.ts";
import { faultKinds, faultNames } from "../base/fault-kinds.ts";
import type { World } from "../state/world.ts";
import type { Conditions, Named } from "./model/view.ts";

export interface AskedConditions {
  readonly fault?: unknown;
  readonly time?: unknown;
}

/** @throws ClientError as `faults.add` and `emulator.advance`. */
export function changeConditions(
  world: World,
  path: string,
  { fault, time }: AskedConditions,
): Conditions | undefined {
  if (path === "/play/fault") world.faults.add(readPlainFault(fault));
  else if (path === "/play/no-faults") world.faults.clear();
  else if (path === "/play/advance") world.clock.advance(readDuration(time, "time"));
  else return undefined;
  return describeConditions(world);
}

export function describeConditions({ faults, clock }: World): Conditions {
  return { faults: faults.all.map(describeFault), aheadMs: clock.aheadMs, kinds };
}

const kinds: readonly Named[] = faultNames.map((id) => ({ id, name: faultKinds[id].title }));

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
