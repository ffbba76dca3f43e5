import { vi } from "vitest";
import { poll } from "./limits.ts";

/** Waits until something is there, and gives it. */
export function until<Found>(find: () => Found | Promise<Found>) {
  return vi.waitUntil(find, poll);
}
