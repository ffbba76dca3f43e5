import type * as WebSockets from "ws";

let loading: Promise<typeof WebSockets> | undefined;

/** The package, which the build puts beside ours: nothing of it is read before a bot comes. */
export function loadWebSockets(): Promise<typeof WebSockets> {
  loading ??= import("ws");
  return loading;
}
