import { describe, expect, it, beforeEach } from "vitest";
import { findControl, press, submit, buy, fillForm } from "../../../../src/emulator/player/press.ts";
import { say, startGame, useGame } from "../../../setup/emulator/game.ts";
import { openScene } from "../../../setup/emulator/scene.ts";
import type { FormFields } from "../../../../src/emulator/player/components.ts";

const { world, application, at } = openScene([{}, { name: "Other" }]);
const [, other = expect.unreachable()] = world.applications;
const inGuild = at({ guild: "Reef" });
const button = { type: 2, style: 1, custom_id: "vote:blue", label: "Blue" };
const menus = [
  { type: 3, custom_id: "size", placeholder: "How many", options: [{ label: "Squad", value: "4" }] },
  { type: 5, custom_id: "who" },
];
const rows = [button, ...menus].map((component) => ({ type: 1, components: [component] }));
const message = (id: string, change: object = {}) => ({
  id,
  channel_id: inGuild.channel.id,
  author: { id: application.id, username: "game" },
  content: "The lobby",
  timestamp: "2026-01-01T00:00:00Z",
  components: rows,
  ...change,
});
const modal = {
  custom_id: "rename",
  title: "A new name",
  components: [
    { type: 1, components: [{ type: 4, custom_id: "name", label: "Name", style: 1, required: false }] },
  ],
};

world.history.keep(message("5"));
const game = await useGame(application);

describe("a component", () => {
  it.each(["Blue", "vote:blue"])(
    "is found by its label or id (%s) and pressed in its message's channel",
    async (name) => {
      const found = findControl(inGuild, { name });
      const pressed = await press(found, undefined);
      expect(pressed.messages).toMatchObject([{ content: "done", channel_id: "9" }]);
      expect(game.payloads).toMatchObject([
        { type: 3, channel_id: "9", member: { user: { global_name: "Ada" } }, message: { id: "5" } },
      ]);
      expect(game.payloads[0]?.data).toEqual({ custom_id: "vote:blue", component_type: 2 });
    },
  );

  it("sends the selected items' records if it is a menu", async () => {
    const sizes = findControl(inGuild, { name: "How many", values: [] });
    await press(sizes, ["Squad"]);
    expect(game.payloads[0]?.data).toEqual({ custom_id: "size", component_type: 3, values: ["4"] });
    await press(findControl(inGuild, { name: "who", values: [] }), ["Grace"]);
    const grace = world.players.findOrAdd("Grace").id;
    expect(game.payloads[1]?.data).toMatchObject({ values: [grace], resolved: { users: { [grace]: {} } } });
  });

  it("is found in the newest message by default", () => {
    world.history.keep(message("6"));
    expect(findControl(inGuild, { name: "Blue" }).message.id).toBe("6");
    expect(findControl(inGuild, { name: "Blue", message: "5" }).message.id).toBe("5");
    world.history.delete("6");
  });

  it("sends the interaction to the application that posted its message", async () => {
    const cause = { authorizing_integration_owners: { "1": "2" } };
    const foreign = { author: { id: other.id, username: "other" }, interaction_metadata: cause };
    world.history.keep(message("6", foreign));
    const found = findControl(inGuild, { name: "Blue" });
    expect(found.location.application).toBe(other);
    await using elsewhere = await startGame(other.publicKey);
    elsewhere.answer = () => say("from the other");
    await other.setInteractionsEndpoint(elsewhere.url);
    await press(found, undefined);
    expect(elsewhere.payloads).toMatchObject([
      { application_id: other.id, authorizing_integration_owners: { "1": "2" } },
    ]);
    world.history.delete("6");
  });

  it("cannot be pressed if it is missing or disabled", () => {
    expect(() => findControl(inGuild, { name: "gone" })).toThrow('There is no button "gone" here.');
    expect(() => findControl(inGuild, { name: "Blue", values: [] })).toThrow('There is no menu "Blue" here.');
    expect(() => findControl(at(), { name: "Blue" })).toThrow('There is no button "Blue" here.');
    expect(() => findControl(inGuild, { name: "Blue", message: "0" })).toThrow(
      expect.objectContaining({ code: "unknown_message" }),
    );
    world.history.keep(message("6", { components: [{ ...button, disabled: true }] }));
    expect(() => findControl(inGuild, { name: "Blue" })).toThrow('"Blue" is disabled.');
    world.history.delete("6");
  });
});

