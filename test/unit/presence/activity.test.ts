import { describe, expect, it } from "vitest";
import { readActivity } from "../../../src/presence/activity.ts";

const read = (activity: unknown) => JSON.parse(JSON.stringify(readActivity(activity, "activity"))) as unknown;
const party = { id: "party-7", size: [2, 4] };

describe("readActivity", () => {
  it("converts every field to Discord's names", () => {
    const activity = {
      type: "competing",
      name: "Bridge Battle",
      details: "Round 3",
      detailsUrl: "https://example.com/round",
      state: "In a group",
      stateUrl: "https://example.com/group",
      statusDisplay: "details",
      timestamps: { start: new Date(1_700_000_000_000), end: 1_700_000_600_000 },
      assets: {
        largeImage: "map",
        largeText: "The bridge",
        largeUrl: "https://example.com/map",
        smallImage: "tank",
        smallText: "Tank",
        smallUrl: "https://example.com/tank",
      },
      party: { ...party, privacy: "public" },
      buttons: [{ label: "Website", url: "https://example.com" }],
    };
    expect(read(activity)).toEqual({
      type: 5,
      name: "Bridge Battle",
      details: "Round 3",
      details_url: "https://example.com/round",
      state: "In a group",
      state_url: "https://example.com/group",
      status_display_type: 2,
      timestamps: { start: 1_700_000_000_000, end: 1_700_000_600_000 },
      assets: {
        large_image: "map",
        large_text: "The bridge",
        large_url: "https://example.com/map",
        small_image: "tank",
        small_text: "Tank",
        small_url: "https://example.com/tank",
      },
      party: { ...party, privacy: 1 },
      buttons: [{ label: "Website", url: "https://example.com" }],
    });
  });

  it("defaults to the type `playing` and sends no empty list of buttons", () => {
    expect(read({ buttons: [] })).toEqual({ type: 0 });
  });

  it("accepts a party's secret", () => {
    expect(read({ party, secrets: { join: "secret-7" } })).toMatchObject({ secrets: { join: "secret-7" } });
  });

  it.each([
    ["details", "a", "activity.details is not a string of 2 to 128 characters."],
    ["state", "a".repeat(129), "activity.state is not a string of 2 to 128 characters."],
    ["name", "", "activity.name is an empty string, but must be a string of 1 to 128 characters."],
    ["type", "streaming", 'activity.type is "streaming", but must be "playing" or "listening" or "watching"'],
    [
      "detailsUrl",
      "javascript:alert(1)",
      "activity.detailsUrl is a string, but must be an http or https URL.",
    ],
    ["stateUrl", `https://${"a".repeat(256)}`, "activity.stateUrl is not a string of 1 to 256 characters."],
    ["timestamps", { start: 1_700_000_000 }, "activity.timestamps.start is a number, but must be a Date, or"],
    [
      "timestamps",
      { start: new Date(NaN) },
      "activity.timestamps.start is an object, but must be a Date, or",
    ],
    [
      "timestamps",
      { start: 2e12, end: 1e12 },
      "activity.timestamps.end is before activity.timestamps.start.",
    ],
    ["assets", { largeImage: "a".repeat(314) }, "activity.assets.largeImage is not a string of 1 to 313"],
    ["assets", { smallText: "a" }, "activity.assets.smallText is not a string of 2 to 128 characters."],
    ["party", { size: [1, 2] }, "activity.party.id is missing"],
    [
      "party",
      { id: "7", size: [3, 2] },
      "activity.party.size is not a list of the current and the maximum size.",
    ],
    [
      "party",
      { id: "7", size: [1] },
      "activity.party.size is not a list of the current and the maximum size.",
    ],
    ["party", { id: "7", size: [0, 2] }, "activity.party.size[0] is 0, but must be a whole number"],
    ["secrets", { join: "secret-7" }, "activity.secrets requires activity.party with a size."],
    [
      "buttons",
      Array.from({ length: 3 }, () => ({ label: "a", url: "https://a.b" })),
      "activity.buttons is not a list of at most 2",
    ],
    [
      "buttons",
      [{ label: "a".repeat(33), url: "https://a.b" }],
      "activity.buttons[0].label is not a string of 1",
    ],
    ["largeImageKey", "map", "activity.largeImageKey does not exist."],
    ["detail", "Round 3", "activity.detail does not exist. Did you mean activity.details?"],
  ])("rejects %s set to %j", (field, value, message) => {
    expect(() => read({ [field]: value })).toThrow(message);
  });

  it("rejects a secret together with buttons", () => {
    const activity = { party, secrets: { join: "secret-7" }, buttons: [{ label: "a", url: "https://a.b" }] };
    expect(() => read(activity)).toThrow("activity.secrets and activity.buttons cannot be combined.");
  });

  it("suggests the replacement for another library's option", () => {
    expect(() => read({ startTimestamp: 1 })).toThrow(
      expect.objectContaining({ hint: expect.stringContaining("Pass timestamps: { start }.") as unknown }),
    );
  });

  it("does not repeat a secret in its error", () => {
    const secret = "secret-7".repeat(20);
    expect(() => read({ party, secrets: { join: secret } })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining("secret-7") as unknown }),
    );
  });
});
