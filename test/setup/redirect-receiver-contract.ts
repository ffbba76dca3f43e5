import { afterEach, describe, expect, it } from "vitest";
import type { IgnoredReason, RedirectReceiver } from "../../src/sign-in/redirect/receiver.ts";

/** An open receiver, and a function that delivers a redirect to it. */
export interface OpenedReceiver {
  readonly receiver: RedirectReceiver;
  /** Resolves when the redirect has been processed, or can no longer arrive. */
  readonly deliver: (query: string) => Promise<unknown>;
}

/** Defines the tests that every {@link RedirectReceiver} must pass. */
export function describeRedirectReceiver(name: string, open: () => Promise<OpenedReceiver>): void {
  describe(`the redirect receiver contract, implemented by ${name}`, () => {
    const opened: RedirectReceiver[] = [];
    afterEach(async () => {
      for (const receiver of opened.splice(0)) await receiver.close();
    });

    async function wait(state = "right") {
      const { receiver, deliver } = await open();
      opened.push(receiver);
      const ignored: IgnoredReason[] = [];
      const stop = new AbortController();
      const code = receiver.receive(
        (parameters) =>
          parameters.get("state") === state
            ? { answer: parameters.get("code"), ending: Promise.resolve({ outcome: "returned" } as const) }
            : { ignored: "wrong_state" },
        { signal: stop.signal, onIgnored: (reason) => ignored.push(reason) },
      );
      code.catch(() => undefined);
      return { receiver, deliver, code, ignored, stop };
    }

    it("returns the result of the first accepted redirect", async () => {
      const { deliver, code } = await wait();
      await deliver("code=c1&state=right");
      await expect(code).resolves.toBe("c1");
    });

    it("reports ignored redirects and keeps waiting", async () => {
      const { deliver, code, ignored } = await wait();
      await deliver("code=evil&state=wrong");
      expect(ignored).toEqual(["wrong_state"]);
      await deliver("code=c1&state=right");
      await expect(code).resolves.toBe("c1");
    });

    it("uses only the first of two redirects", async () => {
      const { deliver, code } = await wait();
      await Promise.allSettled([deliver("code=c1&state=right"), deliver("code=c2&state=right")]);
      await expect(code).resolves.toBe("c1");
    });

    it("passes parameters unchanged", async () => {
      const { deliver, code } = await wait();
      await deliver(`code=${encodeURIComponent("a b&c=d%")}&state=right`);
      await expect(code).resolves.toBe("a b&c=d%");
    });

    it("rejects with the abort reason", async () => {
      const { code, stop } = await wait();
      const reason = new Error("enough");
      stop.abort(reason);
      await expect(code).rejects.toBe(reason);
    });

    it("ignores redirects after its signal is aborted", async () => {
      const { deliver, code, stop, ignored } = await wait();
      stop.abort(new Error("enough"));
      await Promise.allSettled([deliver("code=c1&state=right")]);
      await expect(code).rejects.toThrow("enough");
      expect(ignored).toEqual([]);
    });

    it("has a constant redirect URI and can be closed twice", async () => {
      const { receiver } = await wait();
      const { redirectUri } = receiver;
      expect(() => new URL(redirectUri)).not.toThrow();
      expect(redirectUri).not.toMatch(/[?#]/);
      await receiver.close();
      await receiver.close();
      expect(receiver.redirectUri).toBe(redirectUri);
    });

    it("can be reopened after it was closed", async () => {
      const first = await wait();
      await first.receiver.close();
      const { deliver, code } = await wait();
      await deliver("code=c1&state=right");
      await expect(code).resolves.toBe("c1");
    });
  });
}
