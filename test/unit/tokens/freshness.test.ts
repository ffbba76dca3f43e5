import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FreshnessWatch } from "../../../src/tokens/freshness.ts";

const hour = 3_600_000;
const start = 1_700_000_000_000;

/** The margin is 15% of the lifetime. */
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

describe("FreshnessWatch", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: start, toFake: ["Date", "performance"] });
    vi.spyOn(Math, "random").mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("returns `fresh`, then `due`, then `over`", () => {
    const tokens = watch(hour);
    expect(tokens.now()).toBe("fresh");
    vi.advanceTimersByTime(0.84 * hour);
    expect(tokens.now()).toBe("fresh");
    vi.advanceTimersByTime(0.01 * hour);
    expect(tokens.now()).toBe("due");
    vi.advanceTimersByTime(0.15 * hour);
    expect(tokens.now()).toBe("over");
  });

  it("returns `due` at most a day before expiry, for any lifetime", () => {
    const tokens = watch(1000 * hour);
    vi.advanceTimersByTime(975 * hour);
    expect(tokens.now()).toBe("fresh");
    vi.advanceTimersByTime(hour);
    expect(tokens.now()).toBe("due");
  });

  it("always returns `fresh` for a token without an expiry", () => {
    const tokens = watch(undefined);
    vi.advanceTimersByTime(10_000 * hour);
    expect(tokens.now()).toBe("fresh");
  });

  it("returns `over` after the machine slept, and if the clock is set back", () => {
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
  ])("classifies a token received %i ms in the future as %s", (ahead, freshness) => {
    expect(watch(hour, start + ahead).now()).toBe(freshness);
  });
});
