import { inspect } from "node:util";
import { expect, it } from "vitest";
import { AuthorizationResult } from "../../../src/sign-in/authorize.ts";

it("hides the code when printed but keeps it readable", () => {
  const result = new AuthorizationResult(
    "browser",
    "c0de-of-the-player",
    "http://127.0.0.1:1/callback",
    undefined,
  );
  expect(result.code).toBe("c0de-of-the-player");
  const printed = inspect(result, { depth: 9, showHidden: true, getters: true }) + JSON.stringify(result);
  expect(printed).toContain("http://127.0.0.1:1/callback");
  expect(printed).toContain("code: [hidden]");
  expect(printed).not.toContain("c0de");
});
