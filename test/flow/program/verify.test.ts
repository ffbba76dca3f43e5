import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startGame, startServer } from "../../setup/emulator/game.ts";
import { runExecutable, runOnTerminal } from "../../setup/program/run-executable.ts";
import { readObject } from "../../setup/program/schema.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

const emulatorKey = "bbf58ee117ed8eff3f2db0e038529ffb23739d9561ec70ceb5dc6df8d8be1e4c";

describe("slashpass verify", needs("whole programs"), () => {
  it("explains a bad request signature in 80 columns", needs("Linux"), async () => {
    await using game = await startGame("0".repeat(63) + "1");
    const { status, stdout } = await runOnTerminal(["verify", "--endpoint", game.url], {
      env: { NO_COLOR: "1" },
    });
    expect(status).toBe(3);
    const shown = stdout.replaceAll("\r", "").replaceAll(game.url, "http://127.0.0.1:3000/");
    expect(Math.max(...shown.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    await expect(shown).toMatchFileSnapshot("../../golden/program/verify.txt");
  });

  it("checks an endpoint that accepts the emulator's key, and prints an object", async () => {
    await using game = await startGame(emulatorKey);
    const { status, stdout, stderr } = await runExecutable(["verify", "--json", "--endpoint", game.url]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(readObject(stdout).result).toMatchObject({
      publicKey: emulatorKey,
      checks: [{ verdict: "ok" }, {}, {}, {}],
    });
  });

  it("creates a key that can be used to check an endpoint, also with an interaction", async () => {
    const cwd = temporaryFolder();
    const made = await runExecutable(["verify", "--make-key", "test.key"], { cwd });
    await using game = await startGame(made.stdout.trim());
    const interaction = { id: "5", application_id: "1", type: 2, token: "t", version: 1 };
    writeFileSync(join(cwd, "it.json"), JSON.stringify(interaction));
    game.answer = () => ({ type: 4, data: { content: "Hello." } });
    const words = ["verify", "--endpoint", game.url, "--key", "test.key", "--interaction", "it.json"];
    const { status, stdout } = await runExecutable(words, { cwd });
    expect([status, stdout]).toEqual([0, expect.stringContaining("5 checks: 5 ok.")]);
  });

  it("fails if the key does not exist, and if the endpoint is down", async () => {
    const server = await startServer(() => undefined);
    await server.close();
    const down = await runExecutable(["verify", "--endpoint", server.url]);
    expect([down.status, down.stderr]).toEqual([1, expect.stringContaining("Start the server")]);
    const lacking = await runExecutable(["verify", "--endpoint", server.url, "--key", "none"]);
    expect([lacking.status, lacking.stderr]).toEqual([2, expect.stringContaining("--make-key")]);
  });
});
