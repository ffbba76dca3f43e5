import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Client } from "../../src/client.ts";
import type { SignInOptions } from "../../src/client/options.ts";
import { type EmulatedDesktopClient, type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { socialSdk } from "../../src/social-sdk/index.ts";
import { rejectedOptions } from "../../src/social-sdk/social-sdk.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { lookForDesktopClientsIn } from "../setup/fake-desktop-client.ts";
import { expectNoMisuse, loadStandIn, type LoadedStandIn } from "../setup/social-sdk/loaded-stand-in.ts";
import { buildLimitMs, standInParts, useStandInBrowser } from "../setup/social-sdk/stand-in.ts";
import { needs } from "../setup/system-parts.ts";

const scopes = "openid sdk.social_layer_presence identify";

describe("the Social SDK", needs(...standInParts), () => {
  let emulator: Emulator;
  let standIn: LoadedStandIn;
  const page = useStandInBrowser();
  const opened: Client[] = [];

  beforeAll(async () => {
    standIn = await loadStandIn();
    emulator = await startEmulator({ desktopClient: { player: "Ada", answer: "accept" } });
  }, buildLimitMs);
  afterAll(() => emulator.close());
  beforeEach(() => {
    standIn.reset();
    vi.stubEnv("STAND_IN_BROWSER", page.env.STAND_IN_BROWSER);
    page.open = emulator.player("Ada").browser();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((client) => client.close()));
    vi.unstubAllEnvs();
    await expectNoMisuse(standIn);
  });

  function createClient(path: string = standIn.path): Client {
    const { applicationId, apiBase, webBase } = emulator.clientOptions();
    const addresses = { applicationId, apiBase, webBase };
    const client = new Client({ ...addresses, store: memoryTokenStore(), backend: socialSdk({ path }) });
    opened.push(client);
    return client;
  }

  const count = (name: string) => standIn.report().calls[`Discord_Client_${name}`] ?? 0;

  describe("the connection", () => {
    it("becomes ready and disconnects", async () => {
      const client = createClient();
      const statuses: string[] = [];
      await client.signIn({ scopes });
      await client.connect({ onStatus: (status) => statuses.push(status) });
      expect(client.status).toBe("ready");
      expect(count("UpdateToken")).toBe(1);
      client.disconnect();
      await expect.poll(() => client.status).toBe("disconnected");
      expect(statuses).toEqual(["connecting", "connected", "ready", "disconnecting", "disconnected"]);
    });

    it("is shared by simultaneous calls and can be canceled", async () => {
      const client = createClient();
      await client.signIn({ scopes });
      await Promise.all([client.connect(), client.connect()]);
      expect(count("Connect")).toBe(1);
      client.disconnect();
      await expect.poll(() => client.status).toBe("disconnected");
      const onStatus = (status: string) => status === "connecting" && client.disconnect();
      await expect(client.connect({ onStatus })).rejects.toMatchObject({
        code: "connection_failed",
        message: expect.stringContaining("canceled"),
      });
    });

    it("can be aborted before it starts and while it is pending", async () => {
      const client = createClient();
      await client.signIn({ scopes });
      await expect(client.connect({ signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: "aborted",
      });
      expect(count("Connect")).toBe(0);
      const stop = new AbortController();
      const onStatus = (status: string) => status === "connecting" && stop.abort();
      await expect(client.connect({ signal: stop.signal, onStatus })).rejects.toMatchObject({
        code: "aborted",
      });
      await expect.poll(() => client.status).toBe("disconnected");
    });

    it("receives a new token before the old one expires", async () => {
      const client = createClient();
      const session = await client.signIn({ scopes });
      const token = await session.accessToken();
      await client.connect();
      standIn.set("expire-token");
      await expect.poll(() => count("UpdateToken")).toBe(2);
      expect(await session.accessToken()).not.toBe(token);
    });

    it("ends when the player signs out or the library disconnects", async () => {
      const client = createClient();
      await client.signIn({ scopes });
      await client.connect();
      standIn.set("connection-lost", 4004);
      await expect.poll(() => client.status).toBe("disconnected");
      await client.connect();
      await client.signOut();
      await expect.poll(() => client.status).toBe("disconnected");
    });

    it("is rejected without a session, with an invalid token or over HTTP", async () => {
      const client = createClient();
      await expect(client.connect()).rejects.toMatchObject({ code: "not_signed_in" });
      await client.UpdateToken(1, "an-invalid-token");
      standIn.set("error-type", 8);
      await expect(client.connect()).rejects.toMatchObject({ code: "social_sdk_failed", type: 8 });
      const http = new Client({ applicationId: "1" });
      await expect(http.connect()).rejects.toMatchObject({ code: "no_connection" });
      expect(http.status).toBe("disconnected");
      await http.close();
    });

    it("sends the presence and receives join events", async () => {
      const client = createClient();
      const joins: string[] = [];
      const accepted: Promise<void>[] = [];
      await client.signIn({ scopes });
      await client.connect();
      client.presence.on("join", (secret) => joins.push(secret));
      client.presence.on("joinRequest", ({ player, accept }) => {
        joins.push(player.id);
        accepted.push(accept());
      });
      await client.presence.set({ details: "Round 1", timestamps: { start: 1_700_000_000_000 } });
      await expect.poll(() => JSON.stringify(standIn.activity())).toContain("Round 1");
      standIn.set("join", 7);
      standIn.set("invite", 5);
      await expect.poll(() => accepted.length).toBe(1);
      await Promise.all(accepted);
      expect(joins).toEqual(["secret-7", "1"]);
      expect(count("SendActivityJoinRequestReply")).toBe(1);
      await client.presence.clear();
      await expect.poll(() => standIn.activity()).toBeNull();
    });

    it("takes over a presence that is waiting for the desktop client", async () => {
      lookForDesktopClientsIn("/nonexistent");
      const client = createClient();
      await client.presence.set({ details: "Round 2" });
      await client.signIn({ scopes });
      await client.connect();
      await expect.poll(() => JSON.stringify(standIn.activity())).toContain("Round 2");
      expect(client.presence.status).toBe("connected");
    });

    it("takes over the presence from a connected desktop client", async () => {
      const { environment } = emulator.desktopClient as EmulatedDesktopClient;
      lookForDesktopClientsIn(environment["XDG_RUNTIME_DIR"] ?? "");
      const inDesktopClient = () => emulator.player("Ada").presence.map(({ details }) => details);
      const client = createClient();
      // Keeps the connection to the desktop client open.
      client.RegisterAuthorizeRequestCallback(() => undefined);
      await client.presence.set({ details: "Round 3" });
      await expect.poll(inDesktopClient).toEqual(["Round 3"]);
      await client.signIn({ scopes });
      await client.connect();
      await expect.poll(() => JSON.stringify(standIn.activity())).toContain("Round 3");
      expect(inDesktopClient()).toEqual([]);
    });
  });

  describe("failures", () => {
    it.each([
      ["null-result", "invalid_response"],
      ["huge-string", "invalid_response"],
      ["never-answer", "timeout"],
    ])("rejects if the library has the fault %s", async (fault, code) => {
      const client = createClient();
      client.SetHttpRequestTimeout(200);
      standIn.set(fault);
      const failed = client.GetProvisionalToken(emulator.application.id, 3, "a-ticket");
      await expect(failed).rejects.toMatchObject({ code });
    });

    it("reports each of the library's error types", async () => {
      const client = createClient();
      const codes: string[] = [];
      for (let type = 1; type <= 9; type++) {
        standIn.set("error-type", type);
        await client.RefreshToken("1", "a-token").catch((error: { code: string }) => codes.push(error.code));
      }
      expect(new Set(codes.slice(2))).toEqual(new Set(["social_sdk_failed"]));
      expect(codes.slice(0, 2)).toEqual(["network_error", "http_error"]);
    });
  });

  describe("options", () => {
    const rejected = Object.keys(rejectedOptions);
    const honored =
      "applicationId apiBase apiVersion webBase store addonPath applicationCredential exchangeCode refreshToken backend clientId " +
      "scopes state nonce integrationType customSchemeParam signal timeoutMs account guest onPrompt";
    const ofClient = ["fetch", "openBrowser", "loopback", "page"];
    const values: Readonly<Record<string, unknown>> = {
      loopback: {},
      page: {},
      preflight: true,
      consent: "auto",
      redirect: "loopback",
    };
    const valueOf = (option: string) => values[option] ?? (() => undefined);

    it.each(ofClient)("rejects the option %s in the client", (option) => {
      const create = () => new Client({ backend: socialSdk(), [option]: valueOf(option) });
      expect(create).toThrow(expect.objectContaining({ code: "unsupported_option" }));
    });

    it.each(rejected.filter((option) => !ofClient.includes(option)))(
      "rejects the option %s in a sign-in",
      async (option) => {
        const options = { scopes, [option]: valueOf(option) } as unknown as SignInOptions;
        const refused = { code: "unsupported_option", message: expect.stringContaining(option) };
        await expect(createClient("/nonexistent").signIn(options)).rejects.toMatchObject(refused);
      },
    );

    it("are all either rejected or honored", async () => {
      const client = createClient();
      const hints = await Promise.all([
        new Promise((_, reject) => reject(attempt(() => new Client({ unknown: 1 } as object)))).catch(hintOf),
        client.signIn({ scopes, unknown: 1 } as unknown as SignInOptions).catch(hintOf),
      ]);
      const known = hints.flatMap((hint) =>
        (hint as string).replace(/^.*Valid fields: |\.$/g, "").split(", "),
      );
      expect(new Set(known)).toEqual(new Set([...honored.split(" "), ...rejected]));
    });
  });
});

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

const hintOf = (error: { hint?: string }) => error.hint;