describe("a form", () => {
  it("is submitted with the message whose component opened it", async () => {
    await submit({ modal, location: inGuild, message: message("5") }, { name: "Reef" });
    expect(game.payloads).toMatchObject([{ type: 5, channel_id: "9", message: { id: "5" } }]);
    expect(game.payloads[0]?.data).toEqual({
      custom_id: "rename",
      components: [{ type: 1, components: [{ type: 4, custom_id: "name", value: "Reef" }] }],
    });
  });

  it("can be submitted unchanged, without a message if a command opened it", async () => {
    await submit({ modal, location: inGuild }, {});
    expect(game.payloads[0]).not.toHaveProperty("message");
    expect(game.payloads).toMatchObject([
      { guild_id: "7", data: { components: [{ components: [{ value: "" }] }] } },
    ]);
  });
});

const skus = [
  { id: "71", name: "Pearl" },
  { id: "72", name: "Reef Pass", type: 5 },
  { id: "73", name: "Guild Pass", type: 5, forGuilds: true },
];
const offer = (sku: string, change: object = {}) => ({ type: 2, style: 6, sku_id: sku, ...change });

describe("a premium button", () => {
  let scene: ReturnType<typeof openScene>;
  let reported: string[];
  beforeEach(() => {
    scene = openScene([{ id: "5", skus }]);
    reported = [];
    scene.world.worldEvents.listen(({ name }) => void reported.push(name));
  });

  /** Returns a location with a message that has premium buttons. */
  function where(buttons: readonly object[], { id = "50", author = "5", location = { guild: "Reef" } } = {}) {
    const found = scene.at(location);
    scene.world.history.keep({
      id,
      channel_id: found.channel.id,
      author: { id: author, username: "game" },
      content: "",
      timestamp: "2026-01-01T00:00:00Z",
      components: [{ type: 1, components: buttons }],
    });
    return found;
  }

  it.each(["Pearl", "71"])("is pressed by its SKU's name or id (%s)", (name) => {
    const bought = buy(where([offer("71")]), { name });
    expect(bought).toMatchObject({ sku_id: "71", user_id: scene.world.players.first.id });
    expect(bought).not.toHaveProperty("guild_id");
    expect(reported).toEqual(["ENTITLEMENT_CREATE"]);
  });

  it("starts a user subscription for the player rather than for the current guild", () => {
    const bought = buy(where([offer("72")]), { name: "Reef Pass" });
    expect(bought).toMatchObject({ sku_id: "72", deleted: false });
    expect(bought).not.toHaveProperty("guild_id");
    expect(reported).toEqual(["ENTITLEMENT_CREATE", "SUBSCRIPTION_CREATE"]);
  });

  it("starts a guild subscription for the player's current guild", () => {
    expect(buy(where([offer("73")]), { name: "Guild Pass" })).toMatchObject({ guild_id: "7" });
    expect(() => buy(where([offer("73")], { location: {} as never }), { name: "Guild Pass" })).toThrow(
      '"Guild Pass" can only be bought for a guild, but Ada is not in a guild.',
    );
  });

  it("accepts a SKU that the world does not define", () => {
    expect(buy(where([offer("99")]), { name: "99" })).toMatchObject({ sku_id: "99", application_id: "5" });
  });

  it("is found in the application's newest message by default", () => {
    where([offer("71", { disabled: true })]);
    const location = where([offer("71")], { id: "51" });
    expect(buy(location, { name: "Pearl" })).toMatchObject({ sku_id: "71" });
    expect(() => buy(location, { name: "Pearl", message: "50" })).toThrow('"Pearl" is disabled.');
    expect(buy(where([offer("98")], { author: "6" }), { name: "98" })).toMatchObject({ application_id: "5" });
  });

  it("does not match other buttons", () => {
    const location = where([
      offer("71", { style: 1 }),
      { type: 2, style: 6 },
      { type: 3, style: 6, sku_id: "71" },
    ]);
    expect(() => buy(location, { name: "Pearl" })).toThrow('There is no button "Pearl" here.');
    expect(() => buy(location, { name: "Pearl", message: "9" })).toThrow("There is no message");
    expect(reported).toEqual([]);
  });
});

