import { expect, it, describe, vi } from "vitest";
import {
  commandsPlanAsData,
  planWith,
  printPlan,
  planKeepingPermissions,
} from "../../../../src/cli/commands/make-plan.ts";
import { planCommands, type Plan } from "../../../../src/commands/index.ts";
import { ping, createGame, useEmulator } from "../../../setup/program/game-folder.ts";
import { runningAct } from "../../../setup/program/run-act.ts";
import { expectEnd, oneLine } from "../../../setup/program/one-line.ts";
import { memoryTokenStore, type TokenStore } from "../../../../src/store/token-store.ts";

const emulator = await useEmulator();

const settings = {
  environment: "development",
  applicationId: "1400000000000000001",
  apiBase: "http://127.0.0.1:8181/api/v10",
  commandsFile: "commands.mjs",
};
const created = planCommands([ping], [], { scope: "global" });

it.each([20, 80, 5000])(
  "fits a plan to a terminal %j columns wide, down to a readable minimum",
  async (columns) => {
    const { code, stdout } = await runningAct(
      ({ terminal }) => {
        printPlan(created, settings, { terminal, options: { full: false } });
        return Promise.resolve({ result: {} });
      },
      [],
      { columns, env: { NO_COLOR: "1" } },
    );
    expect(code).toBe(0);
    expect(Math.max(...stdout.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(
      Math.max(40, columns),
    );
  },
);

it("names the program's option instead of the library's argument", async () => {
  const message = "List them in guildIds.";
  const plan = { ...created, warnings: [{ code: "permissions-unread" as const, message }] };
  const { stdout } = await runningAct(
    async (call) => {
      printPlan(await planWith(call, () => Promise.resolve(plan)), settings, {
        ...call,
        options: { full: false },
      });
      return { result: {} };
    },
    [],
    { columns: 80 },
  );
  expect(stdout).toContain("List them in --permissions-of.");
});

it("includes a command's new name in the plan's JSON", () => {
  const live = [{ ...ping, id: "1400000000000000011", version: "1", application_id: "1", type: 1 as const }];
  const renamed = planCommands([{ ...ping, name: "pong", renamedFrom: "ping" }], live, { scope: "global" });
  expect(commandsPlanAsData(renamed)).toMatchObject({ edits: [{ name: "ping", renamedTo: "pong" }] });
});

const launch = { type: 4, name: "launch", description: "Play.", handler: 2 };

describe("an entry point without Activities", () => {
  it.each([["plan"], ["apply", "--yes"]])(
    "is rejected by %j, which prints the next step",
    async (...words) => {
      const game = createGame(emulator, [ping, launch]);
      const { stderr } = await expectEnd(
        game.run(["commands", ...words]),
        1,
        `Activities are not enabled for application ${game.application.id}`,
      );
      expect(oneLine(stderr)).toContain("--activity");
    },
  );

  it("is planned if the credential cannot read the application, or if Activities are enabled", async () => {
    const game = createGame(emulator, [ping, launch]);
    const env = { SLASHPASS_BOT_TOKEN: "", SLASHPASS_CLIENT_SECRET: game.application.clientSecret };
    expect((await game.run(["commands", "plan"], { env })).code).toBe(0);
    const enabled = createGame(emulator, [ping, launch], {
      application: { activities: true, commands: [] },
    });
    expect((await enabled.run(["commands", "plan"])).code).toBe(0);
  });
});

describe("an entry point in a guild's file", () => {
  it("is skipped by plan and apply, with a warning", async () => {
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

  it("causes a warning in validate", async () => {
    const game = createGame(emulator, [ping, launch]);
    const { code, stdout } = await game.run(["commands", "validate", "--guild", "1400000000000000002"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("1 command: 0 errors, 1 warning.")]);
  });
});

describe("planKeepingPermissions", () => {
  const lost = ["permissions-lost"];
  const broken = { ...memoryTokenStore(), get: () => Promise.reject(new Error("The disk is full.")) };

  interface Case {
    readonly codes?: readonly string[];
    readonly env?: object;
    readonly store?: TokenStore;
    readonly isRead: boolean;
    readonly notes?: readonly unknown[];
  }

  it.each<[string, Case]>([
    ["no permissions would be lost", { codes: ["renamed"], isRead: false }],
    ["SLASHPASS_ACCESS_TOKEN is set", { env: { SLASHPASS_ACCESS_TOKEN: "token-of-ada" }, isRead: false }],
    ["no player is signed in", { isRead: true }],
    [
      "the player's tokens cannot be read, which is noted",
      { store: broken, isRead: true, notes: [[expect.stringContaining("token store")]] },
    ],
  ])(
    "plans only once if %s",
    async (_case, { codes = lost, env, store = memoryTokenStore(), isRead, notes = [] }) => {
      const get = vi.spyOn(store, "get");
      const note = vi.fn<(text: string) => void>();
      const call = {
        env: { SLASHPASS_APPLICATION_ID: "1400000000000000001", ...env },
        options: {},
        cwd: "/",
        own: { store },
        signal: new AbortController().signal,
        terminal: { note },
      } as unknown as Parameters<typeof planKeepingPermissions>[0];
      const warnings = codes.map((code) => ({ code, message: "Something." }));
      const plan = vi.fn((as: typeof call) =>
        Promise.resolve({ call: as, plan: { warnings } as unknown as Plan }),
      );
      expect((await planKeepingPermissions(call, plan)).call).toBe(call);
      expect(plan).toHaveBeenCalledOnce();
      expect(get.mock.calls.length > 0).toBe(isRead);
      expect(note.mock.calls).toEqual(notes);
    },
  );
});
