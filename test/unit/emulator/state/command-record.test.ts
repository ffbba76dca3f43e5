import { describe, expect, it } from "vitest";
import {
  commandBodyOf,
  createRecord,
  readSavedCommands,
} from "../../../../src/emulator/state/command-record.ts";

const owner = { id: "1", integrationTypes: [0], clock: { now: Date.now } } as const;

describe("a command's record", () => {
  it("keeps every field of the body", () => {
    const option = { type: 3, name: "text", description: "What", description_localizations: { de: "Was" } };
    const body = {
      type: 1,
      name: "ping",
      name_localizations: { de: "klingel" },
      description: "Pongs",
      description_localizations: { de: "Antwortet" },
      options: [option],
      default_member_permissions: "32",
      dm_permission: false,
      default_permission: false,
      integration_types: [1],
      contexts: [1, 2],
      nsfw: true,
    };
    expect(createRecord(owner, "global", body)).toMatchObject(body);
    const { dm_permission: _, integration_types: __, contexts: ___, ...ofGuild } = body;
    expect(createRecord(owner, "7", ofGuild)).toMatchObject(ofGuild);
  });

  it("includes its guild but no global-only fields", () => {
    const body = { type: 2, name: "Wave", contexts: [0], dm_permission: false };
    const record = createRecord(owner, "7", body);
    expect(record).toMatchObject({ guild_id: "7", type: 2, description: "" });
    for (const name of ["contexts", "dm_permission", "integration_types"])
      expect(record).not.toHaveProperty(name);
  });

  it("keeps only nonempty localizations", () => {
    const body = { name: "ping", description: "x", name_localizations: { de: "klingel", fr: null } };
    expect(createRecord(owner, "global", body)).toMatchObject({ name_localizations: { de: "klingel" } });
    const none = createRecord(owner, "global", { ...body, name_localizations: { fr: null } });
    expect(none).toMatchObject({ name_localizations: null });
  });

  it("treats null and empty values as omitted", () => {
    const body = {
      name: "ping",
      description: "x",
      nsfw: null,
      options: [],
      name_localizations: {},
      handler: undefined,
    };
    const record = createRecord(owner, "global", body);
    expect(record).toMatchObject({ nsfw: false, name_localizations: null });
    expect(record).not.toHaveProperty("options");
    expect(record).not.toHaveProperty("handler");
  });

  it("can be converted to a body for an edit", () => {
    const choices = [{ name: "Red", value: "red" }];
    const body = {
      type: 1,
      name: "ping",
      description: "Pongs",
      options: [{ type: 3, name: "text", description: "What", choices }],
      integration_types: [1],
    };
    expect(commandBodyOf(createRecord(owner, "global", body))).toEqual({
      ...body,
      nsfw: false,
      dm_permission: true,
    });
  });
});

const command = { id: "5", version: "6", name: "wave", description: "Wave." };
const saved = {
  places: [
    { scope: "global", commands: [command] },
    { scope: "8", commands: [] },
  ],
  permissions: [
    { id: "5", application_id: "1", guild_id: "8", permissions: [{ id: "9", type: 2, permission: false }] },
  ],
};

describe("saved commands", () => {
  it.each([
    ["invalid_id", { ...saved, places: [{ scope: "nowhere", commands: [] }] }],
    ["invalid_id", { ...saved, places: [{ scope: "global", commands: [{ ...command, id: "x" }] }] }],
    ["invalid_argument", { ...saved, places: [{ scope: "global", commands: ["wave"] }] }],
    ["invalid_argument", { places: [] }],
  ])("are rejected with %s if they are invalid", (code, value) => {
    expect(() => readSavedCommands(value, "saved")).toThrow(expect.objectContaining({ code }));
  });
});
