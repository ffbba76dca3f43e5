import { afterAll, beforeAll, expect, test } from "vitest";
import { hintOfStatus, knownRefusal } from "../../../../src/core/request/known-refusals.ts";
import { ApiError, CommandsClient } from "../../../../src/commands/index.ts";
import { ErrorType } from "../../../../src/core/errors.ts";
import { JsonErrorCode } from "../../../../src/wire/error.ts";
import { applicationId } from "../../../setup/commands/samples.ts";
import { type ScriptedService, startService } from "../../../setup/scripted-service.ts";

test("returns undefined for unknown codes", () => {
  for (const code of [undefined, 0, 1, 50_036]) expect(knownRefusal(code)).toBeUndefined();
});

/** From the API documentation's "Errors" section and the service's own list: status, JSON error code, error code, hint. */
const refusals: readonly (readonly [number, number, string, RegExp])[] = [
  [404, 10_002, "unknown_application", /Check that the application id/],
  [404, 10_003, "unknown_channel", /Check the channel id/],
  [404, 10_004, "unknown_guild", /Check the guild id/],
  [404, 10_007, "unknown_member", /the user is not a member/],
  [404, 10_008, "unknown_message", /Send a new one/],
  [404, 10_013, "unknown_user", /Check the user id/],
  [404, 10_015, "unknown_webhook", /Respond to or defer the interaction first/],
  [404, 10_027, "unknown_sku", /the SKU must belong to this application/],
  [404, 10_029, "unknown_entitlement", /Check the entitlement id/],
  [404, 10_031, "unknown_lobby", /Check the lobby id/],
  [404, 10_062, "unknown_interaction", /within 3 seconds/],
  [404, 10_063, "unknown_command", /List the commands/],
  [404, 10_066, "unknown_permissions", /empty list/],
  [403, 20_001, "bots_not_allowed", /Use a user's token/],
  [403, 20_012, "wrong_application", /this application's credential/],
  [400, 30_032, "too_many_commands", /Remove commands/],
  [429, 30_034, "daily_creates_spent", /after retryAfter/],
  [401, 40_001, "unauthorized", /applications\.commands\.permissions\.update/],
  [413, 40_005, "body_too_large", /smaller or fewer files/],
  [400, 40_018, "not_consumable", /SKUs of type 3/],
  [400, 40_019, "not_a_test_entitlement", /Delete only test entitlements/],
  [400, 40_041, "command_name_taken", /Choose another name/],
  [400, 40_060, "interaction_answered", /use messages\.edit/],
  [400, 40_094, "follow_ups_spent", /Edit one of them/],
  [403, 40_333, "blocked", /User-Agent/],
  [403, 50_001, "missing_access", /Authorize the application in this guild/],
  [400, 50_006, "empty_message", /Add content/],
  [403, 50_013, "missing_permissions", /Manage Guild and Manage Roles/],
  [401, 50_014, "invalid_token", /Get a new token/],
  [400, 50_024, "wrong_channel_type", /Choose another channel/],
  [401, 50_025, "invalid_token", /Get a new token/],
  [401, 50_026, "missing_scope", /needs the .* scope/],
  [401, 50_027, "invalid_webhook_token", /Use one of this application's interaction tokens/],
  [400, 50_035, "invalid_form_body", /Correct the fields/],
  [400, 50_041, "invalid_api_version", /\/api\/v10/],
  [400, 50_109, "invalid_json", /Check the proxy/],
  [400, 50_240, "entry_point_missing", /Include the existing entry point/],
  [401, 60_003, "two_factor_required", /Enable two-factor authentication/],
  [202, 110_000, "index_not_ready", /Search again after retryAfter/],
  [400, 160_014, "unreadable_forward", /message content intent/],
  [400, 200_000, "blocked_content", /Send a different text/],
  [400, 530_010, "account_linked", /run Authorize/],
];

test("covers every code", () => {
  expect(refusals.map(([, code]) => code)).toEqual(Object.values(JsonErrorCode));
});

let service: ScriptedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

test.each(refusals)("maps status %i with code %i to %s with a hint", async (status, code, word, next) => {
  service.answer = () => ({ status, body: { code, message: "No.", retry_after: 1.5 } });
  const credential = { botToken: "bot-token-of-the-test" };
  const { global } = new CommandsClient({ applicationId, credential, apiBase: service.apiBase });
  const error: unknown = await global.list().catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    type: ErrorType.HTTPError,
    code: word,
    errorCode: code,
    status,
    hint: expect.stringMatching(next),
    retryable: [202, 429].includes(status),
    retryAfter: 1.5,
  });
});

test.each([
  [429, "retryAfter"],
  [500, "Try again later"],
  [401, "developer portal"],
  [503, "Try again later"],
  [302, "Redirects"],
])("has a hint for status %i", (status, fragment) => {
  expect(hintOfStatus(status)).toContain(fragment);
});

test.each([200, 299, 400, 418])("has no hint for status %i", (status) => {
  expect(hintOfStatus(status)).toBeUndefined();
});
