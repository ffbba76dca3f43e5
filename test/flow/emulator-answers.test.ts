import { EventEmitter, once } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CommandsClient } from "../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { createInteractionHandler, defineCommand, entryPoint } from "../../src/interactions/index.ts";
import type { Problem } from "../../src/interactions/endpoint/incoming.ts";

let emulator: Emulator;
const problems: Problem[] = [];
const report = (problem: Problem): void => void problems.push(problem);

beforeEach(async () => {
  problems.length = 0;
  emulator = await startEmulator();
});
afterEach(async () => {
  vi.useRealTimers();
  await emulator.close();
  expect(problems).toEqual([]);
});

test("defers the response of a slow in-process handler and receives the handler's edits and follow-ups", async () => {
  const game = new EventEmitter();
  const requested = once(game, "asked");
  const finished = once(game, "finished");
  const slow = defineCommand({
    name: "slow",
    description: "Takes its time",
    handle: async (interaction) => {
      game.emit("asked");
      await finished;
      await interaction.messages.edit({ content: "done" });
      await interaction.messages.send({ content: "and more" });
    },
  });
  const application = emulator.addApplication();
  const handler = createInteractionHandler({
    ...emulator.handlerOptions(application),
    commands: [slow],
    report,
  });
  await handler.sync(new CommandsClient(emulator.commandsOptions(application)));
  await application.setInteractionsEndpoint(handler);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const ada = emulator.player("Ada", { application });
  const using = ada.use("/slow");
  await requested;
  vi.advanceTimersByTime(1500);
  const { status, response } = await using;
  expect([status, response]).toEqual([202, { type: 5, data: { flags: 0 } }]);
  game.emit("finished");
  await expect.poll(() => ada.messages().map(({ content }) => content)).toEqual(["done", "and more"]);
});

test("launches an Activity from an in-process handler and returns the instance id", async () => {
  const launched: string[] = [];
  const play = entryPoint({
    name: "play",
    description: "Plays",
    handler: 1,
    handle: async (interaction) => {
      const { instanceId } = await interaction.launchActivity({ withResponse: true });
      launched.push(instanceId);
    },
  });
  const application = emulator.addApplication({ activities: true });
  const handler = createInteractionHandler({
    ...emulator.handlerOptions(application),
    commands: [play],
    report,
  });
  await handler.sync(new CommandsClient(emulator.commandsOptions(application)));
  await application.setInteractionsEndpoint(handler);
  const { activityInstance } = await emulator.player("Ada", { application }).use("play");
  expect(launched).toEqual([activityInstance?.id]);
});

test("rejects a handler configured for the real service and registers none of its commands", async () => {
  const { application } = emulator;
  const greet = defineCommand({ name: "greet", description: "Greets", handle: () => undefined });
  const handler = createInteractionHandler({ publicKey: application.publicKey, commands: [greet], report });
  await expect(application.setInteractionsEndpoint(handler)).rejects.toMatchObject({
    code: "other_service",
    message: expect.stringContaining(
      `https://discord.com/api/v10, but receives interactions from ${emulator.apiBase}`,
    ),
  });
  const client = new CommandsClient(emulator.commandsOptions());
  await expect(handler.sync(client)).rejects.toMatchObject({ code: "other_service" });
  expect(await client.global.list()).toEqual([]);
});
