import { describe, expect, it } from "vitest";
import { requestLine } from "../../../../src/cli/emulator/request-line.ts";
import { createPaint } from "../../../../src/cli/frame/terminal.ts";

const record = { method: "GET", path: "/x", status: 200, durationMs: 1.6, reason: undefined };
const line = (change: object) => requestLine({ ...record, ...change }, createPaint(false));

describe("requestLine", () => {
  it("contains the request, status, duration and reason", () => {
    expect([
      line({}),
      line({ method: "DELETE", status: 204 }),
      line({ status: 401, reason: "401: Unauthorized" }),
      line({ status: 302, reason: "access_denied" }),
      line({ status: 500 }),
      line({ status: undefined }),
    ]).toEqual([
      "GET    /x  200  2 ms  ok",
      "DELETE /x  204  2 ms  ok",
      "GET    /x  401  2 ms  refused: 401: Unauthorized",
      "GET    /x  302  2 ms  refused: access_denied",
      "GET    /x  500  2 ms  refused",
      "GET    /x  2 ms  no response, the connection was closed",
    ]);
  });

  it("escapes control characters", () => {
    expect(line({ path: "/\u001B[2J", status: 400, reason: "a\nb\u202E" })).toBe(
      "GET    /\\u001b[2J  400  2 ms  refused: a\\u000ab\\u202e",
    );
  });
});
