import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as commands from "../../src/commands/index.ts";
import * as emulator from "../../src/emulator/index.ts";
import { isClientError } from "../../src/core/errors.ts";
import * as events from "../../src/events/index.ts";
import * as main from "../../src/index.ts";
import * as resources from "../../src/resources/index.ts";
import * as redis from "../../src/server/redis/index.ts";
import * as server from "../../src/server/index.ts";
import * as interactions from "../../src/interactions/index.ts";
import * as production from "../../src/interactions/production.ts";
import { createAnswerRules } from "../../src/interactions/messages/rules/messages.ts";
import * as contract from "../../src/store/contract.ts";
import { cases } from "../setup/cases.ts";
import { commandPayload } from "../setup/interactions/service.ts";

const numRuns = cases(40, 15);

type Call = (...args: unknown[]) => unknown;

const folder = mkdtempSync(join(tmpdir(), "doors-"));
const applicationId = "1234567890123456789";
const answer = () => Promise.resolve(Response.json({ message: "no", code: 0 }, { status: 404 }));
const ownError = new Error("thrown by the caller's own function");

const client = () =>
  new main.Client({
    applicationId,
    store: main.memoryTokenStore(),
    openBrowser: () => undefined,
    fetch: answer,
    apiBase: "http://127.0.0.1:9/api",
    webBase: "http://127.0.0.1:9",
  });
const commandsClient = () =>
  new commands.CommandsClient({
    applicationId,
    credential: { botToken: "bot-token", userToken: () => Promise.resolve("token") },
    fetch: answer,
    maxWaitMs: 0,
  });
const apiClient = () =>
  new resources.ApiClient({
    applicationId,
    credential: { botToken: "bot-token", userToken: () => Promise.resolve("token") },
    fetch: answer,
    maxWaitMs: 0,
  });
const handler = () =>
  interactions.createInteractionHandler({ publicKey: "0".repeat(64), commands: [], report: () => undefined });
const redisOptions = { command: () => Promise.reject(ownError), keys: [randomBytes(32)] };
const playerTokens = {
  applicationId,
  clientSecret: "secret",
  store: server.memoryPlayerStore(),
  fetch: answer,
};
let world: emulator.Emulator;
let connected: emulator.ConnectedEmulator;
/** The running Activity's instance id. */
let instanceId = "";

// Arguments for internal constructors.
const payload = commandPayload({ name: "ping" }) as never;
const delivery = {
  messages: {},
  rules: createAnswerRules(),
  deferForHandler: () => Promise.resolve(),
  post: () => Promise.resolve({ resource: { activity_instance: { id: "i-1" } } }),
} as never;

