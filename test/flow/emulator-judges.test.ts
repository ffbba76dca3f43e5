import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client } from "../../src/client.ts";
import { CommandsClient, everyoneId } from "../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { createInteractionHandler, defineCommand, entryPoint } from "../../src/interactions/index.ts";
import { memoryTokenStore, type TokenStore } from "../../src/store/token-store.ts";
import { knownScopes } from "../../src/wire/scope.ts";

let emulator: Emulator;
beforeAll(async () => void (emulator = await startEmulator()));
afterAll(() => emulator.close());

describe("an application without Activities", () => {
  it("rejects an entry point with a handler", async () => {
    const application = emulator.addApplication();
    const { global } = new CommandsClient(emulator.commandsOptions(application));
    const entryPointCommand = { type: 4, name: "launch", handler: 1 } as const;
    for (const write of [
      () => global.create(entryPointCommand),
      () => global.overwrite([entryPointCommand]),
    ]) {
      await expect(write()).rejects.toMatchObject({
        errorCode: 50_035,
        message: expect.stringContaining("Only applications with the EMBEDDED flag can have a handler"),
        hint: expect.stringContaining("enable them in the developer portal"),
      });
    }
    const play = defineCommand({
      name: "play",
      description: "Plays",
      handle: (interaction) => interaction.launchActivity(),
    });
    const handler = createInteractionHandler({ ...emulator.handlerOptions(application), commands: [play] });
    await global.create(play.body);
    await application.setInteractionsEndpoint(handler);
    await expect(emulator.player("Ada", { application }).use("/play")).rejects.toMatchObject({
      code: "bad_answer",
      message: expect.stringContaining("Only applications with the EMBEDDED flag can launch an Activity"),
    });
  });

  it("rejects a launch in the interaction callback", async () => {
    const application = emulator.addApplication();
    const refused: unknown[] = [];
    const play = defineCommand({
      name: "play",
      description: "Plays",
      handle: async (interaction) => {
        await interaction
          .launchActivity({ withResponse: true })
          .catch((error: unknown) => refused.push(error));
        return interaction.reply({ content: "There is nothing to play." });
      },
    });
    const handler = createInteractionHandler({ ...emulator.handlerOptions(application), commands: [play] });
    await handler.sync(new CommandsClient(emulator.commandsOptions(application)));
    await application.setInteractionsEndpoint(handler);
    const ada = emulator.player("Ada", { application });
    await ada.use("/play");
    expect(refused).toMatchObject([{ status: 400, errorCode: 50_035 }]);
    expect(ada.messages()).toMatchObject([{ content: "There is nothing to play." }]);
  });

  it("can register an entry point and launch once its Activity is configured", async () => {
    const application = emulator.addApplication();
    application.setActivity({ mappings: [{ prefix: "/", target: "127.0.0.1:9" }] });
    const play = entryPoint({ name: "play", description: "Plays", handler: 1 });
    const handler = createInteractionHandler({ ...emulator.handlerOptions(application), commands: [play] });
    await handler.sync(new CommandsClient(emulator.commandsOptions(application)));
    await application.setInteractionsEndpoint(handler);
    const { activityInstance } = await emulator.player("Ada", { application }).use("play");
    expect(activityInstance?.application_id).toBe(application.id);
  });
});

describe("a refresh", () => {
  /** Starts a game process; two of them share a store, as two processes on one machine would. */
  const startGame = (
    store: TokenStore,
    beforeRequest: (url: string) => Promise<void> = async () => undefined,
  ) =>
    new Client({
      ...emulator.clientOptions(),
      store,
      openBrowser: emulator.player().browser(),
      fetch: async (input, init) => {
        await beforeRequest(input);
        return fetch(input, init);
      },
    });
  const scopes = ["identify", "applications.commands.permissions.update"] as const;

  it("invalidates the old access token, and a request in flight is repeated with the new one", async () => {
    const store = memoryTokenStore();
    const one = startGame(store);
    const session = await one.signIn({ scopes });
    const old = await session.accessToken();
    const refreshedFor: string[] = [];
    const two = startGame(store, async (url) => {
      // Refreshes between the moment when the token is read and the moment when the request arrives.
      if (refreshedFor.length > 0 || !url.endsWith("/users/@me")) return;
      refreshedFor.push(url);
      expect(await session.accessToken({ rejected: old })).not.toBe(old);
    });
    const same = (await two.restoreSession()) ?? expect.unreachable();
    expect((await same.user()).name).toBe("Ada");
    expect(refreshedFor).toHaveLength(1);
    expect(await same.accessToken()).toBe(await session.accessToken());
    const { status } = await fetch(`${emulator.apiBase}/users/@me`, {
      headers: { authorization: `Bearer ${old}` },
    });
    expect(status).toBe(401);
    await one.close();
    await two.close();
  });

  it("does not fail a commands client's request in flight", async () => {
    const guild = emulator.addGuild({ name: "Reef Club", owner: "Ada" });
    const { global } = new CommandsClient(emulator.commandsOptions());
    const { id } = await global.create({ name: "dive", description: "Dives" });
    const store = memoryTokenStore();
    const one = startGame(store);
    const session = await one.signIn({ scopes });
    const old = await session.accessToken();
    let refreshes = 0;
    const two = startGame(store, async (url) => {
      if (refreshes > 0 || !url.endsWith("/permissions")) return;
      refreshes += 1;
      await session.accessToken({ rejected: old });
    });
    await two.restoreSession();
    const everyone = { id: everyoneId(guild.id), type: 1, permission: false } as const;
    const { permissions } = await two.commands.guild(guild.id).permissions.edit(id, [everyone]);
    expect([refreshes, permissions]).toEqual([1, [everyone]]);
    await one.close();
    await two.close();
  });
});

it("grants a game every known scope, except those for the application itself", async () => {
  const client = new Client({
    ...emulator.clientOptions(),
    store: memoryTokenStore(),
    openBrowser: emulator.player().browser(),
  });
  const scopes = knownScopes.filter(
    (scope) => !/^(?:applications\.commands\.update|webhook\.incoming)$/.test(scope),
  );
  expect(scopes).toHaveLength(knownScopes.length - 2);
  const session = await client.signIn({ scopes });
  expect(session.scopes.split(" ").toSorted()).toEqual(scopes.toSorted());
  await client.close();
  for (const scope of ["applications.commands.update", "webhook.incoming"] as const) {
    const other = new Client({
      ...emulator.clientOptions(),
      store: memoryTokenStore(),
      openBrowser: emulator.player().browser(),
    });
    await expect(other.signIn({ scopes: [scope] })).rejects.toMatchObject({ code: "invalid_scope" });
    await other.close();
  }
});
