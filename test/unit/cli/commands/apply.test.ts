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

  it("prints completed changes as JSON, and no changes on a second run", async () => {
    const game = createGame(emulator, [ping]);
    const first = readObject((await game.run(["commands", "apply", "--yes", "--json"])).stdout);
    expect(first.result).toMatchObject({
      done: [{ kind: "create", names: ["ping"] }],
      plan: { creates: [{ name: "ping" }] },
    });
    const second = readObject((await game.run(["commands", "apply", "--json"])).stdout);
    expect(second.result).toMatchObject({ done: [], plan: { unchanged: [{ name: "ping" }] } });
  });

  it("clears a scope or deletes the entry point only with --allow", async () => {
    const game = createGame(emulator, [], { application: { commands: [ping], activities: true } });
    const refused = await expectEnd(game.run(["commands", "apply", "--yes"]), 1, "delete every command");
    expect(refused.stderr).toContain("add --allow empty-scope");
    const words = ["commands", "apply", "--yes", "--allow", "empty-scope", "delete-entry-point"];
    expect([(await game.run(words)).code, await namesOf(game)]).toEqual([0, []]);
  });
});
