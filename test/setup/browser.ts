import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { findChromium } from "../../examples/main-job/browser.js";

/** A page of the browser, and everything it complained about. */
export interface WatchedPage {
  readonly page: Page;
  readonly complaints: string[];
}

/**
 * One headless Chromium for the tests of the surrounding `describe`, which says `needs("Chromium")`. Each page has a
 * session of its own and is closed when its test ends.
 */
export function useChromium(): {
  newPage: (options?: BrowserContextOptions) => Promise<WatchedPage>;
  /** One that stays until the last test of the `describe` has ended. */
  keptPage: () => Promise<WatchedPage>;
} {
  let browser: Browser;
  const pages: Page[] = [];
  beforeAll(async () => {
    // A second of a processor, which runs without a browser do not spend.
    const { chromium } = await import("playwright-core");
    browser = await chromium.launch({ executablePath: findChromium() ?? "", chromiumSandbox: false });
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close();
  });
  afterAll(() => browser.close());
  return {
    async newPage(options) {
      const page = await browser.newPage(options);
      pages.push(page);
      return watch(page);
    },
    keptPage: async () => watch(await browser.newPage()),
  };
}

function watch(page: Page): WatchedPage {
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  return { page, complaints };
}
