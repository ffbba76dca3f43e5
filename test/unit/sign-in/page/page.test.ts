import crypto, { createHash } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { describe, expect, it, vi } from "vitest";
import {
  type PageOption,
  type PageView,
  checkOwnPage,
  pageKinds as kinds,
} from "../../../../src/sign-in/page/page-appearance.ts";
import {
  createPages,
  programName,
  luminance,
  pageStyle,
  pageText,
} from "../../../../src/sign-in/page/page.ts";
import { directionOf, pageLanguages } from "../../../../src/sign-in/page/page-language.ts";
import { setImmediate as nextTurn } from "node:timers/promises";

const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

function policyOf(headers: Readonly<Record<string, string>>, directive: string): string | undefined {
  const directives = (headers["content-security-policy"] ?? "").split("; ");
  return directives.find((part) => part.startsWith(`${directive} `))?.slice(directive.length + 1);
}

function styleHash(html: string): string {
  const style = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? "";
  return `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
}

describe("built-in page", () => {
  it("has its own text for every language and kind", () => {
    const known = new Map<string, string>();
    for (const locale of pageLanguages) {
      const [language = ""] = locale.split("-");
      for (const kind of kinds) {
        const pair = pageText(locale, kind);
        expect(pair, `${locale} ${kind}`).toHaveLength(2);
        const [title, text] = pair;
        expect(title.length, `${locale} ${kind}`).toBeGreaterThan(2);
        expect(`${title}${text}`, `${locale} ${kind}`).not.toMatch(/[<>&"]|\s{2}|^\s|\s$/);
        expect(known.get(text) ?? language, `${locale} ${kind}`).toBe(language);
        known.set(text, language);
      }
    }
  });

  it.each(pageLanguages)("declares the language %s with its direction and shows its strings", (locale) => {
    const render = createPages();
    for (const kind of kinds) {
      const { html, headers } = render(kind, locale);
      const [title, text] = pageText(locale, kind);
      expect(html).toContain(`<html lang="${locale}" dir="${directionOf(locale)}">`);
      expect(html).toContain(`<h1>${title}</h1>`);
      expect(html.replaceAll(/<\/?span[^>]*>| /g, "")).toContain(`<p>${text.replaceAll(" ", "")}</p>`);
      expect(headers["content-language"]).toBe(locale);
    }
  });

  it("#44 #49 contains no scripts, URLs or links and never closes its window", () => {
    for (const kind of kinds) {
      const { html, headers } = createPages()(kind, "en");
      expect(html).not.toMatch(
        /<script|<link|<a\b|<form|<iframe|https?:|url\(|@import|http-equiv| on\w+=|close\(\)/i,
      );
      expect(policyOf(headers, "default-src")).toBe("'none'");
      expect(headers).not.toHaveProperty("location");
    }
  });

  it("hashes its style only once, on first use, for all clients", () => {
    using hashing = vi.spyOn(crypto, "createHash");
    syncBuiltinESMExports();
    const own: PageOption = { colors: { accent: "#a1b2c3" } };
    const pages = [createPages(own), createPages(own)];
    expect(hashing).not.toHaveBeenCalled();
    for (const render of pages) render("returned", "en");
    expect(hashing).toHaveBeenCalledOnce();
    hashing.mockRestore();
    syncBuiltinESMExports();
  });

  it("#45 sends its style's hash and headers that hide its address", () => {
    const { html, headers } = createPages()("returned", "en");
    expect(headers).toEqual({
      "content-type": "text/html; charset=utf-8",
      "content-language": "en-US",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "content-security-policy":
        `default-src 'none'; style-src ${styleHash(html)}; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    });
  });

  it("#47 sends the player back to the game during the exchange and claims no success in any language", () => {
    const claims =
      /signed in|success|erfolgreich|angemeldet|réussi|connecté|éxito|sucesso|成功|успе|完了しました/i;
    for (const locale of pageLanguages) {
      expect(createPages()("returned", locale).html, locale).not.toMatch(claims);
    }
  });

  it("has a distinct color and icon for each kind", () => {
    const pages = kinds.map((kind) => createPages()(kind, "en").html);
    expect(new Set(pages.map((html) => /<path d="([^"]*)"/.exec(html)?.[1])).size).toBe(kinds.length);
    for (const [index, html] of pages.entries()) expect(html).toContain(`<main class="${kinds[index]}">`);
  });

  it("shows the problem only to developers, escaped and in English", () => {
    const problem = { message: "The <b>scope</b> is unknown.", hint: "Ask for another." };
    const { html } = createPages({}, { forDevelopers: true })("failed", "ar", problem);
    expect(html).toContain(`<section lang="en" dir="ltr">
<h2>For the game’s developer</h2>
<p class="cause">The &#60;b&#62;scope&#60;/b&#62; is unknown.</p>
<p>Ask for another.</p>
</section>`);
    const withoutHint = createPages({}, { forDevelopers: true })("failed", "en", { message: "No." }).html;
    expect(withoutHint).toContain('<p class="cause">No.</p>\n</section>');
    expect(createPages({}, { forDevelopers: true })("returned", "en").html).not.toContain("<section");
    expect(createPages()("failed", "en", problem).html).not.toContain("scope");
  });
});

