import { describe, expect, it } from "vitest";
import { type Call, type Outcome } from "../../../../src/cli/frame/call.ts";
import { runningAct as running } from "../../../setup/program/run-act.ts";

const saying = ({ terminal }: Call): Promise<Outcome> => {
  terminal.print("for you");
  terminal.note("by the way");
  return Promise.resolve({ result: { said: 1 } });
};

describe("what a command says", () => {
  it("goes to standard output, and its notes to standard error", async () => {
    expect(await running(saying)).toEqual({ code: 0, stdout: "for you\n", stderr: "by the way\n" });
  });

  it("is one object with --json", async () => {
    const { stdout, stderr } = await running(saying, ["--json"]);
    expect([JSON.parse(stdout), stderr]).toEqual([{ ok: true, command: "act", result: { said: 1 } }, ""]);
  });

  it("holds no secret that was masked", async () => {
    const telling = ({ terminal }: Call): Promise<Outcome> => {
      terminal.mask("hunter2-hunter2");
      terminal.mask("for");
      terminal.print("for hunter2-hunter2");
      terminal.note("hunter2-hunter2");
      throw new Error("No hunter2-hunter2.");
    };
    expect(await running(telling)).toEqual({
      code: 1,
      stdout: "for [hidden]\n",
      stderr: "[hidden]\nslashpass: No [hidden].\n",
    });
  });

  it("is coloured on a terminal, unless NO_COLOR is set", async () => {
    const painting = ({ terminal }: Call): Promise<Outcome> => {
      terminal.print(terminal.paint.green("yes"));
      return Promise.resolve({ result: {} });
    };
    expect((await running(painting, [], { columns: 80 })).stdout).toBe("\u001B[32myes\u001B[39m\n");
    expect((await running(painting, [], { columns: 80, env: { NO_COLOR: "1" } })).stdout).toBe("yes\n");
  });
});
