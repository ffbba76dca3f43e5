import { expect, it } from "vitest";
import { createGame, ping, score, useEmulator } from "../../../setup/program/game-folder.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { oneLine } from "../../../setup/program/one-line.ts";

const emulator = await useEmulator();

const old = { name: "old", description: "Goes away." };

function createDrifted() {
  return createGame(emulator, [{ ...ping, description: "Answers quickly." }, score], {
    application: { commands: [ping, old] },
  });
}

it("prints the target and the changes as a diff", async () => {
  const { application, run } = createDrifted();
  const { code, stdout, stderr } = await run(["commands", "plan"]);
  expect([code, stderr]).toEqual([0, ""]);
  const golden = stdout.replace(application.id, "{application}").replace(emulator.apiBase, "{apiBase}");
  await expect(golden).toMatchFileSnapshot("../../../golden/program/plan.txt");
});

it("uses colors on a terminal: green for creations, yellow for edits, red for deletions", async () => {
  const { stdout } = await createDrifted().run(["commands", "plan"], { columns: 80, env: { TERM: "xterm" } });
  expect(stdout).toContain("\u001B[32m+ /score");
  expect(stdout).toContain("\u001B[33m~ /ping");
  expect(stdout).toContain("\u001B[31m- /old");
});

it("prints a pull-request comment with --format markdown", async () => {
  const { application, run } = createDrifted();
  const { stdout } = await run(["commands", "plan", "--format", "markdown"]);
  expect(stdout).toMatch(/^### .*\n\n```diff\n/);
  const target = `application ${application.id} (development) at ${emulator.apiBase}`;
  expect(stdout.endsWith(`\n\nFor \`${target}\`.\n`)).toBe(true);
});

it("reports drift in the exit code if --exit-code is set", async () => {
  const game = createDrifted();
  expect((await game.run(["commands", "plan"])).code).toBe(0);
  expect((await game.run(["commands", "plan", "--exit-code"])).code).toBe(3);
  await game.run(["commands", "apply", "--yes"]);
  expect((await game.run(["commands", "plan", "--exit-code"])).code).toBe(0);
});

it("prints JSON", async () => {
  const { application, run } = createDrifted();
  const { result } = readObject((await run(["commands", "plan", "--json"])).stdout);
  expect(result).toMatchObject({
    target: { environment: "development", applicationId: application.id },
    differs: true,
    creates: [{ type: 1, name: "score" }],
    edits: [{ name: "ping", changes: [{ path: "description", from: "Answers.", to: "Answers quickly." }] }],
    deletes: [{ name: "old" }],
    warnings: [{ code: "permissions-erased" }, { code: "clients-reload" }],
  });
});

it("rejects definitions that the service would reject", async () => {
  const game = createGame(emulator, [{ ...ping, name: "PING" }]);
  const { code, stdout, stderr } = await game.run(["commands", "plan"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("commands.json:3:5 error PING.name");
  expect(oneLine(stderr)).toContain("1 error. Nothing was sent.");
});

it("rejects --format combined with --json", async () => {
  const { run } = createDrifted();
  const { code, stdout } = await run(["commands", "plan", "--format", "markdown", "--json"]);
  expect([code, readObject(stdout).error]).toMatchObject([
    2,
    {
      code: "misunderstood",
      message: expect.stringContaining("--format and --json cannot be used together"),
    },
  ]);
});

it("counts translations if there are many, but lists them all with --full", async () => {
  const locales = ["de", "fr", "it", "ja", "pl"];
  const translated = Object.fromEntries(locales.map((locale) => [locale, `Answers ${locale}.`]));
  const game = createGame(emulator, [{ ...ping, description_localizations: translated }]);
  expect((await game.run(["commands", "plan"])).stdout).toContain("+ description_localizations: 5 languages");
  for (const words of [[], ["--format", "markdown"]]) {
    const { stdout } = await game.run(["commands", "plan", "--full", ...words]);
    expect(stdout).toContain('description_localizations["ja"]: "Answers ja."');
  }
});
