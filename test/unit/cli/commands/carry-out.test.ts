import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { carryOut } from "../../../../src/cli/commands/carry-out.ts";
import { ApplyError, type ApplyReport, ClientError, ErrorType } from "../../../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { createGame, ping } from "../../../setup/program/game-folder.ts";
import { runningAct } from "../../../setup/program/run-act.ts";
import { withoutIds } from "../../../setup/program/without-ids.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const report: ApplyReport = {
  done: [],
  failed: { kind: "create", command: { name: "ping" } },
  remaining: [
    { kind: "create", command: { name: "ping" } },
    { kind: "create", command: { name: "pong" } },
  ],
  savedPermissions: [],
};
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

  it("reports at Ctrl-C that the last request may have succeeded", async () => {
    const end = new AbortController();
    const failed = report.remaining[0] ?? expect.unreachable();
    const acting = () =>
      runningAct(
        (call) =>
          carryOut(call, 2, () => {
            end.abort();
            throw new ApplyError(aborted, { ...report, failed });
          }).then(() => ({ result: {} })),
        [],
        { signal: end.signal },
      );
    const { code, stderr } = await acting();
    expect(code).toBe(130);
    expect(stderr).toContain(
      "Left:\n  + create ping (the service may have applied it anyway)\n  + create pong\n",
    );
    expect(stderr).toContain("Interrupted: 0 of 2 requests were done.");
  });

  it("reports the same at Ctrl-C as JSON", async () => {
    const end = new AbortController();
    const { stdout } = await runningAct(
      (call) =>
        carryOut(call, 2, () => {
          end.abort();
          throw new ApplyError(aborted, report);
        }).then(() => ({ result: {} })),
      ["--json"],
      { signal: end.signal },
    );
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      error: {
        code: "interrupted",
        details: { done: [], remaining: [{ names: ["ping"] }, { names: ["pong"] }] },
      },
    });
  });
});

it("reports only the reason if the first request fails", async () => {
  const { code, stderr } = await runningAct((call) =>
    carryOut(call, 1, () => Promise.reject(new Error("It could not begin."))).then(() => ({ result: {} })),
  );
  expect([code, stderr]).toEqual([1, "slashpass: It could not begin.\n"]);
});

it("counts the requests in the progress bar", async () => {
  const seen: number[] = [];
  await runningAct(async (call) => {
    const write = { kind: "create", command: { name: "ping" } } as const;
    const done = await carryOut(call, 1, (onProgress) => {
      onProgress({ kind: "saved", savedPermissions: [] });
      onProgress({ kind: "written", write, done: 1, total: 1 });
      return Promise.resolve({ done: [write], remaining: [], savedPermissions: [] });
    });
    seen.push(done.done.length);
    return { result: {} };
  });
  expect(seen).toEqual([1]);
});
