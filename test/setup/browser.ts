import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { findChromium } from "../../examples/main-job/browser.js";

/** The settings that can change while a page is open. */
export type Look = Pick<BrowserContextOptions, "viewport" | "colorScheme">;

export interface WatchedPage {
  readonly page: Page;
  readonly complaints: string[];
}

/**
 * Opens pages in a headless Chromium for the tests in the surrounding `describe`, which must use `needs("Chromium")`. Each page
 * has its own session and is closed when its test ends.
 */
export function useChromium(): {
  newPage: (options?: BrowserContextOptions) => Promise<WatchedPage>;
  /** Returns the same page each time, after clearing it. A new page takes half a second of CPU time. */
  emptiedPage: (look?: Look) => Promise<WatchedPage>;
  /** Opens a page that is closed after the last test in the `describe`. */
  persistentPage: () => Promise<WatchedPage>;
} {
  let browser: Browser;
  const pages: Page[] = [];
  const persistentPages: Page[] = [];
  let emptied: Page | undefined;
  beforeAll(async () => {
    if (!running?.isConnected()) running = await startChromium();
    browser = running;
  });
  afterEach(async () => {
    await closeAll(pages);
    await emptied?.goto("about:blank");
  });
  afterAll(() => closeAll(persistentPages));
  const open = async (openPages: Page[], options?: BrowserContextOptions): Promise<WatchedPage> => {
    const page = await browser.newPage(options);
    openPages.push(page);
    return watch(page);
  };
  return {
    newPage: (options) => open(pages, options),
    async emptiedPage(look) {
      emptied ??= (await open(persistentPages)).page;
      await empty(emptied, look);
      return watch(emptied);
    },
    persistentPage: () => open(persistentPages),
  };
}

/** Shared by all test files in this process, because starting a browser takes longer than most tests that use it. */
let running: Browser | undefined;
const { __vitest_worker__: worker } = globalThis as unknown as {
  __vitest_worker__: { onCleanup: (listener: () => unknown) => void };
};

async function startChromium(): Promise<Browser> {
  // Imported here, because loading it takes a second of CPU time.
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: findChromium() ?? "", chromiumSandbox: false });
  worker.onCleanup(() => browser.close());
  return browser;
}

async function empty(page: Page, { viewport, colorScheme = "light" }: Look = {}): Promise<void> {
  await page.goto("about:blank");
  page.removeAllListeners();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().clearCookies();
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport ?? { width: 1280, height: 720 });
}

async function closeAll(pages: Page[]): Promise<void> {
  for (const page of pages.splice(0)) await page.close();
}

function watch(page: Page): WatchedPage {
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  return { page, complaints };
}
