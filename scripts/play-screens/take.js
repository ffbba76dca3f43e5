// Takes the pictures of docs/emulator-page.md: the built emulator in a headless Chromium. `take.js build/play` writes PNGs into
// another folder, to look at; with a name at the end only those whose name begins so.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { findChromium } from "../../examples/main-job/browser.js";
import { writePictureOf } from "../picture-of-page.js";
import { pictures } from "./pictures.js";
import { PlayStage } from "./states.js";

/** @import { Library } from "./states.js" */

const root = fileURLToPath(new URL("../../", import.meta.url));
const [, , elsewhere, wanted = ""] = process.argv;
const folder = resolve(root, elsewhere ?? "docs/images/emulator-page");

/** @param {string} entry */
const load = (entry) => import(pathToFileURL(join(root, "dist", entry)).href);
/** @type {Library} */
const library = {
  ...(await load("index.js")),
  ...(await load("emulator/index.js")),
  ...(await load("interactions/index.js")),
};

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: findChromium() ?? "", chromiumSandbox: false });
for (const { name, state, look } of pictures.filter((picture) => picture.name.startsWith(wanted))) {
  const { width, height, colorScheme } = look;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale: "en-US" });
  const [page, stage] = [await context.newPage(), await PlayStage.create(library)];
  await state.open(page, stage);
  if (elsewhere === undefined) await writePictureOf(page, join(folder, `${name}.webp`));
  else await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await context.close();
  await stage.close();
}
await browser.close();
