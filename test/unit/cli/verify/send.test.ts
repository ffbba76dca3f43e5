import { describe, expect, it, vi } from "vitest";
import { send } from "../../../../src/cli/verify/send.ts";
import { startServer } from "../../../setup/emulator/game.ts";

describe("send", () => {
  it("times out after 3 seconds, and rejects at Ctrl-C", async () => {
    await using server = await startServer(() => undefined);
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    expect(await send(server.url, {}, "", new AbortController().signal)).toBeUndefined();
    expect(timeout).toHaveBeenCalledWith(3000);
    timeout.mockRestore();
    await expect(send(server.url, {}, "", AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
  });

  it("rejects an unreachable endpoint", async () => {
    // `fetch` blocks this port.
    const refused = send("http://127.0.0.1:1/", {}, "", new AbortController().signal);
    await expect(refused).rejects.toMatchObject({
      code: "endpoint_unreachable",
      message: "http://127.0.0.1:1/ cannot be reached (no connection).",
    });
  });

  it("prefers the handler's clock to the Date header of a proxy", async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(401, { date: new Date().toUTCString() });
      response.end('{"code":"clock_off","aheadSeconds":-600}');
    });
    expect(await send(server.url, {}, "", new AbortController().signal)).toMatchObject({
      status: 401,
      aheadSeconds: -600,
    });
  });

  it("returns no clock difference without a Date header", async () => {
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
