import { loadOnce } from "../core/lazy.ts";
import type * as planning from "./planning.ts";

/** The rules, plans and rollouts: a game whose client never registers a command does not read them. */
export const loadPlanning: () => Promise<typeof planning> = loadOnce(() => import("./planning.ts"));
