import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { listenAt } from "../../../../../src/emulator/activity/desktop-client/socket.ts";
import { asPlatform } from "../../../../setup/as-platform.ts";
import { temporaryFolder } from "../../../../setup/temporary-folder.ts";

function server(): Server {
  const made = createServer();
  onTestFinished(() => void made.close());
  return made;
}

it("The second client takes the second name, in a folder that is made for this user alone", async () => {
  const folder = join(temporaryFolder(), "run");
  const first = await listenAt(server(), folder);
  const second = await listenAt(server(), folder);
  expect([first.path, second.path]).toEqual([join(folder, "discord-ipc-0"), join(folder, "discord-ipc-1")]);
  expect(first.environment).toEqual({ XDG_RUNTIME_DIR: folder });
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await first.remove();
  expect(existsSync(folder)).toBe(true);
});

it("Without a folder there is a new one, which goes again", async () => {
  const { path, environment, remove } = await listenAt(server(), undefined);
  const folder = environment["XDG_RUNTIME_DIR"] ?? "";
  expect(path.startsWith(folder)).toBe(true);
  await remove();
  expect(existsSync(folder)).toBe(false);
});

it.each([
  [
    "is a file",
    (parent: string) => {
      writeFileSync(join(parent, "file"), "");
      return join(parent, "file");
    },
  ],
  ["has a path that is too long for a socket", (parent: string) => join(parent, "x".repeat(120))],
  [
    "has no name left",
    (parent: string) => {
      for (let index = 0; index < 10; index += 1) mkdirSync(join(parent, `discord-ipc-${index}`));
      return parent;
    },
  ],
])("A folder that %s is refused with a reason", async (_what, folderIn) => {
  const listening = listenAt(server(), folderIn(temporaryFolder()));
  await expect(listening).rejects.toMatchObject({
    code: "socket_unavailable",
    message: expect.stringMatching(/cannot listen in .* \([A-Z]+\)\.$/) as unknown,
  });
});

it("On Windows it is a pipe, for which there is no folder", async () => {
  asPlatform("win32");
  // Anywhere else this is the name of a file in the working folder.
  const { path, environment, remove } = await listenAt(server(), temporaryFolder());
  expect(path).toMatch(/^\\\\\?\\pipe\\discord-ipc-\d$/);
  expect(environment).toEqual({});
  await remove();
});
