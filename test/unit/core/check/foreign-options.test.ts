import { expect, it } from "vitest";
import { Client } from "../../../../src/client.ts";
import { AuthorizationArgs } from "../../../../src/sign-in/arguments.ts";
import { CommandsClient } from "../../../../src/commands/index.ts";
import { ApiClient } from "../../../../src/resources/index.ts";
import { createInteractionHandler } from "../../../../src/interactions/index.ts";
import { readPlayerTokensOptions } from "../../../../src/server/options.ts";

const given = "given-value";

/** Options that TypeScript would reject but JavaScript can pass. */
function having(key: string): never {
  return { [key]: given } as never;
}

it.each<[string, (options: never) => unknown, readonly string[], RegExp]>([
  [
    "a Client",
    (options) => new Client(options),
    ["clientSecret", "client_secret", "botToken"],
    /^A game must not/,
  ],
  ["a Client", (options) => new Client(options), ["clientId", "clientID", "appId"], /^Pass applicationId, /],
  [
    "a Client",
    (options) => new Client(options),
    ["redirectUri", "redirect_uri", "callbackURL"],
    /\/callback in the/,
  ],
  ["a Client", (options) => new Client(options), ["scope", "scopes"], /^Pass scopes to signIn/],
  ["a Client", (options) => new Client(options), ["token"], /^For a player's token, call signIn/],
  ["a Client", (options) => new Client(options), ["intents"], /createInteractionHandler/],
  [
    "the arguments of Authorize",
    (options) => AuthorizationArgs.from(options),
    ["clientSecret", "token"],
    /^A game must not/,
  ],
  [
    "the arguments of Authorize",
    (options) => AuthorizationArgs.from(options),
    ["response_type"],
    /with PKCE/,
  ],
  [
    "a CommandsClient",
    (options) => new CommandsClient(options),
    ["token", "botToken"],
    /^Pass credential: { bot/,
  ],
  ["a CommandsClient", (options) => new CommandsClient(options), ["guildId"], /guild\(guildId\)/],
  ["an ApiClient", (options) => new ApiClient(options), ["clientSecret"], /^Pass credential: { clientId/],
  [
    "a credential",
    (credential) => new CommandsClient({ applicationId: "1", credential }),
    ["token"],
    /^Pass botToken\./,
  ],
  ["an endpoint", (options) => createInteractionHandler(options), ["clientPublicKey"], /^Pass publicKey\./],
  [
    "an endpoint",
    (options) => createInteractionHandler(options),
    ["token", "applicationId"],
    /^Leave it out: /,
  ],
  [
    "PlayerTokens",
    (options) => readPlayerTokensOptions(options, "options"),
    ["clientId"],
    /^Pass applicationId, /,
  ],
  [
    "PlayerTokens",
    (options) => readPlayerTokensOptions(options, "options"),
    ["redirectUri"],
    /along with each code/,
  ],
])("explains to callers of %s an option of another library (%#)", (_what, make, keys, hint) => {
  for (const key of keys) {
    const message = expect.not.stringContaining(given) as string;
    expect(() => make(having(key))).toThrow(
      expect.objectContaining({
        code: "unknown_option",
        message,
        hint: expect.stringMatching(hint) as string,
      }),
    );
  }
});

it("suggests the correct spelling of an existing option without other advice", () => {
  for (const key of ["applicationid", "application_id", "APPLICATIONID"]) {
    expect(() => new Client(having(key))).toThrow(
      `options.${key} does not exist. Did you mean options.applicationId?`,
    );
  }
  expect(() => AuthorizationArgs.from(having("client_id"))).toThrow("Did you mean args.clientId?");
});
