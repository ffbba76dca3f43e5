import { describe, expect, test } from "vitest";
import { createRedactor } from "../../../src/log/redactor.ts";

const secret = "QDwqE3nT7vY0aXk2LmZsPf";

describe("secrets", () => {
  test("of fewer than 8 bytes, of more than 65,536 and those not well-formed are refused", () => {
    for (const refused of ["1234567", "x".repeat(65_537), "12345678\ud800", 12_345_678 as never]) {
      expect(() => createRedactor({ secrets: [refused] })).toThrow(
        expect.objectContaining({ code: "invalid_secret" }),
      );
    }
  });

  test("that are added twice are gone when removed once, and the others stay", () => {
    const redactor = createRedactor({ secrets: [secret, secret, "another-secret"] });
    redactor.remove(secret);
    expect(redactor.redact(`${secret} another-secret`)).toBe(`${secret} [redacted]`);
  });

  test("are masked in text with lone surrogates, which survive", () => {
    expect(createRedactor({ secrets: [secret] }).redact(`\ud800\u{1f3ae}${secret}\udc00`)).toBe(
      "\ud800\u{1f3ae}[redacted]\udc00",
    );
  });

  test("are masked among bytes that are not UTF-8, which survive", () => {
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

test("what is not text or bytes is refused by a TypeError", () => {
  const redactor = createRedactor();
  expect(() => redactor.redact(5 as never)).toThrow(TypeError);
  expect(() => redactor.redactBuffer("text" as never)).toThrow(TypeError);
});

test("a secret in a line of any length is found in a stream", async () => {
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
])("the shape of %s", (text, expected) => {
  test("is masked, once", () => {
    const redactor = createRedactor();
    expect(redactor.redact(text)).toBe(expected);
    expect(redactor.redact(expected)).toBe(expected);
  });
});
