import { afterEach, describe, expect, it } from "vitest";
import { describeEnvelope } from "../../../../src/emulator/player/interaction-payload.ts";
import { findPlace } from "../../../../src/emulator/player/place.ts";
import { runInteraction } from "../../../../src/emulator/player/run-interaction.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { CallbackType } from "../../../../src/wire/interaction-callback.ts";
import { type InteractionPayload, InteractionType } from "../../../../src/wire/interaction.ts";
import { interactionLife } from "../../../../src/wire/limits.ts";
import { formWith } from "../../../setup/emulator/encode.ts";
import { type Game, say, startGame } from "../../../setup/emulator/game.ts";

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
  const place = findPlace(world, world.players.first, {});
  const envelope = describeEnvelope(place, InteractionType.ApplicationCommand, {});
  return runInteraction(place, envelope as InteractionPayload);
}

/** An endpoint that answers commands through the API before it responds. */
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

  it("is answered with files", async () => {
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

  it("is answered by a callback after 202, and shows later messages", async () => {
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

  it("is answered by a callback through the API, even if there is no response", async () => {
    await answerThroughApi(
      () => new Promise<never>(() => setImmediate(() => world.clock.advance(interactionLife.firstAnswerMs))),
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

  it("times out after 3 seconds if no callback follows 202", async () => {
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
