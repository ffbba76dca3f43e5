import { inspect } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiClient } from "../../../../src/resources/index.ts";
import { CommandsClient } from "../../../../src/commands/index.ts";
import { Client, isClientError, memoryTokenStore } from "../../../../src/index.ts";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

/** The objects whose public methods are called, made anew so that no call affects another one. */
async function publicObjects(): Promise<Record<string, object>> {
  const guild = emulator.addGuild({ name: "Reef" });
  const agent = emulator.player("Ada", { guild: guild.id });
  const client = new Client({ ...emulator.clientOptions(), store: memoryTokenStore() });
  const commands = new CommandsClient(emulator.commandsOptions());
  const api = new ApiClient(emulator.commandsOptions());
  return {
    emulator,
    "emulator.faults": emulator.faults,
    "emulator.shop": emulator.shop,
    "emulator.gateway": emulator.gateway,
    "emulator.application": emulator.application,
    guild,
    player: agent,
    client,
    commands,
    "commands.global": commands.global,
    "commands.guild": commands.guild(guild.id),
    "commands.guild.permissions": commands.guild(guild.id).permissions,
    api,
    ...Object.fromEntries(
      Object.entries(Object.getOwnPropertyDescriptors(api)).flatMap(([name, { value }]) =>
        typeof value === "object" && value !== null ? [[`api.${name}`, value]] : [],
      ),
    ),
    "api.guild": api.guild(guild.id),
  };
}

/** `close` would end the test's own emulator; `apply` and `enableActivities` are internal hooks of its HTTP server. */
const skipped = new Set(["constructor", "close", "apply", "enableActivities"]);

function methodsOf(object: object): string[] {
  const names = new Set<string>();
  for (let one: object | null = object; one && one !== Object.prototype; one = Object.getPrototypeOf(one))
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(one)))
      if (typeof value === "function" && !skipped.has(name)) names.add(name);
  return [...names];
}

/** Calls a method; resolves to its error, or to `undefined` if a promise is still pending after the argument checks. */
async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    const result = call();
    if (!(result instanceof Promise)) return undefined;
    result.catch(() => undefined);
    await Promise.race([result, new Promise((resolve) => setImmediate(resolve))]);
    return undefined;
  } catch (error) {
    return error;
  }
}

it("rejects wrong arguments of every public method with the project's own error", async () => {
  const wrong: string[] = [];
  for (const [label, object] of Object.entries(await publicObjects())) {
    for (const name of methodsOf(object)) {
      for (const value of [undefined, null, 7, {}]) {
        const method = Reflect.get(object, name) as (...values: unknown[]) => unknown;
        const error = await errorOf(() => method.call(object, value, value, value));
        if (error !== undefined && !isClientError(error))
          wrong.push(`${label}.${name}(${JSON.stringify(value)}): ${inspect(error)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
