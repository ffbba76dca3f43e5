import type { ActivityWindow } from "../window.ts";
import type { ActivityWindows } from "../windows.ts";
import type { EmulatorApplication } from "../../state/application.ts";
import type { World } from "../../state/world.ts";

export interface ProxyInit {
  readonly world: World;
  readonly windows: ActivityWindows;
  readonly webBase: string;
}

const activityHost = /^(\d{1,20})\.localhost(?::\d+)?$/i;

export function isActivityHost(host: string): boolean {
  return activityHost.test(host);
}

export function findByHost(world: World, host: string): EmulatorApplication | undefined {
  return world.application(activityHost.exec(host)?.[1]);
}

export const hostPath = "/.slashpass/host";

export function activityOrigin({ id }: EmulatorApplication, webBase: string): string {
  return `http://${id}.localhost:${new URL(webBase).port}`;
}

export function hostAddress({ application, ticket }: ActivityWindow, webBase: string): string {
  return `${activityOrigin(application, webBase)}${hostPath}?ticket=${ticket}`;
}