/** A factory for each class and each other kind of object that has methods. The first test fails if one is missing. */
const instances: Readonly<Record<string, () => object>> = {
  Client: client,
  AuthorizationArgs: () => new main.AuthorizationArgs({ scopes: "openid" }),
  DeviceAuthorizationArgs: () => new main.DeviceAuthorizationArgs({ scopes: "openid" }),
  AuthorizationCodeVerifier: () => client().CreateAuthorizationCodeVerifier(),
  AuthorizationCodeChallenge: () => client().CreateAuthorizationCodeVerifier().Challenge(),
  ClientError: () => new main.ClientError({ type: 6, code: "invalid_argument", message: "x" }),
  ApiError: () => new commands.ApiError({ type: 6, code: "invalid_argument", message: "x" }),
  ApplyError: () => new main.ClientError({ type: 6, code: "invalid_argument", message: "x" }),
  PlanOutdatedError: () => new main.ClientError({ type: 6, code: "invalid_argument", message: "x" }),
  CommandsClient: commandsClient,
  "CommandsClient.global": () => commandsClient().global,
  "CommandsClient.guild": () => commandsClient().guild("1"),
  "CommandsClient.guild.permissions": () => commandsClient().guild("1").permissions,
  ApiClient: apiClient,
  "ApiClient.application": () => apiClient().application,
  "ApiClient.channel": () => apiClient().channel("1"),
  "ApiClient.currentUser.entitlements": () => apiClient().currentUser.entitlements,
  "ApiClient.currentUser.guilds": () => apiClient().currentUser.guilds,
  "ApiClient.currentUser.roleConnection": () => apiClient().currentUser.roleConnection,
  "ApiClient.entitlements": () => apiClient().entitlements,
  "ApiClient.guild": () => apiClient().guild("1"),
  "ApiClient.lobby": () => apiClient().lobby("1"),
  "ApiClient.roleConnectionMetadata": () => apiClient().roleConnectionMetadata,
  "ApiClient.sku.subscriptions": () => apiClient().sku("1").subscriptions,
  "ApiClient.skus": () => apiClient().skus,
  "ApiClient.thread.members": () => apiClient().thread("1").members,
  LobbyMembersError: () => new main.ClientError({ type: 6, code: "invalid_argument", message: "x" }),
  memoryTokenStore: () => main.memoryTokenStore(),
  fileTokenStore: () => main.fileTokenStore({ path: join(folder, "tokens"), key: randomBytes(32) }),
  memoryPlayerStore: () => server.memoryPlayerStore(),
  redisLimits: () => redis.redisLimits({ command: redisOptions.command, instances: 4 }),
  redisPlayerStore: () => redis.redisPlayerStore(redisOptions),
  redisTokenStore: () => redis.redisTokenStore(redisOptions),
  PlayerTokens: () => server.createPlayerTokens(playerTokens),
  Redactor: () => main.createRedactor(),
  MemberRequestGate: () => events.createMemberRequestGate(),
  Emulator: () => world,
  EmulatorApplication: () => world.application,
  Faults: () => world.faults,
  GatewayControls: () => world.gateway,
  Shop: () => world.shop,
  Quest: () => world.addApplication({ quest: { url: "https://example.com" } }).quest ?? expect.unreachable(),
  Browser: () => ({ visit: world.player().browser() }),
  PlayerAgent: () => world.player(),
  RemotePlayer: () => connected.player(),
  Guild: () => world.guilds[0] ?? expect.unreachable(),
  EmulatedDesktopClient: () => world.desktopClient ?? expect.unreachable(),
  FrameControls: () => joinActivity().controls,
  JoinedActivity: joinActivity,
  ScriptedActivity: () => joinActivity().connect(),
  SignedEndpoint: () => ({ handle: handler() }),
  InteractionHandler: () => {
    const made = handler();
    return { sync: (...args: Parameters<typeof made.sync>) => made.sync(...args) };
  },
  Interaction: () => new interactions.Interaction(payload, delivery),
  CommandInteraction: () => new interactions.CommandInteraction(payload, delivery),
  ComponentInteraction: () => new interactions.ComponentInteraction(payload, delivery),
  ModalInteraction: () => new interactions.ModalInteraction(payload, delivery),
};

function joinActivity(): emulator.JoinedActivity {
  if (instanceId === "") throw new Error("The Activity is not launched yet.");
  return world.player().join(instanceId);
}

/** `Emulator.close` would break the other tests; the rest are internal. */
const notCalled: ReadonlySet<string> = new Set([
  "Emulator.close",
  "EmulatorApplication.addConsent",
  "PlayerTokens.admit",
]);
const internalConstructors: ReadonlySet<string> = new Set([
  "Interaction",
  "CommandInteraction",
  "ComponentInteraction",
  "ModalInteraction",
]);
/** Functions that rethrow the caller's own errors. */
const passesOwnErrors = /withProcessLock|\.exclusively$/;

function isPlain(value: unknown): value is object {
  try {
    return typeof value === "object" && value !== null && !Array.isArray(value) && Boolean({ ...value });
  } catch {
    return false;
  }
}

/** Runs `diagnose`, which sends requests, against an unreachable address unless the caller passes a different one. */
const diagnose = (options: unknown, ...rest: unknown[]): unknown => {
  const safe = {
    apiBase: "http://127.0.0.1:9/api",
    webBase: "http://127.0.0.1:9",
    store: main.memoryTokenStore(),
  };
  // Unreadable options are rejected before any request is sent.
  const isRecord = isPlain(options);
  const given = isRecord ? { ...safe, ...options } : options;
  return (main.diagnose as Call)(given, ...rest);
};

/** The production versions of functions that differ in development. */
const deployed = {
  "createInteractionHandler in production": production.createInteractionHandler,
  "defineCommand in production": production.defineCommand,
  "entryPoint in production": production.entryPoint,
};

const entries = {
  slashpass: { ...main, diagnose },
  resources,
  commands,
  emulator,
  events,
  interactions,
  deployed,
  contract,
  redis,
  server,
};
const exported = Object.values(entries).flatMap((entry) => Object.entries(entry));
const isClass = (value: unknown): boolean => /^class\b/.test(Function.prototype.toString.call(value));
const classes = new Map(exported.filter(([, value]) => typeof value === "function" && isClass(value)));
const functions = new Map(
  exported.filter(([, value]) => typeof value === "function" && !isClass(value)) as [string, Call][],
);

