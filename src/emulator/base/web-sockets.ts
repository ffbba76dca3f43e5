import type * as WebSockets from "ws";
import { loadOnce } from "../../core/lazy.ts";

/** The package, which the build puts beside ours: nothing of it is read before a bot comes. */
export const loadWebSockets: () => Promise<typeof WebSockets> = loadOnce(() => import("ws"));
