import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readWorld, worldUnusable } from "../../../../src/cli/emulator/world-file.ts";
import { runInProcess } from "../../../setup/program/run-in-process.ts";
import { oneLine } from "../../../setup/program/one-line.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

/** Returns the path of a new file with this content. */
function fileWith(name: string, text: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

describe("the world file", () => {
  it("is JSON with an optional schema reference, or a module with a default export", async () => {
    const json = fileWith("world.json", JSON.stringify({ $schema: "./world.schema.json", players: ["Zoe"] }));
    expect(await readWorld(json)).toEqual({ players: ["Zoe"] });
    const module = fileWith("world.mjs", 'export default { players: ["Zoe", "Ada"].toSorted() };');
    expect(await readWorld(module)).toEqual({ players: ["Ada", "Zoe"] });
  });

  it("must contain an object", async () => {
    await expect(readWorld(fileWith("world.json", "[]"))).rejects.toMatchObject({
      code: "world_unusable",
      message: expect.stringContaining("It must be an object."),
    });
    await expect(readWorld(fileWith("world.json", "{"))).rejects.toMatchObject({ code: "file_unreadable" });
  });

  it("is described in errors without the emulator's option path", () => {
    expect(
      worldUnusable("w.json", "options.world.players[0] is a number.", "See options.world.players."),
    ).toMatchObject({
      message: "w.json cannot be used as the emulator's world. players[0] is a number.",
      hint: "See players.",
    });
  });

  it.each([
    [{ guild: [] }, /guild does not exist\. Did you mean guilds\?/],
    [
      { guilds: [{ name: "Reef", roles: [{ name: "A", permisions: "8" }] }] },
      /guilds\[0\]\.roles\[0\]\.permisions does not exist/,
    ],
    [{ applications: [{ id: 17 }] }, /applications\[0\]\.id is a JavaScript number/],
    [{ applications: "all" }, /applications is a string, but must be a list/],
    [{ players: ["Ada", { name: "Ada" }] }, /There is a player called "Ada" already/],
    [
      { guilds: [{ name: "Reef", members: [{ player: "Ada", roles: ["Diver"] }] }] },
      /guilds\[0\]\.members\[0\]\.roles names "Diver"/,
    ],
  ])("is rejected with the path of the field in the file: %j", async (world, words) => {
    const path = fileWith("world.json", JSON.stringify(world));
    const { code, stdout, stderr } = await runInProcess(["emulator", "--world", path]);
    expect([code, stdout, oneLine(stderr)]).toEqual([2, "", expect.stringMatching(words)]);
    expect(stderr).not.toContain("options");
  });
});
