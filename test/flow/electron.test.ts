import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SlashpassOptions } from "../../src/electron/options.ts";
import { createAccount, type SlashpassAccount } from "../../src/electron/set-up.ts";
import type { SlashpassState } from "../../src/electron/state.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { useChromium } from "../setup/browser.ts";
import { bundleForPage, type GameServer, startGameServer } from "../setup/electron/game-server.ts";
import { ElectronStandIn, type StandInSettings } from "../setup/electron/stand-in.ts";
import { attachWindow, type GameWindow } from "../setup/electron/window.ts";
import { findSecret } from "../setup/find-secret.ts";
import { needs } from "../setup/system-parts.ts";
import { temporaryFolder } from "../setup/temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
const preloadPath = join(root, "dist/electron/preload-script.cjs");

let preload: string;
let script: string;
let emulator: Emulator;
let server: GameServer;
let userData: string;
const runs: Run[] = [];

/** A running game. */
interface Run {
  readonly standIn: ElectronStandIn;
  readonly account: SlashpassAccount;
}

interface GamePage extends GameWindow {
  readonly page: Page;
  readonly complaints: string[];
  state(): Promise<SlashpassState>;
  /** Runs code in the page, where the library is available as `game`. */
  run(code: string): Promise<unknown>;
}

describe("slashpass/electron with a stand-in for Electron", needs("Chromium"), () => {
  const { newPage } = useChromium();
  beforeAll(async () => {
    preload = readFileSync(preloadPath, "utf8");
    script = await bundleForPage("test/setup/electron/game-page.ts");
  });
  beforeEach(async () => {
    emulator = await startEmulator();
    server = await startGameServer(script);
    userData = temporaryFolder();
  });
  afterEach(async () => {
    for (const { standIn } of runs.splice(0)) await quit(standIn);
    await server[Symbol.asyncDispose]();
    await emulator.close();
  });

  function startGame(settings: Partial<StandInSettings> = {}, options: Partial<SlashpassOptions> = {}): Run {
    const openExternal = emulator.player("Ada").browser();
    const standIn = new ElectronStandIn({ userData, locale: "de", openExternal, ...settings });
    const account = createAccount(
      standIn,
      {
        scopes: "identify",
        ...emulator.clientOptions(),
        preload: preloadPath,
        onError: () => undefined,
        ...options,
      },
      ["game"],
    );
    standIn.start();
    const run = { standIn, account };
    runs.push(run);
    return run;
  }

  async function openPage(standIn: ElectronStandIn, url: string = server.origin): Promise<GamePage> {
    const { page, complaints } = await newPage();
    const window = await attachWindow(standIn, page, { preload });
    await page.goto(url);
    return {
      ...window,
      page,
      complaints,
      state: async () => JSON.parse((await page.textContent("#state")) ?? "") as SlashpassState,
      run: (code) => page.evaluate(code),
    };
  }

  it("signs a player in, restores the session offline, and signs out", async () => {
    const first = startGame();
    const page = await openPage(first.standIn);
    await expect.poll(() => page.state()).toMatchObject({ status: "signed-out" });
    expect(await page.run("game.signIn()")).toMatchObject({ status: "signed-in", player: { name: "Ada" } });
    await expect
      .poll(() => page.state())
      .toMatchObject({ player: { avatar: expect.stringMatching(/^data:image\/png;base64,/) } });
    expect(page.complaints).toEqual([]);
    await quit(first.standIn);

    const second = startGame({}, { fetch: () => Promise.reject(new TypeError("fetch failed")) });
    const again = await openPage(second.standIn);
    const avatar = expect.stringMatching(/^data:image\/png;base64,/);
    await expect
      .poll(() => again.state())
      .toMatchObject({ status: "signed-in", player: { name: "Ada", avatar } });
    await quit(second.standIn);

    const third = startGame();
    const last = await openPage(third.standIn);
    await expect.poll(() => last.state()).toMatchObject({ status: "signed-in" });
    expect(await last.run("game.signOut()")).toMatchObject({ status: "signed-out" });
    await quit(third.standIn);
    const { account } = startGame();
    await expect.poll(() => account.state).toMatchObject({ status: "signed-out" });
  });

  it("sends no token, code or verifier to a page", async () => {
    const secrets: string[] = [];
    const watched = async (url: string, init: RequestInit): Promise<Response> => {
      const response = await fetch(url, init);
      if (url.endsWith("/oauth2/token")) {
        const sent = new URLSearchParams(init.body as URLSearchParams | string);
        const received = (await response.clone().json()) as Record<string, string>;
        for (const name of ["code", "code_verifier"]) secrets.push(sent.get(name) ?? "");
        for (const name of ["access_token", "refresh_token"]) secrets.push(received[name] ?? "");
      }
      return response;
    };
    const { standIn, account } = startGame({}, { fetch: watched });
    account.handle("size", (token) => token.length);
    const page = await openPage(standIn);
    await page.run("game.signIn()");
    await page.run("game.invoke('size')");
    await page.run("game.listAccounts()");
    await page.run("game.signOut()");
    expect(secrets.filter((secret) => secret.length > 8)).toHaveLength(4);
    const traffic = JSON.stringify([standIn.traffic, page.contents.sent]);
    expect(traffic).toContain("Ada");
    expect(secrets.flatMap((secret) => findSecret(traffic, secret))).toEqual([]);
  });

  it("shows each state in all windows, including those opened later", async () => {
    const { standIn } = startGame();
    const [one, two] = [await openPage(standIn), await openPage(standIn)];
    await one.run("game.signIn()");
    await expect.poll(() => two.state()).toMatchObject({ status: "signed-in", player: { name: "Ada" } });
    const late = await openPage(standIn);
    await expect.poll(() => late.state()).toMatchObject({ status: "signed-in", player: { name: "Ada" } });
    await two.run("game.signOut()");
    for (const page of [one, two, late])
      await expect.poll(() => page.state()).toMatchObject({ status: "signed-out" });
  });

  it("continues a sign-in after the page is reloaded", async () => {
    const browser = emulator.player("Ada").browser();
    let openBrowser: (() => void) | undefined;
    const opened = new Promise<void>((resolve) => (openBrowser = resolve));
    const { standIn } = startGame({ openExternal: (url) => opened.then(() => browser(url)) });
    const page = await openPage(standIn);
    void page.run("game.signIn()").catch(() => undefined);
    await expect.poll(() => page.state()).toMatchObject({ status: "signing-in" });
    await page.page.reload();
    await expect.poll(() => page.state()).toMatchObject({ status: "signing-in" });
    openBrowser?.();
    await expect.poll(() => page.state()).toMatchObject({ status: "signed-in", player: { name: "Ada" } });
    expect(page.complaints).toEqual([]);
  });

  it("rejects calls from a hostile iframe and hides the API from it", async () => {
    await using hostile = await startGameServer("");
    await using host = await startGameServer(script, hostile.origin);
    const origins = [host.origin, hostile.origin];
    const { standIn } = startGame({ isPackaged: true }, { origins });
    const page = await openPage(standIn, host.origin);
    const frame = page.page.frames().find((one) => one.url().startsWith(hostile.origin));
    expect(await frame?.evaluate("typeof slashpassBridge")).toBe("undefined");
    expect(await page.run("typeof slashpassBridge")).toBe("object");
    void page.invokeIn(hostile.origin, "slashpass:call", "signIn", { device: true });
    await page.invokeIn(hostile.origin, "slashpass:call", "cancel", undefined);
    const reply = await page.invokeIn(hostile.origin, "slashpass:call", "state", undefined);
    expect(reply).not.toHaveProperty("value");
  });

  it("sends neither responses nor updates to a window that has navigated to another site", async () => {
    await using hostile = await startGameServer(script);
    const { standIn, account } = startGame({ isPackaged: true }, { origins: [server.origin] });
    const page = await openPage(standIn);
    await page.run("game.signIn()");
    await page.page.goto(hostile.origin);
    await expect.poll(() => page.state()).not.toMatchObject({ status: "restoring" });
    expect((await page.state()).player).toBeUndefined();
    await page.run("game.signOut()");
    expect(account.state.status).toBe("signed-in");
  });
});

async function quit(standIn: ElectronStandIn): Promise<void> {
  if (standIn.quits > 0) return;
  standIn.app.quit();
  await expect.poll(() => standIn.quits).toBe(1);
}
