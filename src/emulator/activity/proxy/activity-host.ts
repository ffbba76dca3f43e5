import type { ActivityFrames } from "../frames.ts";
import type { EmulatorApplication } from "../../state/application.ts";
import type { World } from "../../state/world.ts";

/** The parts that serve the origins of Activities. */
export interface ProxyInit {
  readonly world: World;
  readonly frames: ActivityFrames;
  readonly webBase: string;
}

/** What an Activity's origin is called; the rest is the port. */
const activityHost = /^(\d{1,20})\.localhost(?::\d+)?$/i;

export function isActivityHost(host: string): boolean {
  return activityHost.test(host);
}

/** The application whose Activity's origin a host is. */
export function findByHost(world: World, host: string): EmulatorApplication | undefined {
  return world.application(activityHost.exec(host)?.[1]);
}
