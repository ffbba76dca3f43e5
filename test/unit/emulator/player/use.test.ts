import { describe, expect, it } from "vitest";
import { requestSuggestions, use, useOn, requireAvailable } from "../../../../src/emulator/player/use.ts";
import { ErrorType } from "../../../../src/core/errors.ts";
import { LoadedCommands } from "../../../../src/emulator/player/loaded-commands.ts";
import { say, useGame } from "../../../setup/emulator/game.ts";
import { openScene } from "../../../setup/emulator/scene.ts";
import { CallbackType } from "../../../../src/wire/interaction-callback.ts";
import { readGuildInit } from "../../../../src/emulator/state/guild-init.ts";
import type { PlayerLocation } from "../../../../src/emulator/player/location.ts";

const { world, application, at } = openScene([{ activities: true }]);
const book = application.commands;
const create = (body: Readonly<Record<string, unknown>>, scope = "global") =>
  book.upsert(scope, body).command;
const ping = create({ name: "ping", description: "Answers with pong" });
create({ name: "ping", description: "That of the guild" }, "7");
const map = { type: 3, name: "map", description: "Where", autocomplete: true, required: true };
const size = { type: 4, name: "size", description: "How many" };
create({
  name: "match",
  description: "Matches",
  options: [{ type: 1, name: "find", description: "Finds one", options: [map, size] }],
});
create({ type: 2, name: "High Five" });
create({ type: 3, name: "Translate" });

const direct = at();
const inGuild = at({ guild: "Reef" });
const game = await useGame(application);

function sentData() {
  expect(game.payloads).toHaveLength(1);
  return game.payloads[0]?.data;
}

