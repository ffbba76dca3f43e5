import { DiscordAPIError, HTTPError, RateLimitError, REST } from "@discordjs/rest";
import {
  type RESTGetAPIApplicationCommandsResult,
  type RESTGetAPICurrentUserResult,
  type RESTPostAPIApplicationCommandsResult,
  type RESTPostAPIInteractionCallbackWithResponseResult as CallbackResponse,
  type RESTPostAPIInteractionFollowupResult,
  Routes,
} from "discord-api-types/v10";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { openBot } from "../setup/bot.ts";
import { startGame } from "../../setup/emulator/game.ts";

const bot = await openBot("base-url");
const { emulator, application } = bot;
const ada = emulator.player("Ada");
const game = await startGame(application.publicKey);
await application.setInteractionsEndpoint(game.url);
afterAll(async () => {
  await game.close();
  await bot[Symbol.asyncDispose]();
});
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

  it("creates, edits, reads, lists and deletes a command", async () => {
    const created = (await rest.post(commands, { body: dive })) as RESTPostAPIApplicationCommandsResult;
    expect(created).toMatchObject({ ...dive, application_id: application.id, type: 1 });
    const route = Routes.applicationCommand(application.id, created.id);
    expect(await rest.patch(route, { body: { description: "Surfaces" } })).toMatchObject({
      id: created.id,
      description: "Surfaces",
    });
    expect(await rest.get(route)).toMatchObject({ id: created.id, description: "Surfaces" });
    const query = new URLSearchParams({ with_localizations: "true" });
    const listed = (await rest.get(commands, { query })) as RESTGetAPIApplicationCommandsResult;
    expect(listed.map(({ name }) => name)).toEqual(["launch", "dive"]);
    expect(listed[1]).toHaveProperty("name_localizations", null);
    // The response has no body.
    expect(await rest.delete(route)).toBeInstanceOf(ArrayBuffer);
    await expect(rest.get(route)).rejects.toMatchObject({ status: 404, code: 10063 });
  });

  it("sets all of a guild's commands at once", async () => {
    const body = [dive, { name: "Wave", type: 2 }];
    const set = (await rest.put(commandsOf("11"), { body })) as RESTGetAPIApplicationCommandsResult;
    expect(set).toMatchObject([
      { ...dive, guild_id: "11" },
      { name: "Wave", type: 2 },
    ]);
    expect(await rest.put(commandsOf("11"), { body: [] })).toEqual([]);
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

  it("rejects an expired player token", async () => {
    const bearer = new REST({ version: "10", api: bot.api, authPrefix: "Bearer" }).setToken("expired");
    await expect(bearer.get(Routes.user())).rejects.toMatchObject({ status: 401 });
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

  it("rejects instead of waiting if configured to do so", async () => {
    const [first, second] = [1, 2].map(() =>
      new REST({ version: "10", api: bot.api, rejectOnRateLimit: () => true }).setToken(application.botToken),
    );
    await first?.get(commandsOf("429000000000000003"));
    const failed = second?.get(commandsOf("429000000000000003"));
    await expect(failed).rejects.toThrow(RateLimitError);
    await expect(failed).rejects.toMatchObject({ limit: 1, scope: "user", global: false });
  });

  it("retries after a server error and finally gives up", async () => {
    emulator.faults.add({ path: /users\/@me$/, times: 2, answer: { status: 503 } });
    expect(await rest.get(Routes.user())).toMatchObject({ username: "Reef" });
    emulator.faults.add({ path: /users\/@me$/, answer: { status: 502 } });
    const failed = rest.get(Routes.user());
    await expect(failed).rejects.toThrow(HTTPError);
    await expect(failed).rejects.toMatchObject({ status: 502 });
  });

  it("aborts a request", async () => {
    emulator.faults.add({ path: /users\/@me$/, latencyMs: 60_000 });
    await expect(rest.get(Routes.user(), { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });

  describe("responses to an interaction", () => {
    const raw = (name: string, text: string) => ({
      name,
      data: Buffer.from(text),
      contentType: "text/plain",
    });

    /** Makes a player use the command and answers the interaction with `body`. */
    async function use(body: unknown, files: ReturnType<typeof raw>[] = []) {
      await rest.post(commands, { body: dive });
      const request = new Promise<{ id: string; token: string }>((resolve) => {
        game.answer = (payload) => resolve(payload);
      });
      const used = ada.use("dive");
      const { id, token } = await request;
      const response = (await rest.post(Routes.interactionCallback(id, token), {
        auth: false,
        query: new URLSearchParams({ with_response: "true" }),
        body: body as Record<string, unknown>,
        files,
      })) as CallbackResponse;
      return { id, token, response, messages: (await used).messages };
    }

    it("replies immediately with a file", async () => {
      const data = { content: "Look", attachments: [{ id: 0, description: "The reef" }] };
      const { response, messages } = await use({ type: 4, data }, [raw("reef.txt", "corals")]);
      expect(response.resource?.message).toMatchObject({
        content: "Look",
        attachments: [{ filename: "reef.txt", size: 6, description: "The reef", content_type: "text/plain" }],
      });
      expect(messages).toMatchObject([{ content: "Look" }]);
    });

    it("defers, follows up, edits and deletes", async () => {
      const { token, response, messages } = await use({ type: 5, data: { flags: 64 } });
      expect(response.interaction).toMatchObject({
        response_message_loading: true,
        response_message_ephemeral: true,
      });
      const original = Routes.webhookMessage(application.id, token);
      expect(await rest.get(original, { auth: false })).toMatchObject({ content: "", flags: 64 | 128 });
      await rest.patch(original, { auth: false, body: { content: "Down" } });
      expect(messages).toMatchObject([{ content: "Down", flags: 64 }]);

      const followed = (await rest.post(Routes.webhook(application.id, token), {
        auth: false,
        body: { content: "And up" },
        files: [raw("a.txt", "one"), raw("b.txt", "two")],
      })) as RESTPostAPIInteractionFollowupResult;
      expect(followed.attachments.map(({ filename }) => filename)).toEqual(["a.txt", "b.txt"]);
      const route = Routes.webhookMessage(application.id, token, followed.id);
      const remaining = { attachments: followed.attachments.slice(1) };
      expect(await rest.patch(route, { auth: false, body: remaining })).toMatchObject({
        content: "And up",
        attachments: [{ filename: "b.txt" }],
      });
      await rest.delete(route, { auth: false });
      await expect(rest.get(route, { auth: false })).rejects.toMatchObject({ code: 10008 });
      await rest.delete(original, { auth: false });
      await expect(rest.get(original, { auth: false })).rejects.toMatchObject({ code: 10008 });
      expect(messages).toEqual([]);
    });

    it("cannot respond twice or with an invalid body", async () => {
      const { id, token } = await use({ type: 4, data: { content: "Yes" } });
      const answer = (body: unknown) =>
        rest.post(Routes.interactionCallback(id, token), {
          auth: false,
          body: body as Record<string, unknown>,
        });
      await expect(answer({ type: 4, data: { content: "Again" } })).rejects.toMatchObject({ code: 40060 });
      const long = { content: "x".repeat(2001) };
      const failed = rest.post(Routes.webhook(application.id, token), { auth: false, body: long });
      await expect(failed).rejects.toThrow("content[BASE_TYPE_MAX_LENGTH]: Must be 2000 or fewer in length.");
    });

    it("downloads a file from its URL", async () => {
      const { response } = await use({ type: 4 }, [raw("reef.txt", "corals")]);
      const [file] = response.resource?.message?.attachments ?? [];
      expect(await (await fetch(String(file?.url))).text()).toBe("corals");
    });
  });
});