describe("customized page", () => {
  it("#46 escapes the title everywhere", () => {
    const render = createPages({ title: `<img src=x onerror="alert('1')">&` });
    const { html } = render("signed-in", "en");
    const escaped = "&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;";
    expect(html).toContain(`<title>You are signed in – ${escaped}</title>`);
    expect(render("returned", "en").html).toContain(`<title>Return to ${escaped}</title>`);
    expect(html).toContain(`<p class="game" dir="auto">${escaped}</p>`);
    expect(html).not.toContain("<img");
  });

  it("falls back to the packaged game's file name if there is no title", () => {
    const runtime = process.execPath;
    process.execPath = "C:\\Games\\Lunar Rally\\Lunar Rally.exe";
    try {
      expect(createPages()("failed", "en").html).toContain('<p class="game" dir="auto">Lunar Rally</p>');
      const named = createPages({ title: "Lunar Rally 2" })("returned", "en").html;
      expect(named).toContain("<title>Return to Lunar Rally 2</title>");
    } finally {
      process.execPath = runtime;
    }
    expect(createPages()("returned", "en").html).not.toContain('class="game"');
  });

  it("allows data: images only if there is a logo", () => {
    const { html, headers } = createPages({ logo: pixel })("returned", "en");
    expect(html).toContain(`<img src="${pixel}" alt="">`);
    expect(policyOf(headers, "img-src")).toBe("data:");
    expect(policyOf(createPages({ title: "A game" })("returned", "en").headers, "img-src")).toBeUndefined();
  });

  it.each([
    ["#000", "#fff", "dark"],
    ["#FFFFFF", "#000", "light"],
    ["#ff0", "#000", "light"],
    ["#757575", "#fff", "dark"],
    ["#767676", "#000", "light"],
  ])("on the background %s, uses the text color %s", (background, ink, scheme) => {
    const { html, headers } = createPages({ colors: { background, accent: "#ff0080" } })("returned", "en");
    expect(html).toContain(`color-scheme:${scheme};--back:${background}`);
    expect(html).toContain(`--ink:${ink}`);
    expect(html).toContain(":root{--mark:#ff0080}");
    expect(html).not.toContain("prefers-color-scheme");
    expect(policyOf(headers, "style-src")).toBe(styleHash(html));
  });

  it.each<[string, unknown]>([
    ["a string", "page"],
    ["null", null],
    ["an empty title", { title: " " }],
    ["a title of 101 characters", { title: "x".repeat(101) }],
    ["a title that is not a string", { title: 1 }],
    ["a remote logo", { logo: "https://example.com/logo.png" }],
    ["a logo that is HTML", { logo: "data:text/html;base64,PGI+" }],
    ["a logo that ends the attribute", { logo: `${pixel}" onload="x` }],
    ["a logo without base64", { logo: "data:image/svg+xml,<svg/>" }],
    ["a logo that is too large", { logo: `${pixel.slice(0, 22)}${"A".repeat(200_000)}` }],
    ["a color followed by other CSS", { colors: { accent: "#fff;} body{display:none" } }],
    ["a named color", { colors: { background: "red" } }],
    ["colors that are not an object", { colors: "#fff" }],
  ])("rejects %s", (_name, option) => {
    expect(() => createPages(option as PageOption)).toThrow(
      expect.objectContaining({ code: "invalid_page", type: 6 }),
    );
  });

  it("uses the game's own document without scripts or remote content", () => {
    const views: PageView[] = [];
    const render = createPages((view) => {
      views.push(view);
      return `<!doctype html><title>${view.title}</title>`;
    });
    const { html, headers } = render("declined", "de");
    expect(views.at(-1)).toEqual({
      kind: "declined",
      language: "de",
      direction: "ltr",
      title: "Anmeldung abgebrochen",
      text: "Es wurde nichts geteilt. Du kannst dich jederzeit im Spiel anmelden.",
    });
    expect(html).toBe("<!doctype html><title>Anmeldung abgebrochen</title>");
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });

  it("falls back to the built-in page if the game's function throws later", () => {
    const render = createPages(() => {
      throw new Error("the game has forgotten its texts");
    });
    expect(render("returned", "fr").html).toContain("<h1>Retour au jeu</h1>");
  });
});

