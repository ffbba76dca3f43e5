import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../setup/program/run-in-process.ts";
import { readObject } from "../../../setup/program/schema.ts";

/** Runs the emulator until it has printed something. */
function serveOnce(...words: string[]) {
  const end = new AbortController();
  return runInProcess(["emulator", ...words], { signal: end.signal, onOutput: () => end.abort() });
}

describe("slashpass emulator", () => {
  it("says where it serves, and ends well at Ctrl-C", async () => {
    const { code, stdout, stderr } = await serveOnce("--port", "0");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/webBase +http:\/\/127\.0\.0\.1:\d+\n/);
  });

  it("prints where it serves as an object", async () => {
    const { stdout } = await serveOnce("--json");
    expect(readObject(stdout).result).toMatchObject({
      apiBase: expect.stringContaining("http://127.0.0.1:"),
    });
  });

  it.each(["65536", "1e3", "", "-1"])("refuses the port %j", async (port) => {
    const { code, stderr } = await runInProcess(["emulator", `--port=${port}`]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`not '${port}'`)]);
  });

  it("says so when another program has the port", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const { code, stderr } = await runInProcess(["emulator", "--port", String(port)]);
    other.close();
    expect([code, stderr]).toEqual([1, expect.stringContaining("EADDRINUSE")]);
  });
});
