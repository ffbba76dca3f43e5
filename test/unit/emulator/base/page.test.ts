import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { escapeHtml, pageHeaders, renderPage } from "../../../../src/emulator/base/page.ts";

test("escapes HTML in a string", () => {
  expect(escapeHtml(`<a href="x">&'</a>`)).toBe("&lt;a href=&quot;x&quot;&gt;&amp;&#39;&lt;/a&gt;");
  expect(escapeHtml("Größe 😀")).toBe("Größe 😀");
});

test("contains the escaped title and a notice that this is not the real service", () => {
  const page = renderPage("<Who>", "<p>body</p>");
  expect(page).toContain("<title>&lt;Who&gt;</title>");
  expect(page).toContain("<h1>&lt;Who&gt;</h1>\n<p>body</p>");
  expect(page).toContain("It never contacts the real service.");
});

test("allows no scripts and only its own styles", () => {
  const [, style = ""] = /<style>(.*)<\/style>/s.exec(renderPage("", "")) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  expect(pageHeaders["content-security-policy"]).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
  );
});
