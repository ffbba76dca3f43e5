// arguments.mjs ADDON CALLS SEED: calls every function of the addon and of its objects with random arguments. For each function,
// prints how many calls were made and how many were rejected.
import { createRandom } from "../../flow/fixtures/hostile-requests.js";

const [path = "", calls, seed] = process.argv.slice(2);
/** @type {{ exports: Record<string, (...args: unknown[]) => any> }} */
const addon = { exports: {} };
process.dlopen(addon, path);
const typed = /** @type {import("../../../src/native/binding.ts").Addon} */ (
  /** @type {unknown} */ (addon.exports)
);
const random = createRandom(Number(seed));
/**
 * @template T
 * @param {readonly T[]} list
 */
const pick = (list) => /** @type {T} */ (list[Math.floor(random() * list.length)]);

const detached = new Uint8Array(64);
structuredClone(detached, { transfer: [detached.buffer] });
const revoked = Proxy.revocable({}, {});
revoked.revoke();
/** @type {unknown[]} */
const circular = [];
circular.push(circular);
const throwing = new Proxy(() => undefined, {
  get() {
    throw new Error("a getter that throws");
  },
});

/** @type {Record<string, unknown[]>} */
const kinds = {
  "neither strings nor numbers": [
    undefined,
    null,
    true,
    false,
    10n,
    -(2n ** 70n),
    Symbol("s"),
    Symbol.iterator,
  ],
  numbers: [0, -0, 1, 2, 4, 5, 200, 4_000_000, -1, -200, 0.5, 1.000_001, Number.MIN_VALUE],
  "out-of-range numbers": [1e300, -1e300, Number.NaN, Infinity, -Infinity, 2 ** 53, -(2 ** 63)],
  "boundary numbers": [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, -(2 ** 31), -(2 ** 31) - 1],
  texts: ["", "a", "text", "discord-1", "1", "a secret of 20 bytes", "é😀", "/", "..", "a/b"],
  "malformed strings": ["a\0b", "\0", "\ud800", "\udfff\ud83d", "x".repeat(100_000), "\ud83d".repeat(5_000)],
  objects: [{}, [], circular, Object.create(null), new Date(Number.NaN), /x/, new Map(), { length: 3 }],
  "program objects": [process, addon.exports, new Error("x"), Promise.resolve(), new WeakRef({})],
  "misleading objects": [Object("boxed"), Object(1), { valueOf: () => 4 }, revoked.proxy, throwing],
  functions: [() => undefined, Map, async () => undefined, Function.prototype],
  bytes: [detached, new Uint8Array(0), new Uint8Array(100).subarray(90), Buffer.from("bytes")],
  "shared bytes": [new Uint8Array(new SharedArrayBuffer(16)), new SharedArrayBuffer(8)],
  "other byte and number arrays": [new Uint8ClampedArray(4), new Int8Array(4), new Float64Array(4)],
  "other views and buffers": [new BigInt64Array(2), new DataView(new ArrayBuffer(8)), new ArrayBuffer(8)],
};
const values = Object.values(kinds).flat();

const opener = Buffer.from("a program");
const scheme = ["discord-1", "1"];
/** Valid arguments, from which calls with a single invalid argument are built. @type {Record<string, unknown[]>} */
const right = {
  openHandOver: ["discord-1", () => undefined],
  redirectSchemeStatus: [...scheme, opener],
  registerRedirectScheme: [...scheme, opener, "Game", true, ""],
  registerLaunch: [...scheme, opener, '"/bin/true"'],
  registerSteamLaunch: [...scheme, opener, 480],
  launchStatus: scheme,
  unregisterLaunch: scheme,
  unregisterRedirectScheme: scheme,
  "log.write": [4, "text"],
};

/** @param {string} name */
function someArguments(name) {
  const args = right[name];
  if (!args || random() < 0.5) return Array.from({ length: Math.floor(random() * 6) }, () => pick(values));
  return args.with(Math.floor(random() * args.length), pick(values));
}

const closedLog = typed.openLogFile("closed.log");
closedLog.closeNow();
const objects = {
  redactor: typed.createRedactor(),
  stream: typed.createRedactor().createStream(),
  log: typed.openLogFile("discord.log"),
  closedLog,
};
/** Every function, by name. Method names are prefixed with their object's. */
const functions = new Map(Object.entries(addon.exports));
for (const [owner, object] of Object.entries(objects)) {
  for (const [name, method] of Object.entries(object)) functions.set(`${owner}.${name}`, method);
}

/** @type {Record<string, { calls: number, refused: number }>} */
const results = {};
for (const [name, method] of functions) {
  const counts = (results[name] = { calls: 0, refused: 0 });
  for (let call = 0; call < Number(calls); call++) {
    const args = someArguments(name);
    counts.calls++;
    try {
      const result = method.apply(pick(values), args);
      if (name === "openHandOver") result();
      if (result instanceof Promise) await result;
    } catch (error) {
      if (error instanceof TypeError) counts.refused++;
    }
  }
}
process.stdout.write(JSON.stringify(results));
