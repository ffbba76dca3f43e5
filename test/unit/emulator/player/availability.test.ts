import { describe, expect, it } from "vitest";
import { mustBeAvailable } from "../../../../src/emulator/player/use.ts";
import { ErrorType } from "../../../../src/core/errors.ts";
import { readGuildInit } from "../../../../src/emulator/state/guild-init.ts";
import type { Place } from "../../../../src/emulator/player/place.ts";
import { openScene } from "../../../setup/emulator/scene.ts";

const { world, application, at } = openScene([{ guilds: ["7"], players: ["Ada"] }]);
const book = world.commandsOf(application.id);

function create(command: object) {
  return book.upsert("global", { name: "ping", description: "Pongs", ...command }).command;
}

function reason(command: object, place: Place, name = "Ada"): string {
  try {
    mustBeAvailable(at(place, name), create(command));
    return "";
  } catch (error) {
    expect(error).toMatchObject({ code: "command_unavailable" });
    return (error as Error).message.replace(/^.* here\. /, "");
  }
}

const guild = { guild: "Reef" };

describe("the availability of a command", () => {
  it("is limited to its contexts", () => {
    expect(reason({ contexts: [0] }, guild)).toBe("");
    expect(reason({ contexts: [0] }, {})).toBe("The command's contexts do not include BOT_DM.");
    expect(reason({ contexts: [1] }, guild)).toBe("The command's contexts do not include GUILD.");
    expect(reason({ contexts: [0, 1] }, { recipients: ["Grace"] })).toBe(
      "The command's contexts do not include PRIVATE_CHANNEL.",
    );
  });

  it("requires that the guild or the player has added the application", () => {
    const missing = "Neither the guild nor the player has added the application for it.";
    expect(reason({}, { guild: "11" })).toBe("");
    expect(reason({}, { guild: "11" }, "Grace")).toBe(missing);
    expect(reason({ integration_types: [0] }, { guild: "11" })).toBe(missing);
    expect(reason({}, { recipients: ["Ada"] }, "Grace")).toBe(missing);
  });

  it("requires the default member permissions", () => {
    const missing = "The command's default_member_permissions ask for MANAGE_GUILD, which the member lacks.";
    expect(reason({ default_member_permissions: "32" }, guild)).toBe("");
    expect(reason({ default_member_permissions: "32" }, guild, "Grace")).toBe(missing);
    expect(reason({ default_member_permissions: "0" }, guild)).toBe(
      "By default only administrators can use the command.",
    );
    // A guild without configured permissions allows everything; direct messages have no members.
    expect(reason({ default_member_permissions: "0" }, { guild: "11" })).toBe("");
    expect(reason({ default_member_permissions: "0" }, {})).toBe("");
  });

  it("requires an age-restricted channel if the command is age-restricted", () => {
    expect(reason({ nsfw: true }, guild)).toBe("The command is age-restricted, and the channel is not.");
    expect(reason({ nsfw: true }, {})).toBe("");
  });

  it("requires an adult player if the command is age-restricted", () => {
    world.players.add({ name: "Alan", adult: false });
    const minor = "The command is age-restricted, and the player is not 18 or older.";
    expect(reason({ nsfw: true }, {}, "Alan")).toBe(minor);
    expect(reason({ nsfw: false }, {}, "Alan")).toBe("");
    expect(reason({ nsfw: true }, {})).toBe("");
  });

  it("requires permission to write in the channel for a user command, like the service", () => {
    world.guilds.add(readGuildInit({ id: "12", name: "Quiet", permissions: "2147483648" }, "guild"));
    const greet = book.upsert("global", { type: 2, name: "Greet", integration_types: [1] }).command;
    const use = (place: Place) => mustBeAvailable(at(place), greet);
    expect(() => use({ guild: "Quiet" })).toThrow(
      expect.objectContaining({
        type: ErrorType.HTTPError,
        code: "permission_denied",
        status: 403,
        errorCode: 50_013,
        message:
          'Ada cannot use the command "Greet" here. The member lacks SEND_MESSAGES in the channel. Permission Denied.',
      }),
    );
    expect(use({})).toEqual({ 1: world.players.first.id });
    expect(reason({ integration_types: [1] }, { guild: "Quiet" })).toBe("");
  });

  it("follows the guild's overwrites for a player, a role or everyone", () => {
    const { id } = create({ default_member_permissions: "0" });
    const set = (...permissions: { id: string; type: 1 | 2; permission: boolean }[]) =>
      book.permissions.set("7", id, permissions);
    const ada = world.players.first.id;
    const command = { default_member_permissions: "0" };
    set({ id: "7", type: 1, permission: true });
    expect(reason(command, guild, "Grace")).toBe("");
    set({ id: "7", type: 1, permission: true }, { id: "70", type: 1, permission: false });
    expect(reason(command, guild)).toBe("An overwrite of the command disallows it for the role 70.");
    set({ id: "70", type: 1, permission: false }, { id: ada, type: 2, permission: true });
    expect(reason(command, guild)).toBe("");
  });
});
