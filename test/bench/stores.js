// Measures storing and reading a token, with 1 and 100 accounts in the store. Needs `npm run build`.
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AsyncEntry } from "@napi-rs/keyring";
import { Redis } from "ioredis";
import { fileTokenStore, keychainTokenStore, memoryTokenStore } from "slashpass";
import { redisPlayerStore } from "slashpass/redis";
import { lacksKeyring, lacksRedis } from "./frame/lacks.js";
import { inTurn, timed } from "./frame/measure.js";
import { startKeyring } from "./keyring.js";
import { startRedis } from "./redis.js";

const record = JSON.stringify({
  v: 1,
  a: "a".repeat(30),
  r: "r".repeat(30),
  s: "openid sdk.social_layer_presence",
});

/**
 * @typedef {{ set(account: string, record: string): unknown, get(account: string): unknown }} Store
 * @typedef {object} Kind
 * @property {string} name
 * @property {string} title
 * @property {string} what
 * @property {string} floor
 * @property {string} footnote
 * @property {number} [times] - repetitions per round, if one is too short to measure
 * @property {string | undefined} [lack]
 * @property {() => Promise<{ make: (size: number) => { ours: Store, bare: Store }, end: () => Promise<void> }>} start
 */

/** @type {readonly Kind[]} */
const kinds = [
  {
    name: "stores-memory",
    title: "In memory",
    what: "memoryTokenStore",
    floor: "a Map",
    footnote: "The store validates its arguments, and each call returns a promise, as in every store.",
    times: 500,
    start: async () => ({ make: () => ({ ours: memoryTokenStore(), bare: new Map() }), end: async () => {} }),
  },
  {
    name: "stores-file",
    title: "In a file",
    what: "fileTokenStore",
    floor: "a flushed write of the same size, and a read",
    footnote:
      "The file is replaced atomically: it is written, flushed and renamed, and the directory is flushed. The cost does not " +
      "depend on the number of accounts.",
    start: startFiles,
  },
  {
    name: "stores-keychain",
    title: "In the system's keychain",
    what: "keychainTokenStore",
    floor: "one item in @napi-rs/keyring",
    footnote:
      "Both query gnome-keyring over D-Bus, which rewrites its file for each change. slashpass also encrypts the secret " +
      "on the bus, searches all items that may belong to the record, and locks other processes out.",
    lack: lacksKeyring,
    start: startKeychain,
  },
  {
    name: "stores-redis",
    title: "In Redis",
    what: "redisPlayerStore",
    floor: "a plain SET and a GET",
    footnote: "Each call runs one Redis script. The record is encrypted with the player's key.",
    lack: lacksRedis,
    start: startRedisStores,
  },
];

/**
 * Sets and reads one account's record in a store with several accounts. The floor uses the storage without checks, encryption or
 * locks. No other package here stores players' tokens.
 *
 * @type {import("./frame/bench.ts").Bench}
 */
export const bench = {
  title: "Stores",
  async run(pace) {
    const parts = [];
    for (const kind of kinds) parts.push(await tableOf(kind, pace.pick({ full: 15, quick: 3 })));
    return parts;
  },
};

/** @param {Kind} kind @param {number} rounds @returns {Promise<import("./frame/bench.ts").Table>} */
async function tableOf({ name, title, what, floor, footnote, times = 1, lack, start }, rounds) {
  const heading = { name, title: `${title}: set and read`, unit: "ms", footnote };
  if (lack) return { ...heading, rows: [], missing: [{ what, why: lack }] };
  const { make, end } = await start();
  /** @param {number} size @param {string} accounts */
  const measured = async (size, accounts) => {
    const stores = make(size);
    for (let account = 0; account < size; account++)
      for (const store of [stores.bare, stores.ours]) await store.set(`account-${account}`, record);
    const candidates = /** @type {const} */ ([
      { what: `${floor}, ${accounts}`, kind: "floor", store: stores.bare },
      { what: `${what}, ${accounts}`, kind: "ours", store: stores.ours },
    ]);
    const perTime = async (/** @type {Store} */ store) =>
      (await timed(() => setAndGet(store, times))) / times;
    return inTurn(candidates, { rounds }, ({ store }) => perTime(store));
  };
  const one = await measured(1, "one account");
  const many = await measured(100, "100 accounts");
  await end();
  return { ...heading, rows: [...many, ...one.slice(1)] };
}

/** @param {Store} store @param {number} times */
async function setAndGet(store, times) {
  for (let time = 0; time < times; time++) {
    await store.set("account-0", record);
    if ((await store.get("account-0")) !== record) throw new Error("The record is lost.");
  }
}

async function startFiles() {
  const folder = mkdtempSync(join(tmpdir(), "slashpass-stores-"));
  return {
    make(/** @type {number} */ size) {
      const bytes = Buffer.alloc((size - 1) * record.length);
      const path = join(folder, `bare-${size}`);
      const bare = {
        set: (/** @type {string} */ _, /** @type {string} */ text) =>
          writeFileSync(path, Buffer.concat([Buffer.from(text), bytes]), { flush: true }),
        get: () => readFileSync(path).toString("utf8", 0, record.length),
      };
      return { ours: fileTokenStore({ path: join(folder, String(size)), key: randomBytes(32) }), bare };
    },
    end: async () => rmSync(folder, { recursive: true }),
  };
}

async function startKeychain() {
  const { env, end } = await startKeyring();
  Object.assign(process.env, env);
  const bare = {
    set: (/** @type {string} */ account, /** @type {string} */ text) => entry(account).setPassword(text),
    get: (/** @type {string} */ account) => entry(account).getPassword(),
  };
  return { make: () => ({ ours: keychainTokenStore(), bare }), end };
}

/** @param {string} account */
function entry(account) {
  return new AsyncEntry("bench", account);
}

async function startRedisStores() {
  const server = await startRedis();
  const redis = new Redis(server.port, "127.0.0.1");
  const store = redisPlayerStore({
    command: ([name, ...args]) => redis.call(name, ...args),
    keys: [randomBytes(32)],
  });
  const life = { dueMs: 604_800_000, remainingMs: 604_800_000 };
  const ours = {
    set: (/** @type {string} */ account, /** @type {string} */ text) => store.put(account, text, life),
    get: async (/** @type {string} */ account) => {
      const taken = await store.take(account);
      return "record" in taken ? taken.record : undefined;
    },
  };
  const end = async () => {
    redis.disconnect();
    await server.end();
  };
  return { make: () => ({ ours, bare: redis }), end };
}
