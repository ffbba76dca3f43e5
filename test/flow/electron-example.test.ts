import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { tokenStoreContract } from "../../src/store/contract.ts";
import type { TokenStore } from "../../src/store/token-store.ts";
import { ScratchHome } from "../native/scheme-home.ts";
import { runProgram } from "../setup/child-process.ts";
import { needs } from "../setup/system-parts.ts";

const root = new URL("../..", import.meta.url).pathname;
let home: ScratchHome;
let game: string;
let userData: string;

/** The game of the guide, in a folder where `electron` is what stands in for it. */
beforeEach(() => {
  home = new ScratchHome();
  game = mkdtempSync(join(tmpdir(), "slashpass-electron-"));
  userData = join(game, "user-data");
  mkdirSync(userData);
  cpSync(join(root, "examples/electron"), game, { recursive: true });
  const electron = join(game, "node_modules/electron");
  for (const name of ["electron.js", "visit.js"])
    cpSync(join(root, "test/flow/fixtures", name), join(electron, name), { recursive: true });
  writeFileSync(join(electron, "package.json"), '{ "type": "module", "exports": "./electron.js" }');
  symlinkSync(root, join(game, "node_modules/slashpass"));
  writeFileSync(join(game, "package.json"), '{ "type": "module" }');
});
afterEach(() => {
  home[Symbol.dispose]();
  rmSync(game, { recursive: true });
});

function play(settings: Readonly<Record<string, string>>) {
  const env = { ...process.env, USER_DATA: userData, KEYCHAIN: "gnome_libsecret", ...settings };
  return runProgram(process.execPath, ["main.js"], { cwd: game, env });
}

describe("examples/electron, on a stand-in of Electron", needs("whole programs"), () => {
  it(
    "signs a player in over its scheme, and keeps tokens and their key sealed",
    needs("Linux", "gio"),
    async () => {
      const { stdout, stderr, status } = await play({
        PLAYER_COMES_BACK_BY: "system",
        XDG_CURRENT_DESKTOP: "GNOME",
      });
      expect({ stdout: stdout.trim(), stderr, status }).toEqual({
        stdout: JSON.stringify({ player: "Ada" }),
        stderr: "",
        status: 0,
      });
      const kept = readdirSync(userData);
      expect(kept).toEqual(expect.arrayContaining(["tokens", "tokens.key"]));
      const texts = kept.map((name) => readFileSync(join(userData, name), "latin1"));
      expect(texts.filter((text) => /refresh|access|identify/.test(text))).toEqual([]);
    },
  );

  it.each(["open-url", "second-instance"])("takes a redirect that comes by %s", async (way) => {
    const { stdout, stderr } = await play({ PLAYER_COMES_BACK_BY: way });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({ problem: "access_denied" });
  });

  it.each(["none", "basic_text"])(
    "does not start on a keychain that is none: %s",
    needs("Linux"),
    async (keychain) => {
      const { status, stderr } = await play({ PLAYER_COMES_BACK_BY: "system", KEYCHAIN: keychain });
      expect(status).not.toBe(0);
      expect(stderr).toMatch(/no (?:place for a key|keychain)/);
      expect(readdirSync(userData)).toEqual([]);
    },
  );

  it("its store keeps the contract of stores, also with a key of the last run", async () => {
    vi.stubEnv("KEYCHAIN", "gnome_libsecret");
    onTestFinished(() => void vi.unstubAllEnvs());
    const load = (path: string): Promise<unknown> => import(pathToFileURL(join(game, path)).href);
    const { safeStorageTokenStore } = (await load("safe-storage-token-store.js")) as {
      safeStorageTokenStore: (folder: string) => Promise<TokenStore>;
    };
    for (const rule of tokenStoreContract) await rule.check(await safeStorageTokenStore(userData));
    const { app } = (await load("node_modules/electron/electron.js")) as { app: { quit(): void } };
    app.quit();
  });
});
