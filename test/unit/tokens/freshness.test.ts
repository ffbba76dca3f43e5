import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FreshnessWatch } from "../../../src/tokens/freshness.ts";

const hour = 3_600_000;
const start = 1_700_000_000_000;

/** The margin is 15 % of the life. */
function watch(life: number | undefined, receivedAt = start): FreshnessWatch {
  return new FreshnessWatch({
    accessToken: "a",
    refreshToken: "r",
    receivedAt,
    expiresAt: life === undefined ? undefined : receivedAt + life,
    scopes: "",
    requestedScopes: "",
  });
}

describe("A token", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: start, toFake: ["Date", "performance"] });
    vi.spyOn(Math, "random").mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("is fresh, then due, then over", () => {
    const tokens = watch(hour);
    expect(tokens.now()).toBe("fresh");
    vi.advanceTimersByTime(0.84 * hour);
    expect(tokens.now()).toBe("fresh");
    vi.advanceTimersByTime(0.01 * hour);
    expect(tokens.now()).toBe("due");
    vi.advanceTimersByTime(0.15 * hour);
    expect(tokens.now()).toBe("over");
  });

  it("is due no more than a day before its end, however long it lives", () => {
    const tokens = watch(1000 * hour);
    vi.advanceTimersByTime(975 * hour);
    expect(tokens.now()).toBe("fresh");
    vi.advanceTimersByTime(hour);
    expect(tokens.now()).toBe("due");
  });

  it("without an end is always fresh", () => {
    const tokens = watch(undefined);
    vi.advanceTimersByTime(10_000 * hour);
    expect(tokens.now()).toBe("fresh");
  });

  it("is over after a sleep of the machine, and when the clock is set back after it was read", () => {
    const asleep = watch(hour);
    const setBack = watch(hour);
    vi.setSystemTime(start + hour);
    expect(asleep.now()).toBe("over");
    vi.advanceTimersByTime(hour);
    vi.setSystemTime(start - hour);
    expect(setBack.now()).toBe("over");
  });

  it.each([
    [60_000, "fresh"],
    [60_001, "due"],
  ])("that came %i ms in the future is %s", (ahead, freshness) => {
    expect(watch(hour, start + ahead).now()).toBe(freshness);
  });
});
