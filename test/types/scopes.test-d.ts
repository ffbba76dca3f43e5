import { expectTypeOf, test } from "vitest";
import type { EnvironmentConfig } from "../../src/cli/config/index.ts";
import type {
  AuthorizationArgs,
  AuthorizationInit,
  DeviceAuthorizationInit,
  DiagnoseOptions,
  KnownScope,
  Scopes,
  SignInOptions,
} from "../../src/index.ts";

test("accepts scopes as an array or a string", () => {
  expectTypeOf<SignInOptions["scopes"]>().toEqualTypeOf<Scopes>();
  expectTypeOf<AuthorizationInit["scopes"]>().toEqualTypeOf<Scopes>();
  expectTypeOf<DeviceAuthorizationInit["scopes"]>().toEqualTypeOf<Scopes>();
  expectTypeOf<DiagnoseOptions["scopes"]>().toEqualTypeOf<Scopes | undefined>();
  expectTypeOf<EnvironmentConfig["scopes"]>().toEqualTypeOf<Scopes | undefined>();
  expectTypeOf<AuthorizationArgs["SetScopes"]>().parameter(0).toEqualTypeOf<Scopes>();
});

test("rejects a misspelled scope in an array", () => {
  expectTypeOf<KnownScope>().not.toEqualTypeOf<string>();
  const right: Scopes = ["openid", "identify"];
  // @ts-expect-error -- the scope is `identify`
  const misspelt: Scopes = ["openid", "identfy"];
  // @ts-expect-error -- a list of arbitrary strings may contain unknown scopes
  const unknown: Scopes = [] as string[];
  void [right, misspelt, unknown];
});

test("accepts an unknown scope in a string", () => {
  expectTypeOf<"openid brand.new">().toExtend<Scopes>();
  expectTypeOf<string>().toExtend<Scopes>();
});
