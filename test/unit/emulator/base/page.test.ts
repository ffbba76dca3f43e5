import { createHash } from "node:crypto";
import { describe, expect, it, test, afterAll } from "vitest";
import {
  escapeHtml,
  pageHeaders,
  renderPage,
  drawAvatar,
  findForm,
  readAlert,
} from "../../../../src/emulator/base/page.ts";
import { inflateSync } from "node:zlib";
import { startEmulator } from "../../../../src/emulator/index.ts";

test("escapes HTML in a string", () => {
  expect(escapeHtml(`<a href="x">&'</a>`)).toBe("&lt;a href=&quot;x&quot;&gt;&amp;&#39;&lt;/a&gt;");
  expect(escapeHtml("Größe 😀")).toBe("Größe 😀");
});

describe("a page", () => {
  it("contains the escaped title and a notice that this is not the real service", () => {
    const page = renderPage("<Who>", "<p>body</p>");
    expect(page).toContain("<title>&lt;Who&gt;</title>");
    expect(page).toContain("<h1>&lt;Who&gt;</h1>\n<p>body</p>");
    expect(page).toContain("It never contacts the real service.");
  });

  it("allows no scripts and only its own styles", () => {
    const [, style = ""] = /<style>(.*)<\/style>/s.exec(renderPage("", "")) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(pageHeaders["content-security-policy"]).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
    );
  });
});

describe("an avatar", () => {
  it("contains the escaped first letter of the name and no external resources", () => {
    const drawn = drawAvatar({ id: "7", name: " ada" }, "player");
    expect(drawn).toContain(">A</text>");
    expect(drawn).toContain('aria-hidden="true"');
    expect(drawn).not.toMatch(/https?:|href|url\(|style=/);
    expect(drawAvatar({ id: "7", name: "<b>" }, "player")).toContain(">&lt;</text>");
    expect(drawAvatar({ id: "7", name: "👩‍🚀 Mae" }, "player")).toContain(">👩‍🚀</text>");
    expect(drawAvatar({ id: "7", name: " " }, "player")).toContain(">?</text>");
  });

  it("is round only for players", () => {
    expect(drawAvatar({ id: "7", name: "A" }, "player")).toContain('rx="20"');
    expect(drawAvatar({ id: "7", name: "A" }, "application")).toContain('rx="10"');
  });

  it("derives the color from the id and assigns distinct hues to consecutive ids", () => {
    const hueOf = (id: string) => Number(/hsl\((\d+)/.exec(drawAvatar({ id, name: "A" }, "player"))?.[1]);
    expect(hueOf("1400000000000000001")).toBe(hueOf("1400000000000000001"));
    const hues = ["1", "2", "3"].map((last) => hueOf(`140000000000000000${last}`)).toSorted((a, b) => a - b);
    const [one = 0, two = 0, three = 0] = hues;
    for (const apart of [two - one, three - two, one + 360 - three]) expect(apart).toBeGreaterThan(60);
  });

  it("has a letter that is readable on every color (WCAG 2.2 §1.4.3)", () => {
    // White on hsl(h 55% 30%); the lightest of these colors has h = 60.
    const [strong, weak] = [0.3 * 1.55, 0.3 * 0.45].map((part) => ((part + 0.055) / 1.055) ** 2.4);
    const luminance = (0.2126 + 0.7152) * (strong ?? 1) + 0.0722 * (weak ?? 1);
    expect(1.05 / (luminance + 0.05)).toBeGreaterThan(4.5);
    expect(drawAvatar({ id: "7", name: "A" }, "player")).toMatch(/fill="hsl\(\d+ 55% 30%\)"/);
  });
});

const emulator = await startEmulator();
afterAll(() => emulator.close());

it("serves a valid image at every kind of image path", async () => {
  const paths = [
    "embed/avatars/0.png",
    "avatars/1/ab.webp",
    "icons/1/a.png",
    "app-icons/1/a.png",
    "banners/1/a.jpg",
  ];
  for (const path of paths) {
    const response = await fetch(`${emulator.webBase}/${path}?size=64`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    const png = Buffer.from(await response.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([256, 256]);
    const data = png.indexOf("IDAT");
    const pixels = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)));
    expect(pixels).toHaveLength(256 * 33);
  }
});

describe("findForm", () => {
  it("fills in the values and sends hidden fields unescaped", () => {
    const secret = `"<&>'`;
    const page = `<p role="alert"><b>Not</b> &quot;so&quot;</p><form method="post" action="/a?x=1&amp;y=2">
<input type="hidden" name="xsrf" value="${escapeHtml(secret)}"><input name="player"><button name="unknown" value="1">`;
    const form = findForm(`${page}</form>`, { player: "Ada", answer: "accept" });
    expect(form?.action).toBe("/a?x=1&y=2");
    expect(Object.fromEntries(form?.fields ?? [])).toEqual({ xsrf: secret, player: "Ada" });
    expect(readAlert(page)).toBe('Not "so"');
    expect([findForm("<p>No form</p>", {}), readAlert("<p>All is well</p>")]).toEqual([undefined, undefined]);
  });

  it("omits fields without a value and keeps unknown HTML entities", () => {
    const page = `<form><input type="hidden"><input type="hidden" name="empty"><input name="a" value="&amp;&nbsp;">
<input type="hidden" name="b" value="&amp;&nbsp;"></form>`;
    const form = findForm(page, {});
    expect(form?.action).toBeUndefined();
    expect(Object.fromEntries(form?.fields ?? [])).toEqual({ b: "&&nbsp;" });
  });
});
