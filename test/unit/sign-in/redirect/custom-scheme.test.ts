import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { LoggingSeverity } from "../../../../src/log/logger.ts";
import { loadAddon } from "../../../../src/native/load.ts";
import { deliverRedirect, openCustomScheme } from "../../../../src/sign-in/redirect/custom-scheme.ts";
import { parseScheme } from "../../../../src/sign-in/redirect/custom-scheme-name.ts";
import { describeRedirectReceiver } from "../../../setup/redirect-receiver-contract.ts";
import { abortedError } from "../../../../src/core/errors.ts";
import { callAddon } from "../../../../src/sign-in/redirect/call-addon.ts";
import type { IgnoredReason, Judge } from "../../../../src/sign-in/redirect/receiver.ts";
import { throwing } from "../../../setup/throwing.ts";

const name = parseScheme({ applicationId: "1234567890123456789" });
const closeChannel = vi.fn();

beforeEach(() => {
  closeChannel.mockReset();
  const addon = loadAddon();
  vi.spyOn(addon, "redirectSchemeStatus").mockReturnValue({ owner: "our.desktop", ours: true, stale: false });
  vi.spyOn(addon, "openHandOver").mockReturnValue(closeChannel);
});
afterEach(() => vi.restoreAllMocks());

describeRedirectReceiver("the custom scheme", async () => {
  const receiver = await openCustomScheme(name);
  return { receiver, deliver: async (query) => deliverRedirect(`${receiver.redirectUri}?${query}`) };
});

describe("openCustomScheme", () => {
  it("closes the channel only once, even after repeated close() calls", async () => {
    const [one, two] = [await openCustomScheme(name), await openCustomScheme(name)];
    await one.close();
    await one.close();
    expect(closeChannel).not.toHaveBeenCalled();
    await two[Symbol.asyncDispose]();
    expect(closeChannel).toHaveBeenCalledOnce();
  });

  it("logs a recommendation to use a dot in the scheme", async () => {
    const log = vi.fn();
    const game = parseScheme({ applicationId: "1234567890123456789", scheme: "mygame" });
    await (await openCustomScheme(game, log)).close();
    expect(log.mock.calls).toEqual([
      [LoggingSeverity.Warning, "redirect", expect.stringMatching(/com\.example\.game/)],
    ]);
    await (await openCustomScheme(game)).close();
  });

  it("rejects the waiting flow if the game's callback throws", async () => {
    await using receiver = await openCustomScheme(name);
    const waiting = receiver.receive(() => ({ ignored: "wrong_state" }), {
      signal: new AbortController().signal,
      onIgnored: throwing(new Error("of the game")),
    });
    deliverRedirect(`${receiver.redirectUri}?state=1`);
    await expect(waiting).rejects.toThrow("of the game");
  });
});

describe("an addon error", () => {
  it.each([
    [
      "scheme_taken",
      { type: 4, retryable: false, hint: expect.stringContaining("replace: true") as unknown },
    ],
    ["scheme_busy", { type: 4, retryable: true }],
    ["invalid_command", { type: 6, retryable: false }],
    ["of_the_system", { type: 4, retryable: false }],
    [undefined, { type: 4, code: "native_error" }],
  ])("wraps the addon's failure %s", (code, expected) => {
    const failure = Object.assign(new Error("it failed"), code && { code });
    expect(() => callAddon(throwing(failure))).toThrow(
      expect.objectContaining({ code, message: "it failed", ...expected }),
    );
  });

  it("rethrows the library's errors unchanged", () => {
    const ours = abortedError("Opening the scheme");
    expect(() => callAddon(throwing(ours))).toThrow(ours);
  });
});

describe("a channel", () => {
  const game = parseScheme({ applicationId: "1234567890123456789", scheme: "com.example.game" });
  const redirect = (query: string) => `com.example.game:/authorize/callback?${query}`;
  const lost = throwing(new Error("lost"));
  let arrive: (uri: string | undefined) => void;
  beforeEach(() => {
    vi.spyOn(loadAddon(), "openHandOver").mockImplementation((_scheme, onMessage) => {
      arrive = onMessage;
      return closeChannel;
    });
  });

  /** Waits for the redirect with `state` and records the ignored ones. */
  async function wait(state: string, judgeState: (given: string | null) => boolean = (one) => one === state) {
    const receiver = await openCustomScheme(game);
    onTestFinished(() => receiver.close());
    const ignored: IgnoredReason[] = [];
    const judge: Judge<string | null> = (parameters) =>
      judgeState(parameters.get("state"))
        ? { answer: parameters.get("code"), ending: Promise.resolve({ outcome: "returned" }) }
        : { ignored: "wrong_state" };
    const { signal } = new AbortController();
    const code = receiver.receive(judge, { signal, onIgnored: (reason) => ignored.push(reason) });
    code.catch(() => undefined);
    return { receiver, ignored, code };
  }

  it("routes a redirect only to the flow with its state", async () => {
    const [one, two] = [await wait("1"), await wait("2")];
    arrive(redirect("state=3"));
    arrive(undefined);
    arrive(redirect("code=c2&state=2#fragment"));
    arrive(redirect("state=2"));
    expect(await two.code).toBe("c2");
    expect(one.ignored).toEqual(["wrong_state", "not_a_redirect", "wrong_state"]);
    expect(two.ignored).toEqual(["wrong_state", "not_a_redirect"]);
  });

  it("receives delivered redirects regardless of the scheme's letter case until it is closed", async () => {
    const { receiver, code } = await wait("1");
    expect(deliverRedirect("COM.EXAMPLE.GAME:/authorize/callback?code=c&state=1")).toBe(true);
    expect(await code).toBe("c");
    await receiver.close();
    expect(deliverRedirect(redirect("code=c&state=1"))).toBe(false);
  });

  it.each<[unknown]>([
    ["other:/authorize/callback?state=1"],
    ["com.example.game://authorize/callback?state=1"],
    ["com.example.game:/AUTHORIZE/callback?state=1"],
    [redirect("state=1\n")],
    [redirect("state=é")],
    [redirect("x".repeat(32 * 1024))],
    [7],
    [undefined],
  ])("ignores invalid redirects (%#)", async (uri) => {
    const { ignored } = await wait("1");
    expect(deliverRedirect(uri as string)).toBe(false);
    expect(ignored).toEqual([]);
  });

  it("rejects all flows but does not throw if a flow throws while it handles a redirect", async () => {
    const [one, two] = [await wait("1", lost), await wait("2")];
    expect(() => arrive(redirect("state=2"))).not.toThrow();
    await expect(one.code).rejects.toThrow("lost");
    await expect(two.code).rejects.toThrow("lost");
  });
});
