import { describe, expect, it } from "vitest";
import { setEndpoint } from "../../../../src/cli/emulator/run.ts";

/** An application whose endpoint is refused for these reasons, one after the other, and then taken. */
function applicationRefusing(...reasons: readonly string[]) {
  const left = [...reasons];
  return {
    async setInteractionsEndpoint() {
      const reason = left.shift();
      if (reason !== undefined) throw new Error(reason);
    },
  };
}

describe("the endpoint of the emulator's application", () => {
  it("is set once it answers, and each reason before is told once", async () => {
    const told: string[] = [];
    const onRefused = ({ message }: Error) => void told.push(message);
    const { signal } = new AbortController();
    const application = applicationRefusing("absent", "absent", "wrong key", "absent");
    expect(await setEndpoint(application, "http://x", { signal, onRefused, pauseMs: 1 })).toBe(true);
    expect(told).toEqual(["absent", "wrong key", "absent"]);
  });

  it("is given up at the end", async () => {
    const end = new AbortController();
    const setting = { signal: end.signal, onRefused: () => end.abort() };
    expect(await setEndpoint(applicationRefusing("absent"), "http://x", setting)).toBe(false);
  });
});
