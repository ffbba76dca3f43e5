import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { outputOf } from "../setup/child-process.ts";

let folder: string;

/** Copies only the built files, not the installed packages. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slashpass-emulator-"));
  await cp(new URL("../../dist", import.meta.url), join(folder, "dist"), { recursive: true });
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
});
afterAll(() => rm(folder, { recursive: true }));

const run = (script: string) =>
  outputOf(process.execPath, ["--input-type=module", "-e", script], { cwd: folder });

// The folder has only the emulator's own files.
it("loads its authorization server on the first request and responds with an error if loading fails", async () => {
  await writeFile(join(folder, "dist/carried/oidc-provider.js"), 'throw new Error("it was read");');
  const output = await run(`const { startEmulator } = await import("./dist/emulator/index.js");
    const emulator = await startEmulator();
    console.log("started");
    const answer = await fetch(emulator.webBase + "/.well-known/openid-configuration");
    console.log(answer.status, (await answer.json()).message);
    await emulator.close();`);
  expect(output).toBe("started\n500 The emulator failed: it was read\n");
});

it("loads its WebSocket code on the first connection and closes the connection if loading fails", async () => {
  await cp(new URL("../../dist/carried", import.meta.url), join(folder, "dist/carried"), {
    recursive: true,
  });
  await writeFile(join(folder, "dist/carried/ws.js"), 'console.log("read"); throw new Error("broken");');
  const output = await run(`const { startEmulator } = await import("./dist/emulator/index.js");
    const { connect } = await import("node:net");
    const emulator = await startEmulator();
    console.log("started");
    const socket = connect(new URL(emulator.webBase).port, "127.0.0.1");
    socket.write("GET /gateway HTTP/1.1\\r\\nhost: x\\r\\nconnection: upgrade\\r\\nupgrade: websocket\\r\\n\\r\\n");
    await new Promise((resolve) => socket.on("error", () => undefined).on("close", resolve));
    console.log((await fetch(emulator.webBase)).status);
    await emulator.close();`);
  expect(output).toBe("started\nread\n200\n");
});
