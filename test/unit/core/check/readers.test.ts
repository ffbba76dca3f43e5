import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  abortSignal,
  bytes,
  callable,
  flag,
  isSnowflake,
  kindOf,
  listOf,
  milliseconds,
  object,
  oneOf,
  optional,
  orNull,
  parseSnowflake,
  type Reader,
  recordOf,
  textOf,
  whole,
  withMethods,
  wrongArgument,
} from "../../../../src/core/check/readers.ts";
import { throwing } from "../../../setup/throwing.ts";
import { inspect } from "node:util";
import { readPublicKey } from "../../../../src/core/check/public-key.ts";
import { parseClientSecret, parseSecret } from "../../../../src/core/request/credential.ts";
import { readPrivateKey, readSecret } from "../../../../src/emulator/outbound/signed-post.ts";
import { checkToken } from "../../../../src/tokens/token-type.ts";

const hostile = {
  ownKeys: throwing(new Error("no")),
};
const method = () => undefined;
const signal = new AbortController().signal;

describe("readers", () => {
  it.each<[string, Reader<unknown>, readonly unknown[], readonly unknown[]]>([
    [
      "text",
      textOf({ most: 3 }),
      ["a", "abc", "🪸🪸🪸", "a🪸b"],
      ["", "abcd", "🪸🪸🪸🪸", "x".repeat(7), 1, null, undefined, {}, ["a"], new String("a")],
    ],
    ["text of two characters", textOf({ least: 2, most: 2 }), ["ab", "🪸🪸"], ["🪸", "a", "🪸🪸🪸"]],
    ["text that may be empty", textOf({ least: 0 }), ["", "a"], [1, null]],
    ["whole", whole(1, 9), [1, 9], [0, 10, 1.5, Number.NaN, Infinity, "1", 1n, null]],
    ["milliseconds", milliseconds(), [1, 2 ** 31 - 1], [0, 2 ** 31, -1, Number.NaN, "5"]],
    ["flag", flag, [true, false], [0, 1, "true", null]],
    ["oneOf", oneOf(["a", 1]), ["a", 1], ["b", "1", null, undefined]],
    ["callable", callable(), [method, Map], [{}, "function", null]],
    ["abortSignal", abortSignal(), [signal], [{}, null, { aborted: false, addEventListener: method }]],
    [
      "withMethods",
      withMethods<{ get(): void }>(["get"]),
      [{ get: method }],
      [{}, null, { get: 5 }, [method]],
    ],
    ["object", object(), [{}, new Map()], [null, [], method, "a"]],
    ["bytes", bytes(), [new Uint8Array(2), Buffer.from("a")], [new ArrayBuffer(2), [1], "a", null]],
    ["orNull", orNull(flag), [null, true], [undefined, 0]],
    ["recordOf", recordOf(flag), [{}, { a: true }, { a: undefined }], [null, []]],
    ["optional", optional(flag), [undefined, true], [null, 5]],
    ["listOf", listOf(flag, 2), [[], [true]], [[5], [true, false, true], { length: 0 }, [undefined], null]],
  ])("%s accepts valid values unchanged and rejects others", (_, read, right, wrong) => {
    for (const value of right) expect(read(value, "it")).toEqual(value);
    for (const value of wrong) {
      expect(() => read(value, "it")).toThrow(/^it(\[0\])? (is .+, but must be|is not) .+\.$/);
    }
  });

  it.each([
    ["abortSignal", abortSignal("missing_code")],
    ["bytes", bytes("missing_code")],
    ["listOf", listOf(flag, 2, "missing_code")],
  ])("%s throws an error with the code that the reader was created with", (_, read) => {
    expect(() => read("text", "it")).toThrow(expect.objectContaining({ code: "missing_code" }));
  });

  it("listOf stops at the first hole in a list of any length", () => {
    expect(() => listOf(flag, 2 ** 32)(Object.assign([], { length: 2 ** 32 - 1 }), "list")).toThrow(
      "list[0] is missing",
    );
  });
});

it("rejects a record that throws when it is read", () => {
  expect(() => recordOf(flag)(new Proxy({}, hostile), "it")).toThrow(
    "it cannot be read: a getter or proxy threw.",
  );
});

it("names a record's rejected entry", () => {
  expect(() => recordOf(flag)({ a: 1 }, "it")).toThrow("it.a is 1, but must be true or false.");
});

it("reports a list that is too long differently from a value that is not a list", () => {
  expect(() => listOf(textOf(), 1)(["a", "b"], "names")).toThrow("names is not a list of at most 1");
  expect(() => listOf(textOf(), 1)("a", "names")).toThrow(
    "names is a string, but must be a list of at most 1",
  );
});

it.each<[unknown, string]>([
  [undefined, "missing"],
  [null, "null"],
  ["", "an empty string"],
  [Number.NaN, "NaN"],
  [[], "a list"],
  [{}, "an object"],
  [7, "a number"],
  ["s3cret", "a string"],
  [() => undefined, "a function"],
])("names the kind of %o without showing the value", (value, kind) => {
  expect(kindOf(value)).toBe(kind);
});

it("names the argument, its kind and the expected value in the error", () => {
  expect(wrongArgument("port", "s3cret", "a number from 1 to 65535")).toMatchObject({
    type: 6,
    code: "invalid_argument",
    message: "port is a string, but must be a number from 1 to 65535.",
  });
  const error = wrongArgument("port", 0, "above 0", { code: "invalid_port", hint: "Leave it out." });
  expect(error).toMatchObject({ code: "invalid_port", hint: "Leave it out." });
});

