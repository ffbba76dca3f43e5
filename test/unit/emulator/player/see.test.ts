import { describe, expect, it } from "vitest";
import { seeForm, seeMessage } from "../../../../src/emulator/player/see.ts";
import type { WireMessage } from "../../../../src/wire/message.ts";
import { openScene } from "../../../setup/emulator/scene.ts";

const { world, recordsAt } = openScene();
const records = () => recordsAt({ guild: "Reef" });
const message: WireMessage = {
  id: "5",
  channel_id: "6",
  author: { id: "7", username: "game" },
  content: "",
  timestamp: "2026-01-01T00:00:00Z",
};
const button = { type: 2, style: 1, custom_id: "a", label: "A" };

/** Returns the visible parts of a message that has these components. */
function received(...components: object[]) {
  const { texts, controls } = seeMessage({ ...message, components }, records());
  return { texts, controls: controls.map(({ kind, customId }) => `${kind} ${customId}`) };
}

describe("a message", () => {
  it("has its content and author", () => {
    expect(seeMessage({ ...message, content: "pong" }, records())).toEqual({
      id: "5",
      author: "game",
      content: "pong",
      texts: [],
      controls: [],
      files: [],
      isEphemeral: false,
      isLoading: false,
    });
    const ada = { id: "1", username: "ada", global_name: "Ada" };
    const flags = 64 + 128;
    expect(seeMessage({ ...message, author: ada, flags }, records())).toMatchObject({
      author: "Ada",
      isEphemeral: true,
      isLoading: true,
    });
  });

  it("has the text and controls from rows, sections, containers and embeds", () => {
    const section = { type: 9, components: [{ type: 10, content: "Blue" }], accessory: button };
    const menu = { type: 3, custom_id: "b", options: [{ label: "One", value: "1" }] };
    const container = { type: 17, components: [section, { type: 1, components: [menu] }] };
    expect(received(container)).toEqual({ texts: ["Blue"], controls: ["button a", "menu b"] });
    const embeds = [{ title: "Match", description: "On Reef" }, { fields: [] }];
    expect(seeMessage({ ...message, embeds }, records()).texts).toEqual(["Match", "On Reef"]);
  });

  it("has files and a poll", () => {
    const attachments = [{ id: "1", filename: "map.png", size: 4, url: "https://cdn.example/map.png" }];
    const media = (text?: string) => ({ poll_media: { text } });
    const poll = { question: { text: "Where?" }, answers: [media("Reef"), media()] };
    expect(seeMessage({ ...message, attachments, poll } as WireMessage, records())).toMatchObject({
      files: ["map.png"],
      poll: { question: "Where?", answers: ["Reef", ""] },
    });
  });

  it.each([
    ["a link", { type: 2, style: 5, label: "More", url: "https://game.example/" }],
    ["something unknown", { type: 99, custom_id: "x" }],
    ["nonsense", "x"],
  ])("does not include %s", (_, component) => {
    expect(received({ type: 1, components: [component] })).toEqual({ texts: [], controls: [] });
  });

  it("marks disabled controls", () => {
    const off = seeMessage({ ...message, components: [{ ...button, disabled: true }] }, records());
    expect(off.controls).toMatchObject([{ isDisabled: true }]);
  });

  it("lists players, roles and channels in menus, with defaults preselected", () => {
    const [ada, grace] = world.players.all;
    const menu = {
      type: 5,
      custom_id: "who",
      default_values: [{ id: grace?.id, type: "user" }],
      max_values: 2,
    };
    const { controls } = seeMessage(
      { ...message, components: [menu, { type: 8, custom_id: "where", channel_types: [2] }] },
      records(),
    );
    expect(controls).toMatchObject([
      {
        kind: "menu",
        most: 2,
        options: [
          { label: "Ada", value: ada?.id, isPicked: false },
          { label: "Grace", value: grace?.id, isPicked: true },
        ],
      },
      { options: [{ label: "wreck", value: "8" }] },
    ]);
  });
});

describe("a form", () => {
  it("has the fields that a player fills in", () => {
    const option = { label: "Duel", value: "2", default: true };
    const components = [
      { type: 10, content: "Please" },
      { type: 1, components: [{ type: 4, custom_id: "name", label: "Name", value: "Ada" }] },
      {
        type: 18,
        label: "Why",
        description: "A sentence",
        component: { type: 4, custom_id: "why", style: 2, required: false },
      },
      { type: 18, label: "Size", component: { type: 21, custom_id: "size", options: [option] } },
      { type: 18, label: "Map", component: { type: 19, custom_id: "map" } },
      { type: 18, label: "Sure", component: { type: 23, custom_id: "sure" } },
    ];
    expect(seeForm({ custom_id: "f", title: "Title", components }, records())).toMatchObject({
      title: "Title",
      controls: [
        { kind: "text", customId: "name", label: "Name", value: "Ada", isRequired: true },
        { kind: "paragraph", label: "Why", description: "A sentence", isRequired: false },
        { kind: "menu", label: "Size", options: [{ label: "Duel", isPicked: true }] },
        { kind: "file", label: "Map" },
        { kind: "checkbox", label: "Sure" },
      ],
    });
  });
});
