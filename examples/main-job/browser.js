import { existsSync } from "node:fs";

const chromiumPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

export function findChromium() {
  return chromiumPaths.find((path) => existsSync(path)) ?? null;
}

/**
 * Chooses the browser for the sign-in page: the user's own, a headless Chromium, or a scripted user agent.
 *
 * @param {import("slashpass/emulator").Emulator} emulator
 * @param {{ headless: boolean, chromium: string | null }} options
 */
export async function chooseBrowser(emulator, { headless, chromium }) {
  const nothing = { close: () => Promise.resolve() };
  if (!headless && hasDesktop()) {
    return { ...nothing, openBrowser: undefined, description: "your own: sign in there and accept" };
  }
  if (chromium) return startChromium(chromium, emulator.players[0].name);
  const openBrowser = emulator.player().browser();
  return {
    ...nothing,
    openBrowser,
    description: "no Chromium is installed: a scripted user agent follows the pages",
  };
}

function hasDesktop() {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform === "win32" || process.platform === "darwin" || Boolean(DISPLAY ?? WAYLAND_DISPLAY);
}

/**
 * @param {string} executablePath
 * @param {string} player
 */
async function startChromium(executablePath, player) {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
  return {
    description: "headless Chromium, in which the player signs in and accepts",
    /** @param {string} url */
    async openBrowser(url) {
      const page = await browser.newPage();
      await page.goto(url);
      await page.getByRole("button", { name: player }).click();
      await page.getByRole("button", { name: "Authorize" }).click();
      await page.getByRole("heading", { name: "Return to the game" }).waitFor();
    },
    close: () => browser.close(),
  };
}
