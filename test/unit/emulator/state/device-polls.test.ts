import { describe, expect, it } from "vitest";
import { DevicePolls } from "../../../../src/emulator/state/device-polls.ts";

describe("DevicePolls", () => {
  it("increases the interval by 5 seconds after an early poll", () => {
    let now = 0;
    const polls = new DevicePolls(5, () => now);
    expect(polls.isTooEarly("code")).toBe(false);
    now += 5_000;
    expect(polls.isTooEarly("code")).toBe(false);
    expect(polls.isTooEarly("another")).toBe(false);
    now += 1_000;
    expect(polls.isTooEarly("code")).toBe(true);
    now += 5_000;
    expect(polls.isTooEarly("code")).toBe(true);
    now += 15_000;
    expect(polls.isTooEarly("code")).toBe(false);
  });

  it("accepts every poll if the interval is shorter than the tolerance", () => {
    const polls = new DevicePolls(0.05, () => 0);
    expect([polls.isTooEarly("code"), polls.isTooEarly("code")]).toEqual([false, false]);
  });
});
