import { expect, it } from "vitest";
import { LoggingSeverity } from "../../../../src/log/logger.ts";
import { IgnoredRedirects, problemOf } from "../../../../src/sign-in/redirect/loopback.ts";

it("#33 logs the first of each kind, and the totals", () => {
  const lines: [number, string][] = [];
  {
    using ignored = new IgnoredRedirects((severity, _component, text) => lines.push([severity, text]));
    for (let count = 0; count < 5_000; count += 1) ignored.add("wrong_state");
    ignored.add("path");
  }
  expect(lines).toEqual([
    [LoggingSeverity.Warning, "ignored a request that is not the awaited redirect: wrong_state"],
    [LoggingSeverity.Warning, "ignored a request that is not the awaited redirect: path"],
    [LoggingSeverity.Info, "ignored in all: wrong_state 5000, path 1"],
  ]);
});

it("logs nothing if no redirect was ignored", () => {
  const ignored = new IgnoredRedirects(() => expect.fail("there is nothing to say"));
  ignored[Symbol.dispose]();
});

it.each(["missing_state", "wrong_state", "repeated_parameter"] as const)(
  "explains the problem of an ignored redirect (%s) and the fix",
  (reason) => {
    expect(problemOf(reason)).toEqual({
      message: expect.stringMatching(/^The .+\.$/),
      hint: expect.stringMatching(/\.$/),
    });
  },
);

it("returns undefined for other requests, which get no page", () => {
  expect(problemOf("path")).toBeUndefined();
});
