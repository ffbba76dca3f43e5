import { expect, it, describe } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { createGame, ping } from "../../../setup/program/game-folder.ts";
import {
  findSubject,
  nameSubject,
  nameToShow,
  describeTarget,
  isSame,
  parseTarget,
} from "../../../../src/cli/permissions/open-guild.ts";

it("requires a guild, and includes the guild's commands and the global ones", async () => {
  await using emulator = await startEmulator();
  const guild = emulator.addGuild({ name: "Test" });
  const game = createGame(emulator, [{ ...ping, name: "local" }], { application: { commands: [ping] } });
  expect(await game.run(["permissions", "list"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Use --guild, or set guildId in the config."),
  });
  await game.run(["commands", "apply", "--guild", guild.id, "--yes"]);
  const { stderr } = await game.run(["permissions", "get", "none", "--guild", guild.id]);
  expect(stderr).toContain("The commands are: ping, local.");
});

describe("findSubject", () => {
  const applicationId = "1400000000000000001";
  const command = (id: string, name: string) => ({
    id,
    name,
    application_id: applicationId,
    version: "1",
    description: "",
  });
  const settings = {
    environment: undefined,
    applicationId,
    guildId: "1400000000000000002",
    commandsFile: "c.json",
  };
  const opened = { settings, commands: [command("11", "ping"), command("12", "top"), command("13", "top")] };

  it("finds the application, or a command by name or id", () => {
    expect(findSubject(opened, "ping")).toMatchObject({ id: "11" });
    expect(findSubject(opened, "13")).toMatchObject({ id: "13", name: "top" });
    expect(findSubject(opened, applicationId)).toEqual({ id: applicationId, name: "all commands" });
  });

  it("rejects an unknown or ambiguous name, and lists the choices", () => {
    const refusal = (text: string, commands = opened.commands) => {
      try {
        return findSubject({ settings, commands }, text);
      } catch (error) {
        return error;
      }
    };
    expect(refusal("pong")).toMatchObject({
      code: "unknown_command",
      hint: "The commands are: ping, top, top.",
    });
    expect(refusal("pong", [])).toMatchObject({ hint: "The commands are: none." });
    expect(refusal("top")).toMatchObject({
      code: "ambiguous_command",
      hint: "Use one of their ids: 12, 13.",
    });
  });

  it("returns the name of an id if it is known", () => {
    const ids = ["11", applicationId, "99", "12"];
    expect(ids.map((id) => nameSubject(opened, id))).toEqual(["ping", "all commands", undefined, "top"]);
    expect(ids.map((id) => nameToShow(opened, id))).toEqual(["ping", "all commands", "99", "top (12)"]);
  });
});

describe("parseTarget", () => {
  const guildId = "1400000000000000002";

  it.each([
    ["everyone", { id: guildId, type: 1 }],
    ["all-channels", { id: "1400000000000000001", type: 3 }],
    ["role:1400000000000000003", { id: "1400000000000000003", type: 1 }],
    ["user:1400000000000000003", { id: "1400000000000000003", type: 2 }],
    ["channel:1400000000000000003", { id: "1400000000000000003", type: 3 }],
  ] as const)("parses %s, and formats it the same way", (text, target) => {
    expect(parseTarget(text, guildId)).toEqual(target);
    expect(describeTarget(target, guildId)).toBe(text);
  });

  it.each(["Moderators", "role:", "role:x", "toString:1400000000000000003", ""])("rejects %j", (text) => {
    expect(() => parseTarget(text, guildId)).toThrow("is not a role, user or channel");
  });

  it("shows an unknown type as its number", () => {
    expect(describeTarget({ id: "7", type: 9 as never }, guildId)).toBe("9:7");
  });

  it("distinguishes a role and a user with the same id", () => {
    expect(isSame({ id: "7", type: 1 }, { id: "7", type: 2 })).toBe(false);
    expect(isSame({ id: "7", type: 1 }, { id: "8", type: 1 })).toBe(false);
    expect(isSame({ id: "7", type: 1 }, { id: "7", type: 1 })).toBe(true);
  });
});
