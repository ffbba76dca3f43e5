import { AuthenticationExternalAuthType } from "../../../src/wire/external-auth.ts";
import { describe, expect, it } from "vitest";
import { memoryTokenStore, type TokenStore } from "../../../src/store/token-store.ts";
import { openExternally } from "../../../src/electron/set-up.ts";
import { openSafeStorage } from "../../../src/electron/token-store.ts";
import { needs } from "../../setup/system-parts.ts";
import { startedGame, startGame } from "../../setup/electron/game.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
import { until } from "../../setup/until.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const redirect = "com.example.game:/authorize/callback?code=a-code&state=a-state";
const withScheme = { customSchemeParam: "com.example.game" };

describe("setUpSlashpass", () => {
  it.each([
    [{ applicationId: "no id" }, "invalid_id"],
    [{ scopes: "" as never }, "missing_scope"],
    [{ scopes: "identfy" as never, webBase: "nonsense" }, "invalid_base_url"],
    [{ customSchemeParam: "https" }, "reserved_scheme"],
    [{ origins: ["https://play.example.com/"] }, "invalid_argument"],
    [{ store: {} as never }, "invalid_argument"],
    [{ quitTimeoutMs: 0 }, "invalid_timeout"],
    [{ applicationID: "1" } as never, "unknown_option"],
  ])("rejects %j", (options, code) => {
    expect(() => startGame({ options })).toThrow(expect.objectContaining({ code }));
  });

  it("exits in a second instance without responding to pages", async () => {
    const { standIn, call } = startGame({ settings: { isFirstInstance: false } });
    expect(standIn.exits).toEqual([0]);
    await expect(call("state")).rejects.toThrow("No handler registered");
    expect(
      startGame({ settings: { isFirstInstance: false }, options: { singleInstance: false } }).standIn.exits,
    ).toEqual([]);
  });

  it("restores the session only after the app is ready", async () => {
    const { standIn, account, call } = startGame();
    expect(await call("state")).toMatchObject({ value: { state: { status: "restoring" } } });
    standIn.start();
    await until(() => account.state.status === "signed-out");
  });

  it("keeps a sign-in that starts before the app is ready", async () => {
    const { standIn, account } = startGame();
    const signIn = account.signIn();
    standIn.start();
    await until(() => standIn.opened.length > 0);
    expect(account.state.status).toBe("signing-in");
    await account.cancel();
    expect(await signIn).toMatchObject({ status: "signed-out", problem: { code: "aborted" } });
  });

  it("registers the preload script before windows can open", () => {
    const preload = join(temporaryFolder(), "preload-script.cjs");
    writeFileSync(preload, "");
    const early = startGame({ options: { preload } });
    let opened: readonly string[] | undefined;
    void early.standIn.app.whenReady().then(() => (opened = [...early.standIn.preloads]));
    early.standIn.start();
    return until(() => opened !== undefined).then(() => expect(opened).toEqual([preload]));
  });

  it("reports a missing preload script", async () => {
    const { errors } = await startedGame({ options: { preload: "/nonexistent/preload-script.cjs" } });
    expect(errors).toMatchObject([{ code: "part_missing" }]);
  });
});

describe("a redirect", () => {
  it("is accepted from open-url and second-instance, but other URLs are left to the game", async () => {
    const { standIn } = await startedGame({ options: withScheme });
    const prevented: string[] = [];
    const open = (url: string) =>
      standIn.events.emit("open-url", { preventDefault: () => prevented.push(url) }, url);
    for (const url of [redirect, "com.example.game:/other", "mailto:a@example.com"]) open(url);
    expect(prevented).toEqual([redirect]);
    standIn.events.emit("second-instance", {}, ["game", "--flag", redirect], "/");
  });

  it.each([
    ["the command line", { argv: ["game", redirect] }, false],
    ["open-url before ready", {}, true],
  ])(
    "shows that the sign-in was lost if the redirect starts the game through %s",
    async (_name, given, isEvent) => {
      const { standIn, account } = startGame({ options: withScheme, ...given });
      if (isEvent) standIn.events.emit("open-url", { preventDefault: () => undefined }, redirect);
      standIn.start();
      await until(() => account.state.problem);
      expect(account.state).toMatchObject({ status: "signed-out", problem: { code: "invalid_callback" } });
      expect(JSON.stringify(account.state)).not.toContain("a-code");
    },
  );
});

