import type { ActivityWindow } from "../window.ts";
import type { ActivityWindows } from "../windows.ts";
import type { EmulatorApplication } from "../../state/application.ts";
import type { World } from "../../state/world.ts";

/** The parts that serve the origins of Activities. */
export interface ProxyInit {
  readonly world: World;
  readonly windows: ActivityWindows;
  readonly webBase: string;
}

/** The host of an Activity's origin, with an optional port. */
const activityHost = /^(\d{1,20})\.localhost(?::\d+)?$/i;

export function isActivityHost(host: string): boolean {
  return activityHost.test(host);
}

/** The application of an Activity's origin. */
export function findByHost(world: World, host: string): EmulatorApplication | undefined {
  return world.application(activityHost.exec(host)?.[1]);
}

/** Path of the page around the Activity, on the Activity's own origin. */
export const hostPath = "/.slashpass/host";

/** The origin of an application's Activity. */
export function activityOrigin({ id }: EmulatorApplication, webBase: string): string {
  return `http://${id}.localhost:${new URL(webBase).port}`;
}

/** The address of a window for a browser, on the Activity's own origin. */
export function hostAddress({ application, ticket }: ActivityWindow, webBase: string): string {
  return `${activityOrigin(application, webBase)}${hostPath}?ticket=${ticket}`;
}