describe("the program's name", () => {
  it.each([
    ["C:\\Games\\Lunar Rally\\Lunar Rally.exe", "Lunar Rally"],
    ["/Applications/Lunar Rally.app/Contents/MacOS/Lunar Rally", "Lunar Rally"],
    ["/home/ada/.local/share/lunar-rally/lunar-rally.x86_64", "lunar-rally"],
    ["/opt/Node Wars 2.5/Node Wars 2.5", "Node Wars 2.5"],
  ])("returns the packaged game's name for %s", (path, name) => {
    expect(programName(path)).toBe(name);
  });

  it.each([
    "/usr/bin/node",
    "/usr/bin/nodejs",
    "/opt/node-20.19/bin/node20",
    "C:\\Program Files\\nodejs\\node.exe",
    "/home/ada/.bun/bin/bun",
    "/home/ada/.deno/bin/deno",
    "/home/ada/game/node_modules/electron/dist/electron",
    "",
  ])("returns undefined for a runtime: %s", (path) => {
    expect(programName(path)).toBeUndefined();
  });
});

describe("the style", () => {
  it("follows the system's color scheme if no background is set", () => {
    expect(pageStyle()).toContain("@media(prefers-color-scheme:dark)");
    expect(pageStyle({ accent: "#123456" })).toContain(":root{--mark:#123456}");
  });

  /** Returns two colors' contrast ratio (WCAG 2.2 §1.4.3). */
  function contrast(one: string, other: string): number {
    const [dark = 0, light = 0] = [one, other].map(luminance).sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  it("has a distinct color with enough contrast for each outcome in both color schemes (WCAG 2.2 §1.4.11)", () => {
    const [light = "", dark = ""] = [...pageStyle().matchAll(/--back:[^}]*/g)].map(([colors]) => colors);
    for (const colors of [light, dark]) {
      const of = (name: string) => new RegExp(`--${name}:(#\\w+)`).exec(colors)?.[1] ?? expect.unreachable();
      const marks = ["mark", "declined", "failed", "stale"].map(of);
      expect(new Set(marks).size).toBe(4);
      for (const mark of marks) expect(contrast(mark, of("card"))).toBeGreaterThanOrEqual(4.5);
      for (const ink of ["ink", "soft"]) expect(contrast(of(ink), of("card"))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("uses the text color for outcomes on a custom background and fills the success mark", () => {
    const style = pageStyle({ background: "#c5322d", accent: "#f5d76e" });
    for (const mark of ["neutral", "declined", "failed", "stale"]) expect(style).toContain(`--${mark}:#fff`);
    expect(style).toContain(".signed-in circle{fill-opacity:1}");
    expect(style).toContain("--mark:#f5d76e");
    expect(pageStyle()).not.toContain("fill-opacity:1}.signed-in");
  });
});

describe("a custom page", () => {
  it("validates a page function by calling it with every kind in English", () => {
    const page = vi.fn((view: PageView) => view.title);
    checkOwnPage(page);
    const views = page.mock.calls.map(([{ kind, language, direction }]) => ({ kind, language, direction }));
    const english = { language: "en-US", direction: "ltr" };
    const expected = ["signed-in", "returned", "declined", "failed", "stale"];
    expect(views).toEqual(expected.map((kind) => ({ kind, ...english })));
    expect(page.mock.results[1]?.value).toBe("Return to the game");
  });

  it("reports the page's kind but not the error if a page function throws", () => {
    expect(() =>
      checkOwnPage(({ kind }) => {
        if (kind === "stale") throw new RangeError("the password of the game's server");
        return "";
      }),
    ).toThrow(
      expect.objectContaining({
        code: "invalid_page",
        type: 6,
        message: 'The page function threw an error for the kind "stale".',
        hint: expect.stringContaining(
          'Call page({"kind":"stale","language":"en-US","direction":"ltr","title":"This link is old","text":',
        ) as unknown,
      }),
    );
  });

  it.each([
    ["rejects", async () => Promise.reject(new Error("the template is missing"))],
    ["resolves", async () => "<!doctype html>"],
  ])("rejects an async page function that %s without causing an unhandled rejection", async (_how, page) => {
    expect(() => checkOwnPage(page as unknown as PageOption)).toThrow(
      expect.objectContaining({
        code: "invalid_page",
        message: 'The page function returned a promise for the kind "signed-in".',
      }),
    );
    // An unhandled rejection would fail the test run.
    await nextTurn();
  });
});
