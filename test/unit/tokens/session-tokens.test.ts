import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { memoryTokenStore } from "../../../src/store/token-store.ts";
import { SessionTokens } from "../../../src/tokens/session-tokens.ts";
import { tokenContext } from "../../setup/token-context.ts";

const hour = 3_600_000;
const start = 1_700_000_000_000;

/** The margin is 15% of the lifetime. */
function tokensFor(lifetime: number | undefined, receivedAt = start): SessionTokens {
  const expiresAt = lifetime === undefined ? undefined : receivedAt + lifetime;
  const set = { accessToken: "a", refreshToken: "r", receivedAt, expiresAt, scopes: "", requestedScopes: "" };
  const { secrets } = tokenContext(() => ({ body: {} })).context;
  const ignore = () => undefined;
  return new SessionTokens(set, {
    store: memoryTokenStore(),
    account: "1",
    secrets,
    warn: ignore,
    onDeleted: ignore,
  });
}

function freshness({ isFresh, isUsable }: SessionTokens): string {
  if (!isUsable) return "expired";
  return isFresh ? "fresh" : "due";
}

describe("an access token", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: start, toFake: ["Date", "performance"] });
    vi.spyOn(Math, "random").mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it.each([
    ["an hour", hour, 0.84 * hour, "fresh"],
    ["an hour", hour, 0.85 * hour, "due"],
    ["an hour", hour, hour, "expired"],
    ["weeks with a margin of one day", 1000 * hour, 975 * hour, "fresh"],
    ["weeks with a margin of one day", 1000 * hour, 976 * hour, "due"],
    ["an unknown time", undefined, 10_000 * hour, "fresh"],
  ])("that lasts %s (%s ms) and is %i ms old is %s", (_name, lifetime, elapsed, expected) => {
    const tokens = tokensFor(lifetime);
    vi.advanceTimersByTime(elapsed);
    expect(freshness(tokens)).toBe(expected);
  });

  it("expires even if the machine sleeps or the clock is set back", () => {
    const asleep = tokensFor(hour);
    const setBack = tokensFor(hour);
    vi.setSystemTime(start + hour);
    expect(freshness(asleep)).toBe("expired");
    vi.advanceTimersByTime(hour);
    vi.setSystemTime(start - hour);
    expect(freshness(setBack)).toBe("expired");
  });

  it.each([
    [60_000, "fresh"],
    [60_001, "due"],
  ])("whose arrival time is %i ms in the future is %s", (ahead, expected) => {
    expect(freshness(tokensFor(hour, start + ahead))).toBe(expected);
  });
});
