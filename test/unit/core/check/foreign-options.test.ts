import { expect, it } from "vitest";
import { Client } from "../../../../src/client.ts";
import { AuthorizationArgs } from "../../../../src/sign-in/arguments.ts";
import { CommandsClient } from "../../../../src/commands/index.ts";
import { ApiClient } from "../../../../src/resources/index.ts";
import { createInteractionHandler } from "../../../../src/interactions/index.ts";
import { readPlayerTokensOptions } from "../../../../src/server/options.ts";

const given = "given-value";

/** Options that TypeScript would reject but JavaScript code can pass. */
function having(key: string): never {
  return { [key]: given } as never;
}

type Make = (options: never) => unknown;
const client: Make = (options) => new Client(options);
const authorization: Make = (options) => AuthorizationArgs.from(options);
const commands: Make = (options) => new CommandsClient(options);
const api: Make = (options) => new ApiClient(options);
const credential: Make = (options) => new CommandsClient({ applicationId: "1", credential: options });
const endpoint: Make = (options) => createInteractionHandler(options);
const players: Make = (options) => readPlayerTokensOptions(options, "options");

it.each<[string, Make, string, RegExp]>([
  ["Client", client, "clientSecret client_secret botToken", /^A game must not/],
  ["Client", client, "clientId clientID appId", /^Pass applicationId, /],
  ["Client", client, "redirectUri redirect_uri callbackURL", /\/callback in the/],
  ["Client", client, "scope scopes", /^Pass scopes to signIn/],
  ["Client", client, "token", /^For a player's token, call signIn/],
  ["Client", client, "intents", /createInteractionHandler/],
  ["AuthorizationArgs", authorization, "clientSecret token", /^A game must not/],
  ["AuthorizationArgs", authorization, "response_type", /with PKCE/],
  ["CommandsClient", commands, "token botToken", /^Pass credential: { bot/],
  ["CommandsClient", commands, "guildId", /guild\(guildId\)/],
  ["ApiClient", api, "clientSecret", /^Pass credential: { clientId/],
  ["a credential", credential, "token", /^Pass botToken\./],
  ["an endpoint", endpoint, "clientPublicKey", /^Pass publicKey\./],
  ["an endpoint", endpoint, "token applicationId", /^Omit it: /],
  ["PlayerTokens", players, "clientId", /^Pass applicationId, /],
  ["PlayerTokens", players, "redirectUri", /along with each code/],
])("explains another library's option to callers of %s (%#)", (_what, make, keys, hint) => {
  for (const key of keys.split(" ")) {
    expect(() => make(having(key))).toThrow(
      expect.objectContaining({
        code: "unknown_option",
        message: expect.not.stringContaining(given) as string,
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
