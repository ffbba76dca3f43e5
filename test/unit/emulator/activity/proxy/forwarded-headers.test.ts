import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { hostOf, requestHeaders } from "../../../../../src/emulator/activity/proxy/forwarded-headers.ts";

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
});
