import { expect, test } from "vitest";
import { apiPath } from "../../../../src/core/request/addresses.ts";
import { Transport } from "../../../../src/core/request/transport.ts";
import type { TransportInit } from "../../../../src/core/request/call.ts";

const call = { operation: "Asking", method: "POST", path: apiPath`/x` } as const;

function create(given: Partial<TransportInit> = {}) {
  const secrets: string[] = [];
  const sent: unknown[] = [];
  const transport = new Transport({
    apiBase: "https://service.example/api",
    applicationId: "5",
    credential: { botToken: "token-of-the-bot", client: undefined, userToken: undefined },
    timeoutMs: 60_000,
    maxWaitMs: 0,
    onSecret: (secret) => void secrets.push(secret),
    fetch: (_url, { body }) => {
      sent.push(body);
      return Promise.resolve(Response.json({ fine: true }));
    },
    ...given,
  });
  return { secrets, sent, transport };
}

test("what the credential holds is told before the first call, each secret once", () => {
  const client = { id: "5", secret: "secret-of-both" };
  const credential = { botToken: client.secret, client, userToken: undefined };
  expect(create().secrets).toEqual(["token-of-the-bot"]);
  expect(create({ credential }).secrets).toEqual(["secret-of-both"]);
});

test("who cannot be told of a secret has no transport", () => {
  const onSecret = () => {
    throw new Error("no redactor");
  };
  expect(() => create({ onSecret })).toThrow("no redactor");
});

test("whether there is a user's token is known at once", () => {
  const userToken = () => Promise.resolve("token");
  expect(create().transport.hasUserToken).toBe(false);
  const credential = { botToken: undefined, client: undefined, userToken };
  expect(create({ credential }).transport.hasUserToken).toBe(true);
});

test("a body is taken as it is when the call is made, not when what sends it is loaded", async () => {
  const { transport, sent } = create();
  const body = { name: "before" };
  const calls = [transport.call({ ...call, body }), transport.call({ ...call, body })];
  body.name = "after";
  expect(await Promise.all(calls)).toEqual([{ fine: true }, { fine: true }]);
  expect(sent).toEqual(['{"name":"before"}', '{"name":"before"}']);
});

test("a body that cannot be JSON is refused before anything is sent", async () => {
  const { transport, sent } = create();
  await expect(transport.call({ ...call, body: 5n })).rejects.toMatchObject({ code: "invalid_body" });
  expect(sent).toEqual([]);
});

test("a call that is given up while what sends it is loaded is not sent", async () => {
  const { transport, sent } = create();
  const end = new AbortController();
  const called = transport.call({ ...call, signal: end.signal });
  end.abort();
  await expect(called).rejects.toMatchObject({ code: "aborted" });
  expect(sent).toEqual([]);
});
