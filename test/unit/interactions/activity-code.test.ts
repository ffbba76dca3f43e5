import { expect, test } from "vitest";
import { exchangeActivityCode } from "../../../src/interactions/index.ts";
import { TokenServiceInMemory } from "../../setup/token-service.ts";

const options = { applicationId: "5", clientSecret: "secret-of-the-server", code: "code-of-the-page" };

test("reads the options synchronously, so later changes have no effect", async () => {
  const service = new TokenServiceInMemory();
  const given = { ...options, code: "100000000000000003", fetch: service.fetch };
  const asked = exchangeActivityCode(given);
  given.code = "another";
  await asked;
  expect(service.requests[0]).toMatchObject({ code: "100000000000000003" });
});

test.each([
  ["applicationId", { applicationId: 5 }],
  ["clientSecret", { clientSecret: "" }],
  ["code", { code: undefined }],
  ["codeVerifier", { codeVerifier: "" }],
  ["redirectUri", { redirectUri: "https://127.0.0.1" }],
])("rejects an invalid %s without a request", async (name, wrong) => {
  const service = new TokenServiceInMemory();
  const asked = exchangeActivityCode({ ...options, fetch: service.fetch, ...wrong } as never);
  await expect(asked).rejects.toThrow(`options.${name}`);
  expect(service.requests).toEqual([]);
});
