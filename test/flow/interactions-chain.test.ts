import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { Client } from "../../src/client.ts";
import { startEmulator } from "../../src/emulator/index.ts";
import {
  createInteractionHandler,
  createNodeListener,
  entryPoint,
  fetchActivityInstance,
  findEntryPoint,
  registerEntryPoint,
} from "../../src/interactions/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { useChromium } from "../setup/browser.ts";
import { needs } from "../setup/system-parts.ts";

describe("the complete flow", needs("Chromium"), () => {
  const chromium = useChromium();

  test("signs in, registers a command, launches the Activity on a click and returns both players", async () => {
    await using emulator = await startEmulator({ world: { applications: [{ activities: true }] } });
    const { apiBase, webBase, application } = emulator;
    const applicationCredential = { clientId: application.id, clientSecret: application.clientSecret };
    await using client = new Client({
      applicationId: application.id,
      apiBase,
      webBase,
      applicationCredential,
      openBrowser: emulator.player().browser(),
      store: memoryTokenStore(),
    });
    await client.signIn({ scopes: Client.GetDefaultPresenceScopes() });

    const instances: string[] = [];
    const play = entryPoint({
      name: "play",
      description: "Play together",
      handler: 1,
      handle: async (interaction) => {
        instances.push((await interaction.launchActivity({ withResponse: true })).instanceId);
      },
    });
    const made = await findEntryPoint(client.commands.global);
    expect(made).toMatchObject({ handler: 2 });
    // Without a bot token, the client cannot know that the new entry point has no permissions to lose.
    const loss = { allowPermissionLoss: true };
    expect(await registerEntryPoint(client.commands.global, play, loss)).toMatchObject({
      id: made?.id,
      handler: 1,
    });

    const { publicKey } = application;
    const handler = createInteractionHandler({ publicKey, apiBase, commands: [play] });
    const server = createServer(createNodeListener(handler)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await application.setInteractionsEndpoint(`http://127.0.0.1:${port}/`);

    const { page } = await chromium.newPage();
    try {
      await page.goto(webBase);
      await page.locator("summary", { hasText: "play" }).click();
      await page.getByRole("button", { name: "Launch" }).click();
      await page.getByText("Playing: Ada").waitFor();
      await page.getByLabel("You are").selectOption("Grace");
      await page.getByRole("button", { name: "Join" }).click();
      await page.getByText("Playing: Ada, Grace").waitFor();
    } finally {
      server.close();
      server.closeAllConnections();
    }

    const instance = await fetchActivityInstance(instances[0] ?? "", {
      applicationId: application.id,
      credential: { botToken: application.botToken },
      apiBase,
    });
    const [ada, grace] = emulator.players;
    expect(instance.users).toEqual([ada.id, grace?.id]);
    expect(instance.location.kind).toBe("pc");
  });
});
