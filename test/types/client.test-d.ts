import { expectTypeOf, test } from "vitest";
import type { AuthorizationResult, AuthorizeOptions, Client } from "../../src/index.ts";
import type { Consent } from "../../src/sign-in/options.ts";

declare const client: Client;
const args = { scopes: "openid" };

test("returns a redirect URI from Authorize in the browser", async () => {
  expectTypeOf((await client.Authorize(args)).redirectUri).toEqualTypeOf<string>();
  expectTypeOf((await client.Authorize(args, { timeoutMs: 1 })).redirectUri).toEqualTypeOf<string>();
  expectTypeOf((await client.Authorize(args, { consent: "browser" })).redirectUri).toEqualTypeOf<string>();
  const options: AuthorizeOptions = {};
  expectTypeOf((await client.Authorize(args, options)).redirectUri).toEqualTypeOf<string>();
});

test("returns no redirect URI from Authorize in the desktop client", async () => {
  const { redirectUri } = await client.Authorize(args, { consent: "desktop-client" });
  expectTypeOf(redirectUri).toEqualTypeOf<undefined>();
});

test("returns a union from Authorize with a fallback", async () => {
  const result = await client.Authorize(args, { consent: "auto" });
  expectTypeOf(result).toEqualTypeOf<AuthorizationResult | AuthorizationResult<"desktop-client">>();
  if (result.consent === "browser") expectTypeOf(result.redirectUri).toEqualTypeOf<string>();
  else expectTypeOf(result.redirectUri).toEqualTypeOf<undefined>();
  expectTypeOf(client.GetToken("1", result.code, "verifier", result.redirectUri)).resolves.toBeObject();
});

test("returns a union from Authorize with an option known only at run time", async () => {
  const options: AuthorizeOptions<Consent> = { consent: "auto" };
  expectTypeOf((await client.Authorize(args, options)).redirectUri).toEqualTypeOf<string | undefined>();
});
