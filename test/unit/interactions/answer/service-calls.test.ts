import { expect, test } from "vitest";
import { apiPath } from "../../../../src/core/request/addresses.ts";
import { sendServiceCall } from "../../../../src/interactions/answer/service-calls.ts";

const call = {
  operation: "Answering",
  method: "POST",
  path: apiPath`/interactions/1/token-of-it/callback`,
  token: "token-of-it",
  timeoutMs: 60_000,
} as const;

test("hides the token in an error response", async () => {
  const body = { message: "token-of-it is over", code: 0 };
  const fetch = () => Promise.resolve(Response.json(body, { status: 404 }));
  const refused: unknown = await sendServiceCall(call, "https://service.example/api", fetch).catch(
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({ code: "not_found", status: 404 });
  expect(String(refused) + JSON.stringify(refused)).not.toContain("token-of-it");
});
