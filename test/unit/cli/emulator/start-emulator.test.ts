import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readWorld, requestLine } from "../../../../src/cli/emulator/start-emulator.ts";
import { runInProcess } from "../../../setup/program/run-in-process.ts";
import { oneLine } from "../../../setup/program/one-line.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";
import { createPaint } from "../../../../src/cli/frame/terminal.ts";

function fileWith(name: string, text: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

describe("the world file", () => {
  it("is either a module with a default export or JSON with an optional schema reference", async () => {
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

  it.each([
    [{ guild: [] }, /guild does not exist\. Did you mean guilds\?/],
    [
      { guilds: [{ name: "Reef", roles: [{ name: "A", permisions: "8" }] }] },
      /guilds\[0\]\.roles\[0\]\.permisions does not exist/,
    ],
    [{ applications: [{ id: 17 }] }, /applications\[0\]\.id is a JavaScript number/],
    [{ applications: "all" }, /applications is a string, but must be a list/],
    [{ players: ["Ada", { name: "Ada" }] }, /There is already a player named "Ada"/],
    [
      { guilds: [{ name: "Reef", members: [{ player: "Ada", roles: ["Diver"] }] }] },
      /guilds\[0\]\.members\[0\]\.roles refers to "Diver"/,
    ],
  ])("is rejected with the field's path in the file: %j", async (world, words) => {
    const path = fileWith("world.json", JSON.stringify(world));
    const { code, stdout, stderr } = await runInProcess(["emulator", "--world", path]);
    expect([code, stdout, oneLine(stderr)]).toEqual([2, "", expect.stringMatching(words)]);
    expect(stderr).not.toContain("options");
  });
});

const record = { method: "GET", path: "/x", status: 200, durationMs: 1.6, reason: undefined };
const line = (change: object) => requestLine({ ...record, ...change }, createPaint(false));

describe("requestLine", () => {
  it("shows the request, status, duration and reason", () => {
    expect([
      line({}),
      line({ method: "DELETE", status: 204 }),
      line({ status: 401, reason: "401: Unauthorized" }),
      line({ status: 302, reason: "access_denied" }),
      line({ status: 500 }),
      line({ status: undefined }),
    ]).toEqual([
      "GET    /x  200  2 ms  ok",
      "DELETE /x  204  2 ms  ok",
      "GET    /x  401  2 ms  refused: 401: Unauthorized",
      "GET    /x  302  2 ms  refused: access_denied",
      "GET    /x  500  2 ms  refused",
      "GET    /x  2 ms  connection closed without a response",
    ]);
  });

  it("escapes control characters", () => {
    expect(line({ path: "/\u001B[2J", status: 400, reason: "a\nb\u202E" })).toBe(
      "GET    /\\u001b[2J  400  2 ms  refused: a\\u000ab\\u202e",
    );
  });
});
