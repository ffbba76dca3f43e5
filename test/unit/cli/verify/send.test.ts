import { describe, expect, it, vi } from "vitest";
import { send } from "../../../../src/cli/verify/send.ts";
import { startServer } from "../../../setup/emulator/game.ts";

describe("what is sent to an endpoint", () => {
  it("is given up after 3 seconds, and at Ctrl-C", async () => {
    await using server = await startServer(() => undefined);
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    expect(await send(server.url, {}, "", new AbortController().signal)).toBeUndefined();
    expect(timeout).toHaveBeenCalledWith(3000);
    timeout.mockRestore();
    await expect(send(server.url, {}, "", AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
  });

  it("cannot be where no request may go", async () => {
    // A port that browsers, and so `fetch`, never ask.
    const refused = send("http://127.0.0.1:1/", {}, "", new AbortController().signal);
    await expect(refused).rejects.toMatchObject({
      code: "endpoint_unreachable",
      message: "http://127.0.0.1:1/ cannot be reached (no connection).",
    });
  });

  it("reads the clock of a handler, even if a proxy in front of it sends another time", async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(401, { date: new Date().toUTCString() });
      response.end('{"code":"clock_off","aheadSeconds":-600}');
    });
    expect(await send(server.url, {}, "", new AbortController().signal)).toMatchObject({
      status: 401,
      aheadSeconds: -600,
    });
  });

  it("has no clock where the answer names none", async () => {
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
