import { Server } from "node:http";
import { afterEach, expect, it, vi } from "vitest";
import { ErrorType } from "../../../../src/core/errors.ts";
import { openListener } from "../../../../src/sign-in/redirect/loopback-server.ts";

afterEach(() => vi.restoreAllMocks());

/** Makes the system reject every port. */
function refuseWith(code: string): void {
  vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server) {
    queueMicrotask(() => this.emit("error", Object.assign(new Error(code), { code })));
    return this;
  });
}

it("returns the authority that a browser sends in the Host header", async () => {
  const { authority, close } = await openListener({ hosts: ["127.0.0.1", "::1"], port: 0 });
  expect(authority).toMatch(/^127\.0\.0\.1:\d+$/);
  await close();
});

it.each([
  ["another program has the port", 50_000, "EADDRINUSE", { code: "port_unavailable" }],
  ["the port is for the system alone", 80, "EACCES", { code: "port_unavailable" }],
  ["a chosen port exists at neither address", 50_000, "EADDRNOTAVAIL", { code: "port_unavailable" }],
  ["this process has too many files open", 0, "EMFILE", { code: "too_many_files", retryable: true }],
  ["the system has too many files open", 0, "ENFILE", { code: "too_many_files", retryable: true }],
  ["there is no loopback interface", 0, "EADDRNOTAVAIL", { code: "loopback_unavailable" }],
] as const)("reports that %s", async (_case, port, code, expected) => {
  refuseWith(code);
  const opened = openListener({ hosts: ["127.0.0.1", "::1"], port });
  await expect(opened).rejects.toMatchObject({ type: ErrorType.Disabled, ...expected });
});
