import { expect, it } from "vitest";
import { describeSession, rowsOf } from "../../../../src/cli/session/describe.ts";

const hour = 3_600_000;
const shown = (expiresAt: Date | undefined) => {
  const session = { scopes: "openid identify", expiresAt };
  const place = { applicationId: "5", environment: "staging" };
  return rowsOf(describeSession(session, place, "tester", { id: "7", name: "Ada" }), 0);
};

it("describes a session with its application, environment and account", () => {
  expect(shown(undefined)).toEqual([
    ["Player", "Ada (7)"],
    ["Application", "5 (staging)"],
    ["Account", "tester"],
    ["Scopes", "openid identify"],
    ["Token", "unknown: the service did not send an expiry"],
  ]);
});

it.each([
  [hour, "until 1970-01-01 01:00 UTC, in 60 minutes; renewed when it is used"],
  [20 * hour, "until 1970-01-01 20:00 UTC, in 20 hours; renewed when it is used"],
  [72 * hour, "until 1970-01-04 00:00 UTC, in 3 days; renewed when it is used"],
])("formats an expiry in %d ms", (ms, text) => {
  expect(shown(new Date(ms)).at(-1)).toEqual(["Token", text]);
});
