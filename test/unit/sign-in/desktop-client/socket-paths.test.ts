import { expect, it, afterEach, describe, onTestFinished, vi } from "vitest";
import {
  desktopClientPaths,
  absent,
  suspectFile,
  suspectPeer,
} from "../../../../src/sign-in/desktop-client/socket-paths.ts";
import { once } from "node:events";
import { chownSync, symlinkSync, writeFileSync } from "node:fs";
import { connect, Socket } from "node:net";
import { join } from "node:path";
import { fakeDesktopClient } from "../../../setup/fake-desktop-client.ts";
import { needs } from "../../../setup/system-parts.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

it("lists ten sockets in every possible directory for every package format", () => {
  const env = { XDG_RUNTIME_DIR: "/run/user/1000", TMPDIR: "/var/tmp", TMP: "/tmp", TEMP: "relative" };
  const socketPaths = desktopClientPaths({ platform: "linux", env });
  expect(socketPaths).toHaveLength(3 * 4 * 10);
  expect(socketPaths.filter((socketPath) => socketPath.endsWith("-0"))).toEqual([
    "/run/user/1000/discord-ipc-0",
    "/run/user/1000/snap.discord/discord-ipc-0",
    "/run/user/1000/app/com.discordapp.Discord/discord-ipc-0",
    "/run/user/1000/app/com.discordapp.DiscordCanary/discord-ipc-0",
    "/var/tmp/discord-ipc-0",
    "/var/tmp/snap.discord/discord-ipc-0",
    "/var/tmp/app/com.discordapp.Discord/discord-ipc-0",
    "/var/tmp/app/com.discordapp.DiscordCanary/discord-ipc-0",
    "/tmp/discord-ipc-0",
    "/tmp/snap.discord/discord-ipc-0",
    "/tmp/app/com.discordapp.Discord/discord-ipc-0",
    "/tmp/app/com.discordapp.DiscordCanary/discord-ipc-0",
  ]);
  expect(socketPaths.slice(0, 10)).toEqual(
    Array.from({ length: 10 }, (_, index) => `/run/user/1000/discord-ipc-${index}`),
  );
});

it.each([
  ["/tmp if no variable is set", {}, "/tmp"],
  ["TMPDIR on macOS, where it belongs to the user", { TMPDIR: "/var/folders/x/T/" }, "/var/folders/x/T"],
])("lists first %s", (_case, env, folder) => {
  expect(desktopClientPaths({ platform: "darwin", env })[0]).toBe(`${folder}/discord-ipc-0`);
});

it("lists ten pipes on Windows, regardless of environment variables", () => {
  expect(desktopClientPaths({ platform: "win32", env: { TEMP: "C:\\Temp" } })).toEqual(
    Array.from({ length: 10 }, (_, index) => `\\\\?\\pipe\\discord-ipc-${index}`),
  );
});

describe("a socket", () => {
  const nothing = () => undefined;
  const me = process.geteuid?.() ?? -1;

  afterEach(() => void vi.restoreAllMocks());

  describe("suspectFile", () => {
    it("accepts this user's socket", async () => {
      const { path } = await fakeDesktopClient(nothing);
      expect(await suspectFile(path)).toBeUndefined();
    });

    it("returns `absent` if the file is missing", async () => {
      expect(await suspectFile(join(temporaryFolder(), "discord-ipc-0"))).toBe(absent);
    });

    it("rejects a symbolic link regardless of its target", async () => {
      const { path } = await fakeDesktopClient(nothing);
      symlinkSync(path, `${path}-link`);
      expect(await suspectFile(`${path}-link`)).toBe("it is not a socket");
    });

    it("rejects a regular file", async () => {
      const path = join(temporaryFolder(), "discord-ipc-0");
      writeFileSync(path, "");
      expect(await suspectFile(path)).toBe("it is not a socket");
    });

    it("rejects another user's socket", async () => {
      const { path } = await fakeDesktopClient(nothing);
      if (me === 0) chownSync(path, 4242, 4242);
      expect(await suspectFile(path, 4243)).toBe("it belongs to another user");
    });

    it("accepts root's socket, because root has full access anyway", needs("the root user"), async () => {
      const { path } = await fakeDesktopClient(nothing);
      expect(await suspectFile(path, 4243)).toBeUndefined();
    });

    it("skips the check if there are no user ids, as on Windows", async () => {
      vi.spyOn(process, "geteuid").mockReturnValue(undefined as unknown as number);
      expect(await suspectFile("\\\\?\\pipe\\discord-ipc-0")).toBeUndefined();
    });
  });

  describe("suspectPeer", () => {
    async function connection(): Promise<Socket> {
      const { path } = await fakeDesktopClient(nothing);
      const socket = connect(path);
      onTestFinished(() => void socket.destroy());
      await once(socket, "connect");
      return socket;
    }

    it.each([
      ["of this user", 1000, undefined],
      ["of root", 0, undefined],
      ["of another user", 1001, "another user's process is listening there"],
      ["whose user the system does not report", undefined, undefined],
    ])("checks a process %s", async (_who, peer, suspicion) => {
      const peerUser = vi.fn(() => peer);
      expect(suspectPeer(await connection(), peerUser, 1000)).toBe(suspicion);
      expect(peerUser).toHaveBeenCalledWith(expect.any(Number));
    });

    it("skips the check if the runtime exposes no descriptor or there are no user ids", async () => {
      const peerUser = vi.fn(() => 1001);
      expect(suspectPeer(new Socket(), peerUser, 1000)).toBeUndefined();
      expect(peerUser).not.toHaveBeenCalled();
      vi.spyOn(process, "geteuid").mockReturnValue(undefined as unknown as number);
      expect(suspectPeer(await connection(), peerUser)).toBeUndefined();
    });
  });
});
