import { OAuth2Scopes } from "discord-api-types/v10";
import { expect, test } from "vitest";
import { grantableScopes } from "../../../src/emulator/oauth/scopes.ts";
import { knownScopes } from "../../../src/wire/scope.ts";
import { schemaOf } from "../../setup/description/schema-of.ts";

test.each([
  ["discord-api-types", Object.values(OAuth2Scopes)],
  ["the service's own description", [...(schemaOf("OAuth2Scopes")._zod.values ?? [])].map(String)],
  ["the emulator", grantableScopes],
])("includes the scopes of %s", (_, scopes) => {
  expect(scopes.filter((scope) => !(knownScopes as readonly string[]).includes(scope))).toEqual([]);
  expect(scopes.length).toBeGreaterThan(20);
});

test("has no duplicates", () => {
  expect(new Set(knownScopes).size).toBe(knownScopes.length);
});
