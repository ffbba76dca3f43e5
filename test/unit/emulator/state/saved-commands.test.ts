import { describe, expect, it } from "vitest";
import { readSavedCommands } from "../../../../src/emulator/state/saved-commands.ts";

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
  it("are read unchanged", () => {
    expect(readSavedCommands(saved, "saved")).toEqual(saved);
  });

  it.each([
    ["invalid_id", { ...saved, places: [{ scope: "nowhere", commands: [] }] }],
    ["invalid_id", { ...saved, places: [{ scope: "global", commands: [{ ...command, id: "x" }] }] }],
    ["invalid_argument", { ...saved, places: [{ scope: "global", commands: ["wave"] }] }],
    ["invalid_argument", { places: [] }],
  ])("are rejected with %s if they are invalid", (code, value) => {
    expect(() => readSavedCommands(value, "saved")).toThrow(expect.objectContaining({ code }));
  });
});
