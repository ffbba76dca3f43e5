import { describe, expect, it } from "vitest";
import { Activities } from "../../../../src/emulator/state/activities.ts";
import { History } from "../../../../src/emulator/state/messages.ts";
import { OpenInteractions } from "../../../../src/emulator/state/open-interactions.ts";
import { StoredFiles } from "../../../../src/emulator/state/attachments.ts";
import { CallbackType, type InteractionCallback } from "../../../../src/wire/interaction-callback.ts";
import { type InteractionPayload, InteractionType } from "../../../../src/wire/interaction.ts";
import type { WireMessage } from "../../../../src/wire/message.ts";

const applicationId = "1";
const payload = {
  id: "5",
  application_id: applicationId,
  type: InteractionType.ApplicationCommand,
  token: "token",
  channel_id: "8",
} as InteractionPayload;
const deferred: InteractionCallback = { type: CallbackType.DeferredChannelMessage };
const reply: InteractionCallback = { type: CallbackType.ChannelMessage, data: { content: "pong" } };
const launch: InteractionCallback = { type: CallbackType.LaunchActivity };

/** Opens an interaction, with a clock that tests can set. */
function openInteraction(fields: Partial<InteractionPayload> = {}) {
  const clock = { now: 0 };
  const activities = new Activities(Date.now);
  const launcher = ({ application_id }: InteractionPayload) =>
    activities.launch({ applicationId: application_id, userId: "2", channelId: "3" });
  const describeAuthor = (id: string) => ({ id, username: "Reef" });
  const history = new History();
  const interactions = new OpenInteractions({
    history,
    launch: launcher,
    describeAuthor,
    clock: { now: () => clock.now },
    files: new StoredFiles(),
  });
  const open = interactions.open({ ...payload, ...fields });
  return { clock, history, interactions, open };
}

const refusal = (status: number, code: number) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) });

describe("the first response", () => {
  it("completes the interaction and adds its message to the channel", async () => {
    const { interactions, open } = openInteraction();
    interactions.answer("5", "token", reply);
    expect(await open.answered).toBe(reply);
    expect(open.messages).toMatchObject([
      { content: "pong", channel_id: "8", author: { id: applicationId } },
    ]);
    expect(interactions.message(applicationId, "token", "@original")).toBe(open.messages[0]);
  });

  it("is accepted only once, within 3 seconds and with the right id and token", () => {
    const { interactions, clock } = openInteraction();
    expect(() => interactions.answer("5", "unknown", reply)).toThrow(refusal(404, 10_062));
    expect(() => interactions.answer("6", "token", reply)).toThrow(refusal(404, 10_062));
    clock.now = 3_001;
    expect(() => interactions.answer("5", "token", reply)).toThrow(refusal(404, 10_062));
    clock.now = 3_000;
    interactions.answer("5", "token", reply);
    expect(() => interactions.answer("5", "token", reply)).toThrow(refusal(400, 40_060));
  });

  it("can be repeated after a rejection", () => {
    const { interactions } = openInteraction();
    const data = { content: "A map", attachments: [{ id: 0 }] };
    expect(() => interactions.answer("5", "token", { type: 4, data })).toThrow(refusal(400, 50_035));
    expect(interactions.answer("5", "token", reply).messages).toMatchObject([{ content: "pong" }]);
  });
});

describe("a response that updates a component's message", () => {
  const update: InteractionCallback = { type: CallbackType.UpdateMessage, data: { content: "new" } };
  const pressed = (message: WireMessage | undefined) =>
    ({ ...payload, type: 3, id: "6", token: "second", message }) as InteractionPayload;

  it("updates the message everywhere", () => {
    const { interactions } = openInteraction();
    const { messages } = interactions.answer("5", "token", reply);
    interactions.open(pressed(messages[0]));
    const after = interactions.answer("6", "second", update);
    expect(after.messages).toMatchObject([{ id: messages[0]?.id, content: "new" }]);
    expect(messages).toEqual(after.messages);
    expect(interactions.message(applicationId, "second", "@original")).toEqual(messages[0]);
  });

  it("leaves the message unchanged if it is deferred", () => {
    const { interactions } = openInteraction();
    const { messages } = interactions.answer("5", "token", reply);
    interactions.open(pressed(messages[0]));
    interactions.answer("6", "second", { type: CallbackType.DeferredUpdate });
    expect(messages).toMatchObject([{ content: "pong" }]);
    interactions.edit(applicationId, "second", "@original", { body: { content: "later" } });
    expect(messages).toMatchObject([{ content: "later" }]);
  });

  it("is rejected if there is no message", () => {
    const { interactions } = openInteraction();
    interactions.open(pressed(undefined));
    expect(() => interactions.answer("6", "second", update)).toThrow(refusal(400, 50_035));
  });

  it("is rejected without changes if it would empty the message", () => {
    const { interactions } = openInteraction();
    const { messages } = interactions.answer("5", "token", reply);
    const second = interactions.open(pressed(messages[0]));
    const emptied = { ...update, data: { content: "" } };
    expect(() => interactions.answer("6", "second", emptied)).toThrow(refusal(400, 50_006));
    expect([messages, second.messages]).toMatchObject([[{ content: "pong" }], []]);
  });
});

