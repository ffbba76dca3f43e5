import { describe, expect, it } from "vitest";
import { fields } from "../../../../src/core/check/fields.ts";
import {
  andThen,
  asItIs,
  callable,
  flag,
  listOf,
  milliseconds,
  oneOf,
  optional,
  parseSnowflake,
  textOf,
  whole,
} from "../../../../src/core/check/readers.ts";
import { Client } from "../../../../src/client.ts";
import { AuthorizationArgs } from "../../../../src/sign-in/arguments.ts";
import { CommandsClient } from "../../../../src/commands/index.ts";
import { ApiClient } from "../../../../src/resources/index.ts";
import { createInteractionHandler } from "../../../../src/interactions/index.ts";
import { readPlayerTokensOptions } from "../../../../src/server/options.ts";

interface Options {
  readonly applicationId: string;
  readonly timeoutMs?: number | undefined;
  readonly partial?: boolean | undefined;
  readonly nested?: { readonly onWait?: (() => void) | undefined } | undefined;
}

const read = fields<Options>({
  applicationId: textOf(),
  timeoutMs: optional(milliseconds()),
  partial: optional(flag),
  nested: optional(fields({ onWait: optional(callable<() => void>()) })),
});

const failure = (value: unknown) => {
  try {
    read(value, "options");
  } catch (error) {
    return error;
  }
  return undefined;
};

const id = { applicationId: "1" };
const unknown = "unknown_option";
const hostile = {
  get applicationId(): never {
    throw new TypeError("secret-value");
  },
};
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();

describe("fields", () => {
  it("returns a frozen copy without undefined fields", () => {
    const given = { applicationId: "1", timeoutMs: undefined };
    const copy = read(given, "options");
    expect(copy).toEqual({ applicationId: "1" });
    expect(Object.keys(copy)).toEqual(["applicationId"]);
    expect(Object.isFrozen(copy)).toBe(true);
    expect(copy).not.toBe(given);
  });

  it("accepts inherited fields", () => {
    expect(read(Object.create({ applicationId: "1", other: 2 }), "options")).toEqual({ applicationId: "1" });
  });

  it("reads each field once, so that a getter cannot return another value later", () => {
    let reads = 0;
    const copy = read(
      {
        get applicationId() {
          reads += 1;
          return String(reads);
        },
      },
      "options",
    );
    expect([copy.applicationId, copy.applicationId, reads]).toEqual(["1", "1", 1]);
  });

  const invalid = "invalid_argument";
  it.each<[unknown, string, string]>([
    [null, invalid, "options is null, but must be an object with applicationId, timeoutMs, partial, nested."],
    [[], invalid, "options is a list, but must be an object"],
    [() => 0, invalid, "options is a function, but must be an object"],
    [undefined, invalid, "options.applicationId is missing, but must be a non-empty string"],
    [{ applicationId: "" }, invalid, "options.applicationId is an empty string"],
    [{ ...id, timeoutMs: "5" }, "invalid_timeout", 'timeoutMs is "5", but must be a whole number from 1 to'],
    [{ ...id, partial: null }, invalid, "options.partial is null, but must be true or false."],
    [{ ...id, nested: { onWait: 5 } }, invalid, "options.nested.onWait is a number, but must be a function."],
    [{ ...id, timeoutms: 5 }, unknown, "timeoutms does not exist. Did you mean options.timeoutMs?"],
    [{ ...id, nested: { onwait: 1 } }, unknown, "does not exist. Did you mean options.nested.onWait?"],
    [{ ...id, elephant: 5 }, unknown, "options.elephant does not exist."],
    [{ ...id, "\u001b[31m": 5 }, unknown, String.raw`options."\u001b[31m" does not exist.`],
    [JSON.parse('{"applicationId":"1","__proto__":5}'), unknown, "options.__proto__ does not exist."],
  ])("rejects %j", (value, code, message) => {
    expect(failure(value)).toMatchObject({ name: "ClientError", type: 6, code });
    expect((failure(value) as Error).message).toContain(message);
  });

  it("accepts an unknown field that is undefined", () => {
    expect(read({ applicationId: "1", elephant: undefined }, "options")).toEqual({ applicationId: "1" });
  });

  it("lists the known fields in the hint", () => {
    expect(failure({ elephant: 5 })).toMatchObject({
      hint: "Valid fields: applicationId, timeoutMs, partial, nested.",
    });
  });

  it.each([
    ["a getter that throws", hostile],
    ["a revoked proxy", Object.create(proxy)],
  ])("reports %s as unreadable", (_, value) => {
    expect(failure(value)).toMatchObject({
      code: "invalid_argument",
      message: "options cannot be read: a getter or proxy threw.",
    });
  });

  it("never includes a value in an error", () => {
    for (const value of [
      "secret-value",
      { applicationId: { toString: () => "secret-value" } },
      { applicationId: "1", timeoutMs: "secret-value" },
      { applicationId: "1", other: "secret-value" },
    ]) {
      const { message, hint } = failure(value) as { message: string; hint?: string };
      expect(message + (hint ?? "")).not.toContain("secret-value");
    }
  });
});

