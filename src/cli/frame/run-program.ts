import { has, parseCommandLine, type ProgramShape } from "./command-line.ts";
import { ExitCode, exitCodeOf, Failure, describeError } from "./failure.ts";
import { interrupted } from "./prompts.ts";
import { proseWidth, Terminal } from "./terminal.ts";
import { withEnvFile } from "../settings/env-file.ts";
import { useProxy } from "./use-proxy.ts";
import { trimVariables, type Host } from "./host.ts";

/** Never throws. */
export async function runProgram(
  words: readonly string[],
  shape: ProgramShape,
  given: Host,
): Promise<number> {
  const host = has(words, "--no-color") ? { ...given, env: { ...given.env, NO_COLOR: "1" } } : given;
  // `--json` applies even if the command line is invalid.
  const terminal = new Terminal(host, has(words, "--json"));
  try {
    return await run(words, shape, host, terminal);
  } catch (error) {
    return fail(host.signal.aborted ? asInterrupted(error) : error, terminal);
  }
}

async function run(
  words: readonly string[],
  shape: ProgramShape,
  host: Host,
  terminal: Terminal,
): Promise<number> {
  const line = parseCommandLine(words, shape, { columns: proseWidth(terminal.columns) });
  if (line.kind === "text") {
    host.stdout.write(line.text);
    return ExitCode.Done;
  }
  const { entry, options, arguments: given } = line;
  const { cwd, signal, program, own = {} } = host;
  const { env: read, note } = withEnvFile(host, line.envFile);
  const env = trimVariables(read);
  if (note !== undefined) terminal.note(terminal.notePaint.yellow(note));
  await useProxy(env);
  const command = await entry.load();
  const again = [...program, ...words];
  const outcome = await command.run({ options, arguments: given, terminal, env, own, cwd, signal, again });
  const { result, exitCode = ExitCode.Done, lasting } = outcome;
  if (result)
    terminal.printObject(
      { ok: true, command: entry.definition.name, result },
      { continues: lasting !== undefined },
    );
  return lasting ? await lasting() : exitCode;
}

function fail(error: unknown, terminal: Terminal): ExitCode {
  const failure = describeError(error);
  terminal.problem({ ...failure, message: `slashpass: ${failure.message}` });
  terminal.printObject({ ok: false, error: failure });
  return exitCodeOf(error);
}

function asInterrupted(error: unknown): unknown {
  return error instanceof Failure && error.exitCode === ExitCode.Interrupted ? error : interrupted();
}
