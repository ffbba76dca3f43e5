import { describe, expect, it, afterEach } from "vitest";
import { describeEnvelope, listOwners, runInteraction } from "../../../../src/emulator/player/interaction.ts";
import { type PlayerLocation, resolveLocation } from "../../../../src/emulator/player/location.ts";
import { InteractionType, type InteractionPayload } from "../../../../src/wire/interaction.ts";
import { openScene } from "../../../setup/emulator/scene.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { CallbackType } from "../../../../src/wire/interaction-callback.ts";
import { interactionLifetime } from "../../../../src/wire/limits.ts";
import { formWith } from "../../../setup/emulator/encode.ts";
import { type Game, say, startGame } from "../../../setup/emulator/game.ts";

const shop = {
  guilds: ["7"],
  players: ["Ada"],
  permissions: "2048",
  entitlements: [
    { player: "Ada", sku: "5" },
    { player: "Ada", sku: "6", endsAt: "2020-01-01T00:00:00Z" },
    { player: "Ada", guild: "7", sku: "8" },
  ],
};
const scene = openScene([shop, { integrationTypes: [1], guilds: [] }]);
const [, personal = expect.unreachable()] = scene.world.applications;

function describePayload(location: PlayerLocation, name?: string) {
  const found = scene.at(location, name);
  return describeEnvelope(found, InteractionType.ApplicationCommand, listOwners(found));
}

describe("an interaction's payload", () => {
  it("includes the user and no guild in a direct message with the bot", () => {
    const payload = describePayload({});
    expect(payload).toMatchObject({
      application_id: scene.application.id,
      type: 2,
      channel: { id: payload.channel_id, type: 1 },
      user: { global_name: "Ada" },
      locale: "fr",
      context: 1,
      authorizing_integration_owners: { "0": "0", "1": scene.world.players.first.id },
      app_permissions: String(2 ** 14 + 2 ** 15 + 2 ** 17 + 2 ** 18),
    });
    for (const name of ["guild_id", "guild", "member", "guild_locale"])
      expect(payload).not.toHaveProperty(name);
    expect(payload.channel).not.toHaveProperty("permissions");
  });

  it("in a guild, includes the member, the member's permissions and the bot's permissions", () => {
    const payload = describePayload({ guild: "Reef" });
    expect(payload).toMatchObject({
      guild_id: "7",
      guild: { id: "7", locale: "de", features: [] },
      guild_locale: "de",
      channel: { id: "9", type: 0, name: "general", guild_id: "7", permissions: "2147486752" },
      member: {
        user: { global_name: "Ada" },
        nick: "Diver",
        roles: ["70"],
        permissions: "2147486752",
        mute: false,
      },
      context: 0,
      authorizing_integration_owners: { "0": "7", "1": scene.world.players.first.id },
      app_permissions: "2048",
      attachment_size_limit: 10_485_760,
    });
    expect(payload).not.toHaveProperty("user");
    expect(describePayload({ guild: "Reef" }, "Grace")).toMatchObject({
      member: { permissions: "2147486720", roles: [] },
      authorizing_integration_owners: { "0": "7" },
      locale: "en-US",
    });
  });

  it("in a group, lists the player as the only installation owner", () => {
    expect(describePayload({ recipients: ["Grace"] })).toMatchObject({
      context: 2,
      authorizing_integration_owners: { "1": scene.world.players.first.id },
      app_permissions: String(2 ** 14 + 2 ** 15 + 2 ** 17),
    });
  });

  it("includes default permissions if the guild has not added the application", () => {
    expect(describePayload({ guild: "Reef", application: personal })).toMatchObject({
      authorizing_integration_owners: {},
      app_permissions: String(2 ** 14 + 2 ** 15 + 2 ** 17),
    });
  });

  it("lists the player's entitlements and, in a guild, the guild's", () => {
    expect(describePayload({}).entitlements).toEqual([
      expect.objectContaining({
        sku_id: "5",
        user_id: scene.world.players.first.id,
        type: 8,
        deleted: false,
      }),
    ]);
    expect(describePayload({}, "Grace").entitlements).toEqual([]);
    const inGuild = describePayload({ guild: "Reef" }, "Grace").entitlements;
    expect(inGuild).toEqual([expect.objectContaining({ sku_id: "8", guild_id: "7" })]);
  });

  it("has a unique token and id", () => {
    const [one, other] = [describePayload({}), describePayload({})];
    expect(one.id).not.toBe(other.id);
    expect(one.token).not.toBe(other.token);
  });
});