describe("using a command", () => {
  it.each(["/ping", "ping"])("finds the command by name (%s)", async (title) => {
    const { status, messages } = await use(direct, title, {});
    expect([status, messages[0]?.content]).toEqual([200, "done"]);
    expect(sentData()).toEqual({ id: ping.id, name: "ping", type: 1 });
  });

  it("prefers a guild command", async () => {
    await use(inGuild, "/ping", {});
    expect(sentData()).toMatchObject({ guild_id: "7" });
  });

  it("sends a subcommand's options", async () => {
    await use(direct, "/match find", { map: "Reef", size: 2 });
    expect(sentData()?.options).toEqual([
      {
        type: 1,
        name: "find",
        options: [
          { type: 3, name: "map", value: "Reef" },
          { type: 4, name: "size", value: 2 },
        ],
      },
    ]);
  });

  it.each([["/pong"], ["/match"], ["High Five"]])("rejects an unknown command: %s", async (title) => {
    await expect(use(direct, title, {})).rejects.toMatchObject({
      code: "unknown_command",
      hint: expect.stringContaining('"/match find"'),
    });
  });

  it("sends the default names even if the player sees localized names", async () => {
    const option = {
      type: 3,
      name: "depth",
      description: "How deep",
      name_localizations: { fr: "profondeur" },
    };
    const sub = {
      type: 1,
      name: "down",
      description: "Down",
      name_localizations: { fr: "bas" },
      options: [option],
    };
    create({ name: "sink", description: "Sinks", name_localizations: { fr: "couler" }, options: [sub] });
    await use(direct, "/sink down", { depth: "10 m" });
    expect(game.payloads).toMatchObject([
      {
        locale: "fr",
        data: {
          name: "sink",
          options: [{ name: "down", options: [{ name: "depth", type: 3, value: "10 m" }] }],
        },
      },
    ]);
    expect(JSON.stringify(game.payloads)).not.toMatch(/couler|profondeur|bas"/);
  });

  it("sends the target player", async () => {
    await useOn(inGuild, "Grace", "High Five");
    const grace = world.players.findOrAdd("Grace").id;
    expect(sentData()).toMatchObject({
      type: 2,
      target_id: grace,
      resolved: { users: { [grace]: { global_name: "Grace" } }, members: { [grace]: {} } },
    });
  });

  it("sends the target message if it is visible", async () => {
    await useOn(inGuild, "90", "Translate");
    expect(sentData()).toEqual({
      id: expect.any(String),
      name: "Translate",
      type: 3,
      target_id: "90",
      resolved: { messages: { 90: expect.objectContaining({ content: "Bonjour" }) } },
    });
    await expect(useOn(direct, "90", "Translate")).rejects.toMatchObject({ code: "unknown_message" });
    await expect(useOn(direct, "Barbra", "High Five")).rejects.toMatchObject({ code: "unknown_user" });
  });

  it("launches an Activity and posts a message without sending a request to the game", async () => {
    const { messages, activityInstance, ...rest } = await use(inGuild, "launch", {});
    expect([rest, game.payloads]).toEqual([{}, []]);
    expect(messages).toMatchObject([
      {
        channel_id: inGuild.channel.id,
        author: { id: application.id, username: application.name },
        content: `Ada launched ${application.name}.`,
        interaction: { name: "launch", user: { username: "ada" } },
      },
    ]);
    expect(world.history.in(inGuild.channel.id, inGuild.player.id)).toContain(messages[0]);
    expect(activityInstance).toMatchObject({
      id: activityInstance?.instance_id,
      application_id: application.id,
    });
  });
});

describe("a changed command", () => {
  const dive = (fields: object) => create({ name: "dive", description: "Dives", ...fields });
  const depth = { type: 4, name: "depth", description: "How deep", autocomplete: true };
  const outdated = expect.objectContaining({
    type: ErrorType.HTTPError,
    code: "outdated_command",
    status: 400,
    errorCode: 50_035,
    retryable: true,
    message: expect.stringContaining("This command is outdated, please try again in a few minutes."),
  });

  it("is rejected once for a player who has the old version, then reaches the game", async () => {
    dive({ options: [] });
    const loaded = new LoadedCommands();
    await use({ ...direct, loaded }, "/dive", {});
    dive({ options: [depth] });
    await expect(use({ ...direct, loaded }, "/dive", { depth: 3 })).rejects.toEqual(outdated);
    expect(game.payloads).toHaveLength(1);
    await use({ ...direct, loaded }, "/dive", { depth: 3 });
    expect(game.payloads[1]?.data.options).toEqual([{ type: 4, name: "depth", value: 3 }]);
  });

  it("is rejected in a suggestion request too if the player has the old version", async () => {
    const { version } = dive({ options: [depth] });
    game.answer = () => ({ type: 8, data: { choices: [] } });
    const loaded = new LoadedCommands();
    const typing = { command: "/dive", option: "depth", text: "1", values: {} };
    await requestSuggestions({ ...direct, loaded }, typing);
    expect(sentData()).toMatchObject({ version });
    dive({ options: [{ ...depth, description: "Metres" }] });
    await expect(requestSuggestions({ ...direct, loaded }, typing)).rejects.toEqual(outdated);
    expect(await requestSuggestions({ ...direct, loaded }, typing)).toEqual([]);
  });

  it("is tracked per player and stays current if nothing changes", async () => {
    dive({ options: [] });
    const [one, other] = [new LoadedCommands(), new LoadedCommands()];
    await use({ ...direct, loaded: one }, "/dive", {});
    dive({ options: [] });
    await use({ ...direct, loaded: one }, "/dive", {});
    dive({ options: [depth] });
    await use({ ...direct, loaded: other }, "/dive", {});
    await expect(use({ ...direct, loaded: one }, "/dive", {})).rejects.toEqual(outdated);
  });

  it("is rejected under its old name, then found under its new name", async () => {
    const loaded = new LoadedCommands();
    const wave = create({ type: 2, name: "Wave" });
    await useOn({ ...inGuild, loaded }, "Grace", "Wave");
    book.edit("global", wave.id, { name: "Wave Back" });
    await expect(useOn({ ...inGuild, loaded }, "Grace", "Wave")).rejects.toEqual(outdated);
    await expect(useOn({ ...inGuild, loaded }, "Grace", "Wave")).rejects.toMatchObject({
      code: "unknown_command",
    });
    await useOn({ ...inGuild, loaded }, "Grace", "Wave Back");
    book.edit("global", wave.id, { name: "Wave" });
    await expect(useOn({ ...inGuild, loaded }, "Grace", "Wave")).rejects.toEqual(outdated);
  });

  it("is up to date immediately if it belongs to a guild", async () => {
    const loaded = new LoadedCommands();
    await use({ ...inGuild, loaded }, "/ping", {});
    create({ name: "ping", description: "That of the guild, changed" }, "7");
    expect((await use({ ...inGuild, loaded }, "/ping", {})).status).toBe(200);
  });
});

describe("suggestions", () => {
  const typing = { command: "/match find", option: "map", text: "r", values: { size: 2 } };

  it("are returned by the game", async () => {
    const choices = [{ name: "Reef", value: "reef" }];
    game.answer = () => ({ type: 8, data: { choices } });
    expect(await requestSuggestions(direct, typing)).toEqual(choices);
    expect(game.payloads).toMatchObject([
      {
        type: 4,
        data: {
          options: [
            {
              options: [
                { name: "map", value: "r", focused: true },
                { name: "size", value: 2 },
              ],
            },
          ],
        },
      },
    ]);
  });

  it("can arrive in a callback after status 202", async () => {
    const choices = [{ name: "Red", value: "red" }];
    game.answer = ({ id, token }) =>
      void world.interactions.answer(id, token, { type: CallbackType.AutocompleteResult, data: { choices } });
    expect(await requestSuggestions(direct, typing)).toEqual(choices);
  });

  it("are rejected if the response is a message", async () => {
    game.answer = () => say("no");
    await expect(requestSuggestions(direct, typing)).rejects.toMatchObject({ code: "bad_answer" });
  });

  it("require a known option", async () => {
    const elsewhere = requestSuggestions(direct, { ...typing, option: "mop" });
    await expect(elsewhere).rejects.toMatchObject({ code: "unknown_option" });
  });
});

const installed = openScene([{ guilds: ["7"], players: ["Ada"] }]);
const installedBook = installed.application.commands;

function createInstalled(command: object) {
  return installedBook.upsert("global", { name: "ping", description: "Pongs", ...command }).command;
}

function reason(command: object, location: PlayerLocation, name = "Ada"): string {
  try {
    requireAvailable(installed.at(location, name), createInstalled(command));
    return "";
  } catch (error) {
    expect(error).toMatchObject({ code: "command_unavailable" });
    return (error as Error).message.replace(/^.* here\. /, "");
  }
}

const guild = { guild: "Reef" };

describe("a command's availability", () => {
  it("is limited to its contexts", () => {
    expect(reason({ contexts: [0] }, guild)).toBe("");
    expect(reason({ contexts: [0] }, {})).toBe("The command's contexts do not include BOT_DM.");
    expect(reason({ contexts: [1] }, guild)).toBe("The command's contexts do not include GUILD.");
    expect(reason({ contexts: [0, 1] }, { recipients: ["Grace"] })).toBe(
      "The command's contexts do not include PRIVATE_CHANNEL.",
    );
  });

  it("requires that the guild or the player has added the application", () => {
    const missing = "The application is not installed for this command in the guild or the player's account.";
    expect(reason({}, { guild: "11" })).toBe("");
    expect(reason({}, { guild: "11" }, "Grace")).toBe(missing);
    expect(reason({ integration_types: [0] }, { guild: "11" })).toBe(missing);
    expect(reason({}, { recipients: ["Ada"] }, "Grace")).toBe(missing);
  });

  it("requires the default member permissions", () => {
    const missing = "The member lacks MANAGE_GUILD, which the command's default_member_permissions require.";
    expect(reason({ default_member_permissions: "32" }, guild)).toBe("");
    expect(reason({ default_member_permissions: "32" }, guild, "Grace")).toBe(missing);
    expect(reason({ default_member_permissions: "0" }, guild)).toBe(
      "By default, only administrators can use the command.",
    );
    // A guild without configured permissions allows everything; direct messages have no members.
    expect(reason({ default_member_permissions: "0" }, { guild: "11" })).toBe("");
    expect(reason({ default_member_permissions: "0" }, {})).toBe("");
  });

  it("requires an age-restricted channel if the command is age-restricted", () => {
    expect(reason({ nsfw: true }, guild)).toBe("The command is age-restricted, but the channel is not.");
    expect(reason({ nsfw: true }, {})).toBe("");
  });

  it("requires an adult player if the command is age-restricted", () => {
    installed.world.players.add({ name: "Alan", adult: false });
    const minor = "The command is age-restricted, and the player is not 18 or older.";
    expect(reason({ nsfw: true }, {}, "Alan")).toBe(minor);
    expect(reason({ nsfw: false }, {}, "Alan")).toBe("");
    expect(reason({ nsfw: true }, {})).toBe("");
  });

  it("requires write permission in the channel for a user command, as the service does", () => {
    installed.world.guilds.add(
      readGuildInit({ id: "12", name: "Quiet", permissions: "2147483648" }, "guild"),
    );
    const greet = installedBook.upsert("global", { type: 2, name: "Greet", integration_types: [1] }).command;
    const ownersAt = (location: PlayerLocation) => requireAvailable(installed.at(location), greet);
    expect(() => ownersAt({ guild: "Quiet" })).toThrow(
      expect.objectContaining({
        type: ErrorType.HTTPError,
        code: "permission_denied",
        status: 403,
        errorCode: 50_013,
        message:
          'Ada cannot use the command "Greet" here. The member lacks SEND_MESSAGES in the channel. Permission Denied.',
      }),
    );
    expect(ownersAt({})).toEqual({ 1: installed.world.players.first.id });
    expect(reason({ integration_types: [1] }, { guild: "Quiet" })).toBe("");
  });

  it("depends on the guild's overwrites for a player, a role and everyone", () => {
    const { id } = createInstalled({ default_member_permissions: "0" });
    const set = (...permissions: { id: string; type: 1 | 2; permission: boolean }[]) =>
      installedBook.permissions.set("7", id, permissions);
    const ada = installed.world.players.first.id;
    const command = { default_member_permissions: "0" };
    set({ id: "7", type: 1, permission: true });
    expect(reason(command, guild, "Grace")).toBe("");
    set({ id: "7", type: 1, permission: true }, { id: "70", type: 1, permission: false });
    expect(reason(command, guild)).toBe("The command's overwrite for role 70 denies access.");
    set({ id: "70", type: 1, permission: false }, { id: ada, type: 2, permission: true });
    expect(reason(command, guild)).toBe("");
  });
});
