import { expect, test } from "vitest";
import type { Surrounding } from "../../../../src/sign-in/browser/environment.ts";
import { checkBrowser } from "../../../../src/client/diagnose/checks.ts";
import { unknownBrowser } from "../../../../src/client/diagnose/context.ts";
import { contextOf, never } from "../../../setup/diagnosed.ts";

test.each<[Surrounding[], string | undefined, string, RegExp]>([
  [[], "firefox.desktop", "ok", /firefox\.desktop/],
  [["steam-deck"], "firefox.desktop", "ok", /firefox/],
  [["no-display"], "firefox.desktop", "warning", /^No display/],
  [["steam-deck", "game-mode"], "firefox.desktop", "warning", /^Game mode/],
  [["ssh"], "firefox.desktop", "warning", /^SSH session/],
  [[], undefined, "warning", /No browser for links/],
  [[], unknownBrowser, "not-checked", /xdg-settings/],
])("judges %j with %s as %s", async (surroundings, browser, verdict, found) => {
  const machine = { surroundings: () => surroundings, browser: () => Promise.resolve(browser) };
  const result = await checkBrowser(contextOf({ machine }).context, never);
  expect(result).toMatchObject({ verdict, found: expect.stringMatching(found) as string });
  if (verdict === "warning") expect(result.advice).toMatch(/\.$/);
});
