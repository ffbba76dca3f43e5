import { describe, expect, it } from "vitest";
import { createGame, ping, score, useEmulator } from "../../../setup/program/game-folder.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { expectEnd } from "../../../setup/program/one-line.ts";

const emulator = await useEmulator();

async function namesOf(game: ReturnType<typeof createGame>): Promise<string[]> {
  const { result = {} } = readObject((await game.run(["commands", "list", "--json"])).stdout);
  return (result["commands"] as { name: string }[]).map(({ name }) => name);
}

describe("commands apply", () => {
  it("prints the plan and asks for confirmation", async () => {
    const game = createGame(emulator, [ping, score]);
    const no = await game.run(["commands", "apply"], { columns: 80, typed: ["n"] });
    expect([no.code, await namesOf(game)]).toEqual([1, []]);
    expect(no.stdout).toContain("+ /score");
    expect(no.stderr).toContain("application");
    const yes = await game.run(["commands", "apply"], { columns: 80, typed: ["y"] });
    expect([yes.code, await namesOf(game)]).toEqual([0, ["ping", "score"]]);
    expect(yes.stderr).toContain("Applied: ");
  });

  it("clears a scope or deletes the entry point only with --allow", async () => {
    const game = createGame(emulator, [], { application: { commands: [ping], activities: true } });
    const refused = await expectEnd(game.run(["commands", "apply", "--yes"]), 1, "delete every command");
    expect(refused.stderr).toContain("add --allow empty-scope");
    const words = ["commands", "apply", "--yes", "--allow", "empty-scope", "delete-entry-point"];
    expect([(await game.run(words)).code, await namesOf(game)]).toEqual([0, []]);
  });
});

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
