import { expect, test } from "vitest";
import { checkClock, checkNetwork } from "../../../../src/client/diagnose/checks.ts";
import { contextOf } from "../../../setup/diagnosed.ts";

const unreachable = Object.assign(new Error("fetch failed"), { code: "ECONNREFUSED" });

test("reports that the API and the authorize page respond", async () => {
  expect(await checkNetwork(contextOf().context)).toEqual({
    verdict: "ok",
    found: "https://service.example/api and https://service.example/oauth2/authorize answer.",
  });
});

test.each([
  ["/api/gateway", unreachable, "network_error"],
  ["/oauth2/authorize", unreachable, "network_error"],
  ["/api/gateway", { status: 503 }, "unexpected_status"],
  ["/oauth2/authorize", { status: 403 }, "unexpected_status"],
])("rejects if the request to %s results in %j", async (path, answer, code) => {
  const { context } = contextOf({ answers: { [path]: answer } });
  await expect(checkNetwork(context)).rejects.toMatchObject({ code });
});

test.each([
  [0, "ok", /matches/],
  [-30, "ok", /matches/],
  [31, "warning", /31 seconds ahead of/],
  [-290, "warning", /5 minutes behind/],
  [301, "failure", /about 5 minutes ahead/],
  [-10 * 3600, "failure", /10 hours behind/],
])("judges a clock that is %i seconds ahead as %s", async (seconds, verdict, found) => {
  const now = () => Date.UTC(2026, 0, 1) + seconds * 1000;
  expect(await checkClock(contextOf({ machine: { now } }).context)).toMatchObject({
    verdict,
    found: expect.stringMatching(found) as string,
  });
});

test.each([[unreachable], [{ body: {} }], [{ headers: { date: "yesterday" } }]])(
  "cannot compare the clock with %j",
  async (answer) => {
    const { context } = contextOf({ answers: { "/api/gateway": answer } });
    expect(await checkClock(context)).toMatchObject({ verdict: "not-checked" });
  },
);