function methodsOf(thing: object): string[] {
  const names = new Set<string>();
  for (
    let at: object | null = thing;
    at && at !== Object.prototype;
    at = Object.getPrototypeOf(at) as object
  ) {
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (typeof descriptor.value === "function") names.add(name);
      if (descriptor.set) names.add(`${name}=`);
    }
  }
  return [...names].filter((name) => name !== "constructor");
}

const doors = [...functions].map(([name, call]) => ({ name, make: () => call }));
for (const [name, Class] of classes) {
  if (internalConstructors.has(name)) continue;
  const construct = Class as unknown as new (...args: unknown[]) => object;
  doors.push({
    name: `new ${name}`,
    make:
      () =>
      (...args: unknown[]) =>
        new construct(...args),
  });
}

const oddTexts = [
  "",
  " ",
  "\0",
  "\uD800",
  "a-token-cut-in-\uD83D",
  "\uDE00-the-other-half",
  "..",
  "\u001b[31m",
  "x".repeat(100_000),
  "__proto__",
  "../..",
  "‮abc",
  "{}",
  "a:b",
];
const oddNumbers = [Number.NaN, Infinity, -1, 0, 1.5, 2 ** 53, -0, 1e300];
const keys =
  "applicationId apiBase scopes signal timeoutMs fetch onPrompt onProgress store account credential commands publicKey scope allow body headers method name id options secrets path key type code message handle customId".split(
    " ",
  );
const functionsOfCallers: readonly unknown[] = [
  () => undefined,
  () => {
    throw ownError;
  },
  () => Promise.reject(ownError),
];
/** A circular object, which JSON cannot represent. */
const circular: Record<string, unknown> = { name: "ping", list: [] };
circular["self"] = circular;
circular["name"] = circular;
(circular["list"] as unknown[]).push(circular);
/** Objects whose properties throw or change on every read. */
const throwing = Object.defineProperties(
  {},
  Object.fromEntries(
    ["name", "id", "token", "applicationId", "scopes", "code", "type"].map((name) => [
      name,
      {
        enumerable: true,
        get: () => {
          throw ownError;
        },
      },
    ]),
  ),
);
let reads = 0;
const changing = {
  get name() {
    return reads++ % 2 === 0 ? "ping" : 7n;
  },
  toString: () => {
    throw ownError;
  },
  [Symbol.toPrimitive]: () => Symbol("s"),
};
const trap = () => {
  throw ownError;
};
const hostile = new Proxy({}, { get: trap, ownKeys: trap });
const thenable: unknown = Object.fromEntries(
  ["then", "toJSON"].map((name) => [name, name === "then" ? () => undefined : trap]),
);

/** The classes, their prototypes, and instances created without calling the constructor. */
const ofClasses: readonly unknown[] = [...classes.values()].flatMap((Class) => {
  const { prototype } = Class as { prototype: object };
  return [Class, prototype, Object.create(prototype) as unknown];
});

/** A placeholder for an entry in `odd`, because fast-check inspects generated objects. */
class Odd {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}
const odd: readonly unknown[] = [circular, throwing, changing, hostile, thenable];
function resolved(value: unknown): unknown {
  if (value instanceof Odd) return odd[value.index];
  if (Array.isArray(value)) return value.length > 6 ? value : value.map(resolved);
  if (typeof value !== "object" || value === null || ofClasses.includes(value)) return value;
  if (value instanceof Date || value instanceof Map || ArrayBuffer.isView(value)) return value;
  const copy = Object.create(Object.getPrototypeOf(value) as object | null) as object;
  const fields = Object.getOwnPropertyDescriptors(value);
  for (const [key, field] of Object.entries(fields))
    Object.defineProperty(copy, key, "value" in field ? { ...field, value: resolved(field.value) } : field);
  return copy;
}

const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    false,
    Symbol("s"),
    10n ** 40n,
    -1n,
    new Date(0),
    new Map(),
  ),
  fc.constantFrom<unknown>(...oddTexts),
  fc.constantFrom<unknown>(...oddNumbers),
  fc.constantFrom<unknown>(
    [],
    [null],
    [[[]]],
    {},
    new Uint8Array(3),
    Object.create(null),
    Object.assign([], { length: 2 ** 32 - 1 }),
  ),
  fc.constantFrom<unknown>(...functionsOfCallers),
  fc.nat(odd.length - 1).map((index) => new Odd(index)),
  fc.constantFrom<unknown>(...ofClasses),
);
const wrong: fc.Arbitrary<unknown> = fc.oneof(
  leaf,
  fc.dictionary(
    fc.constantFrom(...keys, "elephant", "__proto__"),
    fc.oneof(leaf, fc.dictionary(fc.constantFrom(...keys), leaf)),
  ),
  fc.array(leaf, { maxLength: 3 }),
);
const argumentLists = fc
  .sample(fc.array(wrong, { maxLength: 6 }), { numRuns, seed: 12 })
  .map((list) => list.map(resolved));

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeAll(async () => {
  process.on("unhandledRejection", note);
  const applications = [{ activities: true }];
  world = await emulator.startEmulator({ desktopClient: true, world: { applications } });
  connected = await emulator.connectEmulator(world.webBase);
  const { activityInstance } = await world.player().use("launch");
  instanceId = activityInstance?.id ?? "";
  world.player("Grace").join(instanceId);
});
afterAll(async () => {
  await world.close();
  await new Promise(setImmediate);
  process.off("unhandledRejection", note);
  rmSync(folder, { recursive: true, force: true });
});

