import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useChromium } from "../setup/browser.ts";
import { needs } from "../setup/system-parts.ts";
import { pages, serveSite } from "./pages.ts";
import { firstPages } from "./search-terms.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe("in a browser", needs("Chromium"), () => {
  const chromium = useChromium();
  let site: Awaited<ReturnType<typeof serveSite>>;
  beforeAll(async () => {
    site = await serveSite();
  });
  afterAll(() => site.close());

  it("lists the expected page first for each search term, without requests to other hosts", async () => {
    const { page, complaints } = await chromium.newPage();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.clock.install();
    await page.goto(site.address);
    await page.getByRole("button", { name: "Search" }).first().click();
    const box = page.getByRole("searchbox");
    const first = page.getByRole("option").getByRole("link").first();
    const found: Record<string, string | null> = {};
    // Once there is a result, the index has loaded.
    await box.fill("slashpass");
    await expect.poll(() => page.clock.runFor(250).then(() => first.count())).toBe(1);
    for (const term of Object.keys(firstPages)) {
      await box.fill(term);
      // The search field is debounced.
      await page.clock.runFor(250);
      const link = await first.getAttribute("href");
      found[term] = link && new URL(link, site.address).pathname.slice(1).replace(/\.html$/, "");
    }
    expect(found).toEqual(firstPages);
    // A name without a guide.
    await box.fill("memoryTokenStore");
    await page.clock.runFor(250);
    await first.click();
    await page.waitForURL(/\/reference\/slashpass/);
    expect(requests.length).toBeGreaterThan(5);
    expect(requests.filter((url) => !url.startsWith(site.address) && !url.startsWith("data:"))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it.each(["light", "dark"] as const)(
    "has enough contrast between text and background in %s mode",
    async (colorScheme) => {
      const { page } = await chromium.newPage({ colorScheme });
      const pale: Record<string, string[]> = {};
      for (const path of ["", "guides/sign-in", "guides/troubleshooting", "first-hour", "errors"]) {
        await page.goto(site.address + path);
        await page.evaluate(axe);
        const found = await page.evaluate<string[]>(
          `axe.run({ runOnly: ["color-contrast"] }).then(({ violations }) => violations.flatMap(({ nodes }) => nodes.map(({ html }) => html)))`,
        );
        if (found.length > 0) pale[path] = found;
      }
      expect(pale).toEqual({});
    },
    60_000,
  );

  it("does not scroll sideways, except in code blocks, on a phone, a tablet and a laptop", async () => {
    expect(pages.size).toBeGreaterThan(60);
    const { page } = await chromium.newPage();
    await page.goto(`${site.address}404`);
    const wide = await page.evaluate<string[]>(
      `(${partsWiderThanTheirRoom})(${JSON.stringify([...pages.keys()])})`,
    );
    expect(wide).toEqual([]);
  }, 180_000);
});

/**
 * Runs in the browser. An iframe can be resized without resizing the window. Loads the page without scripts, because only the
 * layout is measured.
 */
const partsWiderThanTheirRoom = `async (paths) => {
  const frame = document.createElement("iframe");
  frame.style.height = "900px";
  document.body.replaceChildren(frame);
  const found = [];
  for (const path of paths) {
    const html = await (await fetch("/" + path)).text();
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    frame.srcdoc = html.replaceAll(/<script\\b.*?<\\/script>|<link rel="(?:module)?preload"[^>]*>/gs, "");
    await loaded;
    const { contentDocument: its } = frame;
    for (const width of [390, 820, 1280]) {
      frame.style.width = width + "px";
      for (const part of [its.documentElement, ...its.querySelectorAll(".vp-doc .table")]) {
        if (part.scrollWidth <= part.clientWidth) continue;
        found.push(path + " at " + width + ": " + part.tagName + " " + part.textContent.trim().slice(0, 60));
      }
    }
  }
  return found;
}`;
