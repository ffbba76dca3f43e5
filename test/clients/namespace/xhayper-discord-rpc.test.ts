import { Client } from "@xhayper/discord-rpc";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type EmulatedDesktopClient, type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import { Client as Slashpass } from "../../../src/client.ts";
import { needs } from "../../setup/system-parts.ts";
import { startServiceFront } from "../setup/service-front.ts";

describe("@xhayper/discord-rpc", needs("a network namespace"), () => {
  let emulator: Emulator;
  let desktop: EmulatedDesktopClient;
  let front: { close(): Promise<void> };
  beforeAll(async () => {
    emulator = await startEmulator({
      world: { applications: [{ publicClient: false }] },
      desktopClient: { answer: "accept", player: "Grace" },
    });
    desktop = emulator.desktopClient as EmulatedDesktopClient;
    front = await startServiceFront(emulator.webBase);
    vi.stubEnv("XDG_RUNTIME_DIR", desktop.environment["XDG_RUNTIME_DIR"]);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await front.close();
    await emulator.close();
  });

  function createClient(options: { clientId?: string } = {}) {
    const { id: clientId, clientSecret } = emulator.application;
    const client = new Client({ clientId, clientSecret, ...options });
    onTestFinished(() => client.destroy());
    return client;
  }

  it("authorizes, exchanges the code and authenticates with the token", async () => {
    const client = createClient();
    const isReady = new Promise((resolve) => void client.once("ready", () => resolve(true)));
    await client.login({ scopes: ["identify", "rpc"] });
    expect(await isReady).toBe(true);
    expect(client.user).toMatchObject({ id: emulator.players.find(({ name }) => name === "Grace")?.id });
    expect(client.application).toMatchObject({ id: emulator.application.id });
  });

  it("connects without scopes and reads the player from the handshake", async () => {
    const client = createClient();
    await client.connect();
    expect(client.isConnected).toBe(true);
    expect(client.user?.username).toBe("grace");
  });

  it("reports a denied authorization", async () => {
    desktop.answer = "deny";
    const signingIn = createClient().login({ scopes: ["identify"] });
    await expect(signingIn).rejects.toMatchObject({
      code: 5000,
      message: expect.stringContaining("access_denied") as unknown,
    });
    desktop.answer = "accept";
  });

  it("shows the same activity as `client.presence`", async () => {
    const theirs = createClient();
    await theirs.connect();
    await theirs.user?.setActivity({
      type: 3,
      details: "Stage 2",
      detailsUrl: "https://example.com/stage",
      state: "In a group",
      statusDisplayType: 2,
      startTimestamp: 1_700_000_000_000,
      largeImageKey: "moon",
      largeImageText: "The moon",
      smallImageKey: "https://example.com/car.png",
      partyId: "party-7",
      partySize: 2,
      partyMax: 4,
      joinSecret: "a random string",
    });
    const ours = new Slashpass(emulator.clientOptions());
    onTestFinished(() => ours.close());
    await ours.presence.set({
      type: "watching",
      details: "Stage 2",
      detailsUrl: "https://example.com/stage",
      state: "In a group",
      statusDisplay: "details",
      timestamps: { start: 1_700_000_000_000 },
      assets: { largeImage: "moon", largeText: "The moon", smallImage: "https://example.com/car.png" },
      party: { id: "party-7", size: [2, 4] },
      secrets: { join: "a random string" },
    });
    const shown = () => emulator.player("Grace").presence;
    await expect.poll(shown).toHaveLength(2);
    expect(shown()[0]).toEqual(shown()[1]);
    expect(shown()[0]).toMatchObject({ details: "Stage 2", status_display_type: 2, party: { size: [2, 4] } });
  });
});
