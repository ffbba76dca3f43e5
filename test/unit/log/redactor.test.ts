import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor } from "../../../src/log/redactor.ts";
import { anyText } from "../../setup/any-text.ts";
import { cases } from "../../setup/cases.ts";

const secret = "QDwqE3nT7vY0aXk2LmZsPf";

describe("secrets", () => {
  test("are rejected if they have fewer than 8 or more than 65,536 bytes or contain a lone surrogate", () => {
    for (const refused of ["1234567", "x".repeat(65_537), "12345678\ud800", 12_345_678 as never]) {
      expect(() => createRedactor({ secrets: [refused] })).toThrow(
        expect.objectContaining({ code: "invalid_secret" }),
      );
    }
  });

  test("are removed by a single call even if added twice, without affecting other secrets", () => {
    const redactor = createRedactor({ secrets: [secret, secret, "another-secret"] });
    redactor.remove(secret);
    expect(redactor.redact(`${secret} another-secret`)).toBe(`${secret} [redacted]`);
  });

  test("are masked in text with lone surrogates, which are preserved", () => {
    expect(createRedactor({ secrets: [secret] }).redact(`\ud800\u{1f3ae}${secret}\udc00`)).toBe(
      "\ud800\u{1f3ae}[redacted]\udc00",
    );
  });

  test("are masked between invalid UTF-8 bytes, which are preserved", () => {
    const bytes = Buffer.concat([
      Buffer.from([0xff, 0xc3]),
      Buffer.from(secret),
      Buffer.from([0xe2, 0x82, 0xff]),
    ]);
    const expected = Buffer.concat([
      Buffer.from([0xff, 0xc3]),
      Buffer.from("[redacted]"),
      Buffer.from([0xe2, 0x82, 0xff]),
    ]);
    expect(createRedactor({ secrets: [secret] }).redactBuffer(bytes)).toEqual(expected);
  });
});

test("describes a secret's problem without repeating the secret", () => {
  const problem = (refused: unknown): string => {
    try {
      createRedactor().add(refused as string);
    } catch (error) {
      return String(error);
    }
    return "";
  };
  expect(problem("1234567")).toContain("is only 7 bytes long");
  expect(problem("x".repeat(65_537))).toContain("limit of 65,536");
  expect(problem("12345678\ud800")).toContain("half a surrogate pair");
  expect(problem(12_345_678)).toContain("secret is a number, but must be a string");
});

test("rejects a value that is neither a string nor bytes and names the argument", () => {
  const redactor = createRedactor();
  for (const wrong of [
    undefined,
    null,
    5,
    5n,
    {},
    [],
    Symbol("text"),
    new ArrayBuffer(4),
    new String("text"),
  ]) {
    const refused = (code: string) => expect.objectContaining({ code, message: expect.any(String) }) as Error;
    expect(() => redactor.redact(wrong as never)).toThrow(refused("invalid_text"));
    expect(() => redactor.redactBuffer(wrong as never)).toThrow(refused("invalid_bytes"));
    expect(() => redactor.add(wrong as never)).toThrow(refused("invalid_secret"));
    expect(() => redactor.remove(wrong as never)).toThrow(refused("invalid_secret"));
  }
  for (const wrong of [null, 5, "secret", { secrets: 5 }, { secrets: null }, { secrets: "a-long-secret" }]) {
    expect(() => createRedactor(wrong as never)).toThrow(expect.objectContaining({ code: "invalid_secret" }));
  }
});

test("accepts any string and any bytes", () => {
  const redactor = createRedactor({ secrets: [secret] });
  fc.assert(
    fc.property(anyText({ maxLength: 200 }), fc.uint8Array({ maxLength: 200 }), (text, bytes) => {
      expect(typeof redactor.redact(text + secret)).toBe("string");
      expect(redactor.redactBuffer(bytes)).toBeInstanceOf(Uint8Array);
      redactor.remove(text);
    }),
    { numRuns: cases(2000, 60) },
  );
  expect(redactor.redact(`${"\ud800".repeat(2_000_000)}${secret}`)).toMatch(/\[redacted\]$/);
  expect(redactor.redact("61 ".repeat(2_000_000))).toHaveLength(6_000_000);
  const detached = new Uint8Array(16);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  expect(redactor.redactBuffer(detached)).toBe(detached);
  const shared = new Uint8Array(new SharedArrayBuffer(32));
  shared.set(Buffer.from(secret));
  expect(Buffer.from(redactor.redactBuffer(shared)).toString()).toMatch(/^\[redacted\]/);
});

test("finds a secret in a stream with lines of any length", async () => {
  const stream = createRedactor({ secrets: [secret] }).stream();
  const out: string[] = [];
  stream.on("data", (chunk: Buffer) => out.push(chunk.toString()));
  const half = "x".repeat(20_000);
  for (const chunk of [
    half,
    secret.slice(0, 5),
    secret.slice(5),
    half,
    " Bearer ",
    "abc1".repeat(6000),
    "def",
    " end",
  ])
    stream.write(chunk);
  stream.end();
  await new Promise((resolve) => stream.once("end", resolve));
  expect(out.join("")).toBe(`${half}[redacted]${half} Bearer [redacted] end`);
});

describe.each([
  ['"authorization","Bearer abc"', '"authorization","Bearer [redacted]"'],
  ["['Authorization', 'Bot abc.def']", "['Authorization', 'Bot [redacted]']"],
  ["AUTHORIZATION: basic dXNlcjpwYXNz", "AUTHORIZATION: basic [redacted]"],
  ['bearer "abcdefgh1234" x', 'bearer "[redacted]" x'],
  ["code=abcdefgh12345678&x", "code=[redacted]&x"],
  ["to=https%3A%2F%2Fx%2F%3Fcode%3Dabcdefgh x", "to=https%3A%2F%2Fx%2F%3Fcode%3D[redacted] x"],
  ["to=a%26access_token%3Dabc x", "to=a%26access_token%3D[redacted] x"],
  ["{accessToken: 'abc'}", "{accessToken: '[redacted]'}"],
  ["token MTIzNDU2Nzg5MDEyMzQ1Njc4OTA.GhIjKl.abcdefghijklmnopqrstuvwxyz0123456789AB!", "token [redacted]!"],
  ["/api/webhooks/123/abcdefgh_-1?wait=1", "/api/webhooks/123/[redacted]?wait=1"],
  ["/interactions/123/aW50ZXJhY3Rpb24/callback", "/interactions/123/[redacted]/callback"],
])("the secret in %s", (text, expected) => {
  test("is masked, and redacting the result again does not change it", () => {
    const redactor = createRedactor();
    expect(redactor.redact(text)).toBe(expected);
    expect(redactor.redact(expected)).toBe(expected);
  });
});
