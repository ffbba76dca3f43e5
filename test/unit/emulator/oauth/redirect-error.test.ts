import { expect, test } from "vitest";
import { compareRedirects } from "../../../../src/emulator/oauth/redirect-error.ts";

test("what the link offers stands beside what is registered, every letter escaped", () => {
  const html = compareRedirects("http://127.0.0.1/<b>", ["http://127.0.0.1/callback", "game:/back?a&b"]);
  expect(html).toContain(
    '<h2>The link offers</h2><ul class="plain"><li><code>http://127.0.0.1/&lt;b&gt;</code></li></ul>',
  );
  expect(html).toContain("<li><code>http://127.0.0.1/callback</code></li>");
  expect(html).toContain("<li><code>game:/back?a&amp;b</code></li>");
});

test("an application without any says so", () => {
  expect(compareRedirects("http://127.0.0.1/", [])).toContain("<h2>Registered</h2><p>None.</p>");
});
