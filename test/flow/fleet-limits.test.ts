import { expect, test } from "vitest";
import { measureFleet } from "../bench/fleet-limits/measure.js";
import { needs } from "../setup/system-parts.ts";

/** The whole measurement takes 30 seconds of a quiet machine: `npm run bench -- fleet-limits`. */
test(
  "four processes share one bot's limits through Redis",
  // A service that reads late, since its processor is busy elsewhere, sees the requests of two seconds in one.
  { ...needs("redis-server", "whole programs"), retry: 2 },
  async () => {
    const result = await measureFleet({ seconds: 5, instances: 4 });
    expect(result.failures).toBe(0);
    expect(result.mostInASecond).toBeLessThanOrEqual(50);
    // How even the shares are is the bench's to say: in five seconds of a busy machine they follow who is given the processor.
    const average = result.requests / 4;
    expect(Math.max(...result.each.map((count) => Math.abs(count / average - 1)))).toBeLessThan(0.5);
    // Two, but for those that wait for the first answer of all.
    expect(result.commandsPerRequest).toBeLessThan(2.2);
    // How many they are depends on the machine as well.
    expect(Math.min(...result.each)).toBeGreaterThan(0);
  },
);
