import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type RequestRecord, startEmulator } from "../../../../src/emulator/index.ts";
import { recordRequest } from "../../../../src/emulator/server/request-record.ts";
import { startServer } from "../../../setup/emulator/game.ts";
import { authorizeUrl } from "../../../setup/emulator/players.ts";
import { until } from "../../../setup/until.ts";

const records: RequestRecord[] = [];
let hostile: (() => never) | undefined;
const emulator = await startEmulator({
  onRequest(record) {
    records.push(record);
    hostile?.();
  },
});
afterAll(() => emulator.close());
beforeEach(() => {
  records.length = 0;
  hostile = undefined;
});

/** Sends a request and returns its record. */
async function recordOf(path: string, init?: RequestInit): Promise<RequestRecord> {
  await fetch(emulator.webBase + path, { redirect: "manual", ...init }).catch(() => undefined);
  return await until(() => records[0]);
}

describe("a finished request", () => {
  it("is reported with its status and duration", async () => {
    expect(await recordOf("/api/v10/oauth2/keys?secret=1")).toEqual({
      method: "GET",
      path: "/api/v10/oauth2/keys",
      status: 200,
      durationMs: expect.any(Number),
      reason: undefined,
    });
    expect(records[0]?.durationMs).toBeGreaterThan(0);
  });

  it.each([
    ["401: Unauthorized", "/api/v10/users/@me", {}],
    [
      /^invalid_/,
      "/api/v10/oauth2/token",
      { method: "POST", body: new URLSearchParams({ grant_type: "x" }) },
    ],
    [/^invalid_client: /, "/oauth2/authorize?client_id=1&response_type=code", {}],
    [undefined, "/sign-in/1", { method: "PUT", headers: { "x-slashpass-fault": "unavailable" } }],
  ])("is reported with the reason of its rejection: %s", async (reason, path, init) => {
    const record = await recordOf(path, init);
    expect(record.status).toBeGreaterThanOrEqual(400);
    if (reason instanceof RegExp) expect(record.reason).toMatch(reason);
    else if (reason !== undefined) expect(record.reason).toBe(reason);
  });

  it("is not reported as rejected if it only needs a player", async () => {
    const { pathname, search } = new URL(authorizeUrl(emulator, { prompt: "none" }));
    const record = await recordOf(pathname + search);
    expect(record).toMatchObject({ status: 303, reason: undefined });
  });

  it("is reported with each rejected field", async () => {
    const headers = {
      authorization: `Bot ${emulator.application.botToken}`,
      "content-type": "application/json",
    };
    const path = `/api/v10/applications/${emulator.application.id}/commands`;
    const body = JSON.stringify({ name: "A B", description: "" });
    expect((await recordOf(path, { method: "POST", headers, body })).reason).toMatch(
      /^name: .+; description: /,
    );
  });

  it("is reported with the error of a redirect", async () => {
    const { pathname, search } = new URL(authorizeUrl(emulator, { scope: "nothing" }));
    expect(await recordOf(pathname + search)).toMatchObject({
      path: "/oauth2/authorize",
      reason: expect.stringMatching(/^invalid_scope: /),
    });
  });

  it("hides the token of an interaction", async () => {
    const { path } = await recordOf("/api/v10/webhooks/5/the-token/messages/@original");
    expect(path).toBe("/api/v10/webhooks/5/:token/messages/@original");
  });

  it("has no status if there is no response", async () => {
    emulator.faults.add({ answer: "drop", times: 1 });
    expect(await recordOf("/api/v10/users/@me")).toMatchObject({ status: undefined, reason: undefined });
  });

  it("is answered even if the promise of `onRequest` rejects", async () => {
    await using other = await startEmulator({
      onRequest: async () => Promise.reject(new Error("log")),
    });
    expect((await fetch(`${other.apiBase}/gateway`)).status).toBe(200);
    await new Promise((resolve) => setImmediate(resolve));
  });

  it("is answered even if `onRequest` throws", async () => {
    hostile = () => {
      throw new Error("No.");
    };
    await recordOf("/api/v10/oauth2/keys");
    expect((await fetch(`${emulator.apiBase}/oauth2/keys`)).status).toBe(200);
  });

  it("has no reason if the response contains no message", async () => {
    const headers = { "content-type": "text/plain" };
    for (const body of ["x", ["y"], { of: "another kind" }]) {
      records.length = 0;
      emulator.faults.add({ answer: { status: 400, headers, body }, times: 1 });
      expect((await recordOf("/api/v10/users/@me")).reason).toBeUndefined();
    }
  });

  it("has no reason if the response is truncated", async () => {
    emulator.faults.add({ answer: "half", times: 1 });
    expect(await recordOf("/api/v10/users/@me")).toMatchObject({ status: 401, reason: undefined });
  });

  it("has the reason of a response sent as bytes, but not of a response that is too long", async () => {
    const told: RequestRecord[] = [];
    for (const parts of [[Buffer.from('{"message":"No."}')], ["x".repeat(70_000), "never read"]]) {
      await using server = await startServer((request, response) => {
        recordRequest(request, response, (record) => told.push(record));
        response.writeHead(400, { location: "nowhere" });
        for (const part of parts) response.write(part);
        response.end();
      });
      await (await fetch(server.url)).text();
    }
    await until(() => told.length === 2);
    expect(told.map(({ reason }) => reason)).toEqual(["No.", undefined]);
  });

  it("has no reason if a redirect contains a code", async () => {
    const told: RequestRecord[] = [];
    await using server = await startServer((request, response) => {
      recordRequest(request, response, (record) => told.push(record));
      response.setHeader("location", "http://127.0.0.1/callback?code=c").writeHead(302).end();
    });
    await fetch(server.url, { redirect: "manual" });
    await until(() => told.length === 1);
    expect(told[0]).toMatchObject({ status: 302, reason: undefined });
  });
});
