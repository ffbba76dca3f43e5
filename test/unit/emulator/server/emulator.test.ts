import * as provider from "../../../../src/emulator/oauth/oidc-provider.ts";
import { getEventListeners } from "node:events";
import { existsSync } from "node:fs";
import { inspect } from "node:util";
import { describe, expect, it, vi, afterAll } from "vitest";
import { Client } from "../../../../src/client.ts";
import { CommandsClient } from "../../../../src/commands/index.ts";
import { DesktopClient } from "../../../../src/emulator/activity/desktop-client/desktop-client.ts";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { createInteractionHandler } from "../../../../src/interactions/index.ts";
import { getTokens } from "../../../setup/emulator/players.ts";
import { call } from "../../../setup/emulator/requests.ts";

describe("starting and closing", () => {
  it("removes its listener from the signal when closed", async () => {
    const { signal } = new AbortController();
    const emulator = await startEmulator({ signal });
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await emulator.close();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("closes while the authorization server is loading", async () => {
    const emulator = await startEmulator();
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const load = provider.loadOidcProvider;
    const loading = vi.spyOn(provider, "loadOidcProvider").mockImplementation(async () => {
      await held;
      return load();
    });
    const paths = ["/api/oauth2/keys", "/", "/desktop-client"];
    const request = paths.map(async (path) => (await fetch(emulator.webBase + path)).text());
    const answers = Promise.allSettled(request);
    await expect.poll(() => loading.mock.calls.length).toBe(1);
    await emulator.close();
    goOn();
    const [keys] = await answers;
    expect(keys?.status).toBe("rejected");
    await loading.mock.results[0]?.value;
    loading.mockRestore();
    await expect(fetch(emulator.webBase)).rejects.toThrow("fetch failed");
  });

  it("closes when the signal is aborted and does not start if the signal is already aborted", async () => {
    const end = new AbortController();
    const { webBase } = await startEmulator({ signal: end.signal });
    end.abort();
    await expect(fetch(webBase)).rejects.toThrow("fetch failed");
    await expect(startEmulator({ signal: end.signal })).rejects.toMatchObject({ code: "aborted" });
  });

  it("stops listening if aborted during startup", async () => {
    const end = new AbortController();
    const starting = startEmulator({ signal: end.signal });
    end.abort();
    await expect(starting).rejects.toMatchObject({ code: "aborted" });
    expect(getEventListeners(end.signal, "abort")).toEqual([]);
  });

  it("leaves no desktop client running if aborted while the client starts", async () => {
    const end = new AbortController();
    const start = DesktopClient.start.bind(DesktopClient);
    let path = "";
    const starting = vi.spyOn(DesktopClient, "start").mockImplementation(async (...given) => {
      end.abort();
      const client = await start(...given);
      path = client.path;
      return client;
    });
    const started = startEmulator({ desktopClient: true, signal: end.signal });
    await expect(started).rejects.toMatchObject({ code: "aborted" });
    starting.mockRestore();
    expect(path).not.toBe("");
    expect(existsSync(path)).toBe(false);
  });

  it("reports a port that is already in use", async () => {
    await using emulator = await startEmulator();
    const port = Number(new URL(emulator.webBase).port);
    await expect(startEmulator({ port })).rejects.toMatchObject({
      code: "port_unavailable",
      message: `The emulator cannot listen on 127.0.0.1:${port} (EADDRINUSE).`,
      hint: "Omit the port to use any free one.",
    });
  });

  it("releases its port if startup fails", async () => {
    await using before = await startEmulator();
    const port = Number(new URL(before.webBase).port);
    await before.close();
    const starting = vi.spyOn(DesktopClient, "start").mockRejectedValue(new Error("broken"));
    await expect(startEmulator({ port, desktopClient: true })).rejects.toThrow("broken");
    starting.mockRestore();
    await using after = await startEmulator({ port, accessTokenSeconds: 60 });
    expect(after.webBase).toBe(before.webBase);
  });
});

describe("an emulator", () => {
  it("retries a failed load of the authorization server on the next request", async () => {
    await using emulator = await startEmulator();
    const loading = vi.spyOn(provider, "loadOidcProvider").mockRejectedValueOnce(new Error("no entropy"));
    const ask = async () => (await fetch(`${emulator.apiBase}/oauth2/keys`)).status;
    expect([await ask(), await ask()]).toEqual([500, 200]);
    loading.mockRestore();
  });

  it("loads the authorization server on the first request that needs it", async () => {
    const loading = vi.spyOn(provider, "loadOidcProvider");
    await using emulator = await startEmulator();
    const { apiBase, application } = emulator;
    const headers = { authorization: `Bot ${application.botToken}` };
    const commands = await fetch(`${apiBase}/applications/${application.id}/commands`, { headers });
    expect(await commands.json()).toEqual([]);
    expect(loading).not.toHaveBeenCalled();
    const response = await fetch(`${emulator.webBase}/.well-known/openid-configuration`);
    expect(response.status).toBe(200);
    await fetch(`${emulator.webBase}/api/oauth2/keys`);
    expect(loading).toHaveBeenCalledOnce();
    loading.mockRestore();
  });

  it("hides an application's secrets when the application is printed", async () => {
    await using emulator = await startEmulator();
    const { clientSecret, botToken } = emulator.application;
    const printed = inspect(emulator, { depth: 9, showHidden: true }) + JSON.stringify(emulator);
    expect(printed).not.toContain(clientSecret);
    expect(printed).not.toContain(botToken);
  });

  it("accepts new applications, players and guilds while it runs", async () => {
    await using emulator = await startEmulator({ world: { guilds: [{ name: "Reef" }] } });
    const application = emulator.addApplication({ name: "Second" });
    expect(emulator.applications).toEqual([emulator.application, application]);
    const service = { ...emulator, application };
    expect(await call(service, "GET", "/commands")).toMatchObject({ status: 200 });
    const tokens = await getTokens(service);
    expect(tokens).toMatchObject({ status: 200, body: { token_type: "Bearer" } });
    const player = emulator.addPlayer({ name: "Barbara", locale: "de" });
    expect(emulator.players).toContain(player);
    const guild = emulator.addGuild({ name: "Wreck" });
    expect(emulator.guilds).toMatchObject([{ name: "Reef" }, { id: guild.id }]);
    expect(emulator.addApplication().name).toBe("Example Game");
    expect(() => emulator.addGuild({ nme: "Wreck" } as never)).toThrow("init.nme does not exist.");
  });
});

it("has the same guild and players as the command-line program's emulator", async () => {
  await using emulator = await startEmulator();
  expect(emulator.guilds).toMatchObject([
    {
      id: "1000000000000002",
      name: "Example Guild",
      channels: [{ id: "1000000000000003", name: "general" }],
    },
  ]);
  expect(emulator.players).toMatchObject([
    { id: "1000000000000004", name: "Ada" },
    { id: "1000000000000005", name: "Grace" },
  ]);
  expect(emulator.guilds[0]?.ownerId).toBe(emulator.players[0].id);
});

it.each([
  [{ players: ["Zoe"] }, "Zoe"],
  [{ players: [{ name: "Kim" }] }, "Kim"],
])("for %j, makes the first player the example guild's owner", async (world, owner) => {
  await using emulator = await startEmulator({ world });
  expect(emulator.exportWorld().guilds).toMatchObject([{ owner }]);
});

it("has no guilds if the configured world has none", async () => {
  await using emulator = await startEmulator({ world: { guilds: [] } });
  expect(emulator.guilds).toEqual([]);
});

const emulator = await startEmulator();
afterAll(() => emulator.close());

describe("an emulator's client options", () => {
  it("are accepted unchanged by clients and handlers and connect to the emulator", async () => {
    const { application, apiBase, webBase } = emulator;
    expect(emulator.clientOptions()).toEqual({ applicationId: application.id, apiBase, webBase });
    const client = new Client(emulator.clientOptions());
    expect(client.GetApplicationId()).toBe(application.id);
    await client.close();
    const commands = new CommandsClient(emulator.commandsOptions());
    expect(commands.apiBase).toBe(apiBase);
    expect(await commands.global.list()).toEqual([]);
    const handler = createInteractionHandler({ ...emulator.handlerOptions(), commands: [] });
    expect(handler.apiBase).toBe(apiBase);
    await application.setInteractionsEndpoint(handler);
  });

  it("can be created for another application", () => {
    const other = emulator.addApplication();
    expect(emulator.clientOptions(other).applicationId).toBe(other.id);
    const { applicationId, credential } = emulator.commandsOptions(other);
    expect([applicationId, credential.botToken]).toEqual([other.id, other.botToken]);
    expect(emulator.handlerOptions(other).publicKey).toBe(other.publicKey);
    expect(() => emulator.handlerOptions({ publicKey: other.publicKey } as never)).toThrow(
      expect.objectContaining({ code: "invalid_argument" }),
    );
  });

  it("hide secrets when printed", () => {
    const { botToken } = emulator.application;
    expect(inspect(emulator.commandsOptions(), { depth: 9 })).not.toContain(botToken);
    const { credential } = { ...emulator.commandsOptions() };
    expect(inspect(credential)).not.toContain(botToken);
  });
});
