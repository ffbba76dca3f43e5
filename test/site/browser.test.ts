import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useChromium } from "../setup/browser.ts";
import { needs } from "../setup/system-parts.ts";
import { pages, serveSite } from "./pages.ts";
import { firstPages } from "./search-terms.ts";

describe("in a browser", needs("Chromium"), () => {
  const chromium = useChromium();
  let site: Awaited<ReturnType<typeof serveSite>>;
  beforeAll(async () => {
    site = await serveSite();
  });
  afterAll(() => site.close());

  it("search has a guide or an example first, and nothing is asked of another host", async () => {
    const { page, complaints } = await chromium.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.clock.install();
    await page.goto(site.address);
    await page.getByRole("button", { name: "Search" }).first().click();
    const box = page.getByRole("searchbox");
    const first = page.getByRole("option").first();
    const found: Record<string, string | null> = {};
    // The index is there when it has found something.
    await box.fill("slashpass");
    await expect.poll(() => page.clock.runFor(250).then(() => first.count())).toBe(1);
    for (const term of Object.keys(firstPages)) {
      await box.fill(term);
      // The site waits a moment for the next letter.
      await page.clock.runFor(250);
      const link = await first.getAttribute("href");
      found[term] = link && new URL(link, site.address).pathname.slice(1).replace(/\.html$/, "");
    }
    expect(found).toEqual(firstPages);
    await box.fill("createRedactor");
    await page.clock.runFor(250);
    await first.click();
    await page.waitForURL(/\/reference\/slashpass/);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((url) => !url.startsWith(site.address) && !url.startsWith("data:"))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("nothing but code scrolls sideways on a telephone, a tablet and a laptop", async () => {
    // Only the layout is asked for, and that needs no scripts.
    const { page } = await chromium.newPage({ javaScriptEnabled: false });
    const wide: string[] = [];
    for (const path of pages.keys()) {
      await page.goto(site.address + path, { waitUntil: "domcontentloaded" });
      for (const width of [390, 820, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const parts = await page.evaluate<string[]>(widerThanTheirRoom);
        wide.push(...parts.map((part) => `${path} at ${width}: ${part}`));
      }
    }
    expect(pages.size).toBeGreaterThan(60);
    expect(wide).toEqual([]);
  });
});

/** Run on the page: the page as a whole, and its tables. */
const widerThanTheirRoom = `
  [document.documentElement, ...document.querySelectorAll(".vp-doc .table")]
    .filter((element) => element.scrollWidth > element.clientWidth)
    .map((element) => element.tagName + " of " + element.scrollWidth + ": " + element.textContent.slice(0, 60))
`;
