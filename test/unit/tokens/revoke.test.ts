import { expect, it } from "vitest";
import { revokeToken } from "../../../src/tokens/grants.ts";
import type { FetchAnswer } from "../../setup/scripted-fetch.ts";
import { tokenContext } from "../../setup/token-context.ts";

const revoke = (answer: FetchAnswer) => {
  const { context, requests } = tokenContext(() => answer);
  return { requests, revoked: revokeToken(context, { applicationId: "1", token: "token-0123456789" }) };
};

it("sends the token to the revocation endpoint and accepts an empty response", async () => {
  const { requests, revoked } = revoke({ body: {} });
  await revoked;
  expect(requests[0]).toMatchObject({
    path: "https://service.example/api/oauth2/token/revoke",
    fields: { token: "token-0123456789", client_id: "1" },
  });
});

it.each<[string, FetchAnswer, object]>([
  ["is refused", { status: 400, body: { error: "invalid_client" } }, { code: "invalid_client", status: 400 }],
  ["is out of reach", new TypeError("fetch failed"), { code: "network_error", retryable: true }],
  ["has another answer than 200", { status: 201, body: {} }, { code: "http_error", status: 201 }],
])("rejects if the revocation %s, because the token may still be valid", async (_, answer, error) => {
  await expect(revoke(answer).revoked).rejects.toMatchObject(error);
});
