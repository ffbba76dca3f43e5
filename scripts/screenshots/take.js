// Takes the screenshots of the documents from the built package, in a headless Chromium and on a pseudo-terminal:
//
//   node scripts/screenshots/take.js SET [NAME] [--look]      SET: pages, emulator-page, program or demo
//
// NAME limits a set to the pictures whose names begin so. `--look` writes PNGs below build/screenshots instead, for a
// developer to look at. Urdu needs a font with all of its letters, such as Debian's fonts-noto-core.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { findChromium } from "../../examples/main-job/browser.js";
import { takeDemo } from "./demo.js";
import { Stage as PageStage } from "./page-states.js";
import { PlayStage } from "./emulator-page-states.js";
import { emulatorPagePictures, pagePictures } from "./pictures.js";
import { takeProgram } from "./program.js";

/** @import { Browser, Page } from "playwright-core" */
/**
 * @typedef {typeof import("slashpass") &
 *   typeof import("slashpass/commands") &
 *   typeof import("slashpass/emulator") &
 *   typeof import("slashpass/interactions")} Library
 */
/** @typedef {{ library: Library, browser: Browser, folder: string, wanted: string, isLook: boolean }} Run */

const root = fileURLToPath(new URL("../../", import.meta.url));
/** @type {Readonly<Record<string, { folder: string, take: (run: Run) => Promise<void> }>>} */
const sets = {
  pages: { folder: "pages", take: takePages },
  "emulator-page": { folder: "emulator-page", take: takeEmulatorPage },
  program: { folder: "", take: takeProgram },
  demo: { folder: "", take: takeDemo },
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { look: { type: "boolean", default: false } },
});
const [name = "", wanted = ""] = positionals;
const set = sets[name];
if (!set)
  throw new Error(`usage: node scripts/screenshots/take.js ${Object.keys(sets).join("|")} [NAME] [--look]`);

/** @param {string} entry */
const load = (entry) => import(pathToFileURL(join(root, "dist", entry, "index.js")).href);
/** @type {Library} */
const library = {
  ...(await load("")),
  ...(await load("commands")),
  ...(await load("emulator")),
  ...(await load("interactions")),
};
const folder = join(root, values.look ? "build/screenshots" : "docs/images", set.folder);
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: findChromium() ?? "", chromiumSandbox: false });
try {
  await set.take({ library, browser, folder, wanted, isLook: values.look });
} finally {
  await browser.close();
}

/** @param {Run} run */
async function takePages(run) {
  const stage = await PageStage.create(run.library);
  await takeEach(run, pagePictures, (state, page) => state.open(page, stage));
  await stage.close();
}

/** @param {Run} run */
function takeEmulatorPage(run) {
  return takeEach(run, emulatorPagePictures, async (state, page) => {
    const stage = await PlayStage.create(run.library);
    await state.open(page, stage);
    return () => stage.close();
  });
}

/**
 * @template State
 * @param {Run} run
 * @param {readonly import("./pictures.js").Picture<State>[]} pictures
 * @param {(state: State, page: Page) => Promise<unknown>} open - may resolve to a function that is called after the picture
 */
async function takeEach({ browser: of, folder: into, wanted: prefix, isLook }, pictures, open) {
  for (const { name: file, state, look } of pictures.filter((picture) => picture.name.startsWith(prefix))) {
    const { width, height, ...appearance } = look;
    const context = await of.newContext({ viewport: { width, height }, ...appearance });
    const page = await context.newPage();
    const end = await open(state, page);
    if (isLook) await page.screenshot({ path: join(into, `${file}.png`), fullPage: true });
    else await writeWebp(page, join(into, `${file}.webp`));
    await context.close();
    if (typeof end === "function") await end();
  }
}

/**
 * Writes the whole page as WebP, which takes a third of a PNG's size and which Playwright cannot write. A picture wider than a
 * laptop's screen is written at half its size.
 *
 * @param {Page} page
 * @param {string} file
 */
async function writeWebp(page, file) {
  const session = await page.context().newCDPSession(page);
  const width = page.viewportSize()?.width ?? 0;
  const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: 80,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: width > 1280 ? 0.5 : 1 },
  });
  writeFileSync(file, data, "base64");
}
