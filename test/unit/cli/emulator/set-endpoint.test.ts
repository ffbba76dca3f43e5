import { describe, expect, it } from "vitest";
import { setEndpoint } from "../../../../src/cli/emulator/run.ts";

/** An application that rejects its endpoint with these reasons in order, and then accepts it. */
function applicationRefusing(...reasons: readonly string[]) {
  const left = [...reasons];
  return {
    async setInteractionsEndpoint() {
      const reason = left.shift();
      if (reason !== undefined) throw new Error(reason);
    },
  };
}

describe("setEndpoint", () => {
  it("retries until the endpoint responds, and reports each change of the reason once", async () => {
    const told: string[] = [];
    const onRefused = ({ message }: Error) => void told.push(message);
    const { signal } = new AbortController();
    const application = applicationRefusing("absent", "absent", "wrong key", "absent");
    expect(await setEndpoint(application, "http://x", { signal, onRefused, pauseMs: 1 })).toBe(true);
    expect(told).toEqual(["absent", "wrong key", "absent"]);
  });

  it("stops when the signal aborts", async () => {
    const end = new AbortController();
    const setting = { signal: end.signal, onRefused: () => end.abort() };
    expect(await setEndpoint(applicationRefusing("absent"), "http://x", setting)).toBe(false);
  });
});
