import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LoggingSeverity } from "../../../../src/log/logger.ts";
import { loadAddon } from "../../../../src/native/load.ts";
import { deliverRedirect, openCustomScheme } from "../../../../src/sign-in/redirect/custom-scheme.ts";
import { parseScheme } from "../../../../src/sign-in/redirect/custom-scheme-name.ts";
import { describeRedirectReceiver } from "../../../setup/redirect-receiver-contract.ts";

const name = parseScheme({ applicationId: "1234567890123456789" });
const close = vi.fn();

beforeEach(() => {
  close.mockReset();
  const addon = loadAddon();
  vi.spyOn(addon, "redirectSchemeStatus").mockReturnValue({ owner: "our.desktop", ours: true, stale: false });
  vi.spyOn(addon, "openHandOver").mockReturnValue(close);
});
afterEach(() => vi.restoreAllMocks());

describeRedirectReceiver("the custom scheme", async () => {
  const receiver = await openCustomScheme(name);
  return { receiver, deliver: async (query) => deliverRedirect(`${receiver.redirectUri}?${query}`) };
});

describe("openCustomScheme", () => {
  it("closes the channel once, even after repeated close() calls", async () => {
    const [one, two] = [await openCustomScheme(name), await openCustomScheme(name)];
    await one.close();
    await one.close();
    expect(close).not.toHaveBeenCalled();
    await two[Symbol.asyncDispose]();
    expect(close).toHaveBeenCalledOnce();
  });

  it("recommends a dot in the scheme in the log", async () => {
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
