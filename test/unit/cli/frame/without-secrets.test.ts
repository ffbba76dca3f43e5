import { expect, it } from "vitest";
import { withoutSecrets } from "../../../../src/cli/frame/shown.ts";

it("hides every secret, longer ones first", () => {
  expect(withoutSecrets("a secret-longer, a secret", new Set(["secret", "secret-longer"]))).toBe(
    "a [hidden], a [hidden]",
  );
});
