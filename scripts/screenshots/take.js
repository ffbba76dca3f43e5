// Takes the documents' screenshots from the built package, in a headless Chromium and on a pseudo-terminal:
//
//   node scripts/screenshots/take.js SET [NAME] [--look]
//
// SET is pages, emulator-page, program or demo. Takes only the screenshots whose names start with NAME. `--look` writes to
// build/screenshots instead of docs/images. Urdu needs a font with all of its letters, such as Debian's fonts-noto-core.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { findChromium } from "../../examples/main-job/browser.js";
import { takeDemo } from "./demo.js";
import { PlayStage } from "./emulator-page-states.js";
import { Stage } from "./page-states.js";
import { emulatorPagePictures, pagePictures } from "./pictures.js";
import { takeProgram } from "./program.js";
import { writeWebp } from "./webp.js";

/**
 * @typedef {typeof import("slashpass") &
 *   typeof import("slashpass/commands") &
 *   typeof import("slashpass/emulator") &
 *   typeof import("slashpass/interactions")} Library
 */
/** @typedef {{ library: Library, browser: import("playwright-core").Browser, folder: string, wanted: string }} Run */

/** @type {Readonly<Record<string, { folder: string, take: (run: Run) => Promise<void> }>>} */
const sets = {
  pages: { folder: "pages", take: (run) => takePages(run, pagePictures, Stage) },
  "emulator-page": {
    folder: "emulator-page",
    take: (run) => takePages(run, emulatorPagePictures, PlayStage),
  },
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

const root = fileURLToPath(new URL("../../", import.meta.url));
/** @type {Library} */
const library = Object.assign(
  {},
  ...(await Promise.all(
    ["", "commands", "emulator", "interactions"].map(
      (entry) => import(pathToFileURL(join(root, "dist", entry, "index.js")).href),
    ),
  )),
);
const folder = join(root, values.look ? "build/screenshots" : "docs/images", set.folder);
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: findChromium() ?? "", chromiumSandbox: false });
try {
  await set.take({ library, browser, folder, wanted });
} finally {
  await browser.close();
}

/**
 * @template {{ close(): Promise<void> }} Opened
 * @param {Run} run
 * @param {readonly import("./pictures.js").Picture<Opened>[]} pictures
 * @param {{ create(library: Library): Promise<Opened> }} stages
 */
async function takePages(run, pictures, stages) {
  for (const picture of pictures.filter((one) => one.name.startsWith(run.wanted))) {
    const { width, height, ...appearance } = picture.look;
    const context = await run.browser.newContext({ viewport: { width, height }, ...appearance });
    const page = await context.newPage();
    const stage = await stages.create(run.library);
    await picture.state.open(page, stage);
    await writeWebp(page, join(run.folder, `${picture.name}.webp`));
    await context.close();
    await stage.close();
  }
}