it("suggests an alternative for another library's option without quoting the value", () => {
  const readForeign = fields<{ id?: string | undefined }>({ id: optional(textOf()) }, "invalid_argument", {
    userident: "Pass id.",
  });
  for (const key of ["userIdent", "user_ident", "UserIDENT"]) {
    expect(() => readForeign({ [key]: "s3cret" }, "options")).toThrow(
      expect.objectContaining({
        code: "unknown_option",
        message: `options.${key} does not exist.`,
        hint: "Pass id. Valid fields: id.",
      }),
    );
  }
});

const shape = "{ applicationId, timeoutMs, partial, nested }";
it.each([
  [whole(1, 65_535), 80_000, "port is 80000, but must be a whole number from 1 to 65535."],
  [milliseconds(), 0, "port is 0, but must be a whole number from 1 to 2147483647."],
  [oneOf(["on", "off"]), "of", 'port is "of", but must be "on" or "off".'],
  [oneOf([1, 2]), 3, "port is 3, but must be 1 or 2."],
  [oneOf(["on"]), "x".repeat(25), 'port is a string, but must be "on".'],
  [oneOf(["on"]), "two words", 'port is a string, but must be "on".'],
  [flag, "yes", 'port is "yes", but must be true or false.'],
  [whole(1, Number.MAX_SAFE_INTEGER), "0", 'port is "0", but must be a whole number of at least 1.'],
  [parseSnowflake, "12ab", 'port is not an id: "12ab".'],
  [parseSnowflake, "x".repeat(25), "port is not an id."],
  [listOf(parseSnowflake), "1", "port is a string, but must be a list: [id, …]."],
  [listOf(textOf()), "a", "port is a string, but must be a list: [string, …]."],
  [listOf(andThen(read, (value) => value)), 5, `must be a list: [${shape}, …].`],
  [listOf(asItIs()), 5, "port is a number, but must be a list."],
  [textOf(), 5, "port is a number, but must be a non-empty string."],
  [listOf(read), {}, `port is an object, but must be a list: [${shape}, …].`],
  [listOf(flag, 3), 5, "port is a number, but must be a list of at most 3: [true or false, …]."],
])("describes the invalid value and the expected shape (%#)", (reader, value, message) => {
  expect(() => reader(value, "port")).toThrow(message);
});

const given = "given-value";

/** Options that TypeScript would reject, but JavaScript code can pass. */
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
  ["Client", client, "clientId clientID appId", /^Pass the applicationId /],
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
  ["PlayerTokens", players, "clientId", /^Pass the applicationId /],
  ["PlayerTokens", players, "redirectUri", /with each code/],
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

it("suggests the correct spelling of an existing option, but gives no other advice", () => {
  for (const key of ["applicationid", "application_id", "APPLICATIONID"]) {
    expect(() => new Client(having(key))).toThrow(
      `options.${key} does not exist. Did you mean options.applicationId?`,
    );
  }
  expect(() => AuthorizationArgs.from(having("client_id"))).toThrow("Did you mean args.clientId?");
});
