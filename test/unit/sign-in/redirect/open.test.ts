import { afterEach, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { loadAddon } from "../../../../src/native/load.ts";
import { parseScheme } from "../../../../src/sign-in/redirect/custom-scheme-name.ts";
import type { Loopback } from "../../../../src/sign-in/redirect/loopback.ts";
import { openRedirect } from "../../../../src/sign-in/browser-consent.ts";
import type { RedirectReceiver } from "../../../../src/sign-in/redirect/receiver.ts";

const scheme = parseScheme({ applicationId: "1234567890123456789" });
const receiver = { redirectUri: "http://127.0.0.1:1/callback" } as RedirectReceiver;
const failure = (
  type: ErrorType,
  code: "loopback_unavailable" | "port_unavailable" | "too_many_files" = "loopback_unavailable",
) => new ClientError({ type, code, message: "it is busy" });
let handOver: MockInstance;

beforeEach(() => {
  const addon = loadAddon();
  vi.spyOn(addon, "redirectSchemeStatus").mockReturnValue({ owner: "our.desktop", ours: true, stale: false });
  handOver = vi.spyOn(addon, "openHandOver").mockReturnValue(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

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

it("rejects with the last failure, whose message contains the first", async () => {
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

it("opens nothing for the device flow", async () => {
  const { opened } = open(["device"], () => expect.unreachable("it may not be opened"));
  await expect(opened).rejects.toMatchObject({ type: 6, code: "invalid_redirect" });
});
