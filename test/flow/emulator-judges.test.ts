import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client } from "../../src/client.ts";
import { CommandsClient } from "../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { createInteractionHandler, defineCommand } from "../../src/interactions/index.ts";
import { memoryTokenStore, type TokenStore } from "../../src/store/token-store.ts";
import { knownScopes } from "../../src/wire/scope.ts";

let emulator: Emulator;
beforeAll(async () => void (emulator = await startEmulator()));
afterAll(() => emulator.close());

describe("an application without Activities", () => {
  it("cannot create an entry point with a handler", async () => {
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

  it("cannot launch an Activity in the interaction callback", async () => {
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
});

describe("a refresh", () => {
  /** Creates a client. Two clients that share a store act like two game processes on one machine. */
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

  it("invalidates the old access token, so an in-flight request is repeated with the new one", async () => {
    const store = memoryTokenStore();
    const one = startGame(store);
    const session = await one.signIn({ scopes });
    const old = await session.accessToken();
    const refreshedFor: string[] = [];
    const two = startGame(store, async (url) => {
      // Refreshes after the token is read but before the request arrives.
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
});

it("grants a game every known scope except those meant for applications", async () => {
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
