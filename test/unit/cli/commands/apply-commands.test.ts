import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyCommands } from "../../../../src/cli/commands/apply-commands.ts";
import {
  ApplyError,
  type ApplyReport,
  ClientError,
  ErrorType,
  type Write,
} from "../../../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { createGame, ping } from "../../../setup/program/game-folder.ts";
import { runningAct } from "../../../setup/program/run-act.ts";
import type { ProgramSetting } from "../../../setup/program/run-in-process.ts";
import { withoutIds } from "../../../setup/program/without-ids.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const write: Write = { kind: "create", command: { name: "ping" } };
const remaining = [write, { kind: "create", command: { name: "pong" } } as const];
const report: ApplyReport = { done: [], failed: write, remaining, savedPermissions: [] };
const settings = { environment: undefined, applicationId: "1400000000000000001", commandsFile: "commands.mjs" };

function applying(
  apply: Parameters<typeof applyCommands>[4],
  setting: ProgramSetting = {},
  words: readonly string[] = [],
) {
  return runningAct(
    async (call) => {
      const options = { allowPermissionLoss: false };
      await applyCommands({ ...call, options }, settings, "Applied", { writes: remaining }, apply);
      return { result: {} };
    },
    words,
    setting,
  );
}

const aborted = new ClientError({ type: ErrorType.Aborted, code: "aborted", message: "It was aborted." });

describe("interrupted apply", () => {
  it("reports completed and remaining changes, and applies the rest on the next run", async () => {
    // Deleting the entry point takes a separate request.
    const game = createGame(emulator, [ping], { application: { activities: true } });
    const words = ["commands", "apply", "--yes", "--allow", "delete-entry-point"];
    const body = { code: 50001, message: "Missing Access" };
    const end = emulator.faults.add({
      method: "POST",
      path: new RegExp(`/applications/${game.application.id}/commands$`),
      answer: { status: 403, body },
    });
    const first = await game.run(words);
    expect(first.code).toBe(1);
    await expect(withoutIds(first.stderr)).toMatchFileSnapshot("../../../golden/program/apply-stopped.txt");
    end();
    const second = await game.run(words);
    expect([second.code, second.stderr]).toEqual([
      0,
      expect.stringMatching(/^Apply 1 request: application [^]*\.\nApplied: 1 request\.\n$/),
    ]);
    expect(second.stdout).toContain("+ /ping");
  });

  it.each([
    [report, " (the service may have done it anyway)"],
    [{ ...report, failed: undefined as never }, ""],
  ])("reports completed and remaining requests at Ctrl-C", async (stopped, doubt) => {
    const end = new AbortController();
    const apply = () => {
      end.abort();
      return Promise.reject(new ApplyError(aborted, stopped));
    };
    const text = await applying(apply, { signal: end.signal });
    expect(text.code).toBe(130);
    expect(text.stderr).toContain(`Left:\n  + create ping${doubt}\n  + create pong\n`);
    expect(text.stderr).toContain("Interrupted: 0 of 2 requests were done.");
    const json = await applying(apply, { signal: end.signal }, ["--json"]);
    const details = { done: [], remaining: [{ names: ["ping"] }, { names: ["pong"] }] };
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, error: { code: "interrupted", details } });
  });
});

it("reports only the reason if the first request fails", async () => {
  const { code, stderr } = await applying(() => Promise.reject(new Error("It could not begin.")));
  expect([code, stderr]).toEqual([1, "slashpass: It could not begin.\n"]);
});

it("counts the requests in the progress bar", async () => {
  const { stderr } = await applying(({ onProgress }) => {
    void onProgress?.({ kind: "saved", savedPermissions: [] });
    void onProgress?.({ kind: "written", write, done: 1, total: 2 });
    return Promise.resolve({ done: [write], remaining: [], savedPermissions: [] });
  });
  expect(stderr).toBe("Applied: 1 request.\n");
});
