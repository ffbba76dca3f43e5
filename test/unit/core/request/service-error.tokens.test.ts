import { describe, expect, test } from "vitest";
import { parseCommand } from "../../../../src/core/request/response.ts";
import { serviceError } from "../../../../src/core/request/service-error.ts";
import { type ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { tokenError } from "../../../../src/tokens/token-endpoint.ts";
import { ServiceBackend } from "../../../../src/tokens/service-backend.ts";
import { tokenContext } from "../../../setup/token-context.ts";

interface Said {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Both errors that the library creates for a response. */
function errorsOf({ status, body, headers }: Said): ClientError[] {
  const answer = { status, headers: new Headers(headers), text: JSON.stringify(body) };
  const { context } = tokenContext(() => ({ body: {} }));
  return [
    serviceError(answer, { operation: "Asking", mask: (text) => text }),
    tokenError("Asking", answer, context.secrets),
  ];
}

const oauth = (error: string) => ({ error, error_description: "It says why." });

describe("errors of commands and tokens", () => {
  test.each<[string, Said, object]>([
    ["OAuth's word", { status: 400, body: oauth("invalid_grant") }, { code: "invalid_grant", status: 400 }],
    ["the service's code", { status: 403, body: { code: 50_001 } }, { code: "missing_access" }],
    [
      "a linked account",
      { status: 400, body: { code: 530_010 } },
      { code: "account_linked", errorCode: 530_010 },
    ],
    ["a status alone", { status: 401, body: {} }, { code: "unauthorized", retryable: false }],
    ["no JSON object", { status: 418, body: "tea" }, { code: "http_error", retryable: false }],
    ["a merge that is going on", { status: 423, body: {} }, { retryable: true }],
    ["a broken service", { status: 502, body: {} }, { retryable: true, hint: expect.any(String) as unknown }],
  ])("agree for %s", (_, said, expected) => {
    for (const error of errorsOf(said))
      expect(error).toMatchObject({ type: ErrorType.HTTPError, ...expected });
    const [first, second] = errorsOf(said);
    expect(first?.message).toBe(second?.message);
  });

  test.each<[unknown, string | undefined, number | undefined]>([
    [1.5, "30", 1.5],
    [undefined, "30", 30],
    [0, undefined, 0],
    [-1, undefined, undefined],
    [undefined, "-1", undefined],
    [-1, "30", 30],
    ["later", "30", 30],
    [[], undefined, undefined],
    [true, undefined, undefined],
    [undefined, "", undefined],
    [undefined, undefined, undefined],
  ])("agree on retryAfter with %j in the body and %j in the header", (retry_after, header, seconds) => {
    const headers = header === undefined ? {} : { "retry-after": header };
    for (const error of errorsOf({ status: 429, body: { retry_after }, headers })) {
      expect(error.retryAfter).toBe(seconds);
    }
  });
});

test("throws the same type of error for an unexpected response", async () => {
  const { context } = tokenContext(() => ({ body: [] }));
  const child = { parentToken: "parent", childApplicationId: "2" };
  const exchanging = new ServiceBackend(context).exchangeChildToken(child);
  const expected = { code: "invalid_response", type: ErrorType.HTTPError };
  await expect(exchanging).rejects.toMatchObject(expected);
  expect(() => parseCommand({}, "Asking")).toThrow(expect.objectContaining(expected));
});

test("escapes control characters and truncates long strings of the service", () => {
  const text = `\u001B[2J\u202E${"x".repeat(1_000_000)}`;
  for (const error of errorsOf({ status: 400, body: { message: text, error: text } })) {
    expect(Object.values(error.toJSON()).join("")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(error.message).toContain("\\x1b[2J\\u202e");
    expect(error.message.length).toBeLessThan(500);
    expect(error.code.length).toBeLessThan(500);
  }
});
