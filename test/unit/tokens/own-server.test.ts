import { inspect } from "node:util";
import { expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { askOwnServer } from "../../../src/tokens/own-server.ts";
import type { TokenGrant } from "../../../src/tokens/token-set.ts";
import { throwing } from "../../setup/throwing.ts";
import { tokenContext } from "../../setup/token-context.ts";

const { context, registered } = tokenContext(() => ({ body: {} }));
const leaking = throwing(new Error("code-0123456789"));
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

it("falls back to the requested scopes if the grant lists none", async () => {
  const grant = () => Promise.resolve({ accessToken: "access-0123456789", scopes: "" });
  const result = await askOwnServer(
    { operation: "Refreshing the token", secrets: context.secrets, scopes: "openid" },
    grant,
  );
  expect(result.scopes).toBe("openid");
});

it.each([
  ["rejects", () => Promise.reject(new Error("code-0123456789")), "own_server_failed"],
  ["throws synchronously", leaking, "own_server_failed"],
  ["throws a string", () => Promise.reject("code-0123456789"), "own_server_failed"],
  [
    "returns a getter that throws",
    () => Promise.resolve(Object.defineProperty({}, "accessToken", { get: leaking })),
    "own_server_failed",
  ],
  [
    "throws a ClientError with extra fields",
    () =>
      Promise.reject(
        Object.assign(new ClientError({ type: 2, code: "invalid_grant", message: "dead" }), {
          cause: "code-0123456789",
        }),
      ),
    "invalid_grant",
  ],
])("hides secrets if the server %s", async (_, answer, code) => {
  const failure: unknown = await ask(answer as () => Promise<unknown>).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ClientError);
  expect(failure).toHaveProperty("code", code);
  expect(inspect(failure)).not.toContain("code-0123456789");
});

it.each([
  ["accessToken is missing", undefined],
  ["accessToken is missing", { access_token: "a" }],
  ["accessToken is a number", { accessToken: 1, scopes: "" }],
  ["idToken is a string", { accessToken: "a", scopes: "", idToken: "a" }],
  ["expiresIn is a string", { accessToken: "a", expiresIn: "60", scopes: "" }],
  ["expiresIn is NaN", { accessToken: "a", scopes: "", expiresIn: Number.NaN }],
  ["expiresIn is a number", { accessToken: "a", scopes: "", expiresIn: -1 }],
  ["expiresIn is a number", { accessToken: "a", scopes: "", expiresIn: Infinity }],
  ["accessToken is a string", { accessToken: "a\r\nx: y", scopes: "" }],
  ["refreshToken is an object", { accessToken: "a", refreshToken: {}, scopes: "" }],
  ["scopes is missing", { accessToken: "a" }],
])("explains an invalid grant: %s", async (problem, answer) => {
  const message = expect.stringContaining(problem) as unknown;
  const error = { type: 2, code: "invalid_response", message };
  await expect(ask(() => Promise.resolve(answer))).rejects.toMatchObject(error);
});
