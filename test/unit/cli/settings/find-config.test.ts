import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { findConfig, refusePlanted } from "../../../../src/cli/settings/config-file.ts";
import { Files, neighbour, player, sharedByAll } from "../../../setup/other-users.ts";
import { needs } from "../../../setup/system-parts.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

it("returns the nearest config, or `undefined`", () => {
  const folder = temporaryFolder();
  expect(findConfig(folder, undefined)).toBeUndefined();
  writeFileSync(join(folder, "slashpass.config.json"), "{}");
  expect(findConfig(join(folder, "a", "b"), undefined)).toEqual({
    path: join(folder, "slashpass.config.json"),
    isOwn: true,
  });
});

it("rejects a config of another user in a parent directory", needs("the root user"), () => {
  const files = new Files(sharedByAll());
  const cwd = files.makeFolder(player, "theirs/game");
  const config = files.put(neighbour, "slashpass.config.json", "{}");
  be(player);
  expect(() => findConfig(cwd, undefined)).toThrow(`The config ${config} is not used: it belongs to another`);
  files.makeFolder(neighbour, "deeper");
  const own = files.put(player, "deeper/slashpass.config.json", "{}");
  expect(() => findConfig(files.makeFolder(player, "deeper/game"), undefined)).toThrow(
    `The config ${own} is not used: ${join(files.folder, "deeper")} belongs to another`,
  );
  expect(findConfig(cwd, config)).toEqual({ path: config, isOwn: true });
});

it("rejects a commands file of another user in a shared directory", needs("the root user"), () => {
  const files = new Files(sharedByAll());
  const commands = files.put(neighbour, "commands.mjs", "");
  be(player);
  expect(() => refusePlanted(commands, "Ask.")).toThrow(`${commands} is not used: it belongs to another`);
  expect(refusePlanted(files.put(player, "own.mjs", ""), "Ask.")).toBeUndefined();
});

/** Makes file checks treat the process as one of this user. */
function be(user: number): void {
  const spy = vi.spyOn(process, "geteuid").mockReturnValue(user);
  onTestFinished(() => spy.mockRestore());
}
