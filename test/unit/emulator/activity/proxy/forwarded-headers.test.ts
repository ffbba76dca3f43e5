import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import {
  responseHeaders,
  hostOf,
  requestHeaders,
  upgradeHeaders,
} from "../../../../../src/emulator/activity/proxy/forwarded-headers.ts";

const mapping = { prefix: "/", target: "127.0.0.1:5173" };
const target = { mapping, host: "127.0.0.1", port: 5173, path: "/" };
/** @param lines - Header lines, such as `Host: 1.localhost`. */
function message(...lines: string[]): IncomingMessage {
  const pairs = lines.map((line) => line.split(": "));
  const headers = Object.fromEntries(pairs.map(([name = "", value]) => [name.toLowerCase(), value]));
  return { rawHeaders: pairs.flat(), headers } as unknown as IncomingMessage;
}

describe("forwarded headers", () => {
  it("keep their order and spelling, omit hop-by-hop headers and use the target's host", () => {
    const sent = message(
      "Host: 1.localhost",
      "X-A: 1",
      "Connection: keep-alive, X-Hop",
      "X-Hop: 2",
      "x-a: 3",
    );
    expect(requestHeaders(sent, target)).toEqual(["host", "127.0.0.1:5173", "X-A", "1", "x-a", "3"]);
    expect(hostOf({ ...target, port: 80 })).toBe("127.0.0.1");
  });

  it("keep chunked encoding and contain the given replacements", () => {
    const sent = message("Transfer-Encoding: chunked", "Accept-Encoding: gzip");
    const replaced = ["accept-encoding", "identity", "transfer-encoding", "chunked"];
    expect(requestHeaders(sent, target, { "accept-encoding": "identity" })).toEqual([
      "host",
      "127.0.0.1:5173",
      ...replaced,
    ]);
  });

  it("contain the WebSocket upgrade", () => {
    const sent = message("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Key: k");
    const requests = ["Sec-WebSocket-Key", "k", "connection", "Upgrade", "upgrade", "websocket"];
    expect(upgradeHeaders(sent, target)).toEqual(["host", "127.0.0.1:5173", ...requests]);
    expect(upgradeHeaders(message(), target)).toContain("websocket");
  });

  it("omit cookie domains and keep the length of an unchanged body", () => {
    const came = message("Set-Cookie: a=1; domain=.1.discordsays.com", "Content-Length: 3", "Location: /x");
    const rules = { id: "1", origin: "http://1.localhost", target, added: [["x-b", "2"]] as const };
    const stored = ["Set-Cookie", "a=1", "Content-Length", "3", "Location", "/x", "x-b", "2"];
    expect(responseHeaders(came, { ...rules, isChanged: false })).toEqual(stored);
    expect(responseHeaders(came, { ...rules, isChanged: true })).not.toContain("Content-Length");
  });
});
