import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { startEmulator } from "../../src/emulator/index.ts";
import { outputOf } from "../setup/child-process.ts";

/** Sends bytes as they are; gives the first line of the answer. */
async function sendRaw(port: string, bytes: string): Promise<string> {
  const socket = connect(Number(port), "127.0.0.1");
  socket.end(bytes);
  return (await text(socket)).split("\r\n")[0] ?? "";
}

describe("starting and ending", () => {
  it("several at once leave the console as it was", async () => {
    const output: { readonly warn: unknown } = globalThis.console;
    const { warn } = output;
    const emulators = await Promise.all([startEmulator(), startEmulator(), startEmulator()]);
    expect(output.warn).toBe(warn);
    expect(new Set(emulators.map(({ webBase }) => webBase)).size).toBe(3);
    for (const emulator of emulators) await emulator.close();
  });

  it("an aborted signal ends it, or keeps it from starting", async () => {
    const end = new AbortController();
    const { webBase } = await startEmulator({ signal: end.signal });
    end.abort();
    await expect(fetch(webBase)).rejects.toThrow("fetch failed");
    await expect(startEmulator({ signal: end.signal })).rejects.toMatchObject({ code: "aborted" });
  });

  it("a hostile request ends nothing", async () => {
    await using emulator = await startEmulator();
    const { port } = new URL(emulator.webBase);
    for (const target of ["//", "/%", "/api/v10/applications/%E0%A4%A/commands"]) {
      expect(await sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 4\d\d /,
      );
    }
    const basic = Buffer.from("%E0%A4%A:%").toString("base64");
    const headers = { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" };
    const token = await fetch(`${emulator.apiBase}/oauth2/token`, { method: "POST", headers, body: "a=b" });
    expect(token.status).toBe(401);
    const huge = await fetch(`${emulator.apiBase}/partner-sdk/token`, {
      method: "POST",
      body: "x".repeat(5 * 1024 * 1024),
    }).catch(() => undefined);
    expect(huge?.status ?? 413).toBe(413);
    expect((await fetch(`${emulator.webBase}/`)).status).toBe(200);
  });

  it("says what to install when the authorization server is not there", async () => {
    const folder = await mkdtemp(join(tmpdir(), "slashpass-emulator-"));
    await cp(new URL("../../dist", import.meta.url), join(folder, "dist"), { recursive: true });
    await writeFile(join(folder, "package.json"), '{"type":"module"}');
    const script = `const { startEmulator } = await import("./dist/emulator/index.js");
      await startEmulator().catch(({ code, hint }) => console.log(code, hint));`;
    const output = await outputOf(process.execPath, ["--input-type=module", "-e", script], { cwd: folder });
    expect(output).toBe("oidc_provider_missing Run `npm install --save-dev oidc-provider`.\n");
    await rm(folder, { recursive: true });
  });
});
