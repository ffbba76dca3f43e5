import { describe, expect, it, test } from "vitest";
import * as checks from "../../../../../src/interactions/messages/rules/checks.ts";
import {
  allowedMentions,
  channelMessageFields,
  checkAllowedMentions,
  findInMessage,
  refuseMessage,
} from "../../../../../src/interactions/messages/rules/messages.ts";
import { problemsOf } from "../../../../setup/description/problems-of.ts";
import { messageOf } from "../../../../setup/emulator/reason-of.ts";

const isDescribed = (name: string, value: unknown) => problemsOf(name, value).length === 0;

const letters = (count: number) => "😀".repeat(count);
const many = (count: number, item: unknown) => Array.from({ length: count }, () => item);
const field = { name: "a", value: "b" };
const button = { type: 2, style: 1, label: "Go", custom_id: "go" };
const row = (...components: unknown[]) => ({ components: [{ type: 1, components }] });

const poll = { question: { text: "Where?" }, answers: [{ poll_media: { text: "Here" } }] };

const messages: readonly [body: object, reason: string][] = [
  [{}, ""],
  [{ content: null, embeds: null, components: null, attachments: null, flags: null }, ""],
  [{ content: "x".repeat(2000), flags: 64, tts: true }, ""],
  [{ content: "x".repeat(2001) }, "content: Must be 2000 or fewer in length."],
  [{ content: 7 }, "content: Could not interpret 7 as string."],
  [{ tts: "yes" }, "tts: Must be either true or false."],
  [{ flags: "64" }, 'flags: Value "64" is not int.'],
  [{ embeds: many(10, {}) }, ""],
  [{ embeds: many(11, {}) }, "embeds: Must be 10 or fewer in length."],
  [{ embeds: {} }, "embeds: Only iterables may be used in a ListType"],
  [{ embeds: ["x"] }, "embeds.0: Only dictionaries may be used in a ModelType"],
  [{ embeds: [{ fields: many(25, field) }] }, ""],
  [{ embeds: [{ fields: many(26, field) }] }, "embeds.0.fields: Must be 25 or fewer in length."],
  [{ embeds: [{ fields: [{ name: "a" }] }] }, "embeds.0.fields.0.value: This field is required"],
  [{ embeds: [{ title: "x".repeat(257) }] }, "embeds.0.title: Must be 256 or fewer in length."],
  [
    { embeds: [{ footer: { text: "x".repeat(2049) } }] },
    "embeds.0.footer.text: Must be 2048 or fewer in length.",
  ],
  [{ attachments: many(11, { id: "1" }) }, "attachments: Must be 10 or fewer in length."],
  [
    { flags: 32_768, components: many(41, { type: 10, content: "x" }) },
    "components: Must be 40 or fewer in length.",
  ],
  [row(button), ""],
  [
    row({ ...button, label: "x".repeat(81) }),
    "components.0.components.0.label: Must be 80 or fewer in length.",
  ],
  [row(...many(6, button)), "components.0.components: Must be between 1 and 5 in length."],
  [row(), "components.0.components: Must be between 1 and 5 in length."],
  [{ components: [{}] }, "components.0.type: This field is required"],
  [{ components: [{ type: 1 }] }, "components.0.components: This field is required"],
];

