import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { preview, type PreviewServer } from "vite";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createAccount } from "../../src/electron/set-up.ts";
import { startEmulator } from "../../src/emulator/index.ts";
import { useChromium } from "../setup/browser.ts";
import { outputOf, runProgram } from "../setup/child-process.ts";
import { bundleForPage, startGameServer } from "../setup/electron/game-server.ts";
import { ElectronStandIn } from "../setup/electron/stand-in.ts";
import { attachWindow } from "../setup/electron/window.ts";
import { runInProcess } from "../setup/program/run-in-process.ts";
import { needs } from "../setup/system-parts.ts";
import { temporaryFolder } from "../setup/temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
/** This directory is inside the package, so imports resolve to its installed packages. */
const game = join(root, "build/init-electron");
/** Electron's package is not installed. electron-vite reads the version from this variable instead. */
const env = { ...process.env, ELECTRON_MAJOR_VER: "45" };

/** Replaces Electron: prints the file that a window loads. */
const electron = `
const contents = { on() {}, setWindowOpenHandler() {} };
const electron = {
  app: { isPackaged: true, isReady: () => true, whenReady: async () => {}, getPath: () => import.meta.dirname, getAppPath: () => import.meta.dirname,
    getLocale: () => "en-US", requestSingleInstanceLock: () => true, exit() {}, quit() {}, on() {} },
  BrowserWindow: class {
    static getAllWindows = () => [];
    webContents = contents;
    constructor({ webPreferences }) { console.log(webPreferences.preload); }
    async loadFile(path) { console.log(path); }
  },
  ipcMain: { handle(channel) { console.log(channel); } },
  safeStorage: { isEncryptionAvailable: () => true },
  session: {}, shell: {},
};
export const { app, BrowserWindow } = electron;
export default electron;`;

/** Runs a program of an installed package in the game's directory. */
function run(program: string, ...args: readonly string[]): Promise<string> {
  const path = join(root, "node_modules", program);
  return outputOf(process.execPath, [path, ...args], { cwd: game, env, limitMs: 100_000 });
}

describe("the game created by slashpass init --electron", () => {
  beforeAll(async () => {
    rmSync(game, { recursive: true, force: true });
    mkdirSync(join(game, "node_modules/electron"), { recursive: true });
    expect((await runInProcess(["init", "--electron", "--yes"], { cwd: game })).code).toBe(0);
    // This is a copy because vitest would treat a link as part of the game.
    cpSync(join(root, "dist"), join(game, "node_modules/slashpass/dist"), { recursive: true });
    cpSync(join(root, "package.json"), join(game, "node_modules/slashpass/package.json"));
    cpSync(join(root, "examples/electron/electron.d.ts"), join(game, "electron.d.ts"));
    writeFileSync(join(game, "node_modules/electron/index.mjs"), electron);
    writeFileSync(join(game, "node_modules/electron/package.json"), '{ "exports": "./index.mjs" }');
    await run("electron-vite/bin/electron-vite.js", "build");
  });
  afterAll(() => rmSync(game, { recursive: true, force: true }));

  it("compiles", async () => {
    expect(await run("typescript/bin/tsc")).toBe("");
  });

  it("passes its own test, which signs a player in with the emulator", async () => {
    expect(await run("vitest/vitest.mjs", "run", "--reporter=dot", "--no-color")).toMatch(/Tests +1 passed/);
  });

  it("starts its built main process, which opens the page", async () => {
    const args = ["out/main/index.js"];
    const { status, stdout, stderr } = await runProgram(process.execPath, args, { cwd: game });
    const lines = [
      "slashpass:call",
      join(game, "out/preload/index.cjs"),
      join(game, "out/renderer/index.html"),
    ];
    expect({ status, stderr, lines: stdout.trim().split("\n") }).toEqual({ status: 0, stderr: "", lines });
  });

  describe("its pages", needs("Chromium"), () => {
    const { newPage } = useChromium();
    let server: PreviewServer;
    beforeAll(async () => {
      const listen = { port: 0, host: "127.0.0.1" };
      server = await preview({
        root: game,
        configFile: false,
        build: { outDir: "out/renderer" },
        preview: listen,
      });
    });
    afterAll(() => server.close());

    /** Starts the package's main process and opens a page with the built preload script. */
    async function openPage(url: string) {
      const emulator = await startEmulator();
      const openExternal = emulator.player("Ada").browser();
      const standIn = new ElectronStandIn({ userData: temporaryFolder(), openExternal });
      const options = { scopes: "identify", ...emulator.clientOptions(), preload: false } as const;
      createAccount(standIn, options, ["game"]);
      standIn.start();
      onTestFinished(async () => {
        standIn.app.quit();
        await expect.poll(() => standIn.quits).toBe(1);
        await emulator.close();
      });
      const { page, complaints } = await newPage();
      await attachWindow(standIn, page, {
        preload: readFileSync(join(game, "out/preload/index.cjs"), "utf8"),
      });
      await page.goto(url);
      return { page, complaints };
    }

    async function signInAndOut(url: string): Promise<void> {
      const { page, complaints } = await openPage(url);
      const line = () => page.textContent("[role=status]");
      await page.click("text=Sign in with Discord");
      await expect.poll(line).toBe("Welcome, Ada.");
      await page.waitForSelector("img[src^='data:image/png']");
      await page.click("text=Sign out");
      await expect.poll(line).toBe("You are not signed in.");
      expect(complaints).toEqual([]);
    }

    it("signs a player in and out in plain TypeScript", async () => {
      await signInAndOut(server.resolvedUrls?.local[0] ?? "");
    });

    it("signs a player in and out with React", async () => {
      await using react = await startGameServer(
        await bundleForPage("examples/electron/src/renderer/react.tsx"),
      );
      await signInAndOut(react.origin);
    });
  });
});