describe("fillForm", () => {
  const scene = openScene();
  const { recordsAt } = scene;
  const grace = scene.world.players.findOrAdd("Grace").id;
  const sizes = [
    { label: "Duel", value: "2" },
    { label: "Squad", value: "4", default: true },
  ];

  const twoOrThree = { min_values: 2, max_values: 3 };

  /** Fills in a component whose label has the text "It". */
  function fill(component: object, fields: FormFields) {
    const label = { type: 18, label: "It", component: { custom_id: "it", ...component } };
    const form = { custom_id: "form", title: "Form", components: [{ type: 10, content: "Please" }, label] };
    const { components, resolved } = fillForm(form, fields, recordsAt({ guild: "Reef" }));
    const { type: _, custom_id: __, ...rest } = components[1]?.component ?? {};
    return resolved ? { ...rest, resolved: Object.keys(resolved) } : rest;
  }

  it("keeps the form's structure of rows, labels and text", () => {
    const components = [
      { type: 10, content: "Please" },
      { type: 1, components: [{ type: 4, custom_id: "name", label: "Name", value: "Ada" }] },
      { type: 18, label: "Why", component: { type: 4, custom_id: "why" } },
    ];
    const form = { custom_id: "form", title: "Form", components };
    expect(fillForm(form, { Why: "Fun" }, recordsAt())).toEqual({
      custom_id: "form",
      components: [
        { type: 10 },
        { type: 1, components: [{ type: 4, custom_id: "name", value: "Ada" }] },
        { type: 18, component: { type: 4, custom_id: "why", value: "Fun" } },
      ],
    });
  });

  it.each([
    ["a text field by its id", { type: 4, value: "old" }, { it: "new" }, { value: "new" }],
    ["a text field by its label", { type: 4 }, { It: "new" }, { value: "new" }],
    ["an unchanged text field", { type: 4, value: "old" }, {}, { value: "old" }],
    ["an optional text field", { type: 4, required: false, min_length: 3 }, {}, { value: "" }],
    ["a menu", { type: 3, options: sizes }, { it: "Duel" }, { values: ["2"] }],
    ["an unchanged menu", { type: 3, options: sizes }, {}, { values: ["4"] }],
    ["an optional menu", { type: 3, required: false }, {}, { values: [] }],
    [
      "a menu with several selected items",
      { type: 3, options: sizes, max_values: 2 },
      { it: ["2", "4"] },
      { values: ["2", "4"] },
    ],
    ["a menu without a selection", { type: 3, required: false, options: sizes }, { it: [] }, { values: [] }],
    ["a menu by its value", { type: 3, options: sizes }, { it: "4" }, { values: ["4"] }],
    ["a player", { type: 5 }, { it: "Grace" }, { values: [grace], resolved: ["users", "members"] }],
    [
      "a player and a role",
      { type: 7, max_values: 2 },
      { it: ["Grace", "Divers"] },
      { values: [grace, "70"], resolved: ["users", "members", "roles"] },
    ],
    [
      "a channel",
      { type: 8, channel_types: [2] },
      { it: "wreck" },
      { values: ["8"], resolved: ["channels"] },
    ],
    [
      "a preset role",
      { type: 6, default_values: [{ id: "70", type: "role" }] },
      {},
      { values: ["70"], resolved: ["roles"] },
    ],
    ["a role", { type: 6 }, { it: "Divers" }, { values: ["70"], resolved: ["roles"] }],
    ["a file", { type: 19 }, { it: "a.png" }, { values: [expect.any(String)], resolved: ["attachments"] }],
    [
      "several files with their content",
      { type: 19, max_values: 2 },
      { it: ["a.png", { name: "b.txt", data: "b" }] },
      { values: [expect.any(String), expect.any(String)], resolved: ["attachments"] },
    ],
    ["a file field without a file", { type: 19, required: false }, {}, { values: [] }],
    ["one option of a radio group", { type: 21, options: sizes }, { it: "Duel" }, { value: "2" }],
    ["a radio group without a selection", { type: 21, required: false, options: [] }, {}, { value: null }],
    ["one option of a checkbox group", { type: 22, options: sizes }, { it: ["Squad"] }, { values: ["4"] }],
    [
      "every option of a checkbox group",
      { type: 22, options: sizes },
      { it: ["Duel", "Squad"] },
      { values: ["2", "4"] },
    ],
    ["a checkbox", { type: 23 }, { it: true }, { value: true }],
    ["an unchanged checkbox", { type: 23, default: true }, {}, { value: true }],
  ])("fills in %s", (_what, component, fields, filled) => {
    expect(fill(component, fields as FormFields)).toEqual(filled);
  });

  it.each([
    [{ type: 4 }, { name: "Reef" }, "unknown_field", 'There is no field "name" here.'],
    [{ type: 4 }, {}, "missing_field", 'The field "It" is required.'],
    [{ type: 3 }, {}, "missing_field", 'The field "It" is required.'],
    [{ type: 4 }, { it: ["Reef"] }, "invalid_field", "must be a string."],
    [{ type: 3 }, { it: true }, "invalid_field", "must be the selected items' names."],
    [{ type: 4, min_length: 3 }, { it: "ab" }, "invalid_field", "must have at least 3 characters."],
    [{ type: 4, max_length: 2 }, { it: "🎲🎲🎲" }, "invalid_field", "must have at most 2 characters."],
    [{ type: 4, min_length: 2 }, { it: "🎲" }, "invalid_field", "must have at least 2 characters."],
    [{ type: 4, max_length: 1 }, { it: "ab" }, "invalid_field", "must have at most 1 characters."],
    [{ type: 5 }, { it: { name: "a.png", data: "" } }, "invalid_field", "does not accept a file."],
    [{ type: 3, options: sizes }, { it: "Trio" }, "unknown_choice", 'There is no choice "Trio" here.'],
    [{ type: 8, channel_types: [2] }, { it: "general" }, "unknown_channel", 'no channel "general" here.'],
    [{ type: 3, options: sizes }, { it: ["Duel", "Squad"] }, "wrong_count", "The menu accepts 1, not 2."],
    [
      { ...twoOrThree, options: sizes, type: 3 },
      { it: "Duel" },
      "wrong_count",
      "The menu accepts 2 to 3, not 1.",
    ],
    [{ type: 19 }, { it: ["a.png", "b.png"] }, "wrong_count", "The file upload accepts 1, not 2."],
    [{ ...twoOrThree, type: 19 }, { it: "a.png" }, "wrong_count", "The file upload accepts 2 to 3, not 1."],
    [
      { type: 3, options: sizes, min_values: 2, max_values: 2 },
      {},
      "wrong_count",
      "The menu accepts 2, not 1.",
    ],
  ])(
    "rejects values that no client would send (component %j, values %j)",
    (component, fields, code, problem) => {
      const whole = code === "invalid_field" ? `The field "It" ${problem}` : problem;
      expect(() => fill(component, fields as unknown as FormFields)).toThrow(
        expect.objectContaining({ code, message: expect.stringContaining(whole) }),
      );
    },
  );

  it("matches fields by id if they have no labels", () => {
    const form = { custom_id: "form", title: "Form", components: [{ type: 4, custom_id: "name" }] };
    expect(() => fillForm(form, {}, recordsAt())).toThrow('The field "name" is required.');
  });
});
