import { expect, test } from "vitest";
import { headersOf } from "../../../../src/interactions/endpoint/incoming.ts";
import { jsonAnswer } from "../../../../src/interactions/endpoint/endpoint.ts";

test("sets content-type for a body and allow for a 405", () => {
  const answer = jsonAnswer({ type: 1 });
  expect(answer).toEqual({ status: 200, body: '{"type":1}' });
  expect(headersOf(answer)).toEqual({ "content-type": "application/json" });
  expect(headersOf({ status: 405 })).toEqual({ allow: "POST" });
  expect(headersOf({ status: 401 })).toEqual({});
});

test("returns separate header objects", () => {
  headersOf({ status: 405 })["x-other"] = "1";
  headersOf(jsonAnswer(1))["x-other"] = "1";
  expect([headersOf({ status: 405 }), headersOf(jsonAnswer(1))]).toEqual([
    { allow: "POST" },
    { "content-type": "application/json" },
  ]);
});
