import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { invoke, suggest } from "../../../../src/emulator/interactions/invoke.ts";
import { CallbackType } from "../../../../src/wire/interaction-callback.ts";
import { World } from "../../../../src/emulator/world/world.ts";
import { type Game, say, startGame } from "../../../setup/emulator/game.ts";

const world = new World({});
const [application] = world.applications;
const book = world.commandsOf(application.id);
const create = (body: Readonly<Record<string, unknown>>, scope = "global") =>
  book.upsert(scope, body).command;
const ping = create({ name: "ping", description: "Answers with pong" });
create({ name: "ping", description: "That of the guild" }, "7");
create({ type: 2, name: "High Five" });
create({ type: 3, name: "Translate" });

let game: Game;
beforeAll(async () => {
  game = await startGame(application.publicKey);
  await application.setInteractionsEndpoint(game.url);
});
beforeEach(() => {
  game.payloads.length = 0;
  game.answer = () => say("done");
});
afterAll(() => game.close());

/** The data of the only interaction that came. */
function sentData() {
  expect(game.payloads).toHaveLength(1);
  return game.payloads[0]?.data;
}

describe("a command is used", () => {
  it.each(["ping", ping.id])("by its name or id (%s)", async (command) => {
    const { status, messages } = await invoke(world, application, { command });
    expect([status, messages[0]?.content]).toEqual([200, "done"]);
    expect(sentData()).toMatchObject({ id: ping.id });
  });

  it("of the guild first", async () => {
    await invoke(world, application, { command: "ping", guildId: "7" });
    expect(sentData()).toMatchObject({ guild_id: "7" });
  });

  it("that does not exist is said so", async () => {
    await expect(invoke(world, application, { command: "pong", guildId: "7" })).rejects.toMatchObject({
      code: "unknown_command",
      message: 'No command has the id or name "pong".',
    });
  });

  it("on somebody: the player where nobody is named", async () => {
    await invoke(world, application, { command: "High Five", target: "Grace", guildId: "7" });
    await invoke(world, application, { command: "High Five" });
    const [named, unnamed] = game.payloads.map(({ data }) => data);
    const [ada, grace] = world.players.all;
    expect(named).toMatchObject({
      target_id: grace?.id,
      resolved: {
        users: { [grace?.id ?? ""]: { global_name: "Grace" } },
        members: { [grace?.id ?? ""]: {} },
      },
    });
    expect(unnamed).toMatchObject({ target_id: ada?.id });
  });

  it.each([
    ["Bonjour", "Bonjour"],
    [undefined, "Hello"],
  ])("on a message (%j)", async (target, content) => {
    await invoke(world, application, { command: "Translate", target });
    const id = sentData()?.target_id ?? "";
    expect(sentData()?.resolved).toMatchObject({ messages: { [id]: { id, content } } });
  });

  it("that the service launches itself reaches no game", async () => {
    create({ type: 4, name: "play", description: "Plays", handler: 2 });
    const { messages, activityInstance, ...rest } = await invoke(world, application, { command: "play" });
    expect([messages, rest, game.payloads]).toEqual([[], {}, []]);
    expect(activityInstance).toMatchObject({
      id: activityInstance?.instance_id,
      application_id: application.id,
    });
  });
});

describe("suggestions", () => {
  it("are the game's", async () => {
    const choices = [{ name: "Red", value: "red" }];
    game.answer = () => ({ type: 8, data: { choices } });
    const options = [{ name: "color", type: 3, value: "r", focused: true }];
    expect(await suggest(world, application, { command: "ping", options })).toEqual(choices);
    expect(game.payloads[0]).toMatchObject({ type: 4, data: { options } });
  });

  it("can come after a bare 202, as the callback", async () => {
    const choices = [{ name: "Red", value: "red" }];
    game.answer = ({ id, token }) =>
      void world.desk.answer(id, token, { type: CallbackType.AutocompleteResult, data: { choices } });
    expect(await suggest(world, application, { command: "ping" })).toEqual(choices);
  });

  it("are no message", async () => {
    game.answer = () => say("no");
    await expect(suggest(world, application, { command: "ping" })).rejects.toMatchObject({
      code: "bad_answer",
    });
  });
});
