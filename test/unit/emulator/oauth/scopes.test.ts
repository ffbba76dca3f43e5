import { expect, test } from "vitest";
import { allows } from "../../../../src/emulator/oauth/scopes.ts";

test.each([
  ["openid identify", "identify", true],
  ["openid sdk.social_layer", "identify", true],
  ["sdk.social_layer_presence", "identify", true],
  ["openid sdk.social_layer", "email", false],
  ["openid", "identify", false],
  ["bot", "applications.commands", true],
  ["applications.commands", "bot", false],
  ["bot", "identify", false],
  ["sdk.social_layer", "guilds", true],
  ["sdk.social_layer", "sdk.social_layer_presence", true],
  ["sdk.social_layer_presence", "relationships.read", true],
  ["sdk.social_layer_presence", "guilds", false],
  ["sdk.social_layer_presence", "activities.invites.write", true],
  ["sdk.social_layer", "activities.invites.write", true],
  ["sdk.social_layer", "lobbies.write", true],
  ["sdk.social_layer_presence", "lobbies.write", false],
  ["toString", "identify", false],
  ["", "identify", false],
])("a token for %j allows %s: %j", (granted, scope, isAllowed) => {
  expect(allows(granted, scope)).toBe(isAllowed);
});
