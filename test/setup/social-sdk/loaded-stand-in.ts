import { expect } from "vitest";
import { buildHooks, buildStandIn } from "./stand-in.ts";

interface Hooks {
  open(path: string): void;
  read(name: string): string;
  set(what: string, value: number): boolean;
  reset(): void;
}

interface Report {
  readonly live: Readonly<Record<string, number>>;
  readonly violations: readonly { readonly kind: string; readonly call: string }[];
  readonly calls: Readonly<Record<string, number>>;
}

/** A stand-in in this process. */
export interface LoadedStandIn {
  readonly path: string;
  /** Sets a fault or triggers an event (test/social-sdk/stand_in.h). */
  readonly set: (what: string, value?: number) => void;
  readonly reset: () => void;
  readonly report: () => Report;
  readonly activity: () => unknown;
}

export async function loadStandIn(): Promise<LoadedStandIn> {
  const [path, hooksPath] = [await buildStandIn(), await buildHooks()];
  const addon = { exports: {} };
  process.dlopen(addon, hooksPath);
  const hooks = addon.exports as Hooks;
  hooks.open(path);
  const read = (name: string) => JSON.parse(hooks.read(`StandIn_${name}`)) as unknown;
  return {
    path,
    set: (what, value = 1) => expect(hooks.set(what, value)).toBe(true),
    reset: () => hooks.reset(),
    report: () => read("Report") as Report,
    activity: () => read("Activity"),
  };
}

/** Waits until the library has dropped all clients. Fails on leaks and on misuse of the library. */
export async function expectNoMisuse({ report }: LoadedStandIn): Promise<void> {
  await expect.poll(() => report().live).toEqual({});
  expect(report().violations).toEqual([]);
}
