import { describe, expect, it, vi } from "vitest";
import {
  judgeForgery,
  judgeInteraction,
  judgePing,
  judgeRawBody,
  send,
} from "../../../../src/cli/verify/judge.ts";
import { startServer } from "../../../setup/emulator/game.ts";

const sent = { check: "it", sent: "something", publicKey: undefined };
const reply = (status: number, body = "") => ({ status, body, aheadSeconds: undefined, durationMs: 5 });

describe("verifying a response", () => {
  it("fails if there is no response in time", () => {
    for (const judge of [judgePing, judgeForgery, judgeInteraction]) {
      expect(judge(sent, undefined)).toMatchObject({
        verdict: "failure",
        status: null,
        found: expect.stringContaining("3 seconds"),
      });
    }
    expect(judgeRawBody(sent, undefined, [])).toMatchObject({ verdict: "failure" });
  });

  it.each([
    [reply(202), judgeInteraction, "ok", "Accepted with 202 after 5 ms."],
    [reply(200, '{"type":4}'), judgeInteraction, "ok", "Answered with a callback of type 4 after 5 ms."],
    [reply(200, ""), judgeInteraction, "failure", "without a callback"],
    [reply(200, "null"), judgeInteraction, "failure", "without a callback"],
    [reply(200, '{"type":"4"}'), judgeInteraction, "failure", "without a callback"],
    [reply(409), judgeInteraction, "failure", "Give the interaction a new id"],
    [reply(401), judgePing, "failure", "other than the key of the application that sends the interactions"],
    [reply(404), judgeForgery, "failure", "URL's path"],
    [reply(403), judgeForgery, "failure", "Respond with 401"],
  ])("explains the response %j", (answer, judge, verdict, words) => {
    const check = judge(sent, answer);
    expect([check.verdict, `${check.found} ${check.advice}`]).toEqual([
      verdict,
      expect.stringContaining(words),
    ]);
  });
});

describe("send", () => {
  it("times out after 3 seconds and rejects on Ctrl-C", async () => {
    await using server = await startServer(() => undefined);
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    expect(await send(server.url, {}, "", new AbortController().signal)).toBeUndefined();
    expect(timeout).toHaveBeenCalledWith(3000);
    timeout.mockRestore();
    await expect(send(server.url, {}, "", AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
  });

  it("prefers the handler's clock to a proxy's Date header", async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(401, { date: new Date().toUTCString() });
      response.end('{"code":"clock_off","aheadSeconds":-600}');
    });
    expect(await send(server.url, {}, "", new AbortController().signal)).toMatchObject({
      status: 401,
      aheadSeconds: -600,
    });
  });

  it("returns no clock difference if there is no Date header", async () => {
    await using server = await startServer((_request, response) => {
      response.sendDate = false;
      response.end("hello");
    });
    expect(await send(server.url, {}, "", new AbortController().signal)).toMatchObject({
      status: 200,
      body: "hello",
      aheadSeconds: undefined,
    });
  });
});
