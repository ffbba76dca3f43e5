import { describe, expect, it } from "vitest";
import type { Call, Outcome } from "../../../../src/cli/frame/run-command.ts";
import { runningAct as running } from "../../../setup/program/run-act.ts";
import { expectEnd } from "../../../setup/program/one-line.ts";

describe("a prompt", () => {
  const asking = async ({ terminal }: Call): Promise<Outcome> => ({
    result: {
      confirmed: await terminal.ask.confirm({ message: "Go on?", instead: "--yes" }),
      name: await terminal.ask.text({
        message: "Name?",
        instead: "--name",
        check: (name) => (name ? undefined : "Empty."),
      }),
      secret: await terminal.ask.secret({ message: "Secret?", instead: "SECRET" }),
      colour: await terminal.ask.choose({
        message: "Colour?",
        instead: "--colour",
        choices: [
          { value: "red", label: "Red" },
          { value: "green", label: "Green" },
        ],
        initial: "green",
      }),
    },
  });

  it("reads answers from the terminal", async () => {
    const answers: unknown[] = [];
    const telling = async (call: Call) => {
      const outcome = await asking(call);
      answers.push(outcome.result);
      return outcome;
    };
    const run = await running(telling, [], { columns: 80, typed: ["y", "Ada\r", "hunter2\r", "\r"] });
    expect([answers, run.code]).toEqual([
      [{ confirmed: true, name: "Ada", secret: "hunter2", colour: "green" }],
      0,
    ]);
    expect(run.stderr).not.toContain("hunter2");
    expect(run.stdout).toBe("");
  });

  it("escapes control characters", async () => {
    const hostile = "Ada\u001B]0;title\u0007\u202E";
    const naming = async ({ terminal }: Call): Promise<Outcome> => {
      const question = { message: `Is it ${hostile}?`, instead: "--name" };
      const choices = [{ value: "a", label: hostile, hint: hostile }] as const;
      await terminal.ask.choose({ ...question, choices });
      return { result: {} };
    };
    const { stderr } = await running(naming, [], { columns: 80, typed: ["\r"] });
    expect(stderr).toContain(String.raw`Is it Ada\u001b]0;title\u0007\u202e?`);
    for (const steering of ["\u001B]", "\u0007", "\u202E"]) expect(stderr).not.toContain(steering);
  });

  it("reports an invalid answer and accepts the initial value", async () => {
    const naming = async ({ terminal }: Call): Promise<Outcome> => {
      const name = { message: "Name?", instead: "--name" };
      const check = (answer: string) => (answer ? undefined : "Empty.");
      const colours = [{ value: "red", label: "Red" }] as const;
      terminal.print(await terminal.ask.text({ ...name, check }));
      terminal.print(await terminal.ask.text({ ...name, initial: "Cleo" }));
      terminal.print(await terminal.ask.choose({ message: "Colour?", instead: "-c", choices: colours }));
      return { result: {} };
    };
    const run = await running(naming, [], { columns: 80, typed: ["\rBo\r", "\r", "\r"] });
    expect(run.stdout).toBe("Bo\nCleo\nred\n");
    expect(run.stderr).toContain("Empty.");
  });

  it("uses no colors if NO_COLOR is set", async () => {
    const run = await running(asking, [], { columns: 80, env: { NO_COLOR: "1" }, typed: ["\u0003"] });
    // oxlint-disable-next-line no-control-regex -- sequences start with ESC
    expect(run.stderr).not.toMatch(/\u001B\[[\d;]*m/);
    expect(run.stderr).toContain("Go on?");
  });

  it("exits with 130 on Ctrl-C", async () => {
    await expectEnd(running(asking, [], { columns: 80, typed: ["\u0003"] }), 130, "slashpass: Interrupted.");
  });

  it("fails and names an option to use instead if there is no terminal", async () => {
    expect(await running(asking)).toEqual({
      code: 2,
      stdout: "",
      stderr: "slashpass: There is no terminal for this prompt: Go on?\nPass --yes.\n",
    });
  });
});
