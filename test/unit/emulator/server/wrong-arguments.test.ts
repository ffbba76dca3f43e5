import { afterAll, expect, it } from "vitest";
import { ApiClient } from "../../../../src/resources/index.ts";
import { CommandsClient } from "../../../../src/commands/index.ts";
import * as languages from "../../../../src/commands/languages.ts";
import { isClientError } from "../../../../src/core/errors.ts";
import { connectEmulator, startEmulator } from "../../../../src/emulator/index.ts";

const emulator = await startEmulator({
  desktopClient: true,
  world: {
    applications: [{ activities: true }],
    guilds: [{ name: "Reef", channels: [{ name: "general" }] }],
  },
});
afterAll(() => emulator.close());

/** Skips `close`, which would stop the emulator. */
const apart = new Set(["constructor", "close"]);

function methodsOf(owner: object): (readonly [name: string, call: (...values: unknown[]) => unknown])[] {
  const prototypes = [owner, Object.getPrototypeOf(owner) as object].filter(
    (one) => one !== Object.prototype,
  );
  const names = prototypes.flatMap((one) => Object.getOwnPropertyNames(one));
  return [...new Set(names)].flatMap((name) => {
    const member: unknown = apart.has(name) ? undefined : Reflect.get(owner, name);
    if (typeof member !== "function" || /^class\b/.test(String(member))) return [];
    return [[name, (...values: unknown[]) => member.apply(owner, values) as unknown] as const];
  });
}

async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    const result = await call();
    if (typeof result === "object" && result !== null && Symbol.asyncIterator in result)
      await (result as AsyncIterableIterator<unknown>).next();
    return undefined;
  } catch (error) {
    return error;
  }
}

it.each<[string, () => object | Promise<object>]>([
  ["the emulator", () => emulator],
  ["the emulator's shop", () => emulator.shop],
  ["the emulator's faults", () => emulator.faults],
  ["the emulator's desktop client", () => emulator.desktopClient ?? {}],
  ["a player in another process", async () => (await connectEmulator(emulator.webBase)).player("Ada")],
  ["a guild", () => emulator.guilds[0] ?? {}],
  ["an application", () => emulator.application],
  ["a player", () => emulator.player("Ada")],
  ["an application's commands", () => new CommandsClient(emulator.commandsOptions()).global],
  ["the commands client", () => new CommandsClient(emulator.commandsOptions())],
  ["the API client", () => new ApiClient(emulator.commandsOptions())],
  ["entitlements", () => new ApiClient(emulator.commandsOptions()).entitlements],
  ["the language functions", () => ({ ...languages })],
])("rejects invalid arguments to %s with a library error", async (_what, ownerOf) => {
  const owner = await ownerOf();
  const methods = methodsOf(owner);
  expect(methods.length).toBeGreaterThan(0);
  const foreign: unknown[] = [];
  for (const [name, call] of methods) {
    for (const value of [undefined, null, 5, {}]) {
      for (const values of [[value], [value, value], ["x", value]]) {
        const error = await errorOf(() => call(...values));
        if (error !== undefined && !isClientError(error)) foreign.push([name, value, error]);
      }
    }
  }
  expect(foreign).toEqual([]);
});
