// exercise.mjs ADDON LIBRARY HOOKS: uses every operation of the addon with the stand-in and makes the stand-in misbehave. Prints
// "clean", or throws at the first wrong value, leak or misuse.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";

const [addonPath = "", libraryPath = "", hooksPath = ""] = process.argv.slice(2);
/** @param {string} path */
const load = (path) => {
  /** @type {{ exports: any }} */
  const loaded = { exports: {} };
  process.dlopen(loaded, path);
  return loaded.exports;
};
const addon = load(addonPath);
const hooks = load(hooksPath);
hooks.open(libraryPath);
/** @param {string} name */
const read = (name) => JSON.parse(hooks.read(`StandIn_${name}`));
const openedUrl = () => hooks.read("StandIn_OpenedUrl");
const application = 1234567890123456789n;

/**
 * The service's responses by path. A request without one stays pending.
 *
 * @type {Map<string | undefined, [number, object]>}
 */
const answers = new Map();
/** @type {string[]} */
const requests = [];
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  requests.push(`${request.method} ${request.url} ${body}`);
  const [status, value] = answers.get(request.url) ?? [];
  if (status === undefined) return;
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const base = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
const tokens = {
  access_token: "an-access",
  refresh_token: "a-refresh",
  token_type: "Bearer",
  expires_in: 60,
  scope: "a b",
};

/** @param {() => boolean} check @param {string} what */
async function until(check, what) {
  for (let turn = 0; turn < 500; turn++) {
    if (check()) return;
    await pause(10);
  }
  assert.fail(`waited in vain for ${what}`);
}

/**
 * @typedef {import("../../../src/social-sdk/binding.ts").NativeFailure} Failure
 * @typedef {{ failure: Failure, values: any[] }} Answer
 * @typedef {Promise<Answer> & { forget: () => void }} Call
 * @typedef {(operation: string, ...values: unknown[]) => Call} Start
 */

/**
 * Runs `work` with a new client and checks for leaks and misuse.
 *
 * @param {string} name
 * @param {(tools: { call: Start, events: any[][], pending: Map<number, unknown> }) => Promise<void>} work
 */
async function scenario(name, work) {
  hooks.reset();
  answers.clear();
  requests.length = 0;
  /** @type {Map<number, (answer: Answer) => void>} */
  const pending = new Map();
  /** @type {any[][]} */
  const events = [];
  /** @type {number[]} */
  const unexpected = [];
  /** @type {(number: number, event: string | undefined, failure: Failure, values: any[]) => void} */
  const onEvent = (number, event, failure, values) => {
    if (event !== undefined) return void (event === "log" || events.push([event, ...values]));
    const settle = pending.get(number);
    pending.delete(number);
    // Node.js 20 only warns about an exception in this callback.
    if (settle) settle({ failure, values });
    else unexpected.push(number);
  };
  const client = addon.createClient(onEvent);
  client.hold(true);
  /** @type {Start} */
  const call = (operation, ...values) => {
    const number = client.call(operation, values);
    const answer = new Promise((resolve) => pending.set(number, resolve));
    return Object.assign(answer, { number, forget: () => (pending.delete(number), client.forget(number)) });
  };
  await call("init", `${base}/api`, base, application, 5_000);
  try {
    await work({ call, events, pending });
  } catch (error) {
    process.stderr.write(`${name}\n`);
    throw error;
  }
  assert.deepEqual(unexpected, [], `${name}: answers that nobody waits for`);
  client.close();
  client.close();
  await until(
    () => Object.keys(read("Report").live).length === 0,
    `${name}: ${JSON.stringify(read("Report").live)}`,
  );
  assert.deepEqual(read("Report").violations, [], name);
  assert.deepEqual([...pending.keys()], [], `${name}: unanswered`);
}

/** @type {import("../../../src/social-sdk/binding.ts").NativeSymbol[]} */
const symbols = addon.load(libraryPath);
assert.equal(symbols.length, 166);
assert.deepEqual(
  symbols.filter(([, , isFound]) => !isFound),
  [],
);
assert.ok(
  symbols.some(([symbol, feature]) => symbol === "Discord_Client_RevokeToken" && feature === "revokeToken"),
);

await scenario("probe", async ({ call }) => {
  const { values } = await call("probe");
  const found = Object.fromEntries(
    Array.from({ length: values.length / 2 }, (_, at) => values.slice(2 * at, 2 * at + 2)),
  );
  assert.equal(found["application id"], String(application));
  assert.equal(found["AuthorizationArgs.Scopes"], "identify");
  assert.equal(found["verifier length"], "43");
  assert.equal(found["presence scopes"], "openid sdk.social_layer_presence");
  assert.equal((await call("unknown")).failure.reason, "unsupported");
  assert.equal(read("Report").calls["Discord_Client_SetHttpRequestTimeout"], 1);
});