describe("later messages", () => {
  it("replace a deferred response and can be edited and deleted", () => {
    const { interactions } = openInteraction();
    const { messages } = interactions.answer("5", "token", deferred);
    expect(messages).toEqual([]);
    const first = interactions.edit(applicationId, "token", "@original", { body: { content: "pong" } });
    const second = interactions.followUp(applicationId, "token", { body: { content: "and again" } });
    interactions.edit(applicationId, "token", "@original", { body: { content: "PONG" } });
    expect(messages.map(({ content }) => content)).toEqual(["PONG", "and again"]);
    expect(interactions.message(applicationId, "token", second.id)).toBe(second);
    interactions.delete(applicationId, "token", first.id);
    expect(messages).toEqual([second]);
    expect(() => interactions.delete(applicationId, "token", first.id)).toThrow(refusal(404, 10_008));
    expect(() => interactions.edit(applicationId, "token", "@original", {})).toThrow(refusal(404, 10_008));
  });

  it("replace a deferred response's loading message", () => {
    const { interactions } = openInteraction();
    const { messages, original: announced } = interactions.answer("5", "token", {
      type: 5,
      data: { flags: 64 },
    });
    expect(announced).toMatchObject({ content: "", flags: 64 + 128, edited_timestamp: null });
    expect(interactions.message(applicationId, "token", "@original")).toBe(announced);
    const written = interactions.edit(applicationId, "token", announced?.id ?? "", {
      body: { content: "pong" },
    });
    expect(written).toEqual({ ...announced, content: "pong", flags: 64 });
    expect(messages).toEqual([written]);
    expect(interactions.message(applicationId, "token", "@original")).toBe(written);
    interactions.delete(applicationId, "token", "@original");
    expect(messages).toEqual([]);
    expect(() => interactions.message(applicationId, "token", "@original")).toThrow(refusal(404, 10_008));
    expect(interactions.followUp(applicationId, "token", { body: { content: "after all" } })).toMatchObject({
      type: 0,
      interaction_metadata: { original_response_message_id: announced?.id },
    });
  });

  it("replace a deferred response even if sent as a follow-up", () => {
    const { interactions } = openInteraction();
    interactions.answer("5", "token", deferred);
    const message = interactions.followUp(applicationId, "token", { body: { content: "pong" } });
    expect(interactions.message(applicationId, "token", "@original")).toBe(message);
  });

  it.each([
    [{ "1": "2" }, 5],
    [{ "0": "7", "1": "2" }, 6],
    [undefined, 6],
  ])("are limited to five only for user installations (owners: %j)", (owners, expected) => {
    const { interactions } = openInteraction(owners && { authorizing_integration_owners: owners });
    interactions.answer("5", "token", deferred);
    const say = () => interactions.followUp(applicationId, "token", { body: { content: "x" } });
    // The first follow-up replaces the loading message.
    for (let count = 0; count <= expected; count++) {
      if (count === 0)
        expect(() => interactions.followUp(applicationId, "token", { body: {} })).toThrow(/empty/);
      expect(say).not.toThrow();
    }
    if (expected === 5) expect(say).toThrow(refusal(400, 40_094));
    else expect(say).not.toThrow();
  });

  it("are accepted within 15 minutes, after a first response from the same application", () => {
    const { interactions, clock } = openInteraction();
    const say = (id = applicationId, token = "token") =>
      interactions.followUp(id, token, { body: { content: "x" } });
    expect(() => say()).toThrow(refusal(404, 10_015));
    interactions.answer("5", "token", deferred);
    expect(() => say("9")).toThrow(refusal(404, 10_015));
    expect(() => say(applicationId, "unknown")).toThrow(refusal(404, 10_015));
    clock.now = 15 * 60_000;
    expect(say()).toMatchObject({ content: "x" });
    clock.now += 1;
    expect(() => say()).toThrow(refusal(401, 50_027));
  });

  it("cannot change a response that launched an Activity", () => {
    const { interactions } = openInteraction();
    interactions.answer("5", "token", launch);
    expect(() => interactions.edit(applicationId, "token", "@original", {})).toThrow(refusal(404, 10_008));
  });
});

describe("the history", () => {
  const user = { id: "2", username: "ada" };

  it("contains a channel's messages in their newest state", () => {
    const { interactions, history } = openInteraction();
    interactions.answer("5", "token", deferred);
    expect(history.in("8")).toMatchObject([{ flags: 128 }]);
    interactions.edit(applicationId, "token", "@original", { body: { content: "pong" } });
    const followUp = interactions.followUp(applicationId, "token", { body: { content: "and more" } });
    expect(history.in("8")).toMatchObject([{ content: "pong" }, { content: "and more" }]);
    interactions.delete(applicationId, "token", followUp.id);
    expect(history.in("8")).toMatchObject([{ content: "pong" }]);
  });

  it.each([{ user }, { member: { user } }])(
    "shows an ephemeral message only to the player in %j",
    (sender) => {
      const { interactions, history } = openInteraction(sender as Partial<InteractionPayload>);
      interactions.answer("5", "token", { type: 4, data: { content: "psst", flags: 64 } });
      expect(history.in("8", "2")).toMatchObject([{ content: "psst" }]);
      expect(history.in("8", "3")).toEqual([]);
    },
  );
});
