import { describe, expect, it } from "vitest";
import { StoredFiles } from "../../../../src/emulator/state/attachments.ts";
import {
  createMessage,
  editMessage,
  writeMessage,
  History,
} from "../../../../src/emulator/state/messages.ts";
import type { InteractionPayload } from "../../../../src/wire/interaction.ts";

const files = new StoredFiles();
const author = { id: "1", username: "Reef" };
const user = { id: "2", username: "ada" };
const payload = {
  id: "5",
  application_id: "1",
  type: 2,
  channel_id: "8",
  user,
  data: { type: 1 },
  authorizing_integration_owners: { "0": "0" },
} as unknown as InteractionPayload;
const now = Date.UTC(2026, 0, 1);
const target = { files, now };
const change = (fields: object) => ({ ...payload, ...fields }) as InteractionPayload;

describe("a message", () => {
  it("has every field that the service always returns", () => {
    expect(createMessage({ payload, author, files, now }, {})).toEqual({
      id: expect.stringMatching(/^\d+$/),
      type: 20,
      channel_id: "8",
      author,
      content: "",
      timestamp: "2026-01-01T00:00:00.000Z",
      edited_timestamp: null,
      tts: false,
      pinned: false,
      mention_everyone: false,
      mentions: [],
      mention_roles: [],
      attachments: [],
      embeds: [],
      components: [],
      flags: 0,
      application_id: "1",
      webhook_id: "1",
      interaction_metadata: { id: "5", type: 2, user, authorizing_integration_owners: { "0": "0" } },
    });
  });

  it.each([
    [{ type: 2, data: { type: 2 } }, 23],
    [{ type: 2, data: undefined }, 20],
    [{ type: 3 }, 0],
  ])("for the interaction %j has the type %i", (fields, type) => {
    expect(createMessage({ payload: change(fields), author, files, now }, {})).toMatchObject({ type });
  });

  it("refers to the original response and the pressed message", () => {
    const original = createMessage({ payload, author, files, now }, {});
    const pressed = change({ type: 3, message: original, user: undefined, member: { user } });
    expect(
      createMessage({ payload: pressed, author, originalId: original.id, files, now }, {}),
    ).toMatchObject({
      type: 0,
      interaction_metadata: {
        type: 3,
        user,
        original_response_message_id: original.id,
        interacted_message_id: original.id,
      },
    });
    expect(createMessage({ payload: change({ type: 5 }), author, files, now }, {})).not.toHaveProperty(
      "interaction_metadata",
    );
  });
});

describe("an edit", () => {
  const embed = { title: "old" };
  const message = createMessage(
    { payload, author, files, now },
    { body: { content: "old", embeds: [embed], flags: 64 } },
  );

  it("keeps omitted fields and clears null fields", () => {
    expect(editMessage(message, { body: { content: "new" } }, target)).toEqual({
      ...message,
      content: "new",
      edited_timestamp: "2026-01-01T00:00:00.000Z",
    });
    const empty = editMessage(
      message,
      {
        body: { content: null, embeds: null, components: null, attachments: null },
      },
      target,
    );
    expect(empty).toMatchObject({ content: "", embeds: [], components: [], attachments: [] });
  });

  it("can change only the flags for suppressed embeds and for components", () => {
    const hidden = editMessage(message, { body: { flags: 4 + 4096 + 32_768 } }, target);
    expect(hidden).toMatchObject({ flags: 64 + 4 + 32_768 });
    expect(editMessage(hidden, { body: { flags: 0 } }, target)).toMatchObject({ flags: 64 + 32_768 });
  });

  it("adds the fields that a message lacks", () => {
    const bare = { id: "3", channel_id: "8", author, content: "x", timestamp: "2026-01-01T00:00:00Z" };
    expect(editMessage(bare, {}, target)).toMatchObject({ ...bare, embeds: [], attachments: [], flags: 0 });
  });
});

describe("a history", () => {
  const sender = { id: "1", username: "ada" };
  const write = (channel: string, content: string) => writeMessage(channel, sender, content, Date.now());

  it("keeps a channel's messages in their newest state, oldest first", () => {
    const history = new History();
    const [first, second, elsewhere] = [write("8", "one"), write("8", "two"), write("9", "three")];
    for (const message of [first, second, elsewhere]) history.keep(message);
    history.keep({ ...first, content: "edited" });
    expect(history.in("8").map(({ content }) => content)).toEqual(["edited", "two"]);
    expect(history.byId(first.id)).toMatchObject({ content: "edited" });
    history.delete(first.id);
    expect(history.byId(first.id)).toBeUndefined();
    expect(history.in("8")).toEqual([second]);
  });

  it("shows an ephemeral message only to its player, even after an edit", () => {
    const history = new History();
    const message = write("8", "psst");
    history.keep(message, "1");
    history.keep({ ...message, content: "never mind" });
    expect(history.in("8", "1")).toMatchObject([{ content: "never mind" }]);
    expect(history.in("8", "2")).toEqual([]);
    expect(history.in("8")).toEqual([]);
  });

  it("drops the oldest messages if there are more than 2,000", () => {
    const history = new History();
    for (let index = 0; index < 2_100; index++) history.keep(write("8", String(index)));
    const stored = history.in("8");
    expect(stored).toHaveLength(2_000);
    expect(stored[0]).toMatchObject({ content: "100" });
  });

  it("finds a recent message by its channel, sender and nonce", () => {
    const history = new History();
    const message = { ...write("8", "one"), nonce: 5 };
    history.keep(message);
    const at = (minutes: number) => Date.parse(message.timestamp) + minutes * 60_000;
    expect(history.withNonce("8", "1", "5", at(4))).toBe(message);
    expect(history.withNonce("9", "1", "5", at(4))).toBeUndefined();
    expect(history.withNonce("8", "2", "5", at(4))).toBeUndefined();
    expect(history.withNonce("8", "1", "6", at(4))).toBeUndefined();
    expect(history.withNonce("8", "1", "5", at(5))).toBeUndefined();
  });
});
