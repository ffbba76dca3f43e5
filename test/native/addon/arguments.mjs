// arguments.mjs ADDON CALLS SEED: calls all that the addon exports, and the objects that it makes, with random arguments. Prints
// how many calls each function had, and how many of them it refused.
import { createRandom } from "../../flow/fixtures/hostile-requests.js";

const [path = "", calls, seed] = process.argv.slice(2);
/** @type {{ exports: Record<string, (...args: unknown[]) => any> }} */
const addon = { exports: {} };
process.dlopen(addon, path);
const { createRedactor, openLogFile } = /** @type {import("../../../src/native/binding.ts").Addon} */ (
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

/** @type {unknown[]} */
const values = [
  ...[undefined, null, true, false, 10n, -(2n ** 70n), Symbol("s"), Symbol.iterator],
  ...[0, -0, 1, 2, 4, 5, 200, 4_000_000, -1, -200, 0.5, 1.000_001, 1e300, -1e300, NaN, Infinity, -Infinity],
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53, -(2 ** 31), -(2 ** 63), Number.MIN_VALUE],
  ...[
    "",
    "a",
    "text",
    "discord-1",
    "1",
    "a secret of 20 bytes",
    "a\0b",
    "\0",
    "\ud800",
    "\udfff\ud83d",
    "é😀",
  ],
  ...["/", "..", "a/b", "x".repeat(100_000), "\ud83d".repeat(5_000), new String("boxed"), new Number(1)],
  ...[
    {},
    [],
    circular,
    Object.create(null),
    new Date(NaN),
    /x/,
    new Map(),
    new WeakRef({}),
    Promise.resolve(),
  ],
  ...[() => undefined, class {}, async () => undefined, function* () {}, Function.prototype, throwing],
  ...[revoked.proxy, new Error("x"), process, addon.exports, { length: 3 }, { valueOf: () => 4 }],
  ...[detached, new Uint8Array(0), new Uint8Array(8), new Uint8Array(100).subarray(90), Buffer.from("bytes")],
  ...[
    new Uint8Array(new SharedArrayBuffer(16)),
    new Uint8ClampedArray(4),
    new Int8Array(4),
    new Float64Array(4),
  ],
  ...[new BigInt64Array(2), new DataView(new ArrayBuffer(8)), new ArrayBuffer(8), new SharedArrayBuffer(8)],
];

const opener = Buffer.from("a program");
const scheme = ["discord-1", "1"];
/** Right arguments, for calls in which a single one is wrong. @type {Record<string, unknown[]>} */
const right = {
  openHandOver: ["discord-1", () => undefined],
  redirectSchemeStatus: [...scheme, opener],
  registerRedirectScheme: [...scheme, opener, "Game", true],
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

const closedLog = openLogFile("closed.log");
closedLog.closeNow();
const objects = {
  redactor: createRedactor(),
  stream: createRedactor().createStream(),
  log: openLogFile("discord.log"),
  closedLog,
};
/** Each function by its name, with that of the object which it is a method of. */
const functions = new Map(Object.entries(addon.exports));
for (const [owner, object] of Object.entries(objects)) {
  for (const [name, method] of Object.entries(object)) functions.set(`${owner}.${name}`, method);
}

/** @type {Record<string, { calls: number, refused: number }>} */
const seen = {};
for (const [name, method] of functions) {
  const counts = (seen[name] = { calls: 0, refused: 0 });
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
console.log(JSON.stringify(seen));
