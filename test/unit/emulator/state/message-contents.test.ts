import { describe, expect, it } from "vitest";
import { fillContents, describePoll } from "../../../../src/emulator/state/message-contents.ts";
import { problemsOf } from "../../../setup/description/problems-of.ts";

const file = {
  id: "9",
  filename: "map.png",
  size: 4,
  url: "https://cdn.example/map.png",
  content_type: "image/png",
};
const picture = {
  id: expect.stringMatching(/^\d+$/),
  url: file.url,
  proxy_url: file.url,
  content_type: "image/png",
  attachment_id: "9",
};
const attached = { url: "attachment://map.png" };
const elsewhere = { url: "https://example.com/a.png" };

describe("embeds", () => {
  it("have a type, default fields, attachment URLs and no null values", () => {
    const embed = {
      title: "Map",
      description: null,
      fields: [{ name: "a", value: "b" }],
      image: attached,
      footer: { text: "x", icon_url: "attachment://map.png" },
      thumbnail: elsewhere,
    };
    expect(fillContents([embed], undefined, [file], 0).embeds).toEqual([
      {
        type: "rich",
        title: "Map",
        fields: [{ name: "a", value: "b", inline: false }],
        image: { url: file.url },
        footer: { text: "x", icon_url: file.url },
        thumbnail: elsewhere,
      },
    ]);
  });
});

describe("components", () => {
  const fill = (...components: object[]) => fillContents(undefined, components, [file], 0).components;

  it("receive unique ids unless they already have ids", () => {
    const button = { type: 2, style: 1, label: "Go", custom_id: "go", emoji: null };
    expect(
      fill({ type: 1, components: [button, { ...button, id: 1 }] }, { type: 10, id: 0, content: "x" }),
    ).toEqual([
      {
        type: 1,
        id: 2,
        components: [
          { type: 2, id: 3, style: 1, label: "Go", custom_id: "go" },
          { type: 2, id: 1, style: 1, label: "Go", custom_id: "go" },
        ],
      },
      { type: 10, id: 4, content: "x" },
    ]);
  });

  it("receive defaults at any depth", () => {
    const inner = [{ type: 14 }, { type: 1, components: [{ type: 5, custom_id: "who" }] }];
    expect(fill({ type: 17, components: inner })).toMatchObject([
      {
        accent_color: null,
        spoiler: false,
        components: [{ divider: true, spacing: 1 }, { components: [{ min_values: 1, max_values: 1 }] }],
      },
    ]);
  });

  it("show images and files from the message or from other URLs", () => {
    expect(
      fill(
        { type: 12, items: [{ media: attached }, { media: elsewhere, spoiler: true }] },
        { type: 13, file: attached },
        { type: 9, components: [], accessory: { type: 11, media: attached } },
      ),
    ).toMatchObject([
      {
        items: [
          { media: picture, description: null, spoiler: false },
          { media: { ...elsewhere, proxy_url: elsewhere.url }, spoiler: true },
        ],
      },
      { file: picture, name: "map.png", size: 4, spoiler: false },
      { accessory: { media: picture, description: null, id: expect.any(Number) } },
    ]);
  });

  it("are accepted even if they are not objects or refer to a missing file", () => {
    expect(fillContents(["text"], [null], [], 0)).toMatchObject({ components: [{ id: 1 }] });
    expect(fill({ type: 13, file: { url: "attachment://other" } })).toMatchObject([
      { name: null, size: null },
    ]);
  });
});

it("describes a poll without votes", () => {
  const displayed = describePoll(
    {
      question: { text: "Where?" },
      answers: [{ poll_media: { text: "Here", emoji: { name: "🐟" } } }, { poll_media: { text: "There" } }],
    },
    0,
  );
  expect(displayed).toMatchObject({
    answers: [{ answer_id: 1, poll_media: { emoji: { name: "🐟", id: null } } }, { answer_id: 2 }],
    results: { is_finalized: false },
  });
  expect(problemsOf("PollResponse", displayed)).toEqual([]);
  const given = { allow_multiselect: true, layout_type: 1, duration: 1 };
  const request = { question: { text: "Where?" }, answers: [{ poll_media: { text: "Here" } }], ...given };
  expect(describePoll(request, 0)).toMatchObject({
    allow_multiselect: true,
    expiry: "1970-01-01T01:00:00.000Z",
  });
});
