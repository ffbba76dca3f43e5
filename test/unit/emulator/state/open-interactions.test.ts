import { describe, expect, it } from "vitest";
import { Activities } from "../../../../src/emulator/state/activities.ts";
import { History } from "../../../../src/emulator/state/history.ts";
import { OpenInteractions } from "../../../../src/emulator/state/open-interactions.ts";
import { KeptFiles } from "../../../../src/emulator/state/attachments.ts";
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

/** A desk with a clock that tests can set. */
function openDesk() {
  const clock = { now: 0 };
  const activities = new Activities(Date.now);
  const launcher = ({ application_id }: InteractionPayload) =>
    activities.launch({ applicationId: application_id, userId: "2", channelId: "3" });
  const describeAuthor = (id: string) => ({ id, username: "Reef" });
  const history = new History();
  return {
    clock,
    history,
    desk: new OpenInteractions({
      history,
      launch: launcher,
      describeAuthor,
      clock: { now: () => clock.now },
      files: new KeptFiles(),
    }),
  };
}

function refusal(status: number, code: number) {
  return expect.objectContaining({ status, body: expect.objectContaining({ code }) });
}

describe("the first response", () => {
  it("settles the interaction and adds its message to the channel", async () => {
    const { desk } = openDesk();
    const open = desk.open(payload);
    desk.answer("5", "token", reply);
    expect(await open.answered).toBe(reply);
    expect(open.messages).toMatchObject([
      { content: "pong", channel_id: "8", author: { id: applicationId } },
    ]);
    expect(desk.message(applicationId, "token", "@original")).toBe(open.messages[0]);
  });

  it("is accepted only once, within 3 seconds, and with the right id and token", () => {
    const { desk, clock } = openDesk();
    desk.open(payload);
    expect(() => desk.answer("5", "unknown", reply)).toThrow(refusal(404, 10_062));
    expect(() => desk.answer("6", "token", reply)).toThrow(refusal(404, 10_062));
    clock.now = 3_001;
    expect(() => desk.answer("5", "token", reply)).toThrow(refusal(404, 10_062));
    clock.now = 3_000;
    desk.answer("5", "token", reply);
    expect(() => desk.answer("5", "token", reply)).toThrow(refusal(400, 40_060));
  });

  it("can be repeated after a rejection", () => {
    const { desk } = openDesk();
    desk.open(payload);
    const data = { content: "A map", attachments: [{ id: 0 }] };
    expect(() => desk.answer("5", "token", { type: 4, data })).toThrow(refusal(400, 50_035));
    expect(desk.answer("5", "token", reply).messages).toMatchObject([{ content: "pong" }]);
  });

  it("has a message even if the interaction has no channel", () => {
    const { desk } = openDesk();
    const { channel_id: _, ...nowhere } = payload;
    desk.open(nowhere);
    const { messages } = desk.answer("5", "token", {
      type: CallbackType.ChannelMessage,
      data: { content: "pong" },
    });
    expect(messages).toMatchObject([{ channel_id: "0", content: "pong" }]);
  });
});

describe("a response that updates a component's message", () => {
  const update: InteractionCallback = { type: CallbackType.UpdateMessage, data: { content: "new" } };
  const pressed = (message: WireMessage | undefined) =>
    ({ ...payload, type: 3, id: "6", token: "second", message }) as InteractionPayload;

  it("updates the message everywhere", () => {
    const { desk } = openDesk();
    desk.open(payload);
    const { messages } = desk.answer("5", "token", reply);
    desk.open(pressed(messages[0]));
    const after = desk.answer("6", "second", update);
    expect(after.messages).toMatchObject([{ id: messages[0]?.id, content: "new" }]);
    expect(messages).toEqual(after.messages);
    expect(desk.message(applicationId, "second", "@original")).toEqual(messages[0]);
  });

  it("can be deferred, which leaves the message unchanged", () => {
    const { desk } = openDesk();
    desk.open(payload);
    const { messages } = desk.answer("5", "token", reply);
    desk.open(pressed(messages[0]));
    desk.answer("6", "second", { type: CallbackType.DeferredUpdate });
    expect(messages).toMatchObject([{ content: "pong" }]);
    desk.edit(applicationId, "second", "@original", { body: { content: "later" } });
    expect(messages).toMatchObject([{ content: "later" }]);
  });

  it("is rejected if there is no message", () => {
    const { desk } = openDesk();
    desk.open(pressed(undefined));
    expect(() => desk.answer("6", "second", update)).toThrow(refusal(400, 50_035));
  });

  it("changes nothing if it would empty the message", () => {
    const { desk } = openDesk();
    desk.open(payload);
    const { messages } = desk.answer("5", "token", reply);
    const second = desk.open(pressed(messages[0]));
    const emptied = { ...update, data: { content: "" } };
    expect(() => desk.answer("6", "second", emptied)).toThrow(refusal(400, 50_006));
    expect([messages, second.messages]).toMatchObject([[{ content: "pong" }], []]);
  });
});

