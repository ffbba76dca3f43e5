// The README's screenshot, docs/images/demo.webp: the steps of `npm run demo` as the player sees them.
import { join } from "node:path";
import { writeWebp } from "./webp.js";

/** @import { Run } from "./take.js" */

const height = 620;

/** @param {Run} run */
export async function takeDemo({ library, browser, folder }) {
  const { Client, CommandsClient, createInteractionHandler, entryPoint, memoryTokenStore, startEmulator } =
    library;
  const emulator = await startEmulator({
    world: { applications: [{ name: "Lunar Rally", activities: true }] },
  });
  const { application, webBase } = emulator;
  const context = await browser.newContext({ deviceScaleFactor: 1.5, colorScheme: "light", locale: "en-US" });
  /** @type {{ caption: string, width: number, png: Buffer }[]} */
  const views = [];

  const page = await context.newPage();
  /** @param {string} caption */
  const see = async (caption) => {
    views.push({ caption, width: page.viewportSize()?.width ?? 0, png: await page.screenshot() });
  };
  await page.setViewportSize({ width: 400, height });
  const client = new Client({
    ...emulator.clientOptions(),
    store: memoryTokenStore(),
    openBrowser: async (url) => void (await page.goto(url)),
  });
  const signedIn = client.signIn({ scopes: Client.GetDefaultPresenceScopes() });
  await page.getByRole("button", { name: "Ada" }).click();
  await page.getByRole("button", { name: "Authorize" }).waitFor();
  await see("The player authorizes in the browser");
  await page.getByRole("button", { name: "Authorize" }).click();
  await page.waitForURL(/\/done$/);
  await signedIn;
  await see("and returns to the game, signed in");

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
  await see("The command launches the Activity, in the emulator");

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
  await writeWebp(page, join(folder, "demo.webp"));
  await context.close();
  await client.close();
  await emulator.close();
}
