import { describe, expect, it, vi } from "vitest";
import { createMemberRequestGate } from "../../../src/events/member-request-gate.ts";
import { refusalOf } from "../../setup/events/refusal.ts";

const guild = "100000000000000020";
const other = "100000000000000021";

function gateAt(start = 0) {
  const clock = { ms: start };
  return { clock, gate: createMemberRequestGate({ now: () => clock.ms }) };
}

function rateLimited(retry_after: number, guild_id = guild, opcode = 8) {
  return { opcode, retry_after, meta: { guild_id } };
}

describe("a request for a guild's members", () => {
  it("is allowed once every 30 seconds", () => {
    const { clock, gate } = gateAt(5);
    expect(gate.take(guild)).toBe(0);
    expect(gate.take(guild)).toBe(30_000);
    clock.ms += 29_999.5;
    expect(gate.take(guild)).toBe(1);
    clock.ms += 0.5;
    expect(gate.take(guild)).toBe(0);
    expect(gate.take(guild)).toBe(30_000);
  });

  it("does not wait for requests for other guilds", () => {
    const { gate } = gateAt();
    gate.take(guild);
    expect(gate.take(other)).toBe(0);
  });

  it("is not counted if only `delay` is called", () => {
    const { gate } = gateAt();
    expect(gate.delay(guild)).toBe(0);
    expect(gate.take(BigInt(guild))).toBe(0);
    expect(gate.delay(BigInt(guild))).toBe(30_000);
  });

  it("waits as long as the service asks, even if that is less than 30 seconds", () => {
    const { clock, gate } = gateAt();
    gate.adopt(rateLimited(41.5));
    expect(gate.take(guild)).toBe(41_500);
    gate.adopt(rateLimited(2));
    clock.ms += 2000;
    expect(gate.take(guild)).toBe(0);
  });

  it("ignores the rate limits of other opcodes", () => {
    const { gate } = gateAt();
    gate.adopt(rateLimited(41.5, guild, 31));
    expect(gate.delay(guild)).toBe(0);
  });
});

it("remembers at most 10,000 guilds and evicts the oldest entry", () => {
  const { gate } = gateAt();
  gate.take("1");
  gate.take("2");
  gate.adopt(rateLimited(30, "1"));
  for (let guildId = 3; guildId <= 10_001; guildId++) gate.take(String(guildId));
  expect(gate.delay("1")).toBe(30_000);
  expect(gate.delay("2")).toBe(0);
  expect(gate.delay("3")).toBe(30_000);
});

it("uses a monotonic clock by default", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const gate = createMemberRequestGate();
    gate.take(guild);
    vi.advanceTimersByTime(10_000);
    expect(gate.delay(guild)).toBe(20_000);
  } finally {
    vi.useRealTimers();
  }
});

describe("invalid input", () => {
  it("is rejected with a specific error code", () => {
    const { gate } = gateAt();
    expect(refusalOf(() => gate.take("me"))).toMatchObject({ code: "invalid_id" });
    expect(refusalOf(() => gate.delay(""))).toMatchObject({ code: "invalid_id" });
    expect(refusalOf(() => gate.adopt(rateLimited(-1)))).toMatchObject({
      code: "malformed_event",
      message: "event.retry_after is not a number of seconds.",
    });
    expect(refusalOf(() => createMemberRequestGate({ now: 7 } as never))).toMatchObject({
      code: "invalid_argument",
    });
    expect(refusalOf(() => createMemberRequestGate({ clock: 7 } as never))).toMatchObject({
      code: "unknown_option",
    });
  });

  it("is reported if the clock throws or returns an invalid time", () => {
    const broken = createMemberRequestGate({
      now: () => {
        throw new Error("hidden");
      },
    });
    const error = refusalOf(() => broken.take(guild));
    expect(error).toMatchObject({ code: "callback_failed", message: "options.now threw an error." });
    const odd = createMemberRequestGate({ now: () => Number.NaN });
    expect(refusalOf(() => odd.take(guild))).toMatchObject({
      code: "invalid_argument",
      message: "The result of options.now is NaN, but must be a number of milliseconds.",
    });
  });
});
