// Takes the README's picture, docs/images/demo.webp: what `npm run demo` does, seen in a headless Chromium. A file named
// behind it is written instead.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { findChromium } from "../examples/main-job/browser.js";

const root = new URL("../", import.meta.url);
const file = resolve(process.argv[2] ?? fileURLToPath(new URL("docs/images/demo.webp", root)));
/** @param {string} entry */
const load = (entry) => import(pathToFileURL(fileURLToPath(new URL(`dist/${entry}`, root))).href);
/** @type {typeof import("slashpass")} */
const { Client, memoryTokenStore } = await load("index.js");
/** @type {typeof import("slashpass/commands")} */
const { CommandsClient } = await load("commands/index.js");
/** @type {typeof import("slashpass/emulator")} */
const { startEmulator } = await load("emulator/index.js");
/** @type {typeof import("slashpass/interactions")} */
const { createInteractionHandler, entryPoint } = await load("interactions/index.js");

const height = 620;
const emulator = await startEmulator({
  world: { applications: [{ name: "Lunar Rally", activities: true }] },
});
const { application, webBase } = emulator;
const browser = await chromium.launch({ executablePath: findChromium() ?? "", chromiumSandbox: false });
const context = await browser.newContext({ deviceScaleFactor: 1.5, colorScheme: "light", locale: "en-US" });
/** @type {{ caption: string, width: number, png: Buffer }[]} */
const views = [];

/** @param {string} caption @param {import("playwright-core").Page} page */
async function see(caption, page) {
  views.push({ caption, width: page.viewportSize()?.width ?? 0, png: await page.screenshot() });
}

const page = await context.newPage();
await page.setViewportSize({ width: 400, height });
const client = new Client({
  ...emulator.clientOptions(),
  store: memoryTokenStore(),
  openBrowser: async (url) => void (await page.goto(url)),
});
const signedIn = client.signIn({ scopes: Client.GetDefaultPresenceScopes() });
await page.getByRole("button", { name: "Ada" }).click();
await page.getByRole("button", { name: "Authorize" }).waitFor();
await see("The player agrees in the browser", page);
await page.getByRole("button", { name: "Authorize" }).click();
await page.waitForURL(/\/done$/);
await signedIn;
await see("and is back in the game, signed in", page);

const launch = entryPoint({ name: "launch", description: "Play together", handler: 1 });
const handler = createInteractionHandler({ ...emulator.handlerOptions(), commands: [launch] });
await handler.sync(new CommandsClient(emulator.commandsOptions()));
await application.setInteractionsEndpoint(handler);
await page.setViewportSize({ width: 980, height });
await page.goto(webBase);
await page.getByText("launch", { exact: true }).first().click();
await page
  .getByRole("button", { name: /launch/i })
  .last()
  .click();
await page.getByRole("heading", { name: "Activity" }).waitFor();
await page.evaluate("scrollTo(0, 0)");
await see("The command launches the Activity, at the emulator", page);

const figures = views.map(
  ({ caption, width, png }) =>
    `<figure><img width="${width}" height="${height}" src="data:image/png;base64,${png.toString("base64")}"><figcaption>${caption}</figcaption></figure>`,
);
await page.goto("about:blank");
await page.setViewportSize({
  width: views.reduce((sum, { width }) => sum + width + 24, 24),
  height: height + 76,
});
await page.setContent(`<!doctype html><style>
  body { margin: 0; padding: 24px 24px 0; display: flex; gap: 24px; background: #e9eaf0; font: 16px system-ui, sans-serif; }
  figure { margin: 0; text-align: center; color: #333; }
  img { display: block; margin-bottom: 12px; border-radius: 8px; box-shadow: 0 1px 6px #0003; }
</style>${figures.join("")}`);
const session = await context.newCDPSession(page);
// Playwright writes no WebP, which takes a third of the room.
const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 75 });
writeFileSync(file, data, "base64");

await browser.close();
await client.close();
await emulator.close();
