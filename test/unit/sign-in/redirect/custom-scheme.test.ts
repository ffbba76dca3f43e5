import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { LoggingSeverity } from "../../../../src/log/logger.ts";
import { loadAddon } from "../../../../src/native/load.ts";
import {
  deliverRedirect,
  openCustomScheme,
  openChannel,
  type WaitingFlow,
} from "../../../../src/sign-in/redirect/custom-scheme.ts";
import { parseScheme } from "../../../../src/sign-in/redirect/custom-scheme-name.ts";
import { describeRedirectReceiver } from "../../../setup/redirect-receiver-contract.ts";
import { abortedError } from "../../../../src/core/errors.ts";
import { callAddon } from "../../../../src/sign-in/redirect/call-addon.ts";
import type { IgnoredReason } from "../../../../src/sign-in/redirect/receiver.ts";

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
      onIgnored: () => {
        throw new Error("of the game");
      },
    });
    deliverRedirect(`${receiver.redirectUri}?state=1`);
    await expect(waiting).rejects.toThrow("of the game");
  });
});

describe("an addon error", () => {
  afterEach(() => vi.restoreAllMocks());

  it("returns the addon's result", () => {
    expect(callAddon((addon) => addon === loadAddon())).toBe(true);
  });

  it.each([
    [
      "scheme_taken",
      { type: 4, retryable: false, hint: expect.stringContaining("replace: true") as unknown },
    ],
    ["scheme_busy", { type: 4, retryable: true }],
    ["invalid_command", { type: 6, retryable: false }],
    ["of_the_system", { type: 4, retryable: false }],
  ])("wraps the addon's failure %s", (code, expected) => {
    const fail = () => {
      throw Object.assign(new Error("it failed"), { code });
    };
    expect(() => callAddon(fail)).toThrow(
      expect.objectContaining({ code, message: "it failed", ...expected }),
    );
  });

  it("rethrows the library's errors unchanged", () => {
    const ours = abortedError("Opening the scheme");
    const fail = () => {
      throw ours;
    };
    expect(() => callAddon(fail)).toThrow(ours);
  });

  it("uses `native_error` if a failure has no code", () => {
    const fail = () => {
      throw new Error("it failed");
    };
    expect(() => callAddon(fail)).toThrow(expect.objectContaining({ type: 4, code: "native_error" }));
  });
});

describe("a channel", () => {
  const close = vi.fn();
  let openHandOver: MockInstance;
  let arrive: (uri: string | undefined) => void;
  beforeEach(() => {
    close.mockReset();
    openHandOver = vi.spyOn(loadAddon(), "openHandOver").mockImplementation((_scheme, onMessage) => {
      arrive = onMessage;
      return close;
    });
  });
  afterEach(() => vi.restoreAllMocks());

  /** A flow that waits for `state` and records its redirects. */
  function flow(state: string): WaitingFlow & { readonly received: string[] } {
    const received: string[] = [];
    return {
      received,
      offer(parameters): IgnoredReason | undefined {
        if (parameters.get("state") !== state) return "wrong_state";
        received.push(parameters.get("code") ?? "none");
        return undefined;
      },
      ignored: (reason) => received.push(reason),
      fail: (error) => received.push(String(error)),
    };
  }

  const redirect = (query: string) => `game:/authorize/callback?${query}`;

  describe("openChannel", () => {
    it("is shared by a scheme's flows and closed by the last one", () => {
      const [one, two] = [openChannel("game"), openChannel("game")];
      expect(openHandOver).toHaveBeenCalledOnce();
      one.release();
      expect(close).not.toHaveBeenCalled();
      two.release();
      expect(close).toHaveBeenCalledOnce();
      openChannel("game").release();
      expect(close).toHaveBeenCalledTimes(2);
    });

    it("routes a redirect only to the flow with its state", () => {
      const channel = openChannel("game");
      const [one, two] = [flow("1"), flow("2")];
      channel.wait(one);
      const leave = channel.wait(two);
      arrive(redirect("code=c2&state=2#fragment"));
      expect([one.received, two.received]).toEqual([[], ["c2"]]);
      arrive(redirect("state=3"));
      arrive(undefined);
      leave();
      arrive(redirect("state=2"));
      expect(one.received).toEqual(["wrong_state", "not_a_redirect", "wrong_state"]);
      expect(two.received).toEqual(["c2", "wrong_state", "not_a_redirect"]);
      channel.release();
    });
  });

  describe("deliverRedirect", () => {
    it("delivers a redirect to the flow regardless of the scheme's letter case", () => {
      const channel = openChannel("game");
      const waiting = flow("1");
      channel.wait(waiting);
      expect(deliverRedirect("GAME:/authorize/callback?code=c&state=1")).toBe(true);
      expect(waiting.received).toEqual(["c"]);
      channel.release();
      expect(deliverRedirect(redirect("code=c&state=1"))).toBe(false);
    });

    it.each<[unknown]>([
      ["other:/authorize/callback?state=1"],
      ["game://authorize/callback?state=1"],
      ["game:/AUTHORIZE/callback?state=1"],
      [redirect("state=1\n")],
      [redirect("state=é")],
      [redirect("x".repeat(32 * 1024))],
      [7],
      [undefined],
    ])("ignores invalid redirects (%#)", (uri) => {
      const channel = openChannel("game");
      const waiting = flow("1");
      channel.wait(waiting);
      expect(deliverRedirect(uri as string)).toBe(false);
      expect(waiting.received).toEqual([]);
      channel.release();
    });
  });

  it("rejects all flows but does not throw if a flow throws while it handles a redirect", () => {
    const channel = openChannel("game");
    const [one, two] = [flow("1"), flow("2")];
    channel.wait({
      ...one,
      offer: () => {
        throw new Error("lost");
      },
    });
    channel.wait(two);
    expect(() => arrive(redirect("state=2"))).not.toThrow();
    expect([one.received, two.received]).toEqual([["Error: lost"], ["Error: lost"]]);
    channel.release();
  });
});
