import { expect, test } from "vitest";
import { readDiagnoseOptions } from "../../../../src/client/diagnose/options.ts";

const applicationId = "123456789012345678";

test("has the same default scopes as a sign-in", () => {
  expect(readDiagnoseOptions({ applicationId }, "options")).toEqual({
    applicationId,
    scopes: "openid sdk.social_layer_presence",
    timeoutMs: 10_000,
  });
});

test.each([
  [{}, "invalid_id"],
  [{ applicationId, scopes: "" }, "missing_scope"],
  [{ applicationId, botToken: "Bot abc" }, "invalid_credential"],
  [{ applicationId, timeoutMs: 0 }, "invalid_timeout"],
  [{ applicationId, loopback: { port: 0 } }, "invalid_port"],
  [{ applicationId, store: {} }, "invalid_argument"],
  [{ applicationId, signal: "stop" }, "invalid_argument"],
  [{ applicationId, addonPath: "slashpass.node" }, "invalid_addon_path"],
  [{ applicationId, clientSecret: "s" }, "unknown_option"],
])("rejects %j", (options, code) => {
  expect(() => readDiagnoseOptions(options, "options")).toThrow(expect.objectContaining({ code }) as Error);
});
