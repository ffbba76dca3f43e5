import { chmodSync, chownSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import {
  describeForeign,
  foreignOwner,
  isIn,
  isOwnFile,
  isOwnUser,
  ownFile,
  searchAbove,
  searchFrom,
} from "../../../../src/core/resolve/ownership.ts";
import { Files, neighbour, player, root, sharedByAll } from "../../../setup/other-users.ts";
import { needs } from "../../../setup/system-parts.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";
import { fileURLToPath } from "node:url";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Simulates a process run by this user. */
function be(user: number | undefined): void {
  vi.spyOn(process, "geteuid").mockReturnValue(user as number);
}

it("treats a path as inside a directory if it is the directory itself or below it", () => {
  expect(isIn("/game", "/game")).toBe(true);
  expect(isIn("/game/addon", "/game")).toBe(true);
  expect(isIn("/game2", "/game")).toBe(false);
  expect(isIn("/game", "/")).toBe(true);
});

it("accepts this user and root as owners, or any owner if there are no user ids", () => {
  expect([isOwnUser(5, 5), isOwnUser(0, 5), isOwnUser(4, 5), isOwnUser(4, undefined)]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

it("checks no owners if there are no user ids, as on Windows", () => {
  be(undefined);
  const folder = temporaryFolder();
  expect(searchFrom([join(folder, "game.js"), undefined]).users).toBeUndefined();
  expect(foreignOwner("/", searchAbove(folder, undefined))).toBeUndefined();
});

describe("next to a running program", needs("the root user"), () => {
  /** A player's game in a shared directory, and another user's module in a parent directory. */
  function planted(game = "game/game.js") {
    const files = new Files(sharedByAll());
    const file = files.put(player, game, "");
    const theirs = files.put(neighbour, "node_modules/mine/index.js", "");
    be(player);
    return { files, file, theirs };
  }

  it("accepts files that belong to this user, root or the program's owner", () => {
    const { files, file } = planted();
    const own = ["own.node", "roots.node"].map((name, index) =>
      files.put(index === 0 ? player : root, name, ""),
    );
    for (const path of own) expect(foreignOwner(path, searchFrom([file]))).toBeUndefined();
    be(4242);
    expect(foreignOwner(own[0] ?? "", searchFrom([file]))).toBeUndefined();
    expect(foreignOwner(own[0] ?? "", searchFrom([]))).toMatchObject({ path: own[0] });
  });

  it("ignores missing files and checks an archive's owner for the paths inside it", () => {
    const { files, file, theirs } = planted();
    expect(foreignOwner(join(files.folder, "none"), searchFrom([file]))).toBeUndefined();
    expect(foreignOwner(join(file, "inside/it"), searchFrom([]))).toBeUndefined();
    expect(foreignOwner(join(theirs, "inside/it"), searchFrom([file]))?.path).toBe(theirs);
  });

  it("rejects another user's file and names the first path component that belongs to that user", () => {
    const { files, file, theirs } = planted();
    const foreign = foreignOwner(theirs, searchFrom([file]));
    expect(foreign && describeForeign(foreign)).toBe(
      `${theirs} is not used: it belongs to another user (${neighbour}).`,
    );
    chownSync(theirs, player, player);
    expect(foreignOwner(theirs, searchFrom([file]))?.path).toBe(join(files.folder, "node_modules/mine"));
  });

  it("checks both a link and its target", () => {
    const { files, file, theirs } = planted();
    const byUs = files.link(player, "by-us", theirs);
    const byThem = files.link(neighbour, "by-them", file);
    expect(foreignOwner(byUs, searchFrom([file]))?.path).toBe(realpathSync(theirs));
    expect(foreignOwner(byThem, searchFrom([file]))?.path).toBe(byThem);
  });

  it("checks the file that a directory resolves to", () => {
    const { files, file, theirs } = planted();
    const folder = files.makeFolder(player, "folder");
    expect(foreignOwner(folder, searchFrom([file]), theirs)?.path).toBe(theirs);
  });

  it.each([
    ["its own folder", "game/game.js", [], "game"],
    ["the folder with the nearest package.json", "game/dist/game.js", ["game/package.json"], "game"],
    [
      "the node_modules where it is installed",
      "a/node_modules/b/c.js",
      ["a/package.json", "a/node_modules/b/package.json"],
      "a/node_modules",
    ],
  ])("accepts any file in %s", (_name, game, others, own) => {
    const { files, file } = planted(game);
    for (const other of others) files.put(player, other, "{}");
    const theirs = files.put(neighbour, `${own}/theirs`, "");
    expect(foreignOwner(theirs, searchFrom([file]))).toBeUndefined();
  });

  it("ignores another user's package.json when looking for the program's directory", () => {
    const { files, file, theirs } = planted();
    files.put(neighbour, "package.json", "{}");
    chmodSync(files.folder, 0o755);
    expect(foreignOwner(theirs, searchFrom([file]))).toBeDefined();
  });

  it("does not trust a world-writable directory or its parents", () => {
    const { files, file } = planted("app/tmp/game/game.js");
    files.put(player, "app/package.json", "{}");
    chmodSync(join(files.folder, "app/tmp"), 0o1777);
    const theirs = files.put(neighbour, "app/tmp/theirs", "");
    expect(foreignOwner(theirs, searchFrom([file]))).toBeDefined();
    const inside = files.put(player, "app/tmp/game.js", "");
    expect(searchFrom([inside]).ownFolders).toEqual([]);
  });

  it("accepts the files of the user in SUDO_UID, but only if the process runs as root", () => {
    const { file } = planted();
    const theirs = searchFor(root, String(neighbour), file);
    expect([theirs, searchFor(root, "me", file), searchFor(4242, String(neighbour), file)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  function searchFor(user: number, caller: string, file: string): boolean {
    be(user);
    vi.stubEnv("SUDO_UID", caller);
    return searchFrom([file]).users?.has(neighbour) === true;
  }
});

describe("in the working directory", needs("the root user"), () => {
  it.each([
    [0o755, true],
    [0o775, false],
    [0o777, false],
    [0o1777, false],
  ])("decides whether to accept another user's file in a directory with the mode %o: %s", (mode, isTaken) => {
    const files = new Files(sharedByAll());
    const cwd = files.makeFolder(player, "work", mode);
    const theirs = files.put(neighbour, "work/theirs", "");
    be(player);
    expect(foreignOwner(theirs, searchAbove(cwd, undefined)) === undefined).toBe(isTaken);
  });

  it("accepts the directory owner's files in parent directories, but does not treat them as this user's", () => {
    const files = new Files(sharedByAll());
    const cwd = files.makeFolder(neighbour, "checkout", 0o755);
    const config = files.put(neighbour, "config", "");
    be(player);
    expect(foreignOwner(config, searchAbove(cwd, undefined))).toBeUndefined();
    expect(isOwnFile(config, undefined)).toBe(false);
    expect(isOwnFile(config, files.put(neighbour, "program", ""))).toBe(true);
    expect(isOwnFile(files.put(player, "own", ""), undefined)).toBe(true);
  });
});

describe("ownFile", () => {
  test("returns the file that contains the code", () => {
    expect(ownFile()).toBe(
      fileURLToPath(new URL("../../../../src/core/resolve/ownership.ts", import.meta.url)),
    );
  });

  test.each([
    [["/opt/game/main.cjs", undefined], "/opt/game/main.cjs"],
    [["[worker eval]", undefined], undefined],
    [["/opt/game/main.cjs", "file:///build/node_modules/slashpass/dist/index.js"], "/opt/game/main.cjs"],
    [[undefined, "file:///opt/a%20game/main.js"], "/opt/a game/main.js"],
    [["[worker eval]", "file:///opt/game/main.js"], "/opt/game/main.js"],
    [["/opt/node_modules/slashpass/dist/index.js", "/opt/game/main.cjs"], "/opt/game/main.cjs"],
    [["file://elsewhere/index.js", "/opt/game/main.cjs"], "/opt/game/main.cjs"],
    [["[eval]", "data:text/javascript,"], undefined],
  ] as const)("resolves %j to %s", (names, file) => {
    const exists = (path: string) => !path.includes("node_modules");
    expect(ownFile(names, exists)).toBe(file);
  });
});
