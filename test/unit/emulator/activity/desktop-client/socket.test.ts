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

it("uses the next free socket name and creates a directory with mode 0700", async () => {
  const folder = join(temporaryFolder(), "run");
  const first = await listenAt(server(), folder);
  const second = await listenAt(server(), folder);
  expect([first.path, second.path]).toEqual([join(folder, "discord-ipc-0"), join(folder, "discord-ipc-1")]);
  expect(first.environment).toEqual({ XDG_RUNTIME_DIR: folder });
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await first.remove();
  expect(existsSync(folder)).toBe(true);
});

it("creates a temporary directory by default and removes it on close", async () => {
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
  ["makes the socket's path too long", (parent: string) => join(parent, "x".repeat(120))],
  [
    "has no free socket name",
    (parent: string) => {
      for (let index = 0; index < 10; index += 1) mkdirSync(join(parent, `discord-ipc-${index}`));
      return parent;
    },
  ],
])("explains why it rejects a directory that %s", async (_what, folderIn) => {
  const listening = listenAt(server(), folderIn(temporaryFolder()));
  await expect(listening).rejects.toMatchObject({
    code: "socket_unavailable",
    message: expect.stringMatching(/cannot listen in .* \([A-Z]+\)\.$/) as unknown,
  });
});

it("on Windows, uses a named pipe and no directory", async () => {
  asPlatform("win32");
  // On other systems, listening creates a file in the working directory.
  const { path, environment, remove } = await listenAt(server(), temporaryFolder());
  expect(path).toMatch(/^\\\\\?\\pipe\\discord-ipc-\d$/);
  expect(environment).toEqual({});
  await remove();
});
