import { PassThrough, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Host } from "../../../src/cli/frame/host.ts";
import { runProgram } from "../../../src/cli/frame/run-program.ts";
import type { ProgramShape } from "../../../src/cli/frame/command-line.ts";
import { shape } from "../../../src/cli/entries.ts";

export interface ProgramRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramSetting {
  readonly env?: Host["env"];
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  /** The terminal's width. By default, the three streams are pipes. */
  readonly columns?: number;
  /** The terminal's height. By default, enough for all output. */
  readonly rows?: number;
  /** Answers to prompts, in order, each written as soon as a prompt appears. A function receives all output so far. */
  readonly typed?: readonly (string | ((output: string) => Promise<string>))[];
  readonly onOutput?: (text: string) => void;
  /** Replaces the system's browser and token store. */
  readonly own?: Host["own"];
  readonly shape?: ProgramShape;
}

/** Started when the program runs itself again. */
const builtProgram = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

/** Runs the program in this process with its own streams. */
export async function runInProcess(
  args: readonly string[],
  { env = {}, cwd = "/", signal = new AbortController().signal, ...setting }: ProgramSetting = {},
): Promise<ProgramRun> {
  const stdin = Object.assign(new PassThrough(), asTerminal(setting), { setRawMode: () => stdin });
  const answers = [...(setting.typed ?? [])];
  const stdout = new Printed(setting.onOutput);
  const stderr = new Printed((text) => {
    setting.onOutput?.(text);
    // Every prompt hides the cursor.
    const answer = text.includes("?25l") ? answers.shift() : undefined;
    if (typeof answer === "string") setImmediate(() => stdin.write(answer));
    else void answer?.(stderr.text).then((typed) => stdin.write(typed));
  });
  const host = {
    stdin,
    stdout: Object.assign(stdout, asTerminal(setting)),
    stderr: Object.assign(stderr, asTerminal(setting)),
    env,
    program: [process.execPath, builtProgram],
    cwd,
    signal,
    ...(setting.own && { own: setting.own }),
  };
  const code = await runProgram(args, setting.shape ?? shape, host);
  return { code, stdout: stdout.text, stderr: stderr.text };
}

function asTerminal({ columns, rows }: ProgramSetting) {
  return columns === undefined ? {} : { isTTY: true, columns, ...(rows !== undefined && { rows }) };
}

class Printed extends Writable {
  text = "";
  readonly #onText: ((text: string) => void) | undefined;

  constructor(onText?: (text: string) => void) {
    super({ decodeStrings: false });
    this.#onText = onText;
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    this.#onText?.(chunk.toString());
    done();
  }
}