describe("parseSnowflake", () => {
  it("accepts every 64-bit id as a string or a bigint", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), (id) => {
        expect(parseSnowflake(id, "id")).toBe(id.toString());
        expect(parseSnowflake(id.toString(), "id")).toBe(id.toString());
      }),
    );
  });

  it.each([
    undefined,
    null,
    "",
    "0",
    "-5",
    "1.5",
    "0x10",
    "१२३",
    "18446744073709551616",
    2n ** 64n,
    0n,
    -1n,
    {},
    ["1"],
  ])("rejects %s", (value) => {
    expect(() => parseSnowflake(value, "guildId")).toThrow(
      expect.objectContaining({ type: 6, code: "invalid_id" }),
    );
  });

  it("names an argument that is a JavaScript number and explains why it is rejected", () => {
    expect(() => parseSnowflake(123, "guildId")).toThrow(
      "guildId is a JavaScript number, which loses precision above 2^53.",
    );
  });
});

describe("isSnowflake", () => {
  it("returns true only for 64-bit ids", () => {
    const around = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 64n + 10n }),
      fc.bigInt({ min: 2n ** 64n - 10n, max: 2n ** 64n + 10n }),
      fc.bigInt({ min: 10n ** 19n - 10n, max: 10n ** 20n + 10n }),
    );
    fc.assert(
      fc.property(around, (id) => {
        expect(isSnowflake(id.toString())).toBe(id > 0n && id < 2n ** 64n);
      }),
    );
  });

  it.each([undefined, null, 7, "", "007", "+7", " 7", "7\n", ["7"], "१२३"])(
    "returns false for %j",
    (value) => {
      expect(isSnowflake(value)).toBe(false);
    },
  );
});

const key = "bbf58ee117ed8eff3f2db0e038529ffb23739d9561ec70ceb5dc6df8d8be1e4c";
const botToken = "MTAwMDAwMDAwMDAwMDAwMQ.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789ab";
const secret = "kZ4qTr8wXyB2nM6vC0sD5fG7hJ9lP3aQ";
const pastedId = "1000000000000000001";

const readers = [
  ["a public key", readPublicKey, key],
  ["a bot token", parseSecret, botToken],
  ["a client secret", parseClientSecret, secret],
  ["an access token", checkToken, secret],
  ["an id", parseSnowflake, pastedId],
  ["an emulator secret", readSecret, secret],
  ["an emulator private key", readPrivateKey, key],
] as const;

describe.each(readers)("%s", (_, read, text) => {
  it.each([`${text}\n`, `${text}\r\n`, ` ${text}`, `\t${text} `, `\uFEFF${text}`, `\u00A0${text}`])(
    "is accepted with surrounding whitespace: %j",
    (pasted) => expect(read(pasted, "option")).toBe(text),
  );
});

/** Returns the message of the error that `read` throws, after checking that the error does not contain the value. */
function refusalOf(read: (value: unknown, name: string) => unknown, value: string): string {
  try {
    read(value, "option");
  } catch (error) {
    const printed = inspect(error, { showHidden: true });
    for (const part of value.match(/[\w.]{9,}/g) ?? []) expect(printed).not.toContain(part);
    return (error as Error).message;
  }
  throw new Error("It was accepted.");
}

describe.each(readers.slice(0, 5))("%s in quotes", (_, read, text) => {
  it.each([`"${text}"`, `'${text}'`, `\`${text}\``, `“${text}”`, ` "${text}"\n`, `"${text}`, `${text}'`])(
    "is rejected because of its quotes: %j",
    (pasted) => expect(refusalOf(read, pasted)).toBe("option is in quotes."),
  );
});

describe("a pasted value of another kind", () => {
  it.each([
    [readPublicKey, botToken, "option is a bot token, not a public key."],
    [readPublicKey, `Bot ${botToken}`, 'option begins with "Bot" or "Bearer".'],
    [readPublicKey, pastedId, "option is an id, not a public key."],
    [readPublicKey, key.slice(1), "option is not 64 hexadecimal digits; it has 63 characters."],
    [readPublicKey, secret, "option is not 64 hexadecimal digits; it has 32 characters."],
    [readPublicKey, " ", "option is an empty string."],
    [parseSecret, `Bot ${botToken}`, 'option begins with "Bot" or "Bearer".'],
    [parseSecret, `bearer\t${botToken}`, 'option begins with "Bot" or "Bearer".'],
    [parseSecret, pastedId, "option is an id, not a token or secret."],
    [parseSecret, "two words", "option contains spaces or invalid characters."],
    [parseSecret, `${secret}\u200B`, "option contains spaces or invalid characters."],
    [parseSecret, " ", "option is an empty string, but must be a token or secret."],
    [parseClientSecret, botToken, "option is a bot token."],
    [checkToken, `Bearer ${secret}`, 'option begins with "Bot" or "Bearer".'],
    [checkToken, "two words", "option is a string, but must be a token."],
    [parseSnowflake, botToken, "option is not an id."],
    [parseSnowflake, " ", "option is missing."],
  ])("is rejected with a reason and not shown", (read, value, message) => {
    expect(refusalOf(read, value)).toBe(message);
  });
});
