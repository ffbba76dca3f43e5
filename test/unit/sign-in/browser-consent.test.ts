import { afterEach, beforeEach, describe, expect, it, type MockInstance, onTestFinished, vi } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { loadAddon } from "../../../src/native/load.ts";
import type { RedirectReceiver } from "../../../src/sign-in/redirect/receiver.ts";
import { loadFetch, openRedirect } from "../../../src/sign-in/browser-consent.ts";
import { parseScheme } from "../../../src/sign-in/redirect/custom-scheme-name.ts";
import type { Loopback } from "../../../src/sign-in/redirect/loopback.ts";

afterEach(() => void vi.restoreAllMocks());

describe("openRedirect", () => {
  const scheme = parseScheme({ applicationId: "1" });
  const receiver = { redirectUri: "http://127.0.0.1:1/callback" } as RedirectReceiver;
  const failure = (
    type: ErrorType,
    code: "loopback_unavailable" | "port_unavailable" | "too_many_files" = "loopback_unavailable",
  ) => new ClientError({ type, code, message: "it is busy" });
  let handOver: MockInstance;

  beforeEach(() => {
    const addon = loadAddon();
    vi.spyOn(addon, "redirectSchemeStatus").mockReturnValue({
      owner: "our.desktop",
      ours: true,
      stale: false,
    });
    handOver = vi.spyOn(addon, "openHandOver").mockReturnValue(() => undefined);
  });

  function open(methods: Parameters<typeof openRedirect>[0], openReceiver: () => Promise<RedirectReceiver>) {
    const log = vi.fn();
    const loopback = { openReceiver } as Loopback;
    return { log, opened: openRedirect(methods, { loopback, scheme, log }) };
  }

  it("opens the first available method", async () => {
    const { log, opened } = open(["device", "loopback", "custom-scheme"], () => Promise.resolve(receiver));
    expect(await opened).toBe(receiver);
    expect([log.mock.calls, handOver.mock.calls]).toEqual([[], []]);
  });

  it("logs the failures of earlier methods", async () => {
    const busy = () => Promise.reject(failure(ErrorType.Disabled));
    const { log, opened } = open(["loopback", "custom-scheme"], busy);
    await using second = await opened;
    expect(second.redirectUri).toMatch(/^discord-/);
    expect(log.mock.calls).toContainEqual([3, "redirect", expect.stringMatching(/^loopback .*it is busy/)]);
  });

  it.each(["port_unavailable", "too_many_files"] as const)("tries no other method after %s", async (code) => {
    const { opened } = open(["loopback", "custom-scheme"], () =>
      Promise.reject(failure(ErrorType.Disabled, code)),
    );
    await expect(opened).rejects.toMatchObject({ code });
    expect(handOver).not.toHaveBeenCalled();
  });

  it("rejects with the last failure and includes the first one in its message", async () => {
    handOver.mockImplementation(() => {
      throw Object.assign(new Error("the last"), { code: "scheme_busy" });
    });
    const { opened } = open(["loopback", "custom-scheme"], () => Promise.reject(failure(ErrorType.Disabled)));
    await expect(opened).rejects.toThrow(/the last.*Before that: it is busy/s);
  });

  it.each([failure(ErrorType.ValidationError), new Error("it is busy")])(
    "rejects immediately on a validation error or an internal error (%#)",
    async (reason) => {
      const { opened } = open(["loopback", "custom-scheme"], () => Promise.reject(reason));
      await expect(opened).rejects.toBe(reason);
      expect(handOver).not.toHaveBeenCalled();
    },
  );
});

// test/package/imports.test.ts checks in a separate process that this loads Node's fetch.
it("loads Node's fetch by reading a global that Node loads with it", () => {
  const { Headers } = globalThis;
  const read = vi.fn(() => Headers);
  Object.defineProperty(globalThis, "Headers", { configurable: true, get: read });
  onTestFinished(() => void Object.defineProperty(globalThis, "Headers", { value: Headers }));
  loadFetch();
  expect(read).toHaveBeenCalledOnce();
});
