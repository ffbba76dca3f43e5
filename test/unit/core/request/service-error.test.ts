import { inspect } from "node:util";
import { expect, test } from "vitest";
import { CommandsClient, ApiError } from "../../../../src/commands/index.ts";
import { type ScriptedAnswer, startService } from "../../../setup/scripted-service.ts";
import { applicationId } from "../../../setup/commands/samples.ts";

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

test("flattens the error tree of a command into paths with the names of the command and its options", async () => {
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

test("names the command and the option of a bulk overwrite instead of their indexes", async () => {
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
  [404, 10063, "unknown_command"],
  [404, 10066, "unknown_permissions"],
  [403, 20001, "bots_not_allowed"],
  [400, 30032, "too_many_commands"],
  [400, 50240, "entry_point_missing"],
  [403, 50001, "missing_access"],
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

test("does not repeat a status that the reason starts with", async () => {
  const body = { code: 0, message: "401: Unauthorized" };
  const error = await refusedWith({ status: 401, body }, async ({ global }) => global.list());
  expect(error.message).toBe("Listing the global commands was refused with status 401: Unauthorized");
});

test("tolerates malformed error bodies", async () => {
  // Built as a string, since JSON.stringify may exceed the stack at these depths.
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
