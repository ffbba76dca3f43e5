import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { loadAddon } from "../../../../src/native/load.ts";
import {
  deliverRedirect,
  openChannel,
  type WaitingFlow,
} from "../../../../src/sign-in/redirect/custom-scheme.ts";
import type { IgnoredReason } from "../../../../src/sign-in/redirect/receiver.ts";

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
function flow(state: string): WaitingFlow & { readonly heard: string[] } {
  const heard: string[] = [];
  return {
    heard,
    offer(parameters): IgnoredReason | undefined {
      if (parameters.get("state") !== state) return "wrong_state";
      heard.push(parameters.get("code") ?? "none");
      return undefined;
    },
    ignored: (reason) => heard.push(reason),
    fail: (error) => heard.push(String(error)),
  };
}

const redirect = (query: string) => `game:/authorize/callback?${query}`;

describe("openChannel", () => {
  it("is shared by the flows of a scheme and closed by the last one", () => {
    const [one, two] = [openChannel("game"), openChannel("game")];
    expect(openHandOver).toHaveBeenCalledOnce();
    one.release();
    expect(close).not.toHaveBeenCalled();
    two.release();
    expect(close).toHaveBeenCalledOnce();
    openChannel("game").release();
    expect(close).toHaveBeenCalledTimes(2);
  });

  it("routes a redirect to the flow with its state only", () => {
    const channel = openChannel("game");
    const [one, two] = [flow("1"), flow("2")];
    channel.wait(one);
    const leave = channel.wait(two);
    arrive(redirect("code=c2&state=2#fragment"));
    expect([one.heard, two.heard]).toEqual([[], ["c2"]]);
    arrive(redirect("state=3"));
    arrive(undefined);
    leave();
    arrive(redirect("state=2"));
    expect(one.heard).toEqual(["wrong_state", "not_a_redirect", "wrong_state"]);
    expect(two.heard).toEqual(["c2", "wrong_state", "not_a_redirect"]);
    channel.release();
  });
});

describe("deliverRedirect", () => {
  it("delivers to the flow, in any spelling of the scheme", () => {
    const channel = openChannel("game");
    const waiting = flow("1");
    channel.wait(waiting);
    expect(deliverRedirect("GAME:/authorize/callback?code=c&state=1")).toBe(true);
    expect(waiting.heard).toEqual(["c"]);
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
    expect(waiting.heard).toEqual([]);
    channel.release();
  });
});

it("rejects all flows if one throws while it handles a redirect, but does not throw itself", () => {
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
  expect([one.heard, two.heard]).toEqual([["Error: lost"], ["Error: lost"]]);
  channel.release();
});
