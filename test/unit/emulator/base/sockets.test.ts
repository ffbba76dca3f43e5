import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { wantsWebSocket } from "../../../../src/emulator/base/sockets.ts";
import { startEmulator } from "../../../../src/emulator/index.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());

describe("a protocol upgrade", () => {
  it("is ignored if an API client requests HTTP/2", async () => {
    const body = JSON.stringify({ name: "dive", description: "x".repeat(50) });
    const { id, botToken } = emulator.application;
    const upstream = request(`${emulator.apiBase}/applications/${id}/commands`, {
      method: "POST",
      headers: {
        connection: "Upgrade, HTTP2-Settings",
        upgrade: "h2c",
        "http2-settings": "AAMAAABkAARAAAAAAAIAAAAA",
        authorization: `Bot ${botToken}`,
        "content-type": "application/json",
        "content-length": body.length,
      },
    });
    upstream.end(body);
    const [answer] = (await once(upstream, "response")) as [IncomingMessage];
    expect([answer.statusCode, await json(answer)]).toEqual([201, expect.objectContaining({ name: "dive" })]);
  });

  it("recognizes the word WebSocket regardless of case", () => {
    const requestTo = (upgrade?: string) => wantsWebSocket({ headers: { upgrade } } as IncomingMessage);
    expect([requestTo("WebSocket"), requestTo("h2c"), requestTo()]).toEqual([true, false, false]);
  });
});