await scenario("tokens", async ({ call }) => {
  answers.set("/api/oauth2/token", [200, tokens]);
  answers.set("/api/oauth2/token/revoke", [200, {}]);
  const expected = ["an-access", "a-refresh", 1, 60, "a b"];
  const exchanged = await call(
    "getToken",
    application,
    "a-code",
    "a-verifier",
    "http://127.0.0.1:1/callback",
  );
  assert.deepEqual(exchanged, { failure: undefined, values: expected });
  assert.match(requests[0] ?? "", /code=a-code.*code_verifier=a-verifier/);
  assert.deepEqual((await call("refreshToken", application, "old")).values, expected);
  assert.match(requests[1] ?? "", /refresh_token=old/);
  assert.equal((await call("revokeToken", application, "an-access")).failure, undefined);
  const merged = await call(
    "getTokenFromProvisionalMerge",
    application,
    "a-code",
    "v",
    "http://a",
    3,
    "a-ticket",
  );
  assert.deepEqual(merged.values, expected);
  assert.match(requests.at(-1) ?? "", /external_auth_token=a-ticket/);
  hooks.set("empty-null", -1);
  answers.set("/api/oauth2/token", [200, { ...tokens, refresh_token: "" }]);
  const withoutRefresh = await call("refreshToken", application, "old");
  assert.deepEqual([withoutRefresh.failure, withoutRefresh.values[1]], [undefined, ""]);
});

