import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = "src/emulator";
/** The clock itself, and browser code, where the time cannot be controlled. */
const apart = /^(?:base\/clock\.ts$|[\w-]+\/browser\/)/;
/** Matches code that reads the current time or starts a timer. Formatting a computed time is allowed. */
const asksForTime =
  /\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)|\bperformance\.|\bprocess\.(?:hrtime|uptime)\b|\bset(?:Timeout|Interval)\b|\btimers\/promises\b|\bAbortSignal\.timeout\b/;

test("reads the time and starts timers only in the emulator's clock", () => {
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  );
  const asking = sources.filter((path) => asksForTime.test(readFileSync(`${root}/${path}`, "utf8")));
  expect(asking.filter((path) => !apart.test(path))).toEqual([]);
  expect(asking).toContain("base/clock.ts");
});
