import { loadOnce } from "../core/lazy.ts";
import type * as locks from "./hold-lock.ts";

/** Locks that other processes see. */
export const loadHoldLock: () => Promise<typeof locks> = loadOnce(() => import("./hold-lock.ts"));
