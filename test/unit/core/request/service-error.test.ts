import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { ApiError, CommandsClient } from "../../../../src/commands/index.ts";
import { type ScriptedAnswer, startService } from "../../../setup/scripted-service.ts";
import { applicationId } from "../../../setup/commands/samples.ts";
import {
  flattenFieldErrors,
  retrySeconds,
  serviceError,
} from "../../../../src/core/request/service-error.ts";
import { parseCommand } from "../../../../src/core/request/response.ts";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { tokenError } from "../../../../src/tokens/token-endpoint.ts";
import { ServiceBackend } from "../../../../src/tokens/service-backend.ts";
import { tokenContext } from "../../../setup/token-context.ts";

async function refusedWith(answer: ScriptedAnswer, act: (client: CommandsClient) => Promise<unknown>) {
  await using service = await startService(() => answer);
  const credential = { botToken: "bot-token-of-the-test" };
  const client = new CommandsClient({ applicationId, credential, apiBase: service.apiBase });
  const error: unknown = await act(client).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

const options = [
  { type: 1, name: "first", description: "d" },
  { type: 1, name: "sub", description: "d", options: [{ type: 6, name: "user", description: "d" }] },
] as const;
const leaf = (code: string, message: string) => ({ _errors: [{ code, message }] });

test("flattens a command's error tree into paths that name the command and its options", async () => {
  const errors = {
    ...leaf("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size"),
    name: leaf("STRING_TYPE_REGEX", "No match"),
    options: {
      1: {
        options: { 0: { description_localizations: { pt_BR: leaf("BASE_TYPE_CHOICES", "Not a locale") } } },
      },
    },
  };
  const body = { code: 50035, message: "Invalid Form Body", errors };
  const error = await refusedWith({ status: 400, body }, async ({ global }) =>
    global.create({ name: "ping", description: "d", options }),
  );
  expect(error).toMatchObject({ code: "invalid_form_body", errorCode: 50035, status: 400, retryable: false });
  expect(error.fieldErrors).toEqual([
    {
      path: "ping",
      code: "APPLICATION_COMMAND_TOO_LARGE",
      message: "Command exceeds maximum size",
      command: "ping",
    },
    { path: "ping.name", code: "STRING_TYPE_REGEX", message: "No match", command: "ping" },
    {
      path: 'ping.options["sub"].options["user"].description_localizations["pt_BR"]',
      code: "BASE_TYPE_CHOICES",
      message: "Not a locale",
      command: "ping",
      option: "sub user",
    },
  ]);
  expect(error.message).toContain(
    '["user"].description_localizations["pt_BR"]: Not a locale [BASE_TYPE_CHOICES]',
  );
});

test("names the command and the option in a bulk overwrite instead of their indexes", async () => {
  const errors = {
    0: { options: { 0: { name: leaf("BASE_TYPE_REQUIRED", "Required") } } },
    1: { name: leaf("BASE_TYPE_BAD_LENGTH", "Too long") },
    9: leaf("X", "beyond the list"),
  };
  const error = await refusedWith(
    { status: 400, body: { code: 50035, message: "Invalid Form Body", errors } },
    async (client) =>
      client.guild("5").overwrite([
        { name: "ping", description: "d", options },
        { type: 2, name: "High Five" },
      ]),
  );
  expect(error.fieldErrors.map(({ path }) => path)).toEqual([
    'ping.options["first"].name',
    '"High Five".name',
    "[9]",
  ]);
});

const codes: readonly (readonly [number, number, string])[] = [
  [401, 0, "unauthorized"],
  [405, 0, "method_not_allowed"],
  [418, 0, "http_error"],
];

test.each(codes)("maps status %i with code %i to %s", async (status, code, word) => {
  const error = await refusedWith({ status, body: { code, message: "No." } }, async ({ global }) =>
    global.list(),
  );
  expect(error).toMatchObject({ code: word, status, errorCode: code, fieldErrors: [] });
  expect(error.message).toContain("Listing the global commands");
});

test("does not repeat the status if the reason already starts with it", async () => {
  const body = { code: 0, message: "401: Unauthorized" };
  const error = await refusedWith({ status: 401, body }, async ({ global }) => global.list());
  expect(error.message).toBe("Listing the global commands failed with status 401: Unauthorized");
});

test("tolerates malformed error bodies", async () => {
  // Built as a string, because JSON.stringify may overflow the stack at these depths.
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}{}${"}".repeat(depth)}`;
  const others = ["text", null, 7, { _errors: "no list" }, { _errors: [null, 5, {}] }, [[[]]]];
  for (const errors of [nested(90), ...others.map((value) => JSON.stringify(value))]) {
    const body = `{"code":50035,"message":{"not":"text"},"errors":${errors}}`;
    const error = await refusedWith({ status: 400, body }, async ({ global }) => global.list());
    expect(error.errorCode).toBe(50035);
  }
  // Beyond the supported depth, only the status is used.
  const tooDeep = { status: 400, body: `{"code":50035,"errors":${nested(5000)}}` };
  const error = await refusedWith(tooDeep, async ({ global }) => global.list());
  expect([error.status, error.errorCode, error.fieldErrors]).toEqual([400, undefined, []]);
});

test("removes secrets and escapes control characters in the service's text", async () => {
  const message = "bad bot-token-of-the-test\u001b[31m\nforged line";
  const error = await refusedWith(
    { status: 400, body: { code: 1, message, errors: { a: leaf("C", message) } } },
    async ({ global }) => global.list(),
  );
  expect(inspect(error)).not.toContain("bot-token-of-the-test");
  expect(error.message).not.toContain("\u001b");
  expect(error.message).toContain("[secret]\\x1b[31m\\x0aforged line");
  expect(error.fieldErrors[0]?.message).toContain("[secret]");
});

describe("flattenFieldErrors", () => {
  const required = { code: "BASE_TYPE_REQUIRED", message: "Required" };

  test("keeps one field's first thousand errors", () => {
    const found = flattenFieldErrors(
      { name: { _errors: Array.from({ length: 500_000 }, () => required) } },
      { name: "ping" },
    );
    expect(found).toHaveLength(1000);
    expect(found[999]).toEqual({ path: "ping.name", command: "ping", ...required });
  });

  test("keeps the first thousand errors of many fields", () => {
    const fields = Array.from({ length: 4000 }, () => ({ _errors: [required, required, required] }));
    expect(flattenFieldErrors(fields, {})).toHaveLength(1000);
  });

  test("replaces a long key with its length, because each error would repeat it", () => {
    const found = flattenFieldErrors({ ["k".repeat(1_000_000)]: { _errors: [required, required] } }, {});
    expect(found.map(({ path }) => path)).toEqual(Array(2).fill('["a key of 1000000 characters"]'));
  });

  test("handles a tree of any depth", () => {
    let tree: unknown = { _errors: [required] };
    for (let depth = 0; depth < 100_000; depth++) tree = { a: tree };
    expect(flattenFieldErrors(tree, {})).toEqual([]);
  });
});

interface ErrorBody {
  readonly status: number;
  readonly body: unknown;
}

/** Returns both errors that the library can create for this response. */
function errorsOf({ status, body }: ErrorBody): ClientError[] {
  const answer = { status, headers: new Headers(), text: JSON.stringify(body) };
  const { context } = tokenContext(() => ({ body: {} }));
  return [
    serviceError(answer, { operation: "Asking", mask: (text) => text }),
    tokenError("Asking", answer, context.secrets),
  ];
}

const oauth = (error: string) => ({ error, error_description: "It says why." });

describe("command and token errors", () => {
  test.each<[string, ErrorBody, object]>([
    [
      "an OAuth error code",
      { status: 400, body: oauth("invalid_grant") },
      { code: "invalid_grant", status: 400 },
    ],
    ["a service error code", { status: 403, body: { code: 50_001 } }, { code: "missing_access" }],
    [
      "a linked account",
      { status: 400, body: { code: 530_010 } },
      { code: "account_linked", errorCode: 530_010 },
    ],
    ["only a status", { status: 401, body: {} }, { code: "unauthorized", retryable: false }],
    [
      "a body that is not a JSON object",
      { status: 418, body: "tea" },
      { code: "http_error", retryable: false },
    ],
    ["a merge in progress", { status: 423, body: {} }, { retryable: true }],
    ["a rate limit", { status: 429, body: { retry_after: 1.5 } }, { retryAfter: 1.5 }],
    [
      "a failing service",
      { status: 502, body: {} },
      { retryable: true, hint: expect.any(String) as unknown },
    ],
  ])("agree for %s", (_, answerBody, expected) => {
    for (const error of errorsOf(answerBody))
      expect(error).toMatchObject({ type: ErrorType.HTTPError, ...expected });
    const [first, second] = errorsOf(answerBody);
    expect(first?.message).toBe(second?.message);
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

test("escapes control characters and truncates long strings from the service", () => {
  const text = `\u001B[2J\u202E${"x".repeat(1_000_000)}`;
  for (const error of errorsOf({ status: 400, body: { message: text, error: text } })) {
    expect(Object.values(error.toJSON()).join("")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(error.message).toContain("\\x1b[2J\\u202e");
    expect(error.message.length).toBeLessThan(500);
    expect(error.code.length).toBeLessThan(500);
  }
});

const init = { type: ErrorType.HTTPError, code: "not_found", message: "It is not there." } as const;

test("is a ClientError with its own name", () => {
  const error = new ApiError(init);
  expect(error).toBeInstanceOf(ClientError);
  expect(error).toMatchObject({ name: "ApiError", fieldErrors: [], ...init });
  expect(Object.keys(error)).not.toContain("name");
});

describe("retrySeconds", () => {
  const seconds = (text: string, header?: string) =>
    retrySeconds({ status: 429, headers: new Headers(header ? { "retry-after": header } : {}), text });

  test.each<[string, string | undefined, number | undefined]>([
    ['{"retry_after":0.25}', "1", 0.25],
    ['{"retry_after":"0.25"}', "1", 0.25],
    ['{"retry_after":0}', "1", 0],
    ['{"retry_after":-1}', "1", 1],
    ['{"retry_after":null}', undefined, undefined],
    ["no JSON", "2", 2],
    ["{}", "soon", undefined],
    ["{}", undefined, undefined],
  ])("parses %s with the header %s as %s s", (text, header, expected) => {
    expect(seconds(text, header)).toBe(expected);
  });

  test("uses an already parsed body", () => {
    const limited = { status: 429, headers: new Headers(), text: "{}" };
    expect(retrySeconds(limited, { retry_after: 3 })).toBe(3);
  });
});
