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
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { tokenStoreContract } from "../../src/store/contract.ts";
import type { TokenStore } from "../../src/store/token-store.ts";
import { ScratchHome } from "../native/scheme-home.ts";
import { runProgram } from "../setup/child-process.ts";
import { needs } from "../setup/system-parts.ts";

const root = new URL("../../", import.meta.url).pathname;
/** The directory of the compiled example. */
const built = join(root, "build/electron-example");
let home: ScratchHome;
let game: string;
let userData: string;

/** Copies the guide's game to a directory with a fake `electron` package. */
beforeEach(() => {
  home = new ScratchHome();
  game = mkdtempSync(join(tmpdir(), "slashpass-electron-"));
  userData = join(game, "user-data");
  mkdirSync(userData);
  cpSync(join(root, "examples/electron"), game, { recursive: true });
  cpSync(built, game, { recursive: true });
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

/** Runs the game until all of its page's requests are answered, and returns the answers. */
async function play(
  settings: Readonly<Record<string, string>>,
  main = "main.js",
): Promise<readonly unknown[]> {
  const env = { ...process.env, USER_DATA: userData, KEYCHAIN: "gnome_libsecret", ...settings };
  const { stdout, stderr, status } = await runProgram(process.execPath, [main], { cwd: game, env });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return JSON.parse(stdout) as readonly unknown[];
}

const bySystem = { PLAYER_COMES_BACK_BY: "system", XDG_CURRENT_DESKTOP: "GNOME" };
const cancelled = {
  problem: "Die Anmeldung wurde abgebrochen. Du kannst dich jederzeit anmelden.",
  isKept: true,
};

describe("examples/electron with a fake Electron", needs("whole programs"), () => {
  beforeAll(async () => {
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const args = [tsc, "-p", "examples/electron", "--outDir", built, "--pretty", "false"];
    const { status, stdout } = await runProgram(process.execPath, args, { cwd: root, limitMs: 100_000 });
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  });
  afterAll(() => rmSync(built, { recursive: true, force: true }));

  it(
    "signs a player in through its scheme, encrypts the stored tokens and key, and restores both on restart",
    needs("Linux", "gio"),
    async () => {
      expect(await play(bySystem)).toEqual([{ player: "Ada", isKept: true }]);
      const savedFiles = readdirSync(userData);
      expect(savedFiles).toEqual(expect.arrayContaining(["tokens", "tokens.key"]));
      const texts = savedFiles.map((name) => readFileSync(join(userData, name), "latin1"));
      expect(texts.filter((text) => /refresh|access|identify/.test(text))).toEqual([]);
      expect(await play({ ...bySystem, PAGE_ASKS: "restore sign-out restore" })).toEqual([
        { player: "Ada", isKept: true },
        null,
        { isKept: true },
      ]);
    },
  );

  it("runs from a CommonJS main process", async () => {
    expect(await play({ PLAYER_COMES_BACK_BY: "nobody", PAGE_ASKS: "restore" }, "main.cjs")).toEqual([
      { isKept: true },
    ]);
  });

  it.each(["open-url", "second-instance"])("accepts a redirect from the %s event", async (event) => {
    expect(await play({ PLAYER_COMES_BACK_BY: event })).toEqual([cancelled]);
  });

  it("lets the player cancel, and confirms this in the player's language", async () => {
    const requested = { PLAYER_COMES_BACK_BY: "nobody", PAGE_ASKS: "sign-in cancel" };
    expect(await play(requested)).toEqual([cancelled, null]);
  });

  it.each(["none", "basic_text"])(
    "signs in without a keychain (%s), and reports that nothing is stored",
    needs("Linux", "gio"),
    async (keychain) => {
      expect(await play({ ...bySystem, KEYCHAIN: keychain })).toEqual([{ player: "Ada", isKept: false }]);
      expect(readdirSync(userData)).toEqual([]);
    },
  );

  it("replaces an unreadable key and signs in again", needs("Linux", "gio"), async () => {
    await play(bySystem);
    const other = { ...bySystem, KEYCHAIN_KEY: "8", PAGE_ASKS: "restore sign-in" };
    expect(await play(other)).toEqual([{ isKept: true }, { player: "Ada", isKept: true }]);
    expect(await play({ ...other, PAGE_ASKS: "restore" })).toEqual([{ player: "Ada", isKept: true }]);
  });

  it("provides a store that fulfills the store contract, even with a key from an earlier run", async () => {
    vi.stubEnv("KEYCHAIN", "gnome_libsecret");
    vi.stubEnv("USER_DATA", userData);
    // The fake Electron sets these variables.
    for (const name of ["APPLICATION_ID", "API_BASE", "WEB_BASE"]) vi.stubEnv(`SLASHPASS_${name}`, "");
    onTestFinished(() => void vi.unstubAllEnvs());
    const load = (path: string): Promise<unknown> => import(pathToFileURL(join(game, path)).href);
    const { openTokenStore } = (await load("token-store.js")) as {
      openTokenStore: (folder: string) => Promise<TokenStore>;
    };
    for (const rule of tokenStoreContract) await rule.check(await openTokenStore(userData));
    const { app } = (await load("node_modules/electron/electron.js")) as { app: { quit(): void } };
    app.quit();
  });
});
