import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = "src/emulator";
/** The clock itself, and programs that run on somebody's screen, where time cannot be moved. */
const apart = /^(?:base\/clock\.ts$|[\w-]+\/browser\/)/;
/** A time that is computed may be formatted: only asking for the present one is not allowed. */
const asksForTime =
  /\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)|\bperformance\.|\bprocess\.(?:hrtime|uptime)\b|\bset(?:Timeout|Interval)\b|\btimers\/promises\b|\bAbortSignal\.timeout\b/;

test("nothing in the emulator but its clock asks for the time, or waits", () => {
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  );
  const asking = sources.filter((path) => asksForTime.test(readFileSync(`${root}/${path}`, "utf8")));
  expect(asking.filter((path) => !apart.test(path))).toEqual([]);
  expect(asking).toContain("base/clock.ts");
});

test.each([
  "const now = Date.now();",
  "new Date()",
  "performance.now()",
  "setTimeout(run, 5)",
  'import { setTimeout as wait } from "node:timers/promises";',
  "AbortSignal.timeout(3_000)",
])("%s asks", (source) => {
  expect(asksForTime.test(source)).toBe(true);
});

test.each(["new Date(now).toISOString()", "Date.UTC(2015, 0, 1)", "clock.now()"])("%s does not", (source) => {
  expect(asksForTime.test(source)).toBe(false);
});