describe("a message", () => {
  it.each(messages)("is checked against the published description: %j returns %j (%#)", (body, reason) => {
    expect(messageOf(findInMessage(body))).toBe(reason);
    expect(isDescribed("IncomingWebhookInteractionRequest", body)).toBe(reason === "");
  });

  it("is measured in code points", () => {
    expect(messageOf(findInMessage({ content: letters(2000) }))).toBe("");
    expect(messageOf(findInMessage({ content: letters(2001) }))).not.toBe("");
  });

  it.each([
    [
      { content: "x", poll },
      "content: The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2; poll: The 'poll' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
    ],
    [{ embeds: [{}] }, "embeds: The 'embeds' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"],
    [{ content: null, embeds: [] }, ""],
  ])("cannot have other content if it consists of components (%#)", (body, reason) => {
    const layout = { flags: 32_768, components: [{ type: 10, content: "x" }] };
    expect(messageOf(findInMessage({ ...layout, ...body }))).toBe(reason);
  });

  it("can have at most five rows if the flag is not set", () => {
    const only = 'components.0: Value of field "type" must be one of (1).';
    expect(messageOf(findInMessage({ components: [{ type: 10, content: "x" }] }))).toBe(only);
    const rows = Array.from({ length: 6 }, (_, index) => ({
      type: 1,
      components: [{ ...button, custom_id: `go-${index}` }],
    }));
    expect(messageOf(findInMessage({ components: rows.slice(1) }))).toBe("");
    expect(messageOf(findInMessage({ components: rows }))).toBe("components: Must be 5 or fewer in length.");
  });

  it("has to drop its text when it switches to components and then cannot switch back", () => {
    const body = { flags: 32_768, components: [{ type: 10, content: "x" }] };
    const old = { content: "old", embeds: [] };
    expect(messageOf(findInMessage(body, { old }))).toMatch(/^content: /);
    expect(messageOf(findInMessage({ ...body, content: null }, { old }))).toBe("");
    const turned = { content: "", flags: 32_768 };
    expect(messageOf(findInMessage({ content: "x" }, { old: turned }))).toMatch(/^content: /);
    expect(messageOf(findInMessage({ components: body.components }, { old: turned }))).toBe("");
  });

  it("cannot lose the flag if it consists of components", () => {
    const old = { content: "", flags: 32_768 };
    const removed = "flags: The IS_COMPONENTS_V2 flag cannot be removed from a message";
    for (const flags of [0, 4]) expect(messageOf(findInMessage({ flags }, { old }))).toBe(removed);
    for (const flags of [32_768, 32_772, null, undefined])
      expect(messageOf(findInMessage({ flags }, { old }))).toBe("");
    expect(messageOf(findInMessage({ flags: 0 }, { old: { content: "x" } }))).toBe("");
  });

  it("has to show every attached file if it consists of components", () => {
    const files = [
      { key: "0", filename: "map.png" },
      { key: "1", filename: "raw.bin" },
    ];
    const file = (name: string) => ({ type: 13, file: { url: `attachment://${name}` } });
    const layout = (...names: string[]) => ({ flags: 32_768, components: names.map(file) });
    expect(messageOf(findInMessage(layout("map.png", "raw.bin"), { files }))).toBe("");
    expect(messageOf(findInMessage(layout("map.png"), { files, path: ["data"] }))).toBe(
      'data.attachments.1: No component shows the file "raw.bin": one must reference its attachment:// address',
    );
    const renamed = { ...layout("map.png", "better.bin"), attachments: [{ id: 1, filename: "better.bin" }] };
    expect(messageOf(findInMessage(renamed, { files }))).toBe("");
    const old = {
      content: "",
      flags: 32_768,
      attachments: [{ id: "9", filename: "old.png", size: 1, url: "" }],
    };
    expect(messageOf(findInMessage({ components: [file("old.png")] }, { old }))).toBe("");
    expect(messageOf(findInMessage({ attachments: [{ id: "9" }] }, { old }))).toBe("");
    expect(messageOf(findInMessage({ content: "x" }, { files }))).toBe("");
  });

  it("can have any components and attachments if the existing message is unknown", () => {
    const change = {
      attachments: [{ id: "5" }],
      components: [{ type: 13, file: { url: "attachment://old.png" } }],
    };
    expect(messageOf(findInMessage(change, { isUnseen: true }))).toBe("");
    expect(messageOf(findInMessage({ ...change, content: "x".repeat(2001) }, { isUnseen: true }))).toMatch(
      /^content: /,
    );
    expect(messageOf(findInMessage(change))).not.toBe("");
  });

  it("can have its request type's additional fields unless the flag forbids them", () => {
    const more = { sticker_ids: checks.list(checks.id, 3) };
    const body = { flags: 32_768, components: [{ type: 10, content: "x" }], sticker_ids: ["1"] };
    expect(messageOf(findInMessage(body, { more }))).toMatch(/^sticker_ids: The 'sticker_ids' field cannot/);
    expect(messageOf(findInMessage({ ...body, sticker_ids: [] }, { more }))).toBe("");
    expect(messageOf(findInMessage({ sticker_ids: ["x"] }, { more }))).toMatch(/^sticker_ids\.0: /);
  });

  it("can refer only to existing attachments and to files sent with it", () => {
    const named = (...ids: unknown[]) => ({ content: "x", attachments: ids.map((id) => ({ id })) });
    const files = [{ key: "0", filename: "map.png" }];
    expect(messageOf(findInMessage(named(0, "0"), { files }))).toBe("");
    expect(messageOf(findInMessage(named("1"), { files, path: ["data"] }))).toBe(
      "data.attachments.0: Attachment data was not found",
    );
    expect(messageOf(findInMessage(named(-1), { files }))).toMatch(/is not snowflake/);
    expect(messageOf(findInMessage(named(0.5), { files }))).toMatch(/is not snowflake/);
  });

  it("ignores fields that its request type does not have", () => {
    const body = { content: "x", tts: "yes", poll: 7 };
    expect(messageOf(findInMessage(body, { ignored: ["tts", "poll"] }))).toBe("");
    expect(messageOf(findInMessage(body))).toMatch(/poll: .*; tts: /);
  });

  it("reports all problems", () => {
    const body = {
      content: "x",
      poll: { ...poll, question: {} },
      allowed_mentions: { users: ["1", "1"] },
      embeds: many(2, { description: "x".repeat(4000) }),
    };
    expect(messageOf(findInMessage(body)).split("; ")).toHaveLength(3);
  });

  it.each([7, "x", [], null])("has to be an object (%#)", (body) => {
    expect(messageOf(findInMessage(body))).toBe("Only dictionaries may be used in a ModelType");
  });
});

