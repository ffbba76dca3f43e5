import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { Client } from "../../src/client.ts";
import type { ClientOptions } from "../../src/client/options.ts";
import { type Emulator, type EmulatedDesktopClient, startEmulator } from "../../src/emulator/index.ts";
import { runProgram } from "../setup/child-process.ts";
import { presenceContract } from "../setup/presence-contract.ts";
import { lookForDesktopClientsIn } from "../setup/fake-desktop-client.ts";

let emulator: Emulator;
let desktop: EmulatedDesktopClient;
beforeEach(async () => {
  emulator = await startEmulator({
    world: { players: ["Ada", "Grace"] },
    desktopClient: { player: "Ada", answer: "accept" },
  });
  desktop = emulator.desktopClient as EmulatedDesktopClient;
  lookForDesktopClientsIn(desktop.environment["XDG_RUNTIME_DIR"] ?? "");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await emulator.close();
});

function createGame(options: ClientOptions = {}): Client {
  const client = new Client({ ...emulator.clientOptions(), ...options });
  onTestFinished(() => client.close());
  return client;
}

const presence = () => emulator.player("Ada").presence;
const party = { id: "party-7", size: [1, 4] as const };

describe("the emulator's desktop client", () => {
  presenceContract(async () => ({
    socketPath: desktop.path,
    applicationId: emulator.application.id,
    details: () => presence()[0]?.details,
    join: (secret) => desktop.join(secret),
    askToJoin() {
      const request = desktop.requestToJoin("Grace");
      return () => ({ accepted: "accept", declined: "decline", pending: "" })[request.answer];
    },
    restart: () => desktop.restart(),
  }));
});

describe("Client.presence with the emulator", () => {
  it("shows the activity to friends until the game ends", async () => {
    const game = createGame();
    await game.presence.set({ details: "Round 1", state: "In a group", party });
    await expect.poll(presence).toMatchObject([{ details: "Round 1", state: "In a group", party }]);
    await game.close();
    expect(presence()).toEqual([]);
  });

  it("uses the same connection for consent", async () => {
    const game = createGame();
    await game.presence.set({ details: "Round 1" });
    await expect.poll(presence).toHaveLength(1);
    // A second connection would be rejected.
    desktop.behavior = "rude";
    const { code } = await game.Authorize({ scopes: "identify" }, { consent: "desktop-client" });
    expect(code).not.toBe("");
    expect(presence()).toHaveLength(1);
    expect(game.presence.status).toBe("connected");
  });

  it("lets a friend join", async () => {
    const game = createGame();
    const asked: string[] = [];
    game.presence.on("joinRequest", ({ player, accept }) => {
      asked.push(player.name);
      return accept();
    });
    await game.presence.set({ party, secrets: { join: "a random string" } });
    await expect.poll(presence).toHaveLength(1);
    expect(JSON.stringify(presence())).not.toContain("a random string");
    const request = desktop.requestToJoin("Grace");
    await expect.poll(() => request.answer).toBe("accepted");
    expect(asked).toEqual(["Grace"]);
  });

  it("does not keep the process alive", async () => {
    const program = `
      const { Client } = await import(${JSON.stringify(new URL("../../dist/index.js", import.meta.url).href)});
      const client = new Client({ applicationId: ${JSON.stringify(emulator.application.id)} });
      client.presence.on("status", (status) => console.log(status));
      await client.presence.set({ details: "Round 1" });
      client.presence.on("join", () => undefined);
      setTimeout(() => console.log("ends"), 1_000);`;
    const { status, stdout } = await runProgram(process.execPath, ["--input-type=module", "--eval", program]);
    expect([status, stdout]).toEqual([0, "connecting\nconnected\nends\n"]);
    await expect.poll(presence).toEqual([]);
  });
});
