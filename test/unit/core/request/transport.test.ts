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

test("reports each secret of the credential once before the first call", () => {
  const client = { id: "5", secret: "secret-of-both" };
  const credential = { botToken: client.secret, client, userToken: undefined };
  expect(create().secrets).toEqual(["token-of-the-bot"]);
  expect(create({ credential }).secrets).toEqual(["secret-of-both"]);
});

test("is not created if onSecret throws", () => {
  const onSecret = () => {
    throw new Error("no redactor");
  };
  expect(() => create({ onSecret })).toThrow("no redactor");
});

test("has hasUserToken set before the first call", () => {
  const userToken = () => Promise.resolve("token");
  expect(create().transport.hasUserToken).toBe(false);
  const credential = { botToken: undefined, client: undefined, userToken };
  expect(create({ credential }).transport.hasUserToken).toBe(true);
});

test("serializes the body when the call is made, before the sender is loaded", async () => {
  const { transport, sent } = create();
  const body = { name: "before" };
  const calls = [transport.call({ ...call, body }), transport.call({ ...call, body })];
  body.name = "after";
  expect(await Promise.all(calls)).toEqual([{ fine: true }, { fine: true }]);
  expect(sent).toEqual(['{"name":"before"}', '{"name":"before"}']);
});

test("rejects a body that cannot be serialized before it sends anything", async () => {
  const { transport, sent } = create();
  await expect(transport.call({ ...call, body: 5n })).rejects.toMatchObject({ code: "invalid_body" });
  expect(sent).toEqual([]);
});

test("does not send a call that is aborted while the sender loads", async () => {
  const { transport, sent } = create();
  const end = new AbortController();
  const called = transport.call({ ...call, signal: end.signal });
  end.abort();
  await expect(called).rejects.toMatchObject({ code: "aborted" });
  expect(sent).toEqual([]);
});
