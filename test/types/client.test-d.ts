import { expectTypeOf, test } from "vitest";
import type { AuthorizationResult, AuthorizeOptions, Client } from "../../src/index.ts";
import type { Consent } from "../../src/sign-in/options.ts";

declare const client: Client;
const args = { scopes: "openid" };

test("Where the browser is asked there is a redirect URI", async () => {
  expectTypeOf((await client.Authorize(args)).redirectUri).toEqualTypeOf<string>();
  expectTypeOf((await client.Authorize(args, { timeoutMs: 1 })).redirectUri).toEqualTypeOf<string>();
  expectTypeOf((await client.Authorize(args, { consent: "browser" })).redirectUri).toEqualTypeOf<string>();
  const options: AuthorizeOptions = {};
  expectTypeOf((await client.Authorize(args, options)).redirectUri).toEqualTypeOf<string>();
});

test("Where the desktop client is asked there is none", async () => {
  const { redirectUri } = await client.Authorize(args, { consent: "desktop-client" });
  expectTypeOf(redirectUri).toEqualTypeOf<undefined>();
});

test("Where it is found out later, the result says which", async () => {
  const result = await client.Authorize(args, { consent: "auto" });
  expectTypeOf(result).toEqualTypeOf<AuthorizationResult | AuthorizationResult<"desktop-client">>();
  if (result.consent === "browser") expectTypeOf(result.redirectUri).toEqualTypeOf<string>();
  else expectTypeOf(result.redirectUri).toEqualTypeOf<undefined>();
  expectTypeOf(client.GetToken("1", result.code, "verifier", result.redirectUri)).resolves.toBeObject();
});

test("Where the game decides as it runs, the same", async () => {
  const options: AuthorizeOptions<Consent> = { consent: "auto" };
  expectTypeOf((await client.Authorize(args, options)).redirectUri).toEqualTypeOf<string | undefined>();
});
