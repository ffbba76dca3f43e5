import { expect, test } from "vitest";
import { checkAddon } from "../../../../src/client/diagnose/checks.ts";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { contextOf } from "../../../setup/diagnosed.ts";

const addon = () => {
  throw new ClientError({
    type: ErrorType.Disabled,
    code: "addon_unavailable",
    message: "None.",
    hint: "Build it.",
  });
};

test("reports the path of the addon and how it was found", async () => {
  expect(await checkAddon(contextOf().context)).toEqual({
    verdict: "ok",
    found: "/game/slashpass.node: beside the bundle.",
  });
});

test.each([
  [{}, "warning"],
  [{ customSchemeParam: "com.example.game" }, "failure"],
])("reports a missing addon with %j as a %s", async (options, verdict) => {
  const { context } = contextOf({ machine: { addon }, options });
  expect(await checkAddon(context)).toEqual({
    verdict,
    found: "None.",
    advice: "Build it.",
    code: "addon_unavailable",
  });
});
