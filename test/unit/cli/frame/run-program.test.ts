import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Call } from "../../../../src/cli/frame/run-command.ts";
import { ExitCode, Failure } from "../../../../src/cli/frame/failure.ts";
import { runningAct as running } from "../../../setup/program/run-act.ts";

it("prints help to standard output", async () => {
  const run = await running(() => expect.unreachable(), ["--help"]);
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("Usage: slashpass act"), stderr: "" });
});

it("disables colors with --no-color, even in child processes", async () => {
  const paint = ({ terminal, env }: Call) => {
    terminal.print(`${terminal.paint.green("yes")} ${env["NO_COLOR"] ?? "unset"}`);
    return Promise.resolve({ result: {} });
  };
  const coloured = { columns: 80, env: { FORCE_COLOR: "1" } };
  expect((await running(paint, [], coloured)).stdout).toBe("\u001B[32myes\u001B[39m unset\n");
  expect((await running(paint, ["--no-color"], coloured)).stdout).toBe("yes 1\n");
});

describe("the exit", () => {
  it("exits with the outcome's exit code", async () => {
    expect((await running(() => Promise.resolve({ result: {}, exitCode: ExitCode.Differs }))).code).toBe(3);
  });

  it("waits for ongoing work after the object is printed", async () => {
    let printed = "";
    const lasting = async () => {
      await wait(1);
      expect(printed).toContain('"ok": true');
      return ExitCode.Failed;
    };
    const setting = { onOutput: (text: string) => (printed += text) };
    expect((await running(() => Promise.resolve({ result: {}, lasting }), ["--json"], setting)).code).toBe(1);
  });

  it("prints the error and its hint", async () => {
    const failing = () => Promise.reject(new Failure("It broke.", { code: "broken", hint: "Mend it." }));
    expect(await running(failing)).toEqual({
      code: 1,
      stdout: "",
      stderr: "slashpass: It broke.\nMend it.\n",
    });
    const { stdout } = await running(failing, ["--json"]);
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      error: { code: "broken", message: "It broke.", hint: "Mend it." },
    });
  });

  it.each([
    [
      "the command's own message",
      new Failure("Interrupted: 1 of 2 were done.", {
        code: "interrupted",
        exitCode: ExitCode.Interrupted,
        hint: "Go on with it.",
      }),
      "slashpass: Interrupted: 1 of 2 were done.\nGo on with it.\n",
    ],
    ["no other error", new Error("This operation was aborted"), "slashpass: Interrupted.\n"],
  ])("exits with 130 after an interruption and prints %s", async (_what, error, stderr) => {
    const end = new AbortController();
    const failing = () => {
      end.abort();
      return Promise.reject(error);
    };
    expect(await running(failing, [], { signal: end.signal })).toEqual({ code: 130, stdout: "", stderr });
  });
});
