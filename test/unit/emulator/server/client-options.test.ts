import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client } from "../../../../src/client.ts";
import { CommandsClient } from "../../../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { createInteractionHandler } from "../../../../src/interactions/index.ts";

let emulator: Emulator;
beforeAll(async () => void (emulator = await startEmulator()));
afterAll(() => emulator.close());

describe("the options of an emulator", () => {
  it("are accepted unchanged by clients and handlers, and connect to the emulator", async () => {
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

  it("can be for another application", () => {
    const other = emulator.addApplication();
    expect(emulator.clientOptions(other).applicationId).toBe(other.id);
    const { applicationId, credential } = emulator.commandsOptions(other);
    expect([applicationId, credential.botToken]).toEqual([other.id, other.botToken]);
    expect(emulator.handlerOptions(other).publicKey).toBe(other.publicKey);
    expect(() => emulator.handlerOptions({ publicKey: other.publicKey } as never)).toThrow(
      expect.objectContaining({ code: "invalid_argument" }),
    );
  });

  it("hide secrets when they are printed", () => {
    const { botToken } = emulator.application;
    expect(inspect(emulator.commandsOptions(), { depth: 9 })).not.toContain(botToken);
    const { credential } = { ...emulator.commandsOptions() };
    expect(inspect(credential)).not.toContain(botToken);
  });
});
