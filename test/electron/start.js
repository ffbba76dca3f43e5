// node start.js FOLDER: starts a built game in real Electron, and signs a player in and out with the emulator. Only
// .github/workflows/electron.yml runs this program, which needs Electron's binary and a display.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join, resolve as absolute } from "node:path";
import { _electron } from "playwright-core";
import { startEmulator } from "slashpass/emulator";

const folder = absolute(process.argv[2] ?? ".");
const emulator = await startEmulator();
const game = await _electron.launch({
  executablePath: createRequire(join(folder, "package.json"))("electron"),
  args: [folder],
  chromiumSandbox: true,
  env: {
    ...process.env,
    SLASHPASS_APPLICATION_ID: emulator.application.id,
    SLASHPASS_API_BASE: emulator.apiBase,
    SLASHPASS_WEB_BASE: emulator.webBase,
  },
});
try {
  const page = await game.firstWindow();
  page.on("console", (message) => process.stdout.write(`${message.text()}\n`));
  // Receives the URL in the main process, instead of opening the browser.
  await game.evaluate(({ shell }) => {
    const opened = new Promise((resolve) => (shell.openExternal = async (url) => resolve(url)));
    Object.assign(globalThis, { opened });
  });
  await page.click("text=Sign in with Discord");
  await page.waitForSelector("text=Continue in your browser.");
  const url = await game.evaluate(() => Reflect.get(globalThis, "opened"));
  await emulator.player("Ada").browser()(url);
  await page.waitForSelector("text=Welcome, Ada.");
  // The page can use neither Node.js nor IPC, only slashpass's functions.
  const globals = "[typeof require, typeof process, typeof slashpassBridge]";
  assert.deepEqual(await page.evaluate(globals), ["undefined", "undefined", "object"]);
  await page.click("text=Sign out");
  await page.waitForSelector("text=You are not signed in.");
  process.stdout.write("A player signed in and out in real Electron.\n");
} finally {
  await game.close();
  await emulator.close();
}
