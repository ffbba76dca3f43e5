// Another user of the machine plants files in directories that the player's game searches.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { currentTarget } from "../../src/native/addon-paths.ts";
import { bundle } from "../setup/bundle.ts";
import { Files, neighbour, player, root, runAs, sharedByAll } from "../setup/other-users.ts";
import { needs } from "../setup/system-parts.ts";

const prebuilt = `prebuilds/${currentTarget()}/slashpass.node`;
const manifest = { name: "slashpass", exports: { "./package.json": "./package.json" } };
const opener = fileURLToPath(new URL("../../build/Release/redirect-opener", import.meta.url));

let loader: string;
let store: string;
let openerReader: string;

const parts = needs("Linux", "the root user");

describe("on a machine with another user", parts, () => {
  // Created here, because no hook would delete the directory if all tests were skipped.
  beforeAll(async () => {
    const built = mkdtempSync(join(tmpdir(), "slashpass-built-"));
    chmodSync(built, 0o755);
    [loader, store, openerReader] = (await Promise.all(
      ["native/load.ts", "store/own-stores.ts", "native/opener.ts"].map((source, index) =>
        bundle(source, join(built, String(index))),
      ),
    )) as [string, string, string];
    return () => rmSync(built, { recursive: true });
  });

  function putGame(files: Files, user: number, folder: string): string {
    files.copy(user, `${folder}/bundle.mjs`, loader);
    return files.put(
      user,
      `${folder}/game.mjs`,
      `import { addonFile } from "./bundle.mjs";
      try { console.log(addonFile()); } catch (error) { console.log(error.code, error.message); }`,
    );
  }

  function putPackage(files: Files, user: number, folder = "node_modules"): string {
    files.put(user, `${folder}/slashpass/package.json`, manifest);
    return files.copyAddon(user, `${folder}/slashpass/${prebuilt}`);
  }

  async function printedBy(user: number, file: string, env = {}): Promise<string> {
    const { stdout, stderr } = await runAs(user, [file], { env });
    return (stdout + stderr).trim();
  }

  describe("a game's addon", () => {
    it("is loaded from the game's directory rather than from another user's package in a parent directory", async () => {
      const files = new Files(sharedByAll());
      putPackage(files, neighbour);
      const game = putGame(files, player, "game");
      const own = files.copyAddon(player, "game/slashpass.node");
      expect(await printedBy(player, game)).toBe(own);
    });

    it("is loaded from the game's directory rather than from this user's older package in a parent directory", async () => {
      const files = new Files(sharedByAll());
      putPackage(files, player);
      const game = putGame(files, player, "game");
      const own = files.copyAddon(player, "game/slashpass.node");
      expect(await printedBy(player, game)).toBe(own);
    });

    it.each([
      ["a package", (files: Files) => void putPackage(files, neighbour)],
      [
        "a link to a package",
        (files: Files) => {
          putPackage(files, neighbour, "elsewhere");
          files.link(neighbour, "node_modules", join(files.folder, "elsewhere"));
        },
      ],
      [
        "a package in this user's node_modules directory",
        (files: Files) => {
          files.makeFolder(player, "node_modules", 0o777);
          putPackage(files, neighbour);
        },
      ],
    ])(
      "is not loaded from %s if another user planted it in a parent directory, and the error names the owner",
      async (_name, plant) => {
        const files = new Files(sharedByAll());
        plant(files);
        const printed = await printedBy(player, putGame(files, player, "game"));
        expect(printed).toContain("addon_unavailable");
        expect(printed).toContain(`belongs to another user (${neighbour})`);
      },
    );

    it("is not loaded from a directory that another user's package.json turns into the game's package", async () => {
      const files = new Files(sharedByAll());
      files.put(neighbour, "package.json", manifest);
      files.copyAddon(neighbour, prebuilt);
      putPackage(files, neighbour);
      const printed = await printedBy(player, putGame(files, player, "game"));
      expect(printed).toContain("addon_unavailable");
    });

    it("is not loaded if another user planted it next to a game in a shared directory", async () => {
      const files = new Files(sharedByAll());
      files.copy(player, "bundle.mjs", loader);
      const game = putGame(new Files(files.folder), player, ".");
      const planted = files.copyAddon(neighbour, "slashpass.node");
      files.copyAddon(neighbour, prebuilt);
      expect(await printedBy(player, game)).toContain(`${planted}: belongs to another user (${neighbour})`);
    });

    it("is not loaded from a parent directory that belongs to another user", async () => {
      const files = new Files(sharedByAll());
      files.makeFolder(neighbour, "theirs");
      putPackage(files, root, "theirs/node_modules");
      const printed = await printedBy(player, putGame(files, player, "theirs/game"));
      expect(printed).toContain(`${join(files.folder, "theirs")}: belongs to another user (${neighbour})`);
    });

    it("is loaded from the nearest package that does not belong to another user", async () => {
      const files = new Files(sharedByAll());
      const good = putPackage(files, root);
      files.makeFolder(root, "deeper", 0o1777);
      putPackage(files, neighbour, "deeper/node_modules");
      expect(await printedBy(player, putGame(files, player, "deeper/game"))).toBe(good);
    });
  });

  describe("legitimate owners and modes", () => {
    it("loads the addon in a container whose node_modules belong to neither the game's nor the process's user", async () => {
      const files = new Files(sharedByAll());
      files.put(root, "app/package.json", { name: "game" });
      const addon = putPackage(files, neighbour, "app/node_modules");
      expect(await printedBy(player, putGame(files, root, "app/dist"))).toBe(addon);
    });

    it("loads the addon in a container whose files all belong to a user other than the process's", async () => {
      const files = new Files(sharedByAll());
      const addon = putPackage(files, neighbour, "app/node_modules");
      expect(await printedBy(root, putGame(files, neighbour, "app/dist"))).toBe(addon);
    });

    it("loads the addon with a umask of 002 and the user's own group", async () => {
      const files = new Files(sharedByAll());
      const addon = putPackage(files, player, "home/node_modules");
      const game = putGame(files, player, "home/game");
      const folders = ["home", "home/game", "home/node_modules", "home/node_modules/slashpass"];
      for (const folder of folders) chmodSync(join(files.folder, folder), 0o775);
      for (const file of [addon, join(files.folder, "home/node_modules/slashpass/package.json")])
        chmodSync(file, 0o664);
      expect(await printedBy(player, game)).toBe(addon);
    });

    it("loads packages that belong to the user who runs sudo", async () => {
      const files = new Files(sharedByAll());
      const addon = putPackage(files, player, "home/node_modules");
      const game = putGame(files, root, "home/game");
      expect(await printedBy(root, game)).toContain("addon_unavailable");
      expect(await printedBy(root, game, { SUDO_UID: String(player) })).toBe(addon);
      expect(await printedBy(neighbour, game, { SUDO_UID: String(player) })).toContain("addon_unavailable");
    });
  });

  describe("the package keytar", () => {
    const keytar = `console.log("loaded " + __dirname);
      module.exports = { getPassword() {}, setPassword() {}, deletePassword() {} };`;

    function putPlayer(files: Files, user: number, folder: string): string {
      files.copy(user, `${folder}/bundle.mjs`, store);
      return files.put(
        user,
        `${folder}/game.mjs`,
        `import { keychainTokenStore } from "./bundle.mjs";
        try { keychainTokenStore({ keytar: true }); } catch (error) { console.log(error.code, error.message); }`,
      );
    }

    it("is not loaded if another user planted it in a parent directory, and the error names its path", async () => {
      const files = new Files(sharedByAll());
      files.put(neighbour, "node_modules/keytar/index.js", keytar);
      const printed = await printedBy(player, putPlayer(files, player, "game"));
      expect(printed).toContain("keytar_unavailable");
      expect(printed).toContain(
        `${join(files.folder, "node_modules/keytar")} is not used: it belongs to another user (${neighbour}).`,
      );
    });

    it("is loaded from the game's own directory, from root's packages and from NODE_PATH", async () => {
      const files = new Files(sharedByAll());
      const loadedFrom = (file: string) => `loaded ${join(file, "..")}`;
      const given = files.put(neighbour, "given/keytar/index.js", keytar);
      const game = putPlayer(files, player, "game");
      expect(await printedBy(player, game, { NODE_PATH: join(files.folder, "given") })).toBe(
        loadedFrom(given),
      );
      const ofRoot = files.put(root, "node_modules/keytar/index.js", keytar);
      expect(await printedBy(player, game)).toBe(loadedFrom(ofRoot));
      const own = files.put(neighbour, "game/node_modules/keytar/index.js", keytar);
      expect(await printedBy(player, game)).toBe(loadedFrom(own));
    });
  });

  it("does not install an opener that another user planted next to an addon in a shared directory", async () => {
    const files = new Files(sharedByAll());
    files.copy(player, "bundle.mjs", openerReader);
    files.copyAddon(player, "slashpass.node");
    const planted = files.copy(neighbour, "redirect-opener", opener);
    const game = files.put(
      player,
      "game.mjs",
      `import { readOpener } from "./bundle.mjs";
      try { console.log(readOpener().length); } catch (error) { console.log(error.code, error.message); }`,
    );
    expect(await printedBy(player, game)).toBe(
      `no_opener ${planted} is not used: it belongs to another user (${neighbour}).`,
    );
  });
});
