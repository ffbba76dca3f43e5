import { once } from "node:events";
import { chownSync, symlinkSync, writeFileSync } from "node:fs";
import { connect, Socket } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { absent, suspectFile, suspectPeer } from "../../../../src/sign-in/desktop-client/places.ts";
import { fakeDesktopClient } from "../../../setup/fake-desktop-client.ts";
import { needs } from "../../../setup/system-parts.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const nothing = () => undefined;
const me = process.geteuid?.() ?? -1;

afterEach(() => void vi.restoreAllMocks());

describe("the file of a socket", () => {
  it("of this user speaks for itself", async () => {
    const { path } = await fakeDesktopClient(nothing);
    expect(await suspectFile(path)).toBeUndefined();
  });

  it("that is not there is just that", async () => {
    expect(await suspectFile(join(temporaryFolder(), "discord-ipc-0"))).toBe(absent);
  });

  it("that is a link is refused, wherever it leads", async () => {
    const { path } = await fakeDesktopClient(nothing);
    symlinkSync(path, `${path}-link`);
    expect(await suspectFile(`${path}-link`)).toBe("it is not a socket");
  });

  it("that is an ordinary one is refused", async () => {
    const path = join(temporaryFolder(), "discord-ipc-0");
    writeFileSync(path, "");
    expect(await suspectFile(path)).toBe("it is not a socket");
  });

  it("of another user is refused", async () => {
    const { path } = await fakeDesktopClient(nothing);
    if (me === 0) chownSync(path, 4242, 4242);
    expect(await suspectFile(path, 4243)).toBe("it belongs to another user");
  });

  it("of root is none of another user's: root can do everything anyway", needs("the root user"), async () => {
    const { path } = await fakeDesktopClient(nothing);
    expect(await suspectFile(path, 4243)).toBeUndefined();
  });

  it("is not looked at where there are no users' numbers, as on Windows", async () => {
    vi.spyOn(process, "geteuid").mockReturnValue(undefined as unknown as number);
    expect(await suspectFile("\\\\?\\pipe\\discord-ipc-0")).toBeUndefined();
  });
});

describe("the process at the other end", () => {
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
    ["of another user", 1001, "a process of another user listens there"],
    ["of whom the system says nothing", undefined, undefined],
  ])("%s", async (_who, peer, suspicion) => {
    const peerUser = vi.fn(() => peer);
    expect(suspectPeer(await connection(), peerUser, 1000)).toBe(suspicion);
    expect(peerUser).toHaveBeenCalledWith(expect.any(Number));
  });

  it("is not asked for where the runtime shows no descriptor, or there are no users' numbers", async () => {
    const peerUser = vi.fn(() => 1001);
    expect(suspectPeer(new Socket(), peerUser, 1000)).toBeUndefined();
    expect(peerUser).not.toHaveBeenCalled();
    vi.spyOn(process, "geteuid").mockReturnValue(undefined as unknown as number);
    expect(suspectPeer(await connection(), peerUser)).toBeUndefined();
  });
});
