import { expect, test } from "vitest";
import { grantsScope, isKnownScope } from "../../../../src/emulator/oauth/scopes.ts";
import { knownScopes } from "../../../../src/wire/scope.ts";

test.each([
  ["openid identify", "identify", true],
  ["openid sdk.social_layer", "email", false],
  ["openid", "identify", false],
  ["bot", "applications.commands", true],
  ["applications.commands", "bot", false],
  ["bot", "identify", false],
  ["toString", "identify", false],
  ["", "identify", false],
])("with the granted scopes %j, `grantsScope` for %s returns %j", (granted, scope, isAllowed) => {
  expect(grantsScope(granted, scope)).toBe(isAllowed);
});

const presence = [
  "sdk.social_layer_presence",
  "activities.invites.write",
  "activities.read",
  "activities.write",
  "application_identities.write",
  "gateway.connect",
  "identify",
  "relationships.read",
  "relationships.write",
];
const communication = [
  ...presence,
  "sdk.social_layer",
  "dm_channels.messages.read",
  "dm_channels.messages.write",
  "dm_channels.read",
  "guilds",
  "guilds.channels.read",
  "lobbies.write",
];

test.each([
  ["sdk.social_layer_presence", presence],
  ["sdk.social_layer", communication],
  ["bot", ["bot", "applications.commands"]],
  ["identify", ["identify"]],
])("expands %s only to known scopes", (umbrella, stoodFor) => {
  const allowed = knownScopes.filter((scope) => isKnownScope(scope) && grantsScope(umbrella, scope));
  expect(new Set(allowed)).toEqual(new Set(stoodFor.filter(isKnownScope)));
});
