import { loadOnce } from "../lazy.ts";
import type * as sending from "./sending.ts";

/** What sends requests, waits for limits, and knows the errors of the service: read by the first request. */
export const loadSending: () => Promise<typeof sending> = loadOnce(() => import("./sending.ts"));
