import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { suite, test } from "node:test";
import { createPackageWithOptions } from "@electron/asar";

// `node:test` waits for its tests, so callers need not await them.
/** @type {(title: string, body: () => void) => void} */
const describe = (title, body) => void suite(title, body);
/** @type {(title: string, body: () => void | Promise<void>) => void} */
const it = (title, body) => void test(title, body);

const addon = join(process.cwd(), "prebuilds", "win32-x64", "slashpass.node");
/** The directory into which the package is installed. */
const installedIn = join(process.cwd(), "..", "..");

/**
 * Runs a game's program and returns its output. Uses a file, because Wine programs may crash when pipes close.
 *
 * @param {string} program
 */
async function outputOf(program) {
  const output = join(mkdtempSync(join(tmpdir(), "slashpass-")), "output.txt");
  const file = openSync(output, "w");
  const running = spawn(process.execPath, [program], {
    cwd: installedIn,
    stdio: ["ignore", file, "inherit"],
  });
  const [code] = await once(running, "exit");
  return `${readFileSync(output, "utf8")}exit code ${code}`;
}

describe("the package in Node.js for Windows", () => {
  it("runs the README's example", async () => {
    assert.equal(await outputOf("sign-in.js"), "Hello, Ada.\nexit code 0");
  });

  // The custom-scheme part runs only on Linux; Windows has its own tests for it.
  it("runs the main flow", async () => {
    const printed = await outputOf("smoke.mjs");
    const parts = ["sign-in", "commands and launch", "redactor", "20 worker threads in a row", "keychain"];
    for (const part of parts) assert.ok(printed.includes(`${part}: works\n`), printed);
    assert.ok(printed.endsWith("exit code 0"), printed);
  });

  it("runs under another program's name with the opener inside an archive, as in an Electron app", async () => {
    const folder = mkdtempSync(join(tmpdir(), "slashpass-"));
    const game = join(folder, "My Game.exe");
    const archive = join(folder, "app.asar");
    const written = join(folder, "written.json");
    copyFileSync(process.execPath, game);
    mkdirSync(join(folder, "app"));
    cpSync(dirname(addon), join(folder, "app"), { recursive: true });
    await createPackageWithOptions(join(folder, "app"), archive, { unpack: "*.node" });
    const main = join(process.cwd(), "tests", "main.mjs");
    writeFileSync(
      main,
      `import { writeFileSync } from "node:fs";
      import { openArchives } from "./electron-archives.js";
      import * as slashpass from "slashpass";
      openArchives();
      const applicationId = "1234567890123456789";
      const client = new slashpass.Client({ applicationId, addonPath: process.argv[2], store: slashpass.memoryTokenStore() });
      slashpass.registerRedirectScheme({ applicationId });
      const status = slashpass.redirectSchemeStatus({ applicationId });
      await client.close();
      slashpass.unregisterRedirectScheme({ applicationId });
      writeFileSync(process.argv[3], JSON.stringify({ program: process.execPath, ...status }));`,
    );
    const environment = { ...process.env, LOCALAPPDATA: folder };
    const running = spawn(game, [main, join(archive, "slashpass.node"), written], {
      stdio: "ignore",
      env: environment,
    });
    assert.deepEqual(await once(running, "exit"), [0, null]);
    const { program, owner, ...state } = JSON.parse(readFileSync(written, "utf8"));
    assert.equal(program, game);
    assert.equal(
      owner,
      `"${join(folder, "slashpass", "discord-1234567890123456789", "redirect-opener.exe")}" -- "%1"`,
    );
    assert.deepEqual(state, { isOurs: true, isStale: false });
  });
});
