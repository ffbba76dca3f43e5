import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { PlayerAgent } from "../../../../src/emulator/player/player-agent.ts";
import { openRoom } from "../../../setup/activity/open-room.ts";
import { serveLobby } from "../../../setup/emulator/lobby.ts";

const emulator: Emulator = await startEmulator({ world: { guilds: [{ name: "Reef" }] } });
afterAll(() => emulator.close());

/** Each test has its own application. */
let application: Emulator["application"];
beforeEach(async () => {
  application = emulator.addApplication();
  await serveLobby(emulator, application);
});

describe("a scripted player", () => {
  it("uses commands, presses buttons, fills forms and sees messages", async () => {
    const ada = emulator.player("Ada", { application });
    expect(ada.messages()).toEqual([]);
    await ada.use("/lobby");
    expect(ada.messages()).toMatchObject([
      {
        author: "Example Game",
        content: "The lobby",
        controls: [{ label: "Rename" }, { label: "How many" }],
      },
    ]);
    await ada.press("Rename");
    expect(ada.form()).toMatchObject({ title: "A new name", controls: [{ label: "Name" }] });
    await ada.submit({ Name: "Reef" });
    expect(ada.form()).toBeUndefined();
    expect(ada.messages().at(-1)).toMatchObject({ content: "Now Reef" });
    await ada.select("How many", "Squad", { message: ada.messages()[0]?.id });
    expect(ada.messages().map(({ content }) => content)).toEqual(["For 4", "Now Reef"]);
  });

  it("uses commands on players and messages", async () => {
    const ada = emulator.player("Ada", { application });
    await ada.useOn("Grace", "Wave");
    await ada.useOn(emulator.players[0], "Wave");
    const [, second] = ada.messages();
    await ada.useOn(second ?? expect.unreachable(), "Echo");
    expect(ada.messages().map(({ content }) => content)).toEqual(["Hello grace", "Hello ada", "Hello ada!"]);
  });

  it("sees others' messages in a guild, except ephemeral ones", async () => {
    const location = { application, guild: "Reef" };
    const [ada, grace] = [emulator.player("Ada", location), emulator.player("Grace", location)];
    const before = grace.messages().length;
    await ada.use("/lobby", { quiet: true });
    expect(ada.messages().at(-1)).toMatchObject({ content: "The lobby", isEphemeral: true });
    expect(grace.messages()).toHaveLength(before);
    await ada.use("/lobby");
    expect(grace.messages().at(-1)).toMatchObject({ content: "The lobby", isEphemeral: false });
  });

  it("does not see another application's direct messages", async () => {
    await emulator.player("Ada", { application }).use("/lobby");
    expect(emulator.player("Ada", { application: emulator.addApplication() }).messages()).toEqual([]);
  });

  it("cannot submit a form that is not open", async () => {
    const ada = emulator.player("Ada", { application });
    await expect(ada.submit()).rejects.toMatchObject({
      code: "no_form",
      message: "No form is open for Ada.",
    });
    await ada.use("/lobby");
    await ada.press("Rename");
    await ada.use("/lobby");
    await expect(ada.submit()).rejects.toMatchObject({ code: "no_form" });
  });
});

it("cannot deauthorize before signing in", () => {
  const ada = emulator.player("Ada");
  expect(() => ada.deauthorize()).toThrow('Ada has not authorized "Example Game".');
});

it("changes friends and the username", () => {
  const ada = emulator.player("Ada");
  const names = () => emulator.exportState().world;
  ada.befriend("Grace");
  expect(names()).toMatchObject({ players: [{ friends: ["Grace"] }, { friends: ["Ada"] }] });
  ada.unfriend("Grace");
  expect(names()).toMatchObject({ players: [{ friends: [] }, { friends: [] }] });
  ada.rename("countess");
  expect(ada.player.username).toBe("countess");
  expect(() => ada.rename("Countess!")).toThrow(
    "username is a string, but must be 2 to 32 lowercase letters",
  );
  expect(() => ada.befriend("")).toThrow("name is an empty string, but must be");
});

it("lists invitations until the player joins", () => {
  const { world, windows, join } = openRoom();
  const { player: from, application: game, instance } = join("Ada");
  const parts = { world, windows, webBase: "http://127.0.0.1:1" };
  const grace = new PlayerAgent(parts, world.players.findOrAdd("Grace"), { application: game });
  expect(grace.invitations).toEqual([]);
  const where = { applicationId: game.id, instanceId: instance.instance_id };
  windows.invitations.send({ from, to: grace.player, content: "Come", ...where });
  expect(grace.invitations).toMatchObject([{ from, content: "Come", ...where }]);
  grace.join(instance.instance_id);
  expect(grace.invitations).toEqual([]);
});