describe("later messages", () => {
  it("replace a deferred response and can be edited and deleted", () => {
    const { desk } = openDesk();
    desk.open(payload);
    const { messages } = desk.answer("5", "token", deferred);
    expect(messages).toEqual([]);
    const first = desk.edit(applicationId, "token", "@original", { body: { content: "pong" } });
    const second = desk.followUp(applicationId, "token", { body: { content: "and again" } });
    desk.edit(applicationId, "token", "@original", { body: { content: "PONG" } });
    expect(messages.map(({ content }) => content)).toEqual(["PONG", "and again"]);
    expect(desk.message(applicationId, "token", second.id)).toBe(second);
    desk.delete(applicationId, "token", first.id);
    expect(messages).toEqual([second]);
    expect(() => desk.delete(applicationId, "token", first.id)).toThrow(refusal(404, 10_008));
    expect(() => desk.edit(applicationId, "token", "@original", {})).toThrow(refusal(404, 10_008));
  });

  it("replace a deferred response's loading message, which can be fetched", () => {
    const { desk } = openDesk();
    desk.open(payload);
    const { messages, original: announced } = desk.answer("5", "token", { type: 5, data: { flags: 64 } });
    expect(announced).toMatchObject({ content: "", flags: 64 + 128, edited_timestamp: null });
    expect(desk.message(applicationId, "token", "@original")).toBe(announced);
    const written = desk.edit(applicationId, "token", announced?.id ?? "", { body: { content: "pong" } });
    expect(written).toEqual({ ...announced, content: "pong", flags: 64 });
    expect(messages).toEqual([written]);
    expect(desk.message(applicationId, "token", "@original")).toBe(written);
    desk.delete(applicationId, "token", "@original");
    expect(messages).toEqual([]);
    expect(() => desk.message(applicationId, "token", "@original")).toThrow(refusal(404, 10_008));
    expect(desk.followUp(applicationId, "token", { body: { content: "after all" } })).toMatchObject({
      type: 0,
      interaction_metadata: { original_response_message_id: announced?.id },
    });
  });

  it("can be deleted before they have content", () => {
    const { desk } = openDesk();
    desk.open(payload);
    desk.answer("5", "token", deferred);
    desk.delete(applicationId, "token", "@original");
    const missing = () => desk.edit(applicationId, "token", "@original", { body: { content: "late" } });
    expect(missing).toThrow(refusal(404, 10_008));
  });

  it("replace a deferred response even if sent as a follow-up", () => {
    const { desk } = openDesk();
    desk.open(payload);
    desk.answer("5", "token", deferred);
    const said = desk.followUp(applicationId, "token", { body: { content: "pong" } });
    expect(desk.message(applicationId, "token", "@original")).toBe(said);
  });

  it.each([
    [{ "1": "2" }, 5],
    [{ "0": "7", "1": "2" }, 6],
    [undefined, 6],
  ])("are limited to five if only the user has installed the application: %j", (owners, expected) => {
    const { desk } = openDesk();
    desk.open({ ...payload, ...(owners && { authorizing_integration_owners: owners }) });
    desk.answer("5", "token", deferred);
    const say = () => desk.followUp(applicationId, "token", { body: { content: "x" } });
    // The first follow-up replaces the loading message.
    for (let count = 0; count <= expected; count++) {
      if (count === 0) expect(() => desk.followUp(applicationId, "token", { body: {} })).toThrow(/empty/);
      expect(say).not.toThrow();
    }
    if (expected === 5) expect(say).toThrow(refusal(400, 40_094));
    else expect(say).not.toThrow();
  });

  it("are accepted for 15 minutes, after a first response, from the same application", () => {
    const { desk, clock } = openDesk();
    desk.open(payload);
    const say = (id = applicationId, token = "token") => desk.followUp(id, token, { body: { content: "x" } });
    expect(() => say()).toThrow(refusal(404, 10_015));
    desk.answer("5", "token", deferred);
    expect(() => say("9")).toThrow(refusal(404, 10_015));
    expect(() => say(applicationId, "unknown")).toThrow(refusal(404, 10_015));
    clock.now = 15 * 60_000;
    expect(say()).toMatchObject({ content: "x" });
    clock.now += 1;
    expect(() => say()).toThrow(refusal(401, 50_027));
  });

  it("cannot change a response that launched the Activity", () => {
    const { desk } = openDesk();
    desk.open(payload);
    desk.answer("5", "token", launch);
    expect(() => desk.edit(applicationId, "token", "@original", {})).toThrow(refusal(404, 10_008));
  });
});

describe("the history", () => {
  const user = { id: "2", username: "ada" };

  it("contains a channel's messages in their newest state", () => {
    const { desk, history } = openDesk();
    desk.open(payload);
    desk.answer("5", "token", deferred);
    expect(history.in("8")).toMatchObject([{ flags: 128 }]);
    desk.edit(applicationId, "token", "@original", { body: { content: "pong" } });
    const followUp = desk.followUp(applicationId, "token", { body: { content: "and more" } });
    expect(history.in("8")).toMatchObject([{ content: "pong" }, { content: "and more" }]);
    desk.delete(applicationId, "token", followUp.id);
    expect(history.in("8")).toMatchObject([{ content: "pong" }]);
  });

  it.each([{ user }, { member: { user } }])("shows an ephemeral message only to its player: %j", (sender) => {
    const { desk, history } = openDesk();
    desk.open({ ...payload, ...sender } as InteractionPayload);
    desk.answer("5", "token", { type: 4, data: { content: "psst", flags: 64 } });
    expect(history.in("8", "2")).toMatchObject([{ content: "psst" }]);
    expect(history.in("8", "3")).toEqual([]);
  });
});
