import { EventEmitter, once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { Inside, isInside, withoutNamespace } from "../../../../../src/cli/emulator/as-service/inside.ts";
import { ownCertificate } from "../../../../setup/own-certificate.ts";
import { temporaryFolder } from "../../../../setup/temporary-folder.ts";

/** A process started by another run, which records its actions. */
function channel(connected = true) {
  const did: unknown[] = [];
  const process = {
    did,
    connected,
    pid: 5,
    kill: (pid: number, signal: string) => void did.push([pid, signal]),
    send: (message: string) => void did.push(message),
    channel: { unref: () => void did.push("does not wait") },
  };
  return Object.assign(new EventEmitter(), process);
}

const environment = (port: number, folder = "/nowhere") => ({
  WORD: "hello",
  SLASHPASS_NAMESPACE: folder,
  SLASHPASS_NAMESPACE_PORT: String(port),
});

describe("Inside", () => {
  it("is detected by its environment, which is hidden from the user's program", () => {
    const env = environment(80);
    expect([isInside({ env }), isInside({ env: withoutNamespace(env) })]).toEqual([true, false]);
    expect(withoutNamespace(env)).toEqual({ WORD: "hello" });
  });

  it("receives the signals of the outer run, and ends with it", () => {
    const outside = channel();
    const inside = new Inside({ env: environment(8181) }, outside);
    expect(inside.port).toBe(8181);
    outside.emit("message", "SIGHUP");
    outside.emit("disconnect");
    expect(outside.did).toEqual(["does not wait", [5, "SIGHUP"], [5, "SIGTERM"]]);
  });

  it("ends immediately if the outer run has exited or does not exist", () => {
    const gone = channel(false);
    expect(new Inside({ env: {} }, gone).port).toBeNaN();
    expect(gone.did).toContainEqual([5, "SIGTERM"]);
    const alone = Object.assign(new EventEmitter(), { pid: 5, kill: () => void gone.did.push("ended") });
    expect(new Inside({ env: {} }, alone).port).toBeNaN();
    expect(gone.did).toContain("ended");
  });

  it("deletes the key and connects the front to the emulator when opened", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "key.pem"), ownCertificate.key);
    writeFileSync(join(folder, "certificate.pem"), ownCertificate.cert);
    const emulator = createServer((socket) => socket.end("the emulator"));
    await once(emulator.listen(0, "127.0.0.1"), "listening");
    const outside = channel();
    const { port } = emulator.address() as AddressInfo;
    {
      await using inside = new Inside({ env: environment(port, folder) }, outside);
      await inside.open([0, 0]);
      expect(existsSync(join(folder, "key.pem"))).toBe(false);
      expect(outside.did).toContain("served");

      const door = createServer();
      await once(door.listen(0, "127.0.0.1"), "listening");
      outside.emit("message", "door", door);
      const visitor = connect((door.address() as AddressInfo).port, "127.0.0.1");
      expect(await text(visitor)).toBe("the emulator");
      await new Promise((resolve) => door.close(resolve));
    }
    await new Promise((resolve) => emulator.close(resolve));
  });

  it("can be disposed before it is opened", async () => {
    await expect(
      new Inside({ env: environment(1) }, channel())[Symbol.asyncDispose](),
    ).resolves.toBeUndefined();
  });
});
