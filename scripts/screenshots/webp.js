import { writeFileSync } from "node:fs";

/**
 * Writes the whole page as WebP, which Playwright does not support. Wide pages are written at half size.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} file
 */
export async function writeWebp(page, file) {
  const session = await page.context().newCDPSession(page);
  const width = page.viewportSize()?.width ?? 0;
  const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: 80,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: width > 2000 ? 0.5 : 1 },
  });
  writeFileSync(file, data, "base64");
}
