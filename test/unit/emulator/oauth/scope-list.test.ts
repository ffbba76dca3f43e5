import { expect, test } from "vitest";
import { listScopes } from "../../../../src/emulator/oauth/scope-list.ts";

test("each scope stands in words with its name beside it, and one without words by its name alone", () => {
  expect(listScopes(["identify", "newer.<scope>", "toString"])).toBe(
    "<ul><li>See your name and picture <code>identify</code></li>\n" +
      "<li><code>newer.&lt;scope&gt;</code></li>\n<li><code>toString</code></li></ul>",
  );
});
