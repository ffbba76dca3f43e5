import { describe, expect, it, test } from "vitest";
import { checkAnswer, operationsInScope } from "../../setup/description/check-answer.ts";
import { summarizeAnswers, untestedEndpoints } from "../../setup/description/checked-answers.ts";
import { findOperation, readOperations } from "../../setup/description/operations.ts";

const operations = readOperations();

describe("the operations of the published description", () => {
  it("are all read, with the types of their answers", () => {
    expect(operations.length).toBeGreaterThan(240);
    expect(operations.flatMap(({ responses }) => [...responses.keys()])).toContain("204");
    const callback = findOperation(operations, "POST", "/interactions/5/token/callback");
    expect(Object.fromEntries(callback?.responses ?? [])).toEqual({
      200: "InteractionCallbackResponse",
      204: "unknown",
      429: "RatelimitedResponse",
      "4XX": "ErrorResponse",
    });
  });

  it("are found by a request, the special before the general", () => {
    const pathOf = (path: string) => findOperation(operations, "GET", path)?.path;
    expect(pathOf("/webhooks/1/t/messages/@original")).toMatch(/@original$/);
    expect(pathOf("/webhooks/1/t/messages/2")).toMatch(/\{message_id\}$/);
    expect(pathOf("/nothing/here")).toBeUndefined();
  });

  it("cannot be read out of anything else", () => {
    expect(() => readOperations("export type Paths = {};")).toThrow("not written as it was");
  });
});

describe("an answer", () => {
  const instance = { application_id: "1", instance_id: "i", launch_id: "2", users: [] };
  const location = { id: "pc-3", kind: "pc", channel_id: "3" };
  const check = (status: number, body?: object, path = "/applications/1/activity-instances/i") =>
    checkAnswer({ method: "GET", path, status, body });

  it("is as described, or says what is wrong", async () => {
    expect(await check(200, { ...instance, location })).toEqual({
      operation: "GET /applications/{application_id}/activity-instances/{instance_id}",
      isDescribed: true,
    });
    expect((await check(200, instance)).problem).toContain('"location"');
    expect(await check(404, { code: 0, message: "404: Not Found" })).not.toHaveProperty("problem");
    expect((await check(404, { code: 0 })).problem).toContain('"message"');
    expect((await check(201, {})).problem).toContain("201");
  });

  it("may be one that nothing describes", async () => {
    expect(await check(200, {}, "/partner-sdk/1234567")).toEqual({
      operation: "GET /partner-sdk/{id}",
      isDescribed: false,
    });
  });

  it("that only a standard describes is held to that", async () => {
    const answer = (status: number, body: object, path = "/oauth2/token") =>
      checkAnswer({ method: "POST", path, status, body });
    const tokens = { access_token: "a", token_type: "Bearer", expires_in: 60, scope: "identify" };
    expect(await answer(200, tokens)).toEqual({
      operation: "POST /oauth2/token (RFC 6749 5.1 and 5.2, RFC 8628 3.5)",
      isDescribed: true,
    });
    expect((await answer(200, { ...tokens, expires_in: "60" })).problem).toContain("expires_in");
    expect(await answer(400, { error: "invalid_grant" })).not.toHaveProperty("problem");
    expect((await answer(400, { error: "wrong" })).problem).toContain("RFC 6749");
    expect((await answer(302, {})).problem).toContain("302");
    expect(await answer(400, { code: 0, message: "No" }, "/partner-sdk/child-token")).not.toHaveProperty(
      "problem",
    );
  });

  it("that has no body must have none", async () => {
    const answer = { method: "DELETE", path: "/applications/1/commands/2", status: 204 };
    expect(await checkAnswer(answer)).not.toHaveProperty("problem");
    expect((await checkAnswer({ ...answer, body: {} })).problem).toContain("has a body");
  });
});

test("the operations of the emulator are those that the description has too", () => {
  expect(operationsInScope).toContain("PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original");
  expect(operationsInScope).toContain("POST /partner-sdk/child-token (RFC 6749 5.1)");
  expect(operationsInScope).toContain("GET /oauth2/keys");
});

test("a run ends with what was looked up", () => {
  const inScope = ["GET /a", "GET /b"];
  const tests = [
    { validated: { "GET /a": 2 }, undescribed: ["POST /c"], succeeded: [], inScope },
    { validated: { "GET /a": 1 }, undescribed: ["POST /c"], succeeded: [], inScope },
  ];
  const summary = summarizeAnswers(tests, true);
  expect(summary).toContain("3 are as the published description has them, or a standard");
  expect(summary).toContain("1 of the 2 operations");
  expect(summary).toContain("not asked: GET /b");
  expect(summary.match(/not described: POST \/c/g)).toHaveLength(1);
  expect(summarizeAnswers(tests, false)).not.toContain("not asked");
});

test("an endpoint that never succeeded in a test is untested", () => {
  const tests = [
    { validated: {}, undescribed: [], succeeded: ["GET /a"], endpoints: ["GET /a", "GET /b"] },
    { validated: { "GET /b": 1 }, undescribed: [], succeeded: [], endpoints: ["GET /a", "GET /b"] },
  ];
  expect(untestedEndpoints(tests)).toEqual(["GET /b"]);
});