describe("quitting", () => {
  it("waits for pending writes and then quits only once", async () => {
    const { store, finish } = slowStore();
    const { standIn, account } = await startedGame({ options: { store } });
    const write = account.client.signOut({ account: "ada" }).catch(() => undefined);
    await until(() => finish.length > 0);
    standIn.app.quit();
    standIn.app.quit();
    await write;
    expect(standIn.quits).toBe(0);
    finish.forEach((end) => end());
    await until(() => standIn.quits === 1);
  });

  it("does not wait longer than the timeout for a store that hangs", async () => {
    const { store, finish } = slowStore();
    const { standIn, account } = await startedGame({ options: { store, quitTimeoutMs: 1 } });
    account.client.signOut({ account: "ada" }).catch(() => undefined);
    await until(() => finish.length > 0);
    standIn.app.quit();
    await until(() => standIn.quits === 1);
  });
});

/** A store with a session, in which a deletion completes only when the test allows it. */
function slowStore(): { store: TokenStore; finish: (() => void)[] } {
  const finish: (() => void)[] = [];
  const inner = memoryTokenStore();
  const record = JSON.stringify({
    v: 1,
    a: "token",
    r: "renewal",
    i: Date.now(),
    s: "identify",
    q: "identify",
  });
  const store: TokenStore = {
    ...inner,
    get: async (account) => (account.endsWith("/ada") ? record : undefined),
    exclusively: async (_account, work) => {
      await new Promise<void>((resolve) => finish.push(resolve));
      return work();
    },
  };
  return { store, finish };
}

