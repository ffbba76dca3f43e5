import { expect, test } from "vitest";
import type { CheckResult } from "slashpass";
import { reportOf, summaryOf } from "../../../../src/cli/doctor/report.ts";
import { createPaint } from "../../../../src/cli/frame/terminal.ts";

const checks: CheckResult[] = [
  { check: "addon", verdict: "ok", found: "This checkout's build." },
  {
    check: "clock",
    verdict: "warning",
    found: "The clock is 31 seconds ahead of the service's clock.",
    advice: "Let the system set it, and look again afterwards whether it is right.",
  },
  {
    check: "public-client",
    verdict: "failure",
    found: "Public Client is off.",
    advice: "Switch it on.",
    code: "x",
  },
  {
    check: "scopes",
    verdict: "not-checked",
    found: "The authorize page shows this only to a signed-in player.",
  },
];
const plain = createPaint(false);

test("prints each check's verdict with its advice below", () => {
  expect(reportOf(checks.slice(1), { paint: plain, columns: 80 })).toBe(
    `warning      clock          The clock is 31 seconds ahead of the service's
                            clock.
                            -> Let the system set it, and look again afterwards
                            whether it is right.
failure      public-client  Public Client is off.
                            -> Switch it on.
not checked  scopes         The authorize page shows this only to a signed-in
                            player.`,
  );
});

test("colors verdicts if colors are enabled", () => {
  const screen = { paint: createPaint(true), columns: 80 };
  expect(reportOf(checks, screen)).toContain("\u{1b}[31mfailure");
});

test("counts the verdicts in the summary", () => {
  expect(summaryOf(checks)).toBe("4 checks: 1 ok, 1 warning, 1 failure, 1 not checked.");
  expect(summaryOf([...checks, ...checks])).toBe("8 checks: 2 ok, 2 warnings, 2 failures, 2 not checked.");
});
