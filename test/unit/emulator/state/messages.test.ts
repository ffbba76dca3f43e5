import { describe, expect, it } from "vitest";
import { StoredFiles } from "../../../../src/emulator/state/attachments.ts";
import { createMessage, editMessage } from "../../../../src/emulator/state/messages.ts";
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

  it("adds missing fields to a message from another source", () => {
    const bare = { id: "3", channel_id: "8", author, content: "x", timestamp: "2026-01-01T00:00:00Z" };
    expect(editMessage(bare, {}, target)).toMatchObject({ ...bare, embeds: [], attachments: [], flags: 0 });
  });
});