await scenario("other tokens", async ({ call }) => {
  answers.set("/api/partner-sdk/child-token", [200, tokens]);
  answers.set("/api/partner-sdk/token", [200, tokens]);
  answers.set("/api/partner-sdk/provisional-accounts/unmerge", [204, {}]);
  answers.set("/api/users/@me", [200, { id: "1111111111111111111", username: "ada", global_name: "Ada" }]);
  assert.deepEqual((await call("exchangeChildToken", "a-parent", 5n)).values, ["an-access", 1, 60, "a b"]);
  assert.match(requests.at(-1) ?? "", /"parent_access_token":"a-parent".*"child_application_id":"?5/);
  assert.equal((await call("getProvisionalToken", application, 3, "a-ticket")).values[0], "an-access");
  assert.equal((await call("unmerge", application, 3, "a-ticket")).failure, undefined);
  assert.equal((await call("fetchCurrentUser", "a-token")).values[0], 1111111111111111111n);
});

await scenario("failures", async ({ call }) => {
  answers.set("/api/oauth2/token", [400, { error: "invalid_grant", code: 7 }]);
  const { failure } = await call("refreshToken", application, "old");
  assert.deepEqual(
    [failure.type, failure.status, failure.message, failure.errorCode, JSON.parse(failure.body).error],
    [2, 400, "invalid_grant", 7, "invalid_grant"],
  );
  answers.set("/api/oauth2/token", [200, tokens]);
  hooks.set("null-result", 1);
  assert.equal((await call("refreshToken", application, "old")).failure.reason, "no_result");
  hooks.set("huge-string", 1);
  assert.equal((await call("refreshToken", application, "old")).failure.reason, "invalid_string");
  for (const type of [1, 3, 4, 5, 6, 7, 8, 9]) {
    hooks.set("error-type", type);
    assert.equal((await call("updateToken", "a-token")).failure.type, type);
  }
});

await scenario("a repeated callback", async ({ call }) => {
  answers.set("/api/oauth2/token", [200, tokens]);
  hooks.set("repeated-callback", 1);
  await call("refreshToken", application, "one");
  assert.equal((await call("refreshToken", application, "two")).failure, undefined);
});

await scenario("a forgotten operation", async ({ call }) => {
  hooks.set("never-answer", 1);
  call("updateToken", "a-token").forget();
  answers.set("/api/oauth2/token", [200, tokens]);
  const forgotten = call("refreshToken", application, "one");
  forgotten.forget();
  assert.equal((await call("refreshToken", application, "two")).failure, undefined);
});

await scenario("a late callback", async ({ call, pending }) => {
  hooks.set("late-callback", 2);
  void call("refreshToken", application, "one");
  void call("refreshToken", application, "two");
  await until(() => requests.length === 2, "the requests");
  pending.clear();
});

await scenario("authorize", async ({ call }) => {
  const authorized = call(
    "authorize",
    application,
    "openid",
    "a-state",
    "a".repeat(43),
    "a-nonce",
    1,
    undefined,
  );
  await until(() => openedUrl().length > 0, "the page");
  const { searchParams } = new URL(openedUrl());
  assert.deepEqual(
    ["client_id", "scope", "state", "code_challenge", "nonce", "integration_type"].map((each) =>
      searchParams.get(each),
    ),
    [String(application), "openid", "a-state", "a".repeat(43), "a-nonce", "1"],
  );
  await fetch(`${searchParams.get("redirect_uri")}?code=a-code&state=a-state`);
  assert.deepEqual((await authorized).values, ["a-code", searchParams.get("redirect_uri")]);
  const aborted = call("authorize", application, "openid", "a-state", "a".repeat(43));
  await call("abortAuthorize");
  assert.equal((await aborted).failure.type, 7);
});

await scenario("presence", async ({ call, events }) => {
  const fields = ["type", 2, "name", "N", "details", "Details", "state", "State", "status_display_type", 1];
  const assets = ["large_image", "key", "large_text", "Large", "small_url", "https://small.example"];
  const party = ["party_id", "p", "current_size", 1, "max_size", 4, "privacy", 1, "join", "a-secret"];
  const times = ["start", 1_700_000_000_000n, "end", 1_800_000_000_000n];
  const button = ["button", "A", "https://a.example"];
  await call("updateToken", "a-token");
  await call("connect");
  await until(() => events.some(([event, status]) => event === "status" && status === 3), "the connection");
  assert.equal(
    (await call("setActivity", ...fields, ...assets, ...party, ...times, ...button)).failure,
    undefined,
  );
  const shown = JSON.stringify(read("Activity"));
  for (const value of [
    "N",
    "Details",
    "State",
    "key",
    "Large",
    "https://small.example",
    "p",
    "a-secret",
    "A",
  ])
    assert.ok(shown.includes(JSON.stringify(value)), `${value} in ${shown}`);
  assert.ok(shown.includes("1700000000000") && shown.includes("1800000000000"), shown);
  await call("clearActivity");
  assert.equal(read("Activity"), null);
  hooks.set("invite", 5);
  hooks.set("invite", 1);
  hooks.set("join", 7);
  hooks.set("expire-token", 1);
  await until(() => events.some(([event]) => event === "tokenExpiration"), "the token's expiration");
  const joins = events
    .filter(([event]) => event.startsWith("join"))
    .map(([event, value]) => `${event} ${value}`);
  assert.deepEqual(joins.toSorted(), ["join secret-7", "joinRequest 1"]);
  assert.equal((await call("acceptJoinRequest", 1n)).failure, undefined);
  assert.deepEqual((await call("acceptJoinRequest", 1n)).values, [false]);
  hooks.set("connection-lost", 4004);
  await until(() => events.some(([, status, reason]) => status === 0 && reason === 2), "the loss");
  await call("rest");
  await call("connect");
  await call("disconnect");
  await until(() => events.at(-1)?.[1] === 0, "the disconnection");
});

await scenario("a client closed inside a callback", async () => {
  answers.set("/api/oauth2/token", [200, tokens]);
  /** @type {number[]} */
  const seen = [];
  /** @type {(number: number, event: string | undefined) => void} */
  const onAnswer = (number, event) => {
    if (event !== undefined) return;
    seen.push(number);
    inner.close();
  };
  const inner = addon.createClient(onAnswer);
  inner.hold(true);
  for (const operation of ["init", "probe", "probe"]) inner.call(operation, []);
  // Once the second probe runs, two answers are queued, and this thread has received none.
  while (read("Report").calls["Discord_Client_GetVersionMajor"] !== 2);
  await until(() => seen.length === 1, "the first answer");
  await pause(50);
  assert.equal(seen.length, 1);
});

// Workers are terminated while operations are pending. They share the library's thread with this environment.
const source = `
  const { workerData: [path, library, base] } = require("node:worker_threads");
  const loaded = { exports: {} };
  process.dlopen(loaded, path);
  loaded.exports.load(library);
  const client = loaded.exports.createClient(() => undefined);
  client.hold(true);
  client.call("init", [base + "/api", base, 1n, 5000]);
  for (let turn = 0; turn < 20; turn++) client.call("refreshToken", [1n, "a-token"]);
  require("node:worker_threads").parentPort.postMessage("started");
`;
await scenario("workers", async ({ call }) => {
  answers.set("/api/oauth2/token", [200, tokens]);
  for (let turn = 0; turn < 8; turn++) {
    const worker = new Worker(source, { eval: true, workerData: [addonPath, libraryPath, base] });
    await new Promise((resolve) => worker.once("message", resolve));
    if (turn % 2) await pause(5);
    await worker.terminate();
    assert.equal((await call("probe")).failure, undefined);
  }
});

server.close();
server.closeAllConnections();
process.stdout.write("clean\n");
// An open client keeps the process alive only after `hold(true)`.
addon.createClient(() => undefined);