describe("the account", () => {
  it("shares a pending sign-in between equal calls and replaces it if the options differ", async () => {
    const { standIn, account } = await startedGame();
    const [one, two] = [account.signIn(), account.signIn()];
    await until(() => standIn.opened.length > 0);
    const device = account.signIn({ device: true });
    expect((await one).problem ?? (await two).problem).toBeUndefined();
    expect(await device).toMatchObject({ status: "signed-out", problem: { code: "network_error" } });
    expect(standIn.opened).toHaveLength(1);
  });

  it("reports a listener's error and calls the other listeners", async () => {
    const { account, errors } = await startedGame();
    const states: string[] = [];
    account.subscribe(() => {
      throw new Error("on purpose");
    });
    const stop = account.subscribe(({ status }) => states.push(status));
    await account.signOut();
    stop();
    await account.signOut();
    expect(new Set(states)).toEqual(new Set(["signed-out"]));
    expect(errors[0]).toMatchObject({ code: "callback_failed" });
  });

  it("sends its state to the open windows even if another window was destroyed", async () => {
    const { standIn, account, window } = await startedGame();
    const other = standIn.openWindow("app://game/other.html");
    other.destroy();
    window.mainFrame.received.length = 0;
    await account.signOut();
    expect(window.mainFrame.received.length).toBeGreaterThan(0);
  });

  it("shows in the app's language why restoring the session failed", async () => {
    const failing = { ...memoryTokenStore(), get: () => Promise.reject(new Error("disk")) };
    const { account, errors } = await startedGame({
      settings: { locale: "fr" },
      options: { store: failing },
    });
    expect(account.state).toMatchObject({ status: "signed-out", problem: { code: "store_failed" } });
    expect(account.state.problem?.text).toMatch(/connexion/);
    expect(errors).toMatchObject([{ code: "store_failed" }]);
  });

  it("rejects a guest sign-in unless the guest option is set", async () => {
    const { account, errors } = await startedGame();
    expect(await account.signIn({ guest: true })).toMatchObject({
      problem: { code: "invalid_external_auth" },
    });
    expect(errors[0]?.message).toContain("without the guest option");
  });

  it("lets the player cancel while the game identifies a guest", async () => {
    const { account } = await startedGame({ options: { guest: () => new Promise(() => undefined) } });
    const signIn = account.signIn({ guest: true });
    await account.cancel();
    expect(await signIn).toMatchObject({ status: "signed-out", problem: { code: "aborted" } });
  });

  it("hides an error thrown by the game's guest function", async () => {
    const { account, errors } = await startedGame({
      options: { guest: () => Promise.reject(new Error("ticket-secret")) },
    });
    expect(await account.signIn({ guest: true })).toMatchObject({ problem: { code: "callback_failed" } });
    expect(JSON.stringify([errors, errors[0]?.message])).not.toContain("ticket-secret");
  });

  it("reports that the tokens are not stored if there is no keychain", needs("Linux"), async () => {
    const settings = { userData: temporaryFolder(), backend: "basic_text" };
    const { account, errors } = await startedGame({ settings, options: { store: undefined } });
    const text = "Your sign-in could not be stored on this computer.";
    expect(account.state).toMatchObject({
      status: "signed-out",
      storeProblem: { code: "keychain_absent", text },
    });
    expect(errors).toMatchObject([{ code: "keychain_absent" }]);
  });

  it("reports that the player is signed out after a keychain reset", async () => {
    const userData = temporaryFolder();
    const first = await startedGame({ settings: { userData }, options: { store: undefined } });
    const store = openSafeStorage(first.standIn, () => userData);
    await store.set("any", "a-secret");
    const settings = { userData, keychainKey: Buffer.alloc(32, 8) };
    const { account } = await startedGame({ settings, options: { store: undefined } });
    expect(account.state).toMatchObject({ status: "signed-out", problem: { code: "session_ended" } });
  });

  it("shows that the service has ended the session", async () => {
    const refused = () => Promise.resolve(Response.json({ error: "invalid_grant" }, { status: 400 }));
    const { account, call } = await startedGame({ options: { store: storeWithSession(1), fetch: refused } });
    expect(account.state).toMatchObject({ status: "signed-in", player: { name: "Ada" } });
    account.handle("play", () => 1);
    expect(await call("invoke", { name: "play", args: [] })).toMatchObject({
      problem: { code: "session_ended" },
    });
    await until(() => account.state.status === "signed-out");
    expect(account.state).toMatchObject({
      problem: { code: "session_ended", text: "You are signed out. Sign in again." },
    });
  });

  it("reports why the tokens could not be deleted and revoked", async () => {
    const store = { ...storeWithSession(), delete: () => Promise.reject(new Error("disk")) };
    const { account, errors } = await startedGame({ options: { store } });
    expect(await account.signOut()).toMatchObject({
      status: "signed-out",
      problem: { code: "store_failed" },
    });
    expect(errors.map(({ code }) => code)).toEqual(["network_error", "store_failed"]);
  });

  it("shows the code for another device and removes it when the sign-in ends", async () => {
    const device = {
      device_code: "a-device-code",
      user_code: "WDJB-MJHT",
      verification_uri: "https://service.example/activate",
      expires_in: 300,
    };
    const { account } = await startedGame({
      options: { fetch: () => Promise.resolve(Response.json(device)) },
    });
    const signIn = account.signIn({ device: true });
    await until(() => account.state.prompt);
    expect(account.state.prompt).toMatchObject({ code: "WDJB-MJHT", url: device.verification_uri });
    await account.cancel();
    expect((await signIn).prompt).toBeUndefined();
    expect(JSON.stringify(account.state)).not.toContain("a-device-code");
  });

  it("reports a refreshed token that cannot be stored", async () => {
    const token = {
      access_token: "new",
      refresh_token: "newer",
      token_type: "Bearer",
      expires_in: 3600,
      scope: "identify",
    };
    const store = { ...storeWithSession(1), set: () => Promise.reject(new Error("disk")) };
    const { account } = await startedGame({
      options: { store, fetch: () => Promise.resolve(Response.json(token)) },
    });
    account.handle("play", () => 1);
    expect(await account.session?.accessToken()).toBe("new");
    await until(() => account.state.storeProblem);
    expect(account.state).toMatchObject({ status: "signed-in", storeProblem: { code: "store_failed" } });
  });

  it("opens no links other than sign-in links", async () => {
    const { standIn } = startGame();
    const open = openExternally(standIn);
    await open("https://discord.com/oauth2/authorize");
    for (const url of ["file:///etc/passwd", "http://example.com/", "com.example.game:/page"])
      await expect(open(url)).rejects.toMatchObject({ code: "callback_failed" });
    expect(standIn.opened).toEqual(["https://discord.com/oauth2/authorize"]);
  });

  it("opens a link to this machine that redirects to the service", async () => {
    const { standIn, account } = await startedGame({
      options: { loopback: {}, customSchemeParam: undefined },
    });
    const signIn = account.signIn();
    await until(() => standIn.opened.length > 0);
    expect(standIn.opened[0]).toMatch(/^http:\/\/127\.0\.0\.1:/);
    await account.cancel();
    await signIn;
  });

  it("signs in with valid stored tokens and rejects handler calls until then", async () => {
    const { standIn, account, call } = await startedGame({ options: { store: storeWithSession() } });
    account.handle("play", (token) => token.length);
    const invoke = () => call("invoke", { name: "play", args: [] });
    await account.switchAccount("other");
    expect(await invoke()).toMatchObject({ problem: { code: "session_ended" } });
    await account.switchAccount();
    expect(await account.signIn()).toMatchObject({ status: "signed-in", player: { name: "Ada" } });
    expect(await invoke()).toEqual({ value: 5 });
    expect(standIn.opened).toEqual([]);
  });

  it("uses a fresh credential to merge a guest's account when the player signs in", async () => {
    const tickets: string[] = [];
    const guest = () => {
      tickets.push(`ticket-${tickets.length}`);
      return {
        externalAuthType: AuthenticationExternalAuthType.SteamSessionTicket,
        externalAuthToken: tickets.at(-1) ?? "",
      };
    };
    const token = { access_token: "a-secret", token_type: "Bearer", expires_in: 3600, scope: "identify" };
    const { standIn, account } = await startedGame({
      options: { guest, fetch: () => Promise.resolve(Response.json(token)) },
    });
    expect(await account.signIn({ guest: true })).toMatchObject({ status: "signed-in", isGuest: true });
    const signIn = account.signIn();
    await until(() => standIn.opened.length > 0);
    expect(account.state).toMatchObject({ status: "signing-in", isGuest: true });
    await account.cancel();
    expect(await signIn).toMatchObject({ status: "signed-in", isGuest: true, problem: { code: "aborted" } });
    expect(tickets).toEqual(["ticket-0", "ticket-1"]);
  });

  it("restores another account's session and lists the accounts", async () => {
    const { account } = await startedGame({ options: { store: storeWithSession() } });
    expect(await account.switchAccount("other")).toMatchObject({ account: "other", status: "signed-out" });
    expect(await account.switchAccount()).toMatchObject({ status: "signed-in" });
    expect(await account.listAccounts()).toMatchObject([{ account: undefined, player: { name: "Ada" } }]);
  });
});

/** A store with the unnamed account's session. */
function storeWithSession(issuedAt = Date.now()): TokenStore {
  const record = {
    v: 1,
    a: "token",
    r: "renewal",
    i: issuedAt,
    e: issuedAt + 3_600_000,
    s: "identify",
    q: "identify",
    p: ["1234567890123456789", "ada", "Ada"],
  };
  const store = memoryTokenStore();
  void store.set("discord.com/1234567890123456789", JSON.stringify(record));
  return store;
}