test("creates an instance of every exported class", () => {
  expect([...classes.keys()].filter((name) => !(name in instances))).toEqual([]);
});

test.each(Object.entries(instances))("prints a meaningful representation of %s", (_, make) => {
  expect(inspect(make())).not.toMatch(/^\w* ?\{\}$/);
});

const showings = [{}, { getters: true, showHidden: true, depth: 5, colors: true }, { customInspect: false }];

test.each([...classes])("prints the prototype of %s and objects that inherit from it", (name, Class) => {
  const { prototype } = Class as { prototype: object };
  const made = [
    prototype,
    Object.create(prototype) as object,
    Object.create(Object.create(prototype) as object),
  ];
  for (const options of showings)
    for (const object of [...made, { made }, [made]])
      expect(() => inspect(object, options), `${name} with ${JSON.stringify(options)}`).not.toThrow();
});

test.each(Object.entries(instances))("prints %s and its prototype with every option", (_, make) => {
  const instance = make();
  for (const options of showings)
    for (const object of [
      instance,
      Object.getPrototypeOf(instance) as object,
      Object.create(instance) as object,
    ])
      expect(() => inspect(object, options)).not.toThrow();
});

/** Returns a problem if the call fails with anything other than a library error that names the argument. */
async function verdict(
  name: string,
  call: Call,
  args: readonly unknown[],
  end: () => Promise<unknown>,
): Promise<string | undefined> {
  try {
    const given: unknown = call(...args);
    if (given instanceof Promise) {
      const late = new Promise((resolve) => void setImmediate(() => setImmediate(resolve)));
      // Ends pending work, after which the call must settle.
      await Promise.race([given, late]);
      await end();
    }
    // Does not await the caller's own value, which may be a thenable.
    const opened = (given instanceof Promise ? await given : given) as
      | Partial<emulator.Emulator>
      | null
      | undefined;
    if (typeof opened?.close === "function") await opened.close();
    return undefined;
  } catch (error) {
    if (error === ownError && passesOwnErrors.test(name)) return undefined;
    if (!isClientError(error)) return `${name}: ${String((error as Error)?.stack ?? error).slice(0, 600)}`;
    if (error.code !== "invalid_argument" || /\w+(\.\w+|\[\d+\])* (is|does|cannot) /.test(error.message))
      return undefined;
    return `${name} does not say which argument: ${error.message}`;
  }
}

async function tryAll(name: string, make: () => { call: Call; end: () => Promise<unknown> }): Promise<void> {
  const wrongAnswers = new Set<string>();
  for (const args of argumentLists) {
    const { call, end } = make();
    const problem = await verdict(name, call, args, end);
    if (problem) wrongAnswers.add(problem);
    if (wrongAnswers.size > 2) break;
  }
  expect([...wrongAnswers]).toEqual([]);
}

const nothing = () => Promise.resolve();

describe("a function or constructor", () => {
  test.each(doors)(
    "throws only the library's own errors: $name",
    async ({ name, make }) => tryAll(name, () => ({ call: make(), end: nothing })),
    300_000,
  );
});

describe("a method", () => {
  test.each(Object.entries(instances))(
    "throws only the library's own errors: %s",
    async (kind, make) => {
      for (const method of methodsOf(make())) {
        if (notCalled.has(`${kind}.${method}`)) continue;
        await tryAll(`${kind}.${method}`, () => {
          const instance = make() as Record<string, Call> & { close?: () => Promise<unknown> };
          const call: Call = (...args) =>
            method.endsWith("=")
              ? Reflect.set(instance, method.slice(0, -1), args[0])
              : instance[method]?.(...args);
          return { call, end: kind === "Client" ? async () => instance.close?.() : nothing };
        });
      }
    },
    600_000,
  );
});

test("leaves no rejection unhandled", async () => {
  await new Promise(setImmediate);
  expect(unhandled).toEqual([]);
});