it.each([
  [{}, ""],
  [{ parse: ["users"], roles: ["1"], users: [] }, ""],
  [{ parse: ["users"], users: ["1"] }, 'parse:["users"] and users: [ids...] are mutually exclusive.'],
  [{ roles: ["1", "2", "1"] }, "roles.2: The set already contains this value"],
  [{ parse: null, users: null }, ""],
])("checks the allowed mentions %j: %j", (mentions, expected) => {
  expect(messageOf(allowedMentions(mentions, []))).toBe("");
  expect(messageOf(checkAllowedMentions(mentions, []))).toBe(expected);
});

test.each([
  [
    {
      nonce: "x".repeat(25),
      enforce_nonce: true,
      sticker_ids: ["1"],
      message_reference: { message_id: "1" },
    },
    "",
  ],
  [{ nonce: 7 }, ""],
  [{ nonce: null }, ""],
  [{ nonce: "x".repeat(26) }, "nonce: Must be 25 or fewer in length."],
  [{ nonce: 0.5 }, "nonce: Value 0.5 is not int."],
  [{ nonce: true }, "nonce: Could not interpret true as string."],
  [{ enforce_nonce: "yes" }, "enforce_nonce: Must be either true or false."],
  [{ sticker_ids: ["1", "2", "3", "4"] }, "sticker_ids: Must be 3 or fewer in length."],
  [{ message_reference: { message_id: "1", type: 1 } }, ""],
  [
    { message_reference: { message_id: "1", type: 7 } },
    "message_reference.type: Value must be one of {0, 1}.",
  ],
  [{ message_reference: {} }, "message_reference.message_id: This field is required"],
])("checks %j in a message to a channel: %j", (fields, reason) => {
  expect(messageOf(findInMessage({ content: "x", ...fields }, { more: channelMessageFields }))).toBe(reason);
});

describe("refuseMessage", () => {
  const wrong = (...path: string[]) => ({
    path,
    error: { code: "BASE_TYPE_REQUIRED", message: "This is needed" },
  });

  test("accepts a message without problems", () => {
    expect(() => refuseMessage([], "Sending")).not.toThrow();
  });

  test("returns every problem with its path and lists ten of them in the message", () => {
    const problems = [
      wrong(),
      wrong("embeds", "0", "title"),
      ...Array.from({ length: 10 }, () => wrong("content")),
    ];
    expect(() => refuseMessage(problems, "Sending")).toThrow(
      expect.objectContaining({
        name: "ApiError",
        type: 6,
        code: "invalid_message",
        message: expect.stringMatching(
          /^Sending was not attempted: the service would reject it\.\n {2}the whole: This is needed \[BASE_TYPE_REQUIRED\]\n {2}embeds\[0\]\.title: .*\n {2}and 2 more$/s,
        ),
        fieldErrors: expect.objectContaining({ length: 12 }),
      }),
    );
  });
});
