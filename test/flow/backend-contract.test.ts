import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Client } from "../../src/client.ts";
import type { ClientOptions } from "../../src/client/options.ts";
import { type Browser, startEmulator } from "../../src/emulator/index.ts";
import { socialSdk } from "../../src/social-sdk/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { AuthenticationExternalAuthType } from "../../src/wire/external-auth.ts";
import { expectNoMisuse, loadStandIn } from "../setup/social-sdk/loaded-stand-in.ts";
import { buildLimitMs, standInParts, useStandInBrowser } from "../setup/social-sdk/stand-in.ts";
import { needs } from "../setup/system-parts.ts";

const scopes = "openid sdk.social_layer_presence identify";
const steam = AuthenticationExternalAuthType.SteamSessionTicket;

interface Setup {
  /** Returns the options for a client whose player uses this browser. */
  readonly options: (browser: Browser) => ClientOptions;
  readonly finish: () => Promise<void>;
}

const [parent, child] = ["1111111111111111111", "2222222222222222222"];
const emulator = await startEmulator({
  deviceIntervalSeconds: 1,
  world: { applications: [{ id: parent }, { id: child, parentApplication: parent }] },
});
const opened: Client[] = [];
afterAll(() => emulator.close());

const overHttp: Setup = {
  options: (openBrowser) => ({ ...emulator.clientOptions(), openBrowser }),
  finish: () => Promise.resolve(),
};

/** The stand-in has its own browser. */
const standInBrowser = useStandInBrowser();

async function throughLibrary(): Promise<Setup> {
  const standIn = await loadStandIn();
  standIn.reset();
  process.env["STAND_IN_BROWSER"] = standInBrowser.env.STAND_IN_BROWSER;
  return {
    options: (browser) => {
      standInBrowser.open = browser;
      const { applicationId, apiBase, webBase } = emulator.clientOptions();
      return { applicationId, apiBase, webBase, backend: socialSdk({ path: standIn.path }) };
    },
    finish: () => expectNoMisuse(standIn),
  };
}

describe("the backend contract", needs(...standInParts), () => {
  contract("over HTTP", () => Promise.resolve(overHttp));
  contract("through the Social SDK", throughLibrary);
});

