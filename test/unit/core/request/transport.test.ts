import { expect, test } from "vitest";
import { apiPath } from "../../../../src/core/request/addresses.ts";
import {
  apiClientFields,
  createTransport,
  OwnLimits,
  Transport,
} from "../../../../src/core/request/transport.ts";
import type { TransportInit } from "../../../../src/core/request/call.ts";
import { fields } from "../../../../src/core/check/fields.ts";
import { throwing } from "../../../setup/throwing.ts";

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

test("reports each of the credential's secrets once before the first call", () => {
  const client = { id: "5", secret: "secret-of-both" };
  const credential = { botToken: client.secret, client, userToken: undefined };
  expect(create().secrets).toEqual(["token-of-the-bot"]);
  expect(create({ credential }).secrets).toEqual(["secret-of-both"]);
});

test("is not created if onSecret throws", () => {
  const onSecret = throwing(new Error("no redactor"));
  expect(() => create({ onSecret })).toThrow("no redactor");
});

test("sets hasUserToken before the first call", () => {
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

test("does not send a call that is aborted while the sender loads", async () => {
  const { transport, sent } = create();
  const end = new AbortController();
  const called = transport.call({ ...call, signal: end.signal });
  end.abort();
  await expect(called).rejects.toMatchObject({ code: "aborted" });
  expect(sent).toEqual([]);
});

const read = fields(apiClientFields);
const given = { applicationId: 5n, credential: { botToken: "token-of-the-bot" } };

test("applies defaults and ignores errors from hooks", async () => {
  const urls: string[] = [];
  const secrets: string[] = [];
  const transport = createTransport(
    read(
      {
        ...given,
        fetch: (url: string) => {
          urls.push(url);
          return Promise.resolve(Response.json({ fine: true }));
        },
        onSecret: (secret: string) => secrets.push(secret),
        onRequest: throwing(new Error("no")),
      },
      "options",
    ),
  );
  expect(await transport.call({ operation: "Asking", method: "GET", path: apiPath`/x` })).toEqual({
    fine: true,
  });
  expect(urls).toEqual(["https://discord.com/api/v10/x"]);
  expect(secrets).toEqual(["token-of-the-bot"]);
  expect(createTransport(read(given, "options")).hasUserToken).toBe(false);
});

test("rejects an option that has the wrong type", () => {
  expect(() => read({ ...given, onSecret: 5 }, "options")).toThrow("options.onSecret is a number");
  expect(() => read({ ...given, maxWaitMs: -1 }, "options")).toThrow("options.maxWaitMs is -1, but must be");
});

test("shares one limiter between calls made while it loads", async () => {
  const limits = new OwnLimits();
  const entered: string[] = [];
  const enter = async (operation: string) => {
    const slot = await limits.enter({
      operation,
      identity: "bot",
      route: "GET /x",
      resource: "",
      applicationId: "5",
      mayWaitMs: 0,
      wait: () => Promise.reject(new Error("Nobody has to wait for time.")),
    });
    entered.push(operation);
    return slot;
  };
  const [first, second] = [enter("First"), enter("Second")];
  const slot = await first;
  expect(entered).toEqual(["First"]);
  slot.leave();
  await second;
  expect(entered).toEqual(["First", "Second"]);
});
