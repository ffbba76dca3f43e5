import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { createGame, ping } from "../../../setup/program/game-folder.ts";
import { oneLine } from "../../../setup/program/one-line.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const launch = { type: 4, name: "launch", description: "Play.", handler: 2 };

describe("an entry point without Activities", () => {
  it.each([["plan"], ["apply", "--yes"]])(
    "is rejected by %s, which prints the next step",
    async (...words) => {
      const game = createGame(emulator, [ping, launch]);
      const { code, stderr } = await game.run(["commands", ...words]);
      expect(code).toBe(1);
      expect(oneLine(stderr)).toContain(
        `Activities are not enabled for the application ${game.application.id}`,
      );
      expect(oneLine(stderr)).toContain("--activity");
    },
  );

  it("is planned if the credential cannot read the application", async () => {
    const game = createGame(emulator, [ping, launch]);
    const env = { SLASHPASS_BOT_TOKEN: "", SLASHPASS_CLIENT_SECRET: game.application.clientSecret };
    expect(await game.run(["commands", "plan"], { env })).toMatchObject({ code: 0 });
  });
});

it("plans an entry point if Activities are enabled", async () => {
  const game = createGame(emulator, [ping, launch], { application: { activities: true, commands: [] } });
  expect(await game.run(["commands", "plan"])).toMatchObject({ code: 0 });
});

describe("an entry point in a file for a guild", () => {
  it("is skipped with a warning by plan and apply", async () => {
    const game = createGame(emulator, [ping, launch]);
    const guild = ["--guild", emulator.guilds[0]?.id ?? ""];
    const plan = await game.run(["commands", "plan", ...guild]);
    expect(plan.stdout).toContain("+ /ping");
    expect(plan.stdout).not.toContain("launch");
    expect(oneLine(plan.stderr)).toContain("it is skipped for this guild");
    const json = JSON.parse((await game.run(["commands", "plan", "--json", ...guild])).stdout);
    expect(json.result.warnings).toEqual([
      {
        code: "rule",
        message: expect.stringContaining("skipped for this guild. Plan and apply it with --global."),
      },
    ]);
    const markdown = await game.run(["commands", "plan", "--format", "markdown", ...guild]);
    expect(markdown.stdout).toContain("skipped for this guild");
    expect(await game.run(["commands", "apply", "--yes", ...guild])).toMatchObject({ code: 0 });
  });

  it("causes a warning of validate", async () => {
    const game = createGame(emulator, [ping, launch]);
    const { code, stdout } = await game.run(["commands", "validate", "--guild", "1400000000000000002"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("1 command: 0 errors, 1 warning.")]);
  });
});
