import { describe, expect, it } from "vitest";
import { createGame, ping, useEmulator } from "../../../setup/program/game-folder.ts";

const emulator = await useEmulator();

const words = ["commands", "apply", "--watch", "--yes", "--file", "all.mjs"];

describe("slashpass commands apply --watch", () => {
  it("watches the file and its imports, survives invalid definitions and stops on Ctrl-C", async () => {
    const game = createGame(emulator, []);
    game.write("ping.mjs", `export const ping = ${JSON.stringify(ping)};`);
    game.write("all.mjs", 'import { ping } from "./ping.mjs";\nexport default [ping];');
    const end = new AbortController();
    let output = "";
    const running = game.run(words, { signal: end.signal, onOutput: (text) => (output += text) });
    const untilPrinted = (text: string) => expect.poll(() => output).toContain(text);
    await untilPrinted("Applied: 1 request.");
    game.write("ping.mjs", "export const ping = { name: 'PING', description: 'Big.' };");
    await untilPrinted("ping.mjs:1:23 error PING.name");
    await untilPrinted("Nothing was sent.");
    game.write("ping.mjs", "export const ping = { name: 'ping', description: 'Answers anew.' };");
    await untilPrinted("Answers. → Answers anew.".replaceAll(/(Answers[^→]*?\.)/g, '"$1"'));
    output = "";
    game.write("all.mjs", 'import { ping } from "./ping.mjs";\n\nexport default [ping];');
    await untilPrinted("Nothing to apply.");
    end.abort();
    expect((await running).code).toBe(0);
  });

  it("is rejected in protected or production environments and with --json", async () => {
    const guarded = createGame(emulator, [ping], { environment: { protected: true } });
    const real = createGame(emulator, [ping], { environment: { apiBase: "https://discord.com/api/v10" } });
    const runs = await Promise.all([guarded.run(words), real.run(words), real.run([...words, "--json"])]);
    expect(runs.map(({ code }) => code)).toEqual([2, 2, 2]);
    expect(runs[0]?.stderr).toContain("the environment is protected");
    expect(runs[1]?.stderr).toContain("all users see global commands");
    expect(runs[2]?.stdout).toContain("--json prints a single object");
  });

  it("exits with 130 if interrupted during an apply", async () => {
    const game = createGame(emulator, []);
    game.write("all.mjs", `export default ${JSON.stringify([ping])};`);
    const end = new AbortController();
    const path = new RegExp(`/applications/${game.application.id}/`);
    emulator.faults.add({ path, times: 1, latencyMs: 3_600_000 });
    const running = game.run(words, { signal: end.signal });
    // Waits until the delayed request has arrived.
    await expect.poll(() => emulator.faults.all).toEqual([]);
    end.abort();
    expect((await running).code).toBe(130);
  });
});
