import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { readPublicKey } from "../../../../src/core/check/public-key.ts";
import { parseSnowflake } from "../../../../src/core/check/readers.ts";
import { parseClientSecret, parseSecret } from "../../../../src/core/request/credential.ts";
import { readPrivateKey, readSecret } from "../../../../src/emulator/outbound/signed-post.ts";
import { checkToken } from "../../../../src/tokens/token-type.ts";

const key = "bbf58ee117ed8eff3f2db0e038529ffb23739d9561ec70ceb5dc6df8d8be1e4c";
const botToken = "MTAwMDAwMDAwMDAwMDAwMQ.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789ab";
const secret = "kZ4qTr8wXyB2nM6vC0sD5fG7hJ9lP3aQ";
const id = "1000000000000000001";

const readers = [
  ["a public key", readPublicKey, key],
  ["a bot token", parseSecret, botToken],
  ["a client secret", parseClientSecret, secret],
  ["an access token", checkToken, secret],
  ["an id", parseSnowflake, id],
  ["a secret of the emulator", readSecret, secret],
  ["a private key of the emulator", readPrivateKey, key],
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
    [readPublicKey, id, "option is an id, not a public key."],
    [readPublicKey, key.slice(1), "option is not 64 hexadecimal digits; it has 63 characters."],
    [readPublicKey, secret, "option is not 64 hexadecimal digits; it has 32 characters."],
    [readPublicKey, " ", "option is an empty string."],
    [parseSecret, `Bot ${botToken}`, 'option begins with "Bot" or "Bearer".'],
    [parseSecret, `bearer\t${botToken}`, 'option begins with "Bot" or "Bearer".'],
    [parseSecret, id, "option is an id, not a token or secret."],
    [parseSecret, "two words", "option has spaces or invalid characters."],
    [parseSecret, `${secret}\u200B`, "option has spaces or invalid characters."],
    [parseSecret, " ", "option is an empty string, but must be a token or secret."],
    [parseClientSecret, botToken, "option is a bot token."],
    [checkToken, `Bearer ${secret}`, 'option begins with "Bot" or "Bearer".'],
    [checkToken, "two words", "option is a string, but must be a token."],
    [parseSnowflake, botToken, "option is not an id."],
    [parseSnowflake, " ", "option is missing."],
  ])("is rejected with the reason and not shown", (read, value, message) => {
    expect(refusalOf(read, value)).toBe(message);
  });
});
