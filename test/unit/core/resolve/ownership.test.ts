import { chmodSync, chownSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  foreignOwner,
  isIn,
  isOwnFile,
  isOwnUser,
  sayRefused,
  searchAbove,
  searchFrom,
} from "../../../../src/core/resolve/ownership.ts";
import { Files, neighbour, player, root, sharedByAll } from "../../../setup/other-users.ts";
import { needs } from "../../../setup/system-parts.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** This process, as files are judged: one of that user. */
function be(user: number | undefined): void {
  vi.spyOn(process, "geteuid").mockReturnValue(user as number);
}

it("A path is in a folder that is it, or that it begins with", () => {
  expect(isIn("/game", "/game")).toBe(true);
  expect(isIn("/game/addon", "/game")).toBe(true);
  expect(isIn("/game2", "/game")).toBe(false);
  expect(isIn("/game", "/")).toBe(true);
});

it("Whose something is counts as this user's own where it is, where it is root's, and where users have no numbers", () => {
  expect([isOwnUser(5, 5), isOwnUser(0, 5), isOwnUser(4, 5), isOwnUser(4, undefined)]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

it("Nothing is judged where files have no owners, as on Windows", () => {
  be(undefined);
  const folder = temporaryFolder();
  expect(searchFrom([join(folder, "game.js"), undefined]).users).toBeUndefined();
  expect(foreignOwner("/", searchAbove(folder, undefined))).toBeUndefined();
});

describe("Beside a running program", needs("the root user"), () => {
  /** A game of the player's in a folder of all, and what another has put above it. */
  function planted(game = "game/game.js") {
    const files = new Files(sharedByAll());
    const file = files.put(player, game, "");
    const theirs = files.put(neighbour, "node_modules/mine/index.js", "");
    be(player);
    return { files, file, theirs };
  }

  it("files of this user, of root and of the program's owner are taken", () => {
    const { files, file } = planted();
    const own = ["own.node", "roots.node"].map((name, index) =>
      files.put(index === 0 ? player : root, name, ""),
    );
    for (const path of own) expect(foreignOwner(path, searchFrom([file]))).toBeUndefined();
    be(4242);
    expect(foreignOwner(own[0] ?? "", searchFrom([file]))).toBeUndefined();
    expect(foreignOwner(own[0] ?? "", searchFrom([]))).toMatchObject({ path: own[0] });
  });

  it("what is missing is nobody's, and what is in a file belongs to the file's owner, as in an archive", () => {
    const { files, file, theirs } = planted();
    expect(foreignOwner(join(files.folder, "none"), searchFrom([file]))).toBeUndefined();
    expect(foreignOwner(join(file, "inside/it"), searchFrom([]))).toBeUndefined();
    expect(foreignOwner(join(theirs, "inside/it"), searchFrom([file]))?.path).toBe(theirs);
  });

  it("another user's file is not, and the first that is theirs on the way is named", () => {
    const { files, file, theirs } = planted();
    const foreign = foreignOwner(theirs, searchFrom([file]));
    expect(foreign && sayRefused(foreign)).toBe(
      `${theirs} is not used: it belongs to another user (${neighbour}).`,
    );
    chownSync(theirs, player, player);
    expect(foreignOwner(theirs, searchFrom([file]))?.path).toBe(join(files.folder, "node_modules/mine"));
  });

  it("a link is judged at both ends", () => {
    const { files, file, theirs } = planted();
    const byUs = files.link(player, "by-us", theirs);
    const byThem = files.link(neighbour, "by-them", file);
    expect(foreignOwner(byUs, searchFrom([file]))?.path).toBe(realpathSync(theirs));
    expect(foreignOwner(byThem, searchFrom([file]))?.path).toBe(byThem);
  });

  it("what the search leads to in a folder is judged too", () => {
    const { files, file, theirs } = planted();
    const folder = files.makeFolder(player, "folder");
    expect(foreignOwner(folder, searchFrom([file]), theirs)?.path).toBe(theirs);
  });

  it.each([
    ["its own folder", "game/game.js", [], "game"],
    ["the folder with the nearest package.json", "game/dist/game.js", ["game/package.json"], "game"],
    [
      "the node_modules that it is installed in",
      "a/node_modules/b/c.js",
      ["a/package.json", "a/node_modules/b/package.json"],
      "a/node_modules",
    ],
  ])("whatever lies in %s is taken", (_name, game, others, own) => {
    const { files, file } = planted(game);
    for (const other of others) files.put(player, other, "{}");
    const theirs = files.put(neighbour, `${own}/theirs`, "");
    expect(foreignOwner(theirs, searchFrom([file]))).toBeUndefined();
  });

  it("no package.json of another user's makes a folder the program's own", () => {
    const { files, file, theirs } = planted();
    files.put(neighbour, "package.json", "{}");
    chmodSync(files.folder, 0o755);
    expect(foreignOwner(theirs, searchFrom([file]))).toBeDefined();
  });

  it("a folder where all may put files is nobody's own, nor is anything above it", () => {
    const { files, file } = planted("app/tmp/game/game.js");
    files.put(player, "app/package.json", "{}");
    chmodSync(join(files.folder, "app/tmp"), 0o1777);
    const theirs = files.put(neighbour, "app/tmp/theirs", "");
    expect(foreignOwner(theirs, searchFrom([file]))).toBeDefined();
    const inside = files.put(player, "app/tmp/game.js", "");
    expect(searchFrom([inside]).ownFolders).toEqual([]);
  });

  it("under sudo the caller's files are taken, and a variable of that name means nothing to anybody else", () => {
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

describe("In the working folder", needs("the root user"), () => {
  it.each([
    [0o755, true],
    [0o775, false],
    [0o777, false],
    [0o1777, false],
  ])("with the mode %o another user's file is taken: %s", (mode, isTaken) => {
    const files = new Files(sharedByAll());
    const cwd = files.makeFolder(player, "work", mode);
    const theirs = files.put(neighbour, "work/theirs", "");
    be(player);
    expect(foreignOwner(theirs, searchAbove(cwd, undefined)) === undefined).toBe(isTaken);
  });

  it("and above it the files of its owner are taken, as in a checkout, but are not this user's own", () => {
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
