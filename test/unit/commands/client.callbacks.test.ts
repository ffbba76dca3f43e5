import { describe, expect, it } from "vitest";
import { ClientError, CommandsClient } from "../../../src/commands/index.ts";
import { applicationId, storedCommand } from "../../setup/commands/samples.ts";

const secret = "s3cret-of-the-caller";
const credential = { botToken: "bot-token-of-the-test" };
const ping = { name: "ping", description: "Pong" };

const failures: readonly (readonly [string, () => unknown])[] = [
  [
    "throws",
    () => {
      throw new Error(secret);
    },
  ],
  ["rejects", () => Promise.reject(new Error(secret))],
  [
    "throws a string",
    () => {
      throw secret;
    },
  ],
];
const hangs = ["hangs", () => new Promise(() => undefined)] as const;

/** A service that rate-limits the first request and accepts the others. */
function service() {
  let requests = 0;
  return (_url: string, init: RequestInit): Promise<Response> => {
    requests += 1;
    const limited = { status: 429, headers: { "retry-after": "0" } };
    if (requests === 1) return Promise.resolve(Response.json({ retry_after: 0 }, limited));
    const isList = init.method === "GET" || init.method === "PUT";
    return Promise.resolve(Response.json(isList ? [] : storedCommand()));
  };
}

const connect = (options: object = {}) =>
  new CommandsClient({ applicationId, credential, fetch: service(), ...options });

describe("a callback without a result", () => {
  for (const name of ["onRequest", "onResponse", "onWait"]) {
    it.each([...failures, hangs])(`does not fail the call if \`${name}\` %s`, async (_, callback) => {
      const client = connect({ [name]: callback });
      await expect(client.global.create(ping)).resolves.toEqual(storedCommand());
    });
  }

  it.each([...failures, hangs])("does not fail the rollout if onProgress %s", async (_, callback) => {
    const client = connect();
    const results = await client.rollout([ping], ["1", "2"], { onProgress: callback });
    expect(results.map(({ status }) => status)).toEqual(["done", "done"]);
  });
});

describe("a callback with a result", () => {
  const reported = async (work: () => unknown) => {
    const error: unknown = await (async () => work())().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ClientError);
    expect((error as Error).stack + JSON.stringify(error)).not.toContain(secret);
    return error as ClientError;
  };

  const callbacks: readonly [string, object, (callback: never) => unknown][] = [
    [
      "userToken",
      { code: "callback_failed", message: "userToken threw an error." },
      (userToken) => connect({ credential: { userToken } }).guild("1").permissions.edit("2", []),
    ],
    ["fetch", { code: "network_error" }, (fetch) => connect({ fetch, maxWaitMs: 0 }).global.list()],
    [
      "apply's onProgress",
      { code: "progress_failed" },
      (onProgress) => connect().global.sync([ping], { onProgress }),
    ],
    [
      "the journal",
      { code: "journal_failed" },
      (append) => connect().rollout([ping], ["1"], { journal: { read: async () => "", append } }),
    ],
  ];
  for (const [name, error, call] of callbacks) {
    it.each(failures)(`fails the call without its own error if ${name} %s`, async (_, callback) => {
      expect(await reported(() => call(callback as never))).toMatchObject(error);
    });
  }

  it("stops waiting for userToken when the call is aborted", async () => {
    const userToken = () => new Promise<string>(() => undefined);
    const client = connect({ credential: { userToken } });
    const stop = new AbortController();
    const call = client.guild("1").permissions.edit("2", [], { signal: stop.signal });
    stop.abort();
    await expect(call).rejects.toMatchObject({ code: "aborted" });
  });

  it("reports a userToken that returns an invalid value", async () => {
    const client = connect({ credential: { userToken: () => 5 } });
    await expect(client.guild("1").permissions.edit("2", [])).rejects.toThrow("userToken is a number");
  });

  it.each(failures.filter(([name]) => name !== "rejects"))(
    "makes the constructor throw if onSecret %s",
    async (_, onSecret) => {
      const error = await reported(() => connect({ onSecret }));
      expect(error).toMatchObject({
        code: "callback_failed",
        message: "onSecret threw an error.",
      });
    },
  );

  it.each([
    5,
    null,
    {},
    { status: 200 },
    { status: "200", headers: new Headers(), body: null },
    { status: 200, headers: new Headers(), body: 5 },
    { status: 200, headers: new Headers(), body: [5] },
  ])("fails the request if fetch returns %j", async (value) => {
    const fetch = () => Promise.resolve(value as never);
    const client = connect({ fetch, maxWaitMs: 0 });
    expect(await reported(() => client.global.list())).toMatchObject({ code: "network_error" });
  });

  it.each(failures)("reports a guild as failed if the callback that returns its set %s", async (_, set) => {
    const client = connect();
    const [result] = await client.rollout(set as never, ["1"]);
    expect(result).toMatchObject({ status: "failed" });
    expect(JSON.stringify(result)).not.toContain(secret);
  });
});
