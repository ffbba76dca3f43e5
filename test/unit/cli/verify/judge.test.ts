import { describe, expect, it } from "vitest";
import { judgeForgery, judgeInteraction, judgePing, judgeRawBody } from "../../../../src/cli/verify/judge.ts";

const sent = { check: "it", sent: "something", publicKey: undefined };
const reply = (status: number, body = "") => ({ status, body, aheadSeconds: undefined, durationMs: 5 });

describe("judging a response", () => {
  it("fails if there is no response in time", () => {
    for (const judge of [judgePing, judgeForgery, judgeInteraction]) {
      expect(judge(sent, undefined)).toMatchObject({
        verdict: "failure",
        status: null,
        found: expect.stringContaining("3 seconds"),
      });
    }
    expect(judgeRawBody(sent, undefined, [])).toMatchObject({ verdict: "failure" });
  });

  it("accepts a callback, or a 202", () => {
    expect(judgeInteraction(sent, reply(202))).toMatchObject({
      verdict: "ok",
      found: "Accepted with 202 after 5 ms.",
    });
    expect(judgeInteraction(sent, reply(200, '{"type":4}'))).toMatchObject({ verdict: "ok" });
    for (const body of ["", "null", '{"type":"4"}'])
      expect(judgeInteraction(sent, reply(200, body))).toMatchObject({ verdict: "failure" });
  });

  it("does not show an unknown key", () => {
    expect(judgePing(sent, reply(401)).advice).toContain(
      "another public key than the key of the application that sends the interactions",
    );
  });

  it("suggests the correct path before it mentions signatures", () => {
    expect(judgeForgery(sent, reply(404)).advice).toContain("the path");
    expect(judgeForgery(sent, reply(403)).advice).toContain("Answer 401");
  });

  it("accepts only 401 for a forged request", () => {
    expect([401, 403, 200].map((status) => judgeForgery(sent, reply(status)).verdict)).toEqual([
      "ok",
      "failure",
      "failure",
    ]);
  });
});
