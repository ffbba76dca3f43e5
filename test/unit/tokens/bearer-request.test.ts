import { expect, it } from "vitest";
import { apiPath } from "../../../src/core/request/addresses.ts";
import { getAsBearer } from "../../../src/tokens/current-user.ts";
import type { FetchAnswer } from "../../setup/scripted-fetch.ts";
import { tokenContext } from "../../setup/token-context.ts";

const get = (answer: FetchAnswer) => {
  const { context, requests } = tokenContext(() => answer);
  return {
    requests,
    got: getAsBearer(context, "Asking", apiPath`/users/@me`, "token-0123456789", undefined),
  };
};

it("sends the token in the header, not in the URL", async () => {
  const { requests, got } = get({ body: { a: 1 } });
  expect(await got).toEqual({ a: 1 });
  expect(requests[0]?.path).toBe("https://service.example/api/users/@me");
  expect(requests[0]?.headers["authorization"]).toBe("Bearer token-0123456789");
});

it("rejects with status 401 for an invalid token", async () => {
  const { got } = get({ status: 401, body: { message: "401: Unauthorized", code: 0 } });
  await expect(got).rejects.toMatchObject({ code: "unauthorized", status: 401 });
});
