import { expect, test } from "vitest";
import { checkScheme } from "../../../../src/client/diagnose/checks.ts";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import type { RedirectSchemeStatus } from "../../../../src/sign-in/redirect/custom-scheme-registration.ts";
import { contextOf } from "../../../setup/diagnosed.ts";

const own = { customSchemeParam: "com.example.game" };

test.each<[RedirectSchemeStatus, object, string, RegExp]>([
  [{ owner: "game.desktop", isOurs: true, isStale: false }, own, "ok", /com\.example\.game is registered/],
  [{ owner: "game.desktop", isOurs: true, isStale: true }, own, "warning", /out of date/],
  [{ isOurs: false, isStale: false }, own, "ok", /No program is registered for/],
  [
    {
      owner: "ours.desktop",
      isOurs: false,
      isStale: false,
      leftover: { applicationId: "1", program: "/gone/game" },
    },
    own,
    "ok",
    /left over from the application 1, whose program is gone \(\/gone\/game\)/,
  ],
  [
    { owner: "other.desktop", isOurs: false, isStale: false },
    own,
    "failure",
    /another program: other\.desktop/,
  ],
  [{ owner: "other.desktop", isOurs: false, isStale: false }, {}, "warning", /discord-123456789012345678/],
])("judges %j with %j as %s", async (status, options, verdict, found) => {
  const { context } = contextOf({ machine: { schemeStatus: () => status }, options });
  const result = await checkScheme(context);
  expect(result).toMatchObject({ verdict, found: expect.stringMatching(found) as string });
  expect(result.advice !== undefined).toBe(verdict !== "ok");
});

test.each([
  ["addon_unavailable", own, "not-checked"],
  ["sandboxed", own, "failure"],
  ["sandboxed", {}, "warning"],
] as const)("judges the error %s with %j as %s", async (code, options, verdict) => {
  const schemeStatus = () => {
    throw new ClientError({ type: ErrorType.Disabled, code, message: "It cannot be.", hint: "Do without." });
  };
  const { context } = contextOf({ machine: { schemeStatus }, options });
  expect(await checkScheme(context)).toMatchObject({ verdict });
});
