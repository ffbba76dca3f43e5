// Takes the pictures of docs/pages.md: the built library and emulator in a headless Chromium. `take.js build/pages` writes PNGs
// into another folder, to look at; with a name at the end only those whose name begins so. Urdu needs a font that has all of its
// letters, such as Debian's fonts-noto-core.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { findChromium } from "../../examples/main-job/browser.js";
import { writePictureOf } from "../picture-of-page.js";
import { pictures } from "./pictures.js";
import { Stage } from "./states.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const [, , elsewhere, wanted = ""] = process.argv;
const folder = resolve(root, elsewhere ?? "docs/images/pages");

/** @type {typeof import("slashpass/emulator")} */
const { startEmulator } = await import(pathToFileURL(join(root, "dist/emulator/index.js")).href);
/** @type {typeof import("slashpass")} */
const { Client } = await import(pathToFileURL(join(root, "dist/index.js")).href);

mkdirSync(folder, { recursive: true });
const stage = await Stage.create({ startEmulator, Client });
const browser = await chromium.launch({ executablePath: findChromium() ?? "", chromiumSandbox: false });
for (const { name, state, look } of pictures.filter((picture) => picture.name.startsWith(wanted))) {
  const { width, height, ...asked } = look;
  const context = await browser.newContext({ viewport: { width, height }, ...asked });
  const page = await context.newPage();
  await state.open(page, stage);
  if (elsewhere === undefined)
    await writePictureOf(page, join(folder, `${name}.webp`), width > 1024 ? 0.5 : 1);
  else await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await context.close();
}
await browser.close();
await stage.close();
