import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SlashpassOptions } from "../../src/electron/options.ts";
import { createAccount, type SlashpassAccount } from "../../src/electron/set-up.ts";
import type { SlashpassState } from "../../src/electron/state.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { AuthenticationExternalAuthType } from "../../src/wire/external-auth.ts";
import { useChromium } from "../setup/browser.ts";
import { bundleForPage, type GameServer, startGameServer } from "../setup/electron/game-server.ts";
import { ElectronStandIn, type StandInSettings } from "../setup/electron/stand-in.ts";
import { attachWindow, type GameWindow } from "../setup/electron/window.ts";
import { type Check, withoutCheck } from "../setup/electron/without-check.ts";
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

/** For each check, the text replacement that removes it from a copy of the main process. */
const checks = {
  iframe: ["senders.ts", "senderFrame.parent !== null", "false"],
  webview: ["senders.ts", 'contents.getType() === "window" && ', ""],
  origin: ["senders.ts", "this.#origins.includes(origin)", "true"],
} as const satisfies Record<string, Check>;

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

  function startGame(
    settings: Partial<StandInSettings> = {},
    options: Partial<SlashpassOptions> = {},
    create = createAccount,
  ): Run {
    const openExternal = emulator.player("Ada").browser();
    const standIn = new ElectronStandIn({ userData, locale: "de", openExternal, ...settings });
    const bases = emulator.clientOptions();
    const account = create(
      standIn,
      {
        scopes: "identify",
        ...bases,
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

  it("cancels a sign-in and shows this in the app's language", async () => {
    const { standIn } = startGame({ openExternal: () => Promise.resolve() });
    const page = await openPage(standIn);
    const signIn = page.run("game.signIn()");
    await expect.poll(() => page.state()).toMatchObject({ status: "signing-in" });
    await page.run("game.cancel()");
    const problem = {
      code: "aborted",
      text: "Die Anmeldung wurde abgebrochen. Du kannst dich jederzeit anmelden.",
    };
    expect(await signIn).toMatchObject({ status: "signed-out", problem });
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

  it("shows a code for another device", async () => {
    // The first poll waits until the player has used the code, because the next poll follows only 5 seconds later.
    let used: (() => void) | undefined;
    const isUsed = new Promise<void>((resolve) => (used = resolve));
    const quickly = async (url: string, init: RequestInit): Promise<Response> => {
      if (url.endsWith("/oauth2/token")) await isUsed;
      const response = await fetch(url, init);
      if (!url.endsWith("/oauth2/device/authorize")) return response;
      return Response.json({ ...((await response.json()) as object), interval: 0.01 });
    };
    const { standIn } = startGame({}, { fetch: quickly });
    const page = await openPage(standIn);
    const signIn = page.run("game.signIn({ device: true })");
    const qrCode = expect.stringMatching(/^data:image\/svg\+xml;base64,/);
    await expect.poll(() => page.state()).toMatchObject({ status: "signing-in", prompt: { qrCode } });
    const { prompt } = await page.state();
    const url = `${prompt?.url}?user_code=${prompt?.code}`;
    await emulator.player("Grace").browser()(url);
    used?.();
    expect(await signIn).toMatchObject({ status: "signed-in", player: { name: "Grace" } });
    expect(standIn.opened).toEqual([]);
  });

  it("lets a guest play and merges the guest account when the player signs in", async () => {
    let tickets = 0;
    const guest = () => ({
      externalAuthType: AuthenticationExternalAuthType.SteamSessionTicket,
      externalAuthToken: `a-ticket-${(tickets += 1)}`,
    });
    const { standIn, account } = startGame({}, { guest, scopes: "openid sdk.social_layer" });
    account.handle("whose", async (token: string) => {
      const { id } = await account.client.FetchCurrentUser(1, token);
      return id;
    });
    const page = await openPage(standIn);
    expect(await page.run("game.signIn({ guest: true })")).toMatchObject({
      status: "signed-in",
      isGuest: true,
    });
    const guestId = await page.run("game.invoke('whose')");
    expect(guestId).toMatch(/^\d+$/);
    expect(await page.run("game.signIn()")).toMatchObject({ isGuest: false, player: { name: "Ada" } });
    expect(await page.run("game.invoke('whose')")).not.toBe(guestId);
    expect(tickets).toBe(2);
  });

  it("switches between accounts", async () => {
    const { standIn, account } = startGame();
    const page = await openPage(standIn);
    await page.run("game.signIn()");
    standIn.settings.openExternal = emulator.player("Grace").browser();
    expect(await page.run("game.signIn({ account: 'second' })")).toMatchObject({
      account: "second",
      player: { name: "Grace" },
    });
    expect(await page.run("game.switchAccount()")).toMatchObject({ player: { name: "Ada" } });
    expect(account.state.account).toBeUndefined();
    expect(await page.run("game.listAccounts()")).toMatchObject([
      { player: { name: "Ada" } },
      { account: "second", player: { name: "Grace" } },
    ]);
  });

  it("lets the page use the player's token without receiving it", async () => {
    const { standIn, account } = startGame();
    const tokens: string[] = [];
    account.handle("greet", (token: string, greeting: unknown) => {
      tokens.push(token);
      return `${String(greeting)}, ${account.state.player?.name}`;
    });
    account.handle("leak", (token: string) => ({ nested: [token] }));
    const page = await openPage(standIn);
    await expect(page.run("game.invoke('greet', 'Hello')")).rejects.toThrow("Du bist abgemeldet.");
    await page.run("game.signIn()");
    expect(await page.run("game.invoke('greet', 'Hello')")).toBe("Hello, Ada");
    expect(await page.run("game.invoke('leak').catch(({ code }) => code)")).toBe("invalid_answer");
    expect(tokens).toEqual([await account.session?.accessToken()]);
  });

  /** Checks that the main process rejects the call and that a copy with the check removed does not. */
  async function withAndWithout(check: Check, attempt: (create: typeof createAccount) => Promise<boolean>) {
    expect(await attempt(createAccount)).toBe(false);
    expect(await attempt(await withoutCheck(check))).toBe(true);
  }

  it("renders a React component after each change", async () => {
    await using game = await startGameServer(await bundleForPage("test/setup/electron/react-page.ts"));
    const { standIn } = startGame();
    const { page, complaints } = await openPage(standIn, game.origin);
    await expect.poll(() => page.textContent("#line")).toBe("signed-out nobody");
    await page.click("text=Sign in");
    await expect.poll(() => page.textContent("#line")).toBe("signed-in Ada");
    await page.click("text=Sign out");
    await expect.poll(() => page.textContent("#line")).toBe("signed-out nobody");
    expect(complaints).toEqual([]);
  });

  it("rejects calls from a hostile iframe and hides the API from it", async () => {
    await using hostile = await startGameServer("");
    await using host = await startGameServer(script, hostile.origin);
    await withAndWithout(checks.iframe, async (create) => {
      const origins = [host.origin, hostile.origin];
      const { standIn } = startGame({ isPackaged: true }, { origins }, create);
      const page = await openPage(standIn, host.origin);
      const frame = page.page.frames().find((one) => one.url().startsWith(hostile.origin));
      expect(await frame?.evaluate("typeof slashpassBridge")).toBe("undefined");
      expect(await page.run("typeof slashpassBridge")).toBe("object");
      void page.invokeIn(hostile.origin, "slashpass:call", "signIn", { device: true });
      await page.invokeIn(hostile.origin, "slashpass:call", "cancel", undefined);
      const reply = await page.invokeIn(hostile.origin, "slashpass:call", "state", undefined);
      return "value" in (reply as object);
    });
  });

  it("sends neither responses nor updates to a window that has navigated to another site", async () => {
    await using hostile = await startGameServer(script);
    await withAndWithout(checks.origin, async (create) => {
      const { standIn, account } = startGame({ isPackaged: true }, { origins: [server.origin] }, create);
      const page = await openPage(standIn);
      await page.run("game.signIn()");
      await page.page.goto(hostile.origin);
      await expect.poll(() => page.state()).not.toMatchObject({ status: "restoring" });
      const { player } = await page.state();
      await page.run("game.signOut()");
      const isSignedOut = account.state.status === "signed-out";
      expect(isSignedOut).toBe(player !== undefined);
      return isSignedOut;
    });
  });

  it("rejects calls from a webview", async () => {
    await withAndWithout(checks.webview, async (create) => {
      const { standIn, account } = startGame({}, {}, create);
      const { page } = await newPage();
      await attachWindow(standIn, page, { preload, type: "webview" });
      await page.goto(server.origin);
      await page.evaluate("game.signIn()");
      return account.state.status === "signed-in" && standIn.opened.length === 1;
    });
  });

  it("exposes nothing to a window without context isolation", async () => {
    const { standIn } = startGame();
    const { page } = await newPage();
    await attachWindow(standIn, page, { preload, contextIsolated: false });
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.goto(server.origin);
    expect(await page.evaluate("typeof slashpassBridge")).toBe("undefined");
    expect(errors.join("\n")).toContain("no preload script exposed it");
  });
});

async function quit(standIn: ElectronStandIn): Promise<void> {
  if (standIn.quits > 0) return;
  standIn.app.quit();
  await expect.poll(() => standIn.quits).toBe(1);
}
