import { vi } from "vitest";
import { poll } from "./limits.ts";

export function until<Found>(find: () => Found | Promise<Found>) {
  return vi.waitUntil(find, poll);
}
