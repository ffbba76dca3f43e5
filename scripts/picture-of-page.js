import { writeFileSync } from "node:fs";

/** @import { Page } from "playwright-core" */

/**
 * Writes a picture of a whole page, not only of what the window shows: a WebP, which Playwright does not write and which takes a
 * third of the room.
 *
 * @param {Page} page
 * @param {string} file
 * @param {number} [scale] - of the picture
 */
export async function writePictureOf(page, file, scale = 1) {
  const session = await page.context().newCDPSession(page);
  const width = page.viewportSize()?.width ?? 0;
  const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: 80,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale },
  });
  writeFileSync(file, data, "base64");
}
