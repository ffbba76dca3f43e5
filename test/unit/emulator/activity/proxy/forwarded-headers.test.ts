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
const message = (rawHeaders: string[]) =>
  ({
    rawHeaders,
    headers: Object.fromEntries(
      Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
        String(rawHeaders[2 * index]).toLowerCase(),
        rawHeaders[2 * index + 1],
      ]),
    ),
  }) as unknown as IncomingMessage;

describe("forwarded headers", () => {
  it("keep order and spelling, drop hop-by-hop headers and use the target's host", () => {
    const sent = message([
      "Host",
      "1.localhost",
      "X-A",
      "1",
      "Connection",
      "keep-alive, X-Hop",
      "X-Hop",
      "2",
      "x-a",
      "3",
    ]);
    expect(requestHeaders(sent, target)).toEqual(["host", "127.0.0.1:5173", "X-A", "1", "x-a", "3"]);
    expect(hostOf({ ...target, port: 80 })).toBe("127.0.0.1");
  });

  it("keep chunked encoding and omit headers that are replaced with undefined", () => {
    const sent = message(["Transfer-Encoding", "chunked", "Accept-Encoding", "gzip"]);
    expect(requestHeaders(sent, target, { "accept-encoding": undefined })).toEqual([
      "host",
      "127.0.0.1:5173",
      "transfer-encoding",
      "chunked",
    ]);
  });

  it("request the WebSocket upgrade again", () => {
    const sent = message(["Connection", "Upgrade", "Upgrade", "websocket", "Sec-WebSocket-Key", "k"]);
    const asked = ["Sec-WebSocket-Key", "k", "connection", "Upgrade", "upgrade", "websocket"];
    expect(upgradeHeaders(sent, target)).toEqual(["host", "127.0.0.1:5173", ...asked]);
    expect(upgradeHeaders(message([]), target)).toContain("websocket");
  });

  it("keep each cookie, and the length of an unchanged body", () => {
    const came = message([
      "Set-Cookie",
      "a=1; domain=.1.discordsays.com",
      "Content-Length",
      "3",
      "Location",
      "/x",
    ]);
    const rules = { id: "1", origin: "http://1.localhost", target, added: [["x-b", "2"]] as const };
    expect(responseHeaders(came, rules)).toEqual([
      "Set-Cookie",
      "a=1",
      "Content-Length",
      "3",
      "Location",
      "/x",
      "x-b",
      "2",
    ]);
    expect(responseHeaders(came, { ...rules, isChanged: true })).not.toContain("Content-Length");
  });
});
