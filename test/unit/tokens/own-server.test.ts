import { inspect } from "node:util";
import { expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { askOwnServer } from "../../../src/tokens/own-server.ts";
import type { TokenGrant } from "../../../src/tokens/token-set.ts";
import { tokenContext } from "../../setup/token-context.ts";

const { context, registered } = tokenContext(() => ({ body: {} }));
const ask = (answer: () => Promise<unknown>) =>
  askOwnServer(
    { operation: "Exchanging the authorization code", secrets: context.secrets },
    answer as () => Promise<TokenGrant>,
  );

it("returns a grant as a result and registers its tokens as secrets", async () => {
  const grant = {
    accessToken: "access-0123456789",
    refreshToken: "refresh-0123456789",
    expiresIn: 60,
    scopes: "openid",
  };
  expect(await ask(() => Promise.resolve(grant))).toMatchObject(grant);
  expect(registered).toContain(grant.accessToken);
  expect(registered).toContain(grant.refreshToken);
});

it("rethrows a ClientError unchanged", async () => {
  const dead = new ClientError({ type: ErrorType.HTTPError, code: "invalid_grant", message: "dead" });
  await expect(ask(() => Promise.reject(dead))).rejects.toBe(dead);
});

it("hides any other error", async () => {
  const failure: unknown = await ask(() => Promise.reject(new Error("code-0123456789"))).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ type: 1, code: "own_server_failed" });
  expect(inspect(failure)).not.toContain("code-0123456789");
});

it.each([
  ["nothing", undefined],
  ["the service's own spelling", { access_token: "a" }],
  ["a number as a token", { accessToken: 1, scopes: "" }],
  ["a string as a lifetime", { accessToken: "a", expiresIn: "60", scopes: "" }],
  ["no scopes", { accessToken: "a" }],
  ["a lifetime that is not a number", { accessToken: "a", expiresIn: Number.NaN, scopes: "" }],
  ["an infinite lifetime", { accessToken: "a", expiresIn: Number.POSITIVE_INFINITY, scopes: "" }],
  ["a negative lifetime", { accessToken: "a", expiresIn: -1, scopes: "" }],
  ["an invalid ID token", { accessToken: "a", scopes: "", idToken: "a" }],
])("rejects %s as a grant", async (_, answer) => {
  await expect(ask(() => Promise.resolve(answer))).rejects.toMatchObject({
    type: 2,
    code: "invalid_response",
  });
});

it("falls back to the requested scopes if the grant lists none", async () => {
  const grant = () => Promise.resolve({ accessToken: "access-0123456789", scopes: "" });
  const result = await askOwnServer(
    { operation: "Refreshing the token", secrets: context.secrets, scopes: "openid" },
    grant,
  );
  expect(result.scopes).toBe("openid");
});

it.each([
  [
    "throws synchronously",
    () => {
      throw new Error("code-0123456789");
    },
  ],
  ["throws a string", () => Promise.reject("code-0123456789")],
  [
    "returns a getter that throws",
    () =>
      Promise.resolve({
        get accessToken(): string {
          throw new Error("code-0123456789");
        },
      }),
  ],
  [
    "throws a ClientError with extra fields",
    () =>
      Promise.reject(
        Object.assign(new ClientError({ type: 2, code: "invalid_grant", message: "dead" }), {
          cause: "code-0123456789",
        }),
      ),
  ],
])("hides secrets if the server %s", async (_, answer) => {
  const failure: unknown = await ask(answer as () => Promise<unknown>).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ClientError);
  expect(inspect(failure)).not.toContain("code-0123456789");
});

it.each([
  ["expiresIn is NaN", { accessToken: "a", scopes: "", expiresIn: Number.NaN }],
  ["expiresIn is a number", { accessToken: "a", scopes: "", expiresIn: -1 }],
  ["expiresIn is a number", { accessToken: "a", scopes: "", expiresIn: Infinity }],
  ["accessToken is a string", { accessToken: "a\r\nx: y", scopes: "" }],
  ["refreshToken is an object", { accessToken: "a", refreshToken: {}, scopes: "" }],
  ["scopes is missing", { accessToken: "a" }],
])("explains an invalid grant: %s", async (message, answer) => {
  await expect(ask(() => Promise.resolve(answer))).rejects.toThrow(message);
});
