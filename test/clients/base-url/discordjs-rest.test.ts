import { DiscordAPIError, HTTPError, REST } from "@discordjs/rest";
import { type RESTGetAPICurrentUserResult, Routes } from "discord-api-types/v10";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { openBot } from "../setup/bot.ts";

const bot = await openBot("base-url");
const { emulator, application } = bot;
afterAll(() => bot[Symbol.asyncDispose]());
afterEach(() => emulator.faults.clear());

const rest = new REST({ version: "10", api: bot.api }).setToken(application.botToken);
const commands = Routes.applicationCommands(application.id);
const commandsOf = (guildId: string) => Routes.applicationGuildCommands(application.id, guildId);
const dive = { name: "dive", description: "Goes under" };

describe("@discordjs/rest", () => {
  it("reads the bot's user and application", async () => {
    const user = (await rest.get(Routes.user())) as RESTGetAPICurrentUserResult;
    expect(user).toMatchObject({ id: application.id, username: "Reef", bot: true });
    expect(await rest.get(Routes.currentApplication())).toMatchObject({ id: application.id, name: "Reef" });
    expect(await rest.get(Routes.oauth2CurrentApplication())).toMatchObject({ id: application.id });
  });

  it("reports a body's invalid fields", async () => {
    const options = [{ type: 3, name: "Depth", description: "x".repeat(101) }];
    const failed = rest.post(commands, { body: { ...dive, options } });
    await expect(failed).rejects.toThrow(DiscordAPIError);
    await expect(failed).rejects.toMatchObject({
      status: 400,
      code: 50035,
      method: "POST",
      url: `${bot.api}/v10${commands}`,
      name: "DiscordAPIError[50035]",
      rawError: {
        message: "Invalid Form Body",
        errors: {
          options: {
            0: {
              name: { _errors: [{ code: "APPLICATION_COMMAND_INVALID_NAME" }] },
              description: { _errors: [{ code: "BASE_TYPE_BAD_LENGTH" }] },
            },
          },
        },
      },
    });
    await expect(failed).rejects.toThrow(/options\[0\]\.description\[BASE_TYPE_BAD_LENGTH\]/);
  });

  it("reports an invalid token and discards it", async () => {
    const stranger = new REST({ version: "10", api: bot.api }).setToken("wrong");
    await expect(stranger.get(Routes.user())).rejects.toMatchObject({
      status: 401,
      message: "401: Unauthorized",
    });
    await expect(stranger.get(Routes.user())).rejects.toThrow("Expected token to be set");
  });

  it("waits without sending a request if a bucket is empty", async () => {
    const limited = vi.fn();
    const slowClient = new REST({ version: "10", api: bot.api }).setToken(application.botToken);
    slowClient.on("rateLimited", limited);
    expect(await slowClient.get(commandsOf("429000000000000001"))).toEqual([]);
    expect(await slowClient.get(commandsOf("429000000000000001"))).toEqual([]);
    expect(limited).toHaveBeenCalledWith(
      expect.objectContaining({
        global: false,
        limit: 1,
        method: "GET",
        hash: expect.stringMatching(/^[0-9a-f]{32}$/),
        route: "/applications/:id/guilds/:id/commands",
        scope: "user",
      }),
    );
  });

  it("waits as long as a 429 requires and retries", async () => {
    const answers: number[] = [];
    const [first, second] = [1, 2].map(() =>
      new REST({ version: "10", api: bot.api, offset: 0 })
        .setToken(application.botToken)
        .on("response", (_request, { status }) => void answers.push(status)),
    );
    await first?.get(commandsOf("429000000000000002"));
    expect(await second?.get(commandsOf("429000000000000002"))).toEqual([]);
    expect(answers).toEqual([200, 429, 200]);
  });

  it("retries after a server error and finally gives up", async () => {
    emulator.faults.add({ path: /users\/@me$/, times: 2, answer: { status: 503 } });
    expect(await rest.get(Routes.user())).toMatchObject({ username: "Reef" });
    emulator.faults.add({ path: /users\/@me$/, answer: { status: 502 } });
    const failed = rest.get(Routes.user());
    await expect(failed).rejects.toThrow(HTTPError);
    await expect(failed).rejects.toMatchObject({ status: 502 });
  });
});