function contract(name: string, start: () => Promise<Setup>): void {
  describe(name, () => {
    let setup: Setup;
    beforeAll(async () => {
      setup = await start();
    }, buildLimitMs);
    afterEach(async () => {
      vi.restoreAllMocks();
      await Promise.all(opened.splice(0).map((client) => client.close()));
      await setup.finish();
    });

    const ada = () => emulator.player("Ada");

    function createClient(options: Partial<ClientOptions> = {}, browser: Browser = ada().browser()): Client {
      const client = new Client({ ...setup.options(browser), store: memoryTokenStore(), ...options });
      opened.push(client);
      return client;
    }

    it("signs in", async () => {
      const session = await createClient().signIn({ scopes });
      expect(session.player?.name).toBe("Ada");
      expect(session.scopes.split(" ").toSorted()).toEqual(scopes.split(" ").toSorted());
    });

    it("returns a code and exchanges it for tokens", async () => {
      const client = createClient();
      const verifier = client.CreateAuthorizationCodeVerifier();
      const { code, redirectUri, consent } = await client.Authorize({
        scopes,
        codeChallenge: verifier.Challenge(),
      });
      expect(consent).toBe("browser");
      const { id } = emulator.application;
      const tokens = await client.GetToken(id, code, verifier.Verifier(), redirectUri);
      expect(tokens).toMatchObject({ expiresIn: 604_800, tokenType: 1 });
      const again = client.GetToken(id, code, verifier.Verifier(), redirectUri);
      await expect(again).rejects.toMatchObject({ code: "invalid_grant", type: 2, status: 400 });
    });

    it("checks the nonce", async () => {
      const session = await createClient().signIn({ scopes, nonce: "a-nonce" });
      expect(session.player?.name).toBe("Ada");
    });

    it("restores the session", async () => {
      const store = memoryTokenStore();
      const session = await createClient({ store }).signIn({ scopes });
      const restored = await createClient({ store }).restoreSession();
      expect(await restored?.accessToken()).toBe(await session.accessToken());
    });

    it("refreshes a rejected token", async () => {
      const session = await createClient().signIn({ scopes });
      const token = await session.accessToken();
      const fresh = await session.accessToken({ rejected: token });
      expect(fresh).not.toBe(token);
      expect((await session.user()).name).toBe("Ada");
    });

    it("refreshes an expired token", async () => {
      const session = await createClient().signIn({ scopes });
      const token = await session.accessToken();
      const now = Date.now();
      vi.spyOn(Date, "now").mockImplementation(() => now + 604_900_000);
      expect(await session.accessToken()).not.toBe(token);
    });

    it("ends the session if the refresh token is invalid", async () => {
      const client = createClient();
      const session = await client.signIn({ scopes });
      const token = await session.accessToken();
      await client.RevokeToken(emulator.application.id, token);
      const refused = session.accessToken({ rejected: token });
      await expect(refused).rejects.toMatchObject({ code: "session_ended" });
    });

    it("revokes the tokens on sign-out", async () => {
      const client = createClient();
      const session = await client.signIn({ scopes });
      const token = await session.accessToken();
      expect(await client.signOut()).toEqual({});
      await expect(client.FetchCurrentUser(1, token)).rejects.toMatchObject({ status: 401 });
    });

    it("exchanges a parent application's token for a child application's token", async () => {
      const client = createClient();
      const session = await client.signIn({ scopes });
      const granted = await client.ExchangeChildToken(await session.accessToken(), child);
      expect(granted).toMatchObject({ tokenType: 1, scopes: session.scopes });
      expect((await client.FetchCurrentUser(1, granted.accessToken)).name).toBe("Ada");
      const unknown = client.ExchangeChildToken(await session.accessToken(), "987654321098765432");
      await expect(unknown).rejects.toMatchObject({ code: "unknown_application", status: 404 });
    });

    it("signs in on another device", async () => {
      const onPrompt = vi.fn(
        ({ verificationUriComplete = "" }) => void ada().browser()(verificationUriComplete),
      );
      const session = await createClient().signIn({ scopes, redirect: "device", onPrompt });
      expect(session.player?.name).toBe("Ada");
      expect(onPrompt).toHaveBeenCalledOnce();
    });

    it("creates, merges and unmerges a provisional account", async () => {
      const client = createClient();
      const { id } = emulator.application;
      const token = await client.GetProvisionalToken(id, steam, "a-ticket");
      expect(token).toMatchObject({ expiresIn: 3600, refreshToken: undefined });
      const guest = { externalAuthType: steam, externalAuthToken: "a-ticket" };
      const session = await client.signIn({ scopes, guest });
      expect(session.player?.name).toBe("Ada");
      const linked = client.GetProvisionalToken(id, steam, "a-ticket");
      await expect(linked).rejects.toMatchObject({ errorCode: 530_010 });
      await client.UnmergeIntoProvisionalAccount(id, steam, "a-ticket");
    });

    it("rejects with access_denied if the player declines", async () => {
      const denied = createClient({}, emulator.player("Ada").browser({ answer: "deny" })).signIn({ scopes });
      await expect(denied).rejects.toMatchObject({ code: "access_denied", type: 7 });
    });

    it("rejects an aborted sign-in", async () => {
      const controller = new AbortController();
      const player = () => Promise.resolve(controller.abort());
      const aborted = createClient({}, player).signIn({ scopes, signal: controller.signal });
      await expect(aborted).rejects.toMatchObject({ code: "aborted", type: 7 });
    });

    it("rejects a sign-in that times out", async () => {
      const late = createClient({}, () => Promise.resolve()).signIn({ scopes, timeoutMs: 300 });
      await expect(late).rejects.toMatchObject({ code: "timeout", type: 8 });
    });
  });
}