describe("listOwners", () => {
  it("includes only installations of the command's integration types", () => {
    const location = scene.at({ guild: "Reef" });
    expect(listOwners(location, { integration_types: [0] })).toEqual({ "0": "7" });
    expect(listOwners(location, { integration_types: [1] })).toEqual({ "1": scene.world.players.first.id });
    expect(listOwners(location, {})).toEqual({ "0": "7", "1": scene.world.players.first.id });
  });
});

const world = new World({ world: { applications: [{ activities: true }] } });
const [application] = world.applications;
const running: Game[] = [];
afterEach(async () => {
  for (const game of running.splice(0)) await game.close();
});

async function startAnswering(answer: Game["answer"]): Promise<Game> {
  const game = await startGame(application.publicKey);
  running.push(game);
  game.answer = answer;
  await application.setInteractionsEndpoint(game.url);
  return game;
}

function run() {
  const location = resolveLocation(world, world.players.first, {});
  const envelope = describeEnvelope(location, InteractionType.ApplicationCommand, {});
  return runInteraction(location, envelope as InteractionPayload);
}

/** Sets up an endpoint that answers commands through the API before it responds. */
async function answerThroughApi(respond: () => Response | Promise<Response>): Promise<void> {
  const { url } = await startAnswering(() => undefined);
  await application.setInteractionsEndpoint(async (request) => {
    const body = await request.clone().text();
    const { id, token, type } = JSON.parse(body) as InteractionPayload;
    if (type !== InteractionType.ApplicationCommand) return fetch(url, request);
    world.interactions.answer(id, token, { type: CallbackType.ChannelMessage, data: { content: "pong" } });
    return respond();
  });
}

describe("an interaction", () => {
  it("is answered by the response", async () => {
    await startAnswering(() => say("pong"));
    const result = await run();
    expect(result).toMatchObject({ status: 200, response: say("pong"), messages: [{ content: "pong" }] });
    expect(result).not.toHaveProperty("activityInstance");
  });

  it("can be answered with files", async () => {
    await startAnswering(() => formWith(say("a map"), ["map.txt"]));
    const { response, messages } = await run();
    expect(response).toEqual(say("a map"));
    expect(messages).toMatchObject([{ content: "a map", attachments: [{ filename: "map.txt", size: 5 }] }]);
  });

  it("is rejected with a reason if the service would reject the response", async () => {
    await startAnswering(() => ({ type: 4, data: { attachments: [{ id: 0 }] } }));
    await expect(run()).rejects.toMatchObject({
      code: "bad_answer",
      message: expect.stringContaining("attachments.0: Attachment data was not found"),
    });
  });

  it("is answered by a callback after 202 and includes later messages", async () => {
    await startAnswering(({ id, token }) => {
      setImmediate(() => world.interactions.answer(id, token, { type: CallbackType.DeferredChannelMessage }));
      return undefined;
    });
    const { status, response, messages } = await run();
    expect([status, response, messages]).toEqual([202, { type: 5 }, []]);
    const token = running[0]?.payloads[0]?.token ?? "";
    world.interactions.followUp(application.id, token, { body: { content: "and again" } });
    expect(messages).toMatchObject([{ content: "and again" }]);
  });

  it("is answered by an API callback even without a response", async () => {
    await answerThroughApi(
      () =>
        new Promise<never>(() => setImmediate(() => world.clock.advance(interactionLifetime.firstAnswerMs))),
    );
    const result = await run();
    expect(result).toMatchObject({ response: say("pong"), messages: [{ content: "pong" }] });
    expect(result).not.toHaveProperty("status");
  });

  it("is rejected if the response is an error, even after a callback", async () => {
    await answerThroughApi(() => new Response(null, { status: 500 }));
    await expect(run()).rejects.toMatchObject({ code: "bad_answer", status: 500 });
  });

  it("returns the Activity that it launches", async () => {
    await startAnswering(() => ({ type: 12 }));
    const { activityInstance } = await run();
    expect(activityInstance?.id).toBe(activityInstance?.instance_id);
    expect(world.activities.find(application.id, activityInstance?.id ?? "")).toMatchObject({
      users: [world.players.first.id],
    });
  });

  it("times out after 3 seconds if no callback follows status 202", async () => {
    let isAccepted = false;
    await startAnswering(() => void (isAccepted = true));
    const end = new AbortController();
    const ending = run().finally(() => end.abort());
    const refused = expect(ending).rejects.toMatchObject({ code: "endpoint_unreachable" });
    while (!end.signal.aborted) {
      await new Promise((resolve) => void setImmediate(resolve));
      if (isAccepted) world.clock.advance(100);
    }
    await refused;
  });
});
